// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"
#include "core/estimate/intervaltable.h"
#include "core/study/study.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace tileline {

/// Whether a change to the plan is complete, or only one step of a drag.
enum class ChangeKind {
    Dragging, ///< more changes will follow soon, so a running estimate may finish
    Final,    ///< the change is complete, so a running estimate is cancelled
};

/// What the threads of a session are currently doing. The window shows it.
enum class Job {
    None,
    Loading,
    FindingLayers, ///< after a change of the layer options or the setting
    Estimating,
    FillingTable, ///< the interval table is being filled
    Solving,
};

/// The estimate for one request, together with the estimated plan. Immutable.
struct PartitionResult {
    uint64_t generation = 0; ///< from request() or supersede(); never lower than in the previous result
    PlanEstimate estimate;
};
using PartitionResultPtr = std::shared_ptr<const PartitionResult>;

/// By entry: the estimate of a stage that contains only this entry; empty until it is computed.
using LayerEstimates = std::vector<std::optional<StageEstimate>>;
using LayerEstimatesPtr = std::shared_ptr<const LayerEstimates>;

/// Estimates each stage only once. An estimate that is not in the interval table is computed and kept. When a
/// split is moved, only the two stages beside it are estimated. Only one thread may use a cache.
class StageCache {
public:
    /// `table` may be null.
    StageCache(StageEstimatorPtr estimator, IntervalTablePtr table)
        : m_estimator(std::move(estimator))
        , m_table(std::move(table)) {}

    const StageEstimator& estimator() const { return *m_estimator; }
    const IntervalTablePtr& table() const { return m_table; }

    Outcome<StageEstimate> estimate(const PlacedStage& stage, Workers& workers, const std::stop_token& stop);
    Outcome<PlanEstimate> estimate(const SplitPlan& plan, Workers& workers, const std::stop_token& stop);

private:
    StageEstimatorPtr m_estimator;
    IntervalTablePtr m_table;
    std::map<PlacedStage, StageEstimate> m_computed;
};

/// Computes the figures that the window shows for a plan, on one worker thread. Requests do not block.
///
/// At most one plan waits for the worker: a newer plan replaces the waiting plan. During a drag, plans arrive
/// faster than a slow estimate can finish. If each plan cancelled the running estimate, the window would show
/// nothing new until the mouse stops. During a drag, the running estimate therefore finishes, and the window
/// shows its slightly old result. When the user releases the mouse, only the newest plan matters, so the
/// running estimate is cancelled.
///
///     plans      1 2 3 4 5 6 7 (let go) 8
///     dragging   [1-----][3-----][6---x        what runs: 1, then the newest, ...
///     final                            [8-----]
///
/// When no plan waits, the worker does background work in this order: a solve that the user requested, the
/// estimates of single layers, the interval table row by row, and, once the table is complete, the optimum. A
/// new plan cancels the background work at once. Once the new plan has been estimated, the background work
/// continues; only the user's solve is dropped. Complete rows of the table are kept.
class PartitionScheduler {
public:
    /// Called on the worker thread. `study` is the number that setStudy() returned. When the study changes,
    /// calls for the old study may still be queued. The receiver recognises them by this number.
    struct Events {
        std::function<void(uint64_t study, PartitionResultPtr)> result;
        std::function<void(uint64_t study, LayerEstimatesPtr)> layerEstimates;
        std::function<void(uint64_t study, double fraction)> tableProgress; ///< 1 when the table is complete
        std::function<void(uint64_t study, OptimumPtr)> optimum;
        std::function<void(uint64_t study, SolveAnswer)> solved;
        std::function<void(uint64_t study, Job)> job;
    };

    explicit PartitionScheduler(Events events);
    ~PartitionScheduler();

    /// Switches to a study with another profile or other layers, and drops all requests for the old study. If
    /// the study has no estimator, nothing is computed; if it has no table, no optimum is computed. Returns
    /// the number that identifies the study in Events.
    uint64_t setStudy(const Study& study);

    /// Requests an estimate, and returns the generation that its result will have: that of the running
    /// estimate if it is for the same plan, otherwise a new generation. Only the last request is sure to get
    /// a result.
    uint64_t request(const SplitPlan& plan, ChangeKind change);
    /// Call this function instead of request() if the estimate is in the table. Drops the waiting and running
    /// estimates of older plans. Returns the generation that the caller must assign to its result.
    uint64_t supersede(const SplitPlan& plan);
    /// Requests the optimum, in place of the previous request. The search begins when the table is complete.
    void requestOptimum(const SolveRequest& request);
    /// Starts the user's solve in place of any earlier one. A solve that is not greedy waits for the table.
    void solve(const SolveRequest& request);
    void cancelSolve();

private:
    enum class Kind { Nothing, Plan, Solve, Background };
    struct PlanRequest {
        uint64_t generation;
        SplitPlan plan;
    };
    /// A piece of work. The scheduler chooses work while holding the lock, and runs work without the lock.
    struct Work {
        Kind kind = Kind::Nothing;
        Job job = Job::None;
        std::function<void(const std::stop_token&)> run;
    };

    void loop(const std::stop_token& quit);
    Work next();
    Work nextInTable(Job job);
    bool layersMissing() const { return m_layersDone < m_layers->size(); }
    bool tableMissing() const { return m_cache->table() && !m_tableGivenUp && !m_cache->table()->complete(); }
    void reportJob(Job job);

    void runPlan(const PlanRequest& request, const std::stop_token& stop);
    void runSolve(const SolveRequest& request, const std::stop_token& stop);
    void runLayers(const std::stop_token& stop);
    void runRow(LayerIndex first, const std::stop_token& stop);
    void runOptimum(const SolveRequest& request, const std::stop_token& stop);
    void run(const Work& work, const std::stop_token& stop);
    void onStudyChanged();

    const Events m_events;

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    // The mailbox, guarded by m_mutex.
    uint64_t m_number = 0;
    std::optional<Study> m_newStudy;
    uint64_t m_generation = 0;
    std::optional<PlanRequest> m_plan;
    std::optional<SolveRequest> m_solve;
    std::optional<SolveRequest> m_optimum;
    std::optional<SplitPlan> m_focus;
    Kind m_runningKind = Kind::Nothing;
    std::optional<PlanRequest> m_runningPlan;
    std::stop_source m_running{std::nostopstate};

    // Members that only the worker thread uses.
    std::shared_ptr<Workers> m_workers;
    uint64_t m_current = 0;
    Study m_study;
    std::optional<StageCache> m_cache;
    std::shared_ptr<LayerEstimates> m_layers;
    size_t m_layersDone = 0;
    bool m_tableGivenUp = false; ///< whether the worker gave up filling the table
    Job m_reportedJob = Job::None;

    std::jthread m_thread; ///< last member: the thread must end before other members are destroyed
};

} // namespace tileline
