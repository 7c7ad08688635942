// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/convert/convertsettings.h"
#include "core/profileio/profileloader.h"

#include <stop_token>

namespace tileline {

/// The source to load: `source` itself, or, for Poplar's own profile, the converted profile in the cache. If
/// the cache does not have it, it is converted first, which needs the SDK. Blocking; meant for a worker
/// thread.
Outcome<ProfileSource> provideProfile(const ProfileSource& source, const ConvertSettings& settings,
                                      Progress progress = {}, std::stop_token stop = {});

} // namespace tileline
