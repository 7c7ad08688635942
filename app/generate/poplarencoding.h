// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <cstdint>
#include <span>
#include <string>

namespace tileline {

/// A BLOB of Poplar's profile.pop. All its numbers are in base 128, the most significant group first; the
/// last byte of a number has bit 7 set.
struct PoplarBlob {
    std::string bytes;

    bool operator==(const PoplarBlob&) const = default;
};

/// The numbers, one after another.
PoplarBlob varints(std::span<const uint32_t> numbers);
PoplarBlob varints(std::span<const uint64_t> numbers);

/// Encodes runs: a header h; if h is even, one number that occurs h / 2 times; if h is odd, (h - 1) / 2
/// numbers. `count` entries; those after the end of the array are 0. Empty if all entries are 0.
PoplarBlob runs(std::span<const uint32_t> array, size_t count);
PoplarBlob runs(ByTile array, size_t count);

/// Encodes ascending numbers as runs of their differences. The first number is the first difference.
PoplarBlob deltas(std::span<const uint32_t> ascending);

} // namespace tileline
