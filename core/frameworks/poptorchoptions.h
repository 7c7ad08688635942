// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/optionline.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// The mode for which options are exported. Training and inference have different rules for iterations, so an
/// export is for one mode only.
enum class ExportMode : uint8_t { Inference, Training };

enum class ExecutionStrategy : uint8_t {
    Pipelined,     ///< all stages at the same time, each on its own IPU
    Sharded,       ///< one stage after another, each on its own IPU
    SerialPhased,  ///< one phase for each stage, all on IPU 0
    ParallelPhased ///< even phases on IPU 0, odd ones on IPU 1
};

/// How the annotation file divides the model into blocks.
enum class BlockNaming : uint8_t {
    PerStage, ///< one block per stage: both files depend on the plan
    PerLayer  ///< one block per layer: only the options file depends on the plan
};

/// A document from which a plan was imported. An export for the same framework writes the document back with
/// the plan's values, and keeps everything else in it.
struct ImportedDocument {
    std::string format{}; ///< id of the importer and of the exporter (exporters.h); empty: no document
    std::string text{};   ///< a JSON object

    bool operator==(const ImportedDocument&) const = default;
};

/// The user's choices for an export to PopTorch.
struct PoptorchExportOptions {
    ExportMode mode = ExportMode::Inference;
    ExecutionStrategy strategy = ExecutionStrategy::Pipelined;
    BlockNaming blocks = BlockNaming::PerStage;
    // The number of micro-batches: `deviceIterations` in inference, `gradientAccumulation` in training. If
    // the number is empty, microBatchesOf() chooses it. In training, an empty `deviceIterations` means 1.
    std::optional<uint32_t> deviceIterations;
    std::optional<uint32_t> gradientAccumulation; ///< only in training
    uint32_t replicationFactor = 1;
    /// The available memory proportion (0 to 1) with which the profile was made, the same for all IPUs. If
    /// the proportion is empty, the options file does not set it, and PopTorch's default applies.
    std::optional<double> availableMemoryProportion;
    std::vector<OptionLine> extraLines; ///< other options, set by the user or a plan file
    ImportedDocument imported;

    bool operator==(const PoptorchExportOptions&) const = default;
};

inline constexpr std::string_view ExportModeNames[] = {"inference", "training"};
inline constexpr std::string_view ExecutionStrategyNames[] = {"pipelined", "sharded", "serial-phased",
                                                              "parallel-phased"};
inline constexpr std::string_view BlockNamingNames[] = {"stage", "layer"};

/// The names that plan files and the command line use for the values of an enumeration, in the order of the
/// values.
constexpr std::span<const std::string_view> namesOf(ExportMode) {
    return ExportModeNames;
}
constexpr std::span<const std::string_view> namesOf(ExecutionStrategy) {
    return ExecutionStrategyNames;
}
constexpr std::span<const std::string_view> namesOf(BlockNaming) {
    return BlockNamingNames;
}

template <class Choice>
requires requires {
    namesOf(Choice{});
}
constexpr std::string_view nameOf(Choice choice) {
    return namesOf(choice)[static_cast<size_t>(choice)];
}

/// The choice called `name`; empty if there is none.
template <class Choice>
std::optional<Choice> choiceOf(std::string_view name) {
    const auto names = namesOf(Choice{});
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<Choice>(found - names.begin()));
}

/// Names as a phrase: "a, b or c".
std::string enumeration(std::span<const std::string_view> names);

} // namespace tileline
