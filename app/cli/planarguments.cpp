// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/planarguments.h"

#include "app/cli/optionchecks.h"
#include "core/base/printable.h"
#include "core/base/sequences.h"
#include "core/base/textfile.h"
#include "core/frameworks/listtext.h"
#include "core/plan/splitplan.h"
#include "core/wording/layertext.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace tileline::cli {

namespace {

/// The names of the first few layers, without entry 0. The layer list must have at least two entries.
std::string someNames(const Layers& layers) {
    constexpr size_t Shown = 12;
    const auto names = mapped(std::min(layers.count() - 1, Shown),
                              [&](uint32_t layer) { return displayText(layers, {layer + 1}); });
    return CLI::detail::join(names, ", ") + (layers.count() > Shown + 1 ? ", ..." : "");
}

Error unknownLayer(const Layers& layers, const std::string& name, const std::string& option) {
    return errorAt(ErrorCode::UnknownLayer, option,
                   layers.count() > 1 ? "one of " + someNames(layers) : "nothing: no layer was found",
                   printable(name));
}

/// The maximum number of mismatches to print. A longer list would bury other warnings.
constexpr size_t MaxMismatches = 20;

} // namespace

void PlanArguments::addTo(CLI::App& command, const std::string& prefix) {
    m_prefix = prefix;
    const std::string help = prefix == "--" ? "" : "Another plan, to compare the plan with: ";
    CLI::Option* splits =
        command
            .add_option(prefix + "splits", m_splits,
                        help + "The layers at which stages begin, with commas between their names. Can be "
                               "repeated: a name that contains a comma needs a repetition of its own")
            ->type_name("LAYER,...")
            ->allow_extra_args(false);
    CLI::Option* plan =
        command.add_option(prefix + "plan", m_file,
                           help + "A plan file (*.tileplan), instead of " + prefix + "splits" +
                               (help.empty() ? "; its layer options apply if none are given"
                                             : "; the options in that file are ignored"));
    takePath(plan)->excludes(splits);
    command
        .add_option(prefix + "plan-name", m_name,
                    "Which plan of the " + prefix + "plan file; default: its current plan")
        ->type_name("NAME")
        ->needs(plan);
}

Result<PlanFilePtr> PlanArguments::read(Context& context) const {
    return m_file.empty() ? PlanFilePtr() : std::make_shared<const PlanFile>(TRY(readPlan(m_file, context)));
}

Result<const PlanDescription*> PlanArguments::choose(const PlanFilePtr& file) const {
    return file ? choosePlan(*file, m_name) : nullptr;
}

Result<Plan> PlanArguments::plan(const Layers& layers) const {
    auto named = TRY(resolveLayers(layers, m_splits, m_prefix + "splits"));
    auto splits = TRY(SplitPlan::make(layers.count(), std::move(named)));
    const auto ipus = static_cast<uint32_t>(splits.stageCount());
    return Plan::make(std::move(splits), PlanConstraints(layers.count(), ipus));
}

Result<Plan> PlanArguments::plan(const PlanFilePtr& file, const Study& study, Context& context) const {
    return file ? applyWithWarnings(*file, *TRY(choose(file)), study, context).plan : plan(*study.layers);
}

Outcome<std::optional<ComparedPlan>> PlanArguments::compared(const Study& study, Context& context) const {
    if (!given()) {
        return std::optional<ComparedPlan>();
    }
    const PlanFilePtr file = TRY(read(context));
    const Plan other = TRY(plan(file, study, context));
    return std::optional(
        ComparedPlan{file ? TRY(choose(file))->name : "Compared plan",
                     TRY(study.estimator->estimate(other.splitPlan(), context.workers(), context.stop()))});
}

void MemoryArguments::addTo(CLI::App& command) {
    CLI::Option* perTile = command.add_option(
        "--memory-per-tile", m_memoryPerTile,
        "The memory of a tile, in bytes. Default: that of the plan file, or else of the profile");
    takeWholeNumber(perTile, 0, UINT64_MAX, "BYTES");
    const auto addLimits = [this](const std::vector<std::string>& limits) {
        for (const std::string& text : limits) {
            const size_t equals = std::min(text.find('='), text.size() - 1);
            const auto ipu = numberIn<uint64_t>(std::string_view(text).substr(0, equals));
            const auto bytes = numberIn<uint64_t>(std::string_view(text).substr(equals + 1));
            if (!ipu || !bytes || *ipu >= MaxIpus) {
                throw CLI::ValidationError("--ipu-memory", "expected IPU=BYTES, found " + text);
            }
            m_limits.emplace_back(static_cast<uint32_t>(*ipu), *bytes);
        }
    };
    command
        .add_option_function<std::vector<std::string>>(
            "--ipu-memory", addLimits,
            "The memory of each tile of one IPU, if it differs from --memory-per-tile; can be repeated")
        ->type_name("IPU=BYTES")
        ->allow_extra_args(false);
    CLI::Option* const keepFree =
        command.add_option("--keep-free", m_keepFree,
                           "How much of each tile's memory a plan must leave free, in per cent. Default: "
                           "that of the plan file, or else 0");
    takeWholeNumber(keepFree, 0, MaxKeepFree, "PERCENT");
}

MemoryLimits MemoryArguments::limits(const Target& target, const PlanDescription* plan) const {
    MemoryLimits limits = plan != nullptr ? plan->memory(target) : MemoryLimits::of(target);
    if (m_memoryPerTile || !m_limits.empty()) {
        limits.perTile = m_memoryPerTile.value_or(limits.perTile);
        limits.ofIpu.clear();
    }
    for (const auto& [ipu, bytes] : m_limits) {
        limits.ofIpu.resize(std::max(limits.ofIpu.size(), ipu + size_t{1}), limits.perTile);
        limits.ofIpu[ipu] = bytes;
    }
    limits.keepFree = m_keepFree.value_or(limits.keepFree);
    return limits;
}

Result<std::vector<LayerIndex>> resolveLayers(const Layers& layers, const std::vector<std::string>& values,
                                              const std::string& option) {
    std::vector<LayerIndex> found;
    for (const std::string& value : values) {
        if (const auto whole = layers.findNameInFiles(value)) {
            found.push_back(*whole);
            continue;
        }
        // split() drops an empty name at the end of the list, so a comma is appended to keep that name.
        for (const std::string& name : CLI::detail::split(value + ',', ',')) {
            const auto layer = layers.findNameInFiles(name);
            if (!layer) {
                return unknownLayer(layers, name, option);
            }
            found.push_back(*layer);
        }
    }
    std::ranges::sort(found);
    const auto twice = std::ranges::adjacent_find(found);
    if (twice != found.end()) {
        return errorAt(ErrorCode::BadPlan, option, "each layer once", displayText(layers, *twice) + " twice");
    }
    return found;
}

Result<PlanFile> readPlan(const std::string& path, Context& context) {
    context.hold(path, InputKind::PlanFile);
    return readPlanFile(path);
}

void PlanOutput::addTo(CLI::App& command) {
    m_output.addFile(command);
    addAnyway(command, m_anyway, "the file holds a plan for another profile");
}

Outcome<ExitStatus> PlanOutput::write(const PlanFile& file, Context& context) const {
    const auto there = readFile(m_output.file(), PlanFileLimit);
    auto checked = there && !m_anyway ? checkReplacesPlan(*there, file.profile) : Done{};
    if (checked) {
        return m_output.write(planFileText(file), context);
    }
    Error error = std::move(checked).failure().inFile(m_output.file());
    error.remedy = "Choose another file, or give --anyway to replace this file.";
    context.reportError(error);
    return ExitStatus::DoesNotFit;
}

Result<const PlanDescription*> choosePlan(const PlanFile& file, const std::string& name) {
    if (name.empty()) {
        return &file.plans[file.current];
    }
    const auto found = std::ranges::find(file.plans, name, &PlanDescription::name);
    if (found != file.plans.end()) {
        return &*found;
    }
    const std::string names = CLI::detail::join(
        file.plans, [](const PlanDescription& plan) { return printable(plan.name); }, ", ");
    return badArgument("plan", "one of: " + names, printable(name),
                       "List the plans with tileline-cli plan show.");
}

Outcome<Study> openForPlan(const ProfileArguments& profile, const PlanFile* file, Context& context,
                           std::optional<PassMode> mode) {
    StudyOptions options = profile.openOptions(file);
    options.setting.pipeline.mode = mode.value_or(options.setting.pipeline.mode);
    noteOldSetting(file, options, context);
    return profile.open(profile.paths().front(), options, context);
}

Outcome<PlannedStudy> openWithPlan(const PlanCommandArguments& arguments, Context& context) {
    const PlanFilePtr file = TRY(arguments.plan.read(context));
    const PlanDescription* const chosen = TRY(arguments.plan.choose(file));
    Study study = TRY(openForPlan(arguments.profile, file.get(), context));
    const MemoryLimits limits = arguments.memory.limits(study.profile->target, chosen);
    TRY(addFigures(study, context));
    Plan plan = TRY(arguments.plan.plan(file, study, context));
    PlanFigures figures =
        study.figuresOf(TRY(study.estimator->estimate(plan.splitPlan(), context.workers(), context.stop())));
    PlanDescription unnamed;
    unnamed.name = "Plan";
    return PlannedStudy{std::move(study), std::move(plan), chosen != nullptr ? *chosen : unnamed, limits,
                        std::move(figures)};
}

void noteOldSetting(const PlanFile* file, const StudyOptions& options, Context& context) {
    if (file != nullptr && file->layers.unassigned == Unassigned::Position &&
        options.setting.traits().pipeline) {
        context.note(
            "The plan file is from an older version of Tileline, which placed operations outside layers by "
            "their position. "
            "The plan is opened in the pipeline setting, so its figures differ from those of that version.");
    }
}

AppliedPlan applyWithWarnings(const PlanFile& file, const PlanDescription& plan, const Study& study,
                              Context& context) {
    AppliedPlan applied = applyPlan(plan, *study.layers, study.profile->target);
    if (const auto other = compareProfiles(file.profile, fingerprintOf(*study.profile))) {
        context.warn(textOf(*other));
    }
    for (size_t i = 0; i < std::min(applied.mismatches.size(), MaxMismatches); ++i) {
        context.warn(textOf(applied.mismatches[i]));
    }
    if (applied.mismatches.size() > MaxMismatches) {
        context.warn(std::to_string(applied.mismatches.size() - MaxMismatches) + " more did not match.");
    }
    return applied;
}

PlanFile planFileFor(const Study& study) {
    PlanFile file;
    file.profilePath = study.path;
    file.profile = fingerprintOf(*study.profile);
    file.layers = study.layers->options;
    file.setting = study.setting;
    return file;
}

} // namespace tileline::cli
