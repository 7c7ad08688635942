// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include "core/base/lists.h"

#include <algorithm>
#include <string>

namespace tileline {

namespace {

constexpr uint32_t InitialIpus = 4;

std::vector<LayerIndex> remappedEntries(std::span<const LayerIndex> entries, const Layers& from,
                                        const Layers& to) {
    std::vector<LayerIndex> found;
    for (const LayerIndex entry : entries) {
        if (const auto& name = from.names[entry.index()]) {
            if (const auto now = to.find(*name); now && now->value > 0) {
                found.push_back(*now);
            }
        }
    }
    sortDistinct(found);
    return found;
}

/// The split point that is removed first: the last one that is not pinned. If all are pinned, the last one.
size_t expendableSplit(const SplitPlan& plan, const PlanConstraints& constraints) {
    const auto splits = plan.splits();
    for (size_t i = splits.size(); i-- > 0;) {
        if (!constraints.isPinned(splits[i])) {
            return i;
        }
    }
    return splits.size() - 1;
}

Error brokenRule(std::string expected, std::string actual, std::string remedy = {}) {
    return errorAt(ErrorCode::BadPlan, "", std::move(expected), std::move(actual), std::move(remedy));
}

} // namespace

Result<Plan> Plan::make(SplitPlan splits, PlanConstraints constraints) {
    if (splits.layerCount() != constraints.layerCount()) {
        return brokenRule(std::to_string(splits.layerCount()) + " layer entries",
                          std::to_string(constraints.layerCount()));
    }
    if (splits.stageCount() > constraints.ipus()) {
        return brokenRule("at most " + std::to_string(constraints.ipus()) + " stages",
                          std::to_string(splits.stageCount()), "Split at fewer layers.");
    }
    for (const LayerIndex pin : constraints.pinned()) {
        if (!splits.isSplit(pin)) {
            return brokenRule("a split at each pinned boundary",
                              "none before entry " + std::to_string(pin.value));
        }
    }
    for (const LayerIndex split : splits.splits()) {
        if (constraints.isForbidden(split)) {
            return brokenRule("no split at a forbidden boundary",
                              "one before entry " + std::to_string(split.value));
        }
    }
    return Plan(std::move(splits), std::move(constraints));
}

Plan Plan::fitted(SplitPlan splits, PlanConstraints constraints, std::vector<PlanRepair>* repairs) {
    const auto repaired = [&](PlanRepair::Kind kind, LayerIndex layer) {
        if (repairs != nullptr) {
            repairs->push_back({kind, layer});
        }
    };
    constraints = constraints.withLayerCount(splits.layerCount());
    for (const LayerIndex pin : constraints.pinned()) {
        if (!splits.isSplit(pin)) {
            splits = splits.withAdded(pin);
            repaired(PlanRepair::Kind::PinAdded, pin);
        }
    }
    while (splits.stageCount() > MaxIpus) {
        const size_t surplus = expendableSplit(splits, constraints);
        const LayerIndex layer = splits.splits()[surplus];
        splits = splits.withRemoved(surplus);
        if (constraints.isPinned(layer)) {
            constraints = constraints.withFree(layer);
        }
        repaired(PlanRepair::Kind::TooManyStages, layer);
    }
    for (const LayerIndex split : splits.splits()) {
        if (constraints.isForbidden(split)) {
            constraints = constraints.withFree(split);
            repaired(PlanRepair::Kind::ForbiddenLifted, split);
        }
    }
    if (splits.stageCount() > constraints.ipus()) {
        constraints = constraints.withIpus(static_cast<uint32_t>(splits.stageCount()));
        repaired(PlanRepair::Kind::IpusRaised, {});
    }
    return {std::move(splits), std::move(constraints)};
}

Plan Plan::initial(const Profile& profile, const Layers& layers) {
    const size_t named = layers.count() - 1;
    SplitPlan splits(layers.count());
    const size_t stages = std::min<size_t>(InitialIpus, std::max<size_t>(named, 1));
    for (size_t stage = 1; stage < stages; ++stage) {
        splits = splits.withAdded({static_cast<uint32_t>(1 + stage * named / stages)});
    }
    return {std::move(splits),
            PlanConstraints(layers.count(), InitialIpus, MemoryLimits::of(profile.target))};
}

std::optional<Plan> Plan::withSplits(const SplitPlan& splits) const {
    auto made = make(splits, m_constraints);
    return made ? std::optional(*std::move(made)) : std::nullopt;
}

Plan Plan::withSplitMoved(size_t split, LayerIndex to) const {
    if (split >= splits().size() || isPinned(splits()[split])) {
        return *this;
    }
    const LayerRange range = m_splits.rangeOf(split);
    std::optional<LayerIndex> nearest;
    const auto distance = [&](LayerIndex at) { return at < to ? to.value - at.value : at.value - to.value; };
    for (LayerIndex at = range.first; at <= range.last; at = at.next()) {
        if (!isForbidden(at) && (!nearest || distance(at) < distance(*nearest))) {
            nearest = at;
        }
    }
    return nearest ? Plan(m_splits.withMoved(split, *nearest), m_constraints) : *this;
}

Plan Plan::withSplitAdded(LayerIndex at) const {
    if (!canAddSplit(at)) {
        return *this;
    }
    SplitPlan splits = m_splits.withAdded(at);
    const auto stages = static_cast<uint32_t>(splits.stageCount());
    PlanConstraints constraints = isForbidden(at) ? m_constraints.withFree(at) : m_constraints;
    return {std::move(splits), stages > ipus() ? constraints.withIpus(stages) : std::move(constraints)};
}

Plan Plan::withSplitRemoved(size_t split) const {
    return split < splits().size() && !isPinned(splits()[split])
               ? Plan(m_splits.withRemoved(split), m_constraints)
               : *this;
}

Plan Plan::withPinToggled(LayerIndex boundary) const {
    if (isPinned(boundary)) {
        return {m_splits, m_constraints.withFree(boundary)};
    }
    const Plan split = m_splits.isSplit(boundary) ? *this : withSplitAdded(boundary);
    return split.m_splits.isSplit(boundary) ? Plan(split.m_splits, split.m_constraints.withPinned(boundary))
                                            : *this;
}

Plan Plan::withForbiddenToggled(LayerIndex boundary) const {
    if (isForbidden(boundary)) {
        return {m_splits, m_constraints.withFree(boundary)};
    }
    return {m_splits.isSplit(boundary) ? m_splits.withRemoved(m_splits.stageOf(boundary).index() - 1)
                                       : m_splits,
            m_constraints.withForbidden(boundary)};
}

Plan Plan::withIpus(uint32_t ipus) const {
    SplitPlan splits = m_splits;
    PlanConstraints constraints = m_constraints.withIpus(ipus);
    while (splits.stageCount() > constraints.ipus()) {
        const size_t surplus = expendableSplit(splits, constraints);
        constraints = constraints.withFree(splits.splits()[surplus]);
        splits = splits.withRemoved(surplus);
    }
    return {std::move(splits), std::move(constraints)};
}

Plan Plan::remapped(const Layers& from, const Layers& to) const {
    SplitPlan splits(to.count());
    for (const LayerIndex split : remappedEntries(m_splits.splits(), from, to)) {
        splits = splits.withAdded(split);
    }
    PlanConstraints constraints(to.count(), ipus(), memory());
    for (const LayerIndex pin : remappedEntries(m_constraints.pinned(), from, to)) {
        constraints = constraints.withPinned(pin);
    }
    for (const LayerIndex layer : remappedEntries(m_constraints.forbidden(), from, to)) {
        constraints = constraints.withForbidden(layer);
    }
    return fitted(std::move(splits), std::move(constraints));
}

} // namespace tileline
