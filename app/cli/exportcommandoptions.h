// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/frameworks/poptorchplan.h"
#include "core/layers/layers.h"
#include "core/layers/passes.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tileline::cli {

/// The options of an export to PopTorch. Options on the command line replace those of a plan file.
class ExportOptionArguments {
public:
    void addTo(CLI::App& command);

    /// The mode of --mode; empty if it was not given.
    std::optional<PassMode> mode() const;
    /// The micro-batches that the command line asks for; empty if it does not.
    std::optional<uint32_t> microBatches(ExportMode mode) const;
    /// `options` with the values from the command line.
    PoptorchExportOptions applyTo(PoptorchExportOptions options) const;
    /// Sets the module paths of --module LAYER=PATH. UnknownLayer, BadArgument.
    Result<Done> setModules(const Layers& layers, ExportPlan& plan) const;

private:
    std::optional<std::string> m_mode;
    std::optional<std::string> m_strategy;
    std::optional<std::string> m_blocks;
    std::optional<uint32_t> m_deviceIterations;
    std::optional<uint32_t> m_gradientAccumulation;
    std::optional<uint32_t> m_replicationFactor;
    std::optional<double> m_memoryProportion;
    std::vector<std::string> m_extraLines;
    std::vector<std::string> m_modules;
};

} // namespace tileline::cli
