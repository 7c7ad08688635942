// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"
#include "core/session/partitionevents.h"
#include "core/session/stagecache.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace tileline {

/// Computes on one worker thread what the window shows of a plan. Nothing here blocks the caller.
///
/// The mailbox has one slot: a newer plan replaces the one that waits. What happens to the estimate that
/// runs depends on the change. During a drag plans come faster than a slow estimate takes; cancelling it each
/// time would show nothing until the mouse stops, so it is left to finish and its result, a little old but
/// true, is shown. Once the user lets go, only the newest plan counts: the running one is cancelled for it.
///
///     plans      1 2 3 4 5 6 7 (let go) 8
///     dragging   [1-----][3-----][6---x        what runs: 1, then the newest, ...
///     final                            [8-----]
///
/// When no plan waits, the worker turns to, in this order: a solve that the user asked for, the estimates of
/// single layers, the interval table row by row, and, with the table complete, the optimum. This background
/// work is cancelled at once when a plan comes, and taken up again after it; rows that are done stay done.
class PartitionScheduler {
public:
    /// Called on the worker thread. `document` is what setDocument() returned: what is still on its way when
    /// the document changes is told apart by it.
    struct Events {
        std::function<void(uint64_t document, PartitionResultPtr)> result;
        std::function<void(uint64_t document, LayerEstimatesPtr)> layerEstimates;
        std::function<void(uint64_t document, double fraction)> tableProgress; ///< 1 when it is complete
        std::function<void(uint64_t document, OptimumPtr)> optimum;
        std::function<void(uint64_t document, SolveAnswer)> solved;
        std::function<void(uint64_t document, Job)> job;
    };

    explicit PartitionScheduler(Events events);
    /// Stops and joins.
    ~PartitionScheduler();

    /// Another profile or other layers; null for none. All requests for the former one are dropped. `table`
    /// may be null: then there is no optimum.
    uint64_t setDocument(StageEstimatorPtr estimator, IntervalTablePtr table);

    /// The generation that the result will carry: that of the estimate which runs, where it is for the same
    /// plan. Results come for some of the requests, always for the last one.
    uint64_t request(const SplitPlan& plan, ChangeKind change);
    /// The same for a caller that has the answer already, from the table: what waits or runs for older plans
    /// is dropped, and the generation is the one to give to the answer.
    uint64_t supersede(const SplitPlan& plan);
    /// Asks for the optimum as soon as the table is complete; replaces the last such request.
    void requestOptimum(const SolveRequest& request);
    /// A solve for the user; replaces the last one. Waits for the table unless greedy.
    void solve(const SolveRequest& request);
    /// Drops the user's solve.
    void cancelSolve();

private:
    enum class Kind { Nothing, Plan, Solve, Background };
    struct PlanRequest {
        uint64_t generation;
        SplitPlan plan;
    };
    /// A piece of work, picked under the lock and run without it.
    struct Work {
        Kind kind = Kind::Nothing;
        Job job = Job::None;
        std::function<void(const std::stop_token&)> run;
    };

    void loop(const std::stop_token& quit);
    Work next();
    Work nextInTable(Job job);
    bool layersMissing() const;
    bool tableMissing() const;
    void reportJob(Job job);

    void runPlan(const PlanRequest& request, const std::stop_token& stop);
    void runSolve(const SolveRequest& request, const std::stop_token& stop);
    void runLayers(const std::stop_token& stop);
    void runRow(LayerIndex first, const std::stop_token& stop);
    void runOptimum(const SolveRequest& request, const std::stop_token& stop);
    void onDocumentChanged();

    const Events m_events;

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    // Guarded by m_mutex: the mailbox.
    uint64_t m_document = 0;
    StageEstimatorPtr m_newEstimator;
    IntervalTablePtr m_newTable;
    bool m_documentIsNew = false;
    uint64_t m_generation = 0;
    std::optional<PlanRequest> m_plan;
    std::optional<SolveRequest> m_solve;
    std::optional<SolveRequest> m_optimum;
    std::optional<SplitPlan> m_focus;
    Kind m_runningKind = Kind::Nothing;
    std::optional<PlanRequest> m_runningPlan;
    std::stop_source m_running{std::nostopstate};

    // Of the worker thread.
    std::shared_ptr<Workers> m_workers;
    uint64_t m_currentDocument = 0;
    std::optional<StageCache> m_cache;
    std::shared_ptr<LayerEstimates> m_layers;
    size_t m_layersDone = 0;
    bool m_tableGivenUp = false; ///< a row failed: no use to try again
    Job m_reportedJob = Job::None;

    std::jthread m_thread; ///< last, so that it is joined before what it uses goes
};

} // namespace tileline
