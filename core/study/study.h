// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/intervaltable.h"
#include "core/estimate/pipelinetime.h"
#include "core/explain/fit.h"
#include "core/explain/planwarnings.h"
#include "core/solve/solve.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// How a profile is opened: how its layers are found, and in which setting.
struct StudyOptions {
    LayerOptions layers;
    SettingOptions setting;

    bool operator==(const StudyOptions&) const = default;
};

/// What is said of a plan.
struct PlanFigures {
    PlanEstimate estimate;
    std::vector<PlanWarning> warnings = {};
    // Only in the pipeline setting:
    std::vector<CategoryBytes> peakBytes = {}; ///< by IPU: on its fullest tile; of Study::figures()
    std::optional<PipelineTime> time = {};     ///< empty if the profile has too few cycles
    bool timeIsMeasured = false;               ///< all cycles are of a run, none is Poplar's estimate
    MicroBatches microBatches = {};
    std::optional<LayoutSlack> layoutSlack = {}; ///< of the profile
    bool buildable = true; ///< a framework compiles the plan: it splits no weight, or that is allowed

    /// Whether no warning voids the figures. Otherwise the plan is called neither fitting nor optimal.
    bool hold() const { return figuresHold(warnings); }
    /// Whether the memory of every IPU is enough.
    Fit fit(const MemoryLimits& memory) const { return Fit::of(estimate, memory, warnings); }
    bool isTight(const MemoryLimits& memory) const {
        return fit(memory).isTight(estimate, memory, layoutSlack);
    }
};

/// What each entry of the layer list needs by itself, and what a split before it cuts.
struct LayerFigures {
    std::vector<StageEstimate> alone;
    std::vector<uint64_t> crossing;
    std::optional<EntryCycleFigures> cycles = {}; ///< empty in PopLiner's setting, or if too few are known
};

/// A profile opened once, with all that can be asked of it. Copies share what is large. Each part is made by
/// the function that is named with it, so that a command that needs few of them is quick.
struct Study {
    // open():
    std::string path; ///< as the user gave it; set by the caller
    ProfilePtr profile;
    LayersPtr layers;                ///< the layer list of the setting
    PipelineEntriesPtr entries = {}; ///< null in PopLiner's setting
    SettingOptions setting = {};

    // addEstimator():
    StageEstimatorPtr estimator = {};
    IntervalTablePtr table = {}; ///< empty at first; null if there are too many layers for a table

    // addFigures():
    EntryCyclesPtr cycles = {}; ///< null in PopLiner's setting, or if too few are known
    std::vector<PlanWarning> sharedWarnings = {};

    SelfCheckResultPtr checks = {}; ///< null until runSelfChecks() has been called

    /// Finds the layers. LayerOptions::unassigned has no meaning in the pipeline setting.
    static Outcome<Study> open(ProfilePtr profile, const StudyOptions& options,
                               const std::stop_token& stop = {});
    /// What the estimate of a stage needs. Errors: StageEstimator::checkPossible().
    Outcome<Done> addEstimator(Workers& workers, Progress progress = {}, const std::stop_token& stop = {});
    /// What figures(), warnings() and timeOf() need beside the estimator.
    Outcome<Done> addFigures(const std::stop_token& stop = {});
    /// The same profile and layers with other options of the pipeline setting, in which this study is, and
    /// the same mode. Keeps all rows of the table that do not depend on the difference.
    Outcome<Study> withSetting(const SettingOptions& setting, Workers& workers,
                               const std::stop_token& stop = {}) const;

    explicit operator bool() const { return profile != nullptr; }
    bool isPipeline() const { return entries != nullptr; }
    bool isTraining() const { return entries && entries->passes().training(); }
    /// The setting with what the profile decides: where Output runs.
    SettingOptions decidedSetting() const;

    /// How the stages of a plan are placed on IPUs.
    StagePlacement place(const SplitPlan& plan) const;
    /// All about a plan.
    Outcome<PlanFigures> figures(const SplitPlan& plan, Workers& workers,
                                 const std::stop_token& stop = {}) const;
    /// By IPU: what its fullest tile holds.
    Outcome<std::vector<CategoryBytes>> peakBytes(const PlanEstimate& estimate, Workers& workers,
                                                  const std::stop_token& stop = {}) const;
    /// The figures of a plan that has been estimated, without `peakBytes`.
    PlanFigures figuresOf(PlanEstimate estimate) const;
    /// Each entry of the layer list by itself.
    Outcome<LayerFigures> layerFigures(Workers& workers, Progress progress = {},
                                       const std::stop_token& stop = {}) const;
    /// The reasons to doubt a plan or its figures, except its time. Without `plan`, what
    /// all plans share. None without an estimator.
    std::vector<PlanWarning> warnings(const PlanEstimate* plan = nullptr) const;
    /// How fast a plan runs; empty without `cycles`.
    std::optional<PipelineTime> timeOf(const PlanEstimate& plan) const;

    /// The costs of all stages, for the searches of core/solve. The table must be complete.
    Outcome<IntervalCosts> costs(const std::stop_token& stop = {}) const;
    /// Solves a request with any objective. `cost` is for the greedy search. The others need a complete
    /// table.
    Outcome<SolveAnswer> solve(const SolveRequest& request, const StageCost& cost,
                               const std::stop_token& stop = {}) const;

private:
    std::optional<StageTimes> stageTimes() const;
};

} // namespace tileline
