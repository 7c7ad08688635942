// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/modelgenerator.h"
#include "core/profile/poplar/poplarformat.h"
#include "core/profile/reading/database.h"
#include "core/profile/reading/profileloader.h"
#include "core/profile/tileline/tilelineformat.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <malloc.h>
#include <map>

using namespace tileline;
using namespace tileline::test;

namespace {

namespace fs = std::filesystem;

constexpr uint64_t MiB = uint64_t{1} << 20U;
/// What SECURITY.md promises of the memory of a load: so much, and so many times the bytes that are read.
constexpr uint64_t FreeBytes = 64 * MiB;
constexpr uint64_t TimesOfBytes = 24;
/// A file that goes beyond what it may is refused within this time of a processor.
constexpr double MaxSeconds = 2;

/// A line of /proc/self/status, in bytes.
uint64_t ofProcess(const std::string& key) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(key)) {
            return std::stoull(line.substr(key.size() + 1)) * 1024;
        }
    }
    return 0;
}

/// A load, the time of the processor that it took, and the most memory that it had beyond what was there.
struct Load {
    Outcome<ProfilePtr> outcome = Cancelled{};
    double seconds = 0;
    uint64_t bytes = 0;
};

Load load(const std::vector<fs::path>& paths) {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << 5; // the peak begins anew
    [[maybe_unused]] const uint64_t before = ofProcess("VmRSS:");
    const std::clock_t begin = std::clock();
    Load result;
    result.outcome = openProfile(paths);
    result.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // they keep freed memory
    result.bytes = ofProcess("VmHWM:") - before;
#endif
    return result;
}

/// The error that a load ended with; its code is that of no error if it did not.
Error errorOf(const Load& load) {
    return load.outcome ? Error{ErrorCode::BadArgument, {}, {}, {}, "it was loaded"}
                        : load.outcome.failure().error();
}

uint32_t numberAt(const std::string& bytes, size_t at, size_t count) {
    uint32_t value = 0;
    for (size_t i = 0; i < count; ++i) {
        value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
    }
    return value;
}

void setNumber(std::string& bytes, size_t at, size_t count, size_t value) {
    for (size_t i = count; i-- > 0; value >>= 8U) {
        bytes[at + i] = static_cast<char>(value);
    }
}

int64_t integerFrom(const fs::path& path, const std::string& sql) {
    auto database = Database::openReadOnly(*localSource(path));
    auto statement = database->prepare(sql);
    return statement && *statement->step() ? statement->integer(0) : 0;
}

/// Makes all cells of a table's pages point to one page of rows, through pages that do so, too: the file has
/// a few KB more, and the table 10^12 times as many rows. Returns false if the table has no rows.
bool shareRows(const fs::path& path, const std::string& table) {
    constexpr size_t PageBytes = 1024;
    constexpr size_t MaxCells = (PageBytes - 8) / 6; // more are refused by SQLite
    constexpr size_t HeaderBytes = 12;
    constexpr int Levels = 6;
    if (integerFrom(path, "SELECT total(1) FROM \"" + table + "\"") == 0) {
        return false;
    }
    runSql(path, "PRAGMA page_size = " + std::to_string(PageBytes) + "; VACUUM;");
    const auto root = static_cast<size_t>(integerFrom(
        path, "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = '" + table + "'"));
    std::string bytes = readAll(path);
    const auto pageAt = [](size_t page) { return (page - 1) * PageBytes; };
    const auto add = [&](const std::string& page) {
        bytes += page;
        return bytes.size() / PageBytes;
    };
    const bool keys = bytes[pageAt(root)] == 2 || bytes[pageAt(root)] == 10; // WITHOUT ROWID
    size_t child = root;
    while (bytes[pageAt(child)] == (keys ? 2 : 5)) {
        child = numberAt(bytes, pageAt(child) + 8, 4);
    }
    const std::string rows = bytes.substr(pageAt(child), PageBytes);
    child = child == root ? add(rows) : child;
    std::string cell = "\x7f"; // a rowid that no row exceeds
    if (keys) {
        const size_t first = numberAt(rows, 8, 2);
        cell = rows.substr(first, static_cast<size_t>(rows[first]) + 1);
    }
    for (int level = 0; level < Levels; ++level) {
        std::string page(PageBytes, '\0');
        const size_t at = PageBytes - 4 - cell.size();
        page[0] = keys ? 2 : 5;
        setNumber(page, at, 4, child);
        page.replace(at + 4, cell.size(), cell);
        const size_t cells = std::min(MaxCells, (at - HeaderBytes) / 2);
        setNumber(page, 3, 2, cells);
        setNumber(page, 5, 2, at);
        setNumber(page, 8, 4, child);
        for (size_t i = 0; i < cells; ++i) {
            setNumber(page, HeaderBytes + 2 * i, 2, at);
        }
        if (level + 1 == Levels) {
            bytes.replace(pageAt(root), PageBytes, page);
        } else {
            child = add(page);
        }
    }
    setNumber(bytes, 28, 4, bytes.size() / PageBytes);
    writeFile(path, bytes);
    return true;
}

/// Fills a table with copies of its shortest row that have other keys. Returns false if it has none.
bool repeatRow(const fs::path& path, const format::Table& table, int rows) {
    const std::string name(table.name);
    if (integerFrom(path, "SELECT total(1) FROM \"" + name + "\"") == 0) {
        return false;
    }
    std::string columns;
    std::string values;
    std::string lengths;
    for (const format::Column& column : table.columns) {
        const std::string columnName(column.name);
        if (integerFrom(path, "SELECT count(*) FROM pragma_table_info('" + name + "') WHERE name = '" +
                                  columnName + "'") == 0) {
            continue; // it may be absent
        }
        columns += (columns.empty() ? "" : ", ") + columnName;
        const bool isKey = values.empty() && (table.keyed || column.declaration.starts_with("TEXT"));
        values += values.empty() ? "" : ", ";
        values += isKey ? "n" : columnName;
        lengths += (lengths.empty() ? "ifnull(length(" : " + ifnull(length(") + columnName + "), 0)";
    }
    runSql(path,
           "PRAGMA page_size = 4096; CREATE TABLE one AS SELECT * FROM " + name + " ORDER BY " + lengths +
               " LIMIT 1; DELETE FROM " + name +
               "; WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < " +
               std::to_string(rows - 1) + ") INSERT OR IGNORE INTO " + name + "(" + columns + ") SELECT " +
               values + " FROM numbers, one; DROP TABLE one; VACUUM");
    return true;
}

} // namespace

/// Files in which a few bytes stand for very much: each is refused, soon and with little memory, or loaded
/// so.
class TestBounds : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        GeneratorOptions options;
        options.layers = 1;
        options.tiles = 4;
        options.traits = {.tileLayout = true,
                          .layerFunction = true,
                          .branches = true,
                          .measuredTrace = true,
                          .estimatedTrace = true,
                          .blockTrace = true,
                          .ipus = 2};
        const auto model = generateModel(options);
        QVERIFY(model);
        QVERIFY(writeModel(*model, m_base.path()));
        QVERIFY(writePoplarModel(*model, m_base.path()));
    }

    void sharedPages_data() { tables(); }
    void sharedPages() {
        QFETCH(const QString, file);
        QFETCH(const QString, table);
        const TemporaryDirectory directory;
        const fs::path path = directory / file.toStdString();
        fs::copy_file(m_base / file.toStdString(), path);
        if (!shareRows(path, table.toStdString())) {
            QSKIP("no rows");
        }
        const Load result = load({path});
        const Error error = errorOf(result);
        // Ranges of rowids, which pages that are in no order do not have, are read of these two.
        if (table != "vars_info" && table != "exchange_regions") {
            QVERIFY2(error.item.starts_with(table.toStdString()), (error.item + ": " + error.actual).c_str());
        }
        QVERIFY(result.seconds < MaxSeconds);
        QVERIFY(result.bytes < FreeBytes + TimesOfBytes * fs::file_size(path));
    }

    void shortestRows_data() { tables(); }
    void shortestRows() {
        QFETCH(const QString, file);
        QFETCH(const QString, table);
        const TemporaryDirectory directory;
        const fs::path path = directory / file.toStdString();
        fs::copy_file(m_base / file.toStdString(), path);
        if (!repeatRow(path, *m_tables.at({file, table}), 100'000)) {
            QSKIP("no rows");
        }
        const Load result = load({path});
        m_loaded += result.outcome ? 1 : 0;
        qInfo("%s %.1f times %llu KB in %.2f s", errorOf(result).actual.c_str(),
              static_cast<double>(result.bytes) / static_cast<double>(fs::file_size(path)),
              static_cast<unsigned long long>(fs::file_size(path) / 1024), result.seconds);
        // Most of the free bytes are for what is short in a file and long in memory.
        QVERIFY(result.bytes < 32 * MiB + TimesOfBytes * fs::file_size(path));
    }

    /// Without a key, rows in another order would have to be sorted, which can take any amount of memory.
    void rowsWithoutKey() {
        const TemporaryDirectory directory;
        const auto path = copyProfile("bert-tiny-inf", directory.path(),
                                      "CREATE TABLE loose AS SELECT * FROM operation ORDER BY position DESC; "
                                      "DROP TABLE operation; ALTER TABLE loose RENAME TO operation;");
        const Error error = errorOf(load({path}));
        QCOMPARE(error.code, ErrorCode::DuplicateId);
        QVERIFY2(error.item.starts_with("operation, "), error.item.c_str());
    }

    /// Contexts name one long text, or its copies would have to be made: of contexts, and of operations.
    void sharedTexts() {
        constexpr int Contexts = 1000;
        const TemporaryDirectory directory;
        const auto path =
            copyProfile("bert-tiny-inf", directory.path(),
                        std::string(DropOperations) + "UPDATE program SET debug_context = 1 + rowid % 1000; "
                                                      "UPDATE variable SET debug_context = 1 + rowid % 1000");
        std::string json = R"({"contexts": [)";
        for (int id = 1; id <= Contexts; ++id) {
            json += R"({"layer": "poplar", "name": 0, "id": )" + std::to_string(id) +
                    (id < Contexts ? "}," : "}");
        }
        writeFile(directory / "debug.json",
                  json + R"(], "stringTable": [")" + std::string(900'000, 'x') + R"("]})");
        const Load result = load({path, directory / "debug.json"});
        refused(result, "contexts, id", 4 * MiB);
    }
    void sharedPrograms() {
        const TemporaryDirectory directory;
        // A tree of calls: each level runs the next one twice.
        std::string sql = std::string(DropOperations) + "UPDATE program SET debug_context = NULL; ";
        constexpr int Levels = 16;
        for (int level = 0; level < Levels; ++level) {
            char ids[17];
            const auto next = static_cast<unsigned>(1'000'001 + level);
            std::snprintf(ids, sizeof ids, "%02X%02X%02X%02X", next & 0xFFU, next >> 8U & 0xFFU,
                          next >> 16U & 0xFFU, next >> 24U);
            sql += "INSERT INTO program(id, type, name, children) VALUES(" + std::to_string(next - 1) +
                   ", 'Sequence', '', X'" + ids + ids + "'); ";
        }
        sql += "INSERT INTO program(id, type, name, debug_context) VALUES(1000016, 'Call', '', 1); "
               "INSERT INTO root_program VALUES(1000000, 1000000)";
        const auto path = copyProfile("bert-tiny-inf", directory.path(), sql);
        writeFile(directory / "debug.json",
                  R"({"contexts": [{"id": 1, "layer": "onnx", "opType": "Add", "opName": ")" +
                      std::string(100'000, 'x') + R"("}], "stringTable": []})");
        refused(load({path, directory / "debug.json"}), "contexts", 4 * MiB);
    }
    /// An empty text takes one byte in debug.cbor, and 32 in memory.
    void emptyTexts() {
        const TemporaryDirectory directory;
        std::string empty;
        for (int i = 0; i < 300'000; ++i) {
            empty += empty.empty() ? "\"\"" : ",\"\"";
        }
        const auto path = copyProfile("bert-tiny-inf", directory.path(),
                                      "UPDATE operation_detail SET debug_json = '{\"inputs\": [" + empty +
                                          "]}' WHERE uid = 2");
        const Load result = load({path});
        QVERIFY(result.outcome);
        for (const OperationDetail& detail : (*result.outcome)->operationDetails) {
            QVERIFY(detail.debug.inputs.size() <= 100'000);
        }
    }

private:
    static void refused(const Load& result, const std::string& item, uint64_t bytes) {
        const Error error = errorOf(result);
        QCOMPARE(error.code, ErrorCode::TooLarge);
        QVERIFY2(error.item.starts_with(item), error.item.c_str());
        QVERIFY(result.seconds < MaxSeconds);
        QVERIFY2(result.bytes < FreeBytes + TimesOfBytes * bytes, std::to_string(result.bytes).c_str());
    }
    void tables() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("table");
        const auto add = [this](const char* file, std::span<const format::Table* const> tables) {
            for (const format::Table* table : tables) {
                const QString name = QString::fromStdString(std::string(table->name));
                QTest::addRow("%s %s", file, qPrintable(name)) << file << name;
                m_tables[{file, name}] = table;
            }
        };
        add("profile.tileline", format::tables());
        add("profile.tileline", format::addedTables());
        add("profile.pop", poplar::tables());
    }

    TemporaryDirectory m_base;
    std::map<std::pair<QString, QString>, const format::Table*> m_tables;
    int m_loaded = 0; ///< files of the shortest rows
};

TILELINE_TEST(TestBounds)
#include "test_bounds.moc"
