// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace tileline {

/// How to run libpva, the library that reads Poplar's own profiles.
struct SdkSettings {
    std::string python = "python3"; ///< the interpreter; looked up in PATH unless it has a slash
    std::string activate{};         ///< the SDK's activation script, which bash sources first; may be empty
    /// If the exporter writes nothing for this long, it is assumed to hang. The limit is long, because libpva
    /// reports nothing while it opens a file of 1 GB. Zero: no limit.
    std::chrono::milliseconds silenceLimit = std::chrono::minutes(10);

    bool operator==(const SdkSettings&) const = default;
};

/// Exit status of sdkCommand() if the activation script fails.
inline constexpr int ActivationFailed = 86;

/// The command line that sources the activation script and then runs the interpreter with `arguments`.
std::vector<std::string> sdkCommand(const SdkSettings& settings, const std::vector<std::string>& arguments);

} // namespace tileline
