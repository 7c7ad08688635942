// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/columnscan.h"

#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/base/parallel.h"

#include <algorithm>

namespace tileline {

namespace {

/// The size of a range in bytes. Reading a range of this size costs far more than passing it to the caller.
constexpr uint64_t RangeBytes = uint64_t{512} << 10U;
/// A range with more rows than this is passed to the caller in parts.
constexpr size_t PartRows = 32768;
/// A range of a table with many columns has about as many rows.
constexpr size_t UsualRows = 12288;
/// A range with more bytes of text than this is passed to the caller in parts too. A single text with more
/// bytes is an error.
constexpr size_t PartBytes = size_t{1} << 20U;
/// The maximum number of parts of one range that wait for the caller at the same time.
constexpr size_t PartsAhead = 2;
/// The number of ranges per thread that may be read before the caller asks for them.
constexpr uint64_t RangesAhead = 2;
/// The maximum number of threads. More threads would mostly wait for the caller.
constexpr size_t MaxThreads = 4;

} // namespace

ColumnScan::ColumnScan(std::string_view table, std::vector<Column> columns, std::stop_token stop)
    : m_table(table)
    , m_columns(std::move(columns)) {
    m_stopWithLoad.emplace(std::move(stop), [this] { m_stop.request_stop(); });
}

Outcome<std::unique_ptr<ColumnScan>> ColumnScan::open(Database& database, SourcePtr source,
                                                      std::string_view table, std::vector<Column> columns,
                                                      std::stop_token stop) {
    std::unique_ptr<ColumnScan> scan(new ColumnScan(table, std::move(columns), std::move(stop)));
    const std::string from = "(rowid) FROM \"" + scan->m_table + "\")";
    auto span = TRY(database.prepare("SELECT (SELECT max" + from + " - (SELECT min" + from + " + 1"));
    TRY(span.step());
    scan->m_maximumRows =
        static_cast<uint64_t>(std::clamp(span.real(0), 0.0, static_cast<double>(source->bytes())));
    std::vector<std::string_view> names;
    std::ranges::transform(scan->m_columns, std::back_inserter(names), &Column::name);
    scan->m_pages = TRY(TablePages::find(database, std::move(source), scan->m_table, names));
    scan->m_width = std::max(uint64_t{1}, RangeBytes / scan->m_pages->pageBytes());
    scan->m_ranges = (scan->m_pages->count() + scan->m_width - 1) / scan->m_width;
    return scan;
}

void ColumnScan::begin() {
    const size_t cores = std::max(1U, std::thread::hardware_concurrency());
    const size_t threads = std::min<uint64_t>({cores, MaxThreads, m_ranges});
    for (size_t i = 0; i < threads; ++i) {
        try {
            m_threads.push_back(startThread([this](const std::stop_token&) {
                nameThread("scan");
                readRanges();
            }));
        } catch (const ThreadShortage&) {
            if (m_threads.empty()) {
                throw;
            }
        }
    }
}

std::optional<uint64_t> ColumnScan::takeRange() {
    std::unique_lock lock(m_mutex);
    const auto wanted = [this] {
        const uint64_t next = m_current + m_waiting.size();
        return next == m_ranges || m_waiting.size() < RangesAhead * m_threads.size();
    };
    if (!m_changed.wait(lock, m_stop.get_token(), wanted) || m_current + m_waiting.size() == m_ranges) {
        return std::nullopt;
    }
    m_waiting.emplace_back();
    return m_current + m_waiting.size() - 1;
}

void ColumnScan::readRanges() {
    while (const auto range = takeRange()) {
        Outcome<Done> result = Done{};
        std::exception_ptr exception;
        try {
            result = readRange(*range);
        } catch (...) {
            exception = std::current_exception();
        }
        const bool ok = result && !exception;
        finish(*range, std::move(result), exception);
        if (!ok) {
            break;
        }
    }
}

Outcome<Done> ColumnScan::readRange(uint64_t range) {
    ScannedRows rows;
    const auto handOver = [&]() -> Outcome<Done> {
        return push(range, std::exchange(rows, {})) ? Outcome<Done>(Done{}) : Cancelled{};
    };
    const size_t end = std::min<size_t>((range + 1) * m_width, m_pages->count());
    const auto read = m_pages->read(range * m_width, end, [&](const TablePages::Rows& next) -> Outcome<Done> {
        if (rows.count >= PartRows || rows.text.size() > PartBytes) {
            TRY(handOver());
        }
        return append(next, rows);
    });
    return read && rows.count > 0 ? handOver() : read;
}

Outcome<Done> ColumnScan::append(const TablePages::Rows& next, ScannedRows& rows) const {
    if (rows.columns.empty()) {
        rows.columns.resize(m_columns.size());
        for (size_t i = 0; i < m_columns.size(); ++i) {
            rows.columns[i].reserve(m_columns[i].isText ? 0 : UsualRows);
        }
    }
    for (size_t i = 0; i < m_columns.size(); ++i) {
        const Column& column = m_columns[i];
        const ValueType type = next.type(i);
        const auto failure = [&](size_t row, ErrorCode code, std::string wanted, std::string found) {
            return errorAt(code,
                           {.table = m_table,
                            .key = m_columns.front().name,
                            .row = static_cast<uint64_t>(next.integer(0, row)),
                            .column = column.name},
                           std::move(wanted), std::move(found));
        };
        const ValueType expected = column.isText ? ValueType::Text : ValueType::Integer;
        if (type != expected && !(type == ValueType::Null && column.nullable)) {
            return failure(0, ErrorCode::WrongType, std::string(nameOf(expected)), std::string(nameOf(type)));
        }
        std::vector<uint32_t>& values = rows.columns[i];
        if (column.isText) {
            for (size_t row = 0; row < next.count(); ++row) {
                const std::string_view text = type == ValueType::Null ? "" : next.text(i, row);
                if (text.size() > PartBytes) {
                    return failure(row, ErrorCode::TooLarge,
                                   "a text of at most " + std::to_string(PartBytes) + " bytes",
                                   std::to_string(text.size()));
                }
                rows.text.append(text);
                rows.textEnds.push_back(rows.text.size());
            }
        } else if (type == ValueType::Null) {
            values.resize(rows.count + next.count(), NoId);
        } else {
            values.resize(rows.count + next.count());
            bool fits = true;
            next.forEachInteger(i, [&, value = &values[rows.count]](int64_t integer) mutable {
                fits = fits && static_cast<uint64_t>(integer) < NoId;
                *value++ = static_cast<uint32_t>(integer);
            });
            for (size_t row = 0; !fits; ++row) {
                if (const int64_t integer = next.integer(i, row); static_cast<uint64_t>(integer) >= NoId) {
                    return failure(row, ErrorCode::OutOfRange,
                                   "an integer from 0 to " + std::to_string(NoId - 1),
                                   std::to_string(integer));
                }
            }
        }
    }
    rows.count += next.count();
    return Done{};
}

/// Waits for room, and then lets next() return `rows`. Returns false if the scan is stopped before that.
bool ColumnScan::push(uint64_t range, ScannedRows rows) {
    std::unique_lock lock(m_mutex);
    const auto room = [&] { return m_waiting[range - m_current].parts.size() < PartsAhead; };
    if (!m_changed.wait(lock, m_stop.get_token(), room)) {
        return false;
    }
    m_waiting[range - m_current].parts.push_back(std::move(rows));
    m_changed.notify_all();
    return true;
}

void ColumnScan::finish(uint64_t range, Outcome<Done> result, std::exception_ptr exception) {
    const std::lock_guard lock(m_mutex);
    Range& entry = m_waiting[range - m_current];
    entry.done = true;
    entry.exception = std::move(exception);
    if (!result) {
        entry.failure = std::move(result).failure();
    }
    m_changed.notify_all();
}

Outcome<const ScannedRows*> ColumnScan::next() {
    std::unique_lock lock(m_mutex);
    if (m_threads.empty()) {
        begin();
    }
    while (m_current < m_ranges) {
        const auto ready = [this] {
            return !m_waiting.empty() && (!m_waiting.front().parts.empty() || m_waiting.front().done);
        };
        if (!m_changed.wait(lock, m_stop.get_token(), ready)) {
            return Cancelled{};
        }
        Range& range = m_waiting.front();
        if (!range.parts.empty()) {
            m_rows = std::move(range.parts.front());
            range.parts.pop_front();
            m_changed.notify_all();
            return &m_rows;
        }
        if (range.exception) {
            std::rethrow_exception(range.exception);
        }
        if (range.failure) {
            return located(*range.failure, m_table);
        }
        m_waiting.pop_front();
        ++m_current;
        m_changed.notify_all();
    }
    return nullptr;
}

} // namespace tileline
