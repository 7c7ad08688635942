// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixtures.h"
#include "tests/support/pipelinereference.h"
#include "tests/testmain.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace tileline;
using namespace tileline::test;
using Json = nlohmann::json;

namespace {

Json expectedPlans(const std::string& fixture) {
    std::ifstream file(fixtureDirectory(fixture) / "expected.json");
    return Json::parse(file);
}

PipelineOptions optionsOf(const Json& plan) {
    PipelineOptions options;
    options.recompute = *parseOption<Recompute>(plan["recompute"].get<std::string>());
    options.unowned = *parseOption<Unowned>(plan["unowned"].get<std::string>());
    options.outputOn = *parseOption<OutputOn>(plan["output_on"].get<std::string>());
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

/// What a plan holds, as in expected.json.
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
bool isClose(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

std::string timeDifference(const ReferencePlan& plan, const Json& expected) {
    const auto differs = [&](const std::string& what, double actual, const Json& value) {
        return isClose(actual, value.get<double>())
                   ? std::string()
                   : what + ": " + std::to_string(actual) + " " + value.dump();
    };
    std::string text = differs("period", plan.period, expected["period"]) +
                       differs("utilisation", plan.utilisation, expected["utilisation"]) +
                       differs("throughput", plan.throughput, expected["throughput"]);
    if (plan.stageTimes.size() != expected["stages"].size() ||
        plan.transferCycles.size() != expected["transfer_cycles"].size()) {
        return text + "number of stages";
    }
    for (size_t i = 0; i < plan.stageTimes.size(); ++i) {
        const Json& stage = expected["stages"][i];
        text += differs("forward", plan.stageTimes[i].forward, stage["forward"]) +
                differs("backward", plan.stageTimes[i].backward, stage["backward"]) +
                differs("recompute", plan.stageTimes[i].recompute, stage["recompute"]);
    }
    for (size_t i = 0; i < plan.transferCycles.size(); ++i) {
        text += differs("transfer", plan.transferCycles[i], expected["transfer_cycles"][i]);
    }
    return text;
}

} // namespace

/// Compares with the figures of the pipeline setting that come with the fixtures.
class TestPipelineParity : public QObject {
    Q_OBJECT
private slots:
    /// The definition in tests/support, with which the other tests compare on random profiles.
    void theDefinitionEqualsTheFixtures() {
        for (const std::string& fixture : pipelineFixtureNames()) {
            const Json expected = expectedPlans(fixture);
            const ProfilePtr profile = loadFixture(fixture);
            const LayersPtr layers = *findLayers(*profile, {});
            const PipelineReference reference(*profile, *layers);
            QCOMPARE(expected["plans"].size(), size_t{36});
            for (const Json& planned : expected["plans"]) {
                const auto batches = planned["time"]["gradient_accumulation"].get<uint32_t>();
                const ReferencePlan plan =
                    reference.plan(optionsOf(planned), splitsOf(planned, reference.entries()), batches);
                Json memory = memoryOf(plan);
                for (const char* key : {"splits", "recompute", "output_on", "unowned", "time"}) {
                    memory[key] = planned[key];
                }
                QCOMPARE(memory.dump(1), planned.dump(1));
                QCOMPARE(timeDifference(plan, planned["time"]), std::string());
            }
        }
    }
};

TILELINE_TEST(TestPipelineParity)
#include "test_pipelineparity.moc"
