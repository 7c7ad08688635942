// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tileline {

/// Which entries of a long series to draw, so that a chart of `buckets` pixels looks as if all were drawn.
///
///     entries   . . : . | . . . ' | . : . .        a pixel column shows the span from its minimum
///     kept          ^ ^     ^   ^     ^ ^          to its maximum value: those two suffice
///
/// The range [from, to) is cut into `buckets` runs of almost equal length; of each run the first minimum and
/// the first maximum entry are kept, in their order, and so are the first and the last entry of the range,
/// so that lines reach its ends. The maximum value of the range is always among them: a peak never gets
/// lost. A range of at most 2 × buckets entries is kept whole. One pass; no copy.
///
/// Returns ascending positions, at most 2 × buckets + 2. Stacked series pass their sum, and draw every series
/// at the positions of the sum.
std::vector<uint32_t> decimate(std::span<const uint64_t> values, size_t from, size_t to, size_t buckets);

} // namespace tileline
