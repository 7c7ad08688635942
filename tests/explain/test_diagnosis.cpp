// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/diagnosis.h"
#include "core/memory/datavariables.h"
#include "core/memory/liveness.h"
#include "tests/support/fixtures.h"
#include "tests/support/randomprofile.h"
#include "tests/support/referenceestimate.h"
#include "tests/testmain.h"

#include <QTest>

#include <numeric>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

/// The lowered variables on the IPU's tiles that operations use: all operations, or only those in layers.
std::set<uint32_t> rowsOf(const Profile& profile, const Layers& layers, bool onlyInLayers) {
    std::set<uint32_t> rows;
    const size_t end = profile.lowered.tileBegin[profile.target.tilesPerIpu];
    for (const LayeredOperation& operation : layers.operations) {
        if (onlyInLayers && !operation.inLayer()) {
            continue;
        }
        for (const LoweredIndex row : profile.operationVariables[operation.detail.index()]) {
            if (row.index() < end) {
                rows.insert(row.value);
            }
        }
    }
    return rows;
}

bool isLive(const Profile& profile, uint32_t row, uint32_t step) {
    for (const StepInterval& live : profile.equivalenceClasses[profile.lowered.liveClass[row].index()]) {
        if (live.contains({step})) {
            return true;
        }
    }
    return false;
}

bool isOnTile(const Profile& profile, uint32_t row, TileId tile) {
    return profile.lowered.tileBegin[tile.index()] <= row &&
           row < profile.lowered.tileBegin[tile.index() + 1];
}

uint64_t bytesAt(const Profile& profile, const std::set<uint32_t>& rows, TileId tile, uint32_t step) {
    uint64_t bytes = 0;
    for (const uint32_t row : rows) {
        bytes += isOnTile(profile, row, tile) && isLive(profile, row, step) ? profile.lowered.bytes[row] : 0;
    }
    return bytes;
}

/// The sum of each tile's own peak over all steps.
uint64_t sumOfPeaks(const Profile& profile, const std::set<uint32_t>& rows) {
    uint64_t sum = 0;
    for (uint32_t tile = 0; tile < profile.target.tilesPerIpu; ++tile) {
        uint64_t peak = 0;
        for (uint32_t step = 0; step < profile.stepCount(); ++step) {
            peak = std::max(peak, bytesAt(profile, rows, {tile}, step));
        }
        sum += peak;
    }
    return sum;
}

void checkVariables(const Profile& profile, const Layers& layers, const Diagnosis& diagnosis) {
    std::set<uint32_t> all;
    for (uint32_t row = 0; row < profile.lowered.tileBegin[profile.target.tilesPerIpu]; ++row) {
        all.insert(row);
    }
    const std::set<uint32_t> used = rowsOf(profile, layers, false);
    const std::set<uint32_t> inLayers = rowsOf(profile, layers, true);
    QCOMPARE(diagnosis.allVariables.count, uint64_t{all.size()});
    QCOMPARE(diagnosis.withoutOperation.count, uint64_t{all.size() - used.size()});
    QCOMPARE(diagnosis.outsideLayers.count, uint64_t{used.size() - inLayers.size()});
    QCOMPARE(diagnosis.sums.variables.measured.value(), sumOfPeaks(profile, all));
    QCOMPARE(diagnosis.sums.variables.allOperations, sumOfPeaks(profile, used));
    QCOMPARE(diagnosis.sums.variables.layerOperations, sumOfPeaks(profile, inLayers));

    const uint32_t step = diagnosis.worstStep.value;
    const uint64_t worst = bytesAt(profile, all, diagnosis.worstTile, step);
    for (uint32_t other = 0; other < profile.stepCount(); ++other) {
        QVERIFY(bytesAt(profile, all, diagnosis.worstTile, other) <= worst);
    }
    QCOMPARE(diagnosis.worst.variables.allOperations, bytesAt(profile, used, diagnosis.worstTile, step));
    QCOMPARE(diagnosis.worst.variables.layerOperations,
             bytesAt(profile, inLayers, diagnosis.worstTile, step));
    QCOMPARE(diagnosis.missingThere.bytes, worst - diagnosis.worst.variables.layerOperations);
    const auto listed =
        std::accumulate(diagnosis.missing.begin(), diagnosis.missing.end(), uint64_t{0},
                        [](uint64_t sum, const MissingVariable& variable) { return sum + variable.bytes; });
    QCOMPARE(listed, diagnosis.missingThere.bytes);
    for (const MissingVariable& variable : diagnosis.missing) {
        QVERIFY(!inLayers.contains(variable.row.value));
        QCOMPARE(variable.outsideLayers, used.contains(variable.row.value));
    }
}

/// Checks that the column `estimate` equals the estimate of one stage with all layers.
void checkEstimate(const StageTiles& tiles, const Diagnosis& diagnosis) {
    CategoryBytes sums;
    for (size_t tile = 0; tile < tiles.size(); ++tile) {
        sums += tiles.tile(tile);
    }
    QCOMPARE(diagnosis.sums.variables.estimate, sums.variables);
    QCOMPARE(diagnosis.sums.vertexCode.estimate, sums.vertexCode);
    QCOMPARE(diagnosis.sums.vertexState.estimate, sums.vertexState);
    QCOMPARE(diagnosis.sums.exchangeCode.estimate, sums.exchangeCode);
    QCOMPARE(diagnosis.sums.controlCode.estimate, sums.controlCode);
    QCOMPARE(diagnosis.sums.total.estimate, sums.total());
    QCOMPARE(diagnosis.worst.vertexState.estimate, tiles.tile(diagnosis.worstTile.index()).vertexState);
}

/// The bytes that are missing and those that are too much, tile by tile.
void checkDifferences(const Profile& profile, const StageTiles& tiles, const Diagnosis& diagnosis) {
    uint64_t missing = 0;
    uint64_t tooMuch = 0;
    const TileMemoryCategory* const code = profile.findTileMemory("category.vertexCode");
    for (size_t tile = 0; code != nullptr && tile < tiles.size(); ++tile) {
        const int64_t difference =
            int64_t{at(code->bytes, tile)} - static_cast<int64_t>(tiles.vertexCode[tile]);
        missing += difference > 0 ? static_cast<uint64_t>(difference) : 0;
        tooMuch += difference < 0 ? static_cast<uint64_t>(-difference) : 0;
    }
    QCOMPARE(diagnosis.sums.vertexCode.missing, missing);
    QCOMPARE(diagnosis.sums.vertexCode.tooMuch, tooMuch);
    const auto sumOver = [&](uint64_t Coverage::*field) {
        return diagnosis.sums.variables.*field + diagnosis.sums.vertexCode.*field +
               diagnosis.sums.vertexState.*field + diagnosis.sums.exchangeCode.*field +
               diagnosis.sums.controlCode.*field;
    };
    uint64_t others = 0;
    for (const OtherCategory& category : diagnosis.otherCategories) {
        others += category.bytes;
    }
    QCOMPARE(diagnosis.sums.total.missing, sumOver(&Coverage::missing) + others);
    QCOMPARE(diagnosis.sums.total.tooMuch, sumOver(&Coverage::tooMuch));
    QVERIFY(!diagnosis.books);
}

Outcome<Diagnosis> diagnosePopLiner(const Profile& profile, const Layers& layers, size_t maxMissing = 20) {
    Workers workers(1);
    return diagnose(profile, layers, nullptr, maxMissing, workers);
}

Diagnosis diagnosisOfPipeline(const ProfilePtr& profile) {
    Workers workers(1);
    const PipelineEntriesPtr entries = *PipelineEntries::find(*profile, **findLayers(*profile, {}));
    const StageEstimatorPtr estimator = *StageEstimator::build(profile, entries, {}, workers);
    return *diagnose(*profile, *entries->layers(), estimator, 10, workers);
}

/// The always-live variables of a tile that operations use.
uint64_t alwaysLiveOf(const Profile& profile, const std::set<uint32_t>& used, uint32_t tile) {
    uint64_t bytes = 0;
    for (const uint32_t row : used) {
        const bool always = isOnTile(profile, row, {tile}) && isAlwaysLive(profile, {row});
        bytes += always ? profile.lowered.bytes[row] : 0;
    }
    return bytes;
}

/// The plan of one stage has the always-live bytes that Poplar states.
void checkBooks(const ProfilePtr& profile) {
    const Diagnosis diagnosis = diagnosisOfPipeline(profile);
    QVERIFY(diagnosis.books);
    const Books& books = *diagnosis.books;
    // In random profiles, some parts of always-live variables are not live.
    QVERIFY(diagnosis.sums.total.estimate <= books.alwaysLive.estimate + books.notAlwaysLive.estimate);
    QCOMPARE(diagnosis.sums.total.missing, books.alwaysLive.missing + books.notAlwaysLive.missing);
    QCOMPARE(diagnosis.sums.total.tooMuch, books.alwaysLive.tooMuch + books.notAlwaysLive.tooMuch);
    const TileMemoryCategory* const always = profile->findTileMemory("alwaysLive");
    QCOMPARE(books.alwaysLive.measured.has_value(), always != nullptr);
    if (always == nullptr) {
        return;
    }
    QCOMPARE(books.alwaysLive.missing, uint64_t{0});
    const auto layers = findLayers(*profile, {});
    const std::set<uint32_t> used = rowsOf(*profile, **layers, false);
    uint64_t measured = 0;
    for (uint32_t tile = 0; tile < profile->target.tilesPerIpu; ++tile) {
        measured += at(always->bytes, tile);
        if (alwaysLiveOf(*profile, used, tile) > at(always->bytes, tile)) {
            QVERIFY(books.alwaysLive.tooMuch > 0);
        }
    }
    QCOMPARE(books.alwaysLive.measured.value(), measured);
    QCOMPARE(books.alwaysLive.estimate, measured + books.alwaysLive.tooMuch);
}

void check(const Profile& profile, const LayerOptions& options) {
    const auto layers = findLayers(profile, options);
    QVERIFY(layers);
    const auto diagnosis = diagnosePopLiner(profile, **layers, 1000000);
    QVERIFY(diagnosis);
    checkVariables(profile, **layers, *diagnosis);
    const StageTiles tiles = referenceTiles(profile, **layers, {{0}, (*layers)->last()});
    checkEstimate(tiles, *diagnosis);
    checkDifferences(profile, tiles, *diagnosis);
}

} // namespace

class TestDiagnosis : public QObject {
    Q_OBJECT

private slots:
    void randomProfiles() {
        for (uint64_t seed = 0; seed < 60; ++seed) {
            for (const Unassigned mode : {Unassigned::First, Unassigned::Position}) {
                LayerOptions options;
                options.unassigned = mode;
                check(*randomProfile(seed), options);
                if (QTest::currentTestFailed()) {
                    qInfo("seed %llu", static_cast<unsigned long long>(seed));
                    return;
                }
            }
        }
    }

    void fixtures() {
        for (const std::string& name : fixtureNames()) {
            check(*loadFixture(name), {});
            QVERIFY2(!QTest::currentTestFailed(), name.c_str());
        }
    }

    void booksOfRandomProfiles() {
        test::RandomProfileOptions shape;
        shape.pipeline = true;
        for (uint64_t seed = 0; seed < 60; ++seed) {
            checkBooks(randomProfile(seed, shape));
            QVERIFY2(!QTest::currentTestFailed(), std::to_string(seed).c_str());
        }
    }

    /// For these profiles, the two sides agree to the byte, in every format.
    void booksOfGeneratedProfiles() {
        for (const std::string& name : pipelineFixtureNames()) {
            for (const char* const file : {"profile.pop", "profile.tileline"}) {
                const ProfilePtr profile = loadOrThrow({fixtureDirectory(name) / file});
                checkBooks(profile);
                const Diagnosis diagnosis = diagnosisOfPipeline(profile);
                QVERIFY2(diagnosis.books->alwaysLive.tooMuch == 0, (name + "/" + file).c_str());
                QCOMPARE(diagnosis.books->notAlwaysLive.tooMuch, uint64_t{0});
                QCOMPARE(diagnosis.sums.total.estimate,
                         diagnosis.books->alwaysLive.estimate + diagnosis.books->notAlwaysLive.estimate);
            }
        }
    }

    /// In a profile.pop, code, vertex state and stacks are lowered variables, too. They must not count as
    /// variables of the model.
    void onlyDataAreVariables() {
        const ProfilePtr profile = loadOrThrow({fixtureDirectory("pipeline-marked-tiny") / "profile.pop"});
        const DataVariables data(*profile);
        std::set<uint32_t> rows;
        uint64_t others = 0;
        for (uint32_t row = 0; row < profile->lowered.size(); ++row) {
            const std::string& category = profile->variableCategories[profile->lowered.category[row]].name;
            const bool expected = category == "variable" || category == "message" || category == "controlId";
            if ((profile->lowered.flags[row] & LoweredFlag::Allocated) != 0) {
                QCOMPARE(data.contains({row}), expected);
            }
            if (data.contains({row})) {
                rows.insert(row);
            } else {
                others += profile->lowered.bytes[row];
            }
        }
        QVERIFY(others > 0);
        const Diagnosis diagnosis = diagnosisOfPipeline(profile);
        QCOMPARE(diagnosis.allVariables.count, uint64_t{rows.size()});
        QCOMPARE(diagnosis.worst.variables.measured.value(),
                 bytesAt(*profile, rows, diagnosis.worstTile, diagnosis.worstStep.value));
        QCOMPARE(diagnosis.sums.variables.missing, uint64_t{0});
        for (const MissingVariable& variable : diagnosis.missing) {
            QVERIFY(rows.contains(variable.row.value));
        }
        for (const OtherCategory& category : diagnosis.otherCategories) {
            QVERIFY2(!DataVariables::isData(category.name), category.name.c_str());
        }
    }

    void programs() {
        const ProfilePtr profile = loadFixture("bert-tiny-inf");
        const auto layers = findLayers(*profile, {});
        QVERIFY(layers);
        const auto diagnosis = diagnosePopLiner(*profile, **layers);
        QVERIFY(diagnosis);
        uint64_t programs = 0;
        for (const ProgramCoverage& program : diagnosis->programs) {
            programs += program.inProfile;
            QVERIFY(program.inLayers <= program.inOperations);
            QVERIFY(program.inOperations <= program.inProfile);
        }
        QCOMPARE(programs, uint64_t{profile->programs.size()});
        QCOMPARE(diagnosis->programs.front().type, std::string("OnTileExecute"));
        QVERIFY(diagnosis->programs.front().inLayers < diagnosis->programs.front().inOperations);
    }

    /// The layer regex matches nothing. The estimate then misses every variable, and the diagnosis says so.
    void nothingInLayers() {
        const ProfilePtr profile = loadFixture("bert-tiny-inf");
        LayerOptions options;
        options.layerRegex = "no such layer";
        options.inputsRegex = "no such input";
        const auto layers = findLayers(*profile, options);
        QVERIFY(layers);
        const auto diagnosis = diagnosePopLiner(*profile, **layers, 3);
        QVERIFY(diagnosis);
        QCOMPARE(diagnosis->worst.variables.estimate, uint64_t{0});
        QCOMPARE(diagnosis->missing.size(), size_t{3});
        QVERIFY(diagnosis->missingThere.count > 3);
        QVERIFY(diagnosis->missing[0].bytes >= diagnosis->missing[1].bytes);
        QVERIFY(!diagnosis->missing[0].name.empty());
        QCOMPARE(diagnosis->worst.total.measured.value(),
                 uint64_t{at(profile->findTileMemory("total.excludingGaps")->bytes,
                             diagnosis->worstTile.index())});
    }
};

TILELINE_TEST(TestDiagnosis)
#include "test_diagnosis.moc"
