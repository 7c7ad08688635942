// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/poptorchplan.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// Something in an options file that could not be used, or not as it stands.
struct ConfFinding {
    uint32_t line = 0; ///< from 1; 0 where it is about no single line
    std::string what;  ///< the line, block or option
    std::string reason;

    bool operator==(const ConfFinding&) const = default;
};

/// A stage as an options file has it.
struct ConfStage {
    std::vector<std::string> blocks;
    std::optional<uint32_t> ipu;
};

/// Where a block begins, from the comments of a file that Tileline wrote, or from the annotation file.
struct ConfBlock {
    bool knowsLayer = false;          ///< `layer` was given
    std::optional<std::string> layer; ///< nothing for *none*
    std::string path;
};

/// An options file for PopTorch, read without executing anything: each line goes through the grammar of
/// pythoncall.h.
struct PoptorchConf {
    PoptorchExportOptions options; ///< lines of no own meaning are its extra lines
    std::vector<ConfStage> stages; ///< in order; empty where the file sets no execution strategy
    std::map<std::string, ConfBlock> blocks;
    std::vector<ConfFinding> findings;
};

/// Reads any text; what it cannot use is in the findings. `annotations` is the Python file beside it, or
/// empty: only its list BLOCKS is read.
PoptorchConf readPoptorchConf(std::string_view text, std::string_view annotations = {});

/// A plan made from an options file.
struct ConfPlan {
    ExportPlan plan;
    PoptorchExportOptions options;
    std::vector<ConfFinding> findings; ///< of the reading and of the placing
};

/// Finds the layer that each stage begins with, in the layers of `profile` (its split is ignored, its module
/// paths are the defaults). A block is looked up by the layer that the file names for it, by its module, by
/// its own name (a layer, a module, "layer3"), and last by what `layerRegex` matches in its name. Fails with
/// BadPlan where the file has no stages or none could be placed.
Result<ConfPlan> placeStages(const PoptorchConf& conf, const ExportPlan& profile,
                             const std::string& layerRegex);

} // namespace tileline
