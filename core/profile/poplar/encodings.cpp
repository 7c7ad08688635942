// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/encodings.h"

#include "core/base/ids.h"

#include <algorithm>
#include <limits>
#include <string>

namespace tileline::poplar {

namespace {

constexpr uint64_t MaxEntry = std::numeric_limits<uint32_t>::max();

Error tooLarge(uint64_t maximum, const std::string& actual) {
    return {ErrorCode::OutOfRange, {}, {}, "numbers up to " + std::to_string(maximum), actual};
}

/// Whether a byte is the last one of a number.
bool isLast(std::byte byte) {
    return (byte & std::byte{0x80}) != std::byte{0};
}

/// The numbers of a BLOB, one after the other.
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
        return Error{ErrorCode::BlobLength, {}, {}, "whole numbers", "an end within a number"};
    }

private:
    Blob m_blob;
    size_t m_next = 0;
};

/// Calls visit(count, number) for each run, and for each literal number with a count of 1. `visit` returns a
/// Result and may fail. Fails before visiting a run that makes more than `maximumEntries`.
template <class Visit>
Result<Done> forEachRun(Blob blob, Encoding encoding, size_t maximumEntries, const Visit& visit) {
    NumberStream numbers(blob);
    size_t entries = 0;
    while (!numbers.atEnd()) {
        // An array of numbers is like one literal number after the other.
        const uint64_t header = encoding == Encoding::Numbers ? 3 : TRY(numbers.next());
        const uint64_t count = header >> 1U;
        if (count > maximumEntries - entries) {
            return Error{ErrorCode::BlobLength,
                         {},
                         {},
                         "at most " + std::to_string(maximumEntries) + " entries",
                         std::to_string(entries) + " entries and a run of " + std::to_string(count)};
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

/// The same for an array: calls visit(position of the first entry, count, entry). Returns the number of
/// entries.
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

} // namespace tileline::poplar
