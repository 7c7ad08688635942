// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/profilearguments.h"
#include "core/estimate/pipelinetime.h"
#include "core/execution/cycles.h"
#include "core/explain/planwarnings.h"

#include <memory>
#include <optional>
#include <vector>

namespace tileline::cli {

/// What is printed of a plan.
struct PlanFigures {
    PlanEstimate estimate;
    std::vector<PlanWarning> warnings = {};
    // Only in the pipeline setting:
    std::vector<CategoryBytes> peakBytes = {}; ///< by IPU: on its fullest tile
    std::optional<PipelineTime> time = {};     ///< empty if the profile has too few cycles
    bool timeIsMeasured = false;               ///< all cycles are of a run, none is Poplar's estimate
    MicroBatches microBatches = {};
    bool buildable = true; ///< a framework compiles the plan: it splits no weight, or that is allowed

    /// Whether no warning voids the figures. Otherwise the plan is called neither fitting nor optimal.
    bool hold() const { return figuresHold(warnings); }
};

/// Computes the figures of plans for a profile.
class PlanFigureMaker {
public:
    PlanFigureMaker() = default;
    static Outcome<PlanFigureMaker> make(const OpenedProfile& opened, const TimeOptions& time,
                                         Context& context);

    const StageEstimatorPtr& estimator() const { return m_estimator; }
    Outcome<PlanFigures> figures(const SplitPlan& plan, Context& context) const;
    /// The figures of a plan that has been estimated; without bytes by category on the fullest tiles.
    PlanFigures figuresOf(PlanEstimate estimate) const;
    /// The warnings about a plan, without those about its time; without `plan`, those that all plans share.
    std::vector<PlanWarning> warnings(const PlanEstimate* plan = nullptr) const {
        return warningsOf(m_warnings, &m_checks, *m_estimator, plan);
    }
    /// How fast a plan runs; empty in PopLiner's setting, or if too few cycles are known.
    std::optional<PipelineTime> timeOf(const PlanEstimate& plan) const;
    /// The same of all stages, for the solver.
    std::optional<StageTimes> stageTimes() const;
    /// Why there is no time in the pipeline setting; empty if there is one.
    const std::optional<Error>& missingCycles() const { return m_missing; }

private:
    void addTime(PlanFigures& figures) const;

    StageEstimatorPtr m_estimator;
    std::vector<PlanWarning> m_warnings; ///< those that all plans share
    SelfCheckResult m_checks;
    std::optional<EntryCycles> m_cycles; ///< empty in PopLiner's setting, or if too few are known
    std::optional<Error> m_missing;
    bool m_measured = false;
    TimeOptions m_time;
};

} // namespace tileline::cli
