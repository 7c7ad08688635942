// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sdkarguments.h"

#include "app/cli/optionchecks.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

void SdkArguments::addTo(CLI::App& command) {
    constexpr const char* Group = "Poplar's own profiles";
    command.add_option("--python", m_settings.sdk.python, "The Python that has the SDK's module pva")
        ->type_name("PROGRAM")
        ->envname("TILELINE_PYTHON")
        ->capture_default_str()
        ->group(Group);
    command.add_option("--activate", m_settings.sdk.activate, "The SDK's activation script, sourced first")
        ->type_name("SCRIPT")
        ->envname("TILELINE_ACTIVATE")
        ->group(Group);
    command
        .add_option("--cache-dir", m_settings.cache.directory,
                    "Where converted profiles are kept (default: tileline in the user's cache)")
        ->type_name("DIR")
        ->group(Group);
    CLI::Option* limit = command.add_option_function<unsigned>(
        "--silence-limit",
        [this](unsigned seconds) { m_settings.sdk.silenceLimit = std::chrono::seconds(seconds); },
        "The exporter is taken for hung when it says nothing for so long; 0: never (default: 600)");
    takeWholeNumber(limit, 0, UINT32_MAX)->type_name("SECONDS")->group(Group);
}

} // namespace tileline::cli
