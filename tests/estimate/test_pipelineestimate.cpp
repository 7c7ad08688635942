// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimateindex.h"
#include "core/estimate/intervaltable.h"
#include "core/estimate/pipelinetime.h"
#include "core/estimate/stageestimator.h"
#include "core/memory/roles.h"
#include "tests/support/pipelinereference.h"
#include "tests/support/random.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace tileline;
using namespace tileline::test;

namespace {

/// Random profiles of several shapes, and a choice of options.
struct PipelineSubject {
    ProfilePtr profile;
    LayersPtr layers;
    PipelineOptions options;
};

/// The default number, one, or several.
std::optional<uint32_t> anyMicroBatches(Random& random) {
    const uint32_t choice = random.below(4);
    return choice == 0 ? std::nullopt : std::optional(choice == 1 ? 1 : 3 * choice);
}

PipelineSubject pipelineSubject(uint64_t seed) {
    RandomProfileOptions shape;
    shape.pipeline = true;
    shape.training = seed % 5 != 0;
    shape.tiles = 1 + static_cast<uint32_t>(seed % 40);
    shape.layers = static_cast<uint32_t>(seed / 3 % 7);
    shape.steps = 4 + static_cast<uint32_t>(seed / 7 % 60);
    shape.variables = 20 + static_cast<uint32_t>(seed / 5 % 40);
    shape.operations = 4 + static_cast<uint32_t>(seed / 11 % 40);
    Random random(seed);
    PipelineOptions options;
    options.mode = random.below(6) == 0 ? PassMode::Inference : PassMode::Auto;
    options.recompute = static_cast<Recompute>(random.below(3));
    options.schedule = static_cast<Schedule>(std::max(random.below(9), 4U) - 4);
    options.accumulators = static_cast<Accumulators>(random.below(3));
    options.unowned = static_cast<Unowned>(random.below(3));
    options.accumulatorType = static_cast<AccumulatorType>(random.below(2));
    options.optimizerState = static_cast<OptimizerState>(random.below(2));
    options.ioTiles = shape.tiles < 4 ? 0 : 2 * random.below(shape.tiles / 4 + 1);
    options.microBatches = anyMicroBatches(random);
    ProfilePtr profile = randomProfile(seed, shape);
    LayersPtr layers = *findLayers(*profile, {});
    if (options.accumulators == Accumulators::Add && !WeightNames(*profile, *layers).any()) {
        options.accumulators = Accumulators::None; // adding them to unknown weights is an error
    }
    return {std::move(profile), std::move(layers), options};
}

StageEstimatorPtr estimatorOf(const PipelineSubject& s, Workers& workers) {
    PipelineEntriesPtr entries = *PipelineEntries::find(*s.profile, *s.layers, s.options.mode);
    return *StageEstimator::build(s.profile, std::move(entries), s.options, workers);
}

CategoryBytes categoriesOf(const std::map<std::string, uint64_t>& bytes) {
    return {bytes.at("variables"),
            bytes.at("vertex_code"),
            bytes.at("vertex_state"),
            bytes.at("exchange_code"),
            bytes.at("control_code"),
            bytes.at("stash"),
            bytes.at("accumulators"),
            bytes.at("unowned"),
            bytes.count("io_tiles") > 0 ? bytes.at("io_tiles") : 0};
}

TileParts partsOf(const CategoryBytes& bytes) {
    return {bytes.variables, bytes.statics(), bytes.stash, bytes.accumulators, bytes.unowned, bytes.ioTiles};
}

std::string estimateDifference(const ReferenceIpu& expected, const StageEstimate& actual) {
    std::string text;
    if (!(categoriesOf(expected.bytes) == actual.bytes)) {
        const CategoryBytes e = categoriesOf(expected.bytes);
        for (const auto& [name, a, b] : {std::tuple{"variables", e.variables, actual.bytes.variables},
                                         {"vertex code", e.vertexCode, actual.bytes.vertexCode},
                                         {"vertex state", e.vertexState, actual.bytes.vertexState},
                                         {"exchange", e.exchangeCode, actual.bytes.exchangeCode},
                                         {"control", e.controlCode, actual.bytes.controlCode},
                                         {"stash", e.stash, actual.bytes.stash},
                                         {"accumulators", e.accumulators, actual.bytes.accumulators},
                                         {"unowned", e.unowned, actual.bytes.unowned}}) {
            text +=
                a == b ? "" : std::string(" ") + name + ": " + std::to_string(a) + " " + std::to_string(b);
        }
    }
    if (expected.peakTileBytes != actual.peakTileBytes || expected.peakTile != actual.peakTile.value ||
        expected.peakStep != actual.peakStep.value) {
        text += " peak: " + std::to_string(expected.peakTileBytes) + " " +
                std::to_string(actual.peakTileBytes) + " tile " + std::to_string(expected.peakTile) + " " +
                std::to_string(actual.peakTile.value) + " step " + std::to_string(expected.peakStep) + " " +
                std::to_string(actual.peakStep.value);
    }
    return text;
}

/// Equal except for the order in which the terms of a sum were added.
bool isClose(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

/// The weights that a plan splits, with their bytes.
std::string namesOf(const Profile& profile, const PlanEstimate& plan) {
    std::string text;
    for (const SharedWeight& weight : plan.sharedWeights) {
        text += profile.variables[weight.variable.index()].name + " " + std::to_string(weight.bytes) + " " +
                std::to_string(weight.entries[0].value) + "\n";
    }
    return plan.sharedWeightsAreCertain ? text : std::string();
}

std::string namesOf(const ReferencePlan& plan) {
    std::string text;
    for (const ReferenceSharedWeight& weight : plan.sharedWeights) {
        text += weight.name + " " + std::to_string(weight.bytes) + " " +
                std::to_string(*weight.entries.begin()) + "\n";
    }
    return text;
}

} // namespace

class TestPipelineEstimate : public QObject {
    Q_OBJECT
private slots:
    /// Plans with every pair of split points, with Output on the last IPU and on the first.
    void plansEqualTheDefinition() {
        Workers workers(2);
        size_t stashes = 0;
        size_t accumulators = 0;
        size_t alone = 0; // plans of one stage with accumulators
        size_t unowned = 0;
        size_t beside = 0;
        size_t shared = 0;
        size_t timed = 0;
        size_t io = 0;
        std::array<size_t, 3> freed{}; // activations, gradients, state
        for (uint64_t seed = 0; seed < 260; ++seed) {
            PipelineSubject s = pipelineSubject(seed);
            const PipelineReference reference(*s.profile, *s.layers, s.options.mode);
            const StageEstimatorPtr built = estimatorOf(s, workers);
            IntervalTable filled(built);
            QVERIFY(filled.fill(SplitPlan(built->layerCount()), workers));
            const auto count = static_cast<uint32_t>(reference.entries().size());
            QCOMPARE(built->layerCount(), size_t{count});
            const EntryCycles cycles =
                *EntryCycles::find(*s.profile, *built->entries(), ProgramCycles(*s.profile));
            Random random(seed + 1000);
            for (int run = 0; run < 6; ++run) {
                std::vector<uint32_t> splits;
                for (uint32_t split = 1; split < count; ++split) {
                    if (random.below(3) == 0 || (run == 5 && split + 1 == count)) {
                        splits.push_back(split);
                    }
                }
                s.options.outputOn = run % 2 == 0 ? OutputOn::Last : OutputOn::First;
                s.options.microBatches = anyMicroBatches(random);
                if (run == 2) {
                    splits.clear();
                }
                const ReferencePlan expected = reference.plan(s.options, splits);
                std::vector<LayerIndex> at;
                for (const uint32_t split : splits) {
                    at.push_back({split});
                }
                const StageEstimatorPtr estimator = *built->withOptions(s.options, workers);
                IntervalTable table(estimator, filled);
                QVERIFY(table.fill(SplitPlan(count), workers));
                const Freed& frees = estimator->index().live->freed;
                freed[0] += frees.activations ? 1 : 0;
                freed[1] += frees.gradients ? 1 : 0;
                freed[2] += frees.state ? 1 : 0;
                const PlanEstimate plan = *estimator->estimate(*SplitPlan::make(count, at), workers);
                const std::vector<PlacedStage>& stages = plan.placement.ipus;
                QCOMPARE(stages.size(), expected.ipus.size());
                QVERIFY(plan.crossingBytes == expected.transferBytes);
                QCOMPARE(namesOf(*s.profile, plan), namesOf(expected));
                for (size_t ipu = 0; ipu < stages.size(); ++ipu) {
                    const ReferenceIpu& held = expected.ipus[ipu];
                    const std::string where = "seed " + std::to_string(seed) + ", run " +
                                              std::to_string(run) + ", IPU " + std::to_string(ipu);
                    QVERIFY(plan.placement.stagesOf(ipu) == held.pipelineStages);
                    const StageEstimate& actual = plan.stages[ipu];
                    QVERIFY2(estimateDifference(held, actual).empty(),
                             (where + estimateDifference(held, actual)).c_str());
                    const auto found = table.lookUp(stages[ipu]);
                    QVERIFY2(found && *found == actual, (where + " in the table").c_str());
                    const StageTiles tiles = *estimator->tilesPlaced(stages[ipu], workers);
                    QVERIFY2(tiles.tile(held.peakTile) == categoriesOf(held.peakBytes), where.c_str());
                    const TileParts parts = estimator->tileParts(stages[ipu], {held.peakTile});
                    QVERIFY2(parts == partsOf(categoriesOf(held.peakBytes)), where.c_str());
                    QCOMPARE(parts.total(), held.peakTileBytes);
                    const auto any = random.below(static_cast<uint32_t>(tiles.size()));
                    QVERIFY(estimator->tileParts(stages[ipu], {any}) == partsOf(tiles.tile(any)));
                    io += parts.ioTiles > 0 ? 1 : 0;
                    stashes += actual.bytes.stash > 0 ? 1 : 0;
                    accumulators += actual.bytes.accumulators > 0 ? 1 : 0;
                    const bool mayAccumulate =
                        stages.size() == 1 && s.options.accumulators == Accumulators::Auto;
                    alone += mayAccumulate && actual.bytes.accumulators > 0 ? 1 : 0;
                    unowned += actual.bytes.unowned > 0 ? 1 : 0;
                    beside += stages[ipu].withOutput ? 1 : 0;
                }
                shared += plan.sharedWeights.empty() ? 0 : 1;
                const PipelineTime time =
                    timeOf(cycles, built->layers().kinds, plan.placement, plan.crossingBytes,
                           reference.training(), s.options, s.profile->target.clockHz);
                QVERIFY(isClose(time.period, expected.period));
                QVERIFY(isClose(time.update, expected.update));
                QVERIFY(isClose(time.makespan, expected.makespan));
                QVERIFY(isClose(time.utilisation, expected.utilisation));
                QVERIFY(isClose(time.throughput, expected.throughput));
                timed += expected.period > 3001 ? 1 : 0;
            }
        }
        // The special cases must occur, or the test would prove little.
        QVERIFY2(stashes > 50, std::to_string(stashes).c_str());
        QVERIFY2(accumulators > 100, std::to_string(accumulators).c_str());
        QVERIFY2(alone > 20, std::to_string(alone).c_str());
        QVERIFY2(unowned > 100, std::to_string(unowned).c_str());
        QVERIFY2(beside > 50, std::to_string(beside).c_str());
        QVERIFY2(shared > 50, std::to_string(shared).c_str());
        const std::string runs =
            std::to_string(freed[0]) + " " + std::to_string(freed[1]) + " " + std::to_string(freed[2]);
        QVERIFY2(*std::min_element(freed.begin(), freed.end()) > 50, runs.c_str());
        QVERIFY2(io > 100, std::to_string(io).c_str());
        QVERIFY2(timed > 100, std::to_string(timed).c_str());
    }

    /// Every interval, with any number of copies, and in every schedule.
    void tableEqualsEstimate() {
        Workers one(1);
        Workers two(2);
        size_t lines = 0;
        for (uint64_t seed = 0; seed < 200; ++seed) {
            const PipelineSubject s = pipelineSubject(seed);
            Workers& workers = seed % 2 == 0 ? one : two;
            const StageEstimatorPtr estimator = estimatorOf(s, workers);
            IntervalTable table(estimator);
            QVERIFY(table.fill(SplitPlan(estimator->layerCount()), workers));
            Random random(seed);
            const auto count = static_cast<uint32_t>(estimator->layerCount());
            const bool output = count > 1 && estimator->layers().kinds.back() == EntryKind::Output;
            for (uint32_t first = 0; first < count; ++first) {
                for (uint32_t last = first; last < count; ++last) {
                    for (const uint32_t copies : {0U, 1U, random.below(8), random.below(130)}) {
                        PlacedStage stage{{{first}, {last}}, copies, false};
                        QVERIFY(*table.lookUp(stage) == *estimator->estimatePlaced(stage, workers));
                        stage.withOutput = first == 0 && output && last + 1 < count;
                        QVERIFY(*table.lookUp(stage) == *estimator->estimatePlaced(stage, workers));
                    }
                    lines = std::max(lines, table.peaks({{first}, {last}}).size());
                }
            }
        }
        QVERIFY(lines > 2);
    }

    void otherOptionsAreLikeFromTheBeginning() {
        Workers workers(2);
        for (uint64_t seed = 1; seed < 60; seed += 3) {
            PipelineSubject s = pipelineSubject(seed);
            const StageEstimatorPtr before = estimatorOf(s, workers);
            for (const Recompute recompute : {Recompute::Off, Recompute::Inputs, Recompute::Layers}) {
                s.options.recompute = recompute;
                const StageEstimatorPtr changed = *before->withOptions(s.options, workers);
                const StageEstimatorPtr built = estimatorOf(s, workers);
                for (uint32_t first = 0; first < built->layerCount(); ++first) {
                    const PlacedStage stage{{{first}, built->layers().last()}, 5, false};
                    QVERIFY(*changed->estimatePlaced(stage, workers) ==
                            *built->estimatePlaced(stage, workers));
                }
            }
        }
    }

    /// Of the modes of recomputation, only the one with a checkpoint at every layer frees activations.
    void oneTableServesModesThatFreeTheSame() {
        Workers workers(2);
        size_t different = 0;
        size_t filledAgain = 0;
        for (uint64_t seed = 1; seed < 60; seed += 2) {
            PipelineSubject s = pipelineSubject(seed);
            const bool freed = s.options.recompute == Recompute::Layers;
            const StageEstimatorPtr estimator = estimatorOf(s, workers);
            IntervalTable table(estimator);
            QVERIFY(table.fill(SplitPlan(estimator->layerCount()), workers));
            const auto last = static_cast<uint32_t>(estimator->layerCount() - 1);
            for (const Recompute recompute : {Recompute::Off, Recompute::Inputs, Recompute::Layers}) {
                s.options.recompute = recompute;
                const StageEstimatorPtr changed = *estimator->withOptions(s.options, workers);
                IntervalTable shared(changed, table);
                QVERIFY(shared.complete() || freed != (recompute == Recompute::Layers));
                filledAgain += shared.complete() ? 0 : 1;
                QVERIFY(shared.fill(SplitPlan(changed->layerCount()), workers));
                for (uint32_t first = 0; first <= last; ++first) {
                    const PlacedStage stage{{{first}, {last - (last - first) / 2}}, 3, false};
                    QVERIFY(*shared.lookUp(stage) == *changed->estimatePlaced(stage, workers));
                    different += *shared.lookUp(stage) == *table.lookUp(stage) ? 0 : 1;
                }
            }
            s.options.unowned = s.options.unowned == Unowned::All ? Unowned::None : Unowned::All;
            QVERIFY(!IntervalTable(*estimator->withOptions(s.options, workers), table).complete());
        }
        QVERIFY(different > 10);
        QVERIFY(filledAgain > 5);
    }

    void stopsWhenAsked() {
        Workers workers(2);
        const PipelineSubject s = pipelineSubject(37);
        std::stop_source stopped;
        stopped.request_stop();
        const PipelineEntriesPtr entries = *PipelineEntries::find(*s.profile, *s.layers);
        QVERIFY(StageEstimator::build(s.profile, entries, s.options, workers, {}, stopped.get_token())
                    .failure()
                    .cancelled());
        const StageEstimatorPtr estimator = estimatorOf(s, workers);
        PipelineOptions others = s.options;
        others.unowned = others.unowned == Unowned::All ? Unowned::None : Unowned::All;
        QVERIFY(estimator->withOptions(others, workers, stopped.get_token()).failure().cancelled());
        IntervalTable table(estimator);
        QVERIFY(table.fill(SplitPlan(estimator->layerCount()), workers, {}, stopped.get_token())
                    .failure()
                    .cancelled());
    }
};

TILELINE_TEST(TestPipelineEstimate)
#include "test_pipelineestimate.moc"
