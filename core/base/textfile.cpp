// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/textfile.h"

#include "core/base/descriptor.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace tileline {

namespace {

bool writeAll(int fd, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(fd, content.data(), content.size());
        if (written < 0) {
            if (errno == EINTR) {
                continue;
            }
            return false;
        }
        content.remove_prefix(static_cast<size_t>(written));
    }
    return true;
}

/// New files get the usual permissions, replaced ones keep theirs: mkstemp makes them private.
void adoptPermissions(int fd, const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) {
        (void)::fchmod(fd, status.st_mode & 07777);
        return;
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    (void)::fchmod(fd, 0666 & ~mask);
}

} // namespace

Error systemError(const std::filesystem::path& path, int error) {
    ErrorCode code = ErrorCode::SystemError;
    if (error == ENOENT || error == ENOTDIR) {
        code = ErrorCode::FileNotFound;
    } else if (error == EACCES || error == EPERM || error == EROFS) {
        code = ErrorCode::PermissionDenied;
    }
    return {code, path.string(), {}, {}, std::generic_category().message(error)};
}

Result<Done> writeFileAtomically(const std::filesystem::path& path, std::string_view content) {
    // A link is followed, so that the file it names is replaced and not the link.
    std::error_code ignored;
    const std::filesystem::path target =
        std::filesystem::is_symlink(path, ignored) ? std::filesystem::canonical(path, ignored) : path;
    const std::filesystem::path real = target.empty() ? path : target;
    std::string temporary = real.string() + ".XXXXXX";
    Descriptor fd(::mkstemp(temporary.data()));
    if (fd.get() < 0) {
        return systemError(path, errno);
    }
    adoptPermissions(fd.get(), real);
    const bool written = writeAll(fd.get(), content) && ::fsync(fd.get()) == 0;
    const int writeError = errno;
    const bool closed = ::close(fd.release()) == 0;
    if (!written || !closed || ::rename(temporary.c_str(), real.c_str()) != 0) {
        const int error = written ? errno : writeError;
        ::unlink(temporary.c_str());
        Error failure = systemError(path, error);
        if (failure.code == ErrorCode::SystemError) {
            failure.code = ErrorCode::WriteFailed;
        }
        return failure;
    }
    return Done{};
}

Result<std::string> readFile(const std::filesystem::path& path, size_t limit) {
    Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd.get() < 0) {
        return systemError(path, errno);
    }
    std::string content;
    char buffer[64 * 1024];
    for (;;) {
        const ssize_t got = ::read(fd.get(), buffer, sizeof buffer);
        if (got < 0) {
            if (errno == EINTR) {
                continue;
            }
            return systemError(path, errno);
        }
        if (got == 0) {
            return content;
        }
        if (content.size() + static_cast<size_t>(got) > limit) {
            return Error{ErrorCode::TooLarge,
                         path.string(),
                         {},
                         "at most " + std::to_string(limit) + " bytes",
                         "more"};
        }
        content.append(buffer, static_cast<size_t>(got));
    }
}

} // namespace tileline
