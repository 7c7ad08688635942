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

/// What a span shows. It decides the span's colour.
enum class SpanLook : uint8_t { Forward, Recompute, Backward, Update, Other, Exchange, Host, Sync, Waiting };
inline constexpr size_t SpanLookCount = 9;

/// A part of a lane: [from, to). All times in lanes are in cycles.
struct LaneSpan {
    double from = 0;
    double to = 0;
    SpanLook look = SpanLook::Other;
};

/// The spans of a lane in order of time. No span is empty, and no span overlaps another.
class LaneSpans {
public:
    virtual ~LaneSpans() = default;
    virtual size_t size() const = 0;
    virtual LaneSpan at(size_t span) const = 0;
};

/// Spans that are kept in memory.
class StoredSpans : public LaneSpans {
public:
    explicit StoredSpans(std::vector<LaneSpan> spans)
        : m_spans(std::move(spans)) {}
    size_t size() const override { return m_spans.size(); }
    LaneSpan at(size_t span) const override { return m_spans[span]; }

private:
    std::vector<LaneSpan> m_spans;
};

/// The position of a span among groups of lanes. A group consists of all lanes of one IPU.
struct LanePosition {
    size_t group = 0;
    size_t lane = 0;
    size_t span = 0;
    auto operator<=>(const LanePosition&) const = default;
};

/// A lane. The time to draw a lane depends on the number of pixels, not on the number of spans.
class Lane {
    using Sums = std::array<double, SpanLookCount>;

public:
    /// A summary of a lane's spans, so that the lane need not read all of them.
    class Index {
    public:
        void add(const LaneSpan& span);

    private:
        friend class Lane;
        static constexpr size_t BlockSize = 16;
        std::vector<Sums> m_sums;   ///< by block: total length of all spans before it, by look
        std::vector<double> m_ends; ///< end of each block
        Sums m_all{};               ///< total length of all spans, by look
        size_t m_count = 0;
    };

    explicit Lane(std::shared_ptr<const LaneSpans> spans);
    /// `index` must have been made from `spans`.
    Lane(std::shared_ptr<const LaneSpans> spans, Index index)
        : m_spans(std::move(spans))
        , m_index(std::move(index)) {}

    size_t size() const { return m_spans->size(); }
    LaneSpan at(size_t span) const { return m_spans->at(span); }
    /// The span that contains `time`, if there is one.
    std::optional<size_t> spanAt(double time) const;
    /// The first span, from number `from` on, that ends after `time`; size() if there is none.
    size_t firstAfter(double time, size_t from = 0) const;

    /// A drawn part of the lane: one span, or one column of pixels that stands for several short spans.
    struct Piece {
        double left = 0; ///< pixels
        double right = 0;
        SpanLook look = SpanLook::Other; ///< if there are several spans: the look that covers the most time
        std::optional<size_t> span;      ///< empty if there are several spans
        double covered = 1;              ///< share of the piece's width that is inside spans
    };
    /// The pieces of [from, to) on `width` pixels, from left to right.
    std::vector<Piece> pieces(double from, double to, int width) const;

private:
    static constexpr size_t BlockSize = Index::BlockSize;
    /// If the spans in a column of pixels reach over at least this many blocks, the column is drawn without
    /// reading all its spans.
    static constexpr size_t ManyBlocks = 2;
    /// The first block, from number `first` on, that ends after `time`.
    size_t blockAfter(double time, size_t first) const;
    /// The first span that is not drawn in the column of pixels that begins with span `from` and ends at
    /// `time`. Every column draws at least one span. A column with many blocks does not draw the block in
    /// which it ends; that block has at most half of the column's spans.
    size_t endOfColumn(double time, size_t from) const;
    /// The total length of the spans [from, to), by look.
    Sums sumsOf(size_t from, size_t to) const;

    std::shared_ptr<const LaneSpans> m_spans;
    Index m_index;
};

} // namespace tileline
