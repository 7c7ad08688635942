// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/columnscan.h"
#include "tests/support/runsql.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>

using namespace tileline;
using namespace tileline::test;

/// Reading long tables in ranges of rowids.
class TestColumnScan : public QObject {
    Q_OBJECT
private slots:
    void rowsWhoseIdsAreFarApart_data() {
        QTest::addColumn<QString>("ids");
        QTest::addColumn<qulonglong>("maxRanges");
        QTest::newRow("near") << QString("(0), (1), (7)") << 1ULL;
        QTest::newRow("far") << QString("(-4000000000000000000), (3), (4000000000000000000)") << 8ULL;
        QTest::newRow("as far as possible")
            << QString("(-9223372036854775808), (0), (9223372036854775807)") << 8ULL;
    }
    /// A fuzzer found a file of a few rows in 65536 ranges, which took seconds.
    void rowsWhoseIdsAreFarApart() {
        QFETCH(const QString, ids);
        QFETCH(const qulonglong, maxRanges);
        const TemporaryDirectory directory;
        const auto path = directory / "rows";
        runSql(path, "CREATE TABLE t (x); INSERT INTO t (rowid) VALUES " + ids.toStdString() +
                         "; UPDATE t SET x = 5;");
        const SourcePtr source = *localSource(path);
        auto database = Database::openReadOnly(source);
        QVERIFY(database);
        auto scan = ColumnScan::open(*database, source, "t", "SELECT x FROM t", {{"x"}}, {});
        QVERIFY(scan);
        size_t rows = 0;
        for (;;) {
            const auto next = (*scan)->next();
            QVERIFY(next);
            if (*next == nullptr) {
                break;
            }
            rows += (*next)->count;
            const auto& column = (*next)->columns.front();
            QVERIFY(std::all_of(column.begin(), column.end(), [](uint32_t x) { return x == 5; }));
        }
        QCOMPARE(rows, size_t(3));
        QVERIFY2((*scan)->ranges() <= maxRanges, qPrintable(QString::number((*scan)->ranges())));
    }
};

TILELINE_TEST(TestColumnScan)
#include "test_columnscan.moc"
