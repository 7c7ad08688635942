// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/profilecomparison.h"
#include "core/memory/datavariables.h"
#include "core/memory/origins.h"
#include "core/memory/tilememory.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/random.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

Outcome<ProfileComparison> tryComparison(const Profile& first, const Profile& second,
                                         const std::stop_token& stop = {}) {
    const LayersPtr a = *findLayers(first, {});
    const LayersPtr b = *findLayers(second, {});
    return compareProfiles(first, *a, second, *b, {}, stop);
}

const ComparedRow* findRow(const ComparedSection& section, const std::string& name) {
    const auto found = std::find_if(section.rows.begin(), section.rows.end(),
                                    [&](const ComparedRow& row) { return row.name == name; });
    return found == section.rows.end() ? nullptr : &*found;
}

int64_t columnSum(const ComparedSection& section, size_t measure, bool second) {
    int64_t sum = 0;
    for (const ComparedRow& row : section.rows) {
        sum += (second ? row.values[measure].second : row.values[measure].first).value_or(0);
    }
    return sum;
}

/// The allocated bytes of data, by definition.
int64_t dataBytes(const Profile& profile) {
    const DataVariables data(profile);
    int64_t sum = 0;
    for (uint32_t row = 0; row < profile.lowered.size(); ++row) {
        sum += data.contains({row}) ? profile.lowered.bytes[row] : 0;
    }
    return sum;
}

/// The errors on one side of a comparison; empty if there are none.
std::string sideFault(const ProfileComparison& comparison, const Profile& profile, bool second) {
    for (const char* section : {"variables", "roles"}) {
        if (columnSum(comparison.section(section), 0, second) != dataBytes(profile)) {
            return std::string("bytes of ") + section;
        }
    }
    if (columnSum(comparison.section("roles"), 1, second) !=
        columnSum(comparison.section("variables"), 1, second)) {
        return "live bytes";
    }
    if (columnSum(comparison.section("programs"), 0, second) !=
        static_cast<int64_t>(profile.programs.size())) {
        return "number of programs";
    }
    const TileMemory memory = tileMemoryOf(profile);
    const auto total =
        static_cast<int64_t>(std::accumulate(memory.totals.begin(), memory.totals.end(), uint64_t{0}));
    if (columnSum(comparison.section("categories"), 0, second) != total ||
        columnSum(comparison.section("tiles"), 0, second) != total) {
        return "bytes of tiles";
    }
    uint32_t next = 0;
    for (const ComparedRow& row : comparison.section("steps").rows) {
        const auto step = second ? row.values[0].second : row.values[0].first;
        const auto bytes = second ? row.values[1].second : row.values[1].first;
        if (step.has_value() != bytes.has_value()) {
            return "bytes of a step";
        }
        if (step && (*step != next || *bytes != static_cast<int64_t>(profile.stepNotAlwaysLive[next]) ||
                     row.kind != profile.programs[profile.stepProgram[next].index()].type ||
                     row.name.find(programName(profile, profile.stepProgram[next])) == std::string::npos)) {
            return "step " + std::to_string(next);
        }
        next += step ? 1 : 0;
    }
    return next == profile.stepCount() ? "" : "number of steps";
}

} // namespace

class TestProfileComparison : public QObject {
    Q_OBJECT
private slots:
    void withItself() {
        const ProfilePtr profile = generateOrThrow(smallModel("bert-base", true)).profile;
        const ProfileComparison comparison = *tryComparison(*profile, *profile);
        for (const ComparedSection& section : comparison.sections) {
            QVERIFY2(!section.rows.empty(), section.id.data());
            for (const ComparedRow& row : section.rows) {
                QCOMPARE(section.changeOf(row), ProfileChange::Same);
                for (const ComparedValue& value : row.values) {
                    QCOMPARE(value.first, value.second);
                }
            }
        }
        QCOMPARE(comparison.commonPerCent, uint64_t{100});
        QVERIFY(!comparison.otherTiles);
    }

    /// A model with one more layer: everything that appeared belongs to that layer, or is longer because of
    /// it.
    void oneLayerMore() {
        GeneratorOptions options = smallModel("bert-base", false);
        const ProfilePtr before = generateOrThrow(options).profile;
        options.layers = 4;
        const ProfilePtr after = generateOrThrow(options).profile;
        const ProfileComparison comparison = *tryComparison(*before, *after);
        const ComparedSection& variables = comparison.section("variables");
        size_t appeared = 0;
        for (const ComparedRow& row : variables.rows) {
            QVERIFY(variables.changeOf(row) != ProfileChange::Went);
            appeared += variables.changeOf(row) == ProfileChange::Appeared ? 1 : 0;
        }
        QVERIFY(appeared > 10);
        // The steps of the first three layers are aligned.
        size_t together = 0;
        for (const ComparedRow& row : comparison.section("steps").rows) {
            together += row.values[0].first && row.values[0].second ? 1 : 0;
        }
        QVERIFY(together * 10 > before->stepCount() * 9);
        const ComparedRow* const steps = findRow(comparison.section("figures"), "steps");
        QVERIFY(steps != nullptr);
        QCOMPARE(steps->values[0].difference(), int64_t{after->stepCount()} - before->stepCount());
        const ProfileComparison back = *tryComparison(*after, *before);
        QCOMPARE(std::count_if(back.section("variables").rows.begin(), back.section("variables").rows.end(),
                               [&](const ComparedRow& row) {
                                   return back.section("variables").changeOf(row) == ProfileChange::Went;
                               }),
                 static_cast<std::ptrdiff_t>(appeared));
    }

    void otherBatch() {
        GeneratorOptions options = smallModel("bert-base", true);
        options.batch = 1;
        const ProfilePtr before = generateOrThrow(options).profile;
        options.batch = 2;
        const ProfilePtr after = generateOrThrow(options).profile;
        const ProfileComparison comparison = *tryComparison(*before, *after);
        const ComparedSection& roles = comparison.section("roles");
        QCOMPARE(roles.changeOf(*findRow(roles, "weights")), ProfileChange::Same);
        QCOMPARE(roles.changeOf(*findRow(roles, "activations")), ProfileChange::Grew);
        // Largest differences first.
        for (size_t i = 1; i < roles.rows.size(); ++i) {
            QVERIFY(std::abs(roles.rows[i - 1].values[0].difference()) >=
                    std::abs(roles.rows[i].values[0].difference()));
        }
    }

    void otherModel() {
        const ProfilePtr bert = generateOrThrow(smallModel("bert-base", false)).profile;
        GeneratorOptions options = smallModel("cnn", false);
        options.tiles = 24;
        const ProfileComparison comparison = *tryComparison(*bert, *generateOrThrow(options).profile);
        QVERIFY(comparison.fewNamesInCommon());
        QVERIFY(comparison.otherTiles);
    }

    /// Steps and tiles are not amounts, so they neither grow nor shrink.
    void positionsMove() {
        ComparedSection section{"figures", "figure", {}, {"value"}};
        section.rows = {{"fullest_tile", {}, {{11, 7}}, true}, {"tiles", {}, {{11, 7}}}};
        QCOMPARE(section.changeOf(section.rows[0]), ProfileChange::Moved);
        QCOMPARE(section.changeOf(section.rows[1]), ProfileChange::Shrank);
        const ProfilePtr bert = generateOrThrow(smallModel("bert-base", false)).profile;
        GeneratorOptions options = smallModel("cnn", false);
        options.tiles = 24;
        const ProfileComparison other = *tryComparison(*bert, *generateOrThrow(options).profile);
        const ComparedSection& figures = other.section("figures");
        for (const char* name : {"fullest_tile", "peak_step"}) {
            const ComparedRow& row = *findRow(figures, name);
            QCOMPARE(figures.changeOf(row),
                     row.values[0].difference() == 0 ? ProfileChange::Same : ProfileChange::Moved);
        }
    }

    void randomPairs() {
        for (uint64_t seed = 0; seed < 120; ++seed) {
            Random random(seed);
            RandomProfileOptions shape;
            shape.pipeline = seed % 3 != 0;
            shape.further = seed % 2 == 0;
            shape.steps = 1 + random.below(60);
            shape.variables = random.below(40);
            shape.manyCycles = seed % 5 == 0;
            const ProfilePtr first = randomProfile(seed, shape);
            shape.steps = 1 + random.below(60);
            const ProfilePtr second = randomProfile(seed + random.below(2), shape);
            const auto comparison = tryComparison(*first, *second);
            QVERIFY(bool(comparison));
            for (const bool side : {false, true}) {
                const std::string fault = sideFault(*comparison, side ? *second : *first, side);
                QVERIFY2(fault.empty(), qPrintable(QString("seed %1: %2").arg(seed).arg(fault.c_str())));
            }
        }
    }

    void cancelled() {
        const ProfilePtr profile = generateOrThrow(smallModel("bert-base", false)).profile;
        std::stop_source stop;
        stop.request_stop();
        const auto comparison = tryComparison(*profile, *profile, stop.get_token());
        QVERIFY(!comparison && comparison.failure().cancelled());
    }
};

TILELINE_TEST(TestProfileComparison)
#include "test_profilecomparison.moc"
