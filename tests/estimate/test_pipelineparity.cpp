// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/intervaltable.h"
#include "core/estimate/pipelinetime.h"
#include "core/estimate/stageestimator.h"
#include "tests/support/expected.h"
#include "tests/support/fixtures.h"
#include "tests/support/pipelinereference.h"
#include "tests/support/profiletext.h"
#include "tests/testmain.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace tileline;
using namespace tileline::test;
using Json = nlohmann::json;

namespace {

PipelineOptions optionsOf(const Json& plan) {
    PipelineOptions options;
    options.recompute = *parseOption<Recompute>(plan["recompute"].get<std::string>());
    options.unowned = *parseOption<Unowned>(plan["unowned"].get<std::string>());
    options.outputOn = *parseOption<OutputOn>(plan["output_on"].get<std::string>());
    options.accumulators = *parseOption<Accumulators>(plan["accumulators"].get<std::string>());
    options.accumulatorType = *parseOption<AccumulatorType>(plan["accumulator_type"].get<std::string>());
    options.optimizerState = *parseOption<OptimizerState>(plan["optimizer_state"].get<std::string>());
    options.ioTiles = plan["io_tiles"].get<uint32_t>();
    if (!plan["gradient_accumulation"].is_null()) {
        options.microBatches = plan["gradient_accumulation"].get<uint32_t>();
    }
    return options;
}

std::vector<uint32_t> splitsOf(const Json& plan, const std::vector<std::string>& entries) {
    std::vector<uint32_t> splits;
    for (const Json& split : plan["splits"]) {
        const auto found = std::find(entries.begin(), entries.end(), split.get<std::string>());
        splits.push_back(static_cast<uint32_t>(found - entries.begin()));
    }
    return splits;
}

/// The bytes of a plan, as in expected.json.
Json memoryOf(const ReferencePlan& plan) {
    Json shared = Json::array();
    for (const ReferenceSharedWeight& weight : plan.sharedWeights) {
        shared.push_back(weight.name);
    }
    Json ipus = Json::array();
    for (uint32_t i = 0; i < plan.ipus.size(); ++i) {
        ipus.push_back({{"ipu", i},
                        {"pipeline_stages", plan.ipus[i].pipelineStages},
                        {"peak_tile_bytes", plan.ipus[i].peakTileBytes},
                        {"bytes", plan.ipus[i].bytes}});
    }
    return {{"shared_weights", shared}, {"peak_tile_bytes", plan.peakTileBytes()}, {"ipus", ipus}};
}

/// Equal except for the order in which the terms of a sum were added.
bool isCloseTo(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

template <class Stages>
std::string timeDifference(const Stages& stages, const Json& expected,
                           const std::vector<double>& transferCycles, const auto& time) {
    const auto differs = [&](const std::string& what, double actual, const Json& value) {
        return isCloseTo(actual, value.get<double>())
                   ? std::string()
                   : what + ": " + std::to_string(actual) + " " + value.dump();
    };
    std::string text = differs("period", time.period, expected["period"]) +
                       differs("update", time.update, expected["update"]) +
                       differs("makespan", time.makespan, expected["makespan"]) +
                       differs("micro-batches", time.microBatches, expected["micro_batches"]) +
                       differs("utilisation", time.utilisation, expected["utilisation"]) +
                       differs("throughput", time.throughput, expected["throughput"]);
    if (stages.size() != expected["stages"].size() ||
        transferCycles.size() != expected["transfer_cycles"].size()) {
        return text + "number of stages";
    }
    for (size_t i = 0; i < stages.size(); ++i) {
        const Json& stage = expected["stages"][i];
        text += differs("forward", stages[i].forward, stage["forward"]) +
                differs("backward", stages[i].backward, stage["backward"]) +
                differs("recompute", stages[i].recompute, stage["recompute"]) +
                differs("update", stages[i].update, stage["update"]);
    }
    for (size_t i = 0; i < transferCycles.size(); ++i) {
        text += differs("transfer", transferCycles[i], expected["transfer_cycles"][i]);
    }
    return text;
}

std::string timeDifference(const ReferencePlan& plan, const Json& expected) {
    return timeDifference(plan.stageTimes, expected, plan.transferCycles, plan);
}

std::string timeDifference(const PipelineTime& time, const Json& expected) {
    return timeDifference(time.stages, expected, time.transferCycles, time);
}

/// The estimate of a plan in the same form as expected.json.
Json memoryOf(const Profile& profile, const PlanEstimate& plan) {
    Json shared = Json::array();
    for (const SharedWeight& weight : plan.sharedWeights) {
        shared.push_back(profile.variables[weight.variable.index()].name);
    }
    Json ipus = Json::array();
    for (uint32_t i = 0; i < plan.stages.size(); ++i) {
        const CategoryBytes& bytes = plan.stages[i].bytes;
        ipus.push_back({{"ipu", i},
                        {"pipeline_stages", plan.placement.stagesOf(i)},
                        {"peak_tile_bytes", plan.stages[i].peakTileBytes},
                        {"bytes",
                         {{"variables", bytes.variables},
                          {"vertex_code", bytes.vertexCode},
                          {"vertex_state", bytes.vertexState},
                          {"exchange_code", bytes.exchangeCode},
                          {"control_code", bytes.controlCode},
                          {"stash", bytes.stash},
                          {"accumulators", bytes.accumulators},
                          {"unowned", bytes.unowned},
                          {"total", bytes.total()}}}});
    }
    return {{"shared_weights", shared}, {"peak_tile_bytes", plan.peakTileBytes()}, {"ipus", ipus}};
}

/// The figures of a plan in expected.json, without the choice of the plan and its time.
Json withoutChoice(Json planned) {
    for (const char* key :
         {"splits", "recompute", "output_on", "unowned", "time", "gradient_accumulation", "accumulators",
          "accumulator_type", "optimizer_state", "io_tiles", "micro_batch_size", "fits", "tight"}) {
        planned.erase(key);
    }
    return planned;
}

} // namespace

/// Compares with the figures of the pipeline setting that come with the fixtures.
class TestPipelineParity : public QObject {
    Q_OBJECT
private slots:
    /// The same with the definition in tests/support, which other tests use on random profiles.
    void theDefinitionEqualsTheFixtures() {
        for (const std::string& fixture : pipelineFixtureNames()) {
            const Json expected = expectedOf(fixture);
            const ProfilePtr profile = loadFixture(fixture);
            const LayersPtr layers = *findLayers(*profile, {});
            const PipelineReference reference(*profile, *layers);
            QCOMPARE(expected["plans"].size(), size_t{60});
            for (const Json& planned : expected["plans"]) {
                const ReferencePlan plan =
                    reference.plan(optionsOf(planned), splitsOf(planned, reference.entries()));
                QCOMPARE(memoryOf(plan).dump(1), withoutChoice(planned).dump(1));
                QCOMPARE(timeDifference(plan, planned["time"]), std::string());
            }
        }
    }

    void estimatesEqualTheFixtures() {
        Workers workers(2);
        for (const std::string& fixture : pipelineFixtureNames()) {
            const Json expected = expectedOf(fixture);
            const ProfilePtr profile = loadFixture(fixture);
            const PipelineEntriesPtr entries = *PipelineEntries::find(*profile, **findLayers(*profile, {}));
            const StageEstimatorPtr first = *StageEstimator::build(profile, entries, {}, workers);
            const ProgramCycles programCycles(*profile);
            QVERIFY(programCycles.known());
            const EntryCycles cycles = *EntryCycles::find(*profile, *entries, programCycles);
            for (const Json& planned : expected["plans"]) {
                const StageEstimatorPtr estimator = *first->withOptions(optionsOf(planned), workers);
                std::vector<LayerIndex> splits;
                for (const Json& split : planned["splits"]) {
                    splits.push_back(*entries->layers()->findNameInFiles(split.get<std::string>()));
                }
                const PlanEstimate plan =
                    *estimator->estimate(*SplitPlan::make(estimator->layerCount(), splits), workers);
                QCOMPARE(memoryOf(*profile, plan).dump(1), withoutChoice(planned).dump(1));
                const Json& time = planned["time"];
                TimeOptions timeOptions;
                timeOptions.microBatchSize = planned["micro_batch_size"].get<uint32_t>();
                const PipelineTime actual = timeOf(
                    cycles, entries->layers()->kinds, plan.placement, plan.crossingBytes,
                    entries->passes().training(), estimator->options(), profile->target.clockHz, timeOptions);
                QCOMPARE(timeDifference(actual, time), std::string());
            }
        }
    }

    /// A plan of one stage has accumulators if it accumulates. The bytes are those of the specification's
    /// figures.
    void oneStageAccumulatesWhatItIsToldTo() {
        Workers workers(2);
        const std::map<std::string, uint64_t> bytes{{"pipeline-marked-tiny", 1178824},
                                                    {"pipeline-nameless-tiny", 524832}};
        for (const auto& [fixture, accumulated] : bytes) {
            const ProfilePtr profile = loadFixture(fixture);
            const PipelineEntriesPtr entries = *PipelineEntries::find(*profile, **findLayers(*profile, {}));
            const StageEstimatorPtr first = *StageEstimator::build(profile, entries, {}, workers);
            IntervalTable table(first);
            QVERIFY(table.fill(SplitPlan(first->layerCount()), workers));
            const std::vector<std::pair<std::optional<uint32_t>, bool>> cases{
                {{}, false}, {1, false}, {7, true}, {32, true}};
            for (const auto& [batches, accumulates] : cases) {
                for (const Accumulators choice :
                     {Accumulators::Auto, Accumulators::Add, Accumulators::None}) {
                    PipelineOptions options;
                    options.microBatches = batches;
                    options.accumulators = choice;
                    const StageEstimatorPtr estimator = *first->withOptions(options, workers);
                    const SplitPlan whole(estimator->layerCount());
                    const PlanEstimate plan = *estimator->estimate(whole, workers);
                    const bool expected =
                        choice == Accumulators::Add || (choice == Accumulators::Auto && accumulates);
                    QCOMPARE(plan.stages[0].bytes.accumulators, expected ? accumulated : 0);
                    IntervalTable own(estimator, table);
                    QCOMPARE(own.complete(), choice == Accumulators::Auto && !accumulates);
                    QVERIFY(own.fill(whole, workers));
                    QVERIFY(tabulated(own, whole)->stages == plan.stages);
                }
            }
        }
    }

    /// Data of the specification's plans: the stages of a pipeline that trains, the requested number, and the
    /// number that the plan gets.
    void microBatchesFillThePipeline() {
        struct Case {
            size_t stages;
            std::optional<uint32_t> asked;
            uint32_t count;
        };
        const std::vector<Case> cases{{1, {}, 1}, {1, 1, 1}, {1, 7, 7}, {2, {}, 64}, {2, 1, 3},
                                      {3, 1, 5},  {4, 1, 7}, {4, 7, 7}, {5, 32, 32}, {40, {}, 79}};
        for (const Case& each : cases) {
            const MicroBatches training = MicroBatches::of(each.asked, each.stages, true);
            QCOMPARE(training.count, each.count);
            QCOMPARE(training.raisedText(true).empty(), each.asked.value_or(64) >= each.count);
        }
        QCOMPARE(MicroBatches::of({}, 1, false).count, 1U);
        QCOMPARE(MicroBatches::of({}, 3, false).count, 64U);
        QCOMPARE(MicroBatches::of(2, 3, false).count, 3U);
        QCOMPARE(MicroBatches::of(2, 3, false).raisedText(false),
                 std::string("Device iterations are raised from 2 to 3 to fill the pipeline."));
    }

    /// For an inference profile, both settings give the same figures for layers, except that the code of a
    /// vertex counts once. The first and the last layer are excluded: in PopLiner's setting, they have
    /// operations of the embedding and of the head.
    void layersOfInferenceAreAsInPopLiner() {
        Workers workers(2);
        for (const char* fixture : {"bert-tiny-inf", "shuffled-layers"}) {
            const ProfilePtr profile = loadFixture(fixture);
            const LayersPtr layers = *findLayers(*profile, {});
            const PipelineEntriesPtr entries = *PipelineEntries::find(*profile, *layers);
            QVERIFY(!entries->passes().training());
            const StageEstimatorPtr popliner = *StageEstimator::build(profile, layers, workers);
            const StageEstimatorPtr pipeline = *StageEstimator::build(profile, entries, {}, workers);
            for (uint32_t first = 2; first + 1 < layers->count(); ++first) {
                for (uint32_t last = first; last + 1 < layers->count(); ++last) {
                    const LayerRange same{*entries->layers()->find(*layers->names[first]),
                                          *entries->layers()->find(*layers->names[last])};
                    const CategoryBytes a = (*popliner->estimate(LayerRange{{first}, {last}}, workers)).bytes;
                    const CategoryBytes b = (*pipeline->estimate(same, workers)).bytes;
                    QCOMPARE(b.variables, a.variables);
                    QCOMPARE(b.vertexState, a.vertexState);
                    QCOMPARE(b.exchangeCode, a.exchangeCode);
                    QCOMPARE(b.controlCode, a.controlCode);
                    QVERIFY(b.vertexCode <= a.vertexCode);
                }
            }
        }
    }

    /// PopART's own test of pipelining (pipelining_transform.cpp): three IPUs, where the first stage reads a
    /// stream d0 and the second stage reads a stream e0. Without recomputation, the first stage keeps 5
    /// copies and the second 3. With recomputation, the inputs of the second stage are kept 3 times, d0 still
    /// 5 times, and the last stage keeps nothing.
    void keepsAsManyCopiesAsPopart() {
        const ProfilePtr profile = profileFromText(R"(
            tiles 1
            steps copyd copye f0 f1 f2 b2 b1 b0
            class always 0-8
            class d 0-8
            class e 1-7
            class a0 2-8
            class a1 3-7
            class a2 4-6
            var w class always bytes 1000
            var d0 class d bytes 1
            var e0 class e bytes 10
            var a0 class a0 bytes 100
            var a1 class a1 bytes 1000
            var a2 class a2 bytes 10000
            program copyd StreamCopyBegin
            program copye StreamCopyBegin
            program f0 OnTileExecute
            program f1 OnTileExecute
            program f2 OnTileExecute
            program b2 OnTileExecute
            program b1 OnTileExecute
            program b0 OnTileExecute
            program main Sequence children copyd copye f0 f1 f2 b2 b1 b0
            root main
            op - programs copyd vars d0 steps 0-0 tensor d0
            op - programs copye vars e0 steps 1-1 tensor e0
            op layer.0/F programs f0 vars d0 a0 steps 2-2 inputs d0 outputs a0
            op layer.1/F programs f1 vars a0 e0 a1 steps 3-3 inputs a0 e0 outputs a1
            op layer.2/F programs f2 vars a1 a2 steps 4-4 inputs a1 outputs a2
            op layer.2/B programs b2 vars a2 a1 steps 5-5 inputs a2 outputs Gradient___a1
            op layer.1/B programs b1 vars a1 a0 e0 steps 6-6 inputs Gradient___a1 a0 e0 outputs Gradient___a0
            op layer.0/B programs b0 vars a0 d0 steps 7-7 inputs Gradient___a0 d0 outputs Gradient___d0)");
        const PipelineEntriesPtr entries = *PipelineEntries::find(*profile, **findLayers(*profile, {}));
        QCOMPARE(entries->layers()->count(), size_t{4}); // Input has the copies, and no Output
        const SplitPlan plan = *SplitPlan::make(4, {{2}, {3}});
        Workers workers(1);
        const auto stashes = [&](Recompute recompute) {
            PipelineOptions options;
            options.recompute = recompute;
            const StageEstimatorPtr estimator = *StageEstimator::build(profile, entries, options, workers);
            std::vector<uint64_t> bytes;
            const PlanEstimate estimate = *estimator->estimate(plan, workers);
            for (const StageEstimate& stage : estimate.stages) {
                bytes.push_back(stage.bytes.stash);
            }
            return bytes;
        };
        // Without recomputation: everything that both passes of a stage use.
        QCOMPARE(stashes(Recompute::Off), (std::vector<uint64_t>{5 * (1 + 100), 3 * (10 + 100 + 1000), 0}));
        // With recomputation: everything that enters a stage.
        QCOMPARE(stashes(Recompute::Inputs), (std::vector<uint64_t>{5 * 1, 3 * (10 + 100), 0}));
    }
};

TILELINE_TEST(TestPipelineParity)
#include "test_pipelineparity.moc"
