// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/profilearguments.h"
#include "core/plan/plan.h"
#include "core/planfile/planfile.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tileline::cli {

/// A plan that the user gives: --splits LAYER,... or --plan FILE.
class PlanArguments {
public:
    void addTo(CLI::App& command);
    /// Adds --splits, --plan, and --plan-name NAME.
    void addNamedTo(CLI::App& command);

    bool given() const { return !m_splits.empty() || !m_file.empty(); }
    /// Path of the plan file; empty if none was given.
    const std::string& file() const { return m_file; }

    /// The plan file, if one was given.
    Result<std::optional<PlanFile>> read(Context& context) const;
    /// The plan that --plan-name names, or else the current plan of the file.
    Result<const PlanDescription*> choose(const PlanFile& file) const;

    /// The plan of --splits, with as many IPUs as stages. Without --splits, one stage with all layers.
    Result<Plan> plan(const Layers& layers) const;
    /// The plan of the file, or plan(layers) if there is no file. Prints what does not match as warnings.
    Result<Plan> plan(const std::optional<PlanFile>& file, const Study& study, Context& context) const;

private:
    std::vector<std::string> m_splits;
    std::string m_file;
    std::string m_name;
};

} // namespace tileline::cli
