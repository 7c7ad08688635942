// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/temporaryfile.h"

#include "core/base/textfile.h"

#include <cerrno>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tileline {

namespace {

namespace fs = std::filesystem;

/// New files get the usual permissions, replaced ones keep theirs: mkstemp makes them private.
void adoptPermissions(int fd, const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) {
        (void)::fchmod(fd, status.st_mode & 07777);
        return;
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    (void)::fchmod(fd, 0666 & ~mask);
}

/// The file that a link names, so that this one is replaced and not the link.
fs::path followed(const fs::path& path) {
    std::error_code ignored;
    const fs::path target = fs::is_symlink(path, ignored) ? fs::canonical(path, ignored) : path;
    return target.empty() ? path : target;
}

Error writeError(const fs::path& path, int error) {
    Error failure = systemError(path, error);
    if (failure.code == ErrorCode::SystemError) {
        failure.code = ErrorCode::WriteFailed;
    }
    return failure;
}

} // namespace

Result<TemporaryFile> TemporaryFile::beside(const fs::path& path) {
    const fs::path target = followed(path);
    std::string temporary = target.string() + ".XXXXXX";
    Descriptor descriptor(::mkstemp(temporary.data()));
    if (!descriptor) {
        return systemError(path, errno);
    }
    adoptPermissions(descriptor.get(), target);
    return TemporaryFile(std::move(descriptor), path, target, temporary);
}

TemporaryFile::TemporaryFile(Descriptor descriptor, fs::path wanted, fs::path target, fs::path temporary)
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
    while (!content.empty()) {
        const ssize_t written = ::write(m_descriptor.get(), content.data(), content.size());
        if (written >= 0) {
            content.remove_prefix(static_cast<size_t>(written));
        } else if (errno != EINTR) {
            return writeError(m_wanted, errno);
        }
    }
    return Done{};
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
