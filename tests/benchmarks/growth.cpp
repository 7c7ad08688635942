// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/benchmarkmodels.h"
#include "tests/benchmarks/percentiles.h"
#include "tests/benchmarks/registration.h"

#include <benchmark/benchmark.h>

namespace tileline::benchmarks {

namespace {

void describeSize(benchmark::State& state, const StageEstimator& estimator) {
    state.counters["lowered"] = static_cast<double>(estimator.profile().lowered.size());
    state.counters["steps"] = estimator.profile().stepCount();
    state.counters["tiles"] = static_cast<double>(estimator.tileCount());
    state.counters["layers"] = static_cast<double>(estimator.layerCount());
}

/// Estimates a quarter of the layers from scratch.
void stageOf(benchmark::State& state, const GeneratorOptions& options) {
    const StageEstimatorPtr estimator = estimatorOf(options);
    const auto count = static_cast<uint32_t>(estimator->layerCount());
    const LayerRange quarter{{count / 4}, {count / 2}};
    Percentiles percentiles;
    for (auto step : state) {
        percentiles.timeBest(
            [&] { benchmark::DoNotOptimize(valueOrExit(estimator->estimate(quarter, workers()))); });
    }
    percentiles.report(state);
    describeSize(state, *estimator);
}

void tableOf(benchmark::State& state, const GeneratorOptions& options) {
    const StageEstimatorPtr estimator = estimatorOf(options);
    for (auto step : state) {
        IntervalTable table(estimator);
        valueOrExit(table.fill(SplitPlan(estimator->layerCount()), workers()));
    }
    describeSize(state, *estimator);
}

void add(const std::string& name, const GeneratorOptions& options) {
    for (const auto& [work, function] : {std::pair{"stage", &stageOf}, std::pair{"table", &tableOf}}) {
        benchmark::RegisterBenchmark(("growth_" + std::string(work) + "/" + name).c_str(), function, options)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    }
}

} // namespace

/// BERT large, with one of its sizes varied at a time. The number of layers changes variables and steps, the
/// number of tiles changes variables, and the batch size changes only bytes. Training changes variables and
/// steps per layer.
void registerGrowth() {
    const GeneratorOptions base{BertLarge, 12, 736, {}, false, 1, 1};
    for (const uint32_t layers : {6U, 12U, 24U, 48U}) {
        GeneratorOptions options = base;
        options.layers = layers;
        add("layers:" + std::to_string(layers), options);
    }
    for (const uint32_t tiles : {184U, 368U, 736U, 1472U}) {
        GeneratorOptions options = base;
        options.tiles = tiles;
        add("tiles:" + std::to_string(tiles), options);
    }
    for (const bool training : {false, true}) {
        GeneratorOptions options = base;
        options.training = training;
        add(training ? "training" : "inference", options);
    }
}

} // namespace tileline::benchmarks
