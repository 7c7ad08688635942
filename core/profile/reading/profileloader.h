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

/// The purpose of a file, determined from its content and never from its name: a profile that Tileline wrote,
/// a profile of another program, or debug information. The last two kinds have several formats.
enum class SourceKind { TilelineProfile, ForeignProfile, DebugInformation };

/// Determines the kind from the first bytes (for SQLite, from application_id). Errors: as openSource().
Result<SourceKind> detectSource(const std::filesystem::path& file);
/// Error: BadArgument if the file is a profile or debug information. Such files take a long time to create,
/// so they must not be overwritten.
Result<Done> checkNoSource(const std::filesystem::path& file);

/// The usual names of the files that can be opened, for dialogs: "*.tileline *.pop *.cbor *.json".
std::string sourceFileNames();

/// The files that the user asked to open. Code that receives this object does not need to know where the
/// files are.
struct ProfileSource {
    SourceFile profile;
    std::optional<SourceFile> debug{}; ///< found beside the profile or in a directory above it
    /// If another program wrote `profile`: a Tileline profile that lies beside it but is not loaded.
    std::optional<SourceFile> beside{};
    /// If `debug` is empty: the path of a file with the usual name of debug information that cannot be read.
    std::string unreadableDebug{};
};

/// All profiles in a directory and two levels of subdirectories, largest first. If there are none, returns
/// the error of an unreadable file that has the name of a profile. If there is no such file, the error is
/// NoProfileInDirectory; its `actual` names another unreadable file, if there is one.
Result<std::vector<ProfileSource>> findProfiles(const std::filesystem::path& directory);

/// Resolves one path (a directory, a profile, or debug information beside a profile) or two (a profile and
/// its debug information, in either order). Errors: NoProfileInDirectory, SeveralProfiles (listed in
/// `actual`), ...
Result<ProfileSource> resolveSource(const std::vector<std::filesystem::path>& paths);

/// Returns exactly this file as a source, without looking for files beside it. Errors: NotAProfile,
/// Truncated, UnsupportedVersion, FileChanged, or a system error.
Result<SourceFile> openSource(const std::filesystem::path& file);

/// Reads a profile with its operations and debug information. Blocks, so call it on a worker thread. Checks
/// `stop` at least every few milliseconds, and never locks or changes the files.
Outcome<ProfilePtr> loadProfile(const ProfileSource& source, Progress progress = {},
                                std::stop_token stop = {});

/// A profile that a search found, or a file or directory that could not be read.
struct FoundReport {
    std::filesystem::path path; ///< path of the profile, file or directory
    std::optional<Error> error; ///< the reason why there is nothing to load
};

/// The limits at which a search gives up, so that following a link to a huge disk does not take hours.
struct SearchLimits {
    size_t directories = 100'000;
    size_t entries = 2'000'000; ///< files and directories together
};

/// All profiles below the directories `roots`. A root may itself be a profile. Profiles are recognised by
/// their content, as in resolveSource(). Files with the name of a profile but other content are listed too.
/// If a directory contains Poplar's own profile, the Tileline profiles in that directory are left out.
///
/// The results are in the order of the roots and, below a root, in the order of the paths. Links are
/// followed, but each file and directory is visited once, if possible by a path without links. Error:
/// TooLarge if there are more directories or files than `limits` allows.
Outcome<std::vector<FoundReport>> findReports(std::span<const std::filesystem::path> roots,
                                              const std::stop_token& stop = {},
                                              const SearchLimits& limits = {});

} // namespace tileline
