// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/profile/profile.h"

#include <filesystem>
#include <stop_token>

namespace tileline {

/// Writes a profile in version 1 of the Tileline format. Writes a temporary file beside `path`, and renames
/// the complete file to `path`. Reading the file again gives an equal profile.
Outcome<Done> writeProfile(const Profile& profile, const std::filesystem::path& path, Progress progress = {},
                           std::stop_token stop = {});

} // namespace tileline
