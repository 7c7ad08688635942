// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/planfigures.h"

#include "app/cli/aligned.h"
#include "app/cli/layernames.h"
#include "app/cli/warningtext.h"
#include "core/base/errortext.h"

#include <algorithm>

namespace tileline::cli {

Outcome<PlanFigureMaker> PlanFigureMaker::make(const OpenedProfile& opened, const TimeOptions& time,
                                               Context& context) {
    PlanFigureMaker maker;
    maker.m_estimator = TRY(buildEstimator(opened, context));
    maker.m_time = time;
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

Outcome<PlanFigures> PlanFigureMaker::figures(const SplitPlan& plan, Context& context) const {
    PlanFigures figures{TRY(m_estimator->estimate(plan, context.workers(), context.stop()))};
    if (m_estimator->uses() == nullptr) {
        return figures;
    }
    const PlanEstimate& estimate = figures.estimate;
    for (size_t ipu = 0; ipu < estimate.stages.size(); ++ipu) {
        const auto tiles =
            TRY(m_estimator->tilesPlaced(estimate.placement.ipus[ipu], context.workers(), context.stop()));
        figures.peakBytes.push_back(tiles.tile(estimate.stages[ipu].peakTile.index()));
    }
    figures.time = timeOf(estimate);
    figures.timeIsMeasured = m_measured;
    addWarnings(figures);
    return figures;
}

std::optional<PipelineTime> PlanFigureMaker::timeOf(const PlanEstimate& plan) const {
    if (!m_cycles) {
        return std::nullopt;
    }
    return tileline::timeOf(*m_cycles, plan.placement, plan.crossingBytes,
                            m_estimator->entries()->passes().training(), m_estimator->options().recompute,
                            m_estimator->profile().target.clockHz, m_time);
}

std::optional<StageTimes> PlanFigureMaker::stageTimes() const {
    return m_cycles ? std::optional(StageTimes::make(*m_estimator, *m_cycles, m_time)) : std::nullopt;
}

void PlanFigureMaker::addWarnings(PlanFigures& figures) const {
    const Layers& layers = m_estimator->layers();
    const Passes& passes = m_estimator->entries()->passes();
    for (const LayerWarning& warning : layers.warnings) {
        figures.warnings.push_back({codeOf(warning.kind), textOf(warning)});
    }
    const PassMode mode = m_estimator->options().mode;
    if (mode != PassMode::Auto && passes.training() != passes.profileIsTraining()) {
        figures.warnings.push_back(
            {"other_mode", std::string("The profile is of ") +
                               (passes.profileIsTraining() ? "training" : "inference") + ", but --mode is " +
                               std::string(idOf(mode)) + ": the figures do not hold."});
    }
    if (passes.training() && !m_estimator->uses()->weightsAreCertain() &&
        m_estimator->options().accumulators != Accumulators::None) {
        figures.warnings.push_back({"accumulators_unknown",
                                    "No gradient names its weight: the gradient accumulators cannot be told, "
                                    "and are not counted."});
    }
    if (m_missing) {
        const ErrorWording wording = wordingOf(m_missing->code);
        figures.warnings.push_back({"no_cycles", std::string(wording.summary) + ". " + wording.remedy});
    }
    addSharedWeights(figures);
}

/// One warning for all, about the largest: where nothing tells weights from constants, there may be many.
void PlanFigureMaker::addSharedWeights(PlanFigures& figures) const {
    const std::vector<SharedWeight>& shared = figures.estimate.sharedWeights;
    if (shared.empty()) {
        return;
    }
    const Layers& layers = m_estimator->layers();
    const SharedWeight& weight =
        *std::max_element(shared.begin(), shared.end(),
                          [](const auto& left, const auto& right) { return left.bytes < right.bytes; });
    const std::string name = printable(m_estimator->profile().variables[weight.variable.index()].name) +
                             " (" + std::to_string(weight.bytes) + " bytes)";
    const std::string users =
        " is used by " + displayText(layers, weight.entries[0]) + " and " +
        displayText(layers, weight.entries[1]) + ", on different IPUs" +
        (shared.size() > 1 ? ", and " + std::to_string(shared.size() - 1) + " smaller ones are too"
                           : std::string());
    const bool certain =
        m_estimator->entries()->passes().training() && figures.estimate.sharedWeightsAreCertain;
    const bool movable = m_estimator->options().outputOn == OutputOn::Last &&
                         layers.kinds[weight.entries[1].index()] == EntryKind::Output;
    figures.warnings.push_back(
        {"shared_weight",
         certain ? "The weight " + name + users + ": no framework compiles this plan. " +
                       (movable ? "Put Output on the first IPU with --output-on first, or untie the weight."
                                : "Choose other splits, or untie the weight.")
                 : name + ", which may be a weight," + users +
                       ". If it is one, no framework compiles this plan."});
    figures.buildable = !certain || m_estimator->options().allowSharedWeights;
}

} // namespace tileline::cli
