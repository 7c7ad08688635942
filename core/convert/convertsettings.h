// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convert/sdksettings.h"

#include <cstdint>
#include <filesystem>

namespace tileline {

/// Where converted profiles are kept, and their maximum total size.
struct CacheSettings {
    std::filesystem::path directory;          ///< empty: tileline in XDG_CACHE_HOME, or in ~/.cache
    uint64_t limitBytes = uint64_t{20} << 30; ///< the requested profile is kept, whatever its size

    bool operator==(const CacheSettings&) const = default;
};

/// The settings for converting Poplar's own profiles to Tileline profiles.
struct ConvertSettings {
    SdkSettings sdk;
    CacheSettings cache;

    bool operator==(const ConvertSettings&) const = default;
};

} // namespace tileline
