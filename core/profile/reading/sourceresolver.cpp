// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/sourceformats.h"

#include <algorithm>
#include <tuple>

namespace tileline {

namespace {

namespace fs = std::filesystem;

/// How many levels of subdirectories are searched.
constexpr int MaxDirectoryDepth = 2;

/// Why a file could not be read, or is no profile although it is named as one. Files that are not regular
/// files are skipped without an error.
using Unread = std::optional<Error>;

/// Returns the file if its format is known; it may be damaged. Stores the first error in `unread`.
std::optional<SourceFile> recognise(const fs::path& path, Unread& unread) {
    auto file = identify(path);
    if (file) {
        return *std::move(file);
    }
    const Error& error = file.failure();
    const bool other = error.code == ErrorCode::NotAProfile || error.code == ErrorCode::Truncated;
    if (!unread && error.code != ErrorCode::FileNotFound && (!other || isNamedAsProfile(path))) {
        unread = error;
    }
    return std::nullopt;
}

/// The files directly in a directory whose formats are known, except one, sorted by name; and, if `below` is
/// not null, the subdirectories.
std::vector<SourceFile> knownFilesIn(const fs::path& directory, Unread& unread, std::vector<fs::path>* below,
                                     const fs::path& except = {}) {
    std::vector<fs::path> paths;
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path() != except) {
            paths.push_back(entry->path());
        }
    }
    std::sort(paths.begin(), paths.end());
    std::vector<SourceFile> files;
    for (const fs::path& path : paths) {
        std::error_code ignored;
        if (auto file = recognise(path, unread)) {
            files.push_back(std::move(*file));
        } else if (below != nullptr && fs::is_directory(path, ignored)) {
            below->push_back(path);
        }
    }
    return files;
}

bool isDebug(const SourceFile& file) {
    return file.format->kind == SourceKind::DebugInformation;
}

/// The debug information among files: the file that has Poplar's name for it, otherwise the largest one.
std::optional<SourceFile> debugAmong(const std::vector<SourceFile>& files) {
    const auto rank = [](const SourceFile& file) {
        return std::tuple(isDebug(file), fs::path(file.name()).stem() == "debug", file.source->bytes());
    };
    const auto best = std::max_element(files.begin(), files.end(),
                                       [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return best != files.end() && isDebug(*best) ? std::optional(*best) : std::nullopt;
}

/// Searches a report directory. `debug` is the debug information found in the directories above.
void collect(const fs::path& directory, int depth, std::optional<SourceFile> debug,
             std::vector<ProfileCandidate>& found, Unread& unread) {
    std::vector<fs::path> below;
    const auto files = knownFilesIn(directory, unread, depth < MaxDirectoryDepth ? &below : nullptr);
    if (auto own = debugAmong(files)) {
        debug = std::move(own);
    }
    for (const SourceFile& file : files) {
        if (!isDebug(file)) {
            found.push_back({file, debug});
        }
    }
    for (const fs::path& path : below) {
        collect(path, depth + 1, debug, found, unread);
    }
}

std::string listOf(const std::vector<ProfileCandidate>& candidates) {
    std::string list;
    for (const ProfileCandidate& candidate : candidates) {
        list.append(list.empty() ? "" : ", ").append(candidate.profile.name());
    }
    return list;
}

Result<ProfileSource> resolveDirectory(const fs::path& directory) {
    const auto all = TRY(findProfiles(directory));
    auto candidates = all;
    keepPreferred(candidates, &ProfileCandidate::profile);
    if (candidates.size() > 1) {
        return Error{ErrorCode::SeveralProfiles, directory.string(), {}, "one profile", listOf(candidates)};
    }
    ProfileSource source{candidates.front().profile, candidates.front().debug};
    if (source.profile.format->kind == SourceKind::ForeignProfile) {
        const auto beside = std::find_if(all.begin(), all.end(), [](const ProfileCandidate& candidate) {
            return candidate.profile.format->kind == SourceKind::TilelineProfile;
        });
        source.beside = beside == all.end() ? std::nullopt : std::optional(beside->profile);
    }
    return source;
}

fs::path directoryOf(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// Finds the debug information of a profile by its location: beside the profile, or one directory up, as in
/// reports that have a profile for each program.
std::optional<SourceFile> debugFor(const fs::path& profile) {
    const fs::path directory = directoryOf(profile);
    Unread ignored;
    if (auto beside = debugAmong(knownFilesIn(directory, ignored, nullptr, profile))) {
        return beside;
    }
    for (const char* name : {"debug.cbor", "debug.json"}) {
        auto above = recognise((directory / ".." / name).lexically_normal(), ignored);
        if (above && isDebug(*above)) {
            return above;
        }
    }
    return std::nullopt;
}

} // namespace

Result<std::vector<ProfileCandidate>> findProfiles(const fs::path& directory) {
    std::error_code error;
    const fs::directory_iterator readable(directory, error);
    if (error) {
        return systemError(directory, error.value());
    }
    std::vector<ProfileCandidate> found;
    Unread unread;
    collect(directory, 0, std::nullopt, found, unread);
    if (found.empty() && unread && isNamedAsProfile(unread->file)) {
        return *unread;
    }
    if (found.empty()) {
        return Error{ErrorCode::NoProfileInDirectory,
                     directory.string(),
                     {},
                     "a profile in it or in a directory below it",
                     unread ? "none; " + unread->file + " could not be read: " + unread->actual : "none"};
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return a.profile.source->bytes() > b.profile.source->bytes();
    });
    return found;
}

Result<ProfileSource> resolveSource(const std::vector<fs::path>& paths) {
    if (paths.empty() || paths.size() > 2) {
        return Error{ErrorCode::BadArgument,
                     {},
                     {},
                     "one path, or a profile and its debug information",
                     std::to_string(paths.size()) + " paths"};
    }
    std::optional<SourceFile> profile;
    std::optional<SourceFile> debug;
    std::optional<fs::path> directory;
    for (const fs::path& path : paths) {
        std::error_code ignored;
        if (fs::is_directory(path, ignored)) {
            directory = path;
            continue;
        }
        auto file = TRY(openSource(path));
        (isDebug(file) ? debug : profile) = std::move(file);
    }
    if (paths.size() == 2 && (!debug || (!profile && !directory))) {
        return Error{ErrorCode::BadArgument,
                     paths.back().string(),
                     {},
                     "a profile and its debug information",
                     "two of a kind",
                     "Open profiles one by one; give debug information beside a profile."};
    }
    if (profile) {
        return ProfileSource{*profile, debug ? debug : debugFor(profile->name())};
    }
    auto source = TRY(resolveDirectory(directory ? *directory : directoryOf(debug->name())));
    if (debug) {
        source.debug = std::move(debug);
    }
    return source;
}

} // namespace tileline
