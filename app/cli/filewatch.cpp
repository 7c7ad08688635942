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

/// False when `stop` was requested meanwhile.
bool pause(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop, Interval, [] { return false; });
    return !stop.stop_requested();
}

} // namespace

FileWatch::FileWatch(std::vector<std::filesystem::path> files)
    : m_files(std::move(files))
    , m_last(stamps()) {
}

FileWatch::Stamp FileWatch::stampOf(const std::filesystem::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) {
        return {};
    }
    std::error_code ignored;
    return {std::filesystem::last_write_time(file, ignored), static_cast<uint64_t>(status.st_size),
            status.st_ino, true};
}

std::vector<FileWatch::Stamp> FileWatch::stamps() const {
    std::vector<Stamp> stamps;
    for (const auto& file : m_files) {
        stamps.push_back(stampOf(file));
    }
    return stamps;
}

std::optional<std::vector<size_t>> FileWatch::waitForChange(std::stop_token stop) {
    std::vector<Stamp> before = m_last;
    while (pause(stop)) {
        std::vector<Stamp> now = stamps();
        const bool resting = now == before;
        before = std::move(now);
        if (!resting || before == m_last) {
            continue;
        }
        std::vector<size_t> changed;
        for (size_t i = 0; i < before.size(); ++i) {
            if (before[i] != m_last[i]) {
                changed.push_back(i);
            }
        }
        m_last = std::move(before);
        return changed;
    }
    return std::nullopt;
}

} // namespace tileline::cli
