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

/// A change that Plan::fitted() made so that a plan obeys its own constraints.
struct PlanRepair {
    enum class Kind {
        PinAdded,        ///< the pinned boundary before `layer` was not a split point; now it is one
        ForbiddenLifted, ///< the split point before `layer` was a forbidden boundary; now it is allowed
        IpusRaised,      ///< there were more stages than IPUs; the number of IPUs was raised
        TooManyStages,   ///< there were more stages than MaxIpus; the split point before `layer` was removed
    };
    Kind kind{};
    LayerIndex layer;

    bool operator==(const PlanRepair&) const = default;
};

/// A plan: split points between layers, and the constraints that they must obey. Undo, plan files, solvers
/// and the views need no other data. A plan is always valid: it has at most as many stages as IPUs, its
/// pinned boundaries are split points, and its forbidden boundaries are not. A plan is immutable. The with...
/// functions return a new plan; if a rule forbids the change, the result equals this plan.
class Plan {
public:
    /// A plan with one stage on one IPU. `layerCount` must be at least 1.
    explicit Plan(size_t layerCount = 1)
        : Plan(SplitPlan(layerCount), PlanConstraints(layerCount)) {}

    /// Error: BadPlan if a rule is broken.
    static Result<Plan> make(SplitPlan splits, PlanConstraints constraints);
    /// The nearest valid plan. In a conflict, a split point overrides a forbidden boundary, and pins override
    /// the number of IPUs. The function appends its changes to `repairs`, unless `repairs` is null.
    static Plan fitted(SplitPlan splits, PlanConstraints constraints,
                       std::vector<PlanRepair>* repairs = nullptr);
    /// The plan of a newly loaded profile. The plan has four stages, or fewer if there are fewer layers. Each
    /// stage has about the same number of layers, whatever their sizes. The first entry (*none* or Input)
    /// does not count as a layer.
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

    /// This plan with other split points; empty if they do not obey the constraints.
    std::optional<Plan> withSplits(const SplitPlan& splits) const;
    /// Moves split point number `split` to `to`, or as near as its neighbours and forbidden boundaries allow.
    /// A pinned split point does not move.
    Plan withSplitMoved(size_t split, LayerIndex to) const;
    /// Adds a split point. If all IPUs are used, the number of IPUs rises by one, up to MaxIpus. A forbidden
    /// boundary becomes allowed.
    Plan withSplitAdded(LayerIndex at) const;
    /// Removes split point number `split`, unless it is pinned.
    Plan withSplitRemoved(size_t split) const;
    /// If the boundary is pinned, unpins it. Otherwise, pins it and makes it a split point.
    Plan withPinToggled(LayerIndex boundary) const;
    /// If the boundary is forbidden, allows it. Otherwise, forbids it, and removes its split point, if any,
    /// even if that is pinned.
    Plan withForbiddenToggled(LayerIndex boundary) const;
    /// If there are more stages than `ipus`, removes split points from the end: first those that are not
    /// pinned, then pinned ones.
    Plan withIpus(uint32_t ipus) const;
    Plan withMemory(MemoryLimits memory) const {
        return {m_splits, m_constraints.withMemory(std::move(memory))};
    }
    /// This plan, transferred to another layer list. Layers are matched by name. Split points, pins and
    /// forbidden boundaries before layers that are missing in the other list are dropped.
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
