// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/poptorchoptions.h"

#include <array>
#include <utility>

namespace tileline {

namespace {

template <class T, size_t N>
using Names = std::array<std::pair<T, std::string_view>, N>;

constexpr Names<ExportMode, 2> Modes{
    {{ExportMode::Inference, "inference"}, {ExportMode::Training, "training"}}};
constexpr Names<ExecutionStrategy, 4> Strategies{{{ExecutionStrategy::Pipelined, "pipelined"},
                                                  {ExecutionStrategy::Sharded, "sharded"},
                                                  {ExecutionStrategy::SerialPhased, "serial-phased"},
                                                  {ExecutionStrategy::ParallelPhased, "parallel-phased"}}};
constexpr Names<BlockNaming, 2> Namings{{{BlockNaming::PerStage, "stage"}, {BlockNaming::PerLayer, "layer"}}};

template <class T, size_t N>
std::string_view find(const Names<T, N>& names, T value) {
    for (const auto& [candidate, name] : names) {
        if (candidate == value) {
            return name;
        }
    }
    return {};
}

template <class T, size_t N>
std::optional<T> find(const Names<T, N>& names, std::string_view wanted) {
    for (const auto& [value, name] : names) {
        if (name == wanted) {
            return value;
        }
    }
    return std::nullopt;
}

} // namespace

std::string_view nameOf(ExportMode mode) {
    return find(Modes, mode);
}
std::string_view nameOf(ExecutionStrategy strategy) {
    return find(Strategies, strategy);
}
std::string_view nameOf(BlockNaming blocks) {
    return find(Namings, blocks);
}
std::optional<ExportMode> exportModeOf(std::string_view name) {
    return find(Modes, name);
}
std::optional<ExecutionStrategy> executionStrategyOf(std::string_view name) {
    return find(Strategies, name);
}
std::optional<BlockNaming> blockNamingOf(std::string_view name) {
    return find(Namings, name);
}

} // namespace tileline
