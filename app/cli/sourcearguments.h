// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "core/profile/reading/profileloader.h"

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline::cli {

/// Which profile to read: PROFILE (a file or a directory), --debug FILE, --profile-in-directory NAME.
class SourceArguments {
public:
    /// Adds one PROFILE. Returns the option, so that the command can add its own checks.
    CLI::Option& addTo(CLI::App& command);
    /// Adds one or more PROFILEs.
    CLI::Option& addSeveralTo(CLI::App& command);

    const std::vector<std::string>& paths() const { return m_paths; }

    /// The files that a PROFILE refers to. If a directory holds several profiles and none is chosen, the
    /// error lists them, the largest first.
    Result<ProfileSource> source(const std::string& path) const;
    /// The files that a PROFILE depends on: the profile and its debug information, whether or not they exist.
    std::vector<std::filesystem::path> filesOf(const std::string& path) const;
    Outcome<ProfilePtr> load(const std::string& path, Context& context) const;

private:
    CLI::Option& addOptions(CLI::App& command, CLI::Option& profile);

    std::vector<std::string> m_paths;
    std::string m_debug;
    std::string m_inDirectory;
};

/// Truncated if the debug information ends too early, so that layers may be missing. For commands that write
/// what others will rely on; --anyway leaves the check out.
Result<Done> checkComplete(const Profile& profile);

} // namespace tileline::cli
