// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/importers.h"
#include "core/layers/layers.h"
#include "core/plan/plan.h"
#include "core/planfile/planfile.h"

#include <optional>
#include <string>
#include <vector>

namespace tileline {

/// A part of a plan that did not match the profile, or broke a rule of Plan, when the plan was applied.
struct PlanMismatch {
    enum class Kind {
        Split,           ///< a split before a layer that does not exist
        Pin,             ///< a pin before a layer that does not exist
        Forbidden,       ///< a forbidden boundary before a layer that does not exist
        Module,          ///< a module path for a layer that does not exist
        Twice,           ///< a split that is listed twice
        OutOfOrder,      ///< a split that was listed after a split of a later layer; the splits were sorted
        PinAdded,        ///< a pinned boundary without a split; the split was added
        ForbiddenLifted, ///< a split at a forbidden boundary; the boundary is allowed now
        IpusRaised,      ///< more stages than IPUs; the number of IPUs was raised (name: the new number)
        TooManyStages,   ///< a split that was left out, because there would be more stages than MaxIpus
        ByPosition,      ///< the file has an old setting; the pipeline setting is used instead
        Profile,         ///< the plan was made for another profile (name: the differences)
    };
    Kind kind{};
    std::string name; ///< name of the layer, unless Kind says otherwise

    bool operator==(const PlanMismatch&) const = default;
};

/// One sentence that describes a mismatch to the user.
std::string textOf(const PlanMismatch& mismatch);

/// A plan that was applied to a profile's layers. Parts that did not match, or that broke a rule of Plan,
/// were changed or left out; `mismatches` lists them.
struct AppliedPlan {
    Plan plan;
    std::vector<std::pair<LayerIndex, std::string>> modules;
    std::vector<PlanMismatch> mismatches;
};

/// Applies a plan to a profile with these layers and this target. Matches layers by name, in linear time.
AppliedPlan applyPlan(const PlanDescription& description, const Layers& layers, const Target& target);

/// The differences between a plan's profile and another profile. Empty if the two profiles have the same
/// hash, or if the plan does not know its profile's hash.
std::optional<PlanMismatch> compareProfiles(const ProfileFingerprint& plan,
                                            const ProfileFingerprint& profile);

/// Checks whether a plan for `profile` may silently replace a file that contains `content`. Error:
/// OtherProfile if the file contains a plan for another profile.
Result<Done> checkReplacesPlan(const std::string& content, const ProfileFingerprint& profile);

/// The names of layer entries for a PlanDescription; in the pipeline setting, their ids (Layers::idOf).
/// Entries must be in range; *none* is left out.
std::vector<std::string> layerNamesOf(std::span<const LayerIndex> entries, const Layers& layers);

/// Describes a plan by the names of its layers. All data that `plan` lacks are copied from `base`.
PlanDescription describedPlan(const PlanDescription& base, const Plan& plan, const Layers& layers);

/// The plan in the form that exporters need. Module paths of the plan replace the guessed paths.
ExportPlan exportPlanOf(const AppliedPlan& applied, const Layers& layers);

/// A copy of `setting` with the options that an imported file states: the IPU of Output, recomputation, the
/// place of the optimizer state, and the number of micro-batches.
SettingOptions settingOf(const ImportedSplit& split, SettingOptions setting);

/// A description of an imported plan. The description allows as many IPUs as the plan uses. Its notes state
/// the source, the IPU of Output and the reason for that IPU. The importer's notes follow. `source` is the
/// path of the imported file, or empty.
PlanDescription descriptionOf(const ImportedSplit& split, const Layers& layers, ExportMode mode,
                              const MemoryLimits& memory, const std::string& source);

} // namespace tileline
