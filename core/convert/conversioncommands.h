// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tileline {

/// The two commands that convert a profile on a machine with the SDK: the first writes the exporter, the
/// second runs it. Quoted for a shell. The debug information of the profile is found by its location.
std::vector<std::string> conversionCommands(const std::filesystem::path& profile);

} // namespace tileline
