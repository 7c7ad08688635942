// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/filelock.h"

#include "core/base/textfile.h"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>

namespace tileline {

Outcome<FileLock> FileLock::acquire(const std::filesystem::path& path, std::stop_token stop) {
    UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!file) {
        return Failure(systemError(path, errno));
    }
    while (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) {
            return Failure(systemError(path, errno));
        }
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return FileLock(std::move(file));
}

} // namespace tileline
