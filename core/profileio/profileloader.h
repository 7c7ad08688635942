// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/profile.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// What a file is, told from its content, never from its name.
enum class SourceKind { TilelineProfile, PoplarProfile, DebugInformation };

/// Looks at the first bytes (and for SQLite at application_id and user_version).
Result<SourceKind> detectSource(const std::filesystem::path& file);

/// A profile that a report directory holds.
struct ProfileCandidate {
    std::filesystem::path profile;
    std::optional<std::filesystem::path> debug; ///< beside it, or in a directory above it within the report
    SourceKind kind = SourceKind::TilelineProfile;
    uint64_t bytes = 0;
    std::filesystem::file_time_type modified;
};

/// What the user asked to open, resolved to files.
struct ProfileSource {
    std::filesystem::path profile;
    std::optional<std::filesystem::path> debug;
    /// What `profile` was converted from, which is what the user knows; empty where it is the user's own
    /// file.
    std::filesystem::path origin{};
};

/// All profiles in a directory and the directories below it (two levels), the largest first. Where there are
/// none, NoProfileInDirectory; `actual` names a file that could not be read.
Result<std::vector<ProfileCandidate>> findProfiles(const std::filesystem::path& directory);

/// Resolves one path (a directory, a profile, or debug information beside one) or two (a profile and its
/// debug information, in either order). NoProfileInDirectory, SeveralProfiles (`actual` lists them), ...
Result<ProfileSource> resolveSource(const std::vector<std::filesystem::path>& paths);

/// Reads a profile, with its operations and debug information. Blocking; meant for a worker thread.
/// Polls `stop` at least every few milliseconds. Read-only: never locks or changes the files.
Outcome<ProfilePtr> loadProfile(const ProfileSource& source, Progress progress = {},
                                std::stop_token stop = {});

} // namespace tileline
