// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/textfile.h"
#include "core/profile/reading/profileloader.h"
#include "core/profile/reading/sourcereader.h"

#include <algorithm>
#include <set>

namespace tileline {

namespace {

namespace fs = std::filesystem;

/// How many levels of subdirectories are searched.
constexpr int MaxDirectoryDepth = 2;

/// A file of a kind that Tileline knows. It may be damaged.
struct KnownFile {
    fs::path path;
    SourceKind kind{};
    FileStamp stamp;
};

/// Why a file could not be read, or is no profile although it is named as one. Files that are not regular
/// files are skipped without an error.
using Unread = std::optional<Error>;

/// Returns the file if its kind is known. Stores the first error in `unread`.
std::optional<KnownFile> recognise(const fs::path& path, Unread& unread) {
    auto header = readHeader(path);
    if (!header) {
        Error error = std::move(header).failure();
        if (!unread && error.code != ErrorCode::NotAProfile && error.code != ErrorCode::FileNotFound) {
            unread = std::move(error);
        }
        return std::nullopt;
    }
    auto format = findFormat(*header);
    if (!format) {
        if (!unread && isNamedAsProfile(path)) {
            unread = std::move(format).failure();
        }
        return std::nullopt;
    }
    return KnownFile{path, (*format)->kind, header->stamp};
}

/// The known files directly in a directory, sorted by name.
std::vector<KnownFile> knownFilesIn(const fs::path& directory, Unread& unread) {
    std::vector<fs::path> paths;
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
         entry.increment(error)) {
        paths.push_back(entry->path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<KnownFile> files;
    for (const fs::path& path : paths) {
        if (auto file = recognise(path, unread)) {
            files.push_back(std::move(*file));
        }
    }
    return files;
}

/// The debug information among files: the file that has Poplar's name for it, otherwise the largest one.
std::optional<fs::path> debugAmong(const std::vector<KnownFile>& files) {
    const KnownFile* best = nullptr;
    const auto rank = [](const KnownFile& file) {
        return std::pair(file.path.stem() == "debug", file.stamp.bytes);
    };
    for (const KnownFile& file : files) {
        if (file.kind == SourceKind::DebugInformation && (best == nullptr || rank(*best) < rank(file))) {
            best = &file;
        }
    }
    return best == nullptr ? std::nullopt : std::optional(best->path);
}

/// Searches a report directory. `debug` is the debug information found in the directories above.
void collect(const fs::path& directory, int depth, std::optional<fs::path> debug,
             std::vector<ProfileCandidate>& found, Unread& unread) {
    const auto files = knownFilesIn(directory, unread);
    if (auto own = debugAmong(files)) {
        debug = std::move(own);
    }
    for (const KnownFile& file : files) {
        if (file.kind != SourceKind::DebugInformation) {
            std::error_code ignored;
            found.push_back(
                {file.path, debug, file.kind, file.stamp.bytes, fs::last_write_time(file.path, ignored)});
        }
    }
    if (depth == MaxDirectoryDepth) {
        return;
    }
    std::vector<fs::path> below;
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code ignored;
        if (entry->is_directory(ignored)) {
            below.push_back(entry->path());
        }
    }
    std::sort(below.begin(), below.end());
    for (const fs::path& path : below) {
        collect(path, depth + 1, debug, found, unread);
    }
}

std::string listOf(const std::vector<ProfileCandidate>& candidates) {
    std::string list;
    for (const ProfileCandidate& candidate : candidates) {
        list.append(list.empty() ? "" : ", ").append(candidate.profile.string());
    }
    return list;
}

Result<ProfileSource> resolveDirectory(const fs::path& directory) {
    auto candidates = TRY(findProfiles(directory));
    // A Tileline profile beside Poplar's own was probably made from it, and may hold less.
    std::set<fs::path> ownProfiles; ///< directories with a profile.pop
    std::optional<fs::path> beside;
    for (const ProfileCandidate& candidate : candidates) {
        if (candidate.kind == SourceKind::ForeignProfile) {
            ownProfiles.insert(candidate.profile.parent_path());
        }
    }
    std::erase_if(candidates, [&](const ProfileCandidate& candidate) {
        const bool erased = candidate.kind == SourceKind::TilelineProfile &&
                            ownProfiles.contains(candidate.profile.parent_path());
        if (erased && !beside) {
            beside = candidate.profile;
        }
        return erased;
    });
    if (candidates.size() > 1) {
        return Error{ErrorCode::SeveralProfiles, directory.string(), {}, "one profile", listOf(candidates)};
    }
    return ProfileSource{candidates.front().profile, candidates.front().debug, std::move(beside)};
}

/// Finds the debug information of a profile by its location: beside the profile, or one directory up, as in
/// reports that have a profile for each program.
std::optional<fs::path> debugFor(const fs::path& profile) {
    const fs::path directory = profile.has_parent_path() ? profile.parent_path() : fs::path(".");
    Unread ignored;
    if (auto beside = debugAmong(knownFilesIn(directory, ignored))) {
        return beside;
    }
    for (const char* name : {"debug.cbor", "debug.json"}) {
        const auto above = recognise(directory / ".." / name, ignored);
        if (above && above->kind == SourceKind::DebugInformation) {
            return above->path.lexically_normal();
        }
    }
    return std::nullopt;
}

Result<ProfileSource> resolveOne(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
        return resolveDirectory(path);
    }
    auto kind = TRY(detectSource(path));
    if (kind != SourceKind::DebugInformation) {
        return ProfileSource{path, debugFor(path)};
    }
    auto source = resolveDirectory(path.has_parent_path() ? path.parent_path() : fs::path("."));
    if (source) {
        source->debug = path;
    }
    return source;
}

Result<bool> isDebug(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
        return false;
    }
    const auto kind = detectSource(path);
    return kind ? Result<bool>(*kind == SourceKind::DebugInformation) : kind.failure();
}

Result<ProfileSource> resolveTwo(const fs::path& first, const fs::path& second) {
    auto firstIsDebug = TRY(isDebug(first));
    auto secondIsDebug = TRY(isDebug(second));
    if (firstIsDebug == secondIsDebug) {
        return Error{ErrorCode::BadArgument,
                     second.string(),
                     {},
                     "a profile and its debug information",
                     "two of a kind",
                     "Open profiles one by one; give debug information beside a profile."};
    }
    auto source = resolveOne(firstIsDebug ? second : first);
    if (source) {
        source->debug = firstIsDebug ? first : second;
    }
    return source;
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
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
    return found;
}

Result<ProfileSource> resolveSource(const std::vector<fs::path>& paths) {
    if (paths.size() == 1) {
        return resolveOne(paths.front());
    }
    if (paths.size() == 2) {
        return resolveTwo(paths.front(), paths.back());
    }
    return Error{ErrorCode::BadArgument,
                 {},
                 {},
                 "one path, or a profile and its debug information",
                 std::to_string(paths.size()) + " paths"};
}

} // namespace tileline
