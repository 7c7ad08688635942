// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace tileline {

/// Identifies the content of a file without reading it: after a change, the stamp differs.
struct FileStamp {
    uint64_t device = 0;
    uint64_t inode = 0;
    uint64_t bytes = 0;
    int64_t modifiedSeconds = 0;
    int64_t modifiedNanoseconds = 0;

    bool operator==(const FileStamp&) const = default;
};

/// The stamp of a regular file. FileNotFound, PermissionDenied, or NotAProfile for anything else (a
/// directory, a pipe, a device), which is never opened.
Result<FileStamp> stampOf(const std::filesystem::path& path);

/// A file's stamp and its first bytes, at most HeaderBytes.
struct FileHeader {
    static constexpr size_t HeaderBytes = 64 * 1024;

    std::filesystem::path path;
    FileStamp stamp;
    std::string bytes;
};
Result<FileHeader> readHeader(const std::filesystem::path& path);

/// FileChanged if the file no longer has the stamp `before`, or is gone.
Result<Done> checkUnchanged(const std::filesystem::path& path, const FileStamp& before);

} // namespace tileline
