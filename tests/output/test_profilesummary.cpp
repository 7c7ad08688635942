// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/profilesummary.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/profiletext.h"
#include "tests/support/randomprofile.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace tileline;
using namespace tileline::test;

namespace {

/// The cell of a column as text; "-" if it is empty.
QString cellOf(const Table& table, size_t row, const std::string& column) {
    for (size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].key == column) {
            const Cell& cell = table.rows[row][i];
            if (const auto* const number = std::get_if<uint64_t>(&cell.value)) {
                return QString::number(*number);
            }
            const auto* const text = std::get_if<std::string>(&cell.value);
            return text == nullptr ? QString("-") : QString::fromStdString(*text);
        }
    }
    return "no such column";
}

} // namespace

/// The row that a profile has in a list of many.
class TestProfileSummary : public QObject {
    Q_OBJECT
private slots:
    void figuresOfAFixture() {
        const std::vector<SummaryRow> rows{{"a/profile.tileline", summaryOf(*loadFixture("bert-tiny-train"))},
                                           {"b/profile.tileline", summaryOf(*loadFixture("replicated"))}};
        const Table table = summaryTable(rows);
        const std::map<std::string, QString> expected{{"path", "a/profile.tileline"},
                                                      {"model", "synthetic"},
                                                      {"poplar_version", "3.1.0"},
                                                      {"architecture", "ipu2"},
                                                      {"ipus", "1"},
                                                      {"replicas", "1"},
                                                      {"tiles", "12"},
                                                      {"fullest_tile", "10"},
                                                      {"fullest_tile_bytes", "200360"},
                                                      {"bytes_per_tile", "638976"},
                                                      {"tiles_over", "0"},
                                                      {"bytes_over", "0"},
                                                      {"always_live_bytes", "2155556"},
                                                      {"error", "-"}};
        for (const auto& [column, text] : expected) {
            QCOMPARE(cellOf(table, 0, column), text);
        }
        QCOMPARE(cellOf(table, 1, "replicas"), QString("2"));
        QCOMPARE(cellOf(table, 1, "tiles"), QString("16"));
        QCOMPARE(cellOf(table, 1, "fullest_tile_bytes"), QString("94020"));
    }
    void figuresAreThoseOfTheProfile() {
        for (uint64_t seed = 0; seed < 80; ++seed) {
            RandomProfileOptions options;
            options.further = seed % 2 == 0;
            options.pipeline = seed % 3 == 0;
            options.manyCycles = seed % 6 == 0;
            const ProfilePtr profile = randomProfile(seed, options);
            const ProfileSummary summary = summaryOf(*profile);
            if (const auto* const totals = profile->findTileMemory("total.includingGaps");
                totals != nullptr) {
                uint64_t fullest = 0;
                uint64_t over = 0;
                uint64_t bytesOver = 0;
                for (uint32_t tile = 0; tile < profile->target.numTiles; ++tile) {
                    const uint64_t bytes = at(totals->bytes, tile);
                    fullest = std::max(fullest, bytes);
                    if (bytes > profile->target.bytesPerTile) {
                        ++over;
                        bytesOver += bytes - profile->target.bytesPerTile;
                    }
                }
                QVERIFY(summary.tiles);
                QVERIFY(summary.tiles->fullestBytes >= fullest);
                QVERIFY(summary.tiles->over >= over && summary.tiles->bytesOver >= bytesOver);
            }
            uint64_t peak = 0;
            for (const uint64_t bytes : profile->stepNotAlwaysLive) {
                peak = std::max(peak, bytes);
            }
            QCOMPARE(summary.peak.has_value(), profile->stepCount() > 0);
            if (summary.peak) {
                QCOMPARE(summary.peak->bytes, peak + summary.alwaysLive.value_or(0));
                QCOMPARE(profile->stepNotAlwaysLive[summary.peak->step.index()], peak);
            }
            QCOMPARE(summary.cycles && summary.cycles->measured, !profile->executionSteps.empty());
        }
    }
    void tilesThatHoldTooMuch() {
        const TemporaryDirectory directory;
        copyProfile("bert-tiny-train", directory.path(), "UPDATE target SET bytes_per_tile = 200000");
        const ProfilePtr profile = loadOrThrow({directory / "profile.tileline"});
        const ProfileSummary summary = summaryOf(*profile);
        uint32_t over = 0;
        uint64_t bytes = 0;
        for (const uint32_t total : expanded(profile->findTileMemory("total.includingGaps")->bytes)) {
            over += total > 200000 ? 1 : 0;
            bytes += total > 200000 ? total - 200000 : 0;
        }
        QVERIFY(over > 1);
        QCOMPARE(summary.tiles->over, over);
        QCOMPARE(summary.tiles->bytesOver, bytes);
    }
    /// Estimates are the sum over the steps of the program; an execution counts by its clock.
    void cyclesSayTheirSource() {
        const std::string programs =
            "tiles 2\nsteps a b b\nprogram a DoExchange code 4 4\n"
            "program b DoExchange code 4 4\nprogram main Sequence children a b b\nroot main\n";
        const auto cyclesOf = [&](const std::string& text) {
            const auto cycles = summaryOf(*profileFromText(programs + text)).cycles;
            return cycles ? QString("%1 %2").arg(cycles->count).arg(cycles->measured) : QString("none");
        };
        QCOMPARE(cyclesOf(""), QString("none"));
        QCOMPARE(cyclesOf("estimated a 90 30\n"), QString("none")); // too few are known
        QCOMPARE(cyclesOf("estimated a 90 30\nestimated b 7 11\n"), QString("112 0"));
        QCOMPARE(
            cyclesOf("estimated a 90 30\nestimated b 7 11\nran a 100-180\nran b 200-290\nran b 300-301\n"),
            QString("201 1"));
    }
    void whatTheProfileLacksIsEmpty() {
        const ProfilePtr profile = profileFromText("tiles 2\nsteps a\nprogram a Sync\nroot a\n");
        const std::vector<SummaryRow> rows{{"p", summaryOf(*profile)}};
        const Table table = summaryTable(rows);
        for (const char* column :
             {"model", "poplar_version", "fullest_tile", "fullest_tile_bytes", "tiles_over", "bytes_over",
              "always_live_bytes", "cycles", "cycles_source", "error"}) {
            QCOMPARE(cellOf(table, 0, column), QString("-"));
        }
        QCOMPARE(cellOf(table, 0, "ipus"), QString("1"));
    }
    void errorsAreRows() {
        const std::vector<SummaryRow> rows{
            {"bad\n.pop", {}, Error{ErrorCode::CorruptFile, "bad\n.pop", "page 3", {}, "\x1B[31m"}}};
        const Table table = summaryTable(rows);
        QCOMPARE(table.rows.front().size(), table.columns.size());
        QCOMPARE(cellOf(table, 0, "error"), QString("The file is damaged: page 3, found \\u001b[31m"));
        QCOMPARE(cellOf(table, 0, "tiles"), QString("-"));
    }
};

TILELINE_TEST(TestProfileSummary)
#include "test_profilesummary.moc"
