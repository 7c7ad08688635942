// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/splitplan.h"

#include "core/base/sequences.h"

#include <algorithm>

namespace tileline {

Result<SplitPlan> SplitPlan::make(size_t layerCount, std::vector<LayerIndex> splits) {
    SplitPlan plan(layerCount);
    uint32_t minimum = 1;
    for (const LayerIndex split : splits) {
        if (split.value < minimum || split.index() >= plan.m_layerCount) {
            return errorAt(ErrorCode::BadPlan, "split points",
                           "ascending entries of the layer list, from 1 to " +
                               std::to_string(plan.m_layerCount - 1),
                           std::to_string(split.value));
        }
        minimum = split.value + 1;
    }
    plan.m_splits = std::move(splits);
    return plan;
}

LayerRange SplitPlan::stage(StageIndex stage) const {
    const LayerIndex first = stage.value == 0 ? LayerIndex{0} : m_splits[stage.index() - 1];
    const uint32_t next =
        stage.index() < m_splits.size() ? m_splits[stage.index()].value : static_cast<uint32_t>(m_layerCount);
    return {first, {next - 1}};
}

std::vector<LayerRange> SplitPlan::stages() const {
    return mapped(stageCount(), [this](uint32_t i) { return stage({i}); });
}

StageIndex SplitPlan::stageOf(LayerIndex layer) const {
    return {static_cast<uint32_t>(std::ranges::upper_bound(m_splits, layer) - m_splits.begin())};
}

LayerRange SplitPlan::rangeOf(size_t split) const {
    const uint32_t minimum = split == 0 ? 1 : m_splits[split - 1].value + 1;
    const uint32_t next =
        split + 1 < m_splits.size() ? m_splits[split + 1].value : static_cast<uint32_t>(m_layerCount);
    return {{minimum}, {next - 1}};
}

SplitPlan SplitPlan::withMoved(size_t split, LayerIndex to) const {
    SplitPlan plan = *this;
    if (split < m_splits.size()) {
        const LayerRange range = rangeOf(split);
        plan.m_splits[split] = std::clamp(to, range.first, range.last);
    }
    return plan;
}

SplitPlan SplitPlan::withAdded(LayerIndex at) const {
    SplitPlan plan = *this;
    if (canSplitAt(at)) {
        plan.m_splits.insert(std::ranges::upper_bound(plan.m_splits, at), at);
    }
    return plan;
}

SplitPlan SplitPlan::withRemoved(size_t split) const {
    SplitPlan plan = *this;
    if (split < m_splits.size()) {
        plan.m_splits.erase(plan.m_splits.begin() + static_cast<std::ptrdiff_t>(split));
    }
    return plan;
}

} // namespace tileline
