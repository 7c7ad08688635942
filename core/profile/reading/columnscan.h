// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/tablepages.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace tileline {

/// Rows that a ColumnScan has read, stored column by column.
struct ScannedRows {
    size_t count = 0;
    /// By column, and then by row: the value (0 to NoId - 1), or NoId for NULL; no values for a text column.
    std::vector<std::vector<uint32_t>> columns;
    std::string text;             ///< the values of the text column, one after the other
    std::vector<size_t> textEnds; ///< by row: the end of the row's value in `text`
};

/// Reads a table that has rowids and millions of rows. Several threads read ranges of the table's pages. The
/// caller gets the rows in the order of the rowids. Only a small part of the rows is in memory at once.
class ColumnScan {
public:
    struct Column {
        std::string_view name;
        bool nullable = false;
        bool isText = false; ///< true for at most one column, in which NULL is read as an empty string
    };

    /// `database` is a connection to `source`. The first column identifies a row in errors.
    static Outcome<std::unique_ptr<ColumnScan>> open(Database& database, SourcePtr source,
                                                     std::string_view table, std::vector<Column> columns,
                                                     std::stop_token stop);
    ~ColumnScan() { m_stop.request_stop(); }
    ColumnScan(const ColumnScan&) = delete;
    ColumnScan& operator=(const ColumnScan&) = delete;

    /// The largest possible number of rows: the number of rowids from the first to the last one.
    uint64_t maximumRows() const { return m_maximumRows; }
    /// Returns the next rows, which are valid until the next call; null after the last rows. Errors:
    /// WrongType, OutOfRange, TooLarge, and those of TablePages.
    Outcome<const ScannedRows*> next();

private:
    /// The rows that a thread has read from one range.
    struct Range {
        std::deque<ScannedRows> parts;
        bool done = false;
        std::optional<Failure> failure;
        std::exception_ptr exception;
    };

    ColumnScan(std::string_view table, std::vector<Column> columns, std::stop_token stop);
    void begin();
    void readRanges();
    Outcome<Done> readRange(uint64_t range);
    Outcome<Done> append(const TablePages::Rows& next, ScannedRows& rows) const;
    bool push(uint64_t range, ScannedRows rows);
    void finish(uint64_t range, Outcome<Done> result, std::exception_ptr exception);
    std::optional<uint64_t> takeRange();

    std::string m_table;
    std::vector<Column> m_columns;
    std::unique_ptr<TablePages> m_pages;
    uint64_t m_maximumRows = 0;
    uint64_t m_width = 1; ///< number of pages in a range
    uint64_t m_ranges = 0;

    std::stop_source m_stop;
    std::optional<std::stop_callback<std::function<void()>>> m_stopWithLoad;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Range> m_waiting;         ///< ranges that threads have begun to read, beginning with m_current
    uint64_t m_current = 0;              ///< the range that the caller reads
    ScannedRows m_rows;                  ///< the rows that the caller reads
    std::vector<std::jthread> m_threads; ///< declared last, so that they are joined first
};

} // namespace tileline
