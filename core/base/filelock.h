// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/uniquefd.h"

#include <filesystem>
#include <memory>

namespace tileline {

/// A lock that a process has until the object is destroyed or the process ends, however it ends. The lock is
/// on an empty file, which the destructor removes. A file that a killed process left is not locked.
class FileLock {
public:
    /// Creates the file if there is none. Null if another object, of this or of another process, has the
    /// lock. WriteFailed or PermissionDenied.
    static Result<std::shared_ptr<const FileLock>> tryLock(const std::filesystem::path& path);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    FileLock(UniqueFd descriptor, std::filesystem::path path);

    UniqueFd m_descriptor;
    std::filesystem::path m_path;
};

} // namespace tileline
