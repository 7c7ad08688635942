// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/downsample.h"

#include <algorithm>
#include <numeric>

namespace tileline {

namespace {

void keep(std::vector<uint32_t>& kept, size_t position) {
    if (kept.empty() || kept.back() < position) {
        kept.push_back(static_cast<uint32_t>(position));
    }
}

void keepExtremes(std::vector<uint32_t>& kept, std::span<const uint64_t> values, size_t from, size_t to) {
    size_t minimum = from;
    size_t maximum = from;
    for (size_t i = from + 1; i < to; ++i) {
        if (values[i] < values[minimum]) {
            minimum = i;
        }
        if (values[i] > values[maximum]) {
            maximum = i;
        }
    }
    keep(kept, std::min(minimum, maximum));
    keep(kept, std::max(minimum, maximum));
}

} // namespace

std::vector<uint32_t> decimate(std::span<const uint64_t> values, size_t from, size_t to, size_t buckets) {
    to = std::min(to, values.size());
    if (from >= to) {
        return {};
    }
    buckets = std::max<size_t>(buckets, 1);
    const size_t count = to - from;
    if (count <= 2 * buckets) {
        std::vector<uint32_t> all(count);
        std::iota(all.begin(), all.end(), static_cast<uint32_t>(from));
        return all;
    }
    std::vector<uint32_t> kept;
    kept.reserve(2 * buckets + 2);
    keep(kept, from);
    for (size_t bucket = 0; bucket < buckets; ++bucket) {
        keepExtremes(kept, values, from + count * bucket / buckets, from + count * (bucket + 1) / buckets);
    }
    keep(kept, to - 1);
    return kept;
}

} // namespace tileline
