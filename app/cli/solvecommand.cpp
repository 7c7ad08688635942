// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/layernames.h"
#include "app/cli/memoryarguments.h"
#include "app/cli/optionchecks.h"
#include "app/cli/outputarguments.h"
#include "app/cli/planarguments.h"
#include "app/cli/plandocument.h"
#include "app/cli/profilearguments.h"
#include "app/cli/solver.h"
#include "app/cli/solvereport.h"
#include "core/plan/splitplan.h"
#include "core/wording/layertext.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace tileline::cli {

namespace {

struct SolveArguments {
    ProfileArguments profile;
    PlanArguments plan;
    MemoryArguments memory;
    TimeArguments time;
    OutputArguments output;
    std::string objective = "peak";
    uint32_t ipus = 16;
    std::vector<std::string> pinned;
    std::vector<std::string> forbidden;
    size_t minLayers = 1;
    size_t maxLayers = 0;
    bool tradeOff = false;
    bool pareto = false;
    size_t paretoPoints = DefaultParetoPoints;
};

constexpr size_t MaxParetoPoints = 10000;

constexpr const char* SolveFooter = R"(
Objectives:
  peak    at most N IPUs, the fullest tile as little full as possible
  ipus    as few IPUs as fit, then the fullest tile as little full as possible
  period  at most N IPUs, the shortest period of a plan that fits, then the fullest tile as little full as
          possible, then as few IPUs as possible; needs the cycles of the profile
  greedy  PopLiner's own search, in PopLiner's setting only
All but greedy are exact: no other plan is better. Ties go to the fewest bytes crossing the split points, then
to the lowest sum of the stages' peaks, then to the fewest stages, then to the splits that come first.
A layer named by --pin begins a stage, one named by --forbid does not. greedy knows neither, and refuses them.
With --splits or --plan the distance of that plan from the optimum is printed, too.
--pareto lists the front of peak against period on at most N IPUs, whether its plans fit or not: the shortest
period with its lowest peak, then the shortest one with a lower peak, and so on. If there are more points than
--pareto-points, those for evenly spaced bounds on the peak are listed. Each is exact.
With --tradeoff and --format tsv or csv the table has a row for each number of IPUs instead of each stage;
with --pareto a row for each point.
No plan splits a weight over IPUs, unless --allow-shared-weights is given.
Exit status: 0 the plan fits, 1 it does not, or there is none, 4 it is not known, because a warning says that
the figures do not hold.

Examples:
  tileline-cli solve report --ipus 4
  tileline-cli solve report --objective ipus --memory-per-tile 600000 --json
  tileline-cli solve report --ipus 8 --pin 12 --forbid 3,4 --ipu-memory 0=500000
  tileline-cli solve report --ipus 4 --splits 6,12,18 --tradeoff
  tileline-cli solve report --ipus 8 --objective period --pareto --pareto-points 20
  tileline-cli solve report --ipus 4 --recompute layers --output-on first)";

Objective objectiveOf(const std::string& name) {
    if (name == "ipus") {
        return Objective::MinIpus;
    }
    if (name == "period") {
        return Objective::MinPeriod;
    }
    return name == "greedy" ? Objective::Greedy : Objective::MinPeak;
}

Result<SolveRequest> requestOf(const SolveArguments& arguments, const Layers& layers, MemoryLimits memory) {
    auto pinned = TRY(resolveLayers(layers, arguments.pinned, "--pin"));
    auto forbidden = TRY(resolveLayers(layers, arguments.forbidden, "--forbid"));
    for (const LayerIndex layer : pinned) {
        if (std::find(forbidden.begin(), forbidden.end(), layer) != forbidden.end()) {
            return Error{ErrorCode::BadPlan,
                         {},
                         "--pin and --forbid",
                         "a boundary that is pinned or forbidden",
                         "layer " + displayText(layers, layer) + " in both",
                         "Name the layer in one of the two."};
        }
    }
    return SolveRequest{objectiveOf(arguments.objective),
                        TRY(PlanConstraints::make(layers.count(), arguments.ipus, std::move(memory),
                                                  std::move(pinned), std::move(forbidden))),
                        arguments.minLayers, arguments.maxLayers};
}

Outcome<ExitStatus> print(const SolveArguments& arguments, const SolveReport& report, Context& context) {
    if (const auto reason = report.infeasible()) {
        context.reportError(*reason);
    }
    report.warn(context);
    std::string text;
    if (arguments.output.isJson()) {
        text = toJsonText(report.json());
    } else if (arguments.output.isText()) {
        text = report.text();
    } else {
        const Table table = arguments.pareto     ? report.paretoTable()
                            : arguments.tradeOff ? report.tradeOffTable()
                                                 : report.stagesTable();
        text = toText(table, arguments.output.tableFormat());
    }
    return arguments.output.write(text, context, report.status());
}

/// How to open the profile. PopLiner's search has only PopLiner's estimate, which says nothing of the time.
Result<OpenOptions> openOptionsOf(const SolveArguments& arguments, const PlanFile* file, Context& context) {
    OpenOptions options = arguments.profile.openOptions(file);
    const Objective objective = objectiveOf(arguments.objective);
    const bool popliner = options.setting.traits().greedy;
    if (arguments.pareto && objective == Objective::Greedy) {
        return Error{ErrorCode::BadArgument,
                     {},
                     "--pareto",
                     "peak, ipus or period as the objective",
                     "greedy",
                     "PopLiner's estimate says nothing of the time."};
    }
    if (popliner && (arguments.pareto || objective == Objective::MinPeriod)) {
        return Error{ErrorCode::BadArgument,
                     {},
                     arguments.pareto ? "--pareto" : "--objective period",
                     "the pipeline setting",
                     "PopLiner's setting",
                     "PopLiner's estimate says nothing of the time: use --setting pipeline."};
    }
    if (objective != Objective::Greedy || popliner) {
        return options;
    }
    if (arguments.profile.setting().given()) {
        return Error{ErrorCode::BadArgument,
                     {},
                     "--objective",
                     "peak, ipus or period in the pipeline setting",
                     "greedy",
                     "PopLiner's search fills the IPUs from the front, but stashes count from the end: use "
                     "--setting popliner with it."};
    }
    options.setting.setting = Setting::PopLiner;
    context.note("--objective greedy is PopLiner's search: the figures are PopLiner's, as with --setting "
                 "popliner.");
    return options;
}

Outcome<ExitStatus> run(const SolveArguments& arguments, Context& context) {
    auto planFile = TRY(arguments.plan.read(context));
    const PlanFile* const file = planFile ? &*planFile : nullptr;
    const auto options = TRY(openOptionsOf(arguments, file, context));
    if (file != nullptr) {
        noteOldSetting(*file, options, context);
    }
    auto opened = TRY(arguments.profile.open(arguments.profile.paths().front(), options, context));
    const PlanDescription* const described = file != nullptr ? TRY(arguments.plan.choose(*file)) : nullptr;
    auto request =
        TRY(requestOf(arguments, *opened.layers, arguments.memory.limits(opened.profile->target, described)));
    std::optional<SplitPlan> own;
    if (arguments.plan.given()) {
        auto plan = TRY(arguments.plan.plan(planFile, opened, context));
        own = plan.splitPlan();
    }
    const SolveTask task{request, own, arguments.tradeOff, arguments.pareto ? arguments.paretoPoints : 0,
                         arguments.time.applyTo(opened.setting.time)};
    auto solution = TRY(solveTask(opened, task, context));
    return print(arguments, SolveReport(opened, solution), context);
}

void addConstraints(CLI::App& command, SolveArguments& arguments) {
    const char* const group = "Constraints";
    command.add_option("--pin", arguments.pinned, "A stage must begin at these layers")
        ->type_name("LAYER,...")
        ->allow_extra_args(false)
        ->group(group);
    command.add_option("--forbid", arguments.forbidden, "No stage may begin at these layers")
        ->type_name("LAYER,...")
        ->allow_extra_args(false)
        ->group(group);
    const auto number = [&](const char* flag, size_t& value, const char* text, const char* shownIn) {
        CLI::Option* option = command.add_option(flag, value, text)->type_name("N")->capture_default_str();
        takeWholeNumber(option, 0, UINT32_MAX)->group(shownIn);
    };
    number("--min-layers", arguments.minLayers, "Entries of the layer list a stage has at least", group);
    number("--max-layers", arguments.maxLayers, "Entries of the layer list a stage has at most; 0: no limit",
           group);
    // Their former names, for scripts. An empty group hides them from the help.
    number("--least-layers", arguments.minLayers, "", "");
    number("--greatest-layers", arguments.maxLayers, "", "");
}

} // namespace

void addSolveCommand(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "solve", "The best plan: lowest peak, fewest IPUs, shortest period, or PopLiner's");
    auto arguments = std::make_shared<SolveArguments>();
    arguments->profile.addTo(*command, SettingArguments::Options::All);
    CLI::Option* ipus = command->add_option("--ipus", arguments->ipus, "Maximum number of IPUs");
    takeWholeNumber(ipus->type_name("N")->capture_default_str(), 1, MaxIpus);
    command->add_option("--objective", arguments->objective, "peak, ipus, period or greedy; see below")
        ->type_name("GOAL")
        ->capture_default_str()
        ->check(CLI::IsMember({"peak", "ipus", "period", "greedy"}).description(""));
    arguments->memory.addTo(*command);
    arguments->time.addTo(*command);
    addConstraints(*command, *arguments);
    arguments->plan.addNamedTo(*command);
    command->add_flag("--tradeoff", arguments->tradeOff, "Also the lowest peak for each number of IPUs");
    command->add_flag("--pareto", arguments->pareto, "Also the front of peak against period");
    CLI::Option* points =
        command->add_option("--pareto-points", arguments->paretoPoints, "Maximum number of its points");
    takeWholeNumber(points->type_name("N")->capture_default_str(), 1, MaxParetoPoints);
    arguments->output.addReport(*command);
    command->footer(SolveFooter);
    context.onRun(*command, [arguments, &context] { return run(*arguments, context); });
}

} // namespace tileline::cli
