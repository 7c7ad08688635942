// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/profilearguments.h"
#include "core/partition/plan.h"
#include "core/planfile/planfile.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tileline::cli {

/// A plan of the user's own: --splits LAYER,... or --plan FILE.
class PlanArguments {
public:
    void addTo(CLI::App& command);
    /// The same, with --plan-name NAME.
    void addNamedTo(CLI::App& command);

    bool given() const { return !m_splits.empty() || !m_file.empty(); }
    /// Path of the plan file; empty where there is none.
    const std::string& file() const { return m_file; }

    /// The plan file, where there is one.
    Result<std::optional<PlanFile>> read() const;
    /// The plan that was asked for by name, else the one that the file shows.
    Result<const PlanDescription*> choose(const PlanFile& file) const;

    /// The plan of --splits, on as many IPUs as it has stages; without them one stage with all layers.
    Result<Plan> plan(const Layers& layers) const;
    /// The plan of the file, or plan() without one. Prints what does not match as warnings.
    Result<Plan> plan(const std::optional<PlanFile>& file, const OpenedProfile& opened,
                      Context& context) const;

private:
    std::vector<std::string> m_splits;
    std::string m_file;
    std::string m_name;
};

/// How layers are found: as the command line says, else as the plan file does.
LayerOptions layerOptionsFor(const LayerArguments& layers, const PlanFile* file);

} // namespace tileline::cli
