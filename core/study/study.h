// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/intervaltable.h"
#include "core/estimate/pipelinetime.h"
#include "core/estimate/pipelinetimeline.h"
#include "core/explain/fit.h"
#include "core/explain/planwarnings.h"
#include "core/solve/solve.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// The options with which a profile is opened: the options for finding its layers, and the setting.
struct StudyOptions {
    LayerOptions layers;
    SettingOptions setting;

    bool operator==(const StudyOptions&) const = default;
};

/// All figures of a plan.
struct PlanFigures {
    PlanEstimate estimate;
    std::vector<PlanWarning> warnings = {};
    // PopLiner's setting sets layoutSlack, but none of the other members below.
    std::vector<CategoryBytes> peakBytes = {}; ///< bytes on each IPU's fullest tile; only figures() sets them
    std::optional<PipelineTime> time = {};     ///< empty if cycles are known for too few programs
    bool timeIsMeasured = false; ///< whether all cycles are measured; if not, some are estimates by Poplar
    MicroBatches microBatches = {};
    std::optional<LayoutSlack> layoutSlack = {}; ///< what the profile's memory layout needs beyond live bytes
    bool buildable = true; ///< whether a framework can compile the plan; false if the plan splits a weight

    /// Whether the figures are reliable. A plan with unreliable figures is called neither fitting nor
    /// optimal.
    bool hold() const { return figuresHold(warnings); }
    /// Whether the plan fits into the memory of every IPU.
    Fit fit(const MemoryLimits& memory) const { return Fit::of(estimate, memory, warnings); }
    bool isTight(const MemoryLimits& memory) const {
        return fit(memory).isTight(estimate, memory, layoutSlack);
    }
};

/// By entry: the estimate of a stage with this entry alone, and the bytes that cross the boundary before it.
struct LayerFigures {
    std::vector<StageEstimate> alone;
    std::vector<uint64_t> crossing;
    std::optional<EntryCycleFigures> cycles = {}; ///< empty if cycles are known for too few programs
};

/// An opened profile with all data computed from it. Copies of a study share the large parts. A comment above
/// each group of members names the function that fills it. A command calls only the functions that it needs.
struct Study {
    // open():
    std::string path; ///< path of the profile as the user gave it; set by the caller
    ProfilePtr profile;
    LayersPtr layers;                ///< the layer list of the setting
    PipelineEntriesPtr entries = {}; ///< null in PopLiner's setting
    SettingOptions setting = {};

    // addEstimator():
    StageEstimatorPtr estimator = {};
    IntervalTablePtr table = {}; ///< has no rows at first; null if there are too many layers for it

    // addFigures():
    EntryCyclesPtr cycles = {}; ///< null in PopLiner's setting, or if cycles are known for too few programs
    std::vector<PlanWarning> sharedWarnings = {};

    SelfCheckResultPtr checks = {}; ///< null until runSelfChecks() has been called

    /// Finds the layers. The pipeline setting ignores LayerOptions::unassigned.
    static Outcome<Study> open(ProfilePtr profile, const StudyOptions& options,
                               const std::stop_token& stop = {});
    /// Prepares the estimate of stages. Errors: those of StageEstimator::checkPossible().
    Outcome<Done> addEstimator(Workers& workers, Progress progress = {}, const std::stop_token& stop = {});
    /// Prepares the data that figures(), warnings() and timeOf() need in addition to the estimator.
    Outcome<Done> addFigures(const std::stop_token& stop = {});
    /// A study of the same profile and layers with other options of the pipeline setting. The original study
    /// must be in the pipeline setting, and the options must not change PipelineOptions::mode. The rows of
    /// the interval table that do not depend on the changed options are kept.
    Outcome<Study> withSetting(const SettingOptions& setting, Workers& workers,
                               const std::stop_token& stop = {}) const;

    explicit operator bool() const { return profile != nullptr; }
    bool isPipeline() const { return entries != nullptr; }
    /// Finds out which operations belong to which pass. Works in both settings.
    Passes passes() const { return entries ? entries->passes() : Passes::find(*profile, *layers); }
    bool isTraining() const { return entries && entries->passes().training(); }
    /// The setting. OutputOn::Auto is replaced by the IPU that the estimator chose.
    SettingOptions decidedSetting() const;

    /// Places the stages of a plan on IPUs.
    StagePlacement place(const SplitPlan& plan) const;
    Outcome<PlanFigures> figures(const SplitPlan& plan, Workers& workers,
                                 const std::stop_token& stop = {}) const;
    /// For each IPU: the bytes of its fullest tile, by category.
    Outcome<std::vector<CategoryBytes>> peakBytes(const PlanEstimate& estimate, Workers& workers,
                                                  const std::stop_token& stop = {}) const;
    /// The figures of an estimated plan, without `peakBytes`.
    PlanFigures figuresOf(PlanEstimate estimate) const;
    /// For each entry of the layer list: the figures of a stage that contains only this entry.
    Outcome<LayerFigures> layerFigures(Workers& workers, Progress progress = {},
                                       const std::stop_token& stop = {}) const;
    /// The reasons to doubt a plan or its figures, except those that concern the time of the plan. If `plan`
    /// is null, returns the reasons that apply to all plans. Without an estimator, the list is empty.
    std::vector<PlanWarning> warnings(const PlanEstimate* plan = nullptr) const;
    /// The speed of a plan; empty if `cycles` is null.
    std::optional<PipelineTime> timeOf(const PlanEstimate& plan) const;
    /// How the pipeline of a plan runs, cycle by cycle; empty if `cycles` is null.
    std::optional<PipelineTimeline> timelineOf(const PlanEstimate& plan) const;

    /// The costs of all stages, for the searches of core/solve. The interval table must be complete.
    Outcome<IntervalCosts> costs(const std::stop_token& stop = {}) const;
    /// Solves a request with any objective. Only the greedy search uses `cost`; all others need the complete
    /// interval table.
    Outcome<SolveAnswer> solve(const SolveRequest& request, const StageCost& cost,
                               const std::stop_token& stop = {}) const;

private:
    std::optional<StageTimes> stageTimes() const;
};

} // namespace tileline
