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

/// What a file contains: a profile that Tileline wrote, a profile of another program, or debug information.
/// Tileline finds this out from the file's content, never from its name. Debug information and profiles of
/// other programs can have several formats.
enum class SourceKind { TilelineProfile, ForeignProfile, DebugInformation };

/// Determines the kind of a file from its first bytes, and the kind of a SQLite file from its application_id.
/// Errors: those of openSource().
Result<SourceKind> detectSource(const std::filesystem::path& file);
/// Error: BadArgument if the file is a profile or debug information. Such files must not be overwritten,
/// because creating them takes a long time.
Result<Done> checkNoSource(const std::filesystem::path& file);

/// The usual names of the files that can be opened, for dialogs: "*.tileline *.pop *.cbor *.json".
std::string sourceFileNames();

/// The files that the user asked to open. Code that receives a ProfileSource does not need to know where
/// these files are.
struct ProfileSource {
    SourceFile profile;
    std::optional<SourceFile> debug{}; ///< found beside the profile or in a directory above
    /// A Tileline profile that resolveSource() found together with `profile`. loadProfile() does not load it,
    /// but adds a note if it holds another profile's data. Empty if Tileline wrote `profile`.
    std::optional<SourceFile> beside{};
    /// Path of a file that is named like debug information but unreadable; empty if `debug` is not empty.
    std::string unreadableDebug{};
};

/// All profiles in a directory and two levels of subdirectories, largest first. If there is no profile, but
/// the first unreadable file is named like a profile, returns the error of opening that file. Otherwise,
/// without a profile, returns NoProfileInDirectory; `actual` names the first unreadable file, if any.
Result<std::vector<ProfileSource>> findProfiles(const std::filesystem::path& directory);

/// Finds the files to open. `paths` is either one path (a directory, a profile, or debug information beside a
/// profile) or two paths in any order (debug information, and its profile or the profile's directory).
/// Errors: NoProfileInDirectory, SeveralProfiles (`actual` lists them), and others.
Result<ProfileSource> resolveSource(const std::vector<std::filesystem::path>& paths);

/// Returns a file as a source, without looking for other files beside it. Errors: NotAProfile, Truncated,
/// UnsupportedVersion, FileChanged, or a system error.
Result<SourceFile> openSource(const std::filesystem::path& file);

/// Reads a profile with its operations and debug information. This function blocks, so call it on a worker
/// thread. Checks `stop` at least every few milliseconds. Never locks or changes the files.
Outcome<ProfilePtr> loadProfile(const ProfileSource& source, Progress progress = {},
                                std::stop_token stop = {});

/// A profile that a search found, or a file or directory that could not be read.
struct FoundReport {
    std::filesystem::path path; ///< path of the profile, or of the unreadable file or directory
    std::optional<Error> error; ///< why `path` cannot be opened; empty for a profile
};

/// The limits at which a search gives up. Without limits, following a link to a huge disk could take hours.
struct SearchLimits {
    size_t directories = 100'000;
    size_t entries = 2'000'000; ///< maximum number of files and directories together
};

/// All profiles at or below `roots`. A root is a directory or a profile. Profiles are recognised by their
/// content, as in resolveSource(). A file that is named like a profile but is not a profile is listed, too.
/// If a directory contains Poplar's own profile, the Tileline profiles in that directory are left out.
///
/// The results are in the order of the roots and, below a root, in the order of the paths. Links are
/// followed, but each file and directory is visited only once, if possible through a path without links.
/// Error: TooLarge if there are more directories or files than `limits` allows.
Outcome<std::vector<FoundReport>> findReports(std::span<const std::filesystem::path> roots,
                                              const std::stop_token& stop = {},
                                              const SearchLimits& limits = {});

} // namespace tileline
