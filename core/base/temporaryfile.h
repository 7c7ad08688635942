// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/inputfile.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tileline {

/// Owns a file descriptor and closes it at the end of its scope. A negative value means no descriptor.
class UniqueFd {
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd)
        : m_fd(fd) {}
    ~UniqueFd() { reset(); }
    UniqueFd(UniqueFd&& other) noexcept
        : m_fd(other.release()) {}
    UniqueFd& operator=(UniqueFd&& other) noexcept {
        reset();
        m_fd = other.release();
        return *this;
    }

    explicit operator bool() const { return m_fd >= 0; }
    int get() const { return m_fd; }
    int release() { return std::exchange(m_fd, -1); }
    void reset() {
        if (m_fd >= 0) {
            ::close(release());
        }
    }

private:
    int m_fd = -1;
};

/// A lock that a process has until the object is destroyed or the process ends, however it ends. The lock is
/// on an empty file, which the destructor removes. A file that a killed process left is not locked.
class FileLock {
public:
    /// Creates the file if there is none. Null if another object, of this or of another process, has the
    /// lock. WriteFailed or PermissionDenied.
    static Result<std::shared_ptr<const FileLock>> tryLock(const std::filesystem::path& path);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    FileLock(UniqueFd descriptor, std::filesystem::path path);

    UniqueFd m_descriptor;
    std::filesystem::path m_path;
};

/// The one way in which Tileline writes files: a temporary file beside the one that it will replace, so that
/// readers see either the old content or the complete new content. It is deleted unless commit() succeeds.
///
/// It is named FILE.tileline-XXXXXXXXYYYYYYYY and locked while it is open. A process that is killed leaves it
/// there without the lock. The next process of the same user that writes FILE removes it. X are random
/// letters and Y follows from what is before it, so that no file that somebody else named is taken for one.
class TemporaryFile {
public:
    /// Called by commit(). Its error keeps the old file.
    using Check = std::function<Result<Done>()>;

    /// Creates an empty file beside `path`. Follows symbolic links. WriteFailed, PermissionDenied, or the
    /// error of checkReplaceable().
    static Result<TemporaryFile> beside(const std::filesystem::path& path,
                                        std::optional<InputKind> replaceable = {});
    ~TemporaryFile();
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    const std::filesystem::path& path() const { return m_temporary; }
    Result<Done> append(std::string_view content);
    /// Flushes the file to disk and replaces `path` with it. The file keeps the owner, group and permissions
    /// of the old one as far as this user may set them, but never the set-user-ID, set-group-ID and sticky
    /// bits. `check`, if any, is called immediately before, while no other Tileline process replaces a file
    /// in that directory. All other descriptors of the temporary file must be closed before. WriteFailed,
    /// PermissionDenied, or the error of `check`.
    Result<Done> commit(const Check& check = {});

private:
    TemporaryFile() = default;

    UniqueFd m_descriptor;
    std::filesystem::path m_wanted;        ///< as the caller named it
    std::filesystem::path m_target;        ///< with links followed
    std::filesystem::path m_temporary;     ///< empty once it is gone
    std::optional<struct stat> m_replaced; ///< attributes of the old file, if there is one
};

/// Checks that `path` may be replaced. A rename needs only the permission of the directory, but whoever
/// write-protects a file wants to keep it. WriteFailed if `path` is not a regular file, PermissionDenied if
/// it is write-protected. BadArgument if it is an input other than a `replaceable` one.
Result<Done> checkReplaceable(const std::filesystem::path& path, std::optional<InputKind> replaceable = {});

} // namespace tileline
