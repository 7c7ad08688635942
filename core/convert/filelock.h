// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/uniquefd.h"

#include <filesystem>
#include <stop_token>

namespace tileline {

/// Holds a lock between processes, and between threads of one, until the end of its scope. The system takes
/// it away from a process that dies. The file itself stays: removing it would let two hold the lock.
class FileLock {
public:
    /// Waits until nobody else holds the lock. Polls `stop` every 20 ms.
    static Outcome<FileLock> acquire(const std::filesystem::path& path, std::stop_token stop = {});

private:
    explicit FileLock(UniqueFd file)
        : m_file(std::move(file)) {}

    UniqueFd m_file;
};

} // namespace tileline
