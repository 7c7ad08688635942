// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/optionline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// What the exported options are for: the rules on iterations differ, so one export is for one of them.
enum class ExportMode : uint8_t { Inference, Training };

/// PopTorch's execution strategies.
enum class ExecutionStrategy : uint8_t {
    Pipelined,     ///< all stages at work at the same time, each on an IPU of its own
    Sharded,       ///< one stage after the other, each on an IPU of its own
    SerialPhased,  ///< one phase for each stage, all on IPU 0
    ParallelPhased ///< even phases on IPU 0, odd ones on IPU 1
};

/// How many blocks the annotation file begins.
enum class BlockNaming : uint8_t {
    PerStage, ///< one for each stage: both files change with the plan
    PerLayer  ///< one for each layer: the annotation file stays, the options file alone carries the plan
};

/// The user's choices for an export to PopTorch.
struct PoptorchExportOptions {
    ExportMode mode = ExportMode::Inference;
    ExecutionStrategy strategy = ExecutionStrategy::Pipelined;
    BlockNaming blocks = BlockNaming::PerStage;
    std::optional<uint32_t> deviceIterations;     ///< nothing: the minimum that the rules allow
    std::optional<uint32_t> gradientAccumulation; ///< nothing: the minimum that the rules allow
    uint32_t replicationFactor = 1;
    /// Available memory proportion, the same for all IPUs: the one that the profile was made with. Nothing:
    /// not written, PopTorch's own default holds.
    std::optional<double> availableMemoryProportion;
    std::vector<OptionLine> extraLines; ///< further options

    bool operator==(const PoptorchExportOptions&) const = default;
};

/// The names that plan files and the command line use.
std::string_view nameOf(ExportMode mode);
std::string_view nameOf(ExecutionStrategy strategy);
std::string_view nameOf(BlockNaming blocks);
std::optional<ExportMode> exportModeOf(std::string_view name);
std::optional<ExecutionStrategy> executionStrategyOf(std::string_view name);
std::optional<BlockNaming> blockNamingOf(std::string_view name);

} // namespace tileline
