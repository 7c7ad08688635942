// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/splitplan.h"
#include "core/solve/optimalsolver.h"
#include "core/solve/paretofront.h"
#include "core/solve/stagedsearch.h"
#include "tests/benchmarks/registration.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <chrono>
#include <ctime>
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

/// The time from a stop request to the end of `solve(stop)`. Requests are spread over the solve.
template <class Solve>
void timeStops(benchmark::State& state, const Solve& solve) {
    double worst = 0;
    std::minstd_rand random(2);
    for (auto step : state) {
        std::stop_source source;
        std::jthread solver([&] { solve(source.get_token()); });
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

void stopTradeOff(benchmark::State& state, size_t layers) {
    const IntervalCosts costs = costsOf(layers);
    const SolveRequest request = requestFor(layers, true);
    timeStops(state, [&](const std::stop_token& stop) {
        benchmark::DoNotOptimize(solveTradeOff(costs, request, stop));
    });
}

/// Costs of a training pipeline in which every boundary has a different transfer, so that no transfer can be
/// skipped because it equals another.
IntervalCosts timedCosts(size_t entries, bool outputOnFirst) {
    IntervalCosts costs(entries);
    std::vector<uint32_t> copies;
    for (uint32_t after = 0; after <= MaxIpus; ++after) {
        copies.push_back(stashCopies(Schedule::PopTorch, after));
    }
    costs.setPositional(std::move(copies), outputOnFirst);
    std::minstd_rand random(1);
    StageTimes times(entries);
    std::vector<double> work;
    for (size_t entry = 0; entry < entries; ++entry) {
        work.push_back(200000.0 + static_cast<double>(random() % 100000));
    }
    const auto line = [&](size_t length) {
        return PeakLine{15000 * length + random() % 15000, static_cast<uint32_t>(random() % 2000), 0, {}, {}};
    };
    for (size_t first = 0; first < entries; ++first) {
        costs.setCrossing(first, random() % 100000);
        const double transfer = first == 0 ? 0 : 3000.0 + static_cast<double>(random() % 100000);
        double sum = 0;
        for (size_t last = first; last < entries; ++last) {
            const PeakLine peak = line(last - first + 1);
            costs.setLines(first, last, {&peak, 1});
            sum += work[last];
            times.set(first, last, {last + 1 < entries ? 4 * sum : 3 * sum, transfer});
        }
    }
    for (size_t last = 0; last + 1 < entries; ++last) {
        const PeakLine peak = line(last + 4);
        costs.setLinesBesideOutput(last, {&peak, 1});
        times.setBesideOutput(last, {times.of(0, last).work + 3 * work.back(), 50000});
    }
    costs.setTimes(std::move(times));
    return costs;
}

constexpr size_t FrontEntries = 97;
constexpr uint32_t FrontIpus = 16;

/// The memory that the lowest peak needs, plus a tenth. With `limits`, slightly more for each IPU.
SolveRequest requestFor(const IntervalCosts& costs, bool limits) {
    SolveRequest request{Objective::MinPeak, PlanConstraints(FrontEntries, FrontIpus)};
    const auto solved = std::get<SolvedPlan>(*solveOptimal(costs, request));
    MemoryLimits memory{solved.peakTileBytes * 11 / 10, {}};
    for (uint32_t ipu = 0; limits && ipu < FrontIpus; ++ipu) {
        memory.ofIpu.push_back(memory.perTile + 100 * ipu);
    }
    request.objective = Objective::MinPeriod;
    request.constraints = request.constraints.withMemory(std::move(memory));
    return request;
}

/// The shortest period of a plan that fits.
void minPeriod(benchmark::State& state, bool outputOnFirst, bool limits) {
    const IntervalCosts costs = timedCosts(FrontEntries, outputOnFirst);
    const SolveRequest request = requestFor(costs, limits);
    for (auto step : state) {
        benchmark::DoNotOptimize(solveOptimal(costs, request));
    }
}

/// The front, point by point: the processor time of the first point, and the longest of any other.
void paretoPoints(benchmark::State& state, bool outputOnFirst) {
    const IntervalCosts costs = timedCosts(FrontEntries, outputOnFirst);
    const SolveRequest request{Objective::MinPeriod, PlanConstraints(FrontEntries, FrontIpus)};
    double first = 0;
    double worst = 0;
    size_t points = 0;
    for (auto step : state) {
        const std::stop_token stop;
        const StagedSearch search(costs, request, false, stop);
        const PeriodSearch next(search, costs, FrontIpus, UINT64_MAX);
        std::clock_t asked = std::clock();
        const auto seconds = [&] { return static_cast<double>(std::clock() - asked) / CLOCKS_PER_SEC; };
        std::optional<SolvedPlan> point = *next.shortest();
        first = std::max(first, seconds());
        for (points = 1; point; ++points) {
            asked = std::clock();
            point = *next.shortest(point->peakTileBytes - 1);
            worst = std::max(worst, seconds());
        }
    }
    state.counters["points"] = static_cast<double>(points);
    state.counters["first_ms"] = first * 1e3;
    state.counters["worst_ms"] = worst * 1e3;
}

/// The whole front for `entries`, as the window shows it.
void pareto(benchmark::State& state, size_t entries) {
    const IntervalCosts costs = timedCosts(entries, false);
    const SolveRequest request{Objective::MinPeriod, PlanConstraints(entries, FrontIpus)};
    for (auto step : state) {
        benchmark::DoNotOptimize(solvePareto(costs, request));
    }
}

void stopPareto(benchmark::State& state, size_t entries) {
    const IntervalCosts costs = timedCosts(entries, false);
    const SolveRequest request{Objective::MinPeriod, PlanConstraints(entries, MaxIpus)};
    timeStops(state, [&](const std::stop_token& stop) {
        benchmark::DoNotOptimize(solvePareto(costs, request, DefaultParetoPoints, stop));
    });
}

} // namespace

void registerSolver() {
    const auto add = [](const char* name, auto&& function, auto... arguments) {
        return benchmark::RegisterBenchmark(name, function, arguments...)->Unit(benchmark::kMillisecond);
    };
    add("trade_off/400_layers", tradeOff, size_t{400}, false);
    add("trade_off_with_limits/400_layers", tradeOff, size_t{400}, true);
    add("trade_off/2000_layers", tradeOff, size_t{2000}, false);
    add("min_period/97_entries", minPeriod, false, false);
    add("min_period_output_first/97_entries", minPeriod, true, false);
    add("min_period_with_limits/97_entries", minPeriod, false, true);
    add("pareto_points/97_entries", paretoPoints, false);
    add("pareto_points_output_first/97_entries", paretoPoints, true);
    add("pareto/97_entries", pareto, FrontEntries);
    add("stop_pareto/1000_entries", stopPareto, size_t{1000})->UseManualTime()->Iterations(40);
    add("stop_trade_off/2000_layers", stopTradeOff, size_t{2000})->UseManualTime()->Iterations(40);
}

} // namespace tileline::benchmarks
