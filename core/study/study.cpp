// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study.h"

#include "core/estimate/stageplacement.h"

#include <utility>

namespace tileline {

Outcome<Study> Study::open(ProfilePtr profile, const StudyOptions& options, const std::stop_token& stop) {
    const bool pipeline = options.setting.traits().pipeline;
    LayerOptions toFind = options.layers;
    toFind.unassigned = pipeline ? Unassigned::First : toFind.unassigned;
    auto layers = TRY(findLayers(*profile, toFind, stop, pipeline));
    Study study{{}, std::move(profile), std::move(layers), {}, options.setting};
    if (pipeline) {
        study.entries =
            TRY(PipelineEntries::find(*study.profile, *study.layers, study.setting.pipeline.mode, stop));
        study.layers = study.entries->layers();
    }
    return study;
}

Outcome<Done> Study::addEstimator(Workers& workers, Progress progress, const std::stop_token& stop) {
    TRY(StageEstimator::checkPossible(*profile, setting.setting));
    estimator =
        TRY(isPipeline() ? StageEstimator::build(profile, entries, setting.pipeline, workers,
                                                 std::move(progress), stop)
                         : StageEstimator::build(profile, layers, workers, std::move(progress), stop));
    if (IntervalTable::feasible(layers->count())) {
        table = std::make_shared<IntervalTable>(estimator);
    }
    return Done{};
}

Outcome<Done> Study::addFigures(const std::stop_token& stop) {
    sharedWarnings = TRY(findWarnings(*profile, *layers, entries.get(), stop));
    if (!isPipeline()) {
        return Done{};
    }
    if (const ProgramCycles programs(*profile); programs.known()) {
        cycles =
            std::make_shared<const EntryCycles>(TRY(EntryCycles::find(*profile, *entries, programs, stop)));
    }
    return Done{};
}

Outcome<Study> Study::withSetting(const SettingOptions& other, Workers& workers,
                                  const std::stop_token& stop) const {
    Study changed = *this;
    changed.setting = other;
    changed.estimator = TRY(estimator->withOptions(other.pipeline, workers, stop));
    if (table) {
        changed.table = std::make_shared<IntervalTable>(changed.estimator, *table);
    }
    return changed;
}

SettingOptions Study::decidedSetting() const {
    SettingOptions decided = setting;
    decided.pipeline.outputOn =
        isPipeline() && estimator ? estimator->options().outputOn : setting.pipeline.outputOn;
    return decided;
}

StagePlacement Study::place(const SplitPlan& plan) const {
    return estimator ? estimator->place(plan) : placeStages(plan);
}

Outcome<PlanFigures> Study::figures(const SplitPlan& plan, Workers& workers,
                                    const std::stop_token& stop) const {
    PlanFigures figures = figuresOf(TRY(estimator->estimate(plan, workers, stop)));
    if (isPipeline()) {
        figures.peakBytes = TRY(peakBytes(figures.estimate, workers, stop));
    }
    return figures;
}

Outcome<std::vector<CategoryBytes>> Study::peakBytes(const PlanEstimate& estimate, Workers& workers,
                                                     const std::stop_token& stop) const {
    std::vector<CategoryBytes> peaks;
    for (size_t ipu = 0; ipu < estimate.stages.size(); ++ipu) {
        const auto tiles = TRY(estimator->tilesPlaced(estimate.placement.ipus[ipu], workers, stop));
        peaks.push_back(tiles.tile(estimate.stages[ipu].peakTile.index()));
    }
    return peaks;
}

Outcome<LayerFigures> Study::layerFigures(Workers& workers, Progress progress,
                                          const std::stop_token& stop) const {
    LayerFigures figures;
    const auto count = static_cast<uint32_t>(layers->count());
    for (uint32_t layer = 0; layer < count; ++layer) {
        progress.report(Phase::Writing, static_cast<double>(layer) / count);
        figures.alone.push_back(TRY(estimator->estimate(LayerRange{{layer}, {layer}}, workers, stop)));
        figures.crossing.push_back(estimator->crossingBytes({layer}));
    }
    if (isPipeline()) {
        figures.cycles = TRY(EntryCycleFigures::find(*profile, *entries, stop));
    }
    return figures;
}

PlanFigures Study::figuresOf(PlanEstimate estimate) const {
    PlanFigures figures{std::move(estimate)};
    figures.warnings = warnings(&figures.estimate);
    figures.layoutSlack = layoutSlackOf(*profile);
    if (!isPipeline()) {
        return figures;
    }
    figures.buildable = !splitsWeights(*estimator, figures.estimate);
    figures.microBatches = MicroBatches::of(setting.pipeline.microBatches,
                                            figures.estimate.placement.stages.size(), isTraining());
    figures.time = timeOf(figures.estimate);
    figures.timeIsMeasured = cycles && cycles->measured;
    if (!figures.time) {
        figures.warnings.push_back({UnknownTime{}});
    }
    return figures;
}

std::vector<PlanWarning> Study::warnings(const PlanEstimate* plan) const {
    return estimator ? warningsOf(sharedWarnings, checks.get(), *estimator, plan)
                     : std::vector<PlanWarning>();
}

std::optional<PipelineTime> Study::timeOf(const PlanEstimate& plan) const {
    if (!cycles) {
        return std::nullopt;
    }
    return tileline::timeOf(*cycles, layers->kinds, plan.placement, plan.crossingBytes, isTraining(),
                            setting.pipeline, profile->target.clockHz, setting.time);
}

std::optional<PipelineTimeline> Study::timelineOf(const PlanEstimate& plan) const {
    const auto time = timeOf(plan);
    return time ? std::optional<PipelineTimeline>(std::in_place, *time,
                                                  PipelineCycles(*time, plan.placement, plan.crossingBytes,
                                                                 isTraining(), profile->target.clockHz,
                                                                 setting.time))
                : std::nullopt;
}

std::optional<StageTimes> Study::stageTimes() const {
    return cycles ? std::optional(StageTimes::make(*estimator, *cycles, setting.time)) : std::nullopt;
}

Outcome<IntervalCosts> Study::costs(const std::stop_token& stop) const {
    return IntervalCosts::make(*table, stop, stageTimes());
}

Outcome<SolveAnswer> Study::solve(const SolveRequest& request, const StageCost& cost,
                                  const std::stop_token& stop) const {
    return tileline::solve(request, cost, table && table->complete() ? table.get() : nullptr, stageTimes(),
                           stop);
}

} // namespace tileline
