// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/columnscan.h"

#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/base/parallel.h"

#include <algorithm>

namespace tileline {

namespace {

/// The usual number of rowids in a range. Handing over such a range costs little.
constexpr uint64_t RangeWidth = 16384;
/// The maximum number of ranges. Rowids can be far apart, so the number of ranges is limited rather than
/// their width. The file's number of pages is a limit too: most ranges of a short table would be empty.
constexpr uint64_t MaxRanges = 65536;
constexpr uint64_t MinRanges = 2;
/// A range with more rows than this is handed over in parts.
constexpr size_t PartRows = 32768;
/// A range with more bytes of text than this is also handed over in parts. No single entry may be longer.
constexpr size_t PartBytes = size_t{1} << 20U;
/// Maximum number of parts of one range that are ready for the caller at the same time.
constexpr size_t PartsAhead = 2;
/// The number of ranges per thread that may be read before the caller asks for them.
constexpr uint64_t RangesAhead = 2;
/// The maximum number of threads. More threads would mostly wait for the caller.
constexpr size_t MaxThreads = 4;

/// The integer that a statement with one row and one column returns; empty for NULL.
Outcome<std::optional<int64_t>> integerFrom(Database& database, const std::string& sql) {
    auto statement = TRY(database.prepare(sql));
    const bool row = TRY(statement.step());
    if (!row || statement.type(0) != ValueType::Integer) {
        return std::optional<int64_t>();
    }
    return std::optional(statement.integer(0));
}

} // namespace

ColumnScan::ColumnScan(SourcePtr source, std::string_view table, std::string select,
                       std::vector<Column> columns, std::stop_token stop)
    : m_source(std::move(source))
    , m_table(table)
    , m_select(select.append(" WHERE rowid BETWEEN ?1 AND ?2"))
    , m_columns(std::move(columns)) {
    m_stopWithLoad.emplace(std::move(stop), [this] { m_stop.request_stop(); });
}

Outcome<std::unique_ptr<ColumnScan>> ColumnScan::open(Database& database, SourcePtr source,
                                                      std::string_view table, std::string select,
                                                      std::vector<Column> columns, std::stop_token stop) {
    std::unique_ptr<ColumnScan> scan(
        new ColumnScan(std::move(source), table, std::move(select), std::move(columns), std::move(stop)));
    const std::string from = " FROM \"" + scan->m_table + "\"";
    const auto first = TRY(integerFrom(database, "SELECT min(rowid)" + from));
    const auto last = TRY(integerFrom(database, "SELECT max(rowid)" + from));
    if (first && last) {
        const auto pages = TRY(integerFrom(database, "PRAGMA page_count"));
        const auto maxRanges = std::clamp(static_cast<uint64_t>(pages.value_or(0)), MinRanges, MaxRanges);
        scan->m_first = *first;
        scan->m_last = *last;
        scan->m_width = std::max(RangeWidth, scan->span() / maxRanges + 1);
        scan->m_ranges = scan->span() / scan->m_width + 1;
    }
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
    std::optional<Statement> statement;
    std::optional<Database> database;
    while (const auto range = takeRange()) {
        Outcome<Done> result = Done{};
        std::exception_ptr exception;
        try {
            result = [&]() -> Outcome<Done> {
                if (!statement) {
                    database.emplace(TRY(Database::openReadOnly(m_source, m_stop.get_token())));
                    statement.emplace(TRY(database->prepare(m_select)));
                }
                return readRange(*range, *statement);
            }();
        } catch (...) {
            exception = std::current_exception();
        }
        const bool ok = result && !exception;
        finish(*range, std::move(result), exception);
        if (!ok) {
            break;
        }
    }
    statement.reset(); // the statement must be destroyed before its connection
}

Outcome<Done> ColumnScan::readRange(uint64_t range, Statement& statement) {
    const uint64_t from = static_cast<uint64_t>(m_first) + range * m_width;
    const uint64_t to = range + 1 == m_ranges ? static_cast<uint64_t>(m_last) : from + m_width - 1;
    statement.reset();
    statement.bind(1, static_cast<int64_t>(from));
    statement.bind(2, static_cast<int64_t>(to));
    ScannedRows rows;
    for (;;) {
        const bool more = TRY(statement.step());
        if ((!more && rows.count > 0) || rows.count == PartRows || rows.text.size() > PartBytes) {
            if (!push(range, std::exchange(rows, {}))) {
                return Cancelled{};
            }
        }
        if (!more) {
            return Done{};
        }
        TRY(appendRow(statement, rows));
    }
}

Outcome<Done> ColumnScan::appendRow(const Statement& statement, ScannedRows& rows) const {
    rows.columns.resize(m_columns.size());
    for (size_t i = 0; i < m_columns.size(); ++i) {
        const Column& column = m_columns[i];
        const int index = static_cast<int>(i);
        const ValueType type = statement.type(index);
        const ValueType expected = column.isText ? ValueType::Text : ValueType::Integer;
        const auto failure = [&](ErrorCode code, std::string wanted, std::string found) {
            return errorAt(code,
                           {.table = m_table,
                            .key = m_columns.front().name,
                            .row = static_cast<uint64_t>(statement.integer(0)),
                            .column = column.name},
                           std::move(wanted), std::move(found));
        };
        if (type != expected && !(type == ValueType::Null && column.nullable)) {
            return failure(ErrorCode::WrongType, std::string(nameOf(expected)), std::string(nameOf(type)));
        }
        if (column.isText) {
            const std::string_view text =
                type == ValueType::Null ? std::string_view() : statement.text(index);
            if (text.size() > PartBytes) {
                return failure(ErrorCode::TooLarge,
                               "a text of at most " + std::to_string(PartBytes) + " bytes",
                               std::to_string(text.size()));
            }
            rows.text.append(text);
            rows.textEnds.push_back(rows.text.size());
            continue;
        }
        const int64_t value = type == ValueType::Null ? NoId : statement.integer(index);
        if (value < 0 || value > NoId || (value == NoId && type != ValueType::Null)) {
            return failure(ErrorCode::OutOfRange, "an integer from 0 to " + std::to_string(NoId - 1),
                           std::to_string(value));
        }
        rows.columns[i].push_back(static_cast<uint32_t>(value));
    }
    ++rows.count;
    return Done{};
}

/// Hands rows over to the caller. Returns false if the scan ends before the caller can take them.
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
