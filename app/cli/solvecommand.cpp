// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/optionchecks.h"
#include "app/cli/planarguments.h"
#include "app/cli/planreport.h"
#include "app/cli/solver.h"
#include "core/base/sequences.h"
#include "core/plan/splitplan.h"
#include "core/wording/layertext.h"
#include "core/wording/solvetext.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>

namespace tileline::cli {

namespace {

const char* keyOf(Infeasible::Reason reason) {
    constexpr std::array Keys{"too_many_pins",  "layers_per_stage", "memory",   "greedy_constraints",
                              "shared_weights", "too_many_layers",  "no_cycles"};
    return Keys[static_cast<size_t>(reason)];
}

Json relaxationJson(const Relaxation& relaxation) {
    return {{"ipus", optionalJson(relaxation.ipus)},
            {"memory_per_tile", optionalJson(relaxation.memoryPerTile)}};
}

std::string splitsText(const SplitPlan& plan, const Layers& layers) {
    return CLI::detail::join(plan.splits(),
                             [&](LayerIndex split) { return layers.nameInFiles(split).value_or(""); });
}

using NamedObjective = std::pair<std::string_view, Objective>;
constexpr std::array Objectives{
    NamedObjective{"peak", Objective::MinPeak}, NamedObjective{"ipus", Objective::MinIpus},
    NamedObjective{"period", Objective::MinPeriod}, NamedObjective{"greedy", Objective::Greedy}};

std::string_view keyOf(Objective objective) {
    return std::ranges::find_if(Objectives, [&](const auto& named) { return named.second == objective; })
        ->first;
}

/// The result of `solve`, ready to be printed. The constructor's arguments must outlive this object.
class SolveReport {
public:
    SolveReport(const Study& study, const Solution& solution)
        : m_study(study)
        , m_solution(solution)
        , m_noPlan{.estimate = {SplitPlan(study.layers->count()), {}, {}},
                   .warnings = solution.warnings,
                   .buildable = false} {}

    ExitStatus status() const {
        if (m_solution.infeasible && m_solution.infeasible->reason == Infeasible::Reason::GreedyConstraints) {
            return ExitStatus::BadUsage;
        }
        return m_solution.complete ? reportOf(*m_solution.plan).status()
               : fit().known()     ? ExitStatus::DoesNotFit
                                   : ExitStatus::NotKnown;
    }
    /// Whether the plan contains all layers and fits. If a warning makes the figures invalid, this is
    /// unknown.
    Fit fit() const {
        return m_solution.complete ? reportOf(*m_solution.plan).fit() : Fit(false, m_solution.warnings);
    }
    /// An error that says why no plan exists, and which similar request has a plan. Empty if there is a plan.
    std::optional<Error> infeasible() const {
        if (m_solution.infeasible) {
            const Infeasible& why = *m_solution.infeasible;
            const bool known = fit().known() || why.reason != Infeasible::Reason::Memory;
            const Phrase remedy = fit().known() ? relaxationPhrase(m_solution.relaxation) : Phrase{};
            return errorAt(ErrorCode::Infeasible, "", "",
                           (known ? ""
                                  : "The following may be wrong, because the figures are not reliable (see "
                                    "the warnings): ") +
                               englishText(reasonPhrase(why, request().constraints, m_study.layers.get())),
                           remedy.empty() ? "Remove constraints." : englishText(remedy));
        }
        if (request().objective == Objective::Greedy && !m_solution.complete) {
            return errorAt(
                ErrorCode::Infeasible, "", "",
                "PopLiner's search places " +
                    std::to_string(m_solution.plan ? m_solution.plan->estimate.plan.layerCount() : 0) +
                    " of " + std::to_string(m_study.layers->count()) + " entries of the layer list",
                "Allow more IPUs or memory, or try --objective peak.");
        }
        return std::nullopt;
    }

    Json json() const {
        Json json = shownPlan().json();
        if (!m_solution.plan) {
            json["peak_tile_bytes"] = nullptr;
            json[m_study.layers->list->crossingKey] = nullptr;
            if (m_study.isPipeline()) {
                json["time"] = nullptr;
            }
        }
        json["fits"] = optionalJson(fit().answer());
        json["complete"] = m_solution.complete;
        json["objective"] = keyOf(request().objective);
        json["ipus_allowed"] = request().constraints.ipus();
        json["memory_per_tile"] = request().constraints.memory().perTile;
        json["optimal_peak_tile_bytes"] = optionalJson(optimalPeak());
        json["infeasible"] =
            m_solution.infeasible ? Json{{"reason", keyOf(m_solution.infeasible->reason)}} : Json();
        json["would_do"] = fit().overflows() ? relaxationJson(m_solution.relaxation) : Json();
        json["greedy"] = greedyJson();
        json["plan"] = ownJson();
        if (m_solution.task.tradeOff) {
            json["trade_off"] = tradeOffJson();
        }
        if (m_solution.task.paretoPoints > 0) {
            json["pareto"] = paretoJson();
            json["pareto_complete"] = m_solution.frontIsComplete;
        }
        return json;
    }
    std::string text() const {
        std::string text;
        if (m_solution.plan) {
            text += toAligned(shownPlan().table()) + "\n" + reportOf(*m_solution.plan).summary(fit());
            text += fit().overflows() ? englishText(relaxationPhrase(m_solution.relaxation)) + "\n" : "";
            text +=
                "Splits: " + printable(splitsText(m_solution.plan->estimate.plan, *m_study.layers)) + "\n";
        }
        text += comparisonText();
        if (!m_solution.tradeOff.empty()) {
            text += "\n" + toAligned(tradeOffTable());
        }
        return text + paretoText();
    }
    /// The result as a table. Depending on the task, each row describes a point of the front, a number of
    /// IPUs or a stage.
    Table table() const {
        return m_solution.task.paretoPoints > 0 ? paretoTable()
               : m_solution.task.tradeOff       ? tradeOffTable()
                                                : shownPlan().table();
    }

private:
    Table tradeOffTable() const {
        const auto solved = [this](size_t i, const auto& cellOf) {
            const auto& plan = m_solution.tradeOff[i];
            return plan ? Cell(cellOf(*plan)) : Cell();
        };
        return Columns<size_t>{
            {{"ipus", ColumnType::Integer}, [](size_t i) { return i + 1; }},
            {{"peak_tile_bytes", ColumnType::Integer},
             [&](size_t i) { return solved(i, [](const SolvedPlan& plan) { return plan.peakTileBytes; }); }},
            {{"fits", ColumnType::Boolean}, [&](size_t i) { return m_solution.tradeOffFits[i].answer(); }},
            {{m_study.layers->list->crossingKey, ColumnType::Integer},
             [&](size_t i) { return solved(i, [](const SolvedPlan& plan) { return plan.crossingBytes; }); }},
            {{"splits"},
             [&](size_t i) {
                 return solved(
                     i, [&](const SolvedPlan& plan) { return splitsText(plan.plan, *m_study.layers); });
             }}}
            .table(m_solution.tradeOff.size());
    }
    Table paretoTable() const {
        return Columns<FrontPoint>{
            {{"peak_tile_bytes", ColumnType::Integer},
             [](const auto& point) { return point.solved.peakTileBytes; }},
            {{"period", ColumnType::Real}, [](const auto& point) { return point.time.period; }},
            {{"ipus", ColumnType::Integer}, &FrontPoint::ipus},
            {{"fits", ColumnType::Boolean}, [](const auto& point) { return point.fit.answer(); }},
            {{"transfer_bytes", ColumnType::Integer},
             [](const auto& point) { return point.solved.crossingBytes; }},
            {{"splits"}, [&](const auto& point) { return splitsText(point.solved.plan, *m_study.layers); }}}
            .table(m_solution.front);
    }
    const SolveRequest& request() const { return m_solution.task.request; }
    PlanReport reportOf(const PlanFigures& plan) const {
        const PlanConstraints& constraints = request().constraints;
        return {m_study, plan, constraints.memory(), constraints.ipus()};
    }
    PlanReport shownPlan() const { return reportOf(m_solution.plan ? *m_solution.plan : m_noPlan); }
    Json greedyJson() const {
        if (!m_solution.greedy) {
            return {};
        }
        const GreedyResult& greedy = *m_solution.greedy;
        const auto peak = greedy.solved()
                              ? std::optional(greatestOf(greedy.estimates, &StageEstimate::peakTileBytes))
                              : std::nullopt;
        Json splits = mapped(greedy.stages,
                             [this](LayerRange stage) { return layerJson(*m_study.layers, stage.first); });
        if (!splits.empty()) {
            splits.erase(splits.begin()); // the first stage has no split before it
        }
        Json json = {{"solved", greedy.solved()},
                     {"proportion", optionalJson(greedy.proportion)},
                     {"ipus", greedy.stages.size()},
                     {"splits", std::move(splits)},
                     {"peak_tile_bytes", optionalJson(peak)}};
        addGap(json, peak);
        return json;
    }
    Json ownJson() const {
        if (!m_solution.own) {
            return {};
        }
        const PlanReport own = reportOf(*m_solution.own);
        const PlanEstimate& estimate = own.figures.estimate;
        Json json = {{"splits", splitsJson(estimate.plan, *m_study.layers)},
                     {"ipus", estimate.stages.size()},
                     {"peak_tile_bytes", estimate.peakTileBytes()},
                     {"fits", optionalJson(own.fit().answer())},
                     {m_study.layers->list->crossingKey, own.crossingBytes()}};
        if (m_study.isPipeline()) {
            json["buildable"] = own.figures.buildable;
            json["period"] = own.figures.time ? Json(own.figures.time->period) : Json();
        }
        addGap(json, own.fit().known() ? std::optional(estimate.peakTileBytes()) : std::nullopt);
        return json;
    }
    Json tradeOffJson() const {
        Json json = tableJson(tradeOffTable());
        for (size_t i = 0; i < json.size(); ++i) {
            const auto& solved = m_solution.tradeOff[i];
            json[i]["splits"] = solved ? splitsJson(solved->plan, *m_study.layers) : Json();
        }
        return json;
    }
    Json paretoJson() const {
        return mapped(m_solution.front, [this](const FrontPoint& point) {
            const double throughput = point.time.throughput;
            return Json{{"peak_tile_bytes", point.solved.peakTileBytes},
                        {"period", point.time.period},
                        {"splits", splitsJson(point.solved.plan, *m_study.layers)},
                        {"ipus", point.ipus},
                        {"fits", optionalJson(point.fit.answer())},
                        {"transfer_bytes", point.solved.crossingBytes},
                        {"utilisation", point.time.utilisation},
                        {"throughput", throughput > 0 ? Json(throughput) : Json()}};
        });
    }
    /// Adds `gap_bytes` and `gap_percent`: how far `peak` is above the optimum. Both values are null if
    /// `peak` or the optimum is unknown, or if the optimum is 0.
    void addGap(Json& json, std::optional<uint64_t> peak) const {
        const std::optional<uint64_t> optimum = optimalPeak();
        const bool known = peak && optimum && *optimum > 0;
        const double gap = known ? static_cast<double>(*peak) - static_cast<double>(*optimum) : 0;
        json["gap_bytes"] = known ? Json(static_cast<int64_t>(gap)) : Json();
        json["gap_percent"] = known ? Json(100.0 * gap / static_cast<double>(*optimum)) : Json();
    }
    /// The lowest possible peak. Empty if a warning makes the figures invalid.
    std::optional<uint64_t> optimalPeak() const {
        return fit().known() ? m_solution.optimalPeak : std::nullopt;
    }
    std::string gapText(uint64_t peak) const {
        const std::optional<uint64_t> lowest = optimalPeak();
        if (!lowest) {
            return std::to_string(peak) + " bytes";
        }
        const auto optimum = static_cast<double>(*lowest);
        return std::to_string(peak) + " bytes, " + percentText(static_cast<double>(peak) - optimum, optimum) +
               " above the optimum";
    }
    std::string periodGapText() const {
        const bool known = m_solution.plan && m_solution.plan->time && m_solution.own->time;
        if (!known || request().objective != Objective::MinPeriod) {
            return {};
        }
        const double shortest = m_solution.plan->time->period;
        char buffer[96];
        std::snprintf(buffer, sizeof buffer, "; period %.0f cycles, %s above the shortest period",
                      m_solution.own->time->period,
                      percentText(m_solution.own->time->period - shortest, shortest).c_str());
        return buffer;
    }
    std::string greedyText() const {
        if (!m_solution.greedy) {
            return "PopLiner's search does not support pinned or forbidden splits, so there is no plan of "
                   "PopLiner to compare.\n";
        }
        if (!m_solution.greedy->solved()) {
            return "PopLiner's search finds no plan.\n";
        }
        const uint64_t peak = greatestOf(m_solution.greedy->estimates, &StageEstimate::peakTileBytes);
        return "PopLiner's plan: " + gapText(peak) + ", on " +
               countOf(m_solution.greedy->stages.size(), "IPU") + ".\n";
    }
    std::string comparisonText() const {
        std::string text;
        if (!fit().known()) {
            return text;
        }
        if (m_solution.optimalPeak) {
            text += "Lowest peak on at most " + countOf(request().constraints.ipus(), "IPU") + ": " +
                    std::to_string(*m_solution.optimalPeak) + " bytes.\n";
        }
        // In the pipeline setting, PopLiner's plan has no estimate, so the text omits the plan.
        text += m_study.isPipeline() ? std::string() : greedyText();
        if (m_solution.own) {
            const uint64_t peak = m_solution.own->estimate.peakTileBytes();
            text += "Your plan: " +
                    (m_solution.own->hold()
                         ? gapText(peak)
                         : std::to_string(peak) + " bytes, which is not reliable (see the warnings)") +
                    periodGapText() + ".\n";
        }
        return text;
    }
    std::string paretoText() const {
        if (m_solution.front.empty()) {
            return {};
        }
        const std::string shown = m_solution.frontIsComplete
                                      ? "all " + std::to_string(m_solution.front.size()) + " points"
                                      : "the points for " + std::to_string(m_solution.task.paretoPoints) +
                                            " evenly spaced upper bounds on the peak, because the front has "
                                            "more points than --pareto-points";
        return "\nFront of peak against period on at most " + countOf(request().constraints.ipus(), "IPU") +
               ": " + shown + ".\n" + toAligned(paretoTable());
    }

    const Study& m_study;
    const Solution& m_solution;
    const PlanFigures m_noPlan;
};

struct SolveArguments : PlanCommandArguments {
    Objective objective = Objective::MinPeak;
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
  peak    at most N IPUs: the lowest peak, which is the bytes on the fullest tile
  ipus    the fewest IPUs with which a plan fits, then the lowest peak
  period  at most N IPUs: the shortest period of a plan that fits, then the lowest peak, then the fewest IPUs;
          needs the cycles of the profile
  greedy  PopLiner's own search, in PopLiner's setting only
All but greedy are exact: no other plan is better. Ties go to the fewest bytes crossing the split points, then
to the lowest sum of the stages' peaks, then to the fewest stages, then to the splits that come first.
A layer named by --pin begins a stage, one named by --forbid does not. greedy supports neither and refuses both.
With --splits or --plan, the distance of that plan from the optimum is also printed.
--pareto lists the front of peak against period on at most N IPUs, whether its plans fit or not: the shortest
period with its lowest peak, then the shortest one with a lower peak, and so on. If there are more points than
--pareto-points, those for evenly spaced bounds on the peak are listed. Each is exact.
With --tradeoff and --format tsv or csv, the table has a row for each number of IPUs instead of each stage;
with --pareto, a row for each point.
No plan splits a weight over IPUs, unless --allow-shared-weights is given.
Exit status: 0 the plan fits, 1 it does not fit, or there is none, 4 it is not known whether it fits, because a
warning says that the figures are not reliable.

Examples:
  tileline-cli solve report --ipus 4
  tileline-cli solve report --objective ipus --memory-per-tile 600000 --json
  tileline-cli solve report --ipus 8 --pin 12 --forbid 3,4 --ipu-memory 0=500000
  tileline-cli solve report --ipus 4 --splits 6,12,18 --tradeoff
  tileline-cli solve report --ipus 8 --objective period --pareto --pareto-points 20
  tileline-cli solve report --ipus 4 --recompute layers --output-on first)";

Result<SolveRequest> requestOf(const SolveArguments& arguments, const Layers& layers, MemoryLimits memory) {
    auto pinned = TRY(resolveLayers(layers, arguments.pinned, "--pin"));
    auto forbidden = TRY(resolveLayers(layers, arguments.forbidden, "--forbid"));
    for (const LayerIndex layer : pinned) {
        if (std::ranges::find(forbidden, layer) != forbidden.end()) {
            return errorAt(ErrorCode::BadPlan, "--pin and --forbid",
                           "each layer in only one of the two options",
                           "layer " + displayText(layers, layer) + " in both",
                           "Name the layer in only one of these options.");
        }
    }
    return SolveRequest{arguments.objective,
                        TRY(PlanConstraints::make(layers.count(), arguments.ipus, std::move(memory),
                                                  std::move(pinned), std::move(forbidden))),
                        arguments.minLayers, arguments.maxLayers};
}

/// The options with which to open the profile. Fails if --objective, --pareto and the setting conflict.
Result<StudyOptions> openOptionsOf(const SolveArguments& arguments, const PlanFilePtr& file,
                                   Context& context) {
    StudyOptions options = arguments.profile.openOptions(file.get());
    const bool popliner = options.setting.traits().greedy;
    if (arguments.pareto && arguments.objective == Objective::Greedy) {
        return badArgument("--pareto", "peak, ipus or period as the objective", "greedy",
                           "PopLiner's estimate says nothing about the time.");
    }
    if (popliner && (arguments.pareto || arguments.objective == Objective::MinPeriod)) {
        return badArgument(arguments.pareto ? "--pareto" : "--objective period", "the pipeline setting",
                           "PopLiner's setting",
                           "PopLiner's estimate says nothing about the time: use --setting pipeline.");
    }
    if (arguments.objective != Objective::Greedy || popliner) {
        return options;
    }
    if (arguments.profile.setting().given<Setting>()) {
        return badArgument(
            "--objective", "peak, ipus or period in the pipeline setting", "greedy",
            "PopLiner's search fills the IPUs from the first one on, so it cannot count a stage's stashes, "
            "which depend on the stages after it. Use this objective with --setting popliner.");
    }
    options.setting.setting = Setting::PopLiner;
    context.note("--objective greedy is PopLiner's search: the figures are PopLiner's, as with --setting "
                 "popliner.");
    return options;
}

Outcome<ExitStatus> run(const SolveArguments& arguments, Context& context) {
    const PlanFilePtr file = TRY(arguments.plan.read(context));
    const StudyOptions options = TRY(openOptionsOf(arguments, file, context));
    noteOldSetting(file.get(), options, context);
    auto study = TRY(arguments.profile.open(arguments.profile.paths().front(), options, context));
    const MemoryLimits memory =
        arguments.memory.limits(study.profile->target, TRY(arguments.plan.choose(file)));
    SolveTask task{TRY(requestOf(arguments, *study.layers, memory)),
                   {},
                   arguments.tradeOff,
                   arguments.pareto ? arguments.paretoPoints : 0};
    if (arguments.plan.given()) {
        task.own = TRY(arguments.plan.plan(file, study, context)).splitPlan();
    }
    const Solution solution = TRY(solveTask(study, task, context));
    const SolveReport report(study, solution);
    if (const auto reason = report.infeasible()) {
        context.reportError(*reason);
    }
    printWarnings(solution.warnings, study, context);
    return arguments.output.writeReport(report, context, report.status());
}

void addConstraints(CLI::App& command, SolveArguments& arguments) {
    const char* const group = "Constraints";
    const auto layers = [&](const char* flag, std::vector<std::string>& names, const char* text) {
        command.add_option(flag, names, text)->type_name("LAYER,...")->allow_extra_args(false)->group(group);
    };
    layers("--pin", arguments.pinned, "A stage must begin at these layers");
    layers("--forbid", arguments.forbidden, "No stage may begin at these layers");
    const auto number = [&](const char* flag, size_t& value, const char* text, const char* shownIn) {
        takeWholeNumber(command.add_option(flag, value, text), 0, UINT32_MAX)
            ->capture_default_str()
            ->group(shownIn);
    };
    number("--min-layers", arguments.minLayers,
           "Minimum number of entries in a stage; Output on the first IPU does not count", group);
    number("--max-layers", arguments.maxLayers, "Maximum number of entries in a stage; 0: no limit", group);
    // Former option names still work, for old scripts. The empty group hides the former names from the help.
    number("--least-layers", arguments.minLayers, "", "");
    number("--greatest-layers", arguments.maxLayers, "", "");
}

} // namespace

void addSolveCommand(CLI::App& app, Context& context) {
    auto [command, arguments] = context.addCommand<SolveArguments>(
        app, "solve",
        "The best plan: lowest peak, fewest IPUs, shortest period, or the plan of PopLiner's solver",
        SolveFooter, run);
    arguments.profile.addTo(command, SettingArguments::Options::WithTime);
    takeWholeNumber(command.add_option("--ipus", arguments.ipus, "Maximum number of IPUs"), 1, MaxIpus)
        ->capture_default_str();
    const auto setObjective = [values = &arguments](const std::string& name) {
        values->objective =
            std::ranges::find_if(Objectives, [&](const auto& named) { return named.first == name; })->second;
    };
    takeOneOf(command.add_option_function<std::string>("--objective", setObjective,
                                                       "peak, ipus, period or greedy; see below"),
              mapped(Objectives, [](const auto& named) { return std::string(named.first); }), "GOAL")
        ->default_str("peak");
    arguments.memory.addTo(command);
    addConstraints(command, arguments);
    arguments.plan.addTo(command);
    command.add_flag("--tradeoff", arguments.tradeOff, "Also print the lowest peak for each number of IPUs");
    command.add_flag(
        "--pareto", arguments.pareto,
        "Also print the plans for which no other plan has both a lower peak and a shorter period");
    takeWholeNumber(command.add_option("--pareto-points", arguments.paretoPoints,
                                       "Maximum number of plans that --pareto lists"),
                    1, MaxParetoPoints)
        ->capture_default_str();
    arguments.output.addReport(command);
}

} // namespace tileline::cli
