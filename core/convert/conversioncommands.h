// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tileline {

/// The two commands that convert a profile where the SDK is: write the exporter, run it. Quoted for a shell.
/// The debug information that belongs to the profile is found by where it lies.
std::vector<std::string> conversionCommands(const std::filesystem::path& profile);

} // namespace tileline
