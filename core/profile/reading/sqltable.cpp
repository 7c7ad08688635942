// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/sqltable.h"

#include "core/base/printable.h"
#include "core/base/sequences.h"

#include <bit>
#include <cstring>
#include <limits>

namespace tileline {

static_assert(std::endian::native == std::endian::little, "profiles hold little-endian integers");

std::string format::Table::createStatement() const {
    const auto declared = [](const Column& column) {
        return std::string(column.name).append(" ").append(column.declaration);
    };
    std::string sql = "CREATE TABLE \"" + std::string(name) + "\"(" + joinedTexts(columns, ", ", declared);
    if (!constraint.empty()) {
        sql.append(", ").append(constraint);
    }
    return sql.append(withoutRowid ? ") WITHOUT ROWID" : ")");
}

Outcome<Done> Schema::check(const format::Table& table) {
    auto known =
        TRY(m_database->prepare("SELECT type, rootpage FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE "
                                "AND type IN ('table', 'view')"));
    known.bind(1, table.name);
    const auto missing = [&](std::string expected, std::string actual) -> Outcome<Done> {
        return errorAt(ErrorCode::MissingTable, std::string(table.name), std::move(expected),
                       std::move(actual));
    };
    if (!TRY(known.step())) {
        return table.optional ? Done{} : missing("the table", "none");
    }
    if (known.type(1) != ValueType::Integer || known.integer(1) <= 0) {
        return missing("a table", known.text(0) == "view" ? "a view" : "a virtual table");
    }
    auto columns = TRY(m_database->prepare("SELECT lower(name) FROM pragma_table_info(?1)"));
    columns.bind(1, table.name);
    ColumnNames present;
    while (TRY(columns.step())) {
        present.emplace(columns.text(0));
    }
    ColumnNames& absent = m_absent[table.name];
    for (const format::Column& column : table.columns) {
        if (present.contains(column.name)) {
            continue;
        }
        if (!column.optional) {
            return errorAt(ErrorCode::MissingColumn, {.table = table.name, .column = column.name},
                           "the column", "none");
        }
        absent.emplace(column.name);
    }
    if (table.last.empty() || !present.contains(table.last)) {
        absent.emplace(table.last);
    }
    return Done{};
}

bool Schema::has(const format::Table& table, std::string_view column) const {
    const auto found = m_absent.find(table.name);
    return found != m_absent.end() && !found->second.contains(column);
}

Outcome<std::optional<Statement>> Schema::select(const format::Table& table) const {
    if (!has(table)) {
        return std::optional<Statement>();
    }
    std::string sql;
    for (const format::Column& column : table.columns) {
        sql += sql.empty() ? "SELECT " : ", ";
        has(table, column.name) ? sql.append("\"").append(column.name).append("\"") : sql.append("NULL");
    }
    const std::string from = " FROM \"" + std::string(table.name) + "\"";
    sql += from;
    if (has(table, table.last)) {
        const std::string last(table.last);
        sql += " WHERE " + last + " IS (SELECT max(" + last + ")" + from + ")";
    } else {
        sql += " NOT INDEXED"; // an index in the file could change the order of the rows
    }
    auto statement = TRY(m_database->prepare(sql));
    return std::optional(std::move(statement));
}

TableCursor::TableCursor(Outcome<std::optional<Statement>> statement, const format::Table& table,
                         LoadMeter& meter, std::optional<uint64_t> rowBytes)
    : m_table(table)
    , m_meter(meter)
    , m_rowBytes(rowBytes)
    , m_minRowBytes(table.minRowBytes()) {
    if (!statement) {
        m_failure = std::move(statement).failure();
    } else if (*statement) {
        m_values = *std::move(*statement);
        m_lists.resize(table.columns.size());
    }
}

bool TableCursor::next() {
    if (m_failure || !m_values) {
        return false;
    }
    if (m_meter.stopRequested()) {
        m_failure = Cancelled{};
        return false;
    }
    auto row = m_values->step();
    if (!row) {
        m_failure = std::move(row).failure();
        return false;
    }
    if (!*row) {
        return false;
    }
    m_key = m_rows++;
    if (m_table.keyed && m_values->type(0) == ValueType::Integer) {
        m_key = static_cast<uint64_t>(m_values->integer(0));
    }
    m_meter.advance(m_rowBytes.value_or(m_table.columns.size()));
    if (!m_meter.take(m_minRowBytes)) {
        fail(ErrorCode::TooLarge, -1, "rows that take at most as many bytes as the file", "more");
    }
    return !m_failure;
}

Location TableCursor::location(int column) const {
    Location location{.table = m_table.name};
    if (m_rows > 0) {
        location.key = m_table.keyed ? m_table.columns.front().name : "row";
        location.row = m_key;
    }
    if (column >= 0) {
        location.column = m_table.columns[static_cast<size_t>(column)].name;
    }
    return location;
}

void TableCursor::fail(ErrorCode code, int column, std::string expected, std::string actual) {
    if (!m_failure) {
        m_failure = errorAt(code, location(column), std::move(expected), std::move(actual));
    }
}

void TableCursor::failDuplicate(uint64_t id) {
    fail(ErrorCode::DuplicateId, 0, "an id that occurs once", std::to_string(id));
}

void TableCursor::failUnknown(int column, std::string_view table, uint64_t id) {
    fail(ErrorCode::UnknownId, column, std::string("the id of a row in ").append(table), std::to_string(id));
}

void TableCursor::accept(Result<Done> result) {
    if (!m_failure && !result) {
        m_failure = std::move(result).failure();
    }
}

void TableCursor::accept(Result<Done> result, int column) {
    if (!result) {
        Error error = std::move(result).failure();
        fail(error.code, column, std::move(error.expected), std::move(error.actual));
    }
}

Outcome<Done> TableCursor::finish(const char* needed) {
    if (m_failure) {
        return located(*std::move(m_failure), location(-1).text());
    }
    if (needed != nullptr && m_rows == 0) {
        return errorAt(ErrorCode::MissingRow, std::string(m_table.name), needed, "none");
    }
    return Done{};
}

bool TableCursor::check(int column, ValueType type) {
    if (m_failure) {
        return false;
    }
    const ValueType found = m_values->type(column);
    if (found != type) {
        fail(ErrorCode::WrongType, column, std::string(nameOf(type)), std::string(nameOf(found)));
        return false;
    }
    return true;
}

bool TableCursor::take(int column, size_t bytes) {
    m_meter.advance(m_rowBytes ? 0 : bytes);
    if (m_meter.take(bytes)) {
        return true;
    }
    fail(ErrorCode::TooLarge, column, "values that together take at most as many bytes as the file", "more");
    return false;
}

std::optional<uint64_t> TableCursor::natural(int column, uint64_t maximum) {
    if (!check(column, ValueType::Integer)) {
        return std::nullopt;
    }
    const int64_t value = m_values->integer(column);
    if (value < 0 || static_cast<uint64_t>(value) > maximum) {
        fail(ErrorCode::OutOfRange, column, "an integer from 0 to " + std::to_string(maximum),
             std::to_string(value));
        return std::nullopt;
    }
    return static_cast<uint64_t>(value);
}

uint32_t TableCursor::u32(int column) {
    return static_cast<uint32_t>(natural(column, std::numeric_limits<uint32_t>::max()).value_or(0));
}

uint64_t TableCursor::u64(int column) {
    return natural(column, std::numeric_limits<int64_t>::max()).value_or(0);
}

uint64_t TableCursor::position(int column) {
    const uint64_t position = u64(column);
    if (ok() && position < m_nextPosition) {
        fail(ErrorCode::DuplicateId, column, "a position that occurs once", std::to_string(position));
    }
    m_nextPosition = position + 1;
    return position;
}

uint64_t TableCursor::rowNumber(int column) {
    const uint64_t number = u64(column);
    if (ok() && number != m_rows - 1) {
        fail(ErrorCode::OutOfRange, column, "0, 1, 2, ... without a gap",
             std::to_string(number) + " as row " + std::to_string(m_rows - 1));
    }
    return number;
}

std::optional<double> TableCursor::optionalReal(int column) {
    if (isNull(column)) {
        return std::nullopt;
    }
    if (m_values->type(column) == ValueType::Integer) {
        return static_cast<double>(m_values->integer(column));
    }
    return check(column, ValueType::Real) ? std::optional(m_values->real(column)) : std::nullopt;
}

std::string TableCursor::text(int column) {
    if (!check(column, ValueType::Text)) {
        return {};
    }
    const std::string_view text = m_values->text(column);
    if (!isUtf8(text)) {
        fail(ErrorCode::WrongType, column, "text in UTF-8", "other bytes");
        return {};
    }
    return take(column, text.size()) ? std::string(text) : std::string();
}

std::span<const std::byte> TableCursor::blob(int column) {
    if (isNull(column) || !check(column, ValueType::Blob)) {
        return {};
    }
    const auto blob = m_values->blob(column);
    return take(column, blob.size()) ? blob : std::span<const std::byte>();
}

std::span<const uint32_t> TableCursor::optionalList(int column) {
    const auto bytes = blob(column);
    if (bytes.size() % sizeof(uint32_t) != 0) {
        fail(ErrorCode::BlobLength, column, "a multiple of 4 bytes", std::to_string(bytes.size()) + " bytes");
        return {};
    }
    if (reinterpret_cast<uintptr_t>(bytes.data()) % alignof(uint32_t) == 0) {
        return {reinterpret_cast<const uint32_t*>(bytes.data()), bytes.size() / sizeof(uint32_t)};
    }
    GrowingArray<uint32_t>& list = m_lists[static_cast<size_t>(column)];
    list.resize(bytes.size() / sizeof(uint32_t));
    std::memcpy(list.data(), bytes.data(), bytes.size());
    return list.values();
}

ByTile TableCursor::byTile(int column, ProfileBuilder& builder) {
    const auto entries = list(column);
    const size_t tiles = builder.profile().target.numTiles;
    if (entries.size() > tiles) {
        fail(ErrorCode::OutOfRange, column,
             "at most " + std::to_string(tiles) + " entries, one for each tile",
             std::to_string(entries.size()) + " entries");
        return {};
    }
    m_encoder.append(entries);
    return builder.storeByTile(m_encoder);
}

} // namespace tileline
