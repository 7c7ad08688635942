// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <stop_token>
#include <vector>

namespace tileline::cli {

/// What some files look like from outside: size, time and identity, or that they are not there. Equal where
/// none of them has changed, and none was added or left out.
class FileStamps {
public:
    FileStamps() = default;
    explicit FileStamps(const std::vector<std::filesystem::path>& files);

    /// The same files as they are now.
    FileStamps now() const;
    bool operator==(const FileStamps&) const = default;

private:
    struct Stamp {
        int64_t seconds = 0;
        int64_t nanoseconds = 0;
        uint64_t size = 0;
        uint64_t device = 0;
        uint64_t identity = 0;
        bool there = false;

        bool operator==(const Stamp&) const = default;
    };
    static Stamp stampOf(const std::filesystem::path& file);

    std::map<std::filesystem::path, Stamp> m_stamps;
};

/// Waits until files differ from `seen` and have come to rest. Looks a few times a second: that works on
/// every file system, and also where a file is replaced by a rename or is away for a moment. False when
/// `stop` was requested.
bool waitForChange(const FileStamps& seen, const std::stop_token& stop);

} // namespace tileline::cli
