// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/aligned.h"
#include "app/cli/commands.h"
#include "app/cli/memoryarguments.h"
#include "app/cli/outputarguments.h"
#include "app/cli/plandocument.h"
#include "core/base/textfile.h"
#include "core/export/confreader.h"
#include "core/export/poptorchmodulepaths.h"

#include <CLI/CLI.hpp>

#include <filesystem>

namespace tileline::cli {

namespace {

struct ImportArguments {
    std::string conf;
    std::string annotations;
    std::string name;
    ProfileArguments profile;
    MemoryArguments memory;
    OutputArguments output;
};

constexpr const char* Footer = R"(
The file is read, never executed. What cannot be placed is listed as warnings.

Example:
  tileline-cli import plan.conf report --annotations blocks.py -o model.tileplan)";

Outcome<PoptorchConf> readConf(const ImportArguments& arguments) {
    auto conf = TRY(readFile(arguments.conf, PlanFileLimit));
    if (arguments.annotations.empty()) {
        return readPoptorchConf(conf);
    }
    auto annotations = TRY(readFile(arguments.annotations, PlanFileLimit));
    return readPoptorchConf(conf, annotations);
}

void warn(const ConfFinding& finding, Context& context) {
    const std::string line = finding.line > 0 ? "line " + std::to_string(finding.line) + ": " : "";
    context.warn(line + printable(finding.what) + ": " + printable(finding.reason));
}

PlanDescription describe(const ImportArguments& arguments, const ConfPlan& imported, const Layers& layers) {
    PlanDescription plan = describeImported(imported, layers);
    plan.name =
        arguments.name.empty() ? std::filesystem::path(arguments.conf).stem().string() : arguments.name;
    plan.memoryPerTile = arguments.memory.limits().perTile;
    plan.ipuMemory = arguments.memory.limits().ofIpu;
    return plan;
}

Outcome<ExitStatus> run(const ImportArguments& arguments, Context& context) {
    auto conf = TRY(readConf(arguments));
    auto opened = TRY(arguments.profile.open(context));
    const Layers& layers = *opened.layers;
    auto imported =
        placeStages(conf, exportPlanOf(layers, SplitPlan(layers.count())), layers.options.layerRegex);
    if (!imported) {
        return std::move(imported).failure().inFile(arguments.conf);
    }
    for (const ConfFinding& finding : imported->findings) {
        warn(finding, context);
    }
    PlanFile file = planFileFor(opened);
    file.plans.push_back(describe(arguments, *imported, layers));
    return arguments.output.write(planFileText(file), context);
}

} // namespace

void addImportCommand(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("import", "Make a plan file of an options file for PopTorch");
    auto arguments = std::make_shared<ImportArguments>();
    command->add_option("CONF", arguments->conf, "Options file for poptorch.Options().loadFromFile()")
        ->required()
        ->type_name("");
    arguments->profile.addTo(*command);
    command
        ->add_option("--annotations", arguments->annotations,
                     "The Python file that sets the blocks: its list BLOCKS tells their modules")
        ->type_name("FILE");
    command->add_option("--name", arguments->name, "Name of the plan; default: the file's")
        ->type_name("NAME");
    arguments->memory.addTo(*command);
    arguments->output.addFile(*command);
    command->footer(Footer);
    context.onRun(*command, [arguments, &context] { return run(*arguments, context); });
}

} // namespace tileline::cli
