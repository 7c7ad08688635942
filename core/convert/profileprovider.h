// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/convert/convertsettings.h"
#include "core/profileio/profileloader.h"

#include <stop_token>

namespace tileline {

/// What to load for a source: itself, or, where it is Poplar's own profile, its conversion in the cache,
/// which is made unless it is there. With the cached one no SDK is needed. Blocking; meant for a worker
/// thread.
Outcome<ProfileSource> provideProfile(const ProfileSource& source, const ConvertSettings& settings,
                                      Progress progress = {}, std::stop_token stop = {});

} // namespace tileline
