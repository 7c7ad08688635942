// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Session that keeps estimates and optimum in step with the plan.
#include "core/session/session_p.h"

#include <utility>

namespace tileline {

void Session::Private::startPartition() {
    partitioning = scheduler.setDocument(document.estimator, document.table);
    layerEstimates = std::make_shared<LayerEstimates>(document.layers->count());
    estimate(Change::Final);
    askForOptimum();
}

void Session::Private::setPlan(const Plan& newPlan, Change change) {
    if (!document || newPlan.layerCount() != document.layers->count()) {
        return;
    }
    if (newPlan == plan) {
        if (change == Change::Final && !q->resultIsCurrent()) {
            scheduler.request(plan.splitPlan(), change);
        }
        return;
    }
    const bool planMoved = newPlan.splitPlan() != plan.splitPlan();
    const bool constraintsMoved = newPlan.constraints() != plan.constraints();
    plan = newPlan;
    const PartitionResultPtr before = result;
    if (planMoved) {
        estimate(change);
    }
    if (constraintsMoved) {
        // Its answer would be one to another question.
        scheduler.cancelSolve();
        optimum.reset();
        askForOptimum();
    }
    emit q->planChanged();
    if (result != before) {
        emit q->resultChanged();
    }
    if (constraintsMoved) {
        emit q->optimumChanged();
    }
}

/// From the table at once, where it has the stages; else by the scheduler, later.
void Session::Private::estimate(Change change) {
    std::optional<PlanEstimate> known;
    if (document.table) {
        known = tabulated(*document.table, plan.splitPlan());
    }
    if (!known) {
        scheduler.request(plan.splitPlan(), change);
        return;
    }
    const uint64_t generation = scheduler.supersede(plan.splitPlan());
    result = std::make_shared<PartitionResult>(PartitionResult{generation, *std::move(known)});
}

void Session::Private::askForOptimum() {
    if (document.table) {
        scheduler.requestOptimum({Objective::MinPeak, plan.constraints()});
    }
}

void Session::Private::solve(Objective objective) {
    if (document) {
        scheduler.solve({objective, plan.constraints()});
    }
}

/// Calls that arrive for a former document, or behind a newer result, are dropped here.
PartitionScheduler::Events Session::Private::partitionEvents() {
    const auto forward = [this](auto take) {
        return [this, take](uint64_t ofDocument, auto value) {
            queue.post([this, take, ofDocument, value = std::move(value)] {
                if (ofDocument == partitioning && document) {
                    take(value);
                }
            });
        };
    };
    PartitionScheduler::Events events;
    events.result = forward([this](const PartitionResultPtr& newResult) {
        if (!result || result->generation < newResult->generation) {
            result = newResult;
            emit q->resultChanged();
        }
    });
    events.layerEstimates = forward([this](const LayerEstimatesPtr& estimates) {
        layerEstimates = estimates;
        emit q->layerEstimatesChanged();
    });
    events.tableProgress = forward([this](double fraction) {
        tableFraction = fraction;
        emit q->tableProgress(fraction);
    });
    events.optimum = forward([this](const OptimumPtr& newOptimum) {
        // An answer to a former request may still be under way when the constraints change.
        if (newOptimum->request.constraints == plan.constraints()) {
            optimum = newOptimum;
            emit q->optimumChanged();
        }
    });
    events.solved = forward([this](const SolveAnswer& answer) {
        if (answer.request.constraints == plan.constraints()) {
            emit q->solved(answer);
        }
    });
    events.job = [this](uint64_t, Job newJob) { queue.post([this, newJob] { setSchedulerJob(newJob); }); };
    return events;
}

void Session::Private::setSchedulerJob(Job newJob) {
    schedulerJob = newJob;
    reportJob();
}

void Session::Private::reportJob() {
    Job now = schedulerJob;
    if (!loadingPaths.isEmpty()) {
        now = Job::Loading;
    } else if (findingLayers) {
        now = Job::FindingLayers;
    }
    if (job != now) {
        job = now;
        emit q->jobChanged(now);
    }
}

} // namespace tileline
