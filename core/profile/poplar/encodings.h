// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/bytile.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// The encodings of BLOBs in Poplar's profile.pop.
///
/// - Number: groups of seven bits, the most significant one first. The last byte of a number has bit 7 set.
/// - Numbers: one number after the other, to the end of the BLOB.
/// - Runs: a header h, then n = h / 2. If h is even, the next number follows n times; if it is odd, n numbers
///   follow. Then comes the next header, to the end of the BLOB.
/// - Differences: runs. Each entry of the list is the sum of the numbers so far.
///
/// Errors have `expected` and `actual`, and no place. BlobLength: the BLOB ends within a number or a run, or
/// its number of entries is wrong. OutOfRange: a number that is too large.
namespace tileline::poplar {

using Blob = std::span<const std::byte>;

/// Numbers of at most `maximum`.
Result<std::vector<uint64_t>> decodeNumbers(Blob blob, uint64_t maximum = UINT64_MAX);

/// The number of numbers, without one that the BLOB ends within.
size_t countNumbers(Blob blob);

/// How an array is encoded.
enum class Encoding : uint8_t { Numbers, Runs };

/// Appends the entries of an array to `out`, without expanding runs: a few bytes can stand for any number of
/// entries. Returns their number. BlobLength if there are more than `maximumEntries`; OutOfRange if an entry
/// does not fit in 32 bits.
Result<size_t> decodeArray(Blob blob, Encoding encoding, size_t maximumEntries, ByTileEncoder& out);

/// Adds the entries of an array to `sums`, which has at least as many. Errors are those of decodeArray.
Result<size_t> addArray(Blob blob, Encoding encoding, std::span<uint64_t> sums);

/// Appends a list of ids to `out`, at most `maximumEntries`.
Result<Done> decodeDifferences(Blob blob, size_t maximumEntries, std::vector<uint32_t>& out);

/// The number of ids in such a list. 0 if it is damaged.
size_t countDifferences(Blob blob);

} // namespace tileline::poplar
