// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/profilecache.h"

#include "core/base/textfile.h"
#include "core/convert/contenthash.h"
#include "core/convert/exporterscript.h"
#include "core/convert/filelock.h"
#include "core/convert/scratchdirectory.h"
#include "core/profileio/sqliteheader.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace tileline {

namespace {

namespace fs = std::filesystem;

/// Increased when the layout of the cache changes.
constexpr int CacheVersion = 1;
constexpr size_t HashCharacters = 64;
/// Hashes are remembered for about a thousand files.
constexpr uint64_t HashesLimitBytes = 1000 * HashCharacters;
/// A scratch directory that is older was left behind by a killed program.
constexpr std::chrono::hours ScratchLifetime{24};

std::string profilesName() {
    return "profiles-" + std::to_string(CacheVersion) + "-" + std::to_string(exporterVersion());
}

/// Whether `entry` is a complete Tileline profile of a version that this program reads.
bool isUsable(const fs::path& entry) {
    const Result<SourceKind> kind = detectSource(entry);
    if (!kind || *kind != SourceKind::TilelineProfile) {
        return false;
    }
    const Result<FileHeader> header = readHeader(entry);
    return header && readSqliteHeader(*header);
}

/// The age of an entry is the time since its last use, which is stored as its modification time.
void markUsed(const fs::path& entry) {
    std::error_code ignored;
    fs::last_write_time(entry, fs::file_time_type::clock::now(), ignored);
}

std::optional<fs::path> usableEntry(const fs::path& entry) {
    if (!isUsable(entry)) {
        return std::nullopt;
    }
    markUsed(entry);
    return entry;
}

struct CachedFile {
    fs::path path;
    fs::file_time_type used;
    uint64_t bytes = 0;
};

void addFiles(const fs::path& directory, std::vector<CachedFile>& files) {
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code gone; // another process may remove it meanwhile
        const fs::file_time_type used = fs::last_write_time(entry->path(), gone);
        const uint64_t bytes = fs::file_size(entry->path(), gone);
        if (!gone) {
            files.push_back({entry->path(), used, bytes});
        }
    }
}

/// Removes the least recently used files, until the rest is no larger than the limit.
void dropOldest(std::vector<CachedFile> files, uint64_t limit, const fs::path& keep) {
    std::sort(files.begin(), files.end(),
              [](const CachedFile& a, const CachedFile& b) { return a.used < b.used; });
    uint64_t total = 0;
    for (const CachedFile& file : files) {
        total += file.bytes;
    }
    for (const CachedFile& file : files) {
        if (total <= limit) {
            return;
        }
        std::error_code ignored;
        if (file.path != keep && fs::remove(file.path, ignored)) {
            total -= file.bytes;
        }
    }
}

void dropAbandonedScratch(const fs::path& directory) {
    std::error_code error;
    const fs::file_time_type oldest = fs::file_time_type::clock::now() - ScratchLifetime;
    std::vector<fs::path> abandoned;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code gone;
        if (entry->path().filename().string().starts_with(ScratchDirectory::Prefix) &&
            fs::last_write_time(entry->path(), gone) < oldest && !gone) {
            abandoned.push_back(entry->path());
        }
    }
    for (const fs::path& path : abandoned) {
        fs::remove_all(path, error);
    }
}

std::string stampName(const FileStamp& stamp) {
    std::string name;
    for (const uint64_t part :
         {stamp.device, stamp.inode, stamp.bytes, static_cast<uint64_t>(stamp.modifiedSeconds),
          static_cast<uint64_t>(stamp.modifiedNanoseconds)}) {
        name += (name.empty() ? "" : "-") + std::to_string(part);
    }
    return name;
}

/// A file that was changed just now may change again without a new time.
bool isSettled(const FileStamp& stamp) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(now).count() - stamp.modifiedSeconds > 2;
}

Error cacheError(Error error) {
    error.remedy = "Choose another directory for the cache, or convert to a file of your own.";
    return error;
}

} // namespace

fs::path defaultCacheDirectory() {
    // The XDG specification requires an absolute path here, and tells programs to ignore any other path.
    if (const char* base = std::getenv("XDG_CACHE_HOME"); base != nullptr && fs::path(base).is_absolute()) {
        return fs::path(base) / "tileline";
    }
    const char* home = std::getenv("HOME");
    return fs::path(home != nullptr ? home : "/tmp") / ".cache" / "tileline";
}

ProfileCache::ProfileCache(CacheSettings settings)
    : m_settings(std::move(settings)) {
    if (m_settings.directory.empty()) {
        m_settings.directory = defaultCacheDirectory();
    }
    m_profiles = m_settings.directory / profilesName();
    m_hashes = m_settings.directory / "hashes";
    m_locks = m_settings.directory / "locks";
}

Result<Done> ProfileCache::prepare() const {
    for (const fs::path& directory : {m_profiles, m_hashes, m_locks}) {
        std::error_code error;
        fs::create_directories(directory, error);
        if (error) {
            return cacheError(systemError(directory, error.value()));
        }
    }
    return Done{};
}

fs::path ProfileCache::entryPath(const std::string& key) const {
    return m_profiles / (key + ".tileline");
}

Outcome<std::string> ProfileCache::hashOf(const fs::path& file, Progress& progress,
                                          const std::stop_token& stop) const {
    auto before = TRY(stampOf(file));
    const fs::path known = m_hashes / stampName(before);
    if (const Result<std::string> hash = readFile(known, HashCharacters);
        hash && hash->size() == HashCharacters) {
        markUsed(known);
        return *hash;
    }
    const double bytes = static_cast<double>(std::max<uint64_t>(1, before.bytes));
    Outcome<std::string> hash = hashOfFile(
        file,
        [&](uint64_t done) {
            progress.report(Phase::Opening, std::min(1.0, static_cast<double>(done) / bytes));
        },
        stop);
    if (!hash) {
        return hash;
    }
    TRY(checkUnchanged(file, before));
    if (isSettled(before)) {
        // An error is harmless: without the stored hash, the file is read again.
        (void)writeFileAtomically(known, *hash);
    }
    return hash;
}

Outcome<std::string> ProfileCache::keyOf(const ProfileSource& source, Progress& progress,
                                         const std::stop_token& stop) const {
    Outcome<std::string> profile = hashOf(source.profile, progress, stop);
    if (!profile || !source.debug) {
        return profile;
    }
    Outcome<std::string> debug = hashOf(*source.debug, progress, stop);
    if (!debug) {
        return debug;
    }
    auto both = TRY(hashOfText(*profile + *debug));
    return both;
}

Outcome<std::optional<fs::path>> ProfileCache::find(const ProfileSource& source, Progress progress,
                                                    std::stop_token stop) {
    auto key = TRY(keyOf(source, progress, stop));
    return usableEntry(entryPath(key));
}

Outcome<fs::path> ProfileCache::obtain(const ProfileSource& source, const Make& make, Progress progress,
                                       std::stop_token stop) {
    TRY(prepare());
    auto key = TRY(keyOf(source, progress, stop));
    const fs::path entry = entryPath(key);
    if (std::optional<fs::path> found = usableEntry(entry)) {
        return *found;
    }
    // All profiles share a few lock files, because lock files are never removed.
    const auto lock = TRY(FileLock::acquire(m_locks / key.substr(0, 2), stop));
    if (std::optional<fs::path> found = usableEntry(entry)) {
        return *found; // another process made it while this one waited
    }
    dropAbandonedScratch(m_profiles);
    TRY(make(entry));
    prune(entry);
    return entry;
}

void ProfileCache::prune(const fs::path& keep) const {
    std::vector<CachedFile> profiles;
    std::error_code error;
    for (fs::directory_iterator entry(m_settings.directory, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().filename().string().starts_with("profiles-")) {
            addFiles(entry->path(), profiles);
        }
    }
    dropOldest(std::move(profiles), m_settings.limitBytes, keep);
    std::vector<CachedFile> hashes;
    addFiles(m_hashes, hashes);
    dropOldest(std::move(hashes), HashesLimitBytes, {});
}

} // namespace tileline
