// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"
#include "core/profile/reading/source.h"

#include <filesystem>
#include <optional>
#include <span>
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

/// The files that the user asked to open. Code that is given this knows neither paths nor where the files
/// are.
struct ProfileSource {
    SourceFile profile;
    std::optional<SourceFile> debug{}; ///< beside it, or in a parent directory within the report
    /// A Tileline profile that lies beside another program's profile, which takes precedence.
    std::optional<SourceFile> beside{};
    /// Without debug information: a file that has its name, but cannot be read as such.
    std::string unreadableDebug{};
};

/// All profiles in a directory and two levels of subdirectories, the largest first. If there are none, the
/// error of a file that is named as a profile, or NoProfileInDirectory; `actual` then names a file that could
/// not be read, if there was one.
Result<std::vector<ProfileSource>> findProfiles(const std::filesystem::path& directory);

/// Resolves one path (a directory, a profile, or debug information beside one) or two (a profile and its
/// debug information, in either order). NoProfileInDirectory, SeveralProfiles (`actual` lists them), ...
Result<ProfileSource> resolveSource(const std::vector<std::filesystem::path>& paths);

/// A file, to be opened as it is. NotAProfile, Truncated, UnsupportedVersion, FileChanged, or an error of the
/// system.
Result<SourceFile> openSource(const std::filesystem::path& file);

/// Reads a profile, with its operations and debug information. Blocking; meant for a worker thread.
/// Polls `stop` at least every few milliseconds. Read-only: never locks or changes the files.
Outcome<ProfilePtr> loadProfile(const ProfileSource& source, Progress progress = {},
                                std::stop_token stop = {});

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
