// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/partitionscheduler.h"

#include "ui/session/memoryshortage.h"
#include "ui/session/workerpool.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

namespace tileline {

namespace {

using Clock = std::chrono::steady_clock;

/// While single layers are being estimated, the finished estimates are reported at this interval.
constexpr auto LayerReportInterval = std::chrono::milliseconds(50);

bool isGreedy(const SolveRequest& request) {
    return request.objective == Objective::Greedy;
}

} // namespace

Outcome<StageEstimate> StageCache::estimate(const PlacedStage& stage, Workers& workers,
                                            const std::stop_token& stop) {
    if (const auto found = m_table ? m_table->lookUp(stage) : std::nullopt) {
        return *found;
    }
    if (const auto found = m_computed.find(stage); found != m_computed.end()) {
        return found->second;
    }
    Outcome<StageEstimate> computed = m_estimator->estimatePlaced(stage, workers, stop);
    if (computed) {
        m_computed.emplace(stage, *computed);
    }
    return computed;
}

Outcome<PlanEstimate> StageCache::estimate(const SplitPlan& plan, Workers& workers,
                                           const std::stop_token& stop) {
    PlanEstimate result = m_estimator->placed(plan);
    for (const PlacedStage& stage : result.placement.ipus) {
        result.stages.push_back(TRY(estimate(stage, workers, stop)));
    }
    return result;
}

PartitionScheduler::PartitionScheduler(Events events)
    : m_events(std::move(events))
    , m_thread(startThread([this](const std::stop_token& quit) { loop(quit); })) {
}

PartitionScheduler::~PartitionScheduler() {
    m_thread.request_stop();
    const std::lock_guard lock(m_mutex);
    m_running.request_stop();
}

uint64_t PartitionScheduler::setStudy(const Study& study) {
    const std::lock_guard lock(m_mutex);
    m_newStudy = study;
    m_plan.reset();
    m_solve.reset();
    m_optimum.reset();
    m_focus.reset();
    m_running.request_stop();
    m_wake.notify_one();
    return ++m_number;
}

uint64_t PartitionScheduler::request(const SplitPlan& plan, ChangeKind change) {
    const std::lock_guard lock(m_mutex);
    m_focus = plan;
    m_solve.reset();
    if (m_runningPlan && m_runningPlan->plan == plan && !m_running.stop_requested()) {
        m_plan.reset();
        return m_runningPlan->generation;
    }
    m_plan = PlanRequest{++m_generation, plan};
    if (change == ChangeKind::Final || m_runningKind != Kind::Plan) {
        m_running.request_stop();
    }
    m_wake.notify_one();
    return m_generation;
}

uint64_t PartitionScheduler::supersede(const SplitPlan& plan) {
    const std::lock_guard lock(m_mutex);
    m_plan.reset();
    m_focus = plan;
    m_solve.reset();
    if (m_runningKind != Kind::Background) {
        m_running.request_stop();
    }
    return ++m_generation;
}

void PartitionScheduler::requestOptimum(const SolveRequest& request) {
    const std::lock_guard lock(m_mutex);
    m_optimum = request;
    m_wake.notify_one();
}

void PartitionScheduler::solve(const SolveRequest& request) {
    const std::lock_guard lock(m_mutex);
    m_solve = request;
    // A greedy search interrupts background work. Any other solve needs the table, so the worker may finish
    // the row that it is filling.
    if (m_runningKind == Kind::Solve || (isGreedy(request) && m_runningKind == Kind::Background)) {
        m_running.request_stop();
    }
    m_wake.notify_one();
}

void PartitionScheduler::cancelSolve() {
    const std::lock_guard lock(m_mutex);
    m_solve.reset();
    if (m_runningKind == Kind::Solve) {
        m_running.request_stop();
    }
}

void PartitionScheduler::loop(const std::stop_token& quit) {
    nameThread("plan");
    lowerThreadPriority();
    m_workers = WorkerPool::loopWorkers();
    std::unique_lock lock(m_mutex);
    while (!quit.stop_requested()) {
        if (m_newStudy) {
            onStudyChanged();
        }
        const Work work = next();
        m_runningKind = work.kind;
        m_running = std::stop_source();
        const std::stop_token stop = m_running.get_token();
        lock.unlock();
        reportJob(work.job);
        if (work.run) {
            run(work, stop);
        }
        lock.lock();
        m_runningKind = Kind::Nothing;
        m_runningPlan.reset();
        if (!work.run) {
            m_wake.wait(lock, quit, [this] { return m_newStudy || m_plan || m_solve || m_optimum; });
        }
    }
}

/// Runs a piece of work. Work that runs out of memory is not tried again.
void PartitionScheduler::run(const Work& work, const std::stop_token& stop) {
    const bool inLayers = layersMissing();
    try {
        work.run(stop);
    } catch (const std::bad_alloc&) {
        if (work.kind == Kind::Background && inLayers) {
            m_layersDone = m_layers->size();
        } else if (work.kind == Kind::Background) {
            m_tableGivenUp = true;
        }
        MemoryShortage::report();
    }
}

void PartitionScheduler::onStudyChanged() {
    m_current = m_number;
    m_cache.reset();
    m_study = *std::exchange(m_newStudy, std::nullopt);
    if (m_study.estimator) {
        m_cache.emplace(m_study.estimator, m_study.table);
    }
    m_layers = std::make_shared<LayerEstimates>(m_cache ? m_cache->estimator().layerCount() : 0);
    m_layersDone = 0;
    m_tableGivenUp = false;
}

PartitionScheduler::Work PartitionScheduler::next() {
    if (!m_cache) {
        m_plan.reset();
        m_solve.reset();
        m_optimum.reset();
        return {};
    }
    if (m_plan) {
        m_runningPlan = std::exchange(m_plan, std::nullopt);
        return {Kind::Plan, Job::Estimating,
                [this, request = *m_runningPlan](const std::stop_token& stop) { runPlan(request, stop); }};
    }
    if (m_solve && (isGreedy(*m_solve) || !tableMissing())) {
        return {Kind::Solve, Job::Solving,
                [this, request = *std::exchange(m_solve, std::nullopt)](const std::stop_token& stop) {
                    runSolve(request, stop);
                }};
    }
    if (layersMissing() && !m_solve) {
        return {Kind::Background, Job::FillingTable,
                [this](const std::stop_token& stop) { runLayers(stop); }};
    }
    if (tableMissing()) {
        return nextInTable(m_solve ? Job::Solving : Job::FillingTable);
    }
    if (m_optimum) {
        return {Kind::Background, Job::Solving,
                [this, request = *std::exchange(m_optimum, std::nullopt)](const std::stop_token& stop) {
                    runOptimum(request, stop);
                }};
    }
    return {};
}

PartitionScheduler::Work PartitionScheduler::nextInTable(Job job) {
    const IntervalTablePtr& table = m_cache->table();
    const SplitPlan focus = m_focus.value_or(SplitPlan(table->layerCount()));
    const std::vector<LayerIndex> order = IntervalTable::fillOrder(focus);
    const auto row = std::ranges::find_if(order, [&](LayerIndex first) { return !table->hasRow(first); });
    if (row == order.end()) {
        m_tableGivenUp = true;
        return {};
    }
    return {Kind::Background, job,
            [this, first = *row](const std::stop_token& stop) { runRow(first, stop); }};
}

void PartitionScheduler::reportJob(Job job) {
    if (job != m_reportedJob) {
        m_reportedJob = job;
        m_events.job(m_current, job);
    }
}

void PartitionScheduler::runPlan(const PlanRequest& request, const std::stop_token& stop) {
    Outcome<PlanEstimate> estimate = m_cache->estimate(request.plan, *m_workers, stop);
    if (estimate) {
        m_events.result(m_current, std::make_shared<PartitionResult>(
                                       PartitionResult{request.generation, std::move(*estimate)}));
    }
}

void PartitionScheduler::runSolve(const SolveRequest& request, const std::stop_token& stop) {
    auto answer = m_study.solve(
        request, [&](LayerRange stage) { return m_cache->estimate(PlacedStage{stage}, *m_workers, stop); },
        stop);
    if (answer && !stop.stop_requested()) {
        m_events.solved(m_current, *std::move(answer));
    }
}

void PartitionScheduler::runLayers(const std::stop_token& stop) {
    const auto reportAt = Clock::now() + LayerReportInterval;
    while (layersMissing() && Clock::now() < reportAt) {
        const LayerIndex layer{static_cast<uint32_t>(m_layersDone)};
        Outcome<StageEstimate> estimate = m_cache->estimate(PlacedStage{{layer, layer}}, *m_workers, stop);
        if (!estimate && estimate.failure().cancelled()) {
            return;
        }
        if (estimate) {
            (*m_layers)[m_layersDone] = *estimate;
        }
        ++m_layersDone;
    }
    m_events.layerEstimates(m_current, std::make_shared<LayerEstimates>(*m_layers));
}

void PartitionScheduler::runRow(LayerIndex first, const std::stop_token& stop) {
    const IntervalTablePtr& table = m_cache->table();
    const Outcome<Done> filled = table->fillRow(first, *m_workers, stop);
    if (filled) {
        m_events.tableProgress(m_current, static_cast<double>(table->rowsReady()) /
                                              static_cast<double>(table->layerCount()));
    } else if (!filled.failure().cancelled()) {
        m_tableGivenUp = true;
    }
}

void PartitionScheduler::runOptimum(const SolveRequest& request, const std::stop_token& stop) {
    const IntervalTablePtr& table = m_cache->table();
    if (!table || !table->complete()) {
        return;
    }
    if (const auto costs = m_study.costs(stop)) {
        auto optimum = findOptimum(request, *costs, stop);
        if (optimum && !stop.stop_requested()) {
            m_events.optimum(m_current, *std::move(optimum));
            return;
        }
    }
    // The search was interrupted, so it is requested again, unless there is a newer request.
    const std::lock_guard lock(m_mutex);
    if (!m_optimum && !m_newStudy) {
        m_optimum = request;
    }
}

} // namespace tileline
