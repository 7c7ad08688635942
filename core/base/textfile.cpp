// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/textfile.h"

#include "core/base/uniquefd.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace tileline {

namespace {

/// Writes to a device, pipe or socket, which a regular file must not replace.
Result<Done> writeInto(const std::filesystem::path& path, std::string_view content) {
    const UniqueFd descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    const int error = descriptor ? writeAll(descriptor.get(), content) : errno;
    return error == 0 ? Result<Done>(Done{}) : writeError(path, error);
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

Error writeError(const std::filesystem::path& path, int error) {
    Error failure = systemError(path, error);
    if (failure.code == ErrorCode::FileNotFound) {
        failure.expected = "a directory that exists";
        failure.remedy = "Make the directory, or choose another place.";
    }
    if (failure.code != ErrorCode::PermissionDenied) {
        failure.code = ErrorCode::WriteFailed;
    }
    return failure;
}

int writeAll(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written >= 0) {
            content.remove_prefix(static_cast<size_t>(written));
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

Result<Done> writeFileAtomically(const std::filesystem::path& path, std::string_view content,
                                 const TemporaryFile::Check& check) {
    std::error_code ignored;
    if (std::filesystem::is_other(path, ignored)) {
        return writeInto(path, content);
    }
    auto file = TRY(TemporaryFile::beside(path));
    TRY(file.append(content));
    return file.commit(check);
}

Result<std::string> readFile(const std::filesystem::path& path, size_t limit) {
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
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
