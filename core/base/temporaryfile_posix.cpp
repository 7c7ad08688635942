// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/temporaryfile.h"

#include "core/base/textfile.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <fcntl.h>
#include <random>
#include <string>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace tileline {

namespace {

namespace fs = std::filesystem;

/// The name of a temporary file consists of the name of the file to be replaced, this string, the random
/// letters, and the letters that marked() appends.
constexpr std::string_view Marker = ".tileline-";
constexpr std::string_view Letters = "abcdefghijklmnopqrstuvwxyz234567";
constexpr size_t RandomLetters = 8;
constexpr size_t CheckLetters = 8;
constexpr int MaxAttempts = 100;
/// The maximum time to wait for a directory lock. A process needs far less time to replace a file.
constexpr std::chrono::seconds MaxWait(1);

/// Locks a temporary file for as long as it is open. The writer of the file passes F_WRLCK as `type`. A
/// process passes F_RDLCK if it only asks whether the file has a writer. The lock is on a byte that SQLite
/// does not lock. Returns false if another process has the lock.
bool lockFile(int fd, short type, int command) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_len = 1;
    while (::fcntl(fd, command, &lock) != 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

/// Whether `path` still refers to the open file `fd`. Sets `status` to the file's attributes.
bool hasName(int fd, const fs::path& path, struct stat& status) {
    struct stat named {};
    return ::fstat(fd, &status) == 0 && ::lstat(path.c_str(), &named) == 0 && named.st_ino == status.st_ino &&
           named.st_dev == status.st_dev;
}

/// The directory of a file, locked so that no other Tileline process replaces a file in that directory. If
/// locking fails, the file is replaced without a lock: some file systems do not support locks, and another
/// program may hold the lock for a long time.
UniqueFd lockedDirectoryOf(const fs::path& file) {
    const fs::path directory = file.parent_path();
    UniqueFd fd(::open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const auto end = std::chrono::steady_clock::now() + MaxWait;
    while (fd && ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR) &&
           std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return fd;
}

/// Gives the file the owner, the group and the permissions of the file that it will replace. Bits that make a
/// program run as another user are left out, because they were granted for the old content.
void copyAttributes(int fd, const struct stat& from) {
    mode_t mode = from.st_mode & 0777;
    if (::fchown(fd, from.st_uid, from.st_gid) != 0 &&
        ::fchown(fd, static_cast<uid_t>(-1), from.st_gid) != 0) {
        // The new file cannot get the old file's group. The old group's permissions are not meant for the new
        // file's group. Therefore, the new file's group gets only the permissions that all other users have.
        mode = (mode & ~static_cast<mode_t>(S_IRWXG)) | ((mode & S_IRWXO) << 3U);
    }
    (void)::fchmod(fd, mode);
}

/// Maximum number of symbolic links to follow; Linux has the same limit.
constexpr int MaxLinks = 40;

/// The target of a symbolic link, even if the target does not exist. TemporaryFile replaces the target, not
/// the link.
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

/// The names of all temporary files of `target` begin with this text. The text is shortened if the whole name
/// would otherwise be too long for the file system.
std::string temporaryPrefix(const fs::path& target) {
    std::string name = target.filename().string();
    name.resize(std::min(name.size(), NAME_MAX - Marker.size() - RandomLetters - CheckLetters));
    return name.append(Marker);
}

std::string randomLetters() {
    std::random_device random;
    std::string text;
    while (text.size() < RandomLetters) {
        text += Letters[random() % Letters.size()];
    }
    return text;
}

/// Appends letters that mark the file as Tileline's: a hash (FNV-1a) of the name.
std::string marked(std::string name) {
    uint64_t hash = 14695981039346656037ULL;
    for (const char letter : name) {
        hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ULL;
    }
    for (size_t i = 0; i < CheckLetters; ++i, hash /= Letters.size()) {
        name += Letters[hash % Letters.size()];
    }
    return name;
}

/// Removes a temporary file of this user unless a process is still writing the file. The file stays locked
/// until it is removed. A writer that has just created the file waits for the lock, and then creates another
/// file.
void removeIfAbandoned(const fs::path& path) {
    const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    struct stat opened {};
    if (fd && hasName(fd.get(), path, opened) && S_ISREG(opened.st_mode) && opened.st_uid == ::geteuid() &&
        opened.st_nlink == 1 && lockFile(fd.get(), F_RDLCK, F_OFD_SETLK) && hasName(fd.get(), path, opened)) {
        ::unlink(path.c_str());
    }
}

/// Removes the temporary files of `target` that killed processes have left behind.
void removeAbandoned(const fs::path& target) {
    const std::string prefix = temporaryPrefix(target);
    const fs::path directory = target.parent_path();
    std::error_code error;
    for (fs::directory_iterator entry(directory.empty() ? "." : directory, error), end;
         !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        const size_t unmarked = prefix.size() + RandomLetters;
        if (name.starts_with(prefix) && name == marked(name.substr(0, unmarked))) {
            removeIfAbandoned(entry->path());
        }
    }
}

} // namespace

Result<Done> checkReplaceable(const fs::path& path, std::optional<InputKind> replaceable) {
    std::error_code ignored;
    const auto status = fs::status(path, ignored);
    if (fs::is_directory(status) || fs::is_other(status)) {
        return errorIn(path.string(), ErrorCode::WriteFailed, "a regular file",
                       fs::is_directory(status) ? "a directory" : "a device, pipe or socket",
                       "Give the path of a file.");
    }
    if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0 && errno != ENOENT) {
        return writeError(path, errno);
    }
    return checkNoInput(path, replaceable);
}

Result<TemporaryFile> TemporaryFile::beside(const fs::path& path, std::optional<InputKind> replaceable) {
    TRY(checkReplaceable(path, replaceable));
    auto target = TRY(followed(path));
    removeAbandoned(target);
    std::optional<struct stat> replaced(std::in_place);
    if (::stat(target.c_str(), &*replaced) != 0) {
        replaced.reset();
    }
    for (int attempt = 0; attempt < MaxAttempts; ++attempt) {
        fs::path temporary = target.parent_path() / marked(temporaryPrefix(target) + randomLetters());
        // Mode 0600 hides the new content from other users until commit() copies the old permissions.
        UniqueFd descriptor(
            ::open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, replaced ? 0600 : 0666));
        if (!descriptor) {
            if (errno == EEXIST) {
                continue;
            }
            return writeError(path, errno);
        }
        lockFile(descriptor.get(), F_WRLCK, F_OFD_SETLKW);
        // Before the file was locked, another process may have judged it abandoned and removed it.
        struct stat created {};
        if (::fstat(descriptor.get(), &created) == 0 && created.st_nlink > 0) {
            TemporaryFile file;
            file.m_descriptor = std::move(descriptor);
            file.m_wanted = path;
            file.m_target = std::move(target);
            file.m_temporary = std::move(temporary);
            file.m_replaced = replaced;
            return file;
        }
    }
    return writeError(path, EEXIST);
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : m_descriptor(std::move(other.m_descriptor))
    , m_wanted(std::move(other.m_wanted))
    , m_target(std::move(other.m_target))
    , m_temporary(std::exchange(other.m_temporary, {}))
    , m_replaced(other.m_replaced) {
}

Result<Done> TemporaryFile::append(std::string_view content) {
    const int error = writeAll(m_descriptor.get(), content);
    return error == 0 ? Result<Done>(Done{}) : writeError(m_wanted, error);
}

Result<Done> TemporaryFile::commit(const Check& check) {
    if (m_replaced) {
        copyAttributes(m_descriptor.get(), *m_replaced);
    }
    if (::fsync(m_descriptor.get()) != 0) {
        return writeError(m_wanted, errno);
    }
    const UniqueFd directory = lockedDirectoryOf(m_target);
    if (check) {
        TRY(check());
    }
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
        return writeError(m_wanted, errno);
    }
    m_temporary.clear();
    // Closing the file releases its lock, so the file is closed only after the rename.
    m_descriptor.reset();
    if (directory) {
        // The content is already on the disk. Flushing the directory makes the rename survive a power
        // failure.
        ::flock(directory.get(), LOCK_UN);
        (void)::fsync(directory.get());
    }
    return Done{};
}

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
        // The previous holder of the lock may have removed the file after this process opened it.
        struct stat opened {};
        if (hasName(fd.get(), path, opened)) {
            return std::shared_ptr<const FileLock>(new FileLock(std::move(fd), path));
        }
    }
}

} // namespace tileline
