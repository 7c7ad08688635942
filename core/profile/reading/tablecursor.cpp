// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/tablecursor.h"

#include "core/base/utf8.h"

#include <bit>
#include <limits>

namespace tileline {

static_assert(std::endian::native == std::endian::little, "profiles hold little-endian integers");

namespace {

Outcome<std::optional<Statement>> statementFor(Database& database, const format::Table& table) {
    auto statement = TRY(database.prepare(table.selectStatement()));
    return std::optional(std::move(statement));
}

} // namespace

TableCursor::TableCursor(Database& database, const format::Table& table, LoadMeter& meter)
    : TableCursor(statementFor(database, table), table, meter) {
}

TableCursor::TableCursor(Outcome<std::optional<Statement>> statement, const format::Table& table,
                         LoadMeter& meter, std::optional<uint64_t> rowBytes)
    : m_table(table)
    , m_meter(meter)
    , m_rowBytes(rowBytes) {
    if (!statement) {
        m_failure = std::move(statement).failure();
    } else if (*statement) {
        m_values.emplace(*std::move(*statement), table.columns.size());
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
    startRow();
    return true;
}

void TableCursor::startRow() {
    m_key = m_rows++;
    if (m_table.keyed && m_values->type(0) == ValueType::Integer) {
        m_key = static_cast<uint64_t>(m_values->integer(0));
    }
    m_meter.advance(m_rowBytes.value_or(m_table.columns.size()));
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
        m_failure = Error{code, {}, location(column).text(), std::move(expected), std::move(actual)};
    }
}

void TableCursor::accept(Result<Done> result) {
    if (!m_failure && !result) {
        m_failure = std::move(result).failure();
    }
}

void TableCursor::accept(Result<Done> result, int column) {
    if (!m_failure && !result) {
        Error error = std::move(result).failure();
        fail(error.code, column, std::move(error.expected), std::move(error.actual));
    }
}

Outcome<Done> TableCursor::finish() {
    if (!m_failure) {
        return Done{};
    }
    return located(*std::move(m_failure), location(-1).text());
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
    fail(ErrorCode::TooLarge, column, "values that have no more bytes than the file", "more");
    return false;
}

bool TableCursor::isNull(int column) const {
    return m_failure || m_values->type(column) == ValueType::Null;
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

int64_t TableCursor::signedInteger(int column) {
    return check(column, ValueType::Integer) ? m_values->integer(column) : 0;
}

void TableCursor::position(int column) {
    const uint64_t position = u64(column);
    if (ok() && position < m_nextPosition) {
        fail(ErrorCode::DuplicateId, column, "a position that occurs once", std::to_string(position));
    }
    m_nextPosition = position + 1;
}

std::optional<uint32_t> TableCursor::optionalU32(int column) {
    return isNull(column) ? std::nullopt : std::optional(u32(column));
}

std::optional<uint64_t> TableCursor::optionalU64(int column) {
    return isNull(column) ? std::nullopt : std::optional(u64(column));
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

std::string TableCursor::optionalText(int column) {
    return isNull(column) ? std::string() : text(column);
}

std::span<const std::byte> TableCursor::blob(int column) {
    if (isNull(column) || !check(column, ValueType::Blob)) {
        return {};
    }
    const auto blob = m_values->blob(column);
    return take(column, blob.size()) ? blob : std::span<const std::byte>();
}

std::span<const uint32_t> TableCursor::list(int column) {
    if (!check(column, ValueType::Blob)) {
        return {};
    }
    const auto blob = m_values->blob(column);
    if (blob.size() % sizeof(uint32_t) != 0) {
        fail(ErrorCode::BlobLength, column, "a multiple of 4 bytes", std::to_string(blob.size()) + " bytes");
        return {};
    }
    if (!take(column, blob.size())) {
        return {};
    }
    return {reinterpret_cast<const uint32_t*>(blob.data()), blob.size() / sizeof(uint32_t)};
}

std::span<const uint32_t> TableCursor::optionalList(int column) {
    return isNull(column) ? std::span<const uint32_t>() : list(column);
}

ByTile TableCursor::byTile(int column, ProfileBuilder& builder, bool nullable) {
    if (nullable && isNull(column)) {
        return {};
    }
    const auto entries = list(column);
    const size_t tiles = builder.profile().target.numTiles;
    if (entries.size() > tiles) {
        fail(ErrorCode::OutOfRange, column,
             "at most " + std::to_string(tiles) + " entries, one for each tile",
             std::to_string(entries.size()) + " entries");
        return {};
    }
    return builder.storeByTile(entries);
}

} // namespace tileline
