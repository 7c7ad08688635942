// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/columnscan.h"
#include "tests/support/runsql.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <stdexcept>

using namespace tileline;
using namespace tileline::test;

/// Reading long tables in ranges of rowids.
class TestColumnScan : public QObject {
    Q_OBJECT
private slots:
    void rowsWhoseIdsAreFarApart_data() {
        QTest::addColumn<QString>("ids");
        QTest::newRow("near") << QString("(0), (1), (7)");
        QTest::newRow("far") << QString("(-4000000000000000000), (3), (4000000000000000000)");
        QTest::newRow("as far as possible") << QString("(-9223372036854775808), (0), (9223372036854775807)");
    }
    /// A fuzzer found a file of a few rows that took seconds.
    void rowsWhoseIdsAreFarApart() {
        QFETCH(const QString, ids);
        const TemporaryDirectory directory;
        const auto path = directory / "rows";
        runSql(path, "CREATE TABLE t (x); INSERT INTO t (rowid) VALUES " + ids.toStdString() +
                         "; UPDATE t SET x = 5;");
        const SourcePtr source = *localSource(path);
        auto database = Database::openReadOnly(source);
        QVERIFY(database);
        auto scan = ColumnScan::open(*database, source, "t", {{"x"}}, {});
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
        QVERIFY((*scan)->maximumRows() >= 3);
    }

    void theSameRowsAsSqlite_data() {
        QTest::addColumn<QString>("columns");
        QTest::addColumn<int>("pageBytes");
        QTest::newRow("the rowid") << QString("a INTEGER PRIMARY KEY, b, c, d, e") << 512;
        QTest::newRow("a key that is not the rowid")
            << QString("a INTEGER PRIMARY KEY DESC, b, c, d, e") << 512;
        QTest::newRow("a key of two columns") << QString("a INTEGER, b, c, d, e, PRIMARY KEY(a, e)") << 1024;
        QTest::newRow("no key") << QString("e, d, c, b, a") << 4096;
        QTest::newRow("large pages") << QString("x, a INTEGER PRIMARY KEY, b, c, d, e") << 65536;
        QTest::newRow("columns that are not stored")
            << QString("a INTEGER PRIMARY KEY, n AS (a + 1), b, m AS (a + 2) STORED, c, d, e") << 1024;
    }
    void theSameRowsAsSqlite() {
        QFETCH(const QString, columns);
        QFETCH(const int, pageBytes);
        const TemporaryDirectory directory;
        const auto path = directory / "rows";
        // Integers of all lengths, texts and BLOBs of up to seven pages, a column that older rows do not
        // have, and rows with values of the same sizes, the last of which are too long for a page.
        runSql(path,
               "PRAGMA page_size = " + std::to_string(pageBytes) + "; CREATE TABLE T (" +
                   columns.toStdString() +
                   "); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
                   "INSERT INTO T (a, b, c, d, e) SELECT i * 3, (i * 7919 % 255 - 99) << (i % 57), "
                   "CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN i * 0.5 ELSE i % 2 END, "
                   "CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE hex(zeroblob(i % 37 * (i % 97))) END, "
                   "zeroblob(i % 41) FROM n; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                   "WHERE i < 400) INSERT INTO T (a, b, c, d, e) SELECT 100000 + 2 * i, i * 7919 % 127 - "
                   "200000, 2, hex(-100 - i), zeroblob(iif(i > 300, 3000, 7)) FROM n; DELETE FROM T WHERE "
                   "a % 11 = 0; ALTER TABLE T ADD COLUMN f; UPDATE T SET f = a WHERE a % 2 = 0;");
        const SourcePtr source = *localSource(path);
        auto database = Database::openReadOnly(source);
        QVERIFY(database);
        auto rows = database->prepare("SELECT a, b, c, d, e, f, NULL FROM T NOT INDEXED ORDER BY rowid");
        QVERIFY(rows);
        auto pages = TablePages::find(*database, source, "t", {"a", "b", "c", "d", "e", "f", "absent"});
        QVERIFY(pages);
        size_t count = 0;
        size_t largest = 0; // number of rows that are passed together
        const auto use = [&](const TablePages::Rows& next) -> Outcome<Done> {
            std::vector<int64_t> integers;
            for (size_t row = 0; row < next.count(); ++row) {
                const auto more = rows->step();
                require(more && *more, "SQLite has this row");
                for (size_t i = 0; i < next.columns(); ++i) {
                    const int column = static_cast<int>(i);
                    const ValueType type = next.type(i);
                    require(rows->type(column) == type, "the same type");
                    require(type != ValueType::Integer || next.integer(i, row) == rows->integer(column),
                            "the same integer");
                    require(type != ValueType::Text || next.text(i, row) == rows->text(column),
                            "the same text");
                }
                integers.push_back(next.integer(0, row));
            }
            next.forEachInteger(0, [&, at = integers.begin()](int64_t integer) mutable {
                require(integer == *at++, "the same integer by column");
            });
            count += next.count();
            largest = std::max(largest, next.count());
            return Done{};
        };
        const auto read = (*pages)->read(0, (*pages)->count(), use);
        QVERIFY(read);
        QVERIFY(!*rows->step());
        QVERIFY(count > 3000);
        QVERIFY(largest > 1);
        QVERIFY(pageBytes > 4096 || (*pages)->count() > 9);
    }

    void errorsNameTheRow_data() {
        QTest::addColumn<QString>("value");
        QTest::newRow("negative, as long as its neighbours") << QString("-70000");
        QTest::newRow("too large") << QString("4294967295");
        QTest::newRow("missing") << QString("NULL");
    }
    void errorsNameTheRow() {
        QFETCH(const QString, value);
        const TemporaryDirectory directory;
        const auto path = directory / "rows";
        runSql(path, "CREATE TABLE t (id INTEGER PRIMARY KEY, x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
                     "SELECT i + 1 FROM n WHERE i < 100) INSERT INTO t SELECT i, 70000 + i FROM n; UPDATE t "
                     "SET x = " +
                         value.toStdString() + " WHERE id >= 57;");
        const SourcePtr source = *localSource(path);
        auto database = Database::openReadOnly(source);
        QVERIFY(database);
        auto scan = ColumnScan::open(*database, source, "t", {{"id"}, {"x"}}, {});
        QVERIFY(scan);
        auto next = (*scan)->next();
        while (next && *next != nullptr) {
            next = (*scan)->next();
        }
        QVERIFY(!next);
        QCOMPARE(next.failure().error().item, std::string("t, id 57, column x"));
    }

    /// A page that belongs to the tree twice, and a row that is longer than the file, are errors.
    void damage() {
        const TemporaryDirectory directory;
        const auto path = directory / "rows";
        runSql(
            path,
            "PRAGMA page_size = 512; CREATE TABLE t (x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT "
            "i + 1 FROM n WHERE i < 900) INSERT INTO t SELECT 100 + i % 20 FROM n;");
        std::ifstream file(path, std::ios::binary);
        const std::string whole{std::istreambuf_iterator<char>(file), {}};
        const auto codeOf = [&](const std::string& bytes) -> std::optional<ErrorCode> {
            std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
            const SourcePtr source = *localSource(path);
            auto database = Database::openReadOnly(source);
            auto pages = TablePages::find(*database, source, "t", {"x"});
            const auto read =
                pages ? (*pages)->read(0, (*pages)->count(), [](const TablePages::Rows&) { return Done{}; })
                      : Outcome<Done>(pages.failure());
            return read ? std::nullopt : std::optional(read.failure().error().code);
        };
        const auto number = [&](size_t at) {
            return static_cast<size_t>(static_cast<uint8_t>(whole[at])) * 256 +
                   static_cast<uint8_t>(whole[at + 1]);
        };
        constexpr size_t Page = 512;
        constexpr size_t Root = Page; // the second page; its header takes 12 bytes
        QVERIFY(!codeOf(whole));
        const size_t first = Root + number(Root + 12);
        std::string twice = whole; // the last child is the first child
        twice.replace(Root + 8, 4, whole.substr(first, 4));
        QVERIFY(codeOf(twice) == ErrorCode::CorruptFile);
        std::string loop = whole; // a child is its own parent
        loop.replace(Root + 8, 4, std::string("\0\0\0\2", 4));
        QVERIFY(codeOf(loop) == ErrorCode::CorruptFile);
        std::string longer = whole; // the last row of the first leaf, which begins it
        const size_t leaf = (number(first + 2) - 1) * Page;
        const size_t cell = leaf + number(leaf + 8 + 2 * (number(leaf + 3) - 1));
        longer.replace(cell, 4, "\xff\xff\xff\x7f");
        QVERIFY(codeOf(longer) == ErrorCode::TooLarge);
        for (size_t at = Page; at < whole.size(); at += 13) { // no byte makes the reader fail in another way
            std::string damaged = whole;
            damaged[at] = static_cast<char>(at * 37 % 256);
            (void)codeOf(damaged);
        }
    }

    /// Cells that point to the same bytes of a page do not add up to much memory.
    void rowsThatShareBytes() {
        constexpr size_t Page = 65536;
        constexpr size_t Cells = 250;
        const TemporaryDirectory directory;
        const auto path = directory / "rows";
        runSql(path,
               "PRAGMA page_size = 65536; CREATE TABLE t (x); INSERT INTO t VALUES (hex(zeroblob(10000)));");
        std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
        std::string page(Page, 0);
        file.seekg(Page);
        file.read(page.data(), Page);
        page[4] = static_cast<char>(Cells);
        for (size_t cell = 1; cell < Cells; ++cell) {
            page.replace(8 + 2 * cell, 2, page, 8, 2);
        }
        file.seekp(Page);
        file << page << std::flush;
        const SourcePtr source = *localSource(path);
        auto database = Database::openReadOnly(source);
        QVERIFY(database);
        auto pages = TablePages::find(*database, source, "t", {"x"});
        QVERIFY(pages);
        size_t count = 0;
        size_t largest = 0;
        const auto use = [&](const TablePages::Rows& next) -> Outcome<Done> {
            count += next.count();
            largest = std::max(largest, next.count() * next.text(0, 0).size());
            return Done{};
        };
        QVERIFY((*pages)->read(0, (*pages)->count(), use));
        QCOMPARE(count, Cells);
        QVERIFY(largest > 50000);
        QVERIFY(largest <= Page + 20000);
    }

private:
    static void require(bool holds, const char* what) {
        if (!holds) {
            throw std::runtime_error(what);
        }
    }
};

TILELINE_TEST(TestColumnScan)
#include "test_columnscan.moc"
