// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/temporaryfile.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace tileline {

/// Writes a file through a temporary file beside it and a rename: readers see either the old content or the
/// complete new content (temporaryfile.h). An error of TemporaryFile::beside(), or of `check`, which is
/// called immediately before the rename.
Result<Done> writeFileAtomically(const std::filesystem::path& path, std::string_view content,
                                 const TemporaryFile::Check& check = {},
                                 std::optional<InputKind> replaceable = {});

/// Reads a whole file of at most `limit` bytes. Never waits for a device, pipe or socket: BadArgument.
/// FileNotFound, PermissionDenied, TooLarge, ...
Result<std::string> readFile(const std::filesystem::path& path, size_t limit);

/// Reads all that comes from a descriptor, and waits for it. `path` is for the errors, which are those of
/// readFile().
Result<std::string> readDescriptor(int descriptor, const std::filesystem::path& path, size_t limit);

/// The Error for a system call on `path` that failed with the errno `error`.
Error systemError(const std::filesystem::path& path, int error);

/// The Error for a system call that failed to write `path`: WriteFailed or PermissionDenied.
Error writeError(const std::filesystem::path& path, int error);

/// Writes all of `content`. Returns 0, or the errno of the call that failed.
int writeAll(int descriptor, std::string_view content);

} // namespace tileline
