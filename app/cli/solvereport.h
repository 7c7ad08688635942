// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/planreport.h"
#include "app/cli/solver.h"

#include <optional>
#include <string>

namespace tileline::cli {

/// The result of `solve`, ready to be printed. Must not outlive the constructor's arguments.
class SolveReport {
public:
    SolveReport(const Study& study, const Solution& solution);

    ExitStatus status() const;
    /// Whether there is a plan with all layers, and it fits. Not known if a warning voids the figures.
    Fit fit() const;
    /// Why there is no plan, and the nearest request that has one. Nothing if there is a plan.
    std::optional<Error> infeasible() const;

    /// Prints what makes the plan doubtful.
    void warn(Context& context) const;

    Json json() const;
    std::string text() const;
    Table stagesTable() const;
    Table tradeOffTable() const;
    Table paretoTable() const;

private:
    PlanReport reportOf(const PlanFigures& plan) const;
    Json planJson() const;
    Json infeasibleJson() const;
    Json greedyJson() const;
    Json ownJson() const;
    Json tradeOffJson() const;
    Json paretoJson() const;
    /// Adds gap_bytes and gap_percent, the distance to the optimum; null if one of the two peaks is missing.
    void addGap(Json& json, std::optional<uint64_t> peak) const;
    std::optional<uint64_t> optimalPeak() const;
    std::string gapText(uint64_t peak) const;
    std::string periodGapText() const;
    std::string greedyText() const;
    std::string comparisonText() const;
    std::string paretoText() const;

    const Study& m_study;
    const Solution& m_solution;
};

} // namespace tileline::cli
