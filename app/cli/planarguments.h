// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/base/result.h"
#include "core/partition/splitplan.h"

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

    bool given() const { return !m_splits.empty() || !m_file.empty(); }
    /// Path of the plan file; empty where there is none.
    const std::string& file() const { return m_file; }
    /// The plan for these layers; without options one stage with all layers.
    Result<SplitPlan> plan(const Layers& layers) const;

private:
    std::vector<std::string> m_splits;
    std::string m_file;
};

} // namespace tileline::cli
