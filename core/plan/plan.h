// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layers.h"
#include "core/plan/planconstraints.h"
#include "core/plan/splitplan.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tileline {

/// A change that Plan::fitted() made to a plan so that the plan obeys its own constraints.
struct PlanRepair {
    enum class Kind {
        PinAdded,        ///< the pinned boundary before `layer` was made a split point
        ForbiddenLifted, ///< the boundary before `layer` is a split point and therefore no longer forbidden
        IpusRaised,      ///< the number of IPUs was raised, because there were more stages than IPUs
        TooManyStages,   ///< the split point before `layer` was removed, because MaxIpus was exceeded
    };
    Kind kind{};
    LayerIndex layer;

    bool operator==(const PlanRepair&) const = default;
};

/// A plan: split points between layers, and the constraints that they must obey. The undo stack, the solvers
/// and the views need no other data about a plan. A plan is always valid: it has at most as many stages as
/// IPUs, its pinned boundaries are split points, and its forbidden boundaries are not. A plan is immutable.
/// The with... functions return a new plan. If a rule forbids the change, the new plan equals the old one.
class Plan {
public:
    /// A plan with one stage on one IPU. `layerCount` must be at least 1.
    explicit Plan(size_t layerCount = 1)
        : Plan(SplitPlan(layerCount), PlanConstraints(layerCount)) {}

    /// Error: BadPlan if the plan would not be valid.
    static Result<Plan> make(SplitPlan splits, PlanConstraints constraints);
    /// Makes the arguments into a valid plan. In a conflict, split points override forbidden boundaries and
    /// the number of IPUs. Appends the changes to `repairs`, unless `repairs` is null.
    static Plan fitted(SplitPlan splits, PlanConstraints constraints,
                       std::vector<PlanRepair>* repairs = nullptr);
    /// The plan of a newly loaded profile. The plan has four stages, or fewer if there are fewer layers. All
    /// stages have about the same number of layers, regardless of layer sizes. The first entry (*none* or
    /// Input) does not count as a layer.
    static Plan initial(const Profile& profile, const Layers& layers);

    const SplitPlan& splitPlan() const { return m_splits; }
    std::span<const LayerIndex> splits() const { return m_splits.splits(); }
    size_t layerCount() const { return m_splits.layerCount(); }
    size_t stageCount() const { return m_splits.stageCount(); }
    const PlanConstraints& constraints() const { return m_constraints; }
    uint32_t ipus() const { return m_constraints.ipus(); }
    const MemoryLimits& memory() const { return m_constraints.memory(); }
    uint64_t limitOf(StageIndex stage) const { return m_constraints.limitOf(stage); }
    bool isPinned(LayerIndex boundary) const { return m_constraints.isPinned(boundary); }
    bool isForbidden(LayerIndex boundary) const { return m_constraints.isForbidden(boundary); }
    /// Whether withSplitAdded() would add a split point.
    bool canAddSplit(LayerIndex at) const { return m_splits.canSplitAt(at) && stageCount() < MaxIpus; }

    /// This plan with `splits` as its split points; empty if `splits` does not obey the constraints.
    std::optional<Plan> withSplits(const SplitPlan& splits) const;
    /// Moves split point number `split` to the boundary `to`, or as near to it as the neighbouring split
    /// points and the forbidden boundaries allow. A pinned split point does not move.
    Plan withSplitMoved(size_t split, LayerIndex to) const;
    /// Adds a split point at the boundary `at`. If the boundary is forbidden, it becomes allowed. If all IPUs
    /// are in use, the number of IPUs rises by one, up to MaxIpus.
    Plan withSplitAdded(LayerIndex at) const;
    /// Removes split point number `split`, unless it is pinned.
    Plan withSplitRemoved(size_t split) const;
    /// If the boundary is pinned, unpins it. Otherwise, pins the boundary and makes it a split point.
    Plan withPinToggled(LayerIndex boundary) const;
    /// If the boundary is forbidden, allows it. Otherwise, forbids the boundary and removes the split point
    /// there, if any, even a pinned one.
    Plan withForbiddenToggled(LayerIndex boundary) const;
    /// If there are more stages than `ipus`, removes split points from the end: first those that are not
    /// pinned, then pinned ones.
    Plan withIpus(uint32_t ipus) const;
    Plan withMemory(MemoryLimits memory) const {
        return {m_splits, m_constraints.withMemory(std::move(memory))};
    }
    /// This plan for the layer list `to` instead of `from`. Layers are matched by name. Split points, pins
    /// and forbidden boundaries are dropped if their layer is missing in `to`.
    Plan remapped(const Layers& from, const Layers& to) const;

    bool operator==(const Plan&) const = default;

private:
    Plan(SplitPlan splits, PlanConstraints constraints)
        : m_splits(std::move(splits))
        , m_constraints(std::move(constraints)) {}

    SplitPlan m_splits;
    PlanConstraints m_constraints;
};

} // namespace tileline
