// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/intervaltable.h"
#include "core/layers/layers.h"
#include "core/plan/splitplan.h"
#include "core/solve/optimalsolver.h"
#include "tests/generate/generatedmodels.h"
#include "tests/testmain.h"

#include <map>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

IntervalTablePtr tableOf(const GeneratedModel& model, Workers& workers) {
    auto layers = findLayers(*model.profile, {});
    if (!layers) {
        throw std::runtime_error("no layers");
    }
    auto estimator = StageEstimator::build(model.profile, *layers, workers);
    if (!estimator) {
        throw std::runtime_error("no estimator");
    }
    auto table = std::make_shared<IntervalTable>(*estimator);
    if (!table->fill(SplitPlan(table->layerCount()), workers)) {
        throw std::runtime_error("no table");
    }
    return table;
}

/// The minimum number of IPUs on which every stage fits.
uint32_t minIpus(const IntervalTable& table) {
    const SolveRequest request{Objective::MinIpus, PlanConstraints(table.layerCount(), MaxIpus)};
    const SolveResult result = *solveOptimal(*IntervalCosts::make(table, {}), request);
    const auto* solved = std::get_if<SolvedPlan>(&result);
    return solved != nullptr && solved->fits ? static_cast<uint32_t>(solved->plan.stageCount()) : 0;
}

uint64_t peakOnOneIpu(const IntervalTable& table) {
    return table.find({{0}, {static_cast<uint32_t>(table.layerCount() - 1)}})->peakTileBytes;
}

/// Distinct pairs of an equivalence class and the set of layers that use it, on one tile.
size_t groupsOnTile(const Profile& profile, const Layers& layers, size_t tile) {
    std::map<uint32_t, std::set<uint32_t>> layersOf;
    for (const LayeredOperation& op : layers.operations) {
        for (const LoweredIndex row : profile.operationVariables[op.detail.index()]) {
            const bool here = row.index() >= profile.lowered.tileBegin[tile] &&
                              row.index() < profile.lowered.tileBegin[tile + 1];
            if (here && op.inLayer()) {
                layersOf[row.value].insert(op.layer.value);
            }
        }
    }
    std::set<std::pair<uint32_t, std::set<uint32_t>>> groups;
    for (const auto& [row, used] : layersOf) {
        groups.emplace(profile.lowered.liveClass[row].value, used);
    }
    return groups.size();
}

} // namespace

/// The presets have the sizes that benchmarks and screenshots need.
class TestGeneratedSizes : public QObject {
    Q_OBJECT
private slots:
    void bertLarge() {
        GeneratorOptions options;
        options.model = "bert-large";
        const GeneratedModel model = generateOrThrow(options);
        QCOMPARE(model.profile->target.numTiles, 1472U);
        QVERIFY(model.profile->lowered.size() > 900000);
        QVERIFY(model.profile->lowered.size() < 950000);
        Workers workers;
        const IntervalTablePtr table = tableOf(model, workers);
        QCOMPARE(table->layerCount(), size_t{25});
        const size_t groups = groupsOnTile(*model.profile, table->estimator().layers(), 700);
        QVERIFY2(groups > 400 && groups < 600, qPrintable(QString::number(groups)));
        QVERIFY(peakOnOneIpu(*table) > 2 * DefaultMemoryPerTile);
        const uint32_t ipus = minIpus(*table);
        QVERIFY2(ipus >= 3 && ipus <= 8, qPrintable(QString::number(ipus)));
    }

    void sample() {
        GeneratorOptions options;
        options.model = "sample";
        const GeneratedModel model = generateOrThrow(options);
        QVERIFY(model.profile->lowered.size() < 100000);
        Workers workers;
        const IntervalTablePtr table = tableOf(model, workers);
        QVERIFY(peakOnOneIpu(*table) > DefaultMemoryPerTile);
        QCOMPARE(minIpus(*table), 4U);
    }
};

TILELINE_TEST(TestGeneratedSizes)
#include "test_generatedsizes.moc"
