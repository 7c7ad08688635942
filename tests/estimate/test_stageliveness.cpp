// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stagecontents.h"
#include "core/estimate/stageliveness.h"
#include "core/memory/liveness.h"
#include "tests/support/profiletext.h"
#include "tests/support/random.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <string>

using namespace tileline;
using namespace tileline::test;

namespace {

struct SeriesCounts {
    size_t outside = 0; ///< steps in which a stage does not run, although variables of it are live
    size_t twoRuns = 0;
    size_t live = 0;
    size_t beside = 0;
};

/// Sum of the variables of a stage that are live in a step.
uint64_t bytesListed(const StageEstimator& estimator, const PlacedStage& stage, TileId tile, StepIndex step) {
    uint64_t bytes = 0;
    const auto live = *stageVariablesLiveIn(estimator, stage, step, tile);
    for (const LiveVariable& variable : live) {
        bytes += variable.bytes;
    }
    return bytes;
}

/// Whether a lowered variable that the stage uses is live in a step, even if the stage does not run.
bool anyLive(const Profile& profile, const std::vector<uint8_t>& rows, TileId tile, StepIndex step) {
    const auto isLiveRow = [&](LoweredIndex row) {
        return rows[row.index()] != 0 && isLive(profile, profile.lowered.liveClass[row.index()], step);
    };
    return !liveVariables(profile, TileRange::of(tile), isLiveRow)->empty();
}

/// Checks one stage on all tiles; returns an empty text if there is no error.
std::string seriesFault(const StageEstimator& estimator, const PlacedStage& stage, Workers& workers,
                        SeriesCounts& counts) {
    const StageTiles tiles = *estimator.tilesPlaced(stage, workers);
    const std::vector<StepInterval> runs = stepsOf(estimator, stage);
    const std::vector<uint8_t> rows = *rowsUsedBy(estimator, stage);
    const LivenessSeries all = *stageLiveness(estimator, stage, std::nullopt, workers);
    counts.twoRuns += runs.size() > 1 ? 1 : 0;
    counts.beside += stage.withOutput ? 1 : 0;
    std::vector<uint64_t> sums(estimator.profile().stepCount());
    for (uint32_t tile = 0; tile < tiles.size(); ++tile) {
        const LivenessSeries series = *stageLiveness(estimator, stage, TileId{tile}, workers);
        const CategoryBytes bytes = tiles.tile(tile);
        const auto peak = series.peakStep();
        if (peak && series.total(*peak) != bytes.total()) {
            return "peak of tile " + std::to_string(tile);
        }
        if (peak && series.total(tiles.peakStep[tile]) != bytes.total()) {
            return "another peak step of tile " + std::to_string(tile);
        }
        for (uint32_t step = 0; step < sums.size(); ++step) {
            sums[step] += series.total({step});
            const bool runsNow =
                std::any_of(runs.begin(), runs.end(), [&](StepInterval run) { return run.contains({step}); });
            const uint64_t listed = bytesListed(estimator, stage, {tile}, {step});
            const uint64_t variables = series.total({step}) - (bytes.total() - bytes.variables);
            if (runsNow && listed != variables) {
                return "variables of tile " + std::to_string(tile);
            }
            if (!runsNow && (series.notAlwaysLive[step] != 0 || listed != 0)) {
                return "bytes while the stage does not run";
            }
            counts.live += runsNow && series.notAlwaysLive[step] > 0 ? 1 : 0;
            counts.outside +=
                !runsNow && !runs.empty() && anyLive(estimator.profile(), rows, {tile}, {step}) ? 1 : 0;
        }
    }
    for (uint32_t step = 0; step < sums.size(); ++step) {
        if (all.total({step}) != sums[step]) {
            return "sum of the tiles";
        }
    }
    return {};
}

SplitPlan someSplits(size_t layerCount, Random& random) {
    std::vector<LayerIndex> splits;
    for (uint32_t split = 1; split < layerCount; ++split) {
        if (random.below(3) == 0) {
            splits.push_back({split});
        }
    }
    return *SplitPlan::make(layerCount, std::move(splits));
}

} // namespace

class TestStageLiveness : public QObject {
    Q_OBJECT
private slots:
    void equalsTheEstimateInThePipelineSetting() {
        Workers workers(1);
        SeriesCounts counts;
        for (uint64_t seed = 0; seed < 80; ++seed) {
            RandomProfileOptions shape;
            shape.pipeline = true;
            shape.training = seed % 5 != 0;
            shape.tiles = 1 + static_cast<uint32_t>(seed % 4);
            shape.layers = 1 + static_cast<uint32_t>(seed % 6);
            shape.steps = 4 + static_cast<uint32_t>(seed % 30);
            const ProfilePtr profile = randomProfile(seed, shape);
            Random random(seed);
            PipelineOptions options;
            options.outputOn = seed % 2 == 0 ? OutputOn::Last : OutputOn::First;
            const PipelineEntriesPtr entries =
                *PipelineEntries::find(*profile, **findLayers(*profile, {}), options.mode);
            const StageEstimatorPtr estimator = *StageEstimator::build(profile, entries, options, workers);
            const SplitPlan plan = someSplits(estimator->layerCount(), random);
            for (const PlacedStage& stage : estimator->place(plan).ipus) {
                const std::string fault = seriesFault(*estimator, stage, workers, counts);
                QVERIFY2(fault.empty(), ("seed " + std::to_string(seed) + ": " + fault).c_str());
            }
        }
        // The special cases must occur, or the test would prove little.
        QVERIFY2(counts.outside > 100, std::to_string(counts.outside).c_str());
        QVERIFY2(counts.twoRuns > 10, std::to_string(counts.twoRuns).c_str());
        QVERIFY2(counts.live > 500, std::to_string(counts.live).c_str());
        QVERIFY2(counts.beside > 5, std::to_string(counts.beside).c_str());
    }

    void equalsTheEstimateInPoplinersSetting() {
        Workers workers(1);
        SeriesCounts counts;
        for (uint64_t seed = 0; seed < 40; ++seed) {
            const ProfilePtr profile = randomProfile(seed);
            const StageEstimatorPtr estimator =
                *StageEstimator::build(profile, *findLayers(*profile, {}), workers);
            Random random(seed);
            const SplitPlan plan = someSplits(estimator->layerCount(), random);
            for (const PlacedStage& stage : estimator->place(plan).ipus) {
                const std::string fault = seriesFault(*estimator, stage, workers, counts);
                QVERIFY2(fault.empty(), ("seed " + std::to_string(seed) + ": " + fault).c_str());
            }
        }
        QVERIFY(counts.live > 500);
    }

    /// A stage holds what its operations use, while they run.
    void anExample() {
        Workers workers(1);
        const ProfilePtr profile = profileFromText(R"(
            tiles 1
            steps p0 p1 p2 p3
            class always 0-4
            class early 0-3
            class late 2-4
            var layer.1/weight class always bytes 5000
            var early class early bytes 10
            var late class late bytes 300
            program p0 OnTileExecute
            program p1 OnTileExecute control 8
            program p2 OnTileExecute control 4
            program p3 OnTileExecute
            program main Sequence children p0 p1 p2 p3
            root main
            op layer.0/A programs p0 vars early steps 0-0
            op layer.1/B programs p1 vars layer.1/weight early steps 1-1
            op layer.1/C programs p2 vars early late steps 2-2
            op layer.2/D programs p3 vars late steps 3-3)");
        const StageEstimatorPtr estimator =
            *StageEstimator::build(profile, *findLayers(*profile, {}), workers);
        const LayersPtr layers = *findLayers(*profile, {});
        const LayerIndex middle{2}; // after none and layer 0
        QCOMPARE(layers->displayName(middle), std::string("1"));
        const PlacedStage stage{{middle, middle}};
        QCOMPARE(stepsOf(*estimator, stage), (std::vector<StepInterval>{{{1}, {3}}}));
        const LivenessSeries series = *stageLiveness(*estimator, stage, std::nullopt, workers);
        QCOMPARE(series.alwaysLive, uint64_t{5012});
        QCOMPARE(series.notAlwaysLive, (std::vector<uint64_t>{0, 10, 310, 0}));
    }

    void stops() {
        Workers workers(1);
        const ProfilePtr profile = randomProfile(1);
        const StageEstimatorPtr estimator =
            *StageEstimator::build(profile, *findLayers(*profile, {}), workers);
        std::stop_source source;
        source.request_stop();
        const PlacedStage stage{{{0}, {1}}};
        QVERIFY(!stageLiveness(*estimator, stage, std::nullopt, workers, source.get_token()));
        QVERIFY(!rowsUsedBy(*estimator, stage, source.get_token()));
    }
};

TILELINE_TEST(TestStageLiveness)
#include "test_stageliveness.moc"
