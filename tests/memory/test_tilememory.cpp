// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/tilememory.h"
#include "tests/support/fixtures.h"
#include "tests/testmain.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace tileline;

namespace {

template <class List, class BytesOf>
uint64_t sum(const List& list, BytesOf bytesOf) {
    uint64_t bytes = 0;
    for (const auto& entry : list) {
        bytes += bytesOf(entry);
    }
    return bytes;
}

/// A profile of two tiles with these bytes by tile.
Profile profileWith(const std::vector<std::pair<std::string, std::vector<uint32_t>>>& memory) {
    Profile profile;
    profile.target.numTiles = 2;
    ByTileEncoder encoder;
    for (const auto& [category, bytes] : memory) {
        encoder.append(bytes);
        profile.tileMemory.push_back({category, encoder.storeIn(profile.byTile)});
    }
    return profile;
}

} // namespace

class TestTileMemory : public QObject {
    Q_OBJECT
private slots:
    void stackReachesTheTotalWithGaps() {
        std::vector<ProfilePtr> profiles{test::loadOrThrow({TILELINE_SAMPLE})};
        for (const std::string& name : test::fixtureNames()) {
            profiles.push_back(test::loadFixture(name));
        }
        for (const ProfilePtr& profile : profiles) {
            const TileMemory memory = tileMemoryOf(*profile);
            QCOMPARE(memory.tileCount(), size_t{profile->target.numTiles});
            const TileMemoryCategory* const total = profile->findTileMemory("total.includingGaps");
            QVERIFY(total);
            for (size_t tile = 0; tile < memory.tileCount(); ++tile) {
                QCOMPARE(memory.totals[tile], uint64_t{at(total->bytes, tile)});
                uint64_t stacked = 0;
                for (const TileMemory::Category& category : memory.categories) {
                    stacked += category.bytes[tile];
                }
                QCOMPARE(stacked, memory.totals[tile]);
                QVERIFY(memory.totals[tile] <= memory.totals[memory.peakTile().index()]);
            }
        }
    }

    void largestCategoryComesFirstAndEmptyOnesAreLeftOut() {
        const Profile profile = profileWith({{"category.stack", {1, 2}},
                                             {"category.variable", {30, 40}},
                                             {"category.constant", {0}},
                                             {"total.excludingGaps", {40, 42}}});
        const TileMemory memory = tileMemoryOf(profile);
        QCOMPARE(memory.categories.size(), size_t{3});
        QCOMPARE(memory.categories[0].name, std::string("category.variable"));
        QCOMPARE(memory.categories[1].name, std::string("category.stack"));
        QCOMPARE(memory.categories[2].name, std::string("other"));
        QCOMPARE(memory.categories[2].bytes, (std::vector<uint32_t>{9, 0}));
        QCOMPARE(memory.totals, (std::vector<uint64_t>{40, 42}));
        QCOMPARE(memory.peakTile().value, 1U);
    }

    void sharedAddressesCountOnce() {
        const Profile profile = profileWith({{"category.variable", {100, 50}},
                                             {"category.variable.nonInterleaved.nonOverlapped", {40, 50}},
                                             {"category.variable.nonInterleaved.overlapped", {60}},
                                             {"category.message", {20}},
                                             {"category.message.overflowed.overlapped", {20}},
                                             {"total.excludingGaps", {110, 50}}});
        const TileMemory memory = tileMemoryOf(profile);
        QCOMPARE(memory.totals, (std::vector<uint64_t>{110, 50}));
        QCOMPARE(memory.categories.size(), size_t{2});
        QCOMPARE(memory.categories[0].bytes, (std::vector<uint32_t>{40, 50}));
        QCOMPARE(memory.categories[1].name, std::string("overlapping"));
        QCOMPARE(memory.categories[1].bytes, (std::vector<uint32_t>{70, 0}));
    }

    void byKindOfMemoryAndByLiveness() {
        const Profile profile = profileWith({{"category.variable", {100, 50}},
                                             {"region.interleaved", {30}},
                                             {"region.nonInterleaved", {60, 50}},
                                             {"alwaysLive", {10, 20}},
                                             {"notAlwaysLive", {70, 25}},
                                             {"total.excludingGaps", {95, 50}},
                                             {"total.includingGaps", {99, 50}}});
        const auto names = [](const TileMemory& memory) {
            std::vector<std::string> all;
            for (const TileMemory::Category& category : memory.categories) {
                all.push_back(category.name);
            }
            return all;
        };
        const TileMemory regions = tileMemoryOf(profile, TileBreakdown::Region);
        QCOMPARE(names(regions),
                 (std::vector<std::string>{"region.nonInterleaved", "region.interleaved", "other", "gaps"}));
        QCOMPARE(regions.totals, (std::vector<uint64_t>{99, 50}));
        const TileMemory live = tileMemoryOf(profile, TileBreakdown::Liveness);
        QCOMPARE(names(live), (std::vector<std::string>{"alwaysLive", "notAlwaysLive", "other", "gaps"}));
        QCOMPARE(live.categories[2].bytes, (std::vector<uint32_t>{15, 5}));
        QCOMPARE(live.totals, (std::vector<uint64_t>{99, 50}));
    }

    /// Against a flag for each tile.
    void setsOfTiles() {
        constexpr uint32_t Tiles = 40;
        std::mt19937 random(7);
        TileSet set;
        std::vector<bool> flags(Tiles);
        Target target;
        target.numTiles = Tiles;
        target.tilesPerIpu = 10;
        for (int i = 0; i < 2000; ++i) {
            const uint32_t begin = static_cast<uint32_t>(random()) % Tiles;
            const uint32_t end = begin + static_cast<uint32_t>(random()) % std::min(8U, Tiles - begin + 1);
            const bool contained = random() % 2 == 0;
            set.set({begin, end}, contained);
            std::fill(flags.begin() + begin, flags.begin() + end, contained);
            uint32_t sum = 0;
            for (uint32_t tile = 0; tile < Tiles; ++tile) {
                QCOMPARE(set.contains({tile}), bool{flags[tile]});
                sum += flags[tile] ? 1 : 0;
            }
            QCOMPARE(set.count(), size_t{sum});
            for (size_t range = 1; range < set.ranges().size(); ++range) {
                QVERIFY(set.ranges()[range - 1].end < set.ranges()[range].begin);
            }
            QVERIFY(set.empty() || TileSet::parse(set.text(), target) == set);
        }
        QCOMPARE(TileSet::parse(" 3 - 5,12,IPU 3", target)->text(), std::string("3-5, 12, 30-39"));
        for (const char* wrong :
             {"", ",", "1,", "a", "5-3", "40", "0-40", "ipu 4", "ipu", "1 2", "4294967296", "-1"}) {
            QVERIFY2(!TileSet::parse(wrong, target), wrong);
        }
    }

    void withoutCategoriesLivenessIsStacked() {
        Profile profile = profileWith({{"alwaysLive", {10, 20}}, {"notAlwaysLive", {5}}});
        QCOMPARE(tileMemoryOf(profile).totals, (std::vector<uint64_t>{15, 20}));
        profile.tileMemory.clear();
        QCOMPARE(tileMemoryOf(profile).tileCount(), size_t{0});
    }

    void histogramCountsEveryTileOnce() {
        const std::vector<uint64_t> values{10, 11, 12, 19, 20, 29, 30};
        const Histogram histogram = histogramOf(values, 3);
        QCOMPARE(histogram.from, uint64_t{10});
        QCOMPARE(histogram.binWidth, uint64_t{7});
        QCOMPARE(histogram.counts, (std::vector<uint32_t>{3, 2, 2}));
        QCOMPARE(histogramOf(std::vector<uint64_t>{5, 5}, 10).counts, (std::vector<uint32_t>{2}));
        QVERIFY(histogramOf({}, 10).counts.empty());
    }

    void contentsOfATileAreAllThatLiesOnIt() {
        const ProfilePtr profile = test::loadFixture("bert-tiny-inf");
        for (uint32_t tile = 0; tile < profile->target.numTiles; ++tile) {
            const auto contents = tileContents(*profile, TileId{tile});
            QVERIFY(contents);
            uint64_t bytes = 0;
            for (size_t row = profile->lowered.tileBegin[tile]; row < profile->lowered.tileBegin[tile + 1];
                 ++row) {
                bytes += profile->lowered.bytes[row];
            }
            QCOMPARE(sum(contents->variables, [](const LiveVariable& v) { return v.bytes; }), bytes);
            QVERIFY(std::is_sorted(contents->variables.begin(), contents->variables.end(),
                                   [](const auto& a, const auto& b) { return a.bytes > b.bytes; }));
        }
    }

    /// In a profile.pop, code, vertex state and stacks are lowered variables, too.
    void contentsOfATileAreNoCode() {
        const ProfilePtr profile =
            test::loadOrThrow({test::fixtureDirectory("pipeline-marked-tiny") / "profile.pop"});
        QVERIFY(!profile->lowered.category.empty());
        const auto bytesOf = [](const LiveVariable& v) { return v.bytes; };
        const auto contents = tileContents(*profile, TileId{3});
        QVERIFY(contents);
        const uint64_t bytes = sum(contents->variables, bytesOf);
        uint64_t all = 0;
        uint64_t code = 0;
        for (size_t row = profile->lowered.tileBegin[3]; row < profile->lowered.tileBegin[4]; ++row) {
            const std::string& category = profile->variableCategories[profile->lowered.category[row]].name;
            all += profile->lowered.bytes[row];
            code += category == "vertexCode" || category == "controlCode" ? profile->lowered.bytes[row] : 0;
        }
        QVERIFY(code > 0);
        QVERIFY(bytes > 0 && bytes + code <= all);
        QVERIFY(!contents->vertices.empty());
    }
};

TILELINE_TEST(TestTileMemory)
#include "test_tilememory.moc"
