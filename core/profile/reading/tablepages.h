// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/database.h"

#include <atomic>
#include <cstring>
#include <functional>
#include <vector>

namespace tileline {

/// Reads the rows of one table from the pages of an SQLite file, without SQLite
/// (https://sqlite.org/fileformat2.html). SQLite itself takes six times as long for each row. Several threads
/// may call read() at the same time.
class TablePages {
public:
    /// Consecutive rows, with the columns in the order that the caller wants. In each column, all of these
    /// rows have values of the same type. All rows but the last take at most 64 KiB together. Valid until the
    /// Use that receives the rows returns.
    class Rows {
    public:
        size_t count() const { return m_stored.size(); }
        size_t columns() const { return m_fields.size(); }
        ValueType type(size_t column) const { return m_fields[column].type; }
        /// Calls visit(integer) for each row. The column must have integers.
        template <class Visit>
        void forEachInteger(size_t column, Visit visit) const {
            const Field field = m_fields[column];
            for (const Stored& row : m_stored) {
                visit(integer(field, row));
            }
        }
        /// The integer in a row. Unspecified if the column has no integers.
        int64_t integer(size_t column, size_t row) const { return integer(m_fields[column], m_stored[row]); }
        /// The text in a row. The column must have texts.
        std::string_view text(size_t column, size_t row) const {
            const Field& field = m_fields[column];
            return {reinterpret_cast<const char*>(m_stored[row].payload + field.at),
                    static_cast<size_t>(field.number)};
        }

    private:
        friend class TablePages;

        enum Place : uint8_t { InPayload, Constant, Rowid };
        /// The type of the values of a column, and where they are.
        struct Field {
            ValueType type = ValueType::Null;
            Place place = Constant;
            /// InPayload: the number of bits after the integer in the 8 bytes from `at` on.
            uint32_t shift = 0;
            size_t at = 0;      ///< position in the payload
            int64_t number = 0; ///< the constant; of a text: its size in bytes
        };
        struct Stored {
            const unsigned char* payload; ///< followed by at least 8 readable bytes
            int64_t rowid;
        };

        static int64_t integer(const Field& field, const Stored& row) {
            if (field.place != InPayload) {
                return field.place == Rowid ? row.rowid : field.number;
            }
            uint64_t bytes = 0;
            std::memcpy(&bytes, row.payload + field.at, sizeof bytes);
            return static_cast<int64_t>(__builtin_bswap64(bytes)) >> field.shift;
        }

        std::vector<unsigned char> m_header; ///< with the types of all values; the same for all rows
        size_t m_bytes = 0;                  ///< of the header and the values together
        std::vector<Field> m_fields;
        std::vector<Stored> m_stored;
    };
    using Use = std::function<Outcome<Done>(const Rows&)>;

    /// Finds the pages with the rows of `table`, in the order of the rowids. Values are NULL in columns that
    /// the table does not have, and in rows that are older than the column. Error: CorruptFile.
    static Outcome<std::unique_ptr<TablePages>> find(Database& database, SourcePtr source,
                                                     const std::string& table,
                                                     const std::vector<std::string_view>& columns);

    uint64_t pageBytes() const { return m_pageBytes; }
    size_t count() const { return m_leaves.size(); }
    /// Passes the rows of the pages [begin, end) to `use`. Errors: CorruptFile; TooLarge if the rows in
    /// chains of pages are together longer than the file; and the errors of `use`.
    Outcome<Done> read(size_t begin, size_t end, const Use& use);

private:
    using Bytes = std::span<const unsigned char>;

    explicit TablePages(SourcePtr source)
        : m_source(std::move(source)) {}
    Outcome<Bytes> readPages(uint32_t first, size_t count, std::vector<unsigned char>& buffer) const;
    Outcome<Done> addLeaves(uint32_t page, int depth);
    Outcome<Bytes> payloadOf(Bytes cell, uint64_t size, std::vector<unsigned char>& whole);
    bool startRows(Bytes payload, Rows& rows) const;

    SourcePtr m_source;
    uint32_t m_pageBytes = 0;
    size_t m_usable = 0; ///< usable bytes of a page: all except those that are reserved at its end
    /// For each column of a record: the column's position in Rows, or m_columns if the column is not wanted.
    std::vector<size_t> m_wanted;
    size_t m_columns = 0;
    size_t m_rowid = SIZE_MAX; ///< position of the rowid column in a record
    std::vector<uint32_t> m_leaves;
    std::vector<bool> m_seen;            ///< by page: whether it has been found in the tree of the table
    std::atomic<uint64_t> m_chained = 0; ///< total size in bytes of the chained rows that have been read
};

} // namespace tileline
