// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/profile.h"

#include <filesystem>
#include <stop_token>

namespace tileline {

/// Writes a profile as a Tileline profile, version 1: through a temporary file beside `path`, renamed when
/// it is complete. Reading it gives an equal profile.
Outcome<Done> writeProfile(const Profile& profile, const std::filesystem::path& path, Progress progress = {},
                           std::stop_token stop = {});

} // namespace tileline
