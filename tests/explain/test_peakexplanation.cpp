// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimateindex.h"
#include "core/explain/peakexplanation.h"
#include "core/explain/stageroles.h"
#include "core/memory/liveness.h"
#include "tests/support/profiletext.h"
#include "tests/support/random.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

CategoryBytes bytesOfItems(std::span<const StageItem> items) {
    CategoryBytes sum;
    for (const StageItem& item : items) {
        sum.*infoOf(item.category).bytes += item.bytes;
    }
    return sum;
}

/// Checks the properties that items of any stage must have; returns an empty text if they do.
std::string itemFault(const StageEstimator& estimator, const PlacedStage& stage, StepIndex step,
                      std::span<const StageItem> items) {
    uint64_t before = UINT64_MAX;
    for (const StageItem& item : items) {
        const bool unowned =
            item.category == StageCategory::Unowned || item.category == StageCategory::IoTiles;
        if (item.bytes == 0 || item.bytes > before) {
            return "not the largest first";
        }
        before = item.bytes;
        if (item.entry.has_value() == unowned || item.operation.has_value() == unowned) {
            return "without an entry";
        }
        if (!unowned && (!stage.holds(*item.entry, estimator.layers().last()) ||
                         estimator.layers().operations[item.operation->index()].layer != *item.entry)) {
            return "of another stage";
        }
        if (item.category == StageCategory::Variables ? !item.live.contains(step)
                                                      : !item.isAlwaysLive(estimator.profile())) {
            return "not live";
        }
        if ((item.category == StageCategory::Stash ? stage.copies : 1) != item.copies) {
            return "copies";
        }
    }
    return {};
}

/// The bytes of a known variable that an IPU holds on a tile in a step, without its copies.
uint64_t bytesHeld(const StageEstimator& estimator, const PlacedStage& stage, TileId tile, StepIndex step,
                   VariableIndex variable) {
    const Profile& profile = estimator.profile();
    std::set<uint32_t> rows;
    for (const LayeredOperation& operation : estimator.layers().operations) {
        if (operation.inLayer() && stage.holds(operation.layer, estimator.layers().last())) {
            for (const LoweredIndex row : profile.operationVariables[operation.detail.index()]) {
                rows.insert(row.value);
            }
        }
    }
    const HeldRows held(estimator.index(), stage);
    uint64_t bytes = 0;
    for (const uint32_t row : rows) {
        if (profile.lowered.tileOf({row}) == tile && profile.lowered.variable[row] == variable &&
            held.liveAround(row, step)) {
            bytes += profile.lowered.bytes[row];
        }
    }
    return bytes;
}

std::string moveFault(const StageEstimator& estimator, const PlanEstimate& before, uint32_t ipu,
                      const std::optional<EntryMove>& move, Workers& workers) {
    if (!move) {
        return {};
    }
    const PlanEstimate after = *estimator.estimate(move->plan, workers);
    if (after.stages.size() != before.stages.size()) {
        return "another number of IPUs";
    }
    for (uint32_t i = 0; i < after.stages.size(); ++i) {
        if (i != ipu && i != move->neighbour && !(after.stages[i] == before.stages[i])) {
            return "another IPU changed";
        }
    }
    const bool here = before.placement.ipuOf(move->entry) == ipu;
    if (after.placement.ipuOf(move->entry) != (here ? move->neighbour : ipu)) {
        return "the entry is elsewhere";
    }
    return after.stages[ipu].peakTileBytes == move->peakTileBytes &&
                   after.stages[move->neighbour].peakTileBytes == move->neighbourPeakBytes &&
                   after.peakTileBytes() == move->planPeakBytes
               ? std::string()
               : "other figures";
}

struct ExplainCounts {
    size_t stashes = 0;
    size_t accumulators = 0;
    size_t unowned = 0;
    size_t beside = 0;
    size_t moves = 0;
    size_t variables = 0;
};

/// Explains all IPUs of a plan, and checks the contents of all tiles.
std::string explainFault(const StageEstimator& estimator, const SplitPlan& plan, Workers& workers,
                         ExplainCounts& counts) {
    const PlanEstimate estimate = *estimator.estimate(plan, workers);
    const VariableRoles roles(estimator.profile(), estimator.layers());
    for (uint32_t ipu = 0; ipu < estimate.stages.size(); ++ipu) {
        const PlacedStage& stage = estimate.placement.ipus[ipu];
        const StageTiles tiles = *estimator.tilesPlaced(stage, workers);
        for (uint32_t tile = 0; tile < tiles.size(); ++tile) {
            const auto items = *stageContents(estimator, roles, stage, tiles, TileId{tile});
            if (!(bytesOfItems(items) == tiles.tile(tile))) {
                return "sums of tile " + std::to_string(tile);
            }
            if (auto fault = itemFault(estimator, stage, tiles.peakStep[tile], items); !fault.empty()) {
                return fault;
            }
        }
        TileSet some(TileRange{0, static_cast<uint32_t>(tiles.size())});
        some.set({1, 2}, tiles.size() < 3);
        some.keep({0, static_cast<uint32_t>(tiles.size())});
        CategoryBytes together;
        some.forEach([&](uint32_t tile) { together += tiles.tile(tile); });
        if (!(bytesOfItems(*stageContents(estimator, roles, stage, tiles, some)) == together)) {
            return "sums of several tiles";
        }
        const PeakExplanation peak = *explainPeak(estimator, roles, estimate, ipu, workers);
        const CategoryBytes sum = bytesOfItems(peak.items);
        if (sum.total() != estimate.stages[ipu].peakTileBytes || !(sum == peak.bytes) ||
            *std::max_element(peak.tileTotals.begin(), peak.tileTotals.end()) != sum.total() ||
            peak.tilesFrom(sum.total() + 1) != 0 || peak.tilesFrom(0) != estimator.tileCount() ||
            peak.tilesFrom(peak.nearlyFullBytes()) == 0) {
            return "peak of IPU " + std::to_string(ipu);
        }
        RoleBytes byRole;
        for (const StageItem& item : peak.items) {
            byRole[item.role] += item.bytes;
        }
        if (!(byRole == rolesOf(estimator, roles, stage, {}, workers)->peakBytes)) {
            return "roles";
        }
        std::map<VariableIndex, uint64_t> byVariable;
        for (const StageItem& item : peak.items) {
            if (item.category == StageCategory::Variables && item.variable) {
                byVariable[*item.variable] += item.bytes;
            }
        }
        for (const auto& [variable, bytes] : byVariable) {
            ++counts.variables;
            if (bytes != bytesHeld(estimator, stage, peak.tile, peak.step, variable)) {
                return "bytes of a variable";
            }
        }
        for (const auto* move : {&peak.takeNext, &peak.giveFirst, &peak.giveLast}) {
            counts.moves += *move ? 1 : 0;
            if (auto fault = moveFault(estimator, estimate, ipu, *move, workers); !fault.empty()) {
                return fault;
            }
        }
        if (peak.giveLast.has_value() != (ipu + 1 < estimate.stages.size() && stage.entries.size() > 1) ||
            peak.giveFirst.has_value() != (ipu > 0 && stage.entries.size() > 1)) {
            return "moves";
        }
        counts.stashes += peak.bytes.stash > 0 ? 1 : 0;
        counts.accumulators += peak.bytes.accumulators > 0 ? 1 : 0;
        counts.unowned += peak.bytes.unowned > 0 ? 1 : 0;
        counts.beside += stage.withOutput ? 1 : 0;
    }
    return {};
}

SplitPlan randomSplits(size_t layerCount, Random& random) {
    std::vector<LayerIndex> splits;
    for (uint32_t split = 1; split < layerCount; ++split) {
        if (random.below(3) == 0) {
            splits.push_back({split});
        }
    }
    return *SplitPlan::make(layerCount, std::move(splits));
}

/// Three stages: the first reads the stream d0, the second e0. Their gradients use the same data.
ProfilePtr streamProfile() {
    return profileFromText(R"(
        tiles 1
        steps copyd copye f0 f1 f2 b2 b1 b0
        class always 0-8
        class d 0-8
        class e 1-7
        class a0 2-8
        class a1 3-7
        class a2 4-6
        var layer.1/weight class always bytes 5000
        var d0 class d bytes 1
        var e0 class e bytes 10
        var a0 class a0 bytes 100
        var a1 class a1 bytes 1000
        var a2 class a2 bytes 10000
        code Mul 40
        vertex mul Mul 16
        cs c1 mul 3
        program copyd StreamCopyBegin
        program copye StreamCopyBegin
        program f0 OnTileExecute
        program f1 OnTileExecute cs c1 control 8
        program f2 OnTileExecute
        program b2 OnTileExecute
        program b1 OnTileExecute
        program b0 OnTileExecute
        program main Sequence children copyd copye f0 f1 f2 b2 b1 b0
        root main
        op - programs copyd vars d0 steps 0-0 tensor d0
        op - programs copye vars e0 steps 1-1 tensor e0
        op layer.0/F programs f0 vars d0 a0 steps 2-2 inputs d0 outputs a0
        op layer.1/F programs f1 vars layer.1/weight a0 e0 a1 steps 3-3 inputs layer.1/weight a0 e0 outputs a1
        op layer.2/F programs f2 vars a1 a2 steps 4-4 inputs a1 outputs a2
        op layer.2/B programs b2 vars a2 a1 steps 5-5 inputs a2 outputs Gradient___a1
        op layer.1/B programs b1 vars layer.1/weight a1 a0 e0 steps 6-6 inputs Gradient___a1 a0 e0 outputs Gradient___layer.1/weight
        op layer.0/B programs b0 vars a0 d0 steps 7-7 inputs Gradient___a0 d0 outputs Gradient___d0)");
}

/// "name category bytes copies entry module", one item per line.
std::string textOf(const StageEstimator& estimator, std::span<const StageItem> items) {
    std::string text;
    for (const StageItem& item : items) {
        text += nameOf(estimator.profile(), item) + " " + std::string(infoOf(item.category).id) + " " +
                std::to_string(item.bytes) + " " + std::to_string(item.copies) + " " +
                estimator.layers().idOf(*item.entry) + " " +
                std::string(modulePathOf(estimator.layers(), item)) + " " +
                std::to_string(item.live.start.value) + "-" + std::to_string(item.live.end.value) + "\n";
    }
    return text;
}

} // namespace

class TestPeakExplanation : public QObject {
    Q_OBJECT
private slots:
    void addsUpInThePipelineSetting() {
        Workers workers(2);
        ExplainCounts counts;
        for (uint64_t seed = 0; seed < 180; ++seed) {
            RandomProfileOptions shape;
            shape.pipeline = true;
            shape.training = seed % 5 != 0;
            shape.tiles = 1 + static_cast<uint32_t>(seed % 7);
            shape.layers = static_cast<uint32_t>(seed / 3 % 7);
            shape.steps = 4 + static_cast<uint32_t>(seed / 7 % 60);
            shape.variables = 20 + static_cast<uint32_t>(seed / 5 % 40);
            shape.operations = 4 + static_cast<uint32_t>(seed / 11 % 40);
            const ProfilePtr profile = randomProfile(seed, shape);
            Random random(seed);
            PipelineOptions options;
            options.mode = random.below(6) == 0 ? PassMode::Inference : PassMode::Auto;
            const PipelineEntriesPtr entries =
                *PipelineEntries::find(*profile, **findLayers(*profile, {}), options.mode);
            const StageEstimatorPtr built = *StageEstimator::build(profile, entries, options, workers);
            for (int run = 0; run < 6; ++run) {
                options.recompute = static_cast<Recompute>(random.below(3));
                options.schedule = static_cast<Schedule>(std::max(random.below(9), 4U) - 4);
                options.accumulators = static_cast<Accumulators>(random.below(3));
                if (options.accumulators == Accumulators::Add && entries->passes().training() &&
                    !built->uses()->weightsAreCertain()) {
                    options.accumulators = Accumulators::None; // adding them to unknown weights is an error
                }
                options.unowned = static_cast<Unowned>(random.below(3));
                options.accumulatorType = static_cast<AccumulatorType>(run % 2);
                options.optimizerState = static_cast<OptimizerState>(run / 2 % 2);
                options.ioTiles = run % 3 == 0 && profile->target.tilesPerIpu >= 4 ? 2 : 0;
                options.microBatches = 1 + random.below(2);
                options.outputOn = run % 2 == 0 ? OutputOn::Last : OutputOn::First;
                const StageEstimatorPtr estimator = *built->withOptions(options, workers);
                const SplitPlan plan = randomSplits(estimator->layerCount(), random);
                const std::string fault = explainFault(*estimator, plan, workers, counts);
                QVERIFY2(fault.empty(), ("seed " + std::to_string(seed) + ": " + fault).c_str());
            }
        }
        // The special cases must occur, or the test would prove little.
        QVERIFY2(counts.stashes > 20, std::to_string(counts.stashes).c_str());
        QVERIFY2(counts.accumulators > 50, std::to_string(counts.accumulators).c_str());
        QVERIFY2(counts.unowned > 50, std::to_string(counts.unowned).c_str());
        QVERIFY2(counts.beside > 20, std::to_string(counts.beside).c_str());
        QVERIFY2(counts.moves > 100, std::to_string(counts.moves).c_str());
        QVERIFY2(counts.variables > 500, std::to_string(counts.variables).c_str());
    }

    void addsUpInPoplinersSetting() {
        Workers workers(1);
        ExplainCounts counts;
        for (uint64_t seed = 0; seed < 60; ++seed) {
            const ProfilePtr profile = randomProfile(seed);
            const StageEstimatorPtr estimator =
                *StageEstimator::build(profile, *findLayers(*profile, {}), workers);
            Random random(seed);
            for (int run = 0; run < 4; ++run) {
                const SplitPlan plan = randomSplits(estimator->layerCount(), random);
                const std::string fault = explainFault(*estimator, plan, workers, counts);
                QVERIFY2(fault.empty(), ("seed " + std::to_string(seed) + ": " + fault).c_str());
            }
        }
        QVERIFY(counts.moves > 100);
        QVERIFY(counts.variables > 500);
    }

    /// The middle one of three IPUs keeps its inputs three times.
    void namesWhatAnIpuHolds() {
        Workers workers(1);
        const ProfilePtr profile = streamProfile();
        const PipelineEntriesPtr entries = *PipelineEntries::find(*profile, **findLayers(*profile, {}));
        const StageEstimatorPtr estimator = *StageEstimator::build(profile, entries, {}, workers);
        QCOMPARE(estimator->layerCount(), size_t{4}); // Input has the copies, and no Output
        const PlanEstimate estimate = *estimator->estimate(*SplitPlan::make(4, {{2}, {3}}), workers);
        const PeakExplanation peak =
            *explainPeak(*estimator, VariableRoles(*profile, estimator->layers()), estimate, 1, workers);
        const std::string held = textOf(*estimator, peak.items);
        const std::string expected = "layer.1/weight variables 5000 1 1 layer.1 0-8\n"
                                     "a1 variables 1000 1 1 layer.1 3-7\n"
                                     "a0 stash 300 3 1 layer.1 0-8\n"
                                     "a0 variables 100 1 1 layer.1 2-8\n"
                                     "Mul vertex_state 48 1 1 layer.1 0-8\n"
                                     "Mul vertex_code 40 1 1 layer.1 0-8\n"
                                     "e0 stash 30 3 1 layer.1 0-8\n"
                                     "e0 variables 10 1 1 layer.1 1-7\n"
                                     "f1 control_code 8 1 1 layer.1 0-8\n";
        QVERIFY2(held == expected, held.c_str());
        QCOMPARE(peak.step.value, 3U);
        QCOMPARE(profile->programs[peak.program->index()].name, std::string("f1"));
        QCOMPARE(estimator->layers().operations[peak.operation->index()].name, std::string("layer.1/F"));
        // An IPU with a single entry cannot give it away, and neither can its neighbour.
        QVERIFY(!peak.giveFirst && !peak.giveLast && !peak.takeNext);
        const PeakExplanation first =
            *explainPeak(*estimator, VariableRoles(*profile, estimator->layers()), estimate, 0, workers);
        QCOMPARE(first.giveLast->entry.value, 1U);
        QCOMPARE(first.giveLast->neighbour, 1U);
        QVERIFY(first.giveLast->buildable);
    }

    void stopsWhenAsked() {
        Workers workers(1);
        const ProfilePtr profile = streamProfile();
        const PipelineEntriesPtr entries = *PipelineEntries::find(*profile, **findLayers(*profile, {}));
        const StageEstimatorPtr estimator = *StageEstimator::build(profile, entries, {}, workers);
        const PlanEstimate estimate = *estimator->estimate(*SplitPlan::make(4, {{2}, {3}}), workers);
        const StageTiles tiles = *estimator->tilesPlaced(estimate.placement.ipus[1], workers);
        std::stop_source stopped;
        stopped.request_stop();
        const VariableRoles roles(*profile, estimator->layers());
        QVERIFY(
            explainPeak(*estimator, roles, estimate, 1, workers, stopped.get_token()).failure().cancelled());
        QVERIFY(stageContents(*estimator, roles, estimate.placement.ipus[1], tiles, TileId{0},
                              stopped.get_token())
                    .failure()
                    .cancelled());
    }
};

TILELINE_TEST(TestPeakExplanation)
#include "test_peakexplanation.moc"
