// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Session that keeps estimates and optimum in step with the plan.
#include "ui/session/session.h"

#include "ui/session/workerpool.h"

#include <utility>

namespace tileline {

void Session::startPartition() {
    m_partitioning = m_scheduler.setStudy(m_study);
    m_layerEstimates = std::make_shared<LayerEstimates>(m_study.layers->count());
    if (const IntervalTablePtr& table = m_study.table) {
        // The table may already contain rows, because some changes to the setting's options keep the table.
        m_tableFraction = static_cast<double>(table->rowsReady()) / static_cast<double>(table->layerCount());
    }
    estimate(ChangeKind::Final);
    askForOptimum();
}

void Session::setPlan(const Plan& newPlan, ChangeKind change) {
    if (!m_study || newPlan.layerCount() != m_study.layers->count()) {
        return;
    }
    if (newPlan == m_plan) {
        if (change == ChangeKind::Final && !resultIsCurrent()) {
            m_scheduler.request(m_plan.splitPlan(), change);
        }
        return;
    }
    const bool planMoved = newPlan.splitPlan() != m_plan.splitPlan();
    const bool constraintsMoved = newPlan.constraints() != m_plan.constraints();
    m_plan = newPlan;
    if (planMoved) {
        estimate(change);
    }
    if (constraintsMoved) {
        // Stops the running solve, because that solve obeys the old constraints.
        m_scheduler.cancelSolve();
        m_optimum.reset();
        askForOptimum();
    }
    emit planChanged();
}

/// Takes the estimate from the table if the table covers the plan; otherwise requests it from the scheduler.
void Session::estimate(ChangeKind change) {
    std::optional<PlanEstimate> known;
    if (m_study.table) {
        known = tabulated(*m_study.table, m_plan.splitPlan());
    }
    if (!known) {
        m_scheduler.request(m_plan.splitPlan(), change);
        return;
    }
    const uint64_t generation = m_scheduler.supersede(m_plan.splitPlan());
    m_result = std::make_shared<PartitionResult>(PartitionResult{generation, *std::move(known)});
}

void Session::askForOptimum() {
    if (m_study.table) {
        m_scheduler.requestOptimum({Objective::MinPeak, m_plan.constraints()});
    }
}

void Session::beginSelfChecks() {
    if (!m_study || std::exchange(m_checksBegun, true)) {
        return;
    }
    m_checking.run(
        [profile = m_study.profile](const std::stop_token& stop) {
            return runSelfChecks(*profile, *WorkerPool::loopWorkers(), stop);
        },
        [this](Outcome<SelfCheckResult> result) {
            if (result) {
                m_study.checks = std::make_shared<const SelfCheckResult>(*std::move(result));
                emit selfChecksChanged();
            }
        });
}

void Session::solve(Objective objective) {
    // The greedy search fills IPUs from the front. It cannot plan a pipeline, in which the bytes of a stage
    // depend on the stages after it.
    const bool possible = objective != Objective::Greedy || m_options.setting.traits().greedy;
    if (m_study.estimator && possible) {
        m_scheduler.solve({objective, m_plan.constraints(), 1, 0, m_plan.splitPlan()});
    }
}

/// Makes the scheduler's callbacks, which ignore calls for an old study and results older than m_result.
PartitionScheduler::Events Session::partitionEvents() {
    const auto forward = [this](auto take) {
        return [this, take](uint64_t ofStudy, auto value) {
            m_queue.post([this, take, ofStudy, value = std::move(value)] {
                if (ofStudy == m_partitioning && m_study) {
                    take(value);
                }
            });
        };
    };
    PartitionScheduler::Events events;
    events.result = forward([this](const PartitionResultPtr& newResult) {
        if (!m_result || m_result->generation < newResult->generation) {
            m_result = newResult;
            emit resultChanged();
            beginSelfChecks();
        }
    });
    events.layerEstimates = forward([this](const LayerEstimatesPtr& estimates) {
        m_layerEstimates = estimates;
        emit layerEstimatesChanged();
    });
    events.tableProgress = forward([this](double fraction) {
        m_tableFraction = fraction;
        emit tableProgress(fraction);
    });
    events.optimum = forward([this](const OptimumPtr& newOptimum) {
        // An optimum for the old constraints may still be queued after the constraints have changed.
        if (newOptimum->request.constraints == m_plan.constraints()) {
            m_optimum = newOptimum;
            emit optimumChanged();
        }
    });
    events.solved = forward([this](const SolveAnswer& answer) {
        if (answer.request.constraints == m_plan.constraints()) {
            emit solved(answer);
        }
    });
    events.job = [this](uint64_t, Job newJob) {
        m_queue.post([this, newJob] {
            m_schedulerJob = newJob;
            reportJob();
        });
    };
    return events;
}

void Session::reportJob() {
    Job now = m_schedulerJob;
    if (!m_loadingPaths.isEmpty()) {
        now = Job::Loading;
    } else if (m_loading.busy()) {
        now = Job::FindingLayers;
    }
    if (m_job != now) {
        m_job = now;
        emit jobChanged(now);
    }
}

} // namespace tileline
