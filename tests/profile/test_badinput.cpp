// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errortext.h"
#include "core/profile/reading/profileloader.h"
#include "core/profile/tileline/tilelineformat.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/support/unprivileged.h"
#include "tests/testmain.h"

#include <QTest>

#include <functional>
#include <set>
#include <sys/stat.h>

using namespace tileline;
using namespace tileline::test;

namespace {

namespace fs = std::filesystem;

/// A damaged report and the error that it must cause.
struct BadInput {
    std::string name;
    /// Makes the files in a directory and returns the path to open.
    std::function<fs::path(const fs::path& directory)> make;
    ErrorCode code{};
    std::string file{}; ///< the file that the error names, within the directory; empty: the directory itself
    std::string item{}; ///< a part of the error's item
    std::string actual{}; ///< a part of what was found
};

constexpr const char* Fixture = "bert-tiny-inf";

/// SQL that recreates a table without its constraints.
std::string loosen(const std::string& table) {
    return "CREATE TABLE loose AS SELECT * FROM " + table + "; DROP TABLE " + table +
           "; ALTER TABLE loose RENAME TO " + table + ";";
}

/// A profile that SQL has damaged. It has operation tables, so that no debug information is needed.
BadInput bySql(std::string name, std::string sql, ErrorCode code, std::string item, std::string actual = {}) {
    const auto make = [sql = std::move(sql)](const fs::path& directory) {
        return copyProfile(Fixture, directory, sql);
    };
    return {std::move(name), make, code, "profile.tileline", std::move(item), std::move(actual)};
}

/// A profile whose bytes have been damaged.
BadInput byBytes(std::string name, std::function<void(std::string&)> damage, ErrorCode code,
                 std::string item = {}, std::string actual = {}) {
    const auto make = [damage = std::move(damage)](const fs::path& directory) {
        const fs::path path = copyProfile(Fixture, directory);
        std::string bytes = readAll(path);
        damage(bytes);
        writeFile(path, bytes);
        return path;
    };
    return {std::move(name), make, code, "profile.tileline", std::move(item), std::move(actual)};
}

/// A profile without operation tables, next to debug information with this content.
BadInput byDebug(std::string name, std::string content, ErrorCode code, std::string item = {},
                 std::string actual = {}) {
    const auto make = [content = std::move(content)](const fs::path& directory) {
        copyProfile(Fixture, directory, DropOperations);
        writeFile(directory / "debug.cbor", content);
        return directory;
    };
    return {std::move(name), make, code, "debug.cbor", std::move(item), std::move(actual)};
}

/// A directory with the files that `make` writes.
BadInput byFiles(std::string name, std::function<fs::path(const fs::path&)> make, ErrorCode code,
                 std::string file, std::string actual = {}) {
    return {std::move(name), std::move(make), code, std::move(file), {}, std::move(actual)};
}

/// All tables of the format.
std::vector<const format::Table*> allTables() {
    std::vector<const format::Table*> tables(format::tables().begin(), format::tables().end());
    tables.insert(tables.end(), format::addedTables().begin(), format::addedTables().end());
    return tables;
}

/// SQL that adds an optional table, with a row of zeros, or the optional columns, which the fixture lacks.
std::string addLacking(const format::Table& table) {
    const std::string name(table.name);
    const auto added = format::addedTables();
    if (std::find(added.begin(), added.end(), &table) != added.end()) {
        std::string values;
        for (const format::Column& column : table.columns) {
            values += values.empty() ? "" : ", ";
            values += column.declaration.starts_with("TEXT")   ? "''"
                      : column.declaration.starts_with("BLOB") ? "X'00000000'"
                                                               : "0";
        }
        return table.createStatement() + "; INSERT INTO " + name + " VALUES(" + values + ");";
    }
    std::string sql;
    for (const format::Column& column : table.columns) {
        if (column.optional) {
            sql += "ALTER TABLE " + name + " ADD COLUMN " + std::string(column.name) + ";";
        }
    }
    return sql;
}

std::vector<BadInput> missingParts() {
    std::vector<BadInput> inputs;
    for (const format::Table* table : format::tables()) {
        const std::string name(table->name);
        inputs.push_back(bySql("no table " + name, "DROP TABLE " + name, ErrorCode::MissingTable, name));
    }
    for (const format::Table* table : allTables()) {
        const std::string name(table->name);
        for (const format::Column& column : table->columns) {
            const std::string columnName(column.name);
            if (!column.optional) {
                inputs.push_back(bySql("no column " + name + "." + columnName,
                                       addLacking(*table) + "ALTER TABLE " + name + " RENAME COLUMN " +
                                           columnName + " TO other",
                                       ErrorCode::MissingColumn, name + ", column " + columnName));
            }
        }
    }
    inputs.push_back(bySql("a view instead of a table",
                           "ALTER TABLE meta RENAME TO m; CREATE VIEW meta AS SELECT * FROM m",
                           ErrorCode::MissingTable, "meta", "a view"));
    inputs.push_back(bySql("a virtual table",
                           "DROP TABLE meta; CREATE VIRTUAL TABLE meta USING fts5(key, value)",
                           ErrorCode::MissingTable, "meta", "a virtual table"));
    inputs.push_back(bySql("a virtual table that claims pages of its own",
                           "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE VIRTUAL "
                           "TABLE meta USING fts5(key, value)' WHERE name = 'meta'",
                           ErrorCode::CorruptFile, "the schema", "no such module: fts5"));
    inputs.push_back(bySql("a long statement in the schema",
                           "CREATE TABLE other(a DEFAULT '" + std::string(100'000, 'x') + "')",
                           ErrorCode::CorruptFile, "the schema"));
    inputs.push_back(bySql("no target", "DELETE FROM target", ErrorCode::MissingRow, "target", "none"));
    inputs.push_back(bySql("no steps", "DELETE FROM liveness_step", ErrorCode::MissingRow, "liveness_step"));
    inputs.push_back(bySql("no lowered variables", "DELETE FROM lowered_variable", ErrorCode::UnknownId,
                           "column variables"));
    return inputs;
}

std::vector<BadInput> wrongTypes() {
    using enum ErrorCode;
    std::vector<BadInput> inputs;
    for (const format::Table* table : allTables()) {
        const std::string name(table->name);
        for (const format::Column& column : table->columns) {
            const std::string columnName(column.name);
            const std::string place = ", column " + columnName;
            const std::string set =
                addLacking(*table) + loosen(name) + "UPDATE " + name + " SET " + columnName + " = ";
            const bool blob = column.declaration.starts_with("BLOB");
            const bool nullable = column.declaration == "BLOB" || column.declaration == "INTEGER" ||
                                  column.declaration == "REAL" || column.declaration == "TEXT";
            inputs.push_back(bySql("wrong type " + name + "." + columnName, set + (blob ? "'text'" : "X'00'"),
                                   WrongType, place, blob ? "text" : "a blob"));
            if (!nullable) {
                inputs.push_back(
                    bySql("NULL " + name + "." + columnName, set + "NULL", WrongType, place, "NULL"));
            }
            if (blob) {
                inputs.push_back(bySql("odd length " + name + "." + columnName, set + "X'010203'", BlobLength,
                                       place, "3 bytes"));
            }
            if (column.declaration.starts_with("INTEGER")) {
                inputs.push_back(bySql("negative " + name + "." + columnName, set + "-1", OutOfRange, place));
            }
        }
    }
    inputs.push_back(bySql("text that is no UTF-8", "UPDATE program SET name = CAST(X'41FF42' AS TEXT)",
                           WrongType, "program, id 0, column name", "other bytes"));
    const std::string detail = "UPDATE operation_detail SET debug_json = ";
    const std::string json = "operation_detail, uid 2, column debug_json";
    inputs.push_back(bySql("debug_json no JSON", detail + "'{'", WrongType, json));
    inputs.push_back(bySql("debug_json an array", detail + "'[]'", WrongType, json));
    inputs.push_back(bySql("debug_json nested",
                           detail + "'{\"a\":' || replace(hex(zeroblob(50000)), '0', '[')", NestedTooDeep,
                           json));
    return inputs;
}

std::vector<BadInput> wrongIds() {
    using enum ErrorCode;
    const auto duplicate = [](const std::string& table, const std::string& item) {
        return bySql("duplicate " + table,
                     loosen(table) + "INSERT INTO " + table + " SELECT * FROM " + table + " LIMIT 1",
                     DuplicateId, item);
    };
    return {
        bySql("unknown child", "UPDATE program SET children = X'FFFFFF00' WHERE id = 5", UnknownId,
              "program, id 5, column children, entry 0", "16777215"),
        bySql("unknown variable of a program", "UPDATE program SET variables = X'07000000FFFFFFFF'",
              UnknownId, "program, id 0, column variables, entry 1", "4294967295"),
        bySql("unknown compute set", "UPDATE program SET compute_set = 77777 WHERE id = 7", UnknownId,
              "program, id 7, column compute_set", "77777"),
        bySql("unknown root", "UPDATE root_program SET program = 99999", UnknownId, "root_program"),
        bySql("unknown program of a step", "UPDATE liveness_step SET program = 99999 WHERE step = 3",
              UnknownId, "liveness_step, step 3, column program", "99999"),
        bySql("unknown compute set of vertices",
              "UPDATE compute_set_vertex SET compute_set = compute_set + 99999", UnknownId,
              "compute_set_vertex"),
        bySql("unknown vertex type", "UPDATE compute_set_vertex SET vertex_type = vertex_type + 99999",
              UnknownId, "column vertex_type"),
        bySql("unknown class", "UPDATE lowered_variable SET equivalence_class = variable", UnknownId,
              "lowered_variable, tile 0, column equivalence_class, entry"),
        bySql("unknown unlowered variable", "DELETE FROM variable WHERE id = 1", UnknownId,
              "lowered_variable, tile 0, column variable, entry", "1"),
        bySql("unknown uid", "UPDATE operation SET uid = 99999 WHERE position = 4", UnknownId, "operation",
              "99999"),
        bySql("unknown program of an operation",
              "UPDATE operation_detail SET programs = X'FFFFFF00' WHERE uid = 7", UnknownId,
              "operation_detail, uid 7, column programs, entry 0"),
        bySql("unknown variable of an operation",
              "UPDATE operation_detail SET variables = X'FFFFFF00' WHERE uid = 7", UnknownId,
              "operation_detail, uid 7, column variables, entry 0"),
        bySql("unknown program of an executed step", "UPDATE execution_step SET program = 99999", UnknownId,
              "execution_step"),
        bySql("unknown run", "UPDATE execution_step SET run = 99999", UnknownId, "execution_step"),
        bySql("unknown category",
              addLacking(format::LoweredVariable) + "UPDATE lowered_variable SET category = bytes", UnknownId,
              "lowered_variable, tile 0, column category, entry 0"),
        bySql("names without strings",
              addLacking(format::LoweredVariable) + "UPDATE lowered_variable SET name_base = id, "
                                                    "name_vertex_field = id, name_suffix = id",
              UnknownId, "lowered_variable, tile 0, column name_base"),
        bySql("parts of names",
              addLacking(format::LoweredString) + addLacking(format::LoweredVariable) +
                  "UPDATE lowered_variable SET name_base = zeroblob(length(id))",
              BlobLength, "lowered_variable, tile 0, column name_base"),
        bySql("categories of some variables",
              addLacking(format::LoweredVariable) + "UPDATE lowered_variable SET category = X'FFFFFFFF'",
              BlobLength, "lowered_variable, tile 0, column category"),
        bySql("a gap between strings",
              addLacking(format::LoweredString) + "UPDATE lowered_string SET position = 1", OutOfRange,
              "lowered_string, position 1"),
        bySql("contexts of an unknown variable",
              addLacking(format::VariableContext) + "UPDATE variable_context SET variable = 99999", UnknownId,
              "variable_context, column variable"),
        bySql("unknown program of a function",
              addLacking(format::FunctionProgram) + "UPDATE function_program SET program = 99999", UnknownId,
              "function_program", "99999"),
        bySql("unknown program of cycles",
              addLacking(format::EstimatedCycles) + "UPDATE estimated_cycles SET program = 99999", UnknownId,
              "estimated_cycles", "99999"),
        bySql("cycles of an unknown IPU",
              addLacking(format::MeasuredCycles) + "UPDATE measured_cycles SET ipu = 99", OutOfRange,
              "measured_cycles, step 0, column ipu", "99"),
        bySql("cycles of more tiles than there are",
              addLacking(format::MeasuredCycles) +
                  "UPDATE measured_cycles SET cycles_by_tile = CAST(replace(hex(zeroblob(20000)), '00', "
                  "'\1\1\1\1') AS BLOB)",
              OutOfRange, "measured_cycles, row 0, column cycles_by_tile", "20000 entries"),
        bySql("a lowered id on two tiles",
              "UPDATE lowered_variable SET id = (SELECT id FROM lowered_variable WHERE tile = 0) WHERE tile "
              "= 5",
              DuplicateId, "lowered_variable, tile 5, column id, entry 0"),
        duplicate("program", "program, id 0"),
        duplicate("variable", "variable, id 0"),
        duplicate("equivalence_class", "equivalence_class, id 1"),
        duplicate("vertex_type", "vertex_type, id"),
        duplicate("vertex_code", "vertex_code"),
        duplicate("compute_set", "compute_set, id 0"),
        duplicate("compute_set_vertex", "compute_set_vertex"),
        duplicate("tile_memory", "tile_memory"),
        duplicate("operation_detail", "operation_detail, uid 2"),
        duplicate("execution_run", "execution_run, id 0"),
        duplicate("root_program", "root_program, position 0"),
        duplicate("operation", "operation, position 0"),
        duplicate("target", "target"),
        duplicate("lowered_variable", "lowered_variable"),
    };
}

std::vector<BadInput> outOfRange() {
    using enum ErrorCode;
    const auto range = [](std::string name, std::string sql, std::string item, std::string actual = {}) {
        return bySql(std::move(name), std::move(sql), OutOfRange, std::move(item), std::move(actual));
    };
    const auto intervals = [&](std::string name, const std::string& blob) {
        return range(std::move(name), "UPDATE equivalence_class SET intervals = X'" + blob + "' WHERE id = 3",
                     "equivalence_class, id 3, column intervals, entry");
    };
    const std::string steps = "operation_detail, uid 7, column last_step";
    return {
        range("4,000,000,000 tiles", "UPDATE target SET num_tiles = 4000000000", "num_tiles", "4000000000"),
        range("more tiles than 32 bits", "UPDATE target SET num_tiles = 1 << 40", "num_tiles"),
        range("no tiles", "UPDATE target SET num_tiles = 0", "num_tiles", "0"),
        range("more tiles per IPU than tiles", "UPDATE target SET tiles_per_ipu = 17", "tiles_per_ipu", "17"),
        range("no memory", "UPDATE target SET bytes_per_tile = 0", "bytes_per_tile"),
        range("a tile too many", "UPDATE lowered_variable SET tile = 16 WHERE tile = 15", "tile", "16"),
        range("too long an array", "UPDATE tile_memory SET bytes_by_tile = zeroblob(68)", "bytes_by_tile",
              "17 entries"),
        range("too long counts", "UPDATE compute_set_vertex SET count_by_tile = zeroblob(6800)",
              "count_by_tile"),
        range("a gap in the steps", "DELETE FROM liveness_step WHERE step = 5", "liveness_step, step 6", "6"),
        range("steps from 1",
              "UPDATE liveness_step SET step = -step; UPDATE liveness_step SET step = 1 - step",
              "liveness_step, step 1"),
        intervals("overlapping intervals", "00000000030000000200000005000000"),
        intervals("descending intervals", "05000000080000000000000002000000"),
        intervals("an interval that ends before it starts", "0500000004000000"),
        intervals("an empty interval", "0500000005000000"),
        intervals("an interval behind the last step", "0500000008010000"),
        range("a step behind the last", "UPDATE operation_detail SET last_step = 263 WHERE uid = 7", steps,
              "263"),
        range("last before first", "UPDATE operation_detail SET first_step = 5 WHERE uid = 7", steps, "4"),
        range("a tile above 2 GiB",
              "UPDATE lowered_variable SET bytes = CAST(X'FFFFFFFF' || substr(bytes, 5) AS BLOB) WHERE tile "
              "= 2",
              "tile 2"),
        range("vertex state above 2 GiB", "UPDATE vertex_type SET size = 4000000000", "tile 0"),
        range("exchange code above 2 GiB",
              "UPDATE program SET code_bytes = X'00000000FFFFFF7F' WHERE type = 'DoExchange'", "tile 1"),
        range("an executed step on no IPU", "UPDATE execution_step SET ipu = 1", "execution_step", "1"),
        range("cycles that do not fit",
              "UPDATE execution_step SET cycles_from = 72057594037927936, cycles_to = 72057594037927936; " +
                  addLacking(format::ExecutionStep) + "UPDATE execution_step SET cycles = 1",
              "execution_step", "more"),
        range("cycles whose sum does not fit",
              "UPDATE execution_step SET cycles_from = 0, cycles_to = 72057594037927936", "execution_step",
              "more"),
        range("cycles of centuries",
              "UPDATE execution_step SET cycles_from = 0, cycles_to = 4611686018427387904", "execution_step",
              "4611686018427387904"),
        range("more tiles than the file has room for",
              "UPDATE target SET num_tiles = 2097152, tiles_per_ipu = 1472", "target, column num_tiles",
              "2097152"),
        range("more tiles than an IPU has", "UPDATE target SET num_tiles = 16385, tiles_per_ipu = 16385",
              "target, column tiles_per_ipu", "16385"),
        range("a block that runs backwards",
              format::Block.createStatement() + "; INSERT INTO block VALUES(0, 5, 4, NULL, 0)",
              "block, row 1, column cycles_to", "4"),
        range("a block beyond the target",
              format::Block.createStatement() + "; INSERT INTO block VALUES(99, 5, 6, NULL, 0)",
              "block, row 1, column tile", "99"),
        range("a block of no type",
              format::Block.createStatement() + "; INSERT INTO block VALUES(0, 5, 6, NULL, 5)",
              "block, row 1, column type", "5"),
        bySql("a sync of no step",
              format::StepSync.createStatement() + "; INSERT INTO step_sync VALUES(99999, 'External')",
              UnknownId, "step_sync, step 99999"),
        bySql("the time of no run",
              format::RunTime.createStatement() + "; INSERT INTO run_time VALUES(99, 1, 2)", UnknownId,
              "run_time, run 99"),
        bySql("an IPU of no run",
              format::RunIpu.createStatement() + "; INSERT INTO run_ipu VALUES(99, 0, 1, 2, 3)", UnknownId,
              "run_ipu, run 99"),
        bySql("bytes of no program",
              format::ProgramBytes.createStatement() + "; INSERT INTO program_bytes VALUES(99999, 0, 1, 2)",
              UnknownId, "program_bytes, program 99999"),
        range("cycles that run backwards", "UPDATE execution_step SET cycles_from = cycles_to + 1",
              "execution_step"),
        bySql("one of two steps", "UPDATE operation_detail SET first_step = NULL WHERE uid = 7", WrongType,
              "operation_detail, uid 7, column first_step"),
        bySql("half an interval", "UPDATE equivalence_class SET intervals = X'00000000' WHERE id = 3",
              BlobLength, "equivalence_class, id 3, column intervals"),
        bySql("columns of several lengths",
              "UPDATE lowered_variable SET bytes = substr(bytes, 5) WHERE tile = 1", BlobLength,
              "lowered_variable, tile 1, column bytes", "120 entries"),
        bySql("short addresses", "UPDATE lowered_variable SET address = X'00000000' WHERE tile = 1",
              BlobLength, "lowered_variable, tile 1, column address", "1 entries"),
        bySql("a program in itself", "UPDATE program SET children = X'05000000' WHERE id = 5", CyclicPrograms,
              "program, id 5, column children", "program 5"),
        bySql("programs in each other",
              "UPDATE program SET children = X'08000000' WHERE id = 5; "
              "UPDATE program SET children = X'05000000' WHERE id = 8",
              CyclicPrograms, "program, id 5"),
    };
}

std::vector<BadInput> damagedFiles() {
    using enum ErrorCode;
    std::vector<BadInput> inputs{
        bySql("another application", "PRAGMA application_id = 1", NotAProfile, "version_info",
              "a database without it"),
        bySql("a newer version", "PRAGMA user_version = 2", UnsupportedVersion, "user_version", "version 2"),
        bySql("no version", "PRAGMA user_version = 0", UnsupportedVersion, "user_version", "version 0"),
        byBytes(
            "not a database", [](std::string& bytes) { bytes = "Tileline, a text"; }, NotAProfile, "byte 0"),
        byBytes(
            "an empty file", [](std::string& bytes) { bytes.clear(); }, Truncated, "byte 0", "an empty file"),
        byBytes(
            "a page of zeros",
            [](std::string& bytes) { bytes.replace(3 * 4096, 4096, std::string(4096, '\0')); }, CorruptFile),
        byBytes(
            "garbage in the schema",
            [](std::string& bytes) { bytes.replace(100, 900, std::string(900, '\xAB')); }, CorruptFile,
            "the schema"),
    };
    for (const size_t length : {17UL, 60UL, 99UL, 100UL, 1000UL, 4096UL, 50'000UL, 247'807UL}) {
        inputs.push_back(byBytes(
            "truncated to " + std::to_string(length), [length](std::string& bytes) { bytes.resize(length); },
            Truncated, "byte", std::to_string(length) + " bytes"));
    }
    return inputs;
}

std::vector<BadInput> wrongPaths() {
    using enum ErrorCode;
    return {
        byFiles(
            "nothing there", [](const fs::path& d) { return d / "none"; }, FileNotFound, "none"),
        byFiles(
            "an empty directory", [](const fs::path& d) { return d; }, NoProfileInDirectory, "", "none"),
        byFiles(
            "a directory with only debug information",
            [](const fs::path& d) {
                copyReport(Fixture, d);
                fs::remove(d / "profile.tileline");
                return d;
            },
            NoProfileInDirectory, ""),
        byFiles(
            "a directory with a text that is named as a profile",
            [](const fs::path& d) {
                writeFile(d / "notes.txt", "about the profile");
                writeFile(d / "profile.pop", "Poplar, a text");
                return d;
            },
            NotAProfile, "profile.pop", "something else"),
        byFiles(
            "a directory with an empty profile",
            [](const fs::path& d) {
                fs::create_directory(d / "inference");
                writeFile(d / "inference/profile.pop", "");
                return d;
            },
            Truncated, "inference/profile.pop", "an empty file"),
        byFiles(
            "two profiles",
            [](const fs::path& d) {
                fs::copy_file(copyProfile(Fixture, d), d / "other.tileline");
                return d;
            },
            SeveralProfiles, "", "other.tileline"),
        byFiles(
            "a named pipe",
            [](const fs::path& d) {
                ::mkfifo((d / "pipe").c_str(), 0600);
                return d / "pipe";
            },
            NotAProfile, "pipe", "a named pipe"),
        byFiles(
            "a device", [](const fs::path&) { return fs::path("/dev/null"); }, NotAProfile, "/dev/null",
            "a device"),
        byFiles(
            "a loop of links",
            [](const fs::path& d) {
                fs::create_symlink("b", d / "a");
                fs::create_symlink("a", d / "b");
                return d / "a";
            },
            SystemError, "a"),
        byFiles(
            "a link to nothing",
            [](const fs::path& d) {
                fs::create_symlink("nothing", d / "a");
                return d / "a";
            },
            FileNotFound, "a"),
        byFiles(
            "a write-ahead log in use",
            [](const fs::path& d) {
                const fs::path path = copyProfile(Fixture, d);
                writeFile(path.string() + "-wal", "half a transaction");
                return path;
            },
            FileChanged, "profile.tileline", "profile.tileline-wal"),
        byFiles(
            "a hot journal",
            [](const fs::path& d) {
                const fs::path path = copyProfile(Fixture, d);
                writeFile(path.string() + "-journal", "half a transaction");
                return path;
            },
            FileChanged, "profile.tileline", "profile.tileline-journal"),
    };
}

std::string repeated(const std::string& text, size_t times) {
    std::string result;
    for (size_t i = 0; i < times; ++i) {
        result += text;
    }
    return result;
}

/// {"contexts": [CONTEXTS], "stringTable": ["a"]} as JSON. Both readers pass their data to the same
/// receiver.
std::string debugJson(const std::string& contexts) {
    return R"({"contexts": [)" + contexts + R"(], "stringTable": ["a"]})";
}

std::vector<BadInput> badDebug() {
    using enum ErrorCode;
    const std::string keys = R"("contexts": [], "stringTable": [])";
    // {"contexts": followed by nested arrays, or by nested maps with one entry
    const std::string opening = std::string("\xA2\x68") + "contexts";
    return {
        byDebug("nested arrays in CBOR", opening + "\x81\xA1\x61x" + repeated("\x81", 100'000), NestedTooDeep,
                "contexts"),
        byDebug("nested maps in CBOR", opening + "\x81\xA1\x61x" + repeated("\xA1\x61x", 100'000),
                NestedTooDeep, "contexts"),
        byDebug("nested indefinite arrays in CBOR", opening + "\x81\xA1\x61x" + repeated("\x9F", 100'000),
                NestedTooDeep),
        byDebug("nested JSON", debugJson(R"({"id": 1, "x": )" + repeated("[", 100'000)), NestedTooDeep,
                "contexts"),
        byDebug("JSON that ends", debugJson(R"({"id": 1})").substr(0, 20), Truncated, "byte"),
        byDebug("broken JSON", R"({"contexts": [}, "stringTable": []})", CorruptFile, "byte"),
        byDebug("contexts a map", R"({"contexts": {}, "stringTable": []})", WrongShape, "contexts", "a map"),
        byDebug("contexts a number", R"({"contexts": 1, "stringTable": []})", WrongShape, "contexts"),
        byDebug("a context a number", debugJson("7"), WrongShape, "contexts, entry 0"),
        byDebug("a context an array", debugJson("{}, []"), WrongShape, "contexts, entry 1", "an array"),
        byDebug("strings that are numbers", R"({"contexts": [], "stringTable": ["a", 1]})", WrongShape,
                "stringTable, entry 1"),
        byDebug("strings a map", R"({"contexts": [], "stringTable": {}})", WrongShape, "stringTable"),
        byDebug("no strings", R"({"contexts": []})", WrongShape, "", "no stringTable"),
        byDebug("no contexts", R"({"stringTable": []})", WrongShape, "", "no contexts"),
        byDebug("an id in text", debugJson(R"({"id": "1"})"), WrongShape, "contexts, entry 0, field id",
                "text"),
        byDebug("a negative id", debugJson(R"({"id": -1})"), WrongShape, "contexts, entry 0, field id", "-1"),
        byDebug("a broken id", debugJson(R"({"id": 1.5})"), WrongShape, "contexts, entry 0, field id", "1.5"),
        byDebug("a huge line", debugJson(R"({"id": 1, "location": {"lineNumber": 99999999999}})"), WrongShape,
                "contexts, entry 0, field location.lineNumber"),
        byDebug("a string that is not there", debugJson(R"({"id": 3, "location": {"fileName": 5}})"),
                UnknownId, "contexts, id 3, column location.fileName", "5"),
        byDebug("a context twice", debugJson(R"({"id": 7}, {"id": 7})"), DuplicateId, "contexts, id 7"),
        byDebug("a context in itself", debugJson(R"({"id": 7, "parentId": 7})"), CyclicContexts,
                "contexts, id 7"),
        byDebug("contexts in each other",
                debugJson(R"({"id": 3, "parentId": 4}, {"id": 4, "parentId": 5}, {"id": 5, "parentId": 3})"),
                CyclicContexts, "contexts, id"),
        byDebug("CBOR that is no UTF-8", opening + "\x80\x6BstringTable\x81\x61\xFF", CorruptFile, "byte"),
        byDebug("nested indefinite texts in CBOR", opening + "\x81\xA1\x61x" + repeated("\x7F", 100'000),
                CorruptFile, "byte"),
        byDebug("nested indefinite bytes in CBOR", opening + "\x81\xA1\x61x" + repeated("\x5F\x7F", 100'000),
                CorruptFile, "byte"),
        byDebug("CBOR with a reserved byte", opening + "\x81\x1C", CorruptFile, "byte"),
        byDebug("CBOR with a stray end", opening + "\x81\xFF", CorruptFile, "byte"),
        byDebug("CBOR with more behind", opening + "\x80\x6BstringTable\x80\x01", CorruptFile, "byte"),
        byDebug("CBOR with a huge text", opening + "\x81\x7B\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF", Truncated,
                "byte"),
        byDebug("CBOR with a text of all bits", opening + "\x81\x7B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
                Truncated, "byte"),
        byDebug("CBOR with a huge array", opening + "\x9B\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF", Truncated,
                "byte"),
    };
}

/// A file that is too short for a single context. If it has some, the profile opens.
std::vector<BadInput> truncatedDebug() {
    const auto make = [](const fs::path& directory) {
        copyReport(Fixture, directory, DropOperations);
        fs::resize_file(directory / "debug.cbor", 30);
        return directory;
    };
    return {{"debug information of 30 bytes", make, ErrorCode::Truncated, "debug.cbor", "byte 30", ""}};
}

const std::vector<BadInput>& badInputs() {
    static const std::vector<BadInput> all = [] {
        std::vector<BadInput> inputs;
        for (auto group : {missingParts(), wrongTypes(), wrongIds(), outOfRange(), damagedFiles(),
                           wrongPaths(), badDebug(), truncatedDebug()}) {
            std::move(group.begin(), group.end(), std::back_inserter(inputs));
        }
        return inputs;
    }();
    return all;
}

/// Whether the error is about a file or directory as a whole, so that it names no place within it.
bool isAboutThePath(ErrorCode code) {
    using enum ErrorCode;
    static const std::set<ErrorCode> codes{FileNotFound, NoProfileInDirectory, SeveralProfiles,
                                           NotAProfile,  SystemError,          FileChanged};
    return codes.contains(code);
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

/// Every kind of bad input causes the right error, with the right place, and no other effect.
class TestBadInput : public QObject {
    Q_OBJECT
private slots:
    void isRefused_data() {
        QTest::addColumn<size_t>("index");
        for (size_t i = 0; i < badInputs().size(); ++i) {
            QTest::newRow(badInputs()[i].name.c_str()) << i;
        }
    }
    void isRefused() {
        QFETCH(size_t, index);
        const BadInput& input = badInputs()[index];
        const TemporaryDirectory directory;
        const auto outcome = openProfile({input.make(directory.path())});
        QVERIFY2(!outcome, "it loads");
        QVERIFY(!outcome.failure().cancelled());
        const Error& error = outcome.failure().error();
        const std::string text = describe(error);
        QVERIFY2(error.code == input.code, text.c_str());
        const fs::path file = input.file.empty() ? directory.path() : directory.path() / input.file;
        QVERIFY2(error.file == file.string(), text.c_str());
        QVERIFY2(contains(error.item, input.item), text.c_str());
        QVERIFY2(!error.item.empty() || isAboutThePath(error.code), text.c_str());
        QVERIFY2(contains(error.actual, input.actual), text.c_str());
        QVERIFY2(!error.actual.empty() || !error.expected.empty(), text.c_str());
        QVERIFY2(contains(text, "remedy:"), text.c_str());
    }

    void bothVersionsAreNamed() {
        const TemporaryDirectory directory;
        const auto outcome = openProfile({copyProfile(Fixture, directory.path(), "PRAGMA user_version = 7")});
        QVERIFY(!outcome);
        const std::string text = describe(outcome.failure().error());
        QVERIFY(contains(text, "version 7"));
        QVERIFY(contains(text, "version 1"));
    }

    void withoutPermission() {
        const TemporaryDirectory directory;
        const fs::path path = copyProfile(Fixture, directory.path());
        fs::create_directory(directory / "closed");
        fs::permissions(directory.path(), fs::perms(0755));
        fs::permissions(path, fs::perms::none);
        fs::permissions(directory / "closed", fs::perms::none);
        const Unprivileged user;
        for (const fs::path& closed : {path, directory / "closed"}) {
            const auto outcome = openProfile({closed});
            QVERIFY(!outcome);
            QCOMPARE(outcome.failure().error().code, ErrorCode::PermissionDenied);
        }
    }

    /// A profile that must not be read is reported differently from a missing one.
    void unreadableProfileInADirectory() {
        const TemporaryDirectory directory;
        const fs::path path = copyProfile(Fixture, directory.path());
        fs::permissions(directory.path(), fs::perms(0755));
        fs::permissions(path, fs::perms::none);
        const Unprivileged user;
        const auto outcome = openProfile({directory.path()});
        QVERIFY(!outcome);
        QCOMPARE(outcome.failure().error().code, ErrorCode::PermissionDenied);
        QCOMPARE(outcome.failure().error().file, path.string());
    }

    void unknownTablesAndColumnsDoNotMatter() {
        const TemporaryDirectory directory;
        const fs::path path =
            copyProfile(Fixture, directory.path(),
                        "CREATE TABLE future(a, b); INSERT INTO future VALUES(1, 2); "
                        "ALTER TABLE program ADD COLUMN colour TEXT; "
                        "CREATE VIEW everything AS SELECT * FROM program; "
                        "CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM program; END");
        QVERIFY(openProfile({path}));
    }

    /// A database in WAL mode that was closed properly is complete in its single file.
    void writeAheadLogMode() {
        const TemporaryDirectory directory;
        const fs::path path = copyProfile(Fixture, directory.path(), "PRAGMA journal_mode = WAL");
        const std::string before = readAll(path);
        QVERIFY(openProfile({path}));
        QCOMPARE(std::distance(fs::directory_iterator(directory.path()), {}), ptrdiff_t{1});
        QVERIFY(readAll(path) == before);
    }

    void namesWithSpecialCharacters() {
        const TemporaryDirectory directory;
        for (const char* name : {"a?mode=rwc", "a#b", "100%41", "ä \"b\" 'c'", "-x", "file:x"}) {
            const fs::path path = directory / name;
            fs::rename(copyProfile(Fixture, directory.path()), path);
            QVERIFY2(openProfile({path}), name);
            fs::remove(path);
        }
    }
};

TILELINE_TEST(TestBadInput)
#include "test_badinput.moc"
