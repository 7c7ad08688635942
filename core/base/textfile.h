// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/temporaryfile.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace tileline {

/// A file gets a different stamp when it changes, so a change can be detected without reading the file.
struct FileStamp {
    std::filesystem::file_type type{};
    uint64_t device = 0;
    uint64_t inode = 0;
    uint64_t bytes = 0;
    int64_t modifiedSeconds = 0; ///< seconds since 1970
    int64_t modifiedNanoseconds = 0;

    bool operator==(const FileStamp&) const = default;
};
/// The stamp of the file, directory, pipe or socket at `path`. Errors: FileNotFound, PermissionDenied, ...
Result<FileStamp> stampOf(const std::filesystem::path& path);

/// Opens a file for reading. Opening a pipe or a device does not block.
Result<UniqueFd> openFile(const std::filesystem::path& path);
/// Reads out.size() bytes that begin at `offset`, or fewer at the end of the file. Errors contain `path`.
Result<size_t> readAt(int descriptor, const std::filesystem::path& path, uint64_t offset,
                      std::span<std::byte> out);

/// Writes a temporary file and renames it to `path`, so that readers see either the old content or the
/// complete new content (temporaryfile.h). Errors: those of TemporaryFile::beside() and of `check`, which is
/// called immediately before the rename.
Result<Done> writeFileAtomically(const std::filesystem::path& path, std::string_view content,
                                 const TemporaryFile::Check& check = {},
                                 std::optional<InputKind> replaceable = {});

/// Reads a whole file of at most `limit` bytes. Errors: FileNotFound, PermissionDenied, TooLarge, BadArgument
/// for a device, pipe or socket (without waiting for it), ...
Result<std::string> readFile(const std::filesystem::path& path, size_t limit);

/// Reads a descriptor to its end, waiting for data if necessary. The errors are those of readFile(); they
/// name `path`.
Result<std::string> readDescriptor(int descriptor, const std::filesystem::path& path, size_t limit);

/// The Error for a system call on `path` that failed with the errno `error`.
Error systemError(const std::filesystem::path& path, int error);

/// The Error for a system call that failed to write `path`: WriteFailed or PermissionDenied.
Error writeError(const std::filesystem::path& path, int error);

/// Writes all of `content`. Returns 0, or the errno of the failed call.
int writeAll(int descriptor, std::string_view content);

} // namespace tileline
