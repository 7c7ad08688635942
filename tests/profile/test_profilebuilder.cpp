// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/generatorrandom.h"
#include "core/profile/profilebuilder.h"
#include "tests/testmain.h"

#include <QTest>

#include <array>
#include <map>
#include <numeric>
#include <set>

using namespace tileline;

namespace {

using Ids = std::vector<uint32_t>;

Target target(uint32_t tiles) {
    Target target;
    target.tilesPerIpu = target.numTiles = tiles;
    return target;
}

/// A builder for two tiles and four steps with one class and one variable.
ProfileBuilder begun() {
    ProfileBuilder builder;
    (void)builder.setTarget(target(2));
    for (int step = 0; step < 4; ++step) {
        (void)builder.addStep(0, 0);
    }
    (void)builder.addEquivalenceClass(5, Ids{0, 4});
    Variable variable;
    variable.id = 9;
    (void)builder.addVariable(std::move(variable));
    return builder;
}

Program program(uint32_t id, std::string type = "Sequence") {
    Program program;
    program.id = id;
    program.type = std::move(type);
    return program;
}

} // namespace

/// Tests what can only be tested on the builder. The tests of the readers cover the errors of its checks.
class TestProfileBuilder : public QObject {
    Q_OBJECT
private slots:
    void idsBecomePositions() {
        ProfileBuilder builder = begun();
        QVERIFY(builder.addLoweredVariables({1}, {Ids{40, 10}, Ids{4, 8}, Ids{5, 5}, Ids{9, NoId}}));
        QVERIFY(builder.addProgram(program(7), {}, Ids{0, 3}, Ids{10}));
        QVERIFY(builder.addProgram(program(3, "DoExchange"), {}, {}, Ids{40, 10}));
        QVERIFY(builder.addProgram(program(0, "Call"), {}, {}, {}));
        builder.addRootProgram(7);
        const auto profile = builder.finish();
        QVERIFY(profile);
        const Profile& p = **profile;
        QCOMPARE(p.lowered.tileBegin, (std::vector<size_t>{0, 0, 2}));
        QCOMPARE(p.lowered.tileOf({1}), TileId{1});
        QCOMPARE(p.lowered.variable[1].value, NoId);
        QVERIFY(p.lowered.address.empty());
        QCOMPARE(p.programChildren[0][0], ProgramIndex{2});
        QCOMPARE(p.programChildren[0][1], ProgramIndex{1});
        QCOMPARE(p.programVariables[1][0], LoweredIndex{0});
        QCOMPARE(p.programVariables[0][0], LoweredIndex{1});
        QCOMPARE(p.stepProgram[3], ProgramIndex{2});
        QCOMPARE(p.programs[1].kind, ProgramKind::DoExchange);
        QCOMPARE(p.programs[2].kind, ProgramKind::Call);
    }

    /// Only some tiles have addresses.
    void addressesOfSomeTiles() {
        ProfileBuilder builder = begun();
        QVERIFY(builder.addLoweredVariables({0}, {Ids{1}, Ids{4}, Ids{5}, Ids{9}}));
        QVERIFY(builder.addLoweredVariables({1}, {Ids{2}, Ids{4}, Ids{5}, Ids{9}, Ids{64}}));
        QVERIFY(builder.addProgram(program(0), {}, {}, {}));
        const auto profile = builder.finish();
        QVERIFY(profile);
        QCOMPARE((*profile)->lowered.address, (Ids{NoId, 64}));
    }

    void millionDeepPrograms() {
        for (const bool cyclic : {false, true}) {
            ProfileBuilder builder = begun();
            constexpr uint32_t Depth = 1'000'000;
            for (uint32_t id = 0; id < Depth; ++id) {
                const bool last = id + 1 == Depth;
                const Ids children = last && !cyclic ? Ids{} : Ids{last ? 500'000 : id + 1};
                QVERIFY(builder.addProgram(program(id), {}, children, {}));
            }
            const auto profile = builder.finish();
            QCOMPARE(bool(profile), !cyclic);
            if (cyclic) {
                QCOMPARE(profile.failure().error().code, ErrorCode::CyclicPrograms);
            }
        }
    }

    /// Programs that share children at every level: there are 2^60 paths through 60 programs.
    void sharedChildren() {
        ProfileBuilder builder = begun();
        for (uint32_t id = 0; id < 60; ++id) {
            QVERIFY(builder.addProgram(program(id), {}, id == 59 ? Ids{} : Ids{id + 1, id + 1}, {}));
        }
        QVERIFY(builder.finish());
    }

    /// Vertex state counts once for each program that executes the compute set.
    void vertexStateOfSharedComputeSets() {
        for (const uint32_t programs : {1U, 3U}) {
            ProfileBuilder builder;
            QVERIFY(builder.setTarget(target(1)));
            QVERIFY(builder.addVertexType(0, "v", 1'000'000'000));
            QVERIFY(builder.addComputeSet(0, "c"));
            const std::array<uint32_t, 1> one{1};
            QVERIFY(builder.addVertices(0, 0, builder.storeByTile(one)));
            for (uint32_t id = 0; id < programs; ++id) {
                QVERIFY(builder.addProgram(program(id, "OnTileExecute"), 0, {}, {}));
            }
            QCOMPARE(bool(builder.finish()), programs < 3);
        }
    }

    /// Columns of lowered variables grow by a share of their size, although the first tiles suggest too
    /// little.
    void columnsAreSeldomCopied() {
        constexpr uint32_t Tiles = 10'000;
        for (const uint32_t every : {1U, 3U}) {
            ProfileBuilder builder;
            builder.setFileBytes(uint64_t{1} << 30U);
            QVERIFY(builder.setTarget(target(Tiles)));
            QVERIFY(builder.addStep(0, 0));
            QVERIFY(builder.addEquivalenceClass(0, std::array<uint32_t, 2>{0, 1}));
            std::set<size_t> capacities;
            uint32_t id = 0;
            for (uint32_t tile = 0; tile < Tiles; tile += every) {
                std::vector<uint32_t> ids(tile < Tiles / 2 ? 1 : 3);
                std::iota(ids.begin(), ids.end(), id);
                id += static_cast<uint32_t>(ids.size());
                const std::vector<uint32_t> zeros(ids.size());
                const std::vector<uint32_t> none(ids.size(), NoId);
                QVERIFY(builder.addLoweredVariables(
                    {tile}, {.id = ids, .bytes = zeros, .equivalenceClass = zeros, .variable = none}));
                capacities.insert(builder.profile().lowered.id.capacity());
            }
            QVERIFY2(capacities.size() < 30, qPrintable(QString::number(capacities.size())));
        }
    }

    void cancels() {
        ProfileBuilder builder = begun();
        (void)builder.addProgram(program(0), {}, {}, {});
        std::stop_source stop;
        stop.request_stop();
        const auto profile = builder.finish(stop.get_token());
        QVERIFY(!profile);
        QVERIFY(profile.failure().cancelled());
    }

    /// Dense and scattered ids, in any order, are found again, also after their rows have moved. No other ids
    /// are found.
    void idTable() {
        for (uint64_t seed = 0; seed < 20; ++seed) {
            GeneratorRandom random(seed);
            IdTable table;
            std::map<uint32_t, uint32_t> expected;
            if (seed % 2 == 0) {
                table.reserve(1000);
            }
            for (uint32_t row = 0; row < 3000; ++row) {
                const bool far = seed % 3 == 0 && random.below(4) == 0;
                const uint32_t id = far ? random.below(0xFFFFFFFFU) : random.below(9000);
                QCOMPARE(table.insert(id, row), expected.emplace(id, row).second);
            }
            QCOMPARE(table.size(), expected.size());
            for (uint32_t id = 0; id < 12'000; ++id) {
                QCOMPARE(table.find(id), expected.contains(id) ? expected[id] : NoId);
            }
            for (const auto& [id, row] : expected) {
                QCOMPARE(table.find(id), row);
            }
            Ids reversed(3000);
            std::iota(reversed.rbegin(), reversed.rend(), 0U);
            table.moveRows(reversed);
            for (uint32_t id = 0; id < 12'000; ++id) {
                QCOMPARE(table.find(id), expected.contains(id) ? 2999 - expected[id] : NoId);
            }
            for (const auto& [id, row] : expected) {
                QCOMPARE(table.find(id), 2999 - row);
            }
        }
    }

    void idTableRuns() {
        IdTable table;
        QVERIFY(!table.insertRun(Ids{5, 4, 3}, 10));
        QVERIFY(!table.insertRun(Ids{4'000'000'000, 1}, 13));
        QVERIFY(!table.insertRun(Ids{2, 100}, 15));
        QCOMPARE(table.find(4), uint32_t{11});
        QCOMPARE(table.find(4'000'000'000), uint32_t{13});
        QCOMPARE(table.find(100), uint32_t{16});
        QCOMPARE(table.insertRun(Ids{200, 201, 5}, 17), std::optional<size_t>(2));
        IdTable repeated;
        QCOMPARE(repeated.insertRun(Ids{1, 1}, 0), std::optional<size_t>(1));
    }
};

TILELINE_TEST(TestProfileBuilder)
#include "test_profilebuilder.moc"
