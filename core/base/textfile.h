// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace tileline {

/// Writes a file through a temporary one beside it and a rename: readers see the old content or the new,
/// never a part. A device, pipe or socket is written to as it is. WriteFailed or PermissionDenied.
Result<Done> writeFileAtomically(const std::filesystem::path& path, std::string_view content);

/// Reads a whole file of at most `limit` bytes. FileNotFound, PermissionDenied, TooLarge, ...
Result<std::string> readFile(const std::filesystem::path& path, size_t limit);

/// The error of the last system call that failed on `path`, from errno.
Error systemError(const std::filesystem::path& path, int error);

/// The same where `path` was to be written: WriteFailed or PermissionDenied.
Error writeError(const std::filesystem::path& path, int error);

/// Writes all of `content`; 0, or errno of what failed.
int writeAll(int descriptor, std::string_view content);

} // namespace tileline
