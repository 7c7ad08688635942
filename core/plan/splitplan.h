// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <algorithm>
#include <span>
#include <vector>

namespace tileline {

/// The maximum number of IPUs of a program, and therefore of a plan.
inline constexpr uint32_t MaxIpus = 64;

/// A range of entries in a layer list, such as the layers of a stage. The range includes both ends.
struct LayerRange {
    LayerIndex first;
    LayerIndex last;

    constexpr auto operator<=>(const LayerRange&) const = default;
    constexpr size_t size() const { return last.index() - first.index() + 1; }
};

/// The split points that divide the layer list into pipeline stages. A split point is the number of the layer
/// entry at which a stage begins, from 1 to layerCount-1. Entry 0 always begins the first stage and is not a
/// split point. The split points are always strictly ascending and in range. A SplitPlan is immutable; the
/// with... functions return a new one.
class SplitPlan {
public:
    /// A plan of one stage with all layers. `layerCount` must be at least 1.
    explicit SplitPlan(size_t layerCount = 1)
        : m_layerCount(std::max<size_t>(layerCount, 1)) {}

    /// Error: BadPlan if a split point is out of range, or if the split points are not strictly ascending.
    static Result<SplitPlan> make(size_t layerCount, std::vector<LayerIndex> splits);

    size_t layerCount() const { return m_layerCount; }
    std::span<const LayerIndex> splits() const { return m_splits; }
    size_t stageCount() const { return m_splits.size() + 1; }
    LayerRange stage(StageIndex stage) const;
    std::vector<LayerRange> stages() const;
    StageIndex stageOf(LayerIndex layer) const;
    bool isSplit(LayerIndex layer) const { return std::ranges::binary_search(m_splits, layer); }
    bool canSplitAt(LayerIndex layer) const {
        return layer.value > 0 && layer.index() < m_layerCount && !isSplit(layer);
    }

    /// A copy in which split point number `split` is moved to `to`, or as near to `to` as the neighbouring
    /// split points and the ends of the list allow.
    SplitPlan withMoved(size_t split, LayerIndex to) const;
    /// The range in which split point number `split` can move without passing another split point.
    LayerRange rangeOf(size_t split) const;
    /// A copy with an additional split point at `at`. Equal to this plan if `at` already is a split point or
    /// cannot be one.
    SplitPlan withAdded(LayerIndex at) const;
    /// A copy without split point number `split`.
    SplitPlan withRemoved(size_t split) const;

    bool operator==(const SplitPlan&) const = default;

private:
    size_t m_layerCount;
    std::vector<LayerIndex> m_splits;
};

} // namespace tileline
