// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <stop_token>

namespace tileline {

/// Copies a file of any size. The copy appears only when it is complete. If the file system supports it, both
/// files share their blocks.
Outcome<Done> copyFileAtomically(const std::filesystem::path& from, const std::filesystem::path& to,
                                 std::stop_token stop = {});

/// Renames a finished file to `to` and replaces an old file there. WriteFailed or PermissionDenied.
Result<Done> moveIntoPlace(const std::filesystem::path& made, const std::filesystem::path& to);

} // namespace tileline
