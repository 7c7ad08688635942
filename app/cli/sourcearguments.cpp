// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sourcearguments.h"

#include "app/cli/optionchecks.h"

#include <CLI/CLI.hpp>

#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>

namespace tileline::cli {

namespace {

namespace fs = std::filesystem;

/// Local time, without seconds.
std::string timeText(fs::file_time_type time) {
    const auto system = std::chrono::file_clock::to_sys(time);
    const std::time_t seconds = std::chrono::system_clock::to_time_t(
        std::chrono::time_point_cast<std::chrono::system_clock::duration>(system));
    std::tm local{};
    std::array<char, 32> text{};
    if (::localtime_r(&seconds, &local) == nullptr ||
        std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &local) == 0) {
        return {};
    }
    return text.data();
}

/// One line for each profile: bytes, date, path within the directory.
std::string listOf(const fs::path& directory, const std::vector<ProfileCandidate>& candidates) {
    std::string list;
    for (const ProfileCandidate& candidate : candidates) {
        std::string bytes = std::to_string(candidate.bytes);
        bytes.insert(0, bytes.size() < 12 ? 12 - bytes.size() : 0, ' ');
        list += "\n    " + bytes + " bytes  " + timeText(candidate.modified) + "  " +
                candidate.profile.lexically_relative(directory).string();
    }
    return list;
}

constexpr const char* HowToChoose = "Choose one with --profile-in-directory NAME, or give its own path.";

/// The profile in `directory` whose path within it, or whose folder's path, is `name`.
Result<ProfileSource> choose(const fs::path& directory, const std::string& name) {
    auto candidates = TRY(findProfiles(directory));
    const fs::path wanted = fs::path(name).lexically_normal();
    for (const ProfileCandidate& candidate : candidates) {
        const fs::path inside = candidate.profile.lexically_relative(directory);
        if (inside == wanted || inside.parent_path() == wanted) {
            return ProfileSource{candidate.profile, candidate.debug};
        }
    }
    return Error{ErrorCode::BadArgument,
                 {},
                 "--profile-in-directory",
                 "one of the profiles in " + directory.string() + ":" + listOf(directory, candidates),
                 name,
                 HowToChoose};
}

/// The error for a directory that holds several profiles, with a list of them.
Error severalProfiles(const fs::path& directory, Error error) {
    if (const auto candidates = findProfiles(directory)) {
        error.actual = std::to_string(candidates->size()) + " profiles:" + listOf(directory, *candidates);
    }
    error.remedy = HowToChoose;
    return error;
}

} // namespace

CLI::Option& SourceArguments::addTo(CLI::App& command) {
    return addOptions(
        command, *command.add_option("PROFILE", m_paths, "A profile, or a report directory")->expected(1));
}

CLI::Option& SourceArguments::addSeveralTo(CLI::App& command) {
    return addOptions(command, *command.add_option("PROFILE", m_paths, "Profiles, or report directories"));
}

CLI::Option& SourceArguments::addOptions(CLI::App& command, CLI::Option& profile) {
    refuseEmpty(&profile)->required()->type_name("");
    CLI::Option* debug = command.add_option("--debug", m_debug,
                                            "Debug information (debug.cbor), where it is not beside PROFILE");
    refuseEmpty(debug)->type_name("FILE");
    CLI::Option* inDirectory = command.add_option(
        "--profile-in-directory", m_inDirectory,
        "Which profile of a directory that holds several: its path within, or its folder's");
    refuseEmpty(inDirectory)->type_name("NAME");
    return profile;
}

Result<ProfileSource> SourceArguments::source(const std::string& path) const {
    std::error_code ignored;
    if (!m_inDirectory.empty() && fs::is_directory(path, ignored)) {
        auto chosen = choose(path, m_inDirectory);
        if (chosen && !m_debug.empty()) {
            chosen->debug = m_debug;
        }
        return chosen;
    }
    std::vector<fs::path> paths{path};
    if (!m_debug.empty()) {
        paths.emplace_back(m_debug);
    }
    auto resolved = resolveSource(paths);
    if (!resolved && resolved.failure().code == ErrorCode::SeveralProfiles) {
        return severalProfiles(path, std::move(resolved).failure());
    }
    return resolved;
}

std::vector<fs::path> SourceArguments::filesOf(const std::string& path) const {
    const auto files = source(path);
    if (!files) {
        return m_debug.empty() ? std::vector<fs::path>{path} : std::vector<fs::path>{path, m_debug};
    }
    if (files->debug) {
        return {files->profile, *files->debug};
    }
    const fs::path directory = files->profile.parent_path();
    return {files->profile, directory / "debug.cbor", directory / "debug.json"};
}

Outcome<ProfilePtr> SourceArguments::load(const std::string& path, Context& context) const {
    auto files = TRY(source(path));
    return loadProfile(files, context.progress(), context.stop());
}

Result<Done> checkComplete(const Profile& profile) {
    const LoadNote* const note = profile.findNote(LoadNote::Kind::OperationsTruncated);
    if (note == nullptr) {
        return Done{};
    }
    return Error{ErrorCode::Truncated,  profile.debugFile->path.string(),
                 note->detail,          "all operations",
                 "the end of the file", "Copy the debug information again, or give --anyway."};
}

} // namespace tileline::cli
