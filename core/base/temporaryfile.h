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

/// Owns a file descriptor. The destructor closes the descriptor. A negative number means that the object owns
/// no descriptor.
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

/// A lock that is held until the object is destroyed or the process ends. The lock is on an empty file, which
/// the destructor removes. If the process is killed, the empty file remains, but is no longer locked.
class FileLock {
public:
    /// Locks the file at `path`, and creates it if it does not exist. Returns null if another object, in this
    /// or another process, holds the lock. Errors: WriteFailed, PermissionDenied.
    static Result<std::shared_ptr<const FileLock>> tryLock(const std::filesystem::path& path);
    ~FileLock() { ::unlink(m_path.c_str()); }
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    FileLock(UniqueFd descriptor, std::filesystem::path path)
        : m_descriptor(std::move(descriptor))
        , m_path(std::move(path)) {}

    UniqueFd m_descriptor;
    std::filesystem::path m_path;
};

/// A temporary file in the directory of the file that it will replace. Readers of the replaced file see
/// either the old content or the complete new content. Tileline writes all output files with this class. The
/// temporary file is deleted unless commit() succeeds.
///
/// The temporary file is named FILE.tileline-XXXXXXXXYYYYYYYY and is locked while it is open. If the process
/// is killed, the temporary file remains without a lock. The next process of the same user that writes FILE
/// removes the old temporary file. Each X is a random letter or digit. The part Y is a checksum of the
/// preceding part of the name. Only files with a correct checksum in the name are removed.
class TemporaryFile {
public:
    /// A function that commit() calls. If the function fails, commit() does not replace the old file.
    using Check = std::function<Result<Done>()>;

    /// Creates an empty temporary file beside `path` or, if `path` is a symbolic link, beside its target.
    /// Errors: WriteFailed, PermissionDenied, or an error of checkReplaceable().
    static Result<TemporaryFile> beside(const std::filesystem::path& path,
                                        std::optional<InputKind> replaceable = {});
    ~TemporaryFile() {
        if (!m_temporary.empty()) {
            ::unlink(m_temporary.c_str());
        }
    }
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    const std::filesystem::path& path() const { return m_temporary; }
    Result<Done> append(std::string_view content);
    /// Flushes the temporary file to disk and renames it, so that it replaces the file that was given to
    /// beside(). The new file gets the owner, group and permissions of the old file, as far as this user may
    /// set these. It never gets the set-user-ID, set-group-ID and sticky bits. If `check` is given, it is
    /// called immediately before the rename. Between `check` and the rename, no other Tileline process
    /// replaces a file in the same directory, unless the directory cannot be locked. Before commit(), the
    /// caller must close all descriptors that it opened for the temporary file. Errors: WriteFailed,
    /// PermissionDenied, or the error of `check`.
    Result<Done> commit(const Check& check = {});

private:
    TemporaryFile() = default;

    UniqueFd m_descriptor;
    std::filesystem::path m_wanted;        ///< path as given by the caller
    std::filesystem::path m_target;        ///< path of the file to replace, with symbolic links resolved
    std::filesystem::path m_temporary;     ///< path of the temporary file; empty once it is gone
    std::optional<struct stat> m_replaced; ///< attributes of the old file, if there is one
};

/// Checks that `path` may be replaced. A rename would replace even a write-protected file, but a user who
/// write-protects a file wants to keep it. Errors: WriteFailed if `path` exists but is not a regular file,
/// PermissionDenied if `path` is write-protected, BadArgument if checkNoInput() fails.
Result<Done> checkReplaceable(const std::filesystem::path& path, std::optional<InputKind> replaceable = {});

} // namespace tileline
