// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/generatoroptions.h"
#include "core/base/parallel.h"
#include "core/estimate/intervaltable.h"
#include "core/estimate/stageestimator.h"

#include <filesystem>
#include <string>

namespace tileline::benchmarks {

/// The two model sizes for which everything is measured.
inline const std::string BertLarge = "bert-large";
inline const std::string NinetySixLayers = "gpt-96";

/// A small model, many layers, and layers for 64 IPUs: for the window only, with few tiles.
inline const std::string TwelveLayers = "bert-base@12";
inline const std::string FourHundredLayers = "gpt@400";
inline const std::string SixtyFourIpus = "gpt@200";
inline constexpr uint32_t ManyIpus = 64;

/// Reports as Poplar writes them, for the window only: of four IPUs, with two measured runs; and of few
/// tiles, each with more than 50,000 lifetimes of variables.
inline const std::string FourIpus = "four-ipus";
inline const std::string ManyBoxes = "many-boxes";

/// A model with a measured run of 5 million steps on 16 IPUs.
inline const std::string FiveMillionSteps = "bert-base@trace";

/// Suffix for the name of a model: its report as Poplar writes it, with everything that a real report has.
inline const std::string AsPoplar = "-poplar";

/// The directory of a profile; "@" in its name begins its number of layers. Generates the profile if it does
/// not exist or is older than this program.
std::filesystem::path profileDirectory(const std::string& model);

/// The profile in such a directory.
std::filesystem::path profileFile(const std::filesystem::path& directory);

/// Loads the profile of a directory.
Outcome<ProfilePtr> loadFrom(const std::filesystem::path& directory, std::stop_token stop = {});

/// Ends the program with the error's text.
[[noreturn]] void exitWith(const Failure& failure);
template <class T>
T valueOrExit(Outcome<T> outcome) {
    if (!outcome) {
        exitWith(outcome.failure());
    }
    return *std::move(outcome);
}

/// The threads that all benchmarks use: one for each core.
Workers& workers();

/// The data derived from a profile in one setting, with the options that users get by default.
struct Estimates {
    StageEstimatorPtr estimator;
    IntervalTablePtr table;
    size_t extraBytes = 0; ///< on the heap: layers, estimator and table

    size_t layerCount() const { return estimator->layerCount(); }
};

/// A profile with everything that is derived from it.
struct Model {
    ProfilePtr profile;
    size_t profileBytes = 0; ///< on the heap
    Estimates popliner;
    Estimates pipeline;

    const Estimates& of(Setting setting) const { return setting == Setting::PopLiner ? popliner : pipeline; }
};

/// The model of that name, loaded from disk. Only the most recently used model is kept.
const Model& loadedModel(const std::string& name);

/// The estimator of a profile that is generated in memory, without a table. Used to measure how the cost
/// grows.
StageEstimatorPtr estimatorOf(const GeneratorOptions& options);

/// Finds the layers of `profile` and builds the index.
StageEstimatorPtr buildEstimator(const ProfilePtr& profile, Setting setting);

} // namespace tileline::benchmarks
