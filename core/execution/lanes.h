// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tileline {

/// What a span is, by which it is coloured.
enum class SpanLook : uint8_t { Forward, Recompute, Backward, Update, Other, Exchange, Host, Sync, Waiting };
inline constexpr size_t SpanLookCount = 9;

/// A part of a lane: [from, to) in the unit of the lane, which is cycles.
struct LaneSpan {
    double from = 0;
    double to = 0;
    SpanLook look = SpanLook::Other;
};

/// The spans of a lane, in the order of time. They have a length, and none overlaps another.
class LaneSpans {
public:
    virtual ~LaneSpans() = default;
    virtual size_t size() const = 0;
    virtual LaneSpan at(size_t span) const = 0;
};

/// Spans that are stored.
class StoredSpans : public LaneSpans {
public:
    explicit StoredSpans(std::vector<LaneSpan> spans)
        : m_spans(std::move(spans)) {}
    size_t size() const override { return m_spans.size(); }
    LaneSpan at(size_t span) const override { return m_spans[span]; }

private:
    std::vector<LaneSpan> m_spans;
};

/// Where a span is among groups of lanes; a group is an IPU.
struct LanePosition {
    size_t group = 0;
    size_t lane = 0;
    size_t span = 0;
    auto operator<=>(const LanePosition&) const = default;
};

/// A lane that is drawn at any scale in a time that depends on the pixels, not on the spans.
class Lane {
public:
    explicit Lane(std::shared_ptr<const LaneSpans> spans);

    size_t size() const { return m_spans->size(); }
    LaneSpan at(size_t span) const { return m_spans->at(span); }
    /// The span at a time, if there is one.
    std::optional<size_t> spanAt(double time) const;
    /// The first span, at or behind `from`, that ends after a time; size() if there is none.
    size_t firstAfter(double time, size_t from = 0) const;

    /// What is drawn: a span, or one column of pixels with several spans that are narrower.
    struct Piece {
        double left = 0; ///< pixels
        double right = 0;
        SpanLook look = SpanLook::Other; ///< of several spans: what covers most
        std::optional<size_t> span;      ///< empty: several
        double covered = 1;              ///< the share of the piece that spans cover
    };
    /// The pieces of [from, to) on `width` pixels, from left to right.
    std::vector<Piece> pieces(double from, double to, int width) const;

private:
    static constexpr size_t BlockSize = 16;
    using Sums = std::array<double, SpanLookCount>;
    /// A column of so many blocks is drawn without reading its spans.
    static constexpr size_t ManyBlocks = 2;
    /// The first block, at or behind `first`, that ends after a time.
    size_t blockAfter(double time, size_t first) const;
    /// The first span behind `from` that a column of pixels that ends at `time` does not include. The last
    /// block of a column of many blocks goes to the next column: at most half of what is drawn.
    size_t endOfColumn(double time, size_t from) const;
    /// The lengths of the spans [from, to), by look.
    Sums sumsOf(size_t from, size_t to) const;

    std::shared_ptr<const LaneSpans> m_spans;
    std::vector<Sums> m_sums;   ///< of the spans before each block, and of all
    std::vector<double> m_ends; ///< where each 16 spans end: looked up without touching the spans
};

} // namespace tileline
