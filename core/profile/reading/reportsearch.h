// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace tileline {

/// A profile that a search found, or what could not be searched.
struct FoundReport {
    std::filesystem::path path; ///< of the profile; or of the file or directory that could not be read
    std::optional<Error> error; ///< why there is nothing to load
};

/// When a search gives up, so that a link to a whole file system does not keep it busy for hours.
struct SearchLimits {
    size_t directories = 100'000;
    size_t entries = 2'000'000; ///< files and directories together
};

/// All profiles below the directories, by content as resolveSource() knows them, and files whose names say
/// that they are profiles although their content does not. A root may be a profile itself. Of a directory
/// with Poplar's own profile, profiles that Tileline wrote are left out.
///
/// In the order of the roots; below a root, by path. Links are followed, but each file and each directory
/// counts once, if possible by a path without links. TooLarge if there is more than `limits` allows.
Outcome<std::vector<FoundReport>> findReports(std::span<const std::filesystem::path> roots,
                                              const std::stop_token& stop = {},
                                              const SearchLimits& limits = {});

} // namespace tileline
