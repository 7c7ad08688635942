// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplartables.h"

#include "core/profile/reading/tableschema.h"

#include <algorithm>
#include <array>

namespace tileline::poplar {

namespace {

/// What a file may expand to, beside twice its size.
constexpr uint64_t FreeBytes = uint64_t{64} << 20U;
/// BLOBs up to this length are stored once, and shared if they occur again. They are the ones that can stand
/// for far more than their length.
constexpr size_t ShortBlob = 64;
/// Column of tables that have rows for each step of the compilation.
constexpr std::string_view CompilationStep = "compilation_step_id";

constexpr const char* Remedy =
    "Convert the report with Tileline's exporter, on a machine with the Poplar SDK "
    "that wrote it.";

Outcome<bool> isPoplars(Database& database) {
    auto query = TRY(database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE"));
    query.bind(1, VersionInfo.name);
    return query.step();
}

} // namespace

PoplarTables::PoplarTables(Database& database, const FileHeader& header, LoadJob& job)
    : m_database(database)
    , m_header(header)
    , m_job(job)
    , m_builder(job.builder) {
}

Outcome<Done> PoplarTables::checkSchema() {
    if (!TRY(isPoplars(m_database))) {
        return Error{ErrorCode::NotAProfile,
                     {},
                     std::string(VersionInfo.name),
                     "the table with the version of Poplar's profile",
                     "a database without it"};
    }
    auto schema = TRY(SchemaCheck::make(m_database));
    const auto check = [&](const format::Table& table) -> Outcome<Done> {
        auto absent = schema.absentColumns(table);
        if (!absent) {
            Failure failure = std::move(absent).failure();
            if (failure.cancelled()) {
                return failure;
            }
            Error error = failure.error();
            if (error.code == ErrorCode::MissingTable || error.code == ErrorCode::MissingColumn) {
                error.remedy = Remedy;
            }
            return error;
        }
        if (*absent) {
            m_absent.emplace(table.name, **std::move(absent));
        }
        return Done{};
    };
    TRY(check(VersionInfo));
    const auto version = rowsOf(VersionInfo);
    while (version->next()) {
        const uint32_t major = version->u32(0);
        const uint32_t minor = version->u32(1);
        const std::string text = std::to_string(major) + "." + std::to_string(minor);
        if (version->ok() && major != Major) {
            return Error{ErrorCode::UnsupportedVersion,
                         {},
                         std::string(VersionInfo.name),
                         "version " + std::to_string(Major) + " of the schema of profile.pop",
                         "version " + text,
                         Remedy};
        }
        if (version->ok() && minor > NewestMinor) {
            m_builder.addNote({LoadNote::Kind::NewerFormat, 1, text});
        }
    }
    TRY(version->finish());
    if (version->rows() == 0) {
        return Error{ErrorCode::MissingRow, {}, std::string(VersionInfo.name), "one row", "none"};
    }
    for (const format::Table* table : tables()) {
        if (table != &VersionInfo) {
            TRY(check(*table));
        }
    }
    return planProgress();
}

/// Rows take as long as they do however many bytes they have, and there are long tables that are not read. So
/// the progress counts rows.
Outcome<Done> PoplarTables::planProgress() {
    double cost = 1;
    for (const format::Table* const table : tables()) {
        if (!m_absent.contains(table->name)) {
            continue;
        }
        auto query = m_database.prepare("SELECT max(rowid) FROM \"" + std::string(table->name) + "\"");
        if (!query) {
            continue; // it has no rowids
        }
        TRY(query->step());
        const auto rows = static_cast<double>(query->integer(0));
        cost += std::clamp(rows, 0.0, static_cast<double>(m_header.stamp.bytes)) * table->rowCost;
    }
    m_bytesOfCost = static_cast<double>(m_header.stamp.bytes) / cost;
    return Done{};
}

uint64_t PoplarTables::bytesOfRow(const format::Table& table) const {
    return static_cast<uint64_t>(m_bytesOfCost * table.rowCost);
}

bool PoplarTables::isAbsent(const format::Table& table, std::string_view column) const {
    const auto found = m_absent.find(table.name);
    return found == m_absent.end() || found->second.contains(column);
}

/// Rows of the last step of the compilation, in tables that have rows for each.
Outcome<std::optional<Statement>> PoplarTables::query(const format::Table& table) {
    const auto found = m_absent.find(table.name);
    if (found == m_absent.end()) {
        return std::optional<Statement>();
    }
    std::string sql = table.selectStatement(found->second);
    if (table.columns.back().name == CompilationStep && !isAbsent(table, CompilationStep)) {
        const std::string column(CompilationStep);
        sql.append(" WHERE " + column + " IS (SELECT max(" + column + ") FROM \"")
            .append(table.name)
            .append("\")");
    }
    auto statement = TRY(m_database.prepare(sql));
    return std::optional(std::move(statement));
}

std::unique_ptr<TableCursor> PoplarTables::rowsOf(const format::Table& table) {
    return std::make_unique<TableCursor>(query(table), table, m_job.meter, bytesOfRow(table));
}

Outcome<std::unique_ptr<ColumnScan>> PoplarTables::scan(const format::Table& table) {
    std::vector<ColumnScan::Column> columns;
    for (const format::Column& column : table.columns) {
        columns.push_back({.name = column.name,
                           .nullable = column.optional,
                           .isText = column.name == "name_suffix",
                           .absent = isAbsent(table, column.name)});
    }
    auto opened =
        ColumnScan::open(m_database, m_header.path, table.name, std::move(columns), m_job.meter.stop());
    return opened ? std::move(opened)
                  : Outcome<std::unique_ptr<ColumnScan>>(located(std::move(opened).failure(), table.name));
}

Result<Done> PoplarTables::spend(uint64_t entries) {
    const uint64_t limit = FreeBytes + 2 * m_header.stamp.bytes;
    m_spent += entries * sizeof(uint32_t);
    if (m_spent > limit) {
        return Error{ErrorCode::TooLarge,
                     {},
                     {},
                     "arrays and lists that expand to at most " + std::to_string(limit) + " bytes",
                     "more"};
    }
    return Done{};
}

ByTile PoplarTables::byTile(TableCursor& cursor, int column, Encoding encoding) {
    const std::array<size_t, 1> lengths{m_builder.profile().target.numTiles};
    return store(cursor, column, encoding, lengths);
}

ByTile PoplarTables::byTileOfIpu(TableCursor& cursor, int column) {
    const Target& target = m_builder.profile().target;
    const std::array<size_t, 2> lengths{target.tilesPerIpu, target.numTiles};
    return store(cursor, column, Encoding::Runs, lengths);
}

ByTile PoplarTables::store(TableCursor& cursor, int column, Encoding encoding,
                           std::span<const size_t> lengths) {
    const Blob blob = cursor.blob(column);
    if (blob.empty()) {
        return {};
    }
    const bool isShort = blob.size() <= ShortBlob;
    std::string key;
    if (isShort) {
        key.assign(reinterpret_cast<const char*>(blob.data()), blob.size());
        key += encoding == Encoding::Runs ? 'r' : 'n';
        if (const auto found = m_shortBlobs.find(key); found != m_shortBlobs.end()) {
            return found->second;
        }
    }
    m_encoder.clear();
    const auto entries =
        decodeArray(blob, encoding, *std::max_element(lengths.begin(), lengths.end()), m_encoder);
    if (!entries) {
        cursor.accept(entries.failure(), column);
        return {};
    }
    if (std::find(lengths.begin(), lengths.end(), *entries) == lengths.end()) {
        cursor.fail(ErrorCode::BlobLength, column, std::to_string(lengths.front()) + " entries",
                    std::to_string(*entries) + " entries");
        return {};
    }
    cursor.accept(spend(m_encoder.finish()), column);
    if (!cursor.ok()) {
        return {};
    }
    const ByTile array = m_builder.storeByTile(m_encoder);
    if (isShort) {
        m_shortBlobs.emplace(std::move(key), array);
    }
    return array;
}

void PoplarTables::addByTile(TableCursor& cursor, int column, Encoding encoding,
                             std::vector<uint64_t>& sums) {
    const Blob blob = cursor.blob(column);
    if (blob.empty()) {
        return;
    }
    const auto entries = addArray(blob, encoding, sums);
    if (!entries) {
        cursor.accept(entries.failure(), column);
    } else if (*entries != sums.size()) {
        cursor.fail(ErrorCode::BlobLength, column, std::to_string(sums.size()) + " entries",
                    std::to_string(*entries) + " entries");
    }
}

std::vector<uint64_t> PoplarTables::numbers(TableCursor& cursor, int column, uint64_t maximum) {
    const Blob blob = cursor.blob(column);
    cursor.accept(spend(countNumbers(blob) * (sizeof(uint64_t) / sizeof(uint32_t))), column);
    auto list = decodeNumbers(cursor.ok() ? blob : Blob(), maximum);
    if (!list) {
        cursor.accept(list.failure(), column);
        return {};
    }
    return *std::move(list);
}

} // namespace tileline::poplar
