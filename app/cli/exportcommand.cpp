// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/optionchecks.h"
#include "app/cli/planarguments.h"
#include "app/cli/planreport.h"
#include "core/base/printable.h"
#include "core/base/textfile.h"
#include "core/frameworks/exporters.h"
#include "core/frameworks/formats.h"
#include "core/frameworks/importers.h"
#include "core/frameworks/poptorchcheck.h"
#include "core/frameworks/poptorchplan.h"

#include <CLI/CLI.hpp>

#include <filesystem>

namespace tileline::cli {

namespace {

/// The options of an export to PopTorch. Options on the command line override the options in a plan file.
class ExportOptionArguments {
public:
    void addTo(CLI::App& command) {
        const auto option = [&](const char* flag, auto& value, const char* text) {
            return command.add_option(flag, value, text)->group("PopTorch");
        };
        const auto number = [&](const char* flag, std::optional<uint32_t>& value, const char* text) {
            takeWholeNumber(option(flag, value, text), 0, UINT32_MAX);
        };
        takeOneOf(option("--mode", m_mode,
                         "What to plan and export: auto|inference|training; auto (the default): the mode of "
                         "the profile, or inference in PopLiner's setting"),
                  {"auto", "inference", "training"});
        takeOneOf(option("--strategy", m_strategy,
                         "pipelined (the default), sharded, serial-phased or parallel-phased"),
                  {"pipelined", "sharded", "serial-phased", "parallel-phased"});
        takeOneOf(option("--blocks", m_blocks, "One block for each stage (the default) or for each layer"),
                  {"stage", "layer"});
        number("--device-iterations", m_deviceIterations,
               "Number of device iterations. In inference, this option replaces --gradient-accumulation. In "
               "training, the default is 1");
        number("--gradient-accumulation", m_gradientAccumulation,
               "Number of micro-batches (in inference: device iterations) in the estimate and in the files. "
               "Must be at least the depth of the pipeline. Default in the pipeline setting: 64, or 1 for a "
               "plan of one stage. Default in PopLiner's setting: the depth of the pipeline");
        number("--replication-factor", m_replicationFactor, "Replicas of the whole pipeline; default 1");
        option("--available-memory-proportion", m_memoryProportion,
               "The available memory proportion with which the model was compiled; by default, the files "
               "contain none")
            ->type_name("P");
        option("--option", m_extraLines,
               "One more line of options, for example 'enableSyntheticData(True)'; repeatable")
            ->type_name("LINE")
            ->allow_extra_args(false);
        command
            .add_option("--module", m_modules,
                        "The module of a layer, if it cannot be found in the operation names. LAYER can also "
                        "be @input or @output, for the module at which Input or Output begins, or empty, for "
                        "the first entry. Repeatable")
            ->type_name("LAYER=PATH")
            ->allow_extra_args(false);
    }

    /// The mode that --mode selects; empty if --mode was not given.
    std::optional<PassMode> mode() const {
        return m_mode ? std::optional(*parseOption<PassMode>(*m_mode)) : std::nullopt;
    }
    /// The number of micro-batches that the command line gives for this mode; empty if it gives none.
    std::optional<uint32_t> microBatches(ExportMode mode) const {
        return mode == ExportMode::Inference && m_deviceIterations ? m_deviceIterations
                                                                   : m_gradientAccumulation;
    }
    /// Returns `options` with the values from the command line in place of the old values.
    PoptorchExportOptions applyTo(PoptorchExportOptions options) const {
        const auto replace = [](auto& value, const auto& given) {
            if (given) {
                value = *given;
            }
        };
        // The parser has already checked the values of these options, so all values are valid.
        replace(options.mode, m_mode ? choiceOf<ExportMode>(*m_mode) : std::nullopt);
        replace(options.strategy, m_strategy ? choiceOf<ExecutionStrategy>(*m_strategy) : std::nullopt);
        replace(options.blocks, m_blocks ? choiceOf<BlockNaming>(*m_blocks) : std::nullopt);
        const bool inference = options.mode == ExportMode::Inference;
        replace(options.deviceIterations, inference ? microBatches(options.mode) : m_deviceIterations);
        replace(options.gradientAccumulation, m_gradientAccumulation);
        replace(options.replicationFactor, m_replicationFactor);
        replace(options.availableMemoryProportion, m_memoryProportion);
        for (const std::string& line : m_extraLines) {
            options.extraLines.emplace_back(line, OptionSource::Typed);
        }
        return options;
    }
    /// Sets the module paths given by --module LAYER=PATH. Errors: UnknownLayer, BadArgument.
    Result<Done> setModules(const Layers& layers, ExportPlan& plan) const {
        for (const std::string& module : m_modules) {
            // The last `=` separates layer name and module path, because paths hardly ever contain `=`.
            const size_t equals = module.rfind('=');
            if (equals == std::string::npos) {
                return Error{ErrorCode::BadArgument, {}, "--module", "LAYER=PATH", printable(module)};
            }
            const std::string name = module.substr(0, equals);
            const auto layer = name.empty() ? std::optional(LayerIndex{0}) : layers.findNameInFiles(name);
            if (!layer) {
                return Error{
                    ErrorCode::UnknownLayer, {}, "--module", "a layer of the profile", printable(name)};
            }
            plan.modulePaths[layer->index()] = module.substr(equals + 1);
        }
        return Done{};
    }

private:
    std::optional<std::string> m_mode;
    std::optional<std::string> m_strategy;
    std::optional<std::string> m_blocks;
    std::optional<uint32_t> m_deviceIterations;
    std::optional<uint32_t> m_gradientAccumulation;
    std::optional<uint32_t> m_replicationFactor;
    std::optional<double> m_memoryProportion;
    std::vector<std::string> m_extraLines;
    std::vector<std::string> m_modules;
};

struct ExportArguments : PlanCommandArguments {
    ExportOptionArguments options;
    std::string framework{exporters().front().id};
    std::string annotations;
    std::string base;
    std::string printedModel;
    bool anyway = false;
};

constexpr const char* ExportFooter =
    R"(Every rule of the framework that can be checked here is checked before anything is written.
Exit status: 1 the plan splits a weight, or its figures are not reliable, 2 it breaks a rule of the framework.

Examples:
  tileline-cli export report --splits 6,12,18 -o plan.conf --annotations blocks.py
  tileline-cli export report --plan model.tileplan --mode training --replication-factor 2 -o plan.conf
  tileline-cli export report --splits 6,12,18 --output-on first --recompute layers --annotations blocks.py
  tileline-cli export report --splits 6 --framework popart -o stages.json
  tileline-cli export report --splits 6 --framework optimum -o ipu_config.json)";

std::vector<std::string_view> idsOfExporters(bool withPython) {
    std::vector<std::string_view> ids;
    for (const Exporter& exporter : exporters()) {
        if (exporter.python || !withPython) {
            ids.push_back(exporter.id);
        }
    }
    return ids;
}

/// A profile, and a plan for it that is ready to be exported.
struct Subject {
    Study study;
    ExportPlan plan;
    PoptorchExportOptions options;
    MemoryLimits memory;
};

Outcome<Subject> subjectOf(const ExportArguments& arguments, Context& context) {
    const PlanFilePtr file = TRY(arguments.plan.read(context));
    const PlanDescription* const description = TRY(arguments.plan.choose(file));
    Study study = TRY(openForPlan(arguments.profile, file.get(), context, arguments.options.mode()));
    const MemoryLimits memory = arguments.memory.limits(study.profile->target, description);
    if (file) {
        const AppliedPlan applied = applyWithWarnings(*file, *description, study, context);
        ExportPlan plan = exportPlanOf(applied, *study.layers);
        return Subject{std::move(study), std::move(plan), description->exportOptions, memory};
    }
    ExportPlan plan = exportPlanOf(*study.layers, TRY(arguments.plan.plan(*study.layers)).splitPlan());
    PoptorchExportOptions options;
    options.mode = study.isTraining() ? ExportMode::Training : ExportMode::Inference;
    return Subject{std::move(study), std::move(plan), std::move(options), memory};
}

Error refusal(std::string reason, std::string remedy) {
    return {ErrorCode::ExportRule, {}, {}, {}, std::move(reason), std::move(remedy)};
}

/// Refuses the export if a warning about the plan forbids it. If --anyway would allow the export, prints the
/// error and returns DoesNotFit; otherwise returns the error.
Outcome<ExitStatus> checkWarnings(const ExportArguments& arguments, const PlanFigures& figures,
                                  Context& context) {
    for (const PlanWarning& warning : figures.warnings) {
        const MergedLayers* const merged = warning.get<MergedLayers>();
        if (merged != nullptr && warning.voids) {
            return refusal(
                "a layer contains operations of several modules, and other layers run between these modules",
                merged->expression.empty()
                    ? "Separate them with another --layer-name-regex."
                    : "Separate them with --layer-name-regex '" + printable(merged->expression) + "'.");
        }
        // checkComplete() has already handled notes about loading. A mode that the user chose with --mode may
        // differ from the profile's mode.
        const bool accepted = arguments.anyway || warning.get<LoadNote>() != nullptr ||
                              (warning.get<OtherMode>() != nullptr && arguments.options.mode().has_value());
        if (warning.exportAsks() && !accepted) {
            const bool splits = warning.get<SplitWeights>() != nullptr;
            context.reportError(
                refusal(splits ? "the plan splits a weight over IPUs"
                               : "the figures of the plan are not reliable (see the warnings)",
                        "Do what the warnings advise, or write the files anyway with --anyway."));
            return ExitStatus::DoesNotFit;
        }
    }
    return ExitStatus::Done;
}

/// If the figures are reliable, adds each stage's estimated peak and memory limit to `subject.plan`. Returns
/// the status of checkWarnings().
Outcome<ExitStatus> addFit(const ExportArguments& arguments, const Exporter& exporter, Subject& subject,
                           Context& context) {
    // If no estimate is possible, files for frameworks other than PopTorch are written without figures.
    if (!exporter.forPoptorch &&
        !StageEstimator::checkPossible(*subject.study.profile, subject.study.setting.setting)) {
        return ExitStatus::Done;
    }
    TRY(addFigures(subject.study, context));
    const auto figures = TRY(subject.study.figures(subject.plan.plan, context.workers(), context.stop()));
    printWarnings(figures.warnings, subject.study, context);
    const ExitStatus status =
        exporter.planOnly ? ExitStatus::Done : TRY(checkWarnings(arguments, figures, context));
    const auto& stages = figures.estimate.stages;
    for (uint32_t stage = 0; figures.hold() && stage < stages.size(); ++stage) {
        subject.plan.fit.push_back({stages[stage].peakTileBytes, subject.memory.limitOf({stage})});
    }
    return status;
}

/// Prints the issues of an export, except for the last error, which is returned instead.
Outcome<Done> check(const ExportArguments& arguments, const Exporter& exporter, const Subject& subject,
                    Context& context) {
    std::optional<std::string> printed;
    if (exporter.forPoptorch && !arguments.printedModel.empty()) {
        context.hold(arguments.printedModel, InputKind::Other);
        printed = TRY(readFile(arguments.printedModel, PlanFileLimit));
    }
    std::optional<Error> last;
    for (const ExportIssue& issue : issuesOf(exporter, subject.plan, subject.options, printed)) {
        if (issue.severity == IssueSeverity::Warning) {
            context.warn(issue.reason + " " + issue.remedy);
        } else if (issue.severity == IssueSeverity::Error) {
            if (last) {
                context.reportError(*last);
            }
            last = refusal(issue.reason, issue.remedy);
        } else if (issue.rule == ExportRule::ExtraLine || issue.rule == ExportRule::Assumption) {
            context.note(issue.reason);
        }
    }
    return last ? Outcome<Done>(*last) : Done{};
}

/// Reads the document into which the plan is exported: --base or, without --base, the output file.
Result<Done> readBase(const ExportArguments& arguments, const Exporter& exporter, Subject& subject) {
    if (!arguments.base.empty() && !exporter.keepsDocument) {
        return badArgument("--base", "--framework optimum or keras", arguments.framework);
    }
    std::error_code ignored;
    const bool replaces =
        arguments.base.empty() && std::filesystem::is_regular_file(arguments.output.file(), ignored);
    const std::string& path = replaces ? arguments.output.file() : arguments.base;
    if (!exporter.keepsDocument || path.empty()) {
        return Done{};
    }
    subject.options.imported = TRY(readDocument(path, exporter.id, replaces));
    return Done{};
}

/// Checks that the main file and the Python file may be written, and that they have different paths.
Result<Done> checkOutputs(const ExportArguments& arguments) {
    TRY(checkOutput(arguments.annotations, "--annotations"));
    const auto plainPath = [](const std::string& path) {
        return std::filesystem::absolute(path).lexically_normal();
    };
    if (!arguments.annotations.empty() && arguments.output.toFile() &&
        plainPath(arguments.annotations) == plainPath(arguments.output.file())) {
        return badArgument("--annotations", "another file than --output", printable(arguments.annotations),
                           "Give --annotations and --output different files.");
    }
    return checkOutput(arguments.output.file(), "--output");
}

Outcome<ExitStatus> write(const ExportArguments& arguments, const Exporter& exporter, const Subject& subject,
                          Context& context) {
    TRY(checkOutputs(arguments));
    if (!arguments.annotations.empty()) {
        TRY(writeFileAtomically(arguments.annotations, exporter.python(subject.plan, subject.options)));
    }
    return arguments.output.isRawCsv()
               ? arguments.output.write(planRows(subject.plan), context)
               : arguments.output.write(exporter.text(subject.plan, subject.options), context);
}

Outcome<ExitStatus> run(const ExportArguments& arguments, Context& context) {
    const Exporter& exporter = *findExporter(arguments.framework); // the parser has checked the name
    if (!arguments.annotations.empty() && !exporter.python) {
        return badArgument("--annotations", "--framework " + enumeration(idsOfExporters(true)),
                           arguments.framework);
    }
    if (arguments.output.isRawCsv() && exporter.id != "csv") {
        return badArgument("--raw-csv", "--framework csv", arguments.framework);
    }
    Subject subject = TRY(subjectOf(arguments, context));
    if (!arguments.anyway) {
        TRY(checkComplete(*subject.study.profile));
    }
    subject.options = arguments.options.applyTo(subject.options);
    PipelineOptions& estimated = subject.study.setting.pipeline;
    if (const auto batches = arguments.options.microBatches(subject.options.mode)) {
        estimated.microBatches = batches;
    }
    setEstimate(subject.plan, *subject.study.profile, subject.study.entries.get(), estimated);
    TRY(arguments.options.setModules(*subject.study.layers, subject.plan));
    TRY(readBase(arguments, exporter, subject));
    if (const ExitStatus status = TRY(addFit(arguments, exporter, subject, context));
        status != ExitStatus::Done) {
        return status;
    }
    TRY(check(arguments, exporter, subject, context));
    return write(arguments, exporter, subject, context);
}

} // namespace

void addExportCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<ExportArguments>(
        app, "export", "Write a plan to a file that PopTorch or another framework loads",
        helpList("Frameworks", exporters()) + ExportFooter, run);
    arguments.profile.addTo(command, SettingArguments::Options::ExceptMode);
    arguments.plan.addTo(command);
    arguments.memory.addTo(command);
    const std::vector<std::string_view> ids = idsOfExporters(false);
    takeOneOf(command.add_option("--framework", arguments.framework, enumeration(ids)),
              {ids.begin(), ids.end()})
        ->capture_default_str();
    arguments.options.addTo(command);
    arguments.output.addFile(command);
    arguments.output.addCsv(command, "With --framework csv: write texts unchanged, although spreadsheets "
                                     "treat a text that begins with = as a formula");
    takeFileName(command.add_option("--annotations", arguments.annotations,
                                    "Also write the Python file that goes with the output"));
    takePath(command.add_option("--base", arguments.base,
                                "An ipu_config.json or TF2 BERT configuration whose other contents are kept. "
                                "Default: the output file, if it exists"));
    takePath(command.add_option("--check-model", arguments.printedModel,
                                "Check the module paths against a FILE with the output of print(model)"));
    addAnyway(command, arguments.anyway,
              "the figures of the plan are not reliable, the plan splits a weight, or the debug information "
              "ends too early and layers may be missing");
}

} // namespace tileline::cli
