// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/benchmarkmodels.h"

#include "app/generate/modelgenerator.h"
#include "core/base/errortext.h"
#include "core/profile/reading/profileloader.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>

namespace tileline::benchmarks {

namespace {

namespace fs = std::filesystem;

/// The number of allocated bytes, including the large blocks that malloc maps.
size_t heapBytes() {
    const struct mallinfo2 info = ::mallinfo2();
    return info.uordblks + info.hblkhd;
}

bool isCurrent(const fs::path& file) {
    std::error_code error;
    const auto written = fs::last_write_time(file, error);
    return !error && written > fs::last_write_time("/proc/self/exe");
}

/// How to generate a model, and whether to write it as Poplar does.
std::pair<GeneratorOptions, bool> optionsOf(const std::string& model) {
    GeneratorOptions options;
    const bool asPoplar = model.ends_with(AsPoplar) || model == FourIpus || model == ManyBoxes;
    options.model = model.substr(0, model.size() - (model.ends_with(AsPoplar) ? AsPoplar.size() : 0));
    options.traits.tileLayout = asPoplar;
    if (model == FourIpus) {
        options.model = BertLarge;
        options.traits.ipus = 4;
        options.traits.measuredTrace = true;
        options.traits.iterations = 32;
    } else if (model == FiveMillionSteps) {
        options.model = "bert-base";
        options.tiles = 16;
        options.traits.ipus = 16;
        options.traits.measuredTrace = true;
    } else if (model == ManyBoxes) {
        options.model = "gpt";
        options.layers = 600;
        options.tiles = 16;
        options.training = true;
    } else if (const size_t at = model.find('@'); at != std::string::npos) {
        options.model = model.substr(0, at);
        options.layers = static_cast<uint32_t>(std::stoul(model.substr(at + 1)));
        options.tiles = 16;
    }
    return {options, asPoplar};
}

/// Replaces the run of a trace by one in which 16 IPUs run all programs 5 million times altogether.
GeneratedModel withManySteps(GeneratedModel generated) {
    constexpr uint32_t Ipus = 16;
    constexpr uint32_t Steps = 5'000'000 / Ipus;
    auto profile = std::const_pointer_cast<Profile>(generated.profile);
    profile->executionRuns = {{0, "run"}};
    profile->runsOnIpus.clear();
    profile->measuredCycles.clear();
    profile->executionSteps = {};
    profile->stepSyncs.clear();
    profile->syncTypes = {"External"};
    std::array<uint64_t, Ipus> now{};
    for (uint32_t step = 0; step < Steps; ++step) {
        const bool sync = step % 50 == 0;
        const uint64_t latest = *std::max_element(now.begin(), now.end());
        for (uint32_t ipu = 0; ipu < Ipus; ++ipu) {
            ExecutionStep made;
            made.step = step;
            made.ipu = ipu;
            made.cyclesFrom = now[ipu];
            now[ipu] = sync ? latest + 40 : now[ipu] + 100 + (step * 31 + ipu * 7) % 900;
            made.cyclesTo = now[ipu] + step % 3;
            made.cycles = now[ipu] - made.cyclesFrom;
            now[ipu] -= step % 23 == 0 && !sync ? 50 : 0; // the next step overlaps this one
            if (!sync) {
                made.program = profile->stepProgram[step % profile->stepCount()];
                made.activeTiles = 16;
                made.tileBalance = 0.5 + step % 50 / 100.0;
            }
            profile->executionSteps.append(made);
        }
        if (sync) {
            profile->stepSyncs.push_back({step, 0});
        }
    }
    generated.profile = std::move(profile);
    return generated;
}

Estimates estimatesOf(const ProfilePtr& profile, Setting setting) {
    const size_t before = heapBytes();
    Estimates estimates{buildEstimator(profile, setting), nullptr};
    estimates.table = std::make_shared<IntervalTable>(estimates.estimator);
    valueOrExit(estimates.table->fill(SplitPlan(estimates.layerCount()), workers()));
    estimates.extraBytes = heapBytes() - before;
    return estimates;
}

} // namespace

void exitWith(const Failure& failure) {
    std::fprintf(stderr, "%s\n", failure.cancelled() ? "cancelled" : describe(failure.error()).c_str());
    std::exit(EXIT_FAILURE);
}

fs::path profileDirectory(const std::string& model) {
    const fs::path directory = fs::path(TILELINE_BENCHMARK_CACHE) / model;
    if (!isCurrent(directory / "debug.cbor")) {
        const auto [options, asPoplar] = optionsOf(model);
        GeneratedModel generated = valueOrExit(generateModel(options));
        generated = model == FiveMillionSteps ? withManySteps(std::move(generated)) : generated;
        valueOrExit(asPoplar ? writePoplarModel(generated, directory) : writeModel(generated, directory));
    }
    return directory;
}

fs::path profileFile(const fs::path& directory) {
    const fs::path poplar = directory / "profile.pop";
    return fs::exists(poplar) ? poplar : directory / "profile.tileline";
}

Workers& workers() {
    static Workers all;
    return all;
}

Outcome<ProfilePtr> loadFrom(const fs::path& directory, std::stop_token stop) {
    const ProfileSource source = TRY(resolveSource({directory}));
    return loadProfile(source, {}, std::move(stop));
}

StageEstimatorPtr buildEstimator(const ProfilePtr& profile, Setting setting) {
    const LayersPtr layers = valueOrExit(findLayers(*profile, {}));
    if (setting == Setting::PopLiner) {
        return valueOrExit(StageEstimator::build(profile, layers, workers()));
    }
    const PipelineOptions options;
    const auto entries = valueOrExit(PipelineEntries::find(*profile, *layers, options.mode, {}));
    return valueOrExit(StageEstimator::build(profile, entries, options, workers()));
}

StageEstimatorPtr estimatorOf(const GeneratorOptions& options) {
    return buildEstimator(valueOrExit(generateModel(options)).profile, Setting::PopLiner);
}

const Model& loadedModel(const std::string& name) {
    static std::string current;
    static Model model;
    if (current == name) {
        return model;
    }
    model = {};
    current = name;
    const fs::path directory = profileDirectory(name);
    workers();
    const size_t before = heapBytes();
    model.profile = valueOrExit(loadFrom(directory));
    model.profileBytes = heapBytes() - before;
    model.popliner = estimatesOf(model.profile, Setting::PopLiner);
    model.pipeline = estimatesOf(model.profile, Setting::Pipeline);
    return model;
}

} // namespace tileline::benchmarks
