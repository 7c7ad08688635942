// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/benchmarkmodels.h"
#include "tests/benchmarks/peakmemory.h"
#include "tests/benchmarks/registration.h"

#include <benchmark/benchmark.h>

#include <string_view>

using namespace tileline::benchmarks;

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == PeakArgument) {
        return printPeakOfLoad(argv[2]);
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 1;
    }
    for (const std::string& model : {BertLarge, NinetySixLayers}) {
        registerLoad(model);
        registerPartition(model);
    }
    registerLoad(NinetySixLayers + AsPoplar);
    registerGrowth();
    registerSolver();
    registerTrace();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
