// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/planfigures.h"

namespace tileline::cli {

Outcome<PlanFigureMaker> PlanFigureMaker::make(const OpenedProfile& opened, const TimeOptions& time,
                                               Context& context) {
    PlanFigureMaker maker;
    maker.m_estimator = TRY(buildEstimator(opened, context));
    maker.m_time = time;
    maker.m_warnings =
        TRY(findWarnings(*opened.profile, *opened.layers, opened.entries.get(), context.stop()));
    maker.m_checks = TRY(runSelfChecks(*opened.profile, context.workers(), context.stop()));
    if (opened.isPipeline()) {
        const ProgramCycles programs(*opened.profile);
        maker.m_measured = !programs.anyEstimated();
        if (programs.known()) {
            maker.m_cycles =
                TRY(EntryCycles::find(*opened.profile, *opened.entries, programs, context.stop()));
        } else {
            maker.m_missing = programs.missing().inFile(opened.path);
        }
    }
    return maker;
}

PlanFigures PlanFigureMaker::figuresOf(PlanEstimate estimate) const {
    PlanFigures figures{std::move(estimate)};
    figures.warnings = warnings(&figures.estimate);
    if (m_estimator->uses() != nullptr) {
        figures.buildable = !splitsWeights(*m_estimator, figures.estimate);
        figures.microBatches =
            MicroBatches::of(m_estimator->options().microBatches, figures.estimate.placement.stages.size(),
                             m_estimator->entries()->passes().training());
        addTime(figures);
    }
    return figures;
}

Outcome<PlanFigures> PlanFigureMaker::figures(const SplitPlan& plan, Context& context) const {
    PlanFigures figures = figuresOf(TRY(m_estimator->estimate(plan, context.workers(), context.stop())));
    if (m_estimator->uses() == nullptr) {
        return figures;
    }
    const PlanEstimate& estimate = figures.estimate;
    for (size_t ipu = 0; ipu < estimate.stages.size(); ++ipu) {
        const auto tiles =
            TRY(m_estimator->tilesPlaced(estimate.placement.ipus[ipu], context.workers(), context.stop()));
        figures.peakBytes.push_back(tiles.tile(estimate.stages[ipu].peakTile.index()));
    }
    return figures;
}

void PlanFigureMaker::addTime(PlanFigures& figures) const {
    figures.time = timeOf(figures.estimate);
    figures.timeIsMeasured = m_measured;
    if (!figures.time) {
        figures.warnings.push_back({UnknownTime{}});
    }
}

std::optional<PipelineTime> PlanFigureMaker::timeOf(const PlanEstimate& plan) const {
    if (!m_cycles) {
        return std::nullopt;
    }
    return tileline::timeOf(*m_cycles, plan.placement, plan.crossingBytes,
                            m_estimator->entries()->passes().training(), m_estimator->options(),
                            m_estimator->profile().target.clockHz, m_time);
}

std::optional<StageTimes> PlanFigureMaker::stageTimes() const {
    return m_cycles ? std::optional(StageTimes::make(*m_estimator, *m_cycles, m_time)) : std::nullopt;
}

} // namespace tileline::cli
