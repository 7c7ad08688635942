// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/rowstream.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <cstring>

namespace tileline {

namespace {

/// The number of bytes or rows at which a batch is passed to the caller. A batch must be small enough to stay
/// in the level 2 cache until the caller reads it, but large enough that passing it on costs almost nothing.
/// A row with more than BatchBytes bytes gets its own batch.
constexpr size_t BatchBytes = size_t{128} << 10U;
constexpr size_t BatchRows = 4096;
/// The number of batches that the reader thread and the caller exchange. The reader thread waits if all
/// batches are filled. It also waits if the filled batches together have more than BatchesAhead * BatchBytes
/// bytes, because a single row may have hundreds of MB.
constexpr size_t BatchesAhead = 3;
/// Texts and blobs begin at multiples of this number of bytes.
constexpr size_t Alignment = alignof(uint64_t);

size_t aligned(size_t bytes) {
    return (bytes + Alignment - 1) / Alignment * Alignment;
}

} // namespace

RowStream::RowStream(Statement statement, size_t columns)
    : m_statement(std::move(statement))
    , m_columns(columns)
    , m_bytes(columns) {
}

Outcome<bool> RowStream::step() {
    if (!m_begun) {
        m_begun = true;
        fill(m_batch);
    } else {
        ++m_row;
    }
    if (m_row * m_columns == m_batch.values.size() && !m_batch.last) {
        nextBatch();
    }
    if (m_row * m_columns < m_batch.values.size()) {
        return true;
    }
    if (m_batch.exception) {
        std::rethrow_exception(m_batch.exception);
    }
    if (m_batch.failure) {
        return *m_batch.failure;
    }
    return false;
}

std::string_view RowStream::text(int column) const {
    const auto bytes = blob(column);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> RowStream::blob(int column) const {
    const Value& value = this->value(column);
    return {m_batch.bytes.get() + value.offset, value.size};
}

void RowStream::fill(Batch& batch) {
    batch.values.clear();
    batch.used = 0;
    try {
        while (batch.values.size() < BatchRows * m_columns && batch.used < BatchBytes) {
            if (!m_rowWaits) {
                auto row = m_statement.step();
                if (!row || !*row) {
                    batch.last = true;
                    if (!row) {
                        batch.failure = std::move(row).failure();
                    }
                    return;
                }
            }
            m_rowWaits = !appendRow(batch);
            if (m_rowWaits) {
                return;
            }
        }
    } catch (...) {
        batch.last = true;
        batch.exception = std::current_exception();
    }
}

/// Returns false if the row does not fit. A row that does not fit becomes the first row of the next batch.
bool RowStream::appendRow(Batch& batch) {
    size_t needed = 0;
    for (size_t column = 0; column < m_columns; ++column) {
        const int index = static_cast<int>(column);
        const ValueType type = m_statement.type(index);
        if (type == ValueType::Text) {
            m_bytes[column] = std::as_bytes(std::span(m_statement.text(index)));
        } else {
            m_bytes[column] =
                type == ValueType::Blob ? m_statement.blob(index) : std::span<const std::byte>();
        }
        needed += aligned(m_bytes[column].size());
    }
    if (batch.used > 0 && batch.used + needed > batch.capacity) {
        return false;
    }
    if (needed > batch.capacity) {
        batch.capacity = std::max(BatchBytes, needed);
        batch.bytes = std::make_unique_for_overwrite<std::byte[]>(batch.capacity);
    }
    for (size_t column = 0; column < m_columns; ++column) {
        const int index = static_cast<int>(column);
        Value value{.type = m_statement.type(index), .offset = batch.used, .size = m_bytes[column].size()};
        if (value.type == ValueType::Integer) {
            value.integer = m_statement.integer(index);
        } else if (value.type == ValueType::Real) {
            value.real = m_statement.real(index);
        } else if (value.size > 0) {
            std::memcpy(batch.bytes.get() + batch.used, m_bytes[column].data(), value.size);
            batch.used += aligned(value.size);
        }
        batch.values.push_back(value);
    }
    return true;
}

void RowStream::readAhead(const std::stop_token& stop) {
    nameThread("rows");
    for (;;) {
        Batch batch;
        {
            std::unique_lock lock(m_mutex);
            const auto wanted = [this] {
                return !m_spare.empty() && m_filledBytes <= BatchesAhead * BatchBytes;
            };
            if (!m_changed.wait(lock, stop, wanted) || stop.stop_requested()) {
                return;
            }
            batch = std::move(m_spare.front());
            m_spare.pop_front();
        }
        fill(batch);
        const bool last = batch.last;
        {
            const std::lock_guard lock(m_mutex);
            m_filledBytes += batch.used;
            m_filled.push_back(std::move(batch));
        }
        m_changed.notify_all();
        if (last) {
            return;
        }
    }
}

void RowStream::nextBatch() {
    std::unique_lock lock(m_mutex);
    if (!m_reader.joinable()) {
        m_spare.resize(BatchesAhead);
        m_reader = startThread([this](const std::stop_token& stop) { readAhead(stop); });
    } else {
        if (m_batch.capacity > BatchBytes) {
            m_batch.bytes.reset();
            m_batch.capacity = 0;
        }
        m_spare.push_back(std::move(m_batch));
    }
    m_changed.wait(lock, [this] { return !m_filled.empty(); });
    m_batch = std::move(m_filled.front());
    m_filled.pop_front();
    m_filledBytes -= m_batch.used;
    m_row = 0;
    m_changed.notify_all();
}

} // namespace tileline
