// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplarformat.h"

#include <algorithm>
#include <limits>
#include <string>

namespace tileline::poplar {

namespace {

constexpr uint64_t MaxEntry = std::numeric_limits<uint32_t>::max();

Error tooLarge(uint64_t maximum, const std::string& actual) {
    return errorAt(ErrorCode::OutOfRange, "", "numbers up to " + std::to_string(maximum), actual);
}

/// Whether a byte is the last one of a number.
bool isLast(std::byte byte) {
    return (byte & std::byte{0x80}) != std::byte{0};
}

/// Reads the numbers in a BLOB, one after the other.
class NumberStream {
public:
    explicit NumberStream(Blob blob)
        : m_blob(blob) {}

    bool atEnd() const { return m_next == m_blob.size(); }
    Result<uint64_t> next() {
        constexpr uint64_t NoRoom = ~(std::numeric_limits<uint64_t>::max() >> 7U);
        uint64_t value = 0;
        while (!atEnd()) {
            if ((value & NoRoom) != 0) {
                return tooLarge(std::numeric_limits<uint64_t>::max(), "a larger one");
            }
            const std::byte byte = m_blob[m_next++];
            value = value << 7U | std::to_integer<uint64_t>(byte & std::byte{0x7F});
            if (isLast(byte)) {
                return value;
            }
        }
        return errorAt(ErrorCode::BlobLength, "", "whole numbers", "an end within a number");
    }

private:
    Blob m_blob;
    size_t m_next = 0;
};

/// Calls visit(count, number) for each run of equal numbers, and visit(1, number) for each number outside a
/// run. `visit` returns a Result; forEachRun() returns the first error of `visit`. Also returns an error,
/// before the visit, if a run would exceed `maximumEntries`.
template <class Visit>
Result<Done> forEachRun(Blob blob, Encoding encoding, size_t maximumEntries, const Visit& visit) {
    NumberStream numbers(blob);
    size_t entries = 0;
    while (!numbers.atEnd()) {
        // The encoding Numbers has no headers. Header 3 stands for one number outside a run.
        const uint64_t header = encoding == Encoding::Numbers ? 3 : TRY(numbers.next());
        const uint64_t count = header >> 1U;
        if (count > maximumEntries - entries) {
            return errorAt(ErrorCode::BlobLength, "",
                           "at most " + std::to_string(maximumEntries) + " entries",
                           std::to_string(entries) + " entries and a run of " + std::to_string(count));
        }
        entries += count;
        const bool literal = (header & 1U) != 0;
        const uint64_t repeats = literal ? 1 : count;
        for (uint64_t i = 0; i < (literal ? count : 1); ++i) {
            const uint64_t number = TRY(numbers.next());
            TRY(visit(repeats, number));
        }
    }
    return Done{};
}

/// Calls visit(position, count, entry) for each run of equal entries of an array; `position` is that of the
/// run's first entry. Returns the number of entries.
template <class Visit>
Result<size_t> forEachEntry(Blob blob, Encoding encoding, size_t maximumEntries, const Visit& visit) {
    size_t entries = 0;
    TRY(forEachRun(blob, encoding, maximumEntries, [&](uint64_t count, uint64_t number) -> Result<Done> {
        if (number > MaxEntry) {
            return tooLarge(MaxEntry, std::to_string(number));
        }
        visit(entries, static_cast<size_t>(count), static_cast<uint32_t>(number));
        entries += count;
        return Done{};
    }));
    return entries;
}

} // namespace

size_t countNumbers(Blob blob) {
    return static_cast<size_t>(
        std::count_if(blob.begin(), blob.end(), [](std::byte byte) { return isLast(byte); }));
}

Result<std::vector<uint64_t>> decodeNumbers(Blob blob, uint64_t maximum) {
    std::vector<uint64_t> result;
    NumberStream numbers(blob);
    while (!numbers.atEnd()) {
        const uint64_t number = TRY(numbers.next());
        if (number > maximum) {
            return tooLarge(maximum, std::to_string(number));
        }
        result.push_back(number);
    }
    return result;
}

Result<size_t> decodeArray(Blob blob, Encoding encoding, size_t maximumEntries, ByTileEncoder& out) {
    return forEachEntry(blob, encoding, maximumEntries,
                        [&](size_t, size_t count, uint32_t entry) { out.append(count, entry); });
}

Result<size_t> addArray(Blob blob, Encoding encoding, std::span<uint64_t> sums) {
    return forEachEntry(blob, encoding, sums.size(), [&](size_t first, size_t count, uint32_t entry) {
        for (uint64_t& sum : sums.subspan(first, count)) {
            sum += entry;
        }
    });
}

Result<Done> decodeDifferences(Blob blob, size_t maximumEntries, std::vector<uint32_t>& out) {
    uint64_t sum = 0;
    return forEachRun(blob, Encoding::Runs, maximumEntries,
                      [&](uint64_t count, uint64_t number) -> Result<Done> {
                          if (count != 0 && number > (MaxEntry - sum) / count) {
                              return tooLarge(MaxEntry, "a larger sum");
                          }
                          for (uint64_t i = 0; i < count; ++i) {
                              sum += number;
                              out.push_back(static_cast<uint32_t>(sum));
                          }
                          return Done{};
                      });
}

size_t countDifferences(Blob blob) {
    size_t ids = 0;
    const auto counted =
        forEachRun(blob, Encoding::Runs, NoId, [&](uint64_t count, uint64_t) -> Result<Done> {
            ids += count;
            return Done{};
        });
    return counted ? ids : 0;
}

namespace {

/// A BLOB with at most this many bytes is decoded only once: later copies of the BLOB use the same array.
/// This saves memory, because even a short BLOB can expand to a long array.
constexpr size_t ShortBlob = 64;

/// Reports an error in the row if an array could not be decoded, or if its length is not one of `lengths`.
bool checkLength(TableCursor& cursor, int column, const Result<size_t>& entries,
                 std::initializer_list<size_t> lengths) {
    if (!entries) {
        cursor.accept(entries.failure(), column);
    } else if (std::find(lengths.begin(), lengths.end(), *entries) == lengths.end()) {
        cursor.fail(ErrorCode::BlobLength, column, std::to_string(*lengths.begin()) + " entries",
                    std::to_string(*entries) + " entries");
    }
    return cursor.ok();
}

} // namespace

ByTile BlobReader::store(TableCursor& cursor, int column, Encoding encoding,
                         std::initializer_list<size_t> lengths) {
    const Blob blob = cursor.blob(column);
    if (blob.empty()) {
        return {};
    }
    const bool isShort = blob.size() <= ShortBlob;
    std::string key;
    if (isShort) {
        key.assign(reinterpret_cast<const char*>(blob.data()), blob.size());
        key += encoding == Encoding::Runs ? 'r' : 'n';
        if (const auto found = m_shortBlobs.find(key); found != m_shortBlobs.end()) {
            return found->second;
        }
    }
    m_encoder.clear();
    if (checkLength(cursor, column, decodeArray(blob, encoding, std::max(lengths), m_encoder), lengths)) {
        cursor.accept(spend(m_encoder.finish()), column);
    }
    if (!cursor.ok()) {
        return {};
    }
    const ByTile array = m_builder.storeByTile(m_encoder);
    if (isShort) {
        m_shortBlobs.emplace(std::move(key), array);
    }
    return array;
}

void BlobReader::add(TableCursor& cursor, int column, Encoding encoding, std::vector<uint64_t>& sums) {
    if (const Blob blob = cursor.blob(column); !blob.empty()) {
        checkLength(cursor, column, addArray(blob, encoding, sums), {sums.size()});
    }
}

std::vector<uint64_t> BlobReader::runsByIpu(TableCursor& cursor, int column) {
    constexpr uint64_t Maximum = INT64_MAX; // the largest number that a file can contain
    const Blob blob = cursor.blob(column);
    const size_t ipus = m_builder.profile().target.numIpus;
    std::vector<uint64_t> numbers;
    if (blob.empty()) {
        return numbers;
    }
    const auto decoded =
        forEachRun(blob, Encoding::Runs, ipus, [&](uint64_t count, uint64_t number) -> Result<Done> {
            numbers.resize(numbers.size() + count, number);
            return number <= Maximum ? Result<Done>(Done{}) : tooLarge(Maximum, std::to_string(number));
        });
    const auto entries = decoded ? Result<size_t>(numbers.size()) : Result<size_t>(decoded.failure());
    if (checkLength(cursor, column, entries, {ipus})) {
        cursor.accept(spend(numbers.size() * 2), column);
    }
    return numbers;
}

std::vector<uint64_t> BlobReader::numbersUpTo(TableCursor& cursor, int column, uint64_t maximum) {
    const Blob blob = cursor.blob(column);
    cursor.accept(spend(countNumbers(blob) * (sizeof(uint64_t) / sizeof(uint32_t))), column);
    auto list = decodeNumbers(cursor.ok() ? blob : Blob(), maximum);
    if (!list) {
        cursor.accept(list.failure(), column);
        return {};
    }
    return *std::move(list);
}

std::span<const Table* const> tables() {
    static const auto all = format::listOf(
        VersionInfo, PoplarVersion, DateTime, CompilationInfo, GraphInfo, Instrumentation,
        CompilationParameters, CompilationTrace, TargetInfo, VertexTypes, MemoryByVertexType, ComputeSets,
        VertexInstances, DepthFirstSteps, NotAlwaysLive, EqClasses, EqClassStep, UnloweredVars, DebugIds,
        VarCategories, VarsStringTable, VarsInfo, ExchangeRegions, ProgramTypes, OnTileExecute, DoExchange,
        GlobalExchange, CodeCopy, StreamCopyMid, Sync, FromHost, ToHost, Repeat, Call, FunctionPrograms,
        ControlPrograms, Programs, MemoryByTile, MemoryByCategory, MemoryByComputeSet, EstimatedCyclesByTile,
        MeasuredCyclesByTile, ExecutionRuns, Steps, StepsByIpu, Blocks);
    return all;
}

std::string detailTable(std::string_view programType) {
    std::string table = "program_type";
    for (const char c : programType) {
        const bool isUpper = c >= 'A' && c <= 'Z';
        table.append(isUpper ? "_" : "") += static_cast<char>(isUpper ? c - 'A' + 'a' : c);
    }
    return table;
}

} // namespace tileline::poplar
