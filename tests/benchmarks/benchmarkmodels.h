// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"
#include "core/partition/intervaltable.h"
#include "core/partition/stageestimator.h"
#include "tests/generator/generatoroptions.h"

#include <filesystem>
#include <string>

namespace tileline::benchmarks {

/// The two sizes that everything is measured at.
inline const std::string BertLarge = "bert-large";
inline const std::string NinetySixLayers = "gpt-96";

/// A profile on disk, generated where it is not there yet or older than this program.
std::filesystem::path profileDirectory(const std::string& model);

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

/// Threads for everything that is measured: all cores.
Workers& workers();

/// A profile with all that is derived from it, and the bytes that each part takes on the heap.
struct Model {
    ProfilePtr profile;
    StageEstimatorPtr estimator;
    IntervalTablePtr table;
    size_t profileBytes = 0;
    size_t extraBytes = 0; ///< layers, estimator and table

    size_t layerCount() const { return estimator->layerCount(); }
};

/// The model of that name, loaded from disk. Only the last one is kept.
const Model& loadedModel(const std::string& name);

/// Without a table, generated in memory; for how the cost grows.
StageEstimatorPtr estimatorOf(const GeneratorOptions& options);

/// Layers, then the index of `profile`.
StageEstimatorPtr buildEstimator(const ProfilePtr& profile);

} // namespace tileline::benchmarks
