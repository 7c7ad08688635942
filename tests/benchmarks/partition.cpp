// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/optimalsolver.h"
#include "core/partition/splitplan.h"
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

void buildIndex(benchmark::State& state, const std::string& name) {
    const Model& model = loadedModel(name);
    for (auto step : state) {
        benchmark::DoNotOptimize(buildEstimator(model.profile));
    }
}

/// Estimates stages of all lengths, from all parts of the model, from scratch.
void stage(benchmark::State& state, const std::string& name) {
    const Model& model = loadedModel(name);
    std::minstd_rand random(1);
    Percentiles percentiles;
    for (auto step : state) {
        const LayerRange range = anyStage(random, static_cast<uint32_t>(model.layerCount()));
        percentiles.timeBest(
            [&] { benchmark::DoNotOptimize(valueOrExit(model.estimator->estimate(range, workers()))); });
    }
    percentiles.report(state);
}

void wholeTable(benchmark::State& state, const std::string& name) {
    const Model& model = loadedModel(name);
    for (auto step : state) {
        IntervalTable table(model.estimator);
        valueOrExit(table.fill(SplitPlan(model.layerCount()), workers()));
    }
    const auto count = static_cast<double>(model.layerCount());
    state.counters["intervals"] = count * (count + 1) / 2;
    state.counters["profile_mb"] = static_cast<double>(model.profileBytes) / 1e6;
    state.counters["extra_mb"] = static_cast<double>(model.extraBytes) / 1e6;
    state.counters["extra_over_profile"] =
        static_cast<double>(model.extraBytes) / static_cast<double>(model.profileBytes);
}

void optimalSolve(benchmark::State& state, const std::string& name, Objective objective) {
    const Model& model = loadedModel(name);
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

void moveUncached(benchmark::State& state, const std::string& name) {
    const Model& model = loadedModel(name);
    drag(state, model.layerCount(), [&](LayerRange left, LayerRange right) {
        benchmark::DoNotOptimize(valueOrExit(model.estimator->estimate(left, workers())));
        benchmark::DoNotOptimize(valueOrExit(model.estimator->estimate(right, workers())));
        benchmark::DoNotOptimize(model.estimator->crossingBytes(right.first));
    });
}

void moveWithTable(benchmark::State& state, const std::string& name) {
    const Model& model = loadedModel(name);
    drag(state, model.layerCount(), [&](LayerRange left, LayerRange right) {
        benchmark::DoNotOptimize(model.table->find(left));
        benchmark::DoNotOptimize(model.table->find(right));
        benchmark::DoNotOptimize(model.estimator->crossingBytes(right.first));
    });
}

} // namespace

void registerPartition(const std::string& model) {
    const auto add = [&](const char* name, auto&& function, auto... arguments) {
        return benchmark::RegisterBenchmark((name + ("/" + model)).c_str(), function, model, arguments...)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    };
    add("build_index", buildIndex);
    add("stage", stage)->MinTime(SecondsOfSingleCalls);
    add("table", wholeTable);
    add("solve_min_peak", optimalSolve, Objective::MinPeak);
    add("solve_min_ipus", optimalSolve, Objective::MinIpus);
    add("move_uncached", moveUncached)->MinTime(SecondsOfSingleCalls);
    add("move_with_table", moveWithTable);
}

} // namespace tileline::benchmarks
