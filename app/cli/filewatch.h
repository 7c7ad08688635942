// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

namespace tileline::cli {

/// Waits until one of some files changes. Looks at size, time and identity a few times a second: that works
/// on every file system, and also where a file is replaced by a rename or is away for a moment.
class FileWatch {
public:
    explicit FileWatch(std::vector<std::filesystem::path> files);

    /// Returns once a file differs from when it was last looked at and has come to rest; the positions of
    /// those that differ. Nothing when `stop` was requested.
    std::optional<std::vector<size_t>> waitForChange(std::stop_token stop);

private:
    struct Stamp {
        std::filesystem::file_time_type modified;
        uint64_t size = 0;
        uint64_t identity = 0;
        bool there = false;

        bool operator==(const Stamp&) const = default;
    };
    static Stamp stampOf(const std::filesystem::path& file);
    std::vector<Stamp> stamps() const;

    std::vector<std::filesystem::path> m_files;
    std::vector<Stamp> m_last;
};

} // namespace tileline::cli
