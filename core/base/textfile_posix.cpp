// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/textfile.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace tileline {

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
        failure.expected = "an existing directory";
        failure.remedy = "Create the directory, or choose another one.";
    }
    if (failure.code != ErrorCode::PermissionDenied) {
        failure.code = ErrorCode::WriteFailed;
    }
    return failure;
}

Result<FileStamp> stampOf(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return systemError(path, errno);
    }
    using std::filesystem::file_type;
    const file_type type = S_ISREG(status.st_mode)    ? file_type::regular
                           : S_ISDIR(status.st_mode)  ? file_type::directory
                           : S_ISFIFO(status.st_mode) ? file_type::fifo
                           : S_ISSOCK(status.st_mode) ? file_type::socket
                                                      : file_type::unknown;
    return FileStamp{type,
                     status.st_dev,
                     status.st_ino,
                     static_cast<uint64_t>(status.st_size),
                     status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec};
}

Result<UniqueFd> openFile(const std::filesystem::path& path) {
    UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    return file ? Result<UniqueFd>(std::move(file)) : systemError(path, errno);
}

Result<size_t> readAt(int descriptor, const std::filesystem::path& path, uint64_t offset,
                      std::span<std::byte> out) {
    size_t have = 0;
    while (have < out.size()) {
        const ssize_t got =
            ::pread(descriptor, out.data() + have, out.size() - have, static_cast<off_t>(offset + have));
        if (got < 0 && errno != EINTR) {
            return systemError(path, errno);
        }
        if (got == 0) {
            break;
        }
        have += got < 0 ? 0 : static_cast<size_t>(got);
    }
    return have;
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
    // Opening a device can have side effects, so the type is checked first. O_NONBLOCK prevents a hang if a
    // pipe replaces the file after the check.
    std::error_code ignored;
    if (std::filesystem::is_other(path, ignored)) {
        return errorIn(path.string(), ErrorCode::BadArgument, "a regular file", "a device, pipe or socket",
                       "Copy the content into a file.");
    }
    const UniqueFd fd = TRY(openFile(path));
    return readDescriptor(fd.get(), path, limit);
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
            return errorIn(path.string(), ErrorCode::TooLarge, "at most " + std::to_string(limit) + " bytes",
                           "more");
        }
        content.append(buffer, static_cast<size_t>(got));
    }
}

} // namespace tileline
