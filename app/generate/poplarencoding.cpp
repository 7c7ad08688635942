// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/poplarencoding.h"

#include <algorithm>
#include <vector>

namespace tileline {

namespace {

constexpr unsigned GroupBits = 7;
constexpr uint8_t LastByte = 0x80;
/// Shorter runs of equal numbers are written as single numbers.
constexpr size_t MinRun = 3;

void append(std::string& bytes, uint64_t number) {
    unsigned shift = 0;
    while (shift + GroupBits < 64 && (number >> (shift + GroupBits)) != 0) {
        shift += GroupBits;
    }
    for (; shift > 0; shift -= GroupBits) {
        bytes.push_back(static_cast<char>((number >> shift) & (LastByte - 1U)));
    }
    bytes.push_back(static_cast<char>((number & (LastByte - 1U)) | LastByte));
}

template <class T>
PoplarBlob varintsOf(std::span<const T> numbers) {
    PoplarBlob blob;
    for (const T number : numbers) {
        append(blob.bytes, number);
    }
    return blob;
}

/// The end of the run of equal numbers that begins at `begin`.
size_t runEnd(std::span<const uint32_t> numbers, size_t begin) {
    size_t end = begin + 1;
    while (end < numbers.size() && numbers[end] == numbers[begin]) {
        ++end;
    }
    return end;
}

PoplarBlob runsOf(std::span<const uint32_t> numbers) {
    PoplarBlob blob;
    for (size_t begin = 0; begin < numbers.size();) {
        size_t end = runEnd(numbers, begin);
        if (end - begin >= MinRun) {
            append(blob.bytes, (end - begin) * 2);
            append(blob.bytes, numbers[begin]);
        } else {
            for (size_t next = end; next < numbers.size(); end = next) {
                next = runEnd(numbers, end);
                if (next - end >= MinRun) {
                    break;
                }
            }
            append(blob.bytes, (end - begin) * 2 + 1);
            blob.bytes += varints(numbers.subspan(begin, end - begin)).bytes;
        }
        begin = end;
    }
    return blob;
}

} // namespace

PoplarBlob varints(std::span<const uint32_t> numbers) {
    return varintsOf(numbers);
}

PoplarBlob varints(std::span<const uint64_t> numbers) {
    return varintsOf(numbers);
}

PoplarBlob runs(ByTile array, size_t count) {
    return runs(expanded(array, count), count);
}

PoplarBlob runs(std::span<const uint32_t> array, size_t count) {
    std::vector<uint32_t> numbers(array.begin(),
                                  array.begin() + static_cast<std::ptrdiff_t>(std::min(array.size(), count)));
    numbers.resize(count);
    const bool any = std::any_of(numbers.begin(), numbers.end(), [](uint32_t number) { return number != 0; });
    return any ? runsOf(numbers) : PoplarBlob();
}

PoplarBlob deltas(std::span<const uint32_t> ascending) {
    std::vector<uint32_t> differences;
    uint32_t previous = 0;
    for (const uint32_t number : ascending) {
        differences.push_back(number - previous);
        previous = number;
    }
    return runsOf(differences);
}

} // namespace tileline
