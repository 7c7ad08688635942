// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/filewatch.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

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
        const auto stamp = stampOf(file);
        m_stamps.emplace(file, stamp ? std::optional(*stamp) : std::nullopt);
    }
}

FileStamps FileStamps::now() const {
    std::vector<std::filesystem::path> files;
    for (const auto& [file, stamp] : m_stamps) {
        files.push_back(file);
    }
    return FileStamps(files);
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
