// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/base/result.h"
#include "core/layers/layers.h"
#include "core/output/reportpage.h"
#include "core/plan/plan.h"
#include "core/plan/planconstraints.h"
#include "core/planfile/planfile.h"
#include "core/planfile/planfileapply.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tileline::cli {

using PlanFilePtr = std::shared_ptr<const PlanFile>;

/// A plan that the user gives: --splits LAYER,... or --plan FILE.
class PlanArguments {
public:
    /// The prefix of options that choose a second plan for a comparison.
    static constexpr const char* ComparedPrefix = "--compare-";
    /// Adds the options --splits, --plan and --plan-name, with `prefix` in place of "--".
    void addTo(CLI::App& command, const std::string& prefix = "--");

    bool given() const { return !m_splits.empty() || !m_file.empty(); }
    /// Path of the plan file; empty if none was given.
    const std::string& file() const { return m_file; }

    /// The plan file; null if none was given.
    Result<PlanFilePtr> read(Context& context) const;
    /// The plan in `file` that --plan-name selects (default: the current plan). Null if `file` is null.
    Result<const PlanDescription*> choose(const PlanFilePtr& file) const;

    /// The plan that --splits describes, with one IPU per stage. Without --splits, it has a single stage.
    Result<Plan> plan(const Layers& layers) const;
    /// The plan in `file` that --plan-name selects. If `file` is null, the result of plan(layers). If a part
    /// of the file's plan does not match the profile, prints a warning about that part.
    Result<Plan> plan(const PlanFilePtr& file, const Study& study, Context& context) const;

    /// The plan and its estimate; empty if no plan was given. `study` must have an estimator.
    Outcome<std::optional<ComparedPlan>> compared(const Study& study, Context& context) const;

private:
    std::string m_prefix; ///< the option names begin with this: "--" or "--compare-"
    std::vector<std::string> m_splits;
    std::string m_file;
    std::string m_name;
};

/// The options that set how many bytes a plan may use on each tile: --memory-per-tile BYTES for all IPUs,
/// --ipu-memory IPU=BYTES for a single IPU, and --keep-free PERCENT.
class MemoryArguments {
public:
    void addTo(CLI::App& command);

    /// The memory limits of a plan. `target` is the hardware in the profile. `plan` comes from the plan file
    /// and may be null. Options on the command line take precedence over the limits in `plan`, and the limits
    /// in `plan` take precedence over the memory of `target`.
    MemoryLimits limits(const Target& target, const PlanDescription* plan = nullptr) const;

private:
    std::optional<uint64_t> m_memoryPerTile;
    std::optional<uint32_t> m_keepFree;
    std::vector<std::pair<uint32_t, uint64_t>> m_limits; ///< for single IPUs: the IPU and its bytes per tile
};

/// The layers that an option names. Each value is the name of a layer or, if no layer has that name, a list
/// of names separated by commas. The result is in the order of the layer list. Errors: UnknownLayer; BadPlan
/// if a layer is named twice.
Result<std::vector<LayerIndex>> resolveLayers(const Layers& layers, const std::vector<std::string>& values,
                                              const std::string& option);

/// Reads a plan file. From then on, the command refuses to overwrite it. For the errors, see readPlanFile().
Result<PlanFile> readPlan(const std::string& path, Context& context);

/// The options for writing a plan file: -o FILE, --anyway.
class PlanOutput {
public:
    void addTo(CLI::App& command);
    /// Writes FILE. Without --anyway, returns exit status 1 if FILE contains a plan for another profile.
    Outcome<ExitStatus> write(const PlanFile& file, Context& context) const;

private:
    OutputArguments m_output;
    bool m_anyway = false;
};

/// The plan called `name` in a plan file, or the current plan if `name` is empty. Error: BadPlan if there is
/// no such plan.
Result<const PlanDescription*> choosePlan(const PlanFile& file, const std::string& name);

/// Opens a profile with the layer options and the setting of a plan file; `file` may be null. Options on the
/// command line take precedence over those of the plan file. `mode`, if set, replaces the file's mode.
Outcome<Study> openForPlan(const ProfileArguments& profile, const PlanFile* file, Context& context,
                           std::optional<PassMode> mode = {});

/// The options that most commands about a plan have.
struct PlanCommandArguments {
    ProfileArguments profile;
    PlanArguments plan;
    MemoryArguments memory;
    OutputArguments output;
};

/// A profile and a plan for it, chosen on the command line.
struct PlannedStudy {
    Study study; ///< addFigures() has been called for it
    Plan plan;
    PlanDescription description; ///< from the plan file; without a plan file, only `name` is set
    MemoryLimits memory;
    PlanFigures figures; ///< made by Study::figuresOf()
};

/// Opens the profile, and applies the plan from the plan file or from --splits. Prints warnings about the
/// plan file, about the profile, and about parts of the plan that do not match the profile.
Outcome<PlannedStudy> openWithPlan(const PlanCommandArguments& arguments, Context& context);

/// Prints a note if a plan file of version 1 uses a setting that no longer exists. Tileline opens such a file
/// in the pipeline setting, so the figures of its plans change. `file` may be null.
void noteOldSetting(const PlanFile* file, const StudyOptions& options, Context& context);

/// Applies a plan to the profile. Prints a warning about each part that does not match the profile.
AppliedPlan applyWithWarnings(const PlanFile& file, const PlanDescription& plan, const Study& study,
                              Context& context);

/// A new plan file for the opened profile, without plans.
PlanFile planFileFor(const Study& study);

} // namespace tileline::cli
