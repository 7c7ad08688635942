// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/selfchecks.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>

using namespace tileline;
using namespace tileline::test;

namespace {

/// Checks a copy of a profile that SQL has changed.
SelfCheckResult checkAfter(const std::string& sql) {
    const TemporaryDirectory directory;
    Workers workers(2);
    return *runSelfChecks(*loadOrThrow({copyPoplarReport("pipeline-marked-tiny", directory.path(), sql)}),
                          workers);
}

} // namespace

/// Figures that a profile states twice agree, and each check finds one changed number.
class TestSelfChecks : public QObject {
    Q_OBJECT
private slots:
    void holdForFixtures() {
        for (const char* fixture : {"pipeline-marked-tiny", "pipeline-nameless-tiny"}) {
            Workers workers(2);
            const auto result = runSelfChecks(*loadFixture(fixture), workers);
            QCOMPARE(result->checked.size(), IdentityCount - 1); // the fixtures do not state ComputeSetMemory
            QVERIFY(result->failed.empty());
        }
    }

    /// Without addresses, only the bytes of steps can be checked.
    void othersNeedAddresses() {
        Workers workers(2);
        for (const std::string& name : fixtureNames()) {
            const auto result = runSelfChecks(*loadFixture(name), workers);
            QVERIFY2(result->checked == std::vector{Identity::StepBytes}, name.c_str());
            QVERIFY2(result->failed.empty(), name.c_str());
        }
    }

    /// A profile without addresses whose liveness contradicts its variables.
    void findsWrongStepsWithoutAddresses() {
        const TemporaryDirectory directory;
        const auto path =
            copyProfile("bert-tiny-train", directory.path(),
                        "UPDATE liveness_step SET not_always_live_bytes = not_always_live_bytes / 2 "
                        "WHERE step >= 10;");
        Workers workers(2);
        const auto result = runSelfChecks(*loadOrThrow({path}), workers);
        QCOMPARE(result->failed.size(), size_t{1});
        QCOMPARE(result->failed.front().identity, Identity::StepBytes);
        QVERIFY(result->failed.front().places > 5);
        QVERIFY(decidesFigures(result->failed.front().identity));
    }

    void findsAChangedFigure_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<int>("identity");
        QTest::addColumn<int>("tile"); // -1: the failure is at a step
        const auto row = [](const char* name, Identity identity, int tile, const char* sql) {
            QTest::newRow(name) << sql << static_cast<int>(identity) << tile;
        };
        row("step", Identity::StepBytes, -1,
            "INSERT INTO memory_not_always_live_by_step_and_ipu(ipu, step_id, delta_bytes) "
            "VALUES(NULL, 7, 4), (NULL, 8, -4)");
        row("always live", Identity::AlwaysLive, 3,
            "UPDATE memory_by_tile SET always_live_bytes = always_live_bytes + 4 WHERE tile = 3");
        row("not always live", Identity::NotAlwaysLive, 4,
            "UPDATE memory_by_tile SET not_always_live_max_bytes = not_always_live_max_bytes + 4 WHERE tile "
            "= 4");
        row("union", Identity::UnionOfAddresses, 5,
            "UPDATE memory_by_tile SET total = total + 1 WHERE tile = 5");
        row("highest", Identity::HighestAddress, 6,
            "UPDATE memory_by_tile SET total_including_gaps = total_including_gaps + 1 WHERE tile = 6");
        row("category", Identity::CategoryBytes, 7,
            "UPDATE vars_info SET category = 8 WHERE var_id = "
            "(SELECT var_id FROM vars_info WHERE tile = 7 AND category = 0 LIMIT 1)");
        row("vertex state", Identity::VertexState, 0, "UPDATE vertex_types SET size = size + 4 WHERE id = 0");
        row("compute sets", Identity::ComputeSetMemory, 0,
            "CREATE TABLE memory_by_compute_set(compute_set INTEGER PRIMARY KEY, vertex_data_bytes BLOB); "
            "INSERT INTO memory_by_compute_set VALUES(0, X'9881')");
    }
    void findsAChangedFigure() {
        QFETCH(QString, sql);
        QFETCH(int, tile);
        const SelfCheckResult result = checkAfter(sql.toStdString());
        QCOMPARE(result.failed.size(), size_t{1});
        const FailedIdentity& failed = result.failed.front();
        QTEST(static_cast<int>(failed.identity), "identity");
        QCOMPARE(failed.tile ? static_cast<int>(failed.tile->value) : -1, tile);
        QVERIFY(failed.stated != failed.computed);
        if (failed.identity == Identity::StepBytes) {
            QCOMPARE(failed.step->value, 7U);
            QCOMPARE(failed.stated, failed.computed + 4);
            QCOMPARE(failed.places, uint64_t{1});
        }
        if (failed.identity == Identity::CategoryBytes) {
            QCOMPARE(failed.category, std::string("variable"));
        }
        QCOMPARE(decidesFigures(failed.identity),
                 failed.identity == Identity::StepBytes || failed.identity == Identity::AlwaysLive);
    }

    /// A variable that is moved onto code, which is live at the same time.
    void findsSharedAddresses() {
        for (const char* category : {"0", "12"}) {
            const SelfCheckResult result =
                checkAfter("UPDATE vars_info SET offset = (SELECT offset FROM vars_info WHERE tile = 2 AND "
                           "category = 18) "
                           "WHERE var_id = (SELECT var_id FROM vars_info WHERE tile = 2 AND category = " +
                           std::string(category) + " LIMIT 1)");
            QVERIFY(std::any_of(result.failed.begin(), result.failed.end(), [](const FailedIdentity& failed) {
                return failed.identity == Identity::SeparateAddresses && failed.tile == TileId{2};
            }));
        }
    }

    /// A column in which all addresses are 0 or NULL counts as no column.
    void withoutAddresses() {
        for (const char* sql : {"UPDATE vars_info SET offset = 0", "UPDATE vars_info SET offset = NULL"}) {
            const SelfCheckResult result = checkAfter(sql);
            QVERIFY(result.checked == std::vector{Identity::StepBytes});
            QVERIFY(result.failed.empty());
        }
    }

    void countsPlacesAndStops() {
        const SelfCheckResult result = checkAfter(
            "UPDATE memory_by_tile SET always_live_bytes = always_live_bytes + 4 WHERE tile IN (2, 9)");
        QCOMPARE(result.failed.size(), size_t{1});
        QCOMPARE(result.failed.front().places, uint64_t{2});
        QCOMPARE(result.failed.front().tile->value, 2U);
        Workers workers(2);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(runSelfChecks(*loadFixture("pipeline-marked-tiny"), workers, stop.get_token())
                    .failure()
                    .cancelled());
    }
};

TILELINE_TEST(TestSelfChecks)
#include "test_selfchecks.moc"
