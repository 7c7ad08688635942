// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/filelock.h"

#include "core/base/textfile.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tileline {

Result<std::shared_ptr<const FileLock>> FileLock::tryLock(const std::filesystem::path& path) {
    for (;;) {
        UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
        if (!fd) {
            return writeError(path, errno);
        }
        if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
            if (errno == EINTR) {
                continue;
            }
            return errno == EWOULDBLOCK ? Result<std::shared_ptr<const FileLock>>(nullptr)
                                        : writeError(path, errno);
        }
        // Whoever had the lock before may have removed the file since it was opened.
        struct stat opened {};
        struct stat named {};
        if (::fstat(fd.get(), &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
            opened.st_ino == named.st_ino && opened.st_dev == named.st_dev) {
            return std::shared_ptr<const FileLock>(new FileLock(std::move(fd), path));
        }
    }
}

FileLock::FileLock(UniqueFd descriptor, std::filesystem::path path)
    : m_descriptor(std::move(descriptor))
    , m_path(std::move(path)) {
}

FileLock::~FileLock() {
    ::unlink(m_path.c_str());
}

} // namespace tileline
