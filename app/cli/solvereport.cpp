// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/solvereport.h"

#include "app/cli/aligned.h"
#include "core/wording/solvetext.h"
#include "core/wording/warningtext.h"

#include <algorithm>
#include <cstdio>

namespace tileline::cli {

namespace {

const char* keyOf(Infeasible::Reason reason) {
    switch (reason) {
    case Infeasible::Reason::TooManyPins:
        return "too_many_pins";
    case Infeasible::Reason::LayersPerStage:
        return "layers_per_stage";
    case Infeasible::Reason::Memory:
        return "memory";
    case Infeasible::Reason::GreedyConstraints:
        return "greedy_constraints";
    case Infeasible::Reason::SharedWeights:
        return "shared_weights";
    case Infeasible::Reason::TooManyLayers:
        return "too_many_layers";
    case Infeasible::Reason::NoCycles:
        return "no_cycles";
    }
    return "unknown";
}

Json relaxationJson(const Relaxation& relaxation) {
    return {{"ipus", optionalJson(relaxation.ipus)},
            {"memory_per_tile", optionalJson(relaxation.memoryPerTile)}};
}

Json splitsJson(const SplitPlan& plan, const Layers& layers) {
    Json splits = Json::array();
    for (const LayerIndex split : plan.splits()) {
        splits.push_back(layerJson(layers, split));
    }
    return splits;
}

std::string splitsText(const SplitPlan& plan, const Layers& layers) {
    std::string text;
    for (const LayerIndex split : plan.splits()) {
        text += (text.empty() ? "" : ",") + layers.nameInFiles(split).value_or("");
    }
    return text;
}

const char* keyOf(Objective objective) {
    switch (objective) {
    case Objective::MinPeak:
        return "peak";
    case Objective::MinIpus:
        return "ipus";
    case Objective::MinPeriod:
        return "period";
    case Objective::Greedy:
        return "greedy";
    }
    return "unknown";
}

} // namespace

SolveReport::SolveReport(const OpenedProfile& opened, const Solution& solution)
    : m_opened(opened)
    , m_solution(solution) {
}

PlanReport SolveReport::reportOf(const PlanFigures& plan) const {
    const PlanConstraints& constraints = m_solution.task.request.constraints;
    return {m_opened, plan, constraints.memory(), constraints.ipus()};
}

ExitStatus SolveReport::status() const {
    if (m_solution.infeasible && m_solution.infeasible->reason == Infeasible::Reason::GreedyConstraints) {
        return ExitStatus::BadUsage;
    }
    return m_solution.complete ? reportOf(*m_solution.plan).status()
           : fit().known()     ? ExitStatus::DoesNotFit
                               : ExitStatus::NotKnown;
}

Fit SolveReport::fit() const {
    return m_solution.complete ? reportOf(*m_solution.plan).fit() : Fit(false, m_solution.warnings);
}

std::optional<Error> SolveReport::infeasible() const {
    if (m_solution.infeasible) {
        const Infeasible& why = *m_solution.infeasible;
        const bool known = fit().known() || why.reason != Infeasible::Reason::Memory;
        const Phrase remedy = fit().known() ? relaxationPhrase(m_solution.relaxation) : Phrase{};
        return Error{
            ErrorCode::Infeasible,
            {},
            {},
            {},
            (known ? "" : "By figures that do not hold, see the warnings: ") +
                englishText(reasonPhrase(why, m_solution.task.request.constraints, m_opened.layers.get())),
            remedy.empty() ? "Remove constraints." : englishText(remedy)};
    }
    if (m_solution.task.request.objective == Objective::Greedy && !m_solution.complete) {
        return Error{ErrorCode::Infeasible,
                     {},
                     {},
                     {},
                     "PopLiner's search places " +
                         std::to_string(m_solution.plan ? m_solution.plan->estimate.plan.layerCount() : 0) +
                         " of " + std::to_string(m_opened.layers->count()) + " entries of the layer list",
                     "Allow more IPUs or memory, or try --objective peak."};
    }
    return std::nullopt;
}

void SolveReport::addGap(Json& json, std::optional<uint64_t> peak) const {
    const std::optional<uint64_t> optimum = optimalPeak();
    const bool known = peak && optimum && *optimum > 0;
    const double gap = known ? static_cast<double>(*peak) - static_cast<double>(*optimum) : 0;
    json["gap_bytes"] = known ? Json(static_cast<int64_t>(gap)) : Json();
    json["gap_percent"] = known ? Json(100.0 * gap / static_cast<double>(*optimum)) : Json();
}

Json SolveReport::infeasibleJson() const {
    if (!m_solution.infeasible) {
        return {};
    }
    return {{"reason", keyOf(m_solution.infeasible->reason)}};
}

Json SolveReport::greedyJson() const {
    if (!m_solution.greedy) {
        return {};
    }
    const GreedyResult& greedy = *m_solution.greedy;
    std::optional<uint64_t> peak;
    Json splits = Json::array();
    for (size_t stage = 0; stage < greedy.stages.size(); ++stage) {
        peak = std::max(peak.value_or(0), greedy.estimates[stage].peakTileBytes);
        if (stage > 0) {
            splits.push_back(layerJson(*m_opened.layers, greedy.stages[stage].first));
        }
    }
    if (!greedy.solved()) {
        peak.reset();
    }
    Json json = {{"solved", greedy.solved()},
                 {"proportion", optionalJson(greedy.proportion)},
                 {"ipus", greedy.stages.size()},
                 {"splits", std::move(splits)},
                 {"peak_tile_bytes", optionalJson(peak)}};
    addGap(json, peak);
    return json;
}

Json SolveReport::ownJson() const {
    if (!m_solution.own) {
        return {};
    }
    const PlanReport own = reportOf(*m_solution.own);
    const PlanEstimate& estimate = own.figures.estimate;
    Json json = {{"splits", splitsJson(estimate.plan, *m_opened.layers)},
                 {"ipus", estimate.stages.size()},
                 {"peak_tile_bytes", estimate.peakTileBytes()},
                 {"fits", optionalJson(own.fit().answer())},
                 {crossingKey(m_opened), own.crossingBytes()}};
    if (m_opened.isPipeline()) {
        json["buildable"] = own.figures.buildable;
        json["period"] = own.figures.time ? Json(own.figures.time->period) : Json();
    }
    addGap(json, own.fit().known() ? std::optional(estimate.peakTileBytes()) : std::nullopt);
    return json;
}

Json SolveReport::tradeOffJson() const {
    Json json = Json::array();
    for (size_t i = 0; i < m_solution.tradeOff.size(); ++i) {
        const auto& solved = m_solution.tradeOff[i];
        json.push_back({{"ipus", i + 1},
                        {"peak_tile_bytes", solved ? Json(solved->peakTileBytes) : Json()},
                        {"fits", optionalJson(m_solution.tradeOffFits[i].answer())},
                        {crossingKey(m_opened), solved ? Json(solved->crossingBytes) : Json()},
                        {"splits", solved ? splitsJson(solved->plan, *m_opened.layers) : Json()}});
    }
    return json;
}

Json SolveReport::paretoJson() const {
    Json json = Json::array();
    for (const FrontPoint& point : m_solution.front) {
        const double throughput = point.time.throughput;
        json.push_back({{"peak_tile_bytes", point.solved.peakTileBytes},
                        {"period", point.time.period},
                        {"splits", splitsJson(point.solved.plan, *m_opened.layers)},
                        {"ipus", point.ipus},
                        {"fits", optionalJson(point.fit.answer())},
                        {"transfer_bytes", point.solved.crossingBytes},
                        {"utilisation", point.time.utilisation},
                        {"throughput", throughput > 0 ? Json(throughput) : Json()}});
    }
    return json;
}

Json SolveReport::planJson() const {
    if (m_solution.plan) {
        return reportOf(*m_solution.plan).json();
    }
    Json json = {{"profile", m_opened.path}};
    json.update(settingJson(m_opened));
    json["layers"] = layersJson(*m_opened.layers);
    json["splits"] = Json::array();
    json["ipus"] = 0;
    json["peak_tile_bytes"] = nullptr;
    json["keep_free"] = m_solution.task.request.constraints.memory().keepFree;
    json[crossingKey(m_opened)] = nullptr;
    json["stages"] = Json::array();
    if (m_opened.isPipeline()) {
        json["buildable"] = false;
        json["shared_weights"] = Json::array();
        json["time"] = nullptr;
    }
    json["warnings"] = warningsJson(m_solution.warnings, m_opened);
    return json;
}

void SolveReport::warn(Context& context) const {
    printWarnings(m_solution.warnings, m_opened, context);
}

Json SolveReport::json() const {
    Json json = planJson();
    json["fits"] = optionalJson(fit().answer());
    json["complete"] = m_solution.complete;
    json["objective"] = keyOf(m_solution.task.request.objective);
    json["ipus_allowed"] = m_solution.task.request.constraints.ipus();
    json["memory_per_tile"] = m_solution.task.request.constraints.memory().perTile;
    json["optimal_peak_tile_bytes"] = optionalJson(optimalPeak());
    json["infeasible"] = infeasibleJson();
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

/// If a warning voids the figures, nothing is called optimal or fitting.
std::optional<uint64_t> SolveReport::optimalPeak() const {
    return fit().known() ? m_solution.optimalPeak : std::nullopt;
}

std::string SolveReport::gapText(uint64_t peak) const {
    const std::optional<uint64_t> lowest = optimalPeak();
    if (!lowest) {
        return std::to_string(peak) + " bytes";
    }
    const auto optimum = static_cast<double>(*lowest);
    return std::to_string(peak) + " bytes, " + percentText(static_cast<double>(peak) - optimum, optimum) +
           " above the optimum";
}

std::string SolveReport::periodGapText() const {
    const bool known = m_solution.plan && m_solution.plan->time && m_solution.own->time;
    if (!known || m_solution.task.request.objective != Objective::MinPeriod) {
        return {};
    }
    const double shortest = m_solution.plan->time->period;
    char buffer[96];
    std::snprintf(buffer, sizeof buffer, "; period %.0f cycles, %s above the shortest",
                  m_solution.own->time->period,
                  percentText(m_solution.own->time->period - shortest, shortest).c_str());
    return buffer;
}

std::string SolveReport::greedyText() const {
    if (!m_solution.greedy) {
        return "PopLiner's search knows no pins and no forbidden splits: not compared.\n";
    }
    if (!m_solution.greedy->solved()) {
        return "PopLiner's search finds no plan.\n";
    }
    uint64_t peak = 0;
    for (const StageEstimate& stage : m_solution.greedy->estimates) {
        peak = std::max(peak, stage.peakTileBytes);
    }
    return "PopLiner's plan: " + gapText(peak) + ", on " + std::to_string(m_solution.greedy->stages.size()) +
           " IPU(s).\n";
}

std::string SolveReport::comparisonText() const {
    std::string text;
    if (!fit().known()) {
        return text;
    }
    if (m_solution.optimalPeak) {
        text += "Lowest peak on at most " + std::to_string(m_solution.task.request.constraints.ipus()) +
                " IPU(s): " + std::to_string(*m_solution.optimalPeak) + " bytes.\n";
    }
    // In the pipeline setting, there is no estimate of PopLiner's plan.
    text += m_opened.isPipeline() ? std::string() : greedyText();
    if (m_solution.own) {
        const uint64_t peak = m_solution.own->estimate.peakTileBytes();
        text += "Your plan: " +
                (m_solution.own->hold() ? gapText(peak)
                                        : std::to_string(peak) + " bytes, by figures that do not hold") +
                periodGapText() + ".\n";
    }
    return text;
}

std::string SolveReport::text() const {
    std::string text;
    if (m_solution.plan) {
        text += toAligned(stagesTable()) + "\n" + reportOf(*m_solution.plan).summary(fit());
        text += fit().overflows() ? englishText(relaxationPhrase(m_solution.relaxation)) + "\n" : "";
        text += "Splits: " + printable(splitsText(m_solution.plan->estimate.plan, *m_opened.layers)) + "\n";
    }
    text += comparisonText();
    if (!m_solution.tradeOff.empty()) {
        text += "\n" + toAligned(tradeOffTable());
    }
    return text + paretoText();
}

std::string SolveReport::paretoText() const {
    if (m_solution.front.empty()) {
        return {};
    }
    const std::string shown =
        m_solution.frontIsComplete
            ? "all " + std::to_string(m_solution.front.size()) + " points"
            : "the points for " + std::to_string(m_solution.task.paretoPoints) +
                  " evenly spaced bounds on the peak, as there are more than --pareto-points";
    return "\nFront of peak against period on at most " +
           std::to_string(m_solution.task.request.constraints.ipus()) + " IPU(s): " + shown + ".\n" +
           toAligned(paretoTable());
}

Table SolveReport::stagesTable() const {
    const PlanFigures nothing{{SplitPlan(m_opened.layers->count()), {}, {}}};
    return reportOf(m_solution.plan ? *m_solution.plan : nothing).table();
}

Table SolveReport::tradeOffTable() const {
    Table table;
    table.columns = {{"ipus", ColumnType::Integer},
                     {"peak_tile_bytes", ColumnType::Integer},
                     {"fits", ColumnType::Boolean},
                     {crossingKey(m_opened), ColumnType::Integer},
                     {"splits", ColumnType::Text}};
    for (size_t i = 0; i < m_solution.tradeOff.size(); ++i) {
        const auto& solved = m_solution.tradeOff[i];
        std::vector<Cell>& row = table.rows.emplace_back(table.columns.size());
        row[0].value = uint64_t{i + 1};
        row[2] = m_solution.tradeOffFits[i].answer();
        if (solved) {
            row[1].value = solved->peakTileBytes;
            row[3].value = solved->crossingBytes;
            row[4].value = splitsText(solved->plan, *m_opened.layers);
        }
    }
    return table;
}

Table SolveReport::paretoTable() const {
    Table table;
    table.columns = {{"peak_tile_bytes", ColumnType::Integer},
                     {"period", ColumnType::Real},
                     {"ipus", ColumnType::Integer},
                     {"fits", ColumnType::Boolean},
                     {"transfer_bytes", ColumnType::Integer},
                     {"splits", ColumnType::Text}};
    for (const FrontPoint& point : m_solution.front) {
        std::vector<Cell>& row = table.rows.emplace_back(table.columns.size());
        row[0].value = point.solved.peakTileBytes;
        row[1].value = point.time.period;
        row[2].value = uint64_t{point.ipus};
        row[3] = point.fit.answer();
        row[4].value = point.solved.crossingBytes;
        row[5].value = splitsText(point.solved.plan, *m_opened.layers);
    }
    return table;
}

} // namespace tileline::cli
