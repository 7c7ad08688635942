// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/splitplan.h"
#include "core/solve/optimalsolver.h"
#include "tests/benchmarks/benchmarkmodels.h"
#include "tests/benchmarks/percentiles.h"
#include "tests/benchmarks/registration.h"

#include <benchmark/benchmark.h>

#include <random>

namespace tileline::benchmarks {

namespace {

constexpr uint32_t StagesOfDrag = 4;
/// Long enough for meaningful percentiles.
constexpr double SecondsOfSingleCalls = 2;

LayerRange anyStage(std::minstd_rand& random, uint32_t layerCount) {
    const auto a = static_cast<uint32_t>(random() % layerCount);
    const auto b = static_cast<uint32_t>(random() % layerCount);
    return {{std::min(a, b)}, {std::max(a, b)}};
}

void buildIndex(benchmark::State& state, const std::string& name, Setting setting) {
    const Model& model = loadedModel(name);
    for (auto step : state) {
        benchmark::DoNotOptimize(buildEstimator(model.profile, setting));
    }
}

/// Estimates stages of all lengths, from all parts of the model, from scratch and without copies.
void stage(benchmark::State& state, const std::string& name, Setting setting) {
    const Estimates& model = loadedModel(name).of(setting);
    std::minstd_rand random(1);
    Percentiles percentiles;
    for (auto step : state) {
        const LayerRange range = anyStage(random, static_cast<uint32_t>(model.layerCount()));
        percentiles.timeBest(
            [&] { benchmark::DoNotOptimize(valueOrExit(model.estimator->estimate(range, workers()))); });
    }
    percentiles.report(state);
}

void wholeTable(benchmark::State& state, const std::string& name, Setting setting) {
    const Estimates& model = loadedModel(name).of(setting);
    for (auto step : state) {
        IntervalTable table(model.estimator);
        valueOrExit(table.fill(SplitPlan(model.layerCount()), workers()));
    }
    const auto count = static_cast<double>(model.layerCount());
    state.counters["intervals"] = count * (count + 1) / 2;
    const auto profileBytes = static_cast<double>(loadedModel(name).profileBytes);
    state.counters["profile_mb"] = profileBytes / 1e6;
    state.counters["extra_mb"] = static_cast<double>(model.extraBytes) / 1e6;
    state.counters["extra_over_profile"] = static_cast<double>(model.extraBytes) / profileBytes;
}

void optimalSolve(benchmark::State& state, const std::string& name, Setting setting, Objective objective) {
    const Estimates& model = loadedModel(name).of(setting);
    const SolveRequest request{
        objective, PlanConstraints(model.layerCount(), objective == Objective::MinPeak ? 8 : MaxIpus)};
    for (auto step : state) {
        const auto costs = valueOrExit(IntervalCosts::make(*model.table, {}));
        benchmark::DoNotOptimize(solveOptimal(costs, request));
    }
}

/// A plan with stages of about equal length.
SplitPlan startOfDrag(size_t layerCount) {
    SplitPlan plan(layerCount);
    for (uint32_t stage = 1; stage < StagesOfDrag; ++stage) {
        plan = plan.withAdded({static_cast<uint32_t>(layerCount * stage / StagesOfDrag)});
    }
    return plan;
}

template <class MoveStages>
void drag(benchmark::State& state, size_t layerCount, const MoveStages& finalNumbers) {
    constexpr size_t Marker = 1;
    Percentiles percentiles;
    SplitPlan plan = startOfDrag(layerCount);
    const LayerRange range = plan.rangeOf(Marker);
    LayerIndex at = range.first;
    for (auto step : state) {
        at = at == range.last ? range.first : at.next();
        percentiles.time([&] {
            plan = plan.withMoved(Marker, at);
            finalNumbers(plan.stage({Marker}), plan.stage({Marker + 1}));
        });
    }
    percentiles.report(state);
}

/// The estimate of a stage in a plan of the drag. In the pipeline setting, copies depend on the later stages.
PlacedStage placed(const Estimates& model, LayerRange stage, uint32_t stagesAfter) {
    return {stage, model.estimator->uses() ? stashCopies(Schedule::PopTorch, stagesAfter) : 0};
}

void moveUncached(benchmark::State& state, const std::string& name, Setting setting) {
    const Estimates& model = loadedModel(name).of(setting);
    drag(state, model.layerCount(), [&](LayerRange left, LayerRange right) {
        benchmark::DoNotOptimize(
            valueOrExit(model.estimator->estimatePlaced(placed(model, left, 2), workers())));
        benchmark::DoNotOptimize(
            valueOrExit(model.estimator->estimatePlaced(placed(model, right, 1), workers())));
        benchmark::DoNotOptimize(model.estimator->crossingBytes(right.first));
    });
}

void moveWithTable(benchmark::State& state, const std::string& name, Setting setting) {
    const Estimates& model = loadedModel(name).of(setting);
    drag(state, model.layerCount(), [&](LayerRange left, LayerRange right) {
        benchmark::DoNotOptimize(model.table->lookUp(placed(model, left, 2)));
        benchmark::DoNotOptimize(model.table->lookUp(placed(model, right, 1)));
        benchmark::DoNotOptimize(model.estimator->crossingBytes(right.first));
    });
}

} // namespace

void registerPartition(const std::string& model) {
    const auto add = [&](const char* name, auto&& function, Setting setting, auto... arguments) {
        const char* const prefix = setting == Setting::Pipeline ? "pipeline_" : "";
        return benchmark::RegisterBenchmark((std::string(prefix) + name + "/" + model).c_str(), function,
                                            model, setting, arguments...)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    };
    for (const Setting setting : {Setting::PopLiner, Setting::Pipeline}) {
        add("build_index", buildIndex, setting);
        add("stage", stage, setting)->MinTime(SecondsOfSingleCalls);
        add("table", wholeTable, setting);
        add("solve_min_peak", optimalSolve, setting, Objective::MinPeak);
        add("solve_min_ipus", optimalSolve, setting, Objective::MinIpus);
        add("move_uncached", moveUncached, setting)->MinTime(SecondsOfSingleCalls);
        add("move_with_table", moveWithTable, setting);
    }
}

} // namespace tileline::benchmarks
