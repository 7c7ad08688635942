// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/database.h"

#include <array>
#include <atomic>
#include <functional>
#include <vector>

namespace tileline {

/// Reads the rows of one table from the pages of an SQLite file, without SQLite
/// (https://sqlite.org/fileformat2.html). SQLite itself takes six times as long for each row. Several threads
/// may call read() at the same time.
class TablePages {
public:
    struct Value {
        ValueType type = ValueType::Null;
        int64_t integer = 0;
        std::string_view text{}; ///< valid until the Use that receives the row returns
    };
    using Row = std::span<const Value>; ///< one value for each column
    using Use = std::function<Outcome<Done>(Row)>;

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
    bool decode(Bytes payload, int64_t rowid, std::vector<Value>& row) const;

    SourcePtr m_source;
    uint32_t m_pageBytes = 0;
    size_t m_usable = 0; ///< usable bytes of a page: all except those that are reserved at its end
    /// For each column of a record: the column's position in Row, or m_columns if the column is not wanted.
    std::vector<size_t> m_wanted;
    size_t m_columns = 0;
    size_t m_rowid = SIZE_MAX; ///< position of the rowid column in a record
    std::vector<uint32_t> m_leaves;
    std::vector<bool> m_seen;            ///< by page: whether it has been found in the tree of the table
    std::atomic<uint64_t> m_chained = 0; ///< total size in bytes of the chained rows that have been read
};

} // namespace tileline
