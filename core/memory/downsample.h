// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tileline {

/// Selects the entries of a long series to draw, so that a chart of `buckets` pixels looks as if all entries
/// were drawn.
///
///     entries   . . : . | . . . ' | . : . .        a pixel column shows the span from its minimum
///     kept          ^ ^     ^   ^     ^ ^          to its maximum value: those two suffice
///
/// The range [from, to) is cut into `buckets` runs of almost equal length. The first minimum and the first
/// maximum entry of each run are kept, in their order. The first and the last entry of the range are kept
/// too, so that lines reach its ends. The maximum of the range is always kept, so no peak is lost. A range of
/// at most 2 × buckets entries is kept whole. One pass; no copy.
///
/// Returns ascending positions, at most 2 × buckets + 2. For stacked series, pass their sum and draw every
/// series at the positions returned for the sum.
std::vector<uint32_t> decimate(std::span<const uint64_t> values, size_t from, size_t to, size_t buckets);

} // namespace tileline
