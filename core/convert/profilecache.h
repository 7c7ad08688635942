// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/convert/convertsettings.h"
#include "core/profileio/profileloader.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace tileline {

/// The directory tileline in XDG_CACHE_HOME, or in ~/.cache.
std::filesystem::path defaultCacheDirectory();

/// A cache of converted profiles, identified by the content of their source files:
///
///     profiles-<cache version>-<exporter version>/<hash>.tileline
///     hashes/<device>-<inode>-<bytes>-<time>     the hash of a source file, so that it is not read again
///     locks/<first digits of hash>               held while a profile is made
///
/// Entries are created by a rename and checked when they are used. A truncated entry is made again. Any
/// number of processes can share the cache.
class ProfileCache {
public:
    explicit ProfileCache(CacheSettings settings);

    /// Makes the file at `path`, or fails.
    using Make = std::function<Outcome<Done>(const std::filesystem::path& path)>;

    /// The converted profile of a source: the cached one, or a new one made by `make`. If another process is
    /// making the same profile, waits for it. After `make`, drops the oldest entries if the cache is too
    /// large.
    Outcome<std::filesystem::path> obtain(const ProfileSource& source, const Make& make,
                                          Progress progress = {}, std::stop_token stop = {});

    /// The cached profile of a source; empty if there is none. Does not make one.
    Outcome<std::optional<std::filesystem::path>> find(const ProfileSource& source, Progress progress = {},
                                                       std::stop_token stop = {});

private:
    Result<Done> prepare() const;
    Outcome<std::string> keyOf(const ProfileSource& source, Progress& progress,
                               const std::stop_token& stop) const;
    Outcome<std::string> hashOf(const std::filesystem::path& file, Progress& progress,
                                const std::stop_token& stop) const;
    std::filesystem::path entryPath(const std::string& key) const;
    void prune(const std::filesystem::path& keep) const;

    CacheSettings m_settings;
    std::filesystem::path m_profiles;
    std::filesystem::path m_hashes;
    std::filesystem::path m_locks;
};

} // namespace tileline
