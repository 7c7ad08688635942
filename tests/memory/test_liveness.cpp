// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/layers.h"
#include "core/memory/liveness.h"
#include "core/memory/origins.h"
#include "tests/support/fixtures.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <map>
#include <numeric>
#include <set>

using namespace tileline;

namespace {

constexpr uint64_t Seeds = 60;

/// Whether a row is live in a step, by testing every interval.
bool liveByDefinition(const Profile& profile, size_t row, uint32_t step) {
    for (const StepInterval& interval : profile.equivalenceClasses[profile.lowered.liveClass[row].index()]) {
        if (interval.start.value <= step && step < interval.end.value) {
            return true;
        }
    }
    return false;
}

std::vector<uint64_t> seriesByDefinition(const Profile& profile, size_t begin, size_t end) {
    std::vector<uint64_t> series(profile.stepCount());
    for (uint32_t step = 0; step < profile.stepCount(); ++step) {
        for (size_t row = begin; row < end; ++row) {
            if (!isAlwaysLive(profile, {static_cast<uint32_t>(row)}) &&
                liveByDefinition(profile, row, step)) {
                series[step] += profile.lowered.bytes[row];
            }
        }
    }
    return series;
}

LayersPtr layersOf(const Profile& profile) {
    auto layers = findLayers(profile, {});
    return layers ? *layers : nullptr;
}

} // namespace

class TestLiveness : public QObject {
    Q_OBJECT
private slots:
    void seriesOfATileIsTheSumOfItsLiveVariables() {
        for (uint64_t seed = 0; seed < Seeds; ++seed) {
            const ProfilePtr profile = test::randomProfile(seed);
            for (uint32_t tile = 0; tile < profile->target.numTiles; ++tile) {
                const auto series = livenessSeries(*profile, TileRange::of({tile}));
                QVERIFY(series);
                QCOMPARE(series->notAlwaysLive, seriesByDefinition(*profile, profile->lowered.tileBegin[tile],
                                                                   profile->lowered.tileBegin[tile + 1]));
            }
        }
    }

    /// In the fixtures, Poplar's own count equals the sum of the lowered variables.
    void fixturesCountWhatTheirVariablesAddUpTo() {
        for (const std::string& name : test::fixtureNames()) {
            const ProfilePtr profile = test::loadFixture(name);
            const LivenessSeries series = livenessSeries(*profile);
            QCOMPARE(series.notAlwaysLive, seriesByDefinition(*profile, 0, profile->lowered.size()));
            QVERIFY(!series.alwaysLiveIsVariablesOnly);
            const TileMemoryCategory* const always = profile->findTileMemory("alwaysLive");
            QVERIFY(always);
            QCOMPARE(series.alwaysLive, sumOver(always->bytes));
        }
    }

    void alwaysLiveIsVariablesWhereTheProfileHasNoCategory() {
        Profile profile;
        profile.target.numTiles = 1;
        profile.stepProgram = {{0}, {0}};
        profile.stepNotAlwaysLive = {4, 0};
        profile.equivalenceClasses.append(std::vector<StepInterval>{{{0}, {2}}});
        profile.equivalenceClasses.append(std::vector<StepInterval>{{{0}, {1}}});
        profile.variables = {{7, "weights", {}, true, "", ""}};
        profile.lowered.tileBegin = {0, 3};
        profile.lowered.id = {1, 2, 3};
        profile.lowered.bytes = {100, 30, 4};
        profile.lowered.liveClass = {{0}, {0}, {1}};
        profile.lowered.variable = {{0}, {NoId}, {NoId}};
        const LivenessSeries series = livenessSeries(profile);
        QVERIFY(series.alwaysLiveIsVariablesOnly);
        QCOMPARE(series.alwaysLive, uint64_t{130});
        QCOMPARE(series.peakStep()->value, 0U);
        QCOMPARE(series.total({0}), uint64_t{134});
        const auto tile = livenessSeries(profile, TileRange::of({0}));
        QVERIFY(tile);
        QCOMPARE(tile->alwaysLive, uint64_t{130});
        QCOMPARE(tile->notAlwaysLive, (std::vector<uint64_t>{4, 0}));
    }

    void aStoppedSeriesIsCancelled() {
        std::stop_source stop;
        stop.request_stop();
        const ProfilePtr profile = test::randomProfile(1);
        const auto series = livenessSeries(*profile, TileRange::of({0}), stop.get_token());
        QVERIFY(!series);
        QVERIFY(series.failure().cancelled());
    }

    void liveVariablesAreThoseWithALiveRow() {
        for (uint64_t seed = 0; seed < Seeds; ++seed) {
            const ProfilePtr profile = test::randomProfile(seed);
            const uint32_t step = static_cast<uint32_t>(seed) % profile->stepCount();
            for (uint32_t tile = 0; tile <= profile->target.numTiles; ++tile) {
                const bool all = tile == profile->target.numTiles;
                const size_t begin = all ? 0 : profile->lowered.tileBegin[tile];
                const size_t end = all ? profile->lowered.size() : profile->lowered.tileBegin[tile + 1];
                std::map<uint32_t, uint64_t> expected;
                for (size_t row = begin; row < end; ++row) {
                    if (liveByDefinition(*profile, row, step)) {
                        expected[profile->lowered.variable[row].value] += profile->lowered.bytes[row];
                    }
                }
                const auto live = liveVariables(*profile, {step},
                                                all ? TileRange::ofModel(*profile) : TileRange::of({tile}));
                QVERIFY(live);
                std::map<uint32_t, uint64_t> found;
                for (const LiveVariable& variable : *live) {
                    found[variable.variable.value] = variable.bytes;
                }
                QCOMPARE(found, expected);
                QCOMPARE(live->size(), expected.size());
            }
        }
    }

    void differenceHasWhatChanges() {
        const std::vector<LiveVariable> before{{{1}, 10, 1, false}, {{2}, 20, 1, false}, {{4}, 40, 1, false}};
        const std::vector<LiveVariable> after{
            {{2}, 25, 1, false}, {{3}, 30, 1, false}, {{4}, 40, 1, false}, {{NoId}, 5, 2, false}};
        const std::vector<LiveVariableChange> expected{
            {{1}, 10, 0}, {{2}, 20, 25}, {{3}, 0, 30}, {{NoId}, 0, 5}};
        QCOMPARE(liveDifference(before, after), expected);
        QVERIFY(liveDifference(before, before).empty());
    }

    /// The differences from one step to the next add up to the difference of the series.
    void differencesAddUpToTheSeries() {
        const ProfilePtr profile = test::loadFixture("bert-tiny-train");
        for (uint32_t step = 0; step + 1 < profile->stepCount(); step += 37) {
            const auto a = liveVariables(*profile, {step}, TileRange::ofModel(*profile));
            const auto b = liveVariables(*profile, {step + 1}, TileRange::ofModel(*profile));
            QVERIFY(a && b);
            int64_t change = 0;
            for (const LiveVariableChange& entry : liveDifference(*a, *b)) {
                change += static_cast<int64_t>(entry.after) - static_cast<int64_t>(entry.before);
            }
            QCOMPARE(change, static_cast<int64_t>(profile->stepNotAlwaysLive[step + 1]) -
                                 static_cast<int64_t>(profile->stepNotAlwaysLive[step]));
        }
    }

    void bandsAscendAndBelongToOperationsOfTheirLayer() {
        for (uint64_t seed = 0; seed < Seeds; ++seed) {
            const ProfilePtr profile = test::randomProfile(seed);
            const LayersPtr layers = layersOf(*profile);
            QVERIFY(layers);
            uint32_t end = 0;
            for (const LayerBand& band : layerBands(*profile, *layers)) {
                QVERIFY(band.steps.start.value >= end);
                QVERIFY(band.steps.start < band.steps.end || band.steps.empty());
                end = std::max(end, band.steps.end.value);
                QVERIFY(end <= profile->stepCount());
                const bool begins = std::any_of(
                    layers->operations.begin(), layers->operations.end(), [&](const LayeredOperation& op) {
                        return op.layer == band.layer &&
                               profile->operationDetails[op.detail.index()].firstStep == band.steps.start;
                    });
                QVERIFY(begins);
            }
        }
    }

    void trainingRunsItsLayersForwardAndBack() {
        const ProfilePtr profile = test::loadFixture("bert-tiny-train");
        const LayersPtr layers = layersOf(*profile);
        std::vector<std::string> names;
        for (const LayerBand& band : layerBands(*profile, *layers)) {
            names.push_back(layers->displayName(band.layer));
        }
        QVERIFY(names.size() > layers->count() - 1);
        QCOMPARE(std::set<std::string>(names.begin(), names.end()).size(), layers->count() - 1);
    }

    void originsNameAnOperationThatUsesTheVariable() {
        for (uint64_t seed = 0; seed < Seeds; ++seed) {
            const ProfilePtr profile = test::randomProfile(seed);
            const LayersPtr layers = layersOf(*profile);
            const auto origins = VariableOrigins::build(profile, layers);
            QVERIFY(origins);
            std::map<uint32_t, std::set<uint32_t>> users;
            std::set<uint32_t> inLayer;
            for (uint32_t i = 0; i < layers->operations.size(); ++i) {
                const LayeredOperation& operation = layers->operations[i];
                for (const LoweredIndex row : profile->operationVariables[operation.detail.index()]) {
                    const uint32_t variable = profile->lowered.variable[row.index()].value;
                    users[variable].insert(i);
                    if (operation.inLayer()) {
                        inLayer.insert(variable);
                    }
                }
            }
            for (uint32_t v = 0; v < profile->variables.size(); ++v) {
                const auto operation = (*origins)->operationOf({v});
                QCOMPARE(operation.has_value(), users.count(v) > 0);
                if (operation) {
                    QVERIFY(users[v].count(operation->value) > 0);
                }
                QCOMPARE((*origins)->layerOf({v}).value != 0, inLayer.count(v) > 0);
            }
        }
    }

    void userLocationPrefersThePythonLine() {
        DebugContexts debug;
        const auto add = [&](uint64_t id, uint64_t parent, ContextLayer layer, const char* file) {
            DebugContext context;
            context.id = id;
            context.parent = parent;
            context.layer = layer;
            context.location = {file, "", file[0] ? 12U : 0U};
            debug.positionOf[id] = static_cast<uint32_t>(debug.contexts.size());
            debug.contexts.push_back(context);
        };
        add(4, 3, ContextLayer::Poplar, "poplar.cpp");
        add(3, 2, ContextLayer::Popart, "");
        add(2, 1, ContextLayer::Onnx, "onnx.cpp");
        add(1, 0, ContextLayer::Poptorch, "/home/me/model.py");
        add(9, 77, ContextLayer::Poplar, "");
        QCOMPARE(shortLocation(userLocation(debug, 4)), std::string("model.py:12"));
        debug.contexts[3].location = {};
        QCOMPARE(shortLocation(userLocation(debug, 4)), std::string("poplar.cpp:12"));
        QCOMPARE(shortLocation(userLocation(debug, 3)), std::string("onnx.cpp:12"));
        QVERIFY(!userLocation(debug, 9));
        QVERIFY(!userLocation(debug, 1000));
    }
};

TILELINE_TEST(TestLiveness)
#include "test_liveness.moc"
