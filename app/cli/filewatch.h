// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <stop_token>
#include <vector>

namespace tileline::cli {

/// The state of some files: size, time and identity of each, or that it does not exist. Two objects are equal
/// if they list the same files and none of them has changed.
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

/// Waits until the files differ from `seen` and have stopped changing. Polls a few times a second: polling
/// works on every file system, and also if a file is replaced by a rename or is missing for a moment. Returns
/// false if `stop` was requested.
bool waitForChange(const FileStamps& seen, const std::stop_token& stop);

} // namespace tileline::cli
