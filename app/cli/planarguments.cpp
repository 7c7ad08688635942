// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/planarguments.h"

#include "app/cli/layernames.h"

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
    command.add_option("--plan", m_file, "A plan file (*.tileplan) instead of --splits")
        ->type_name("FILE")
        ->excludes(splits);
}

Result<SplitPlan> PlanArguments::plan(const Layers& layers) const {
    auto splits = resolveLayers(layers, m_splits, "--splits");
    if (!splits) {
        return std::move(splits).failure();
    }
    return SplitPlan::make(layers.count(), std::move(*splits));
}

} // namespace tileline::cli
