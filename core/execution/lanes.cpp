// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/lanes.h"

#include <algorithm>
#include <cmath>

namespace tileline {

void Lane::Index::add(const LaneSpan& span) {
    if (m_count++ % BlockSize == 0) {
        m_sums.push_back(m_all);
        m_ends.push_back(0);
    }
    m_all[static_cast<size_t>(span.look)] += span.to - span.from;
    m_ends.back() = span.to;
}

Lane::Lane(std::shared_ptr<const LaneSpans> spans)
    : m_spans(std::move(spans)) {
    for (size_t i = 0; i < size(); ++i) {
        m_index.add(at(i));
    }
}

Lane::Sums Lane::sumsOf(size_t from, size_t to) const {
    Sums sums{};
    const auto add = [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) {
            const LaneSpan span = at(i);
            sums[static_cast<size_t>(span.look)] += span.to - span.from;
        }
    };
    const size_t firstBlock = (from + BlockSize - 1) / BlockSize;
    const size_t lastBlock = to == size() ? m_index.m_sums.size() : to / BlockSize;
    if (firstBlock >= lastBlock) {
        add(from, to);
        return sums;
    }
    add(from, firstBlock * BlockSize);
    const Sums& last = to == size() ? m_index.m_all : m_index.m_sums[lastBlock];
    for (size_t look = 0; look < SpanLookCount; ++look) {
        sums[look] += last[look] - m_index.m_sums[firstBlock][look];
    }
    add(std::min(lastBlock * BlockSize, to), to);
    return sums;
}

size_t Lane::blockAfter(double time, size_t first) const {
    // Searches at doubling distances, because the block is usually near.
    size_t low = first;
    size_t step = 1;
    while (low + step <= m_index.m_ends.size() && m_index.m_ends[low + step - 1] <= time) {
        low += step;
        step *= 2;
    }
    const auto begin = m_index.m_ends.begin() + static_cast<ptrdiff_t>(low);
    const auto end =
        m_index.m_ends.begin() + static_cast<ptrdiff_t>(std::min(low + step, m_index.m_ends.size()));
    return static_cast<size_t>(std::upper_bound(begin, end, time) - m_index.m_ends.begin());
}

size_t Lane::firstAfter(double time, size_t from) const {
    size_t span = std::max(from, blockAfter(time, from / BlockSize) * BlockSize);
    while (span < size() && at(span).to <= time) {
        ++span;
    }
    return std::min(span, size());
}

size_t Lane::endOfColumn(double time, size_t from) const {
    const size_t block = blockAfter(time, from / BlockSize);
    return block >= from / BlockSize + ManyBlocks ? std::min(block * BlockSize, size())
                                                  : std::max(firstAfter(time, from), from + 1);
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
    double firstColumn = 0; // the leftmost column without a piece; no column gets two pieces
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
        // The piece fills one pixel column. It stands for this span and for all following spans that end in
        // the column. If this span ends in a later column, the piece stands for this span alone.
        const double column = std::max(std::floor(left), firstColumn);
        const double end = from + (column + 1) / scale;
        const size_t next = endOfColumn(end, i);
        const Sums sums = sumsOf(i, next);
        double covered = 0;
        for (size_t look = 0; look < SpanLookCount; ++look) {
            covered += sums[look];
        }
        const auto most = std::max_element(sums.begin(), sums.end()) - sums.begin();
        const bool single = next == i + 1;
        // endOfColumn() rounds a column with many blocks to whole blocks, so the column shows the time from
        // span.from to `until`, not exactly one pixel. `share` is the covered part of this time.
        const double until = next < size() ? std::min(at(next).from, std::max(at(next - 1).to, end)) : end;
        const bool many = next >= i + ManyBlocks * BlockSize && next < size();
        const double share = many ? covered / (until - span.from) : covered * scale;
        pieces.push_back({column, column + 1, single ? span.look : static_cast<SpanLook>(most),
                          single ? std::optional(i) : std::nullopt, std::min(1.0, share)});
        firstColumn = column + 1;
        i = next;
    }
    return pieces;
}

} // namespace tileline
