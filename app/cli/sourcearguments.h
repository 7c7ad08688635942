// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/sdkarguments.h"
#include "core/profileio/profileloader.h"

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline::cli {

/// Which profile: PROFILE (a file or a directory), --debug FILE, --profile-in-directory NAME; and how it is
/// read where it is Poplar's own.
class SourceArguments {
public:
    /// One PROFILE. The option, for what else the command asks of it.
    CLI::Option& addTo(CLI::App& command);
    /// One PROFILE or several.
    CLI::Option& addSeveralTo(CLI::App& command);

    const std::vector<std::string>& paths() const { return m_paths; }
    const ConvertSettings& convertSettings() const { return m_sdk.settings(); }

    /// The files that a PROFILE stands for. Where a directory holds several and none is chosen, the error
    /// lists them, the largest first.
    Result<ProfileSource> source(const std::string& path) const;
    /// The files that a PROFILE depends on: the profile and its debug information, there or not.
    std::vector<std::filesystem::path> filesOf(const std::string& path) const;
    /// Reads the profile; Poplar's own through a conversion that is kept.
    Outcome<ProfilePtr> load(const std::string& path, Context& context) const;

private:
    CLI::Option& addOptions(CLI::App& command, CLI::Option& profile);

    std::vector<std::string> m_paths;
    std::string m_debug;
    std::string m_inDirectory;
    SdkArguments m_sdk;
};

} // namespace tileline::cli
