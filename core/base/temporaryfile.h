// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/uniquefd.h"

#include <filesystem>
#include <string_view>

namespace tileline {

/// A file that is written beside the one it will replace, so that readers see the old content or the new,
/// never a part. Removed again unless commit() succeeds.
class TemporaryFile {
public:
    /// An empty file beside `path` with the permissions that `path` has or would get. A link is followed.
    /// WriteFailed (also for what is no regular file) or PermissionDenied (also for a file that may not be
    /// written).
    static Result<TemporaryFile> beside(const std::filesystem::path& path);
    ~TemporaryFile();
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    const std::filesystem::path& path() const { return m_temporary; }
    Result<Done> append(std::string_view content);
    /// Flushes to the disk and takes the place of `path`. Other descriptors must be closed before.
    /// WriteFailed or PermissionDenied.
    Result<Done> commit();

private:
    TemporaryFile(UniqueFd descriptor, std::filesystem::path wanted, std::filesystem::path target,
                  std::filesystem::path temporary);

    UniqueFd m_descriptor;
    std::filesystem::path m_wanted;    ///< as the caller named it
    std::filesystem::path m_target;    ///< with links followed
    std::filesystem::path m_temporary; ///< empty once it is gone
};

/// Whether a rename may put a file in the place of `path`. That asks for the directory's permission only;
/// whoever protects a file wants it kept. WriteFailed for what is no regular file, PermissionDenied.
Result<Done> checkReplaceable(const std::filesystem::path& path);

} // namespace tileline
