// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/uniquefd.h"

#include <filesystem>
#include <stop_token>

namespace tileline {

/// Holds a lock until the end of its scope. It excludes other processes and other threads of this process.
/// The system releases the lock of a process that dies. The lock file is never removed, because two processes
/// could hold the lock then.
class FileLock {
public:
    /// Waits until no other process or thread holds the lock. Polls `stop` every 20 ms.
    static Outcome<FileLock> acquire(const std::filesystem::path& path, std::stop_token stop = {});

private:
    explicit FileLock(UniqueFd file)
        : m_file(std::move(file)) {}

    UniqueFd m_file;
};

} // namespace tileline
