// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/benchmarkmodels.h"

#include "app/generate/modelgenerator.h"
#include "core/base/errortext.h"
#include "core/profile/reading/profileloader.h"

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
        const GeneratedModel generated = valueOrExit(generateModel(options));
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
