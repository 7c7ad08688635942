// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/database.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tileline {

/// The result rows of an SQL statement, copied out of SQLite in batches. SQLite needs some time to collect
/// the pages of a BLOB; the caller needs about the same time to check and resolve its contents. If a
/// statement has many rows, a separate thread therefore reads ahead:
///
///     reader thread   step, copy | step, copy | step, copy        a few batches ahead, then it waits
///     caller                     | check      | check      | check
///
/// The first batch is read on the caller's thread: most tables have only one batch and need no other thread.
/// From the first step() to the last row, only the stream may use the statement's connection. The destructor
/// of the stream waits for the reader thread, which ends as soon as it has filled its current batch.
class RowStream {
public:
    /// `columns` is the number of columns of the result.
    RowStream(Statement statement, size_t columns);
    ~RowStream() = default;
    RowStream(const RowStream&) = delete;
    RowStream& operator=(const RowStream&) = delete;

    /// Moves to the next row. Returns false after the last row. Must not be called again after the last row
    /// or after a failure.
    Outcome<bool> step();

    /// The values of the current row, valid until the next step(). Call only the function that matches
    /// type().
    ValueType type(int column) const { return value(column).type; }
    int64_t integer(int column) const { return value(column).integer; }
    double real(int column) const { return value(column).real; }
    std::string_view text(int column) const;
    /// The blob is aligned for integers of any size.
    std::span<const std::byte> blob(int column) const;

private:
    struct Value {
        ValueType type = ValueType::Null;
        int64_t integer = 0;
        double real = 0;
        size_t offset = 0; ///< start of a text or BLOB in Batch::bytes
        size_t size = 0;
    };

    /// Consecutive result rows. The last batch also tells how the statement ended.
    struct Batch {
        std::vector<Value> values; ///< the values of all rows, row by row
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
    bool m_rowWaits = false; ///< true while the statement's current row is not in a batch yet
    std::vector<std::span<const std::byte>> m_bytes; ///< by column: the bytes of the row that is being copied

    Batch m_batch; ///< the batch that the caller reads
    size_t m_row = 0;
    bool m_begun = false;

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Batch> m_filled;
    size_t m_filledBytes = 0;  ///< bytes used by the batches in m_filled
    std::deque<Batch> m_spare; ///< batches that the reader thread can fill
    std::jthread m_reader;     ///< declared last, so that it is joined before the other members are destroyed
};

} // namespace tileline
