// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/cutpositions.h"

#include "core/base/sequences.h"
#include "core/estimate/stageplacement.h"
#include "core/explain/planwarnings.h"

#include <algorithm>

namespace tileline {

namespace {

/// Looks up the peaks of plans that differ from a given plan in only a few stages.
class PlanPeaks {
public:
    PlanPeaks(const IntervalTable& table, const Plan& plan)
        : m_table(table)
        , m_memory(plan.memory())
        , m_ipus(table.estimator().place(plan.splitPlan()).ipus) {
        m_peaks = mapped(m_ipus, [this](const PlacedStage& stage) { return lookUp(stage); });
        if (refusesSplitWeights(table.estimator())) {
            m_splitsWeight = splitsOfWeights(*table.estimator().uses(), table.estimator().layers(),
                                             table.estimator().options().outputOn);
        }
    }

    void fill(CutPosition& position, const SplitPlan& plan) const {
        const std::vector<PlacedStage> ipus = m_table.estimator().place(plan).ipus;
        position.known = true;
        for (uint32_t ipu = 0; ipu < ipus.size(); ++ipu) {
            const bool same = ipu < m_ipus.size() && m_ipus[ipu] == ipus[ipu];
            const std::optional<uint64_t> peak = same ? m_peaks[ipu] : lookUp(ipus[ipu]);
            if (!peak) {
                position.known = false;
                return;
            }
            position.peakTileBytes = std::max(position.peakTileBytes, *peak);
            const uint64_t limit = m_memory.limitOf({ipu});
            position.overflow = std::max(position.overflow, *peak > limit ? *peak - limit : 0);
        }
        position.splitsWeight =
            !m_splitsWeight.empty() && std::ranges::any_of(plan.splits(), [&](LayerIndex split) {
                return m_splitsWeight[split.index()] != 0;
            });
    }

private:
    std::optional<uint64_t> lookUp(const PlacedStage& stage) const {
        const auto found = m_table.lookUp(stage);
        return found ? std::optional(found->peakTileBytes) : std::nullopt;
    }

    const IntervalTable& m_table;
    const MemoryLimits& m_memory;
    std::vector<PlacedStage> m_ipus;
    std::vector<std::optional<uint64_t>> m_peaks; ///< peaks of the given plan, by IPU
    std::vector<uint8_t> m_splitsWeight;          ///< see splitsOfWeights(); empty if plans may split weights
};

/// Tells whether a split point can move to a boundary and, if it cannot, why.
CutPosition::State stateOf(const Plan& plan, size_t split, LayerIndex at) {
    const LayerIndex now = plan.splits()[split];
    const LayerRange range = plan.splitPlan().rangeOf(split);
    if (at == now) {
        return CutPosition::State::Possible;
    }
    if (plan.isForbidden(at)) {
        return CutPosition::State::Forbidden;
    }
    if (plan.isPinned(now)) {
        return CutPosition::State::Pinned;
    }
    return range.first <= at && at <= range.last ? CutPosition::State::Possible : CutPosition::State::Passes;
}

uint32_t distance(LayerIndex a, LayerIndex b) {
    return a < b ? b.value - a.value : a.value - b.value;
}

/// The number of the nearest split point that can move to `at`. If two are equally near, the left one is
/// chosen. Empty if no split point can move to `at`.
std::optional<size_t> nearestMovableSplit(const Plan& plan, LayerIndex at) {
    std::optional<size_t> best;
    const auto splits = plan.splits();
    for (size_t i = 0; i < splits.size(); ++i) {
        if (stateOf(plan, i, at) == CutPosition::State::Possible &&
            (!best || distance(splits[i], at) < distance(splits[*best], at))) {
            best = i;
        }
    }
    return best;
}

} // namespace

std::vector<CutPosition> cutPositions(const IntervalTable& table, const Plan& plan,
                                      std::optional<size_t> split) {
    const PlanPeaks peaks(table, plan);
    const auto splits = plan.splits();
    std::vector<CutPosition> positions;
    for (LayerIndex at{1}; at.index() < plan.layerCount(); at = at.next()) {
        CutPosition& position = positions.emplace_back();
        position.at = at;
        position.split = split && *split < splits.size() ? split : nearestMovableSplit(plan, at);
        if (position.split) {
            position.state = stateOf(plan, *position.split, at);
        } else if (plan.isForbidden(at)) {
            position.state = CutPosition::State::Forbidden;
        } else if (!splits.empty()) {
            position.state = CutPosition::State::Pinned;
        }
        if (position.state == CutPosition::State::Possible) {
            peaks.fill(position, position.split ? plan.splitPlan().withMoved(*position.split, at)
                                                : plan.splitPlan().withAdded(at));
        }
    }
    return positions;
}

} // namespace tileline
