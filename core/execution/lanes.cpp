// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/lanes.h"

#include <algorithm>
#include <cmath>

namespace tileline {

Lane::Lane(std::shared_ptr<const LaneSpans> spans)
    : m_spans(std::move(spans)) {
    Sums sums{};
    for (size_t i = 0; i < size(); ++i) {
        if (i % BlockSize == 0) {
            m_sums.push_back(sums);
        }
        const LaneSpan span = at(i);
        sums[static_cast<size_t>(span.look)] += span.to - span.from;
        if (i % BlockSize == BlockSize - 1 || i + 1 == size()) {
            m_ends.push_back(span.to);
        }
    }
    m_sums.push_back(sums);
}

Lane::Sums Lane::sumsBefore(size_t span) const {
    const size_t block = span == size() ? m_sums.size() - 1 : span / BlockSize;
    Sums sums = m_sums[block];
    for (size_t i = block * BlockSize; i < span && span != size(); ++i) {
        const LaneSpan each = at(i);
        sums[static_cast<size_t>(each.look)] += each.to - each.from;
    }
    return sums;
}

size_t Lane::firstAfter(double time, size_t from) const {
    // The block, in steps that double, because what is looked for is often near.
    size_t low = from / BlockSize;
    size_t step = 1;
    while (low + step <= m_ends.size() && m_ends[low + step - 1] <= time) {
        low += step;
        step *= 2;
    }
    const auto first = m_ends.begin() + static_cast<ptrdiff_t>(low);
    const auto last = m_ends.begin() + static_cast<ptrdiff_t>(std::min(low + step, m_ends.size()));
    const auto block = static_cast<size_t>(std::upper_bound(first, last, time) - m_ends.begin());
    size_t span = std::max(from, block * BlockSize);
    while (span < size() && at(span).to <= time) {
        ++span;
    }
    return std::min(span, size());
}

std::optional<size_t> Lane::spanAt(double time) const {
    const size_t span = firstAfter(time);
    return span < size() && at(span).from <= time ? std::optional(span) : std::nullopt;
}

std::vector<Lane::Piece> Lane::pieces(double from, double to, int width) const {
    std::vector<Piece> pieces;
    const double scale = width / (to - from);
    if (!(to > from) || width <= 0 || !std::isfinite(scale)) {
        return pieces;
    }
    size_t known = SIZE_MAX; // the span of knownSums: a column begins where the one before ended
    Sums knownSums{};
    for (size_t i = firstAfter(from); i < size();) {
        const LaneSpan span = at(i);
        if (span.from >= to) {
            break;
        }
        const double left = (std::max(span.from, from) - from) * scale;
        const double right = (std::min(span.to, to) - from) * scale;
        if ((span.to - span.from) * scale >= 1) {
            pieces.push_back({left, right, span.look, i});
            ++i;
            continue;
        }
        // All spans of this column of pixels that end within it. At least this one.
        const double column = std::floor(left);
        const double end = from + (column + 1) / scale;
        const size_t next = std::max(firstAfter(end, i), i + 1);
        const Sums before = known == i ? knownSums : sumsBefore(i);
        known = next;
        knownSums = sumsBefore(next);
        Sums sums = knownSums;
        double covered = 0;
        for (size_t look = 0; look < SpanLookCount; ++look) {
            sums[look] -= before[look];
            covered += sums[look];
        }
        const auto most = std::max_element(sums.begin(), sums.end()) - sums.begin();
        const bool single = next == i + 1;
        pieces.push_back({column, column + 1, single ? span.look : static_cast<SpanLook>(most),
                          single ? std::optional(i) : std::nullopt, std::min(1.0, covered * scale)});
        i = next;
    }
    return pieces;
}

} // namespace tileline
