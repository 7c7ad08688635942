// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/planarguments.h"

#include "app/cli/layernames.h"
#include "app/cli/optionchecks.h"
#include "app/cli/plandocument.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

void PlanArguments::addTo(CLI::App& command) {
    CLI::Option* splits =
        command
            .add_option(
                "--splits", m_splits,
                "A stage begins at each of these layers: names with commas between them. A name with a "
                "comma in it is found where it is a value by itself; can be repeated")
            ->type_name("LAYER,...")
            ->allow_extra_args(false);
    CLI::Option* plan = command.add_option(
        "--plan", m_file, "A plan file (*.tileplan) instead; its layer options apply where none are given");
    refuseEmpty(plan)->type_name("FILE")->excludes(splits);
}

void PlanArguments::addNamedTo(CLI::App& command) {
    addTo(command);
    command.add_option("--plan-name", m_name, "Which plan of the --plan file; default: the one it shows")
        ->type_name("NAME");
}

Result<std::optional<PlanFile>> PlanArguments::read(Context& context) const {
    if (m_file.empty()) {
        return std::optional<PlanFile>();
    }
    auto file = TRY(readPlan(m_file, context));
    return std::optional<PlanFile>(std::move(file));
}

Result<const PlanDescription*> PlanArguments::choose(const PlanFile& file) const {
    return choosePlan(file, m_name);
}

Result<Plan> PlanArguments::plan(const Layers& layers) const {
    auto named = TRY(resolveLayers(layers, m_splits, "--splits"));
    auto splits = TRY(SplitPlan::make(layers.count(), std::move(named)));
    const auto ipus = static_cast<uint32_t>(splits.stageCount());
    return Plan::make(std::move(splits), PlanConstraints(layers.count(), ipus));
}

Result<Plan> PlanArguments::plan(const std::optional<PlanFile>& file, const Study& study,
                                 Context& context) const {
    if (!file) {
        return plan(*study.layers);
    }
    auto description = TRY(choose(*file));
    return applyWithWarnings(*file, *description, study, context).plan;
}

} // namespace tileline::cli
