// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/uniquefd.h"

#include <filesystem>
#include <string_view>

namespace tileline {

/// A file that is written beside the one it will replace, so that readers see either the old content or the
/// complete new content. It is deleted unless commit() succeeds.
class TemporaryFile {
public:
    /// Creates an empty file beside `path`, with the permissions that `path` has or would get. Follows
    /// symbolic links. WriteFailed (also if `path` is not a regular file) or PermissionDenied (also if `path`
    /// is write-protected).
    static Result<TemporaryFile> beside(const std::filesystem::path& path);
    ~TemporaryFile();
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    const std::filesystem::path& path() const { return m_temporary; }
    Result<Done> append(std::string_view content);
    /// Flushes the file to disk and replaces `path` with it. All other descriptors of the temporary file must
    /// be closed before. WriteFailed or PermissionDenied.
    Result<Done> commit();

private:
    TemporaryFile(UniqueFd descriptor, std::filesystem::path wanted, std::filesystem::path target,
                  std::filesystem::path temporary);

    UniqueFd m_descriptor;
    std::filesystem::path m_wanted;    ///< as the caller named it
    std::filesystem::path m_target;    ///< with links followed
    std::filesystem::path m_temporary; ///< empty once it is gone
};

/// Checks that `path` may be replaced. A rename needs only the permission of the directory, but whoever
/// write-protects a file wants to keep it. WriteFailed if `path` is not a regular file, PermissionDenied if
/// it is write-protected.
Result<Done> checkReplaceable(const std::filesystem::path& path);

} // namespace tileline
