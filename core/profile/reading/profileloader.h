// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/profile/profile.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// What a file is for, determined from its content and never from its name: a profile that Tileline wrote, a
/// profile of another program, or debug information. The last two have several formats.
enum class SourceKind { TilelineProfile, ForeignProfile, DebugInformation };

/// Determines the kind from the first bytes (for SQLite, from application_id and user_version).
Result<SourceKind> detectSource(const std::filesystem::path& file);
/// BadArgument if the file is a profile or debug information: they take long to make again, so that nothing
/// else is written over them.
Result<Done> checkNoSource(const std::filesystem::path& file);

/// The usual names of the files that can be opened, for dialogs: "*.tileline *.cbor".
std::string sourceFileNames();

/// A profile that a report directory holds.
struct ProfileCandidate {
    std::filesystem::path profile;
    std::optional<std::filesystem::path> debug; ///< beside it, or in a parent directory within the report
    SourceKind kind = SourceKind::TilelineProfile;
    uint64_t bytes = 0;
    std::filesystem::file_time_type modified;
};

/// What the user asked to open, resolved to files.
struct ProfileSource {
    std::filesystem::path profile;
    std::optional<std::filesystem::path> debug;
    /// A Tileline profile beside Poplar's own, which was chosen before it.
    std::optional<std::filesystem::path> beside{};
};

/// All profiles in a directory and two levels of subdirectories, the largest first. If there are none, the
/// error of a file that is named as a profile, or NoProfileInDirectory; `actual` then names a file that could
/// not be read, if there was one.
Result<std::vector<ProfileCandidate>> findProfiles(const std::filesystem::path& directory);

/// Resolves one path (a directory, a profile, or debug information beside one) or two (a profile and its
/// debug information, in either order). NoProfileInDirectory, SeveralProfiles (`actual` lists them), ...
Result<ProfileSource> resolveSource(const std::vector<std::filesystem::path>& paths);

/// Reads a profile, with its operations and debug information. Blocking; meant for a worker thread.
/// Polls `stop` at least every few milliseconds. Read-only: never locks or changes the files.
Outcome<ProfilePtr> loadProfile(const ProfileSource& source, Progress progress = {},
                                std::stop_token stop = {});

} // namespace tileline
