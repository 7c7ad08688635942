// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/poptorchmodulepaths.h"

#include "core/analysis/regex.h"

#include <algorithm>
#include <map>

namespace tileline {

namespace {

/// The names of one layer's operations, reduced to module paths and counted.
struct PathCounts {
    struct Count {
        size_t operations = 0;
        size_t order = 0;
    };
    std::map<std::string, Count> paths;

    void add(const std::string& path) {
        Count& count = paths.try_emplace(path, Count{0, paths.size()}).first->second;
        ++count.operations;
    }

    ModulePathGuess guess() const {
        std::vector<std::pair<std::string, Count>> sorted(paths.begin(), paths.end());
        std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
            return a.second.operations != b.second.operations ? a.second.operations > b.second.operations
                                                              : a.second.order < b.second.order;
        });
        ModulePathGuess result;
        for (const auto& [path, count] : sorted) {
            if (result.path.empty()) {
                result.path = path;
            } else {
                result.others.push_back(path);
            }
        }
        return result;
    }
};

/// The module path in the first `end` characters of an operation name; empty if there is none.
std::string pathUpTo(const std::string& name, size_t end) {
    std::string path = name.substr(0, end);
    std::replace(path.begin(), path.end(), '/', '.');
    path.erase(0, path.find_first_not_of('.'));
    return path;
}

bool runsInOrder(const Layers& layers) {
    LayerIndex last;
    std::vector<bool> seen(layers.count(), false);
    for (const LayeredOperation& operation : layers.operations) {
        if (!operation.inLayer() || seen[operation.layer.index()]) {
            continue;
        }
        seen[operation.layer.index()] = true;
        if (operation.layer < last) {
            return false;
        }
        last = operation.layer;
    }
    return true;
}

} // namespace

std::vector<ModulePathGuess> guessModulePaths(const Layers& layers) {
    std::vector<PathCounts> counts(layers.count());
    const auto regex = Regex::compile(layers.options.layerRegex, "layer regex");
    if (!regex) {
        return std::vector<ModulePathGuess>(layers.count());
    }
    for (const LayeredOperation& operation : layers.operations) {
        if (operation.note != LayerNote::Matched || !operation.inLayer()) {
            continue;
        }
        const auto matches = regex->findAll(operation.name);
        if (matches && !matches->empty()) {
            counts[operation.layer.index()].add(pathUpTo(operation.name, matches->front().end));
        }
    }
    std::vector<ModulePathGuess> guesses;
    guesses.reserve(counts.size());
    for (const PathCounts& count : counts) {
        guesses.push_back(count.guess());
    }
    return guesses;
}

ExportPlan exportPlanOf(const Layers& layers, const SplitPlan& plan) {
    ExportPlan result;
    for (uint32_t layer = 0; layer < layers.count(); ++layer) {
        result.layerNames.push_back(layers.nameInFiles({layer}));
    }
    for (ModulePathGuess& guess : guessModulePaths(layers)) {
        result.modulePaths.push_back(std::move(guess.path));
    }
    result.plan = plan;
    result.kinds = layers.kinds;
    result.inExecutionOrder = runsInOrder(layers);
    return result;
}

} // namespace tileline
