// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/tracefigures.h"
#include "core/execution/tracelanes.h"
#include "tests/benchmarks/benchmarkmodels.h"
#include "tests/benchmarks/registration.h"

#include <benchmark/benchmark.h>

namespace tileline::benchmarks {

namespace {

struct Traced {
    ProfilePtr profile = valueOrExit(loadFrom(profileDirectory(FiveMillionSteps)));
    LayersPtr layers = valueOrExit(findLayers(*profile, {}));
    Passes passes = Passes::find(*profile, *layers);

    std::shared_ptr<const ExecutionTrace> trace() const {
        return std::make_shared<ExecutionTrace>(
            valueOrExit(ExecutionTrace::find(profile, layers, passes, TraceSource::Measured)));
    }
};
const Traced& traced() {
    static const Traced made;
    return made;
}

void findTrace(benchmark::State& state) {
    const Traced& known = traced();
    for (auto step : state) {
        benchmark::DoNotOptimize(known.trace());
    }
}

void findTraceLanes(benchmark::State& state, LaneNaming naming) {
    const auto trace = traced().trace();
    for (auto step : state) {
        benchmark::DoNotOptimize(TraceLanes::find(trace, 0, naming));
    }
}

void findCoarseLanes(benchmark::State& state) {
    const Traced& known = traced();
    const auto programs = programMarks(*known.profile, *known.layers, known.passes);
    for (auto step : state) {
        benchmark::DoNotOptimize(TraceLanes::coarse(*known.profile, programs, 0));
    }
}

void findTraceFigures(benchmark::State& state) {
    const auto trace = traced().trace();
    for (auto step : state) {
        benchmark::DoNotOptimize(TraceFigures::find(*trace, 0));
    }
}

} // namespace

void registerTrace() {
    const auto add = [](const char* name, const auto& run) {
        benchmark::RegisterBenchmark(name, run)
            ->Unit(benchmark::kMillisecond)
            ->MeasureProcessCPUTime()
            ->Iterations(5);
    };
    add("trace_coarse/5000000", findCoarseLanes);
    add("trace_order/5000000", findTrace);
    add("trace_lanes/5000000", [](benchmark::State& state) { findTraceLanes(state, LaneNaming::Steps); });
    add("trace_names/5000000", [](benchmark::State& state) { findTraceLanes(state, LaneNaming::Names); });
    add("trace_figures/5000000", findTraceFigures);
}

} // namespace tileline::benchmarks
