// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/optionchecks.h"
#include "app/cli/planarguments.h"
#include "app/cli/profilearguments.h"
#include "app/cli/standardstreams.h"
#include "core/frameworks/importers.h"
#include "core/planfile/planfileapply.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

struct ImportArguments {
    std::string file;
    std::optional<std::string> text;
    std::string framework = "auto";
    ProfileArguments profile;
    MemoryArguments memory;
    PlanOutput output;
};

constexpr const char* ImportFooter =
    R"(Input is on the first IPU. Most of these files do not say where the head runs, because the model class decides it.
Without --output-on, the head runs on the first IPU if Input and Output share a weight, otherwise on the last.

Examples:
  tileline-cli import ipu_config.json report -o plan.tileplan
  tileline-cli import --text "layers_per_ipu: [3, 7, 7, 7]" report -o plan.tileplan
  echo 3,7,7,7 | tileline-cli import - report --output-on first -o plan.tileplan)";

/// What the positional arguments of an import mean. If --text is given, the profile is the only positional
/// argument.
struct ImportSource {
    std::string file; ///< path of the file that contains the splits; empty if --text is given
    std::string profile;
};

Result<ImportSource> sourceOf(const ImportArguments& arguments) {
    const std::vector<std::string>& paths = arguments.profile.paths();
    if (arguments.text && paths.empty()) {
        return ImportSource{{}, arguments.file};
    }
    if (arguments.text) {
        return badArgument("--text", "only PROFILE in addition to --text", "FILE and PROFILE",
                           "Give FILE or --text, not both.");
    }
    if (paths.empty()) {
        return badArgument("PROFILE", "a profile after FILE", "nothing");
    }
    return ImportSource{arguments.file, paths.front()};
}

/// The variables that each entry uses. Empty in PopLiner's setting or for a profile without lowered
/// variables.
Outcome<std::optional<PipelineUses>> usesOf(const Study& study, Context& context) {
    if (!study.isPipeline() || !StageEstimator::checkPossible(*study.profile, study.setting.setting)) {
        return std::optional<PipelineUses>();
    }
    return std::optional(
        TRY(PipelineUses::build(*study.profile, *study.entries, context.workers(), context.stop())));
}

Outcome<ExitStatus> run(const ImportArguments& arguments, Context& context) {
    const ImportSource source = TRY(sourceOf(arguments));
    const std::string text =
        arguments.text ? *arguments.text : TRY(readInput(source.file, ImportLimit, context));
    const auto study = TRY(arguments.profile.open(source.profile, arguments.profile.openOptions(), context));
    const auto uses = TRY(usesOf(study, context));
    const ImportTarget target =
        importTarget(*study.profile, *study.layers, study.entries.get(), uses ? &*uses : nullptr,
                     study.setting.pipeline, arguments.profile.setting().given<OutputOn>());
    auto split = importSplit(text, arguments.framework, target, context.stop());
    if (!split) {
        const bool inFile = !source.file.empty();
        return std::move(split).failure().inFile(inFile && source.file == StandardInput ? "standard input"
                                                                                        : source.file);
    }
    PlanFile file = planFileFor(study);
    file.setting = arguments.profile.setting().applyTo(settingOf(*split, file.setting));
    const std::string name = source.file == StandardInput ? std::string() : source.file;
    file.plans.push_back(descriptionOf(*split, *study.layers, target.mode,
                                       arguments.memory.limits(study.profile->target), name));
    if (study.isPipeline()) {
        context.note(englishText(split->head.why));
    }
    for (const Phrase& note : split->notes) {
        context.note(englishText(note));
    }
    return arguments.output.write(file, context);
}

} // namespace

void addImportCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<ImportArguments>(
        app, "import", "Make a plan from a file that tells a framework how to split a model",
        helpList("What is read", importers()) + ImportFooter, run);
    requireArgument(command.add_option(
        "FILE", arguments.file,
        "A file that splits the model; - is standard input. Do not give FILE with --text"));
    arguments.profile.addTo(command, SettingArguments::Options::All);
    command.get_option("PROFILE")->required(false);
    command
        .add_option_function<std::string>(
            "--text", [values = &arguments](const std::string& text) { values->text = text; },
            "The text that splits the model, instead of FILE")
        ->type_name("TEXT");
    std::vector<std::string> ids{"auto"};
    for (const Importer& importer : importers()) {
        ids.emplace_back(importer.id);
    }
    takeOneOf(command.add_option("--framework", arguments.framework, CLI::detail::join(ids, "|")), ids)
        ->capture_default_str();
    arguments.memory.addTo(command);
    arguments.output.addTo(command);
}

} // namespace tileline::cli
