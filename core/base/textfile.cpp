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

Result<Done> checkReadable(const std::filesystem::path& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::is_other(status)) {
        return Done{};
    }
    return Error{
        ErrorCode::BadArgument,         path.string(), {}, "a regular file", "a device, pipe or socket",
        "Copy the content into a file."};
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
                                 const TemporaryFile::Check& check, std::optional<InputKind> replaceable) {
    auto file = TRY(TemporaryFile::beside(path, replaceable));
    TRY(file.append(content));
    return file.commit(check);
}

Result<std::string> readFile(const std::filesystem::path& path, size_t limit) {
    // Opening a device can have an effect, so it is looked at before. O_NONBLOCK is for a pipe that comes
    // between the two.
    TRY(checkReadable(path));
    const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    return fd ? readDescriptor(fd.get(), path, limit) : systemError(path, errno);
}

Result<std::string> readDescriptor(int descriptor, const std::filesystem::path& path, size_t limit) {
    std::string content;
    char buffer[64 * 1024];
    for (;;) {
        const ssize_t got = ::read(descriptor, buffer, sizeof buffer);
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
