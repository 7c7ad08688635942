// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/fileheader.h"

#include "core/base/textfile.h"
#include "core/base/uniquefd.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tileline {

namespace {

std::string kindOf(mode_t mode) {
    if (S_ISDIR(mode)) {
        return "a directory";
    }
    if (S_ISFIFO(mode)) {
        return "a named pipe";
    }
    return S_ISSOCK(mode) ? "a socket" : "a device";
}

/// Reads at most `limit` bytes from the descriptor into `bytes`. Returns false and sets errno on failure.
bool readUpTo(int descriptor, std::string& bytes, size_t limit) {
    bytes.resize(limit);
    size_t have = 0;
    while (have < limit) {
        const ssize_t got = ::read(descriptor, bytes.data() + have, limit - have);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return false;
        }
        if (got == 0) {
            break;
        }
        have += static_cast<size_t>(got);
    }
    bytes.resize(have);
    return true;
}

} // namespace

Result<FileStamp> stampOf(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return systemError(path, errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return Error{ErrorCode::NotAProfile, path.string(), {}, "a regular file", kindOf(status.st_mode)};
    }
    return FileStamp{status.st_dev, status.st_ino, static_cast<uint64_t>(status.st_size),
                     status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

Result<FileHeader> readHeader(const std::filesystem::path& path) {
    auto stamp = TRY(stampOf(path));
    const UniqueFd descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    FileHeader header{path, stamp, {}};
    if (!descriptor || !readUpTo(descriptor.get(), header.bytes, FileHeader::HeaderBytes)) {
        return systemError(path, errno);
    }
    return header;
}

Result<Done> checkUnchanged(const std::filesystem::path& path, const FileStamp& before) {
    const auto now = stampOf(path);
    if (now && *now == before) {
        return Done{};
    }
    std::string found = "it is gone";
    if (now) {
        found = now->bytes == before.bytes
                    ? "it was written to"
                    : std::to_string(now->bytes) + " bytes, it had " + std::to_string(before.bytes);
    }
    return Error{ErrorCode::FileChanged, path.string(), {}, "a file that stays as it is", found};
}

} // namespace tileline
