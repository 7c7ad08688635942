// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/sourceformats.h"

#include "core/base/sequences.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace tileline {

namespace {

namespace fs = std::filesystem;

/// The number of levels of subdirectories that are searched.
constexpr int MaxDirectoryDepth = 2;

/// The names that Poplar gives to debug information.
constexpr const char* DebugNames[] = {"debug.cbor", "debug.json"};

/// What is known about files that could not be read. Directories, pipes and devices are left out.
struct Unread {
    std::optional<Error> profile; ///< error of the first file whose content or name suggests a profile
    std::string debug;            ///< the first file that has Poplar's name for debug information
};

/// Returns the file if its format is known, even if the file is damaged.
std::optional<SourceFile> recognise(const fs::path& path, Unread& unread) {
    auto file = identify(path);
    if (file) {
        return *std::move(file);
    }
    const Error& error = file.failure();
    const bool other = error.code == ErrorCode::NotAProfile || error.code == ErrorCode::Truncated;
    if (!unread.profile && error.code != ErrorCode::FileNotFound && (!other || isNamedAsProfile(path))) {
        unread.profile = error;
    }
    std::error_code ignored;
    if (unread.debug.empty() && fs::is_regular_file(path, ignored) &&
        std::ranges::find(DebugNames, path.filename()) != std::end(DebugNames)) {
        unread.debug = path.string();
    }
    return std::nullopt;
}

/// Returns those files in a directory that have a known format, sorted by name. Leaves out the file `except`.
/// If `below` is not null, the subdirectories are added to `*below`.
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
    std::ranges::sort(paths);
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

/// The debug information among `files`. A file with the name debug.*, which Poplar uses, is preferred. If
/// there is none, the largest file with debug information is used.
std::optional<SourceFile> debugAmong(const std::vector<SourceFile>& files) {
    const auto rank = [](const SourceFile& file) {
        return std::tuple(isDebug(file), fs::path(file.name()).stem() == "debug", file.source->bytes());
    };
    const auto best =
        std::ranges::max_element(files, [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return best != files.end() && isDebug(*best) ? std::optional(*best) : std::nullopt;
}

/// Searches a report directory. `above` is the debug information found in the directories above `directory`.
void collect(const fs::path& directory, int depth, ProfileSource above, std::vector<ProfileSource>& found,
             Unread& unread) {
    std::vector<fs::path> below;
    Unread here;
    const auto files = knownFilesIn(directory, here, depth < MaxDirectoryDepth ? &below : nullptr);
    unread.profile = unread.profile ? unread.profile : here.profile;
    if (auto own = debugAmong(files)) {
        above.debug = std::move(own);
    }
    above.unreadableDebug = above.debug ? "" : here.debug.empty() ? above.unreadableDebug : here.debug;
    for (const SourceFile& file : files) {
        if (!isDebug(file)) {
            found.push_back({file, above.debug, {}, above.unreadableDebug});
        }
    }
    for (const fs::path& path : below) {
        collect(path, depth + 1, above, found, unread);
    }
}

Result<ProfileSource> resolveDirectory(const fs::path& directory) {
    const auto all = TRY(findProfiles(directory));
    auto candidates = all;
    keepPreferred(candidates, &ProfileSource::profile);
    if (candidates.size() > 1) {
        return errorIn(directory.string(), ErrorCode::SeveralProfiles, "one profile",
                       joinedTexts(candidates, ", ", [](const auto& each) { return each.profile.name(); }));
    }
    ProfileSource source = candidates.front();
    if (source.profile.format->kind == SourceKind::ForeignProfile) {
        const auto beside = std::ranges::find_if(all, [](const ProfileSource& candidate) {
            return candidate.profile.format->kind == SourceKind::TilelineProfile;
        });
        source.beside = beside == all.end() ? std::nullopt : std::optional(beside->profile);
    }
    return source;
}

fs::path directoryOf(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// Finds the debug information of a profile. It is beside the profile or, in reports with a directory for
/// each program, one directory up.
ProfileSource withDebug(const SourceFile& profile) {
    const fs::path directory = directoryOf(profile.name());
    Unread unread;
    ProfileSource source{profile, debugAmong(knownFilesIn(directory, unread, nullptr, profile.name()))};
    for (const char* const name : DebugNames) {
        if (!source.debug) {
            auto above = recognise((directory / ".." / name).lexically_normal(), unread);
            source.debug = above && isDebug(*above) ? std::move(above) : std::nullopt;
        }
    }
    source.unreadableDebug = source.debug ? "" : unread.debug;
    return source;
}

} // namespace

Result<std::vector<ProfileSource>> findProfiles(const fs::path& directory) {
    std::error_code error;
    const fs::directory_iterator readable(directory, error);
    if (error) {
        return systemError(directory, error.value());
    }
    std::vector<ProfileSource> found;
    Unread unread;
    collect(directory, 0, {}, found, unread);
    if (found.empty() && unread.profile && isNamedAsProfile(unread.profile->file)) {
        return *unread.profile;
    }
    if (found.empty()) {
        return errorIn(
            directory.string(), ErrorCode::NoProfileInDirectory, "a profile in it or in a directory below it",
            unread.profile ? "none; " + unread.profile->file + " could not be read: " + unread.profile->actual
                           : "none");
    }
    std::ranges::stable_sort(found, [](const auto& a, const auto& b) {
        return a.profile.source->bytes() > b.profile.source->bytes();
    });
    return found;
}

Result<ProfileSource> resolveSource(const std::vector<fs::path>& paths) {
    if (paths.empty() || paths.size() > 2) {
        return errorIn("", ErrorCode::BadArgument, "one path, or a profile and its debug information",
                       std::to_string(paths.size()) + " paths");
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
        return errorIn(paths.back().string(), ErrorCode::BadArgument, "a profile and its debug information",
                       "two profiles, or two files with debug information",
                       "Open one profile at a time, alone or together with its debug information.");
    }
    if (profile) {
        return debug ? ProfileSource{*profile, debug} : withDebug(*profile);
    }
    auto source = TRY(resolveDirectory(directory ? *directory : directoryOf(debug->name())));
    if (debug) {
        source.debug = std::move(debug);
    }
    return source;
}

} // namespace tileline
