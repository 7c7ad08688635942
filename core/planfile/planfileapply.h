// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/frameworks/poptorchplan.h"
#include "core/partition/plan.h"
#include "core/planfile/planfile.h"

#include <optional>
#include <string>
#include <vector>

namespace tileline {

/// Something of a plan that did not match the profile it was applied to.
struct PlanMismatch {
    enum class Kind {
        Split,           ///< no layer of this name to split at
        Pin,             ///< no layer of this name to pin
        Forbidden,       ///< no layer of this name to forbid
        Module,          ///< a module path for a layer that is not there
        Twice,           ///< a split that stands twice
        OutOfOrder,      ///< a split that stands before one that precedes it here: sorted
        PinAdded,        ///< a pin where there was no split: split there
        ForbiddenLifted, ///< a split at a forbidden boundary: allowed again
        IpusRaised,      ///< more stages than IPUs (name: the number of IPUs now)
        TooManyStages,   ///< a split that would make more stages than MaxIpus: left out
        Profile,         ///< the plan was made for another profile (name: how that one differs)
    };
    Kind kind{};
    std::string name; ///< of the layer

    bool operator==(const PlanMismatch&) const = default;
};

/// One line for people.
std::string textOf(const PlanMismatch& mismatch);

/// A plan in terms of a profile's layers. What did not match, or broke a rule of Plan, was changed and is
/// listed.
struct AppliedPlan {
    Plan plan;
    std::vector<std::pair<LayerIndex, std::string>> modules;
    std::vector<PlanMismatch> mismatches;
};

/// Applies a plan by layer name, in time linear in the plan.
AppliedPlan applyPlan(const PlanDescription& description, const Layers& layers);

/// How a plan's profile differs from another: nothing where they are the same.
std::optional<PlanMismatch> compareProfiles(const ProfileFingerprint& plan,
                                            const ProfileFingerprint& profile);

/// The names of layer entries, for a description. Entries in range; *none* is left out.
std::vector<std::string> layerNamesOf(std::span<const LayerIndex> entries, const Layers& layers);

/// The plan ready to be exported: default module paths, and over them those of the plan.
ExportPlan exportPlanOf(const AppliedPlan& applied, const Layers& layers);

} // namespace tileline
