// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/filewatch.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <sys/stat.h>

namespace tileline::cli {

namespace {

constexpr std::chrono::milliseconds Interval(200);

/// Returns false if `stop` was requested during the pause.
bool pause(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop, Interval, [] { return false; });
    return !stop.stop_requested();
}

} // namespace

FileStamps::FileStamps(const std::vector<std::filesystem::path>& files) {
    for (const auto& file : files) {
        m_stamps.emplace(file, stampOf(file));
    }
}

FileStamps::Stamp FileStamps::stampOf(const std::filesystem::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) {
        return {};
    }
    return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec, static_cast<uint64_t>(status.st_size),
            status.st_dev,         status.st_ino,          true};
}

FileStamps FileStamps::now() const {
    FileStamps stamps;
    for (const auto& [file, stamp] : m_stamps) {
        stamps.m_stamps.emplace(file, stampOf(file));
    }
    return stamps;
}

bool waitForChange(const FileStamps& seen, const std::stop_token& stop) {
    FileStamps before = seen;
    while (pause(stop)) {
        FileStamps now = seen.now();
        if (now == before && now != seen) {
            return true;
        }
        before = std::move(now);
    }
    return false;
}

} // namespace tileline::cli
