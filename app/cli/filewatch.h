// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/textfile.h"

#include <filesystem>
#include <map>
#include <optional>
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
    /// Of files that do not exist: nothing.
    std::map<std::filesystem::path, std::optional<FileStamp>> m_stamps;
};

/// Waits until the files differ from `seen` and have stopped changing. Polls a few times a second: polling
/// works on every file system, and also if a file is replaced by a rename or is missing for a moment. Returns
/// false if `stop` was requested.
bool waitForChange(const FileStamps& seen, const std::stop_token& stop);

} // namespace tileline::cli
