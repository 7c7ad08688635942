// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errortext.h"
#include "core/profile/reading/rowstream.h"
#include "tests/support/profilefiles.h"
#include "tests/support/random.h"
#include "tests/support/runsql.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <cstring>

using namespace tileline;
using namespace tileline::test;

namespace {

namespace fs = std::filesystem;

constexpr const char* Query = "SELECT a, b, c FROM t ORDER BY rowid";
constexpr int Columns = 3;

/// The current row as one text: types, sizes and bytes. Works for a statement and for a stream.
template <class Rows>
std::string rowOf(const Rows& rows) {
    std::string text;
    for (int column = 0; column < Columns; ++column) {
        const ValueType type = rows.type(column);
        text.append(nameOf(type)).append(" ");
        if (type == ValueType::Integer) {
            text += std::to_string(rows.integer(column));
        } else if (type == ValueType::Real) {
            text += std::to_string(rows.real(column));
        } else if (type == ValueType::Text) {
            text += rows.text(column);
        } else if (type == ValueType::Blob) {
            const auto blob = rows.blob(column);
            text.append(reinterpret_cast<const char*>(blob.data()), blob.size());
        }
        text += "\n";
    }
    return text;
}

/// An SQL value of any type. Blobs and texts have lengths up to `longest`.
std::string randomValue(Random& random, uint32_t longest) {
    switch (random.below(5)) {
    case 0:
        return "NULL";
    case 1:
        return std::to_string(static_cast<int64_t>(random.next()));
    case 2:
        return std::to_string(random.below(1000)) + ".5";
    case 3:
        return "substr(hex(zeroblob(" + std::to_string(longest) + ")), 1, " +
               std::to_string(random.below(longest)) + ")";
    default:
        return "randomblob(" + std::to_string(random.below(longest)) + ")";
    }
}

/// Creates a table t with rows of random values.
fs::path makeTable(const TemporaryDirectory& directory, size_t rows, uint32_t longest, uint64_t seed) {
    const fs::path path = directory / "rows.db";
    Random random(seed);
    std::string sql = "CREATE TABLE t (a, b, c); BEGIN;";
    for (size_t row = 0; row < rows; ++row) {
        sql += "INSERT INTO t VALUES (" + randomValue(random, longest) + ", " + randomValue(random, longest) +
               ", " + randomValue(random, longest) + ");";
    }
    writeFile(path, "");
    runSql(path, sql + "COMMIT;");
    return path;
}

Database openOrThrow(const fs::path& path, std::stop_token stop = {}) {
    auto database = Database::openReadOnly(*localSource(path), std::move(stop));
    if (!database) {
        throw std::runtime_error(describe(database.failure()));
    }
    return std::move(*database);
}

Statement prepareOrThrow(Database& database) {
    auto statement = database.prepare(Query);
    if (!statement) {
        throw std::runtime_error("cannot be prepared");
    }
    return std::move(*statement);
}

/// After how many rows the table ended, and why.
struct End {
    size_t rows = 0;
    std::string why;
    bool operator==(const End&) const = default;
};

template <class Rows>
End endOf(Rows& rows) {
    End end;
    for (;;) {
        const auto row = rows.step();
        if (!row) {
            end.why = row.failure().cancelled() ? "cancelled" : describe(row.failure().error());
            return end;
        }
        if (!*row) {
            return end;
        }
        ++end.rows;
    }
}

} // namespace

/// Rows that are read ahead equal those of the statement, with and without a thread.
class TestRowStream : public QObject {
    Q_OBJECT

private slots:
    void rowsAreThoseOfTheStatement_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("longest");
        QTest::newRow("none") << 0 << 10;
        QTest::newRow("one") << 1 << 10;
        QTest::newRow("one batch to the last row") << 4096 << 2;
        QTest::newRow("a row more than a batch") << 4097 << 2;
        QTest::newRow("many batches of many rows") << 20000 << 100;
        QTest::newRow("many batches of few rows") << 200 << 100000;
        QTest::newRow("rows longer than a batch") << 20 << 1500000;
    }
    void rowsAreThoseOfTheStatement() {
        QFETCH(int, rows);
        QFETCH(int, longest);
        const TemporaryDirectory directory;
        const fs::path path = makeTable(directory, static_cast<size_t>(rows), static_cast<uint32_t>(longest),
                                        static_cast<uint64_t>(rows + longest));
        Database one = openOrThrow(path);
        Database other = openOrThrow(path);
        Statement expected = prepareOrThrow(one);
        RowStream stream(prepareOrThrow(other), Columns);
        for (int row = 0; row < rows; ++row) {
            const auto hasRow = stream.step();
            QVERIFY(hasRow && *hasRow);
            QVERIFY(expected.step());
            QVERIFY(rowOf(stream) == rowOf(expected));
        }
        const auto end = stream.step();
        QVERIFY(end && !*end);
    }

    void blobsAreAligned() {
        const TemporaryDirectory directory;
        Database database = openOrThrow(makeTable(directory, 2000, 50, 7));
        RowStream stream(prepareOrThrow(database), Columns);
        size_t blobs = 0;
        for (auto row = stream.step(); row && *row; row = stream.step()) {
            for (int column = 0; column < Columns; ++column) {
                if (stream.type(column) == ValueType::Blob && !stream.blob(column).empty()) {
                    QCOMPARE(reinterpret_cast<uintptr_t>(stream.blob(column).data()) % alignof(uint64_t),
                             uintptr_t{0});
                    ++blobs;
                }
            }
        }
        QVERIFY(blobs > 500);
    }

    /// The rows before a broken page are returned, and then the statement's own error.
    void brokenPages() {
        const TemporaryDirectory directory;
        const fs::path path = makeTable(directory, 300, 20000, 3);
        const std::string sound = readAll(path);
        constexpr size_t Page = 4096;
        size_t failed = 0;
        for (size_t page = 2; page < sound.size() / Page; page += 31) {
            std::string bytes = sound;
            std::memset(bytes.data() + page * Page, 0xEE, Page);
            writeFile(path, bytes);
            Database one = openOrThrow(path);
            Database other = openOrThrow(path);
            Statement statement = prepareOrThrow(one);
            RowStream stream(prepareOrThrow(other), Columns);
            const End expected = endOf(statement);
            const End actual = endOf(stream);
            QVERIFY2(actual == expected, (actual.why + " / " + expected.why).c_str());
            failed += expected.why.empty() ? 0 : 1;
        }
        QVERIFY(failed > 0);
    }

    /// A stop request ends the rows, at any position within a batch.
    void stops() {
        const TemporaryDirectory directory;
        const fs::path path = makeTable(directory, 30000, 60, 5);
        for (const size_t after : {1U, 100U, 5000U}) {
            std::stop_source stop;
            Database database = openOrThrow(path, stop.get_token());
            RowStream stream(prepareOrThrow(database), Columns);
            for (size_t row = 0; row < after; ++row) {
                QVERIFY(stream.step());
            }
            stop.request_stop();
            QCOMPARE(endOf(stream).why, std::string("cancelled"));
        }
    }

    /// A stream that is destroyed before its last row releases the connection.
    void isLeftAnywhere() {
        const TemporaryDirectory directory;
        const fs::path path = makeTable(directory, 20000, 60, 9);
        Database database = openOrThrow(path);
        for (const size_t after : {0U, 1U, 4096U, 4097U, 9000U}) {
            RowStream stream(prepareOrThrow(database), Columns);
            for (size_t row = 0; row < after; ++row) {
                QVERIFY(stream.step());
            }
        }
        RowStream stream(prepareOrThrow(database), Columns);
        QCOMPARE(endOf(stream), (End{20000, {}}));
    }
};

TILELINE_TEST(TestRowStream)
#include "test_rowstream.moc"
