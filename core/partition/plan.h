// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/partition/planconstraints.h"
#include "core/partition/splitplan.h"

#include <optional>
#include <vector>

namespace tileline {

/// What Plan::fitted() had to change for a plan to obey its own constraints.
struct PlanRepair {
    enum class Kind {
        PinAdded,        ///< the pinned boundary before `layer` was no split point: it is one now
        ForbiddenLifted, ///< the forbidden boundary before `layer` is a split point: it is allowed now
        IpusRaised,      ///< more stages than IPUs: as many IPUs as stages now
        TooManyStages,   ///< more stages than MaxIpus: the split point before `layer` was left out
    };
    Kind kind{};
    LayerIndex layer;

    bool operator==(const PlanRepair&) const = default;
};

/// Where the layers are cut into stages, and what that has to obey: all that undo, plan files, solvers and
/// the views know of a plan. Always valid: it has at most as many stages as IPUs, its pinned boundaries are
/// split points, and its forbidden boundaries are not. Immutable; the with... functions return a new plan,
/// the same one where a rule stands against the change.
class Plan {
public:
    /// One stage on one IPU. `layerCount` at least 1.
    explicit Plan(size_t layerCount = 1);

    /// BadPlan where a rule is broken.
    static Result<Plan> make(SplitPlan splits, PlanConstraints constraints);
    /// The nearest valid plan: split points win over forbidden boundaries, pins over a number of IPUs. Says
    /// what it changed in `repairs`, if that is not null.
    static Plan fitted(SplitPlan splits, PlanConstraints constraints,
                       std::vector<PlanRepair>* repairs = nullptr);
    /// What a fresh profile starts with: its layers, without regard to their size, spread evenly over four
    /// IPUs, or as many as there are layers; *none* stays with the first layer.
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
    /// Whether withSplitAdded() would add one.
    bool canAddSplit(LayerIndex at) const;

    /// With other split points. Nothing where they do not obey the constraints.
    std::optional<Plan> withSplits(const SplitPlan& splits) const;
    /// Split point number `split` at `to`, or as near as its neighbours and forbidden boundaries let it. A
    /// pinned one stays where it is.
    Plan withSplitMoved(size_t split, LayerIndex to) const;
    /// Takes one IPU more if there is none left, up to MaxIpus. Forbidden boundaries are allowed again by
    /// this.
    Plan withSplitAdded(LayerIndex at) const;
    /// Unchanged where it is pinned.
    Plan withSplitRemoved(size_t split) const;
    /// Pins the boundary and splits there, or unpins it.
    Plan withPinToggled(LayerIndex boundary) const;
    /// Forbids the boundary, removing the split there, pinned or not; or allows it.
    Plan withForbiddenToggled(LayerIndex boundary) const;
    /// Where there are more stages, the last split points go, pinned ones last.
    Plan withIpus(uint32_t ipus) const;
    Plan withMemory(MemoryLimits memory) const;
    /// The same plan for other layers: split points, pins and forbidden boundaries follow by layer name;
    /// those whose layer is gone are dropped.
    Plan remapped(const Layers& from, const Layers& to) const;

    bool operator==(const Plan&) const = default;

private:
    Plan(SplitPlan splits, PlanConstraints constraints);

    SplitPlan m_splits;
    PlanConstraints m_constraints;
};

} // namespace tileline
