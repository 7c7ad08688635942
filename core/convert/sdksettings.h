// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace tileline {

/// How libpva, the reader of Poplar's own profiles, is reached.
struct SdkSettings {
    std::string python = "python3"; ///< the interpreter; looked up in PATH unless it has a slash
    std::string activate{};         ///< the SDK's activation script, sourced by bash first; may be empty
    /// The exporter is taken for hung when it says nothing for so long. libpva opens a file of 1 GB without a
    /// word, so this is long. Zero: never.
    std::chrono::milliseconds silenceLimit = std::chrono::minutes(10);

    bool operator==(const SdkSettings&) const = default;
};

/// Exit status of sdkCommand() where the activation script failed.
inline constexpr int ActivationFailed = 86;

/// The command line that runs the interpreter with these arguments, after the activation script.
std::vector<std::string> sdkCommand(const SdkSettings& settings, const std::vector<std::string>& arguments);

} // namespace tileline
