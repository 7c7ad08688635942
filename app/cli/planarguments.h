// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/outputarguments.h"
#include "app/cli/profilearguments.h"
#include "core/base/result.h"
#include "core/layers/layers.h"
#include "core/plan/plan.h"
#include "core/plan/planconstraints.h"
#include "core/planfile/planfile.h"
#include "core/planfile/planfileapply.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace tileline::cli {

/// A plan that the user gives: --splits LAYER,... or --plan FILE.
class PlanArguments {
public:
    void addTo(CLI::App& command);
    /// Adds --splits, --plan, and --plan-name NAME.
    void addNamedTo(CLI::App& command);

    bool given() const { return !m_splits.empty() || !m_file.empty(); }
    /// Path of the plan file; empty if none was given.
    const std::string& file() const { return m_file; }

    /// The plan file, if one was given.
    Result<std::optional<PlanFile>> read(Context& context) const;
    /// The plan that --plan-name names, or else the current plan of the file.
    Result<const PlanDescription*> choose(const PlanFile& file) const;

    /// The plan of --splits, with as many IPUs as stages. Without --splits, one stage with all layers.
    Result<Plan> plan(const Layers& layers) const;
    /// The plan of the file, or plan(layers) if there is no file. Prints a warning for everything that does
    /// not match.
    Result<Plan> plan(const std::optional<PlanFile>& file, const Study& study, Context& context) const;

private:
    std::vector<std::string> m_splits;
    std::string m_file;
    std::string m_name;
};

/// How much a tile has, and how much of it a plan may use: --memory-per-tile BYTES, --ipu-memory IPU=BYTES
/// for IPUs that differ, and --keep-free PERCENT.
class MemoryArguments {
public:
    void addTo(CLI::App& command);

    /// The limits of a plan for a profile of `target`. What no option says, the plan file says (`plan`, null
    /// without one), or else the target. --memory-per-tile replaces the memory of single IPUs, too;
    /// --ipu-memory only that.
    MemoryLimits limits(const Target& target, const PlanDescription* plan = nullptr) const;

private:
    void addLimit(const std::string& text);

    std::optional<uint64_t> m_memoryPerTile;
    std::optional<uint32_t> m_keepFree;
    std::vector<std::pair<uint32_t, uint64_t>> m_limits; ///< IPU and bytes
};

/// The layers that an option names. Each value is a layer's name or, if no layer has that name, several names
/// separated by commas. The result is in the order of the layer list, without duplicates. Errors:
/// UnknownLayer, BadPlan (a layer is named twice).
Result<std::vector<LayerIndex>> resolveLayers(const Layers& layers, const std::vector<std::string>& values,
                                              const std::string& option);

/// Reads a plan file, which the command then does not replace. Errors: see readPlanFile().
Result<PlanFile> readPlan(const std::string& path, Context& context);

/// Where a command writes a plan file: -o FILE, --anyway.
class PlanOutput {
public:
    void addTo(CLI::App& command);
    /// Status 1 if FILE holds a plan for another profile, unless --anyway is given.
    Outcome<ExitStatus> write(const PlanFile& file, Context& context) const;

private:
    OutputArguments m_output;
    bool m_anyway = false;
};

/// The plan called `name` in a plan file, or the current plan if `name` is empty. BadPlan if there is none.
Result<const PlanDescription*> choosePlan(const PlanFile& file, const std::string& name);

/// Opens a profile with the layer options and setting of a plan file, unless the command line has others.
/// `mode` replaces the file's.
Outcome<Study> openForPlan(const ProfileArguments& profile, const PlanFile& file, Context& context,
                           std::optional<PassMode> mode = {});

/// A profile and a plan for it, as the command line says.
struct PlannedStudy {
    Study study; ///< with figures
    Plan plan;
    PlanDescription description; ///< of the plan file; without one, only a name
    MemoryLimits memory;
};

/// Reads the plan file, if there is one, opens the profile, and applies the plan. Prints all warnings about
/// these.
Outcome<PlannedStudy> openWithPlan(const ProfileArguments& profile, const PlanArguments& plan,
                                   const MemoryArguments& memory, Context& context);

/// Says where the figures of a plan file of version 1 differ, because its setting is no longer there.
void noteOldSetting(const PlanFile& file, const StudyOptions& options, Context& context);

/// Applies a plan to the profile and prints what does not match as warnings.
AppliedPlan applyWithWarnings(const PlanFile& file, const PlanDescription& plan, const Study& study,
                              Context& context);

/// A plan file for the opened profile, without plans.
PlanFile planFileFor(const Study& study);

} // namespace tileline::cli
