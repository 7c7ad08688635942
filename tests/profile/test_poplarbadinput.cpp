// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplarformat.h"
#include "core/profile/reading/database.h"
#include "core/profile/reading/profileloader.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <tuple>

using namespace tileline;
using namespace tileline::test;

namespace {

/// SQL that damages a profile.pop, and the error that it must cause.
struct PoplarDamage {
    const char* name;
    std::string sql;
    ErrorCode code{};
    const char* item; ///< the place, whole
    const char* actual = "";
};

std::string unconstrained(const std::string& table) {
    return "CREATE TABLE loose AS SELECT * FROM " + table + "; DROP TABLE " + table +
           "; ALTER TABLE loose RENAME TO " + table + ";";
}

/// The type of the values in a column of the fixture; Null if there are none.
ValueType typeIn(const std::string& table, const std::string& column) {
    auto database =
        Database::openReadOnly(*localSource(fixtureDirectory("pipeline-marked-tiny") / "profile.pop"));
    const std::string name = "\"" + table + "\".\"" + column + "\""; // never a text, as a name alone may be
    auto rows = database->prepare("SELECT " + name + " FROM \"" + table + "\" WHERE " + name +
                                  " IS NOT NULL LIMIT 1");
    return rows && *rows->step() ? rows->type(0) : ValueType::Null;
}

std::string varint(uint64_t value) {
    std::string bytes(1, static_cast<char>(value & 0x7FU));
    while ((value >>= 7U) != 0) {
        bytes.insert(bytes.begin(), static_cast<char>((value & 0x7FU) | 0x80U));
    }
    return bytes;
}

/// Adds rows to a table (id INTEGER PRIMARY KEY, text), with almost a million characters in one chain of
/// overflow pages that all of them share.
void shareOverflowPages(const std::filesystem::path& path, const std::string& table, int rows) {
    constexpr size_t FirstId = 100000; // ids take three bytes
    constexpr size_t IdBytes = 3;
    constexpr size_t PageBytes = 4096;
    // Of a long record, this many bytes are in the row's own page.
    const size_t local = (PageBytes - 12) * 32 / 255 - 23;
    const size_t longRecord = local + 900'000 / (PageBytes - 4) * (PageBytes - 4);
    const size_t longText =
        longRecord - 5; // after the header: its length, NULL for the id, the type in 3 bytes
    // A short record takes as many bytes as the part of a long one with the number of its next page.
    const size_t shortRecord = local + 5;
    const size_t shortText = shortRecord - 2 - varint(13 + 2 * (shortRecord - 4)).size();
    std::string sql = "PRAGMA page_size = " + std::to_string(PageBytes) + "; INSERT INTO " + table +
                      " VALUES(" + std::to_string(FirstId) + ", 'Long' || printf('%.*c', " +
                      std::to_string(longText - 4) + ", 'x')); ";
    for (int row = 1; row <= rows; ++row) {
        sql += "INSERT INTO " + table + " VALUES(" + std::to_string(FirstId + static_cast<size_t>(row)) +
               ", 'Short' || printf('%.*c', " + std::to_string(shortText - 5) + ", 'y')); ";
    }
    runSql(path, sql + "VACUUM;"); // leaves no copies of rows
    std::string bytes = readAll(path);
    const size_t cellBytes = 3 + IdBytes + local + 4;
    const size_t longCell = bytes.find("Longxxxx") - 5 - IdBytes - 3;
    const std::string cell = bytes.substr(longCell, cellBytes);
    int changed = 0;
    for (size_t at = bytes.find("Shortyyy"); at != std::string::npos; at = bytes.find("Shortyyy", at + 1)) {
        const size_t begin = at - (shortRecord - shortText) - IdBytes - 2;
        const std::string id = bytes.substr(begin + 2, IdBytes);
        bytes.replace(begin, cellBytes, cell.substr(0, 3) + id + cell.substr(3 + IdBytes));
        at = begin + cellBytes - 1;
        ++changed;
    }
    if (changed != rows || varint(longRecord).size() != 3 || varint(shortRecord).size() != 2) {
        throw std::logic_error("other sizes than expected");
    }
    writeFile(path, bytes);
}

std::vector<PoplarDamage> missingPoplarParts() {
    using enum ErrorCode;
    std::vector<PoplarDamage> damages{
        {"no version table", "DROP TABLE version_info", NotAProfile, "version_info", "a database without it"},
        {"no version", "DELETE FROM version_info", MissingRow, "version_info", "none"},
        {"another major version", "UPDATE version_info SET major = 4", UnsupportedVersion, "version_info",
         "version 4.8"},
        {"no target", "DELETE FROM target_info", MissingRow, "target_info"},
        {"no steps", "DELETE FROM depth_first_steps", MissingRow, "depth_first_steps"},
        {"a view", "ALTER TABLE eq_classes RENAME TO e; CREATE VIEW eq_classes AS SELECT * FROM e",
         MissingTable, "eq_classes", "a view"},
        {"a view of an optional table",
         "ALTER TABLE var_categories RENAME TO v; CREATE VIEW var_categories AS SELECT * FROM v",
         MissingTable, "var_categories", "a view"},
        {"a virtual table", "DROP TABLE programs; CREATE VIRTUAL TABLE programs USING fts5(id, variant)",
         MissingTable, "programs", "a virtual table"},
    };
    static const char* const needed[] = {"target_info",
                                         "vertex_types",
                                         "memory_by_vertex_type",
                                         "compute_sets",
                                         "vertex_instances",
                                         "depth_first_steps",
                                         "eq_classes",
                                         "eq_class_step",
                                         "vars_info",
                                         "exchange_regions",
                                         "program_types",
                                         "program_type_on_tile_execute",
                                         "program_type_do_exchange",
                                         "control_programs",
                                         "programs",
                                         "memory_not_always_live_by_step_and_ipu"};
    for (const char* const table : needed) {
        damages.push_back({table, std::string("DROP TABLE ") + table, MissingTable, table, "none"});
    }
    static const std::array<const char*, 3> columns[] = {
        {"vars_info", "size_bytes", "vars_info, column size_bytes"},
        {"vars_info", "equivalence_class", "vars_info, column equivalence_class"},
        {"programs", "children", "programs, column children"},
        {"compute_sets", "var_ids_diff_rle", "compute_sets, column var_ids_diff_rle"},
        {"eq_class_step", "step_id_to", "eq_class_step, column step_id_to"},
    };
    for (const auto& [table, column, place] : columns) {
        damages.push_back({place,
                           std::string("ALTER TABLE ") + table + " RENAME COLUMN " + column + " TO other",
                           MissingColumn, place, "none"});
    }
    return damages;
}

std::vector<PoplarDamage> wrongPoplarValues() {
    using enum ErrorCode;
    return {
        {"text as a size", "UPDATE vars_info SET size_bytes = 'many' WHERE var_id = 7", WrongType,
         "vars_info, var_id 7, column size_bytes", "text"},
        {"a blob as a name", "UPDATE vars_info SET name_suffix = X'00' WHERE var_id = 7", WrongType,
         "vars_info, var_id 7, column name_suffix", "a blob"},
        {"a name that is not UTF-8",
         "UPDATE vars_info SET name_suffix = CAST(X'FF' AS TEXT) WHERE var_id = 7", WrongType,
         "vars_info, var_id 7, column name_suffix"},
        {"no size", "UPDATE vars_info SET size_bytes = NULL WHERE var_id = 7", WrongType,
         "vars_info, var_id 7, column size_bytes", "NULL"},
        {"a negative size", "UPDATE vars_info SET size_bytes = -1 WHERE var_id = 7", OutOfRange,
         "vars_info, var_id 7, column size_bytes", "-1"},
        {"an offset beyond 32 bits", "UPDATE vars_info SET offset = 4294967296 WHERE var_id = 7", OutOfRange,
         "vars_info, var_id 7, column offset", "4294967296"},
        {"a tile that does not exist", "UPDATE vars_info SET tile = 12 WHERE var_id = 7", OutOfRange,
         "vars_info, var_id 7, column tile", "12"},
        {"an unknown class", "UPDATE vars_info SET equivalence_class = 9999 WHERE var_id = 7", UnknownId,
         "vars_info, var_id 7, column equivalence_class", "9999"},
        {"an unknown category", "UPDATE vars_info SET category = 99 WHERE var_id = 7", UnknownId,
         "vars_info, var_id 7, column category", "99"},
        {"an unknown string", "UPDATE vars_info SET name_base_id = 99999 WHERE var_id = 7", UnknownId,
         "vars_info, var_id 7, column name_base_id", "99999"},
        {"a variable twice",
         unconstrained("vars_info") + "INSERT INTO vars_info SELECT * FROM vars_info WHERE var_id = 7",
         DuplicateId, "vars_info, var_id 7, column var_id", "7"},
        {"a name of a million characters",
         "UPDATE vars_info SET name_suffix = printf('%.*c', 1048577, 'x') WHERE var_id = 7", TooLarge,
         "vars_info, var_id 7, column name_suffix", "1048577"},
        {"more than a tile can hold", "UPDATE vars_info SET size_bytes = 4294967294 WHERE var_id = 7",
         OutOfRange, "tile 1"},
        {"a class twice",
         unconstrained("eq_classes") + "INSERT INTO eq_classes SELECT * FROM eq_classes LIMIT 1", DuplicateId,
         "eq_classes, id 1, column id", "1"},
        {"an interval of no class", "INSERT INTO eq_class_step VALUES(9999, 0, 1)", UnknownId,
         "eq_class_step, eq_class_id 9999, column eq_class_id", "9999"},
        {"an interval that ends too late",
         "UPDATE eq_class_step SET step_id_to = 999999 WHERE eq_class_id = 1", OutOfRange,
         "eq_class_step, eq_class_id 1, column step_id_from, entry 0"},
        {"an interval that ends before it begins",
         "UPDATE eq_class_step SET step_id_from = 5, step_id_to = 5 WHERE eq_class_id = 1", OutOfRange,
         "eq_class_step, eq_class_id 1, column step_id_from, entry 0"},
        {"a missing step", "DELETE FROM depth_first_steps WHERE id = 5", OutOfRange,
         "depth_first_steps, id 6, column id", "6 as row 5"},
        {"a step of no program", "UPDATE depth_first_steps SET program_id = 9999 WHERE id = 5", UnknownId,
         "depth_first_steps, id 5, column program_id", "9999"},
        {"bytes of no step", "INSERT INTO memory_not_always_live_by_step_and_ipu VALUES(NULL, 99999, 4)",
         OutOfRange, "memory_not_always_live_by_step_and_ipu, step_id 99999, column step_id"},
        {"negative bytes", "INSERT INTO memory_not_always_live_by_step_and_ipu VALUES(NULL, 3, -900000000)",
         OutOfRange, "memory_not_always_live_by_step_and_ipu, step_id 3, column delta_bytes"},
    };
}

std::vector<PoplarDamage> damagedPoplarPrograms() {
    using enum ErrorCode;
    return {
        {"children that end within a number", "UPDATE programs SET children = X'02' WHERE id = 5", BlobLength,
         "programs, id 5, column children"},
        {"a child that does not exist", "UPDATE programs SET children = X'4EA0' WHERE id = 5", UnknownId,
         "programs, id 5, column children, entry 0", "10016"},
        {"a program that is its own child", "UPDATE programs SET children = X'85' WHERE id = 5",
         CyclicPrograms, "programs, id 5, column children"},
        {"a function that calls itself",
         "UPDATE programs SET children = NULL WHERE id = 34; UPDATE function_programs SET program = (SELECT "
         "p.id FROM programs p JOIN program_types t ON "
         "t.id = p.variant WHERE t.name = 'Call' LIMIT 1)",
         CyclicPrograms, "programs, id 34, column children"},
        {"an unknown function",
         "UPDATE programs SET children = NULL WHERE id = 34; UPDATE program_type_call SET function_id = 77",
         UnknownId, "program_type_call, id 0, column function_id"},
        {"an unknown type", "UPDATE programs SET variant = 99 WHERE id = 5", UnknownId,
         "programs, id 5, column variant", "99"},
        {"a program without a compute set", "UPDATE programs SET variant_index = 9999 WHERE id = 6",
         UnknownId, "programs, id 6, column variant_index", "9999"},
        {"an unknown compute set", "UPDATE program_type_on_tile_execute SET compute_set = 9999 WHERE id = 0",
         UnknownId, "programs, id 6, column variant_index", "9999"},
        {"control code that is too short",
         "UPDATE programs SET control_code_bytes_by_tile = X'9681' WHERE id = 0", BlobLength,
         "programs, id 0, column control_code_bytes_by_tile", "11 entries"},
        {"control code that is too long",
         "UPDATE programs SET control_code_bytes_by_tile = X'9A81' WHERE id = 0", BlobLength,
         "programs, id 0, column control_code_bytes_by_tile", "0 entries and a run of 13"},
        {"control code beyond 32 bits",
         "UPDATE programs SET control_code_bytes_by_tile = X'981000000080' WHERE id = 0", OutOfRange,
         "programs, id 0, column control_code_bytes_by_tile", "4294967296"},
        {"control code beyond 64 bits",
         "UPDATE programs SET control_code_bytes_by_tile = X'9802000000000000000080' WHERE id = 0",
         OutOfRange, "programs, id 0, column control_code_bytes_by_tile"},
        {"vertex code that is too short",
         "UPDATE memory_by_vertex_type SET code_bytes = X'8181' WHERE vertex_type = 0", BlobLength,
         "memory_by_vertex_type, vertex_type 0, column code_bytes", "2 entries"},
        {"instances that are no blob",
         unconstrained("vertex_instances") + "UPDATE vertex_instances SET instances_by_tile = 'text'",
         WrongType, "vertex_instances, compute_set 0, column instances_by_tile", "text"},
        {"vertices of no compute set",
         unconstrained("vertex_instances") + "UPDATE vertex_instances SET compute_set = 9999", UnknownId,
         "vertex_instances, compute_set 9999, column compute_set"},
        {"a compute set with an unknown variable",
         "UPDATE compute_sets SET var_ids_diff_rle = X'834EA0' WHERE compute_set = 0", UnknownId,
         "compute_sets, compute_set 0, column var_ids_diff_rle, entry 0", "10016"},
        {"a compute set with more variables than there are",
         "UPDATE compute_sets SET var_ids_diff_rle = X'0F7F7F7EFE80' WHERE compute_set = 0", BlobLength,
         "compute_sets, compute_set 0, column var_ids_diff_rle"},
        {"an exchange with an unknown variable",
         "UPDATE exchange_regions SET var_id = 999999 WHERE rowid = 1", UnknownId,
         "exchange_regions, id 0, column var_id", "999999"},
        {"a category that is too long",
         "UPDATE memory_by_category SET overflowed_overlapped = X'81818181818181818181818181'", BlobLength,
         "memory_by_category, row 0, column overflowed_overlapped"},
        {"memory of a tile that does not exist",
         unconstrained("memory_by_tile") + "UPDATE memory_by_tile SET tile = 99 WHERE tile = 0", OutOfRange,
         "memory_by_tile, tile 99, column tile"},
        {"a step of no run", "UPDATE runs SET num_steps = 3", OutOfRange, "steps, id 3, column id"},
        {"cycles of no step", unconstrained("steps_by_ipu") + "UPDATE steps_by_ipu SET step_id = 99999",
         UnknownId, "steps_by_ipu, step_id 99999, column step_id"},
        {"times that do not fit",
         "UPDATE steps_by_ipu SET cycles_base = 9223372036854775807, active_cycles_from_min = "
         "9223372036854775807, "
         "cycles = 9223372036854775807",
         OutOfRange, "steps_by_ipu, step_id 0, column cycles"},
        {"an executed step on no IPU", unconstrained("steps_by_ipu") + "UPDATE steps_by_ipu SET ipu = 1",
         OutOfRange, "steps_by_ipu, step_id 0, column ipu", "1"},
        {"a block that runs backward",
         "CREATE TABLE blocks(tile, cycles_from, cycles_to, block_id, type); "
         "INSERT INTO blocks VALUES(0, 9, 8, NULL, 0)",
         OutOfRange, "blocks, row 1, column cycles_to", "8"},
        {"a block beyond the target",
         "CREATE TABLE blocks(tile, cycles_from, cycles_to, block_id, type); "
         "INSERT INTO blocks VALUES(9999, 8, 9, NULL, 0)",
         OutOfRange, "blocks, row 1, column tile", "9999"},
        {"an executed step of no program", "UPDATE steps SET program = 9999 WHERE id = 1", UnknownId,
         "steps_by_ipu, step_id 1, column program", "9999"},
        {"bytes for another number of IPUs",
         "ALTER TABLE program_type_stream_copy_mid ADD COLUMN bytes_sent_by_ipu_rle; "
         "INSERT INTO program_type_stream_copy_mid(id, bytes_sent_by_ipu_rle) VALUES(0, X'848181')",
         BlobLength, "program_type_stream_copy_mid, id 0, column bytes_sent_by_ipu_rle"},
        {"estimated cycles that do not exist",
         "INSERT INTO compilation_cycles_by_tile VALUES(0, NULL); "
         "UPDATE compute_sets SET cycles_by_tile_ids = X'85' WHERE compute_set = 0",
         UnknownId, "compute_sets, compute_set 0, column cycles_by_tile_ids, entry 0", "5"},
        {"estimated cycles of an exchange that do not exist",
         "INSERT INTO compilation_cycles_by_tile VALUES(0, NULL); "
         "UPDATE program_type_do_exchange SET cycles_by_tile_ids = X'85' WHERE id = 0",
         UnknownId, "program_type_do_exchange, id 0, column cycles_by_tile_ids, entry 0", "5"},
    };
}

} // namespace

/// Each kind of damage to a profile.pop has an error that names its table, row and column.
class TestPoplarBadInput : public QObject {
    Q_OBJECT
private slots:
    void namesThePlace_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("item");
        QTest::addColumn<QString>("actual");
        for (const auto& list : {missingPoplarParts(), wrongPoplarValues(), damagedPoplarPrograms()}) {
            for (const PoplarDamage& damage : list) {
                QTest::newRow(damage.name) << QString::fromStdString(damage.sql)
                                           << static_cast<int>(damage.code) << damage.item << damage.actual;
            }
        }
    }
    void namesThePlace() {
        QFETCH(QString, sql);
        QFETCH(QString, item);
        QFETCH(QString, actual);
        const TemporaryDirectory directory;
        const auto path = copyPoplarReport("pipeline-marked-tiny", directory.path(), sql.toStdString());
        const auto opened = openProfile({path});
        QVERIFY(!opened && !opened.failure().cancelled());
        const Error& error = opened.failure().error();
        QCOMPARE(QString::fromStdString(error.file), QString::fromStdString(path.string()));
        if (!item.isEmpty()) {
            QCOMPARE(QString::fromStdString(error.item), item);
        }
        QTEST(static_cast<int>(error.code), "code");
        QVERIFY2(QString::fromStdString(error.actual).contains(actual), error.actual.c_str());
    }

    void saysWhatToDo() {
        const TemporaryDirectory directory;
        const auto path =
            copyPoplarReport("pipeline-marked-tiny", directory.path(), "UPDATE version_info SET major = 4");
        QVERIFY(openProfile({path}).failure().error().remedy.find("exporter") != std::string::npos);
    }

    /// A run of four bytes is 94,208 numbers on 64 IPUs. It is held as a run: 400 rows need no more memory
    /// than the file has bytes.
    void runsAreNotExpanded() {
        const std::string on64Ipus =
            "UPDATE target_info SET num_ipus = 64, tiles_per_ipu = 1472, num_tiles = 94208; "
            "DELETE FROM vertex_instances; DELETE FROM memory_by_vertex_type; DELETE FROM "
            "memory_by_category; "
            "UPDATE program_type_do_exchange SET code_bytes_by_tile_rle = NULL, bytes_sent_by_tile_rle = "
            "NULL, "
            "bytes_received_by_tile_rle = NULL; DELETE FROM compilation_cycles_by_tile; "
            "UPDATE programs SET control_code_bytes_by_tile = NULL; ";
        const TemporaryDirectory directory;
        const auto openAfter = [&](const std::string& sql) {
            return openProfile({copyPoplarReport("pipeline-marked-tiny", directory.path(), on64Ipus + sql)});
        };
        // Equal arrays are held once, so each has another number.
        const auto all =
            openAfter("UPDATE programs SET control_code_bytes_by_tile = CAST(X'0B4080' || char(1 "
                      "+ id / 100) || char(1 + id % 100) || X'81' AS BLOB)");
        QVERIFY(all);
        QVERIFY((*all)->programs.size() > 400);
        QCOMPARE((*all)->programs.front().controlCode.size(), size_t{94208});
        QCOMPARE((*all)->programs.front().controlCode[94207], (*all)->programs.front().controlCode[0]);
        QVERIFY((*all)->byTile.byteSize() <= size_t{8} << 20U);
        // The sums of many rows are stored as one array.
        const std::string run = "X'0B408081'";
        std::string rows = "CREATE TABLE memory_by_compute_set(compute_set INTEGER PRIMARY KEY, "
                           "vertex_data_bytes BLOB); ";
        for (int set = 0; set < 300; ++set) {
            rows += "INSERT INTO memory_by_compute_set VALUES(" + std::to_string(set) + ", " + run + "); ";
        }
        const auto sums = openAfter(rows);
        QVERIFY(sums);
        QCOMPARE((*sums)->findTileMemory("computeSets")->bytes[94207], 300U);
    }

    /// Lists of variables are expanded. A few bytes make as many entries as there are variables, and
    /// thousands of programs can have them.
    void listsThatBlowUp() {
        const TemporaryDirectory directory;
        const std::string sql =
            "UPDATE compute_sets SET var_ids_diff_rle = X'838730BE81' WHERE compute_set = 0; "
            "INSERT INTO programs(id, variant, variant_index) WITH n(i) AS (SELECT 1 "
            "UNION ALL SELECT i + 1 FROM "
            "n WHERE i < 9000) SELECT 100000 + i, (SELECT id FROM program_types WHERE "
            "name = 'OnTileExecute'), 0 "
            "FROM n; ";
        const auto opened = openProfile({copyPoplarReport("pipeline-marked-tiny", directory.path(), sql)});
        QVERIFY(!opened);
        const Error& error = opened.failure().error();
        QVERIFY2(error.code == ErrorCode::TooLarge, (error.item + ": " + error.actual).c_str());
    }

    void everyBlob_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<bool>("isArray");
        QTest::addColumn<QString>("place");
        const auto add = [](const char* table, const char* column, bool isArray, const char* rows = "") {
            const QString name = QString("%1, column %2").arg(table, column);
            QTest::newRow(qPrintable(name))
                << QString("%1 UPDATE %2 SET %3 = ").arg(rows, table, column) << isArray << name;
        };
        add("memory_by_vertex_type", "code_bytes", true);
        add("vertex_instances", "instances_by_tile", true);
        add("program_type_do_exchange", "code_bytes_by_tile_rle", true);
        add("programs", "control_code_bytes_by_tile", true);
        for (const char* const column :
             {"interleaved_non_overlapped", "interleaved_overlapped", "non_interleaved_non_overlapped",
              "non_interleaved_overlapped", "overflowed_non_overlapped", "overflowed_overlapped"}) {
            add("memory_by_category", column, true);
        }
        for (const char* const column :
             {"copy_ptr_bytes", "descriptor_bytes", "edge_ptr_bytes", "padding_bytes", "vertex_data_bytes"}) {
            add("memory_by_compute_set", column, true,
                "CREATE TABLE memory_by_compute_set(compute_set INTEGER, copy_ptr_bytes BLOB, "
                "descriptor_bytes "
                "BLOB, edge_ptr_bytes BLOB, padding_bytes BLOB, vertex_data_bytes BLOB); INSERT INTO "
                "memory_by_compute_set(compute_set) VALUES(0);");
        }
        add("compilation_cycles_by_tile", "cycles_by_tile_rle", true,
            "INSERT INTO compilation_cycles_by_tile(id) VALUES(0);");
        add("cycles_by_tile", "cycles_by_tile_rle", true,
            "CREATE TABLE IF NOT EXISTS cycles_by_tile(id INTEGER PRIMARY KEY, cycles_by_tile_rle BLOB); "
            "INSERT INTO cycles_by_tile(id) VALUES(0);");
        add("programs", "children", false);
        add("debug_ids", "ids", false);
        add("compute_sets", "var_ids_diff_rle", false);
        add("compute_sets", "cycles_by_tile_ids", false);
        add("program_type_do_exchange", "cycles_by_tile_ids", false);
        add("program_type_stream_copy_mid", "estimated_cycles_by_tile_ids", false,
            "INSERT INTO program_type_stream_copy_mid(id) VALUES(0);");
        add("program_type_global_exchange", "estimated_cycles_by_tile_ids", false,
            "CREATE TABLE program_type_global_exchange(id INTEGER PRIMARY KEY, estimated_cycles_by_tile_ids "
            "BLOB); INSERT INTO program_type_global_exchange(id) VALUES(0);");
        add("program_type_code_copy", "cycles_by_tile_ids", false,
            "CREATE TABLE program_type_code_copy(id INTEGER PRIMARY KEY, cycles_by_tile_ids BLOB); INSERT "
            "INTO "
            "program_type_code_copy(id) VALUES(0);");
    }
    /// Numbers that do not end, or do not fit; arrays that are too short or too long.
    void everyBlob() {
        QFETCH(QString, sql);
        QFETCH(bool, isArray);
        QFETCH(QString, place);
        const bool runs =
            !place.startsWith("memory_by_vertex_type") && !place.startsWith("memory_by_category");
        struct Contents {
            const char* blob;
            ErrorCode code;
        };
        std::vector<Contents> damages{{"X'02'", ErrorCode::BlobLength},
                                      {"X'0200000000000000000080'", ErrorCode::OutOfRange}};
        if (isArray && runs) {
            damages.push_back({"X'8481'", ErrorCode::BlobLength});         // two entries
            damages.push_back({"X'9A81'", ErrorCode::BlobLength});         // a run of 13
            damages.push_back({"X'98'", ErrorCode::BlobLength});           // a run of nothing
            damages.push_back({"X'981000000080'", ErrorCode::OutOfRange}); // 2^32
        } else if (isArray) {
            damages.push_back({"X'8181'", ErrorCode::BlobLength});
            damages.push_back({"X'81818181818181818181818181'", ErrorCode::BlobLength});
            damages.push_back({"X'1000000080'", ErrorCode::OutOfRange});
        }
        const TemporaryDirectory directory;
        for (const Contents& contents : damages) {
            const auto opened = openProfile({copyPoplarReport("pipeline-marked-tiny", directory.path(),
                                                              sql.toStdString() + contents.blob)});
            QVERIFY2(!opened && !opened.failure().cancelled(), contents.blob);
            const Error& error = opened.failure().error();
            QCOMPARE(static_cast<int>(error.code), static_cast<int>(contents.code));
            const QString item = QString::fromStdString(error.item);
            QVERIFY2(item.startsWith(place.section(',', 0, 0) + ",") && item.contains(place.section(", ", 1)),
                     error.item.c_str());
        }
    }

    void everyColumn_data() {
        QTest::addColumn<QString>("table");
        for (const format::Table* const table : poplar::tables()) {
            const std::string name(table->name);
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
    /// SQLite stores any type in any column.
    void everyColumn() {
        QFETCH(QString, table);
        const auto tables = poplar::tables();
        const auto* const read = *std::find_if(tables.begin(), tables.end(), [&](const format::Table* t) {
            return table.toStdString() == t->name;
        });
        const TemporaryDirectory directory;
        for (const format::Column& column : read->columns) {
            const std::string name(column.name);
            const ValueType now = typeIn(table.toStdString(), name);
            if (now == ValueType::Null || name == "compilation_step_id") {
                continue; // no row has a value
            }
            const auto others = now == ValueType::Text   ? std::vector<std::string>{"X'FF00FF'"}
                                : now == ValueType::Real ? std::vector<std::string>{"'text'", "X'FF00FF'"}
                                                         : std::vector<std::string>{"'text'", "1.5"};
            for (const std::string& value : others) {
                const auto path =
                    copyPoplarReport("pipeline-marked-tiny", directory.path(),
                                     unconstrained(table.toStdString()) + "UPDATE " + table.toStdString() +
                                         " SET \"" + name + "\" = " + value);
                const auto opened = openProfile({path});
                QVERIFY2(!opened && !opened.failure().cancelled(), name.c_str());
                const Error& error = opened.failure().error();
                QCOMPARE(error.code, ErrorCode::WrongType);
                QVERIFY2(error.item.starts_with(table.toStdString() + ",") &&
                             error.item.ends_with("column " + name),
                         error.item.c_str());
            }
        }
    }

    /// The parents of steps are not needed, so a cycle among them does no harm.
    void stepsInACycle() {
        const TemporaryDirectory directory;
        const auto plain = openProfile({copyPoplarReport("pipeline-marked-tiny", directory.path())});
        const auto cyclic =
            openProfile({copyPoplarReport("pipeline-marked-tiny", directory.path(),
                                          "UPDATE depth_first_steps SET parent_step_id = 6 WHERE id = 5; "
                                          "UPDATE depth_first_steps SET parent_step_id = 5 WHERE id = 6")});
        QVERIFY(plain && cyclic);
        QVERIFY((*plain)->stepProgram == (*cyclic)->stepProgram);
    }

    void triggersDoNotRun() {
        const TemporaryDirectory directory;
        const auto path = copyPoplarReport("pipeline-marked-tiny", directory.path(),
                                           "CREATE TRIGGER t BEFORE INSERT ON programs BEGIN DELETE FROM "
                                           "vars_info; END");
        const auto opened = openProfile({path});
        QVERIFY(opened);
        QVERIFY((*opened)->lowered.size() > 0);
    }

    /// Rows that share one chain of overflow pages: a small file with values of many times its size.
    void sharedOverflowPages() {
        const TemporaryDirectory directory;
        const auto poplar = copyPoplarReport("pipeline-marked-tiny", directory.path());
        const auto ours = copyProfile("pipeline-marked-tiny", directory.path());
        for (const auto& [path, table, column] :
             {std::tuple(poplar, "vars_string_table", "string"), std::tuple(ours, "compute_set", "name")}) {
            shareOverflowPages(path, table, 200);
            const auto opened = openProfile({path});
            QVERIFY(!opened && !opened.failure().cancelled());
            const Error& error = opened.failure().error();
            QCOMPARE(error.code, ErrorCode::TooLarge);
            QVERIFY2(error.item.starts_with(table) && error.item.ends_with(column), error.item.c_str());
        }
    }

    void stillBeingWritten() {
        const TemporaryDirectory directory;
        const auto path = copyPoplarReport("pipeline-marked-tiny", directory.path());
        writeFile(directory / "profile.pop-wal", "pages");
        QCOMPARE(openProfile({path}).failure().error().code, ErrorCode::FileChanged);
    }
};

TILELINE_TEST(TestPoplarBadInput)
#include "test_poplarbadinput.moc"
