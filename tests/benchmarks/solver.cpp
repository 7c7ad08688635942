// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/optimalsolver.h"
#include "core/partition/splitplan.h"
#include "tests/benchmarks/registration.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

namespace tileline::benchmarks {

namespace {

using Clock = std::chrono::steady_clock;

/// Costs like those of a model with many layers: roughly proportional to the length, and not monotone.
IntervalCosts costsOf(size_t layers) {
    IntervalCosts costs(layers);
    std::minstd_rand random(1);
    for (size_t first = 0; first < layers; ++first) {
        costs.setCrossing(first, random() % 100000);
        for (size_t last = first; last < layers; ++last) {
            costs.setPeak(first, last, 20000 * (last - first + 1) + random() % 15000);
        }
    }
    return costs;
}

/// Too little memory for any plan, which causes the most work. With `limits`, each IPU has a different limit.
SolveRequest requestFor(size_t layers, bool limits) {
    MemoryLimits memory{1000, {}};
    for (uint32_t ipu = 0; limits && ipu < MaxIpus; ++ipu) {
        memory.ofIpu.push_back(1000 + ipu);
    }
    return {Objective::MinPeak, PlanConstraints(layers, MaxIpus, std::move(memory))};
}

/// Computes the lowest peak for 1 to 64 IPUs.
void tradeOff(benchmark::State& state, size_t layers, bool limits) {
    const IntervalCosts costs = costsOf(layers);
    const SolveRequest request = requestFor(layers, limits);
    for (auto step : state) {
        benchmark::DoNotOptimize(solveTradeOff(costs, request));
    }
}

/// The time from a stop request to the end of the solve. Requests are spread over the solve.
void stopTradeOff(benchmark::State& state, size_t layers) {
    const IntervalCosts costs = costsOf(layers);
    const SolveRequest request = requestFor(layers, true);
    double worst = 0;
    std::minstd_rand random(2);
    for (auto step : state) {
        std::stop_source source;
        std::jthread solver(
            [&] { benchmark::DoNotOptimize(solveTradeOff(costs, request, source.get_token())); });
        std::this_thread::sleep_for(std::chrono::milliseconds(random() % 300));
        const auto asked = Clock::now();
        source.request_stop();
        solver.join();
        const double took = std::chrono::duration<double>(Clock::now() - asked).count();
        worst = std::max(worst, took);
        state.SetIterationTime(took);
    }
    state.counters["worst_ms"] = worst * 1e3;
}

} // namespace

void registerSolver() {
    const auto add = [](const char* name, auto&& function, auto... arguments) {
        return benchmark::RegisterBenchmark(name, function, arguments...)->Unit(benchmark::kMillisecond);
    };
    add("trade_off/400_layers", tradeOff, size_t{400}, false);
    add("trade_off_with_limits/400_layers", tradeOff, size_t{400}, true);
    add("trade_off/2000_layers", tradeOff, size_t{2000}, false);
    add("stop_trade_off/2000_layers", stopTradeOff, size_t{2000})->UseManualTime()->Iterations(40);
}

} // namespace tileline::benchmarks
