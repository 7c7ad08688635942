// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/location.h"
#include "core/profile/profilebuilder.h"
#include "core/profile/reading/loadmeter.h"
#include "core/profile/reading/rowstream.h"
#include "core/profile/reading/tableformat.h"

#include <optional>
#include <string>
#include <string_view>

namespace tileline {

/// Reads the rows of one table and checks every value against the format. After the first failure, the
/// functions return zeros or empty values, next() returns false, and finish() returns the failure.
class TableCursor {
public:
    TableCursor(Database& database, const format::Table& table, LoadMeter& meter);
    /// Reads the rows of a statement that was made for the table. Without a statement there are no rows. In
    /// the progress, each row counts as `rowBytes`; if there are none, as the bytes of its values.
    TableCursor(Outcome<std::optional<Statement>> statement, const format::Table& table, LoadMeter& meter,
                std::optional<uint64_t> rowBytes = {});

    /// Moves to the next row. Returns false after the last row, after a failure, and when a stop is
    /// requested.
    bool next();

    uint32_t u32(int column);
    uint64_t u64(int column);
    int64_t signedInteger(int column);
    /// Checks a position in a list: it must be greater than that of the previous row.
    void position(int column);
    std::string text(int column);
    std::optional<uint32_t> optionalU32(int column);
    std::optional<uint64_t> optionalU64(int column);
    std::optional<double> optionalReal(int column);
    std::string optionalText(int column); ///< empty if NULL
    bool isNull(int column) const;

    std::span<const std::byte> blob(int column); ///< empty if NULL
    /// A BLOB of little-endian u32, valid until the next row.
    std::span<const uint32_t> list(int column);
    std::span<const uint32_t> optionalList(int column); ///< empty if NULL
    /// Stores a by-tile BLOB in the builder's pool. Empty if it is NULL and `nullable`.
    ByTile byTile(int column, ProfileBuilder& builder, bool nullable);

    bool ok() const { return !m_failure; }
    /// Fails this row if the builder refused it.
    void accept(Result<Done> result);
    /// Fails this row with a failure that does not name its place. The error names `column`.
    void accept(Result<Done> result, int column);
    /// Fails this row. The error names `column` as the place.
    void fail(ErrorCode code, int column, std::string expected, std::string actual);
    Outcome<Done> finish();

    /// The place of a column in this row; of the row if `column` is negative.
    Location location(int column) const;
    /// Number of rows read so far.
    uint64_t rows() const { return m_rows; }

private:
    bool check(int column, ValueType type);
    std::optional<uint64_t> natural(int column, uint64_t maximum);
    /// Counts the bytes of a value.
    bool take(int column, size_t bytes);
    void startRow();

    const format::Table& m_table;
    LoadMeter& m_meter;
    std::optional<uint64_t> m_rowBytes;
    std::optional<RowStream> m_values; ///< empty if there is nothing to read
    std::optional<Failure> m_failure;
    uint64_t m_rows = 0;
    uint64_t m_key = 0;
    uint64_t m_nextPosition = 0;
};

} // namespace tileline
