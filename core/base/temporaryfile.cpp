// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/temporaryfile.h"

#include "core/base/textfile.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tileline {

namespace {

namespace fs = std::filesystem;

/// Sets the default permissions for a new file, and the old file's permissions for a replacement. mkostemp
/// creates files that only their owner can read.
void copyPermissions(int fd, const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) {
        (void)::fchmod(fd, status.st_mode & 07777);
        return;
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    (void)::fchmod(fd, 0666 & ~mask);
}

/// Maximum number of symbolic links to follow; Linux has the same limit.
constexpr int MaxLinks = 40;

/// The target of a symbolic link, whether it exists or not, so that the target is replaced and not the link.
Result<fs::path> followed(const fs::path& path) {
    fs::path target = path;
    std::error_code ignored;
    for (int links = 0; fs::is_symlink(target, ignored); ++links) {
        if (links == MaxLinks) {
            return writeError(path, ELOOP);
        }
        target = target.parent_path() / fs::read_symlink(target, ignored);
    }
    return target;
}

/// A mkostemp template in the directory of `target`, no longer than the file system allows.
std::string temporaryName(const fs::path& target) {
    constexpr std::string_view Ending = ".XXXXXX";
    std::string name = target.filename().string();
    name.resize(std::min(name.size(), NAME_MAX - Ending.size()));
    return (target.parent_path() / name.append(Ending)).string();
}

} // namespace

Result<Done> checkReplaceable(const fs::path& path) {
    std::error_code ignored;
    const auto status = fs::status(path, ignored);
    if (fs::is_directory(status) || fs::is_other(status)) {
        return Error{ErrorCode::WriteFailed,
                     path.string(),
                     {},
                     "a regular file",
                     fs::is_directory(status) ? "a directory" : "a device, pipe or socket",
                     "Give the path of a file."};
    }
    if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0 && errno != ENOENT) {
        return writeError(path, errno);
    }
    return Done{};
}

Result<TemporaryFile> TemporaryFile::beside(const fs::path& path) {
    TRY(checkReplaceable(path));
    auto target = TRY(followed(path));
    std::string temporary = temporaryName(target);
    UniqueFd descriptor(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!descriptor) {
        return writeError(path, errno);
    }
    copyPermissions(descriptor.get(), target);
    return TemporaryFile(std::move(descriptor), path, std::move(target), temporary);
}

TemporaryFile::TemporaryFile(UniqueFd descriptor, fs::path wanted, fs::path target, fs::path temporary)
    : m_descriptor(std::move(descriptor))
    , m_wanted(std::move(wanted))
    , m_target(std::move(target))
    , m_temporary(std::move(temporary)) {
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : m_descriptor(std::move(other.m_descriptor))
    , m_wanted(std::move(other.m_wanted))
    , m_target(std::move(other.m_target))
    , m_temporary(std::exchange(other.m_temporary, {})) {
}

TemporaryFile::~TemporaryFile() {
    if (!m_temporary.empty()) {
        ::unlink(m_temporary.c_str());
    }
}

Result<Done> TemporaryFile::append(std::string_view content) {
    const int error = writeAll(m_descriptor.get(), content);
    return error == 0 ? Result<Done>(Done{}) : writeError(m_wanted, error);
}

Result<Done> TemporaryFile::commit() {
    if (::fsync(m_descriptor.get()) != 0) {
        return writeError(m_wanted, errno);
    }
    if (::close(m_descriptor.release()) != 0) {
        return writeError(m_wanted, errno);
    }
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
        return writeError(m_wanted, errno);
    }
    m_temporary.clear();
    return Done{};
}

} // namespace tileline
