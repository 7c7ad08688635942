// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profileio/database.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tileline {

/// Rows of a statement, copied out of SQLite batch by batch. Collecting the pages of blobs takes SQLite as
/// long as checking and resolving what is in them takes the reader, so a statement with many rows is read
/// ahead on a thread of its own:
///
///     reader thread   step, copy | step, copy | step, copy        a few batches ahead, then it waits
///     caller                     | check      | check      | check
///
/// The first batch is read by the caller: most tables have no second one, and no thread. Between the first
/// step() and the end of the rows the connection belongs to the stream: nobody else may use it. Destroying
/// the stream stops the reader after the row it is at.
class RowStream {
public:
    /// `columns`: of the result.
    RowStream(Statement statement, size_t columns);
    ~RowStream();
    RowStream(const RowStream&) = delete;
    RowStream& operator=(const RowStream&) = delete;

    /// Moves to the next row; false after the last one. Not to be called again after that, or after a
    /// failure.
    Outcome<bool> step();

    /// Values of the row, valid until the next step. They are read as what their type says.
    ValueType type(int column) const { return value(column).type; }
    int64_t integer(int column) const { return value(column).integer; }
    double real(int column) const { return value(column).real; }
    std::string_view text(int column) const;
    /// Begins at an address that any integer may have.
    std::span<const std::byte> blob(int column) const;

private:
    struct Value {
        ValueType type = ValueType::Null;
        int64_t integer = 0;
        double real = 0;
        size_t offset = 0; ///< of text or a blob, in the batch's bytes
        size_t size = 0;
    };

    /// Rows in the order of the statement, and how the statement ended if it ended after them.
    struct Batch {
        std::vector<Value> values; ///< rows one after the other
        std::unique_ptr<std::byte[]> bytes;
        size_t capacity = 0;
        size_t used = 0;
        bool last = false;
        std::optional<Failure> failure;
        std::exception_ptr exception;
    };

    const Value& value(int column) const {
        return m_batch.values[m_row * m_columns + static_cast<size_t>(column)];
    }
    /// Empties `batch` and fills it.
    void fill(Batch& batch);
    bool appendRow(Batch& batch);
    void readAhead(const std::stop_token& stop);
    void nextBatch();

    Statement m_statement;
    size_t m_columns;
    bool m_rowWaits = false;                         ///< the statement stands at a row that no batch has yet
    std::vector<std::span<const std::byte>> m_bytes; ///< by column, of the row that is copied

    Batch m_batch; ///< the caller's
    size_t m_row = 0;
    bool m_begun = false;

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Batch> m_filled;
    size_t m_filledBytes = 0;  ///< that m_filled holds
    std::deque<Batch> m_spare; ///< used up by the caller, to be filled again
    std::jthread m_reader;     ///< last: it is joined before the rest goes
};

} // namespace tileline
