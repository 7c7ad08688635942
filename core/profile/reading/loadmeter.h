// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"

#include <algorithm>
#include <cstdint>
#include <stop_token>

namespace tileline {

/// The progress of a load, in bytes read from all its files, and its stop token.
class LoadMeter {
public:
    /// Reading is `readingShare` of the progress.
    LoadMeter(uint64_t totalBytes, Progress progress, std::stop_token stop, double readingShare = 1)
        : m_total(std::max<uint64_t>(totalBytes, 1))
        , m_readingShare(readingShare)
        , m_progress(std::move(progress))
        , m_stop(std::move(stop)) {}

    void enter(Phase phase) {
        m_phase = phase;
        report();
    }
    void advance(uint64_t bytes) {
        m_done += bytes;
        report();
    }
    /// Counts a file as done up to `bytes`, because some parts are never read (free pages, indices).
    void advanceTo(uint64_t bytes) {
        m_done = std::max(m_done, bytes);
        report();
    }
    /// Reports how much of the work that follows reading is done, 0 to 1.
    void advanceWork(double fraction) {
        m_work = fraction;
        report();
    }
    /// Counts the bytes of a text or BLOB. False if the values have more bytes than the files: then rows
    /// share pages of the file, and must not fill the memory.
    bool take(uint64_t bytes) {
        m_taken += bytes;
        return m_taken <= m_total;
    }
    bool stopRequested() const { return m_stop.stop_requested(); }
    const std::stop_token& stop() const { return m_stop; }

private:
    void report() {
        const double fraction = static_cast<double>(m_done) / static_cast<double>(m_total);
        m_progress.report(m_phase, m_readingShare * std::min(fraction, 1.0) + (1 - m_readingShare) * m_work);
    }

    uint64_t m_total;
    uint64_t m_done = 0;
    uint64_t m_taken = 0;
    double m_readingShare;
    double m_work = 0;
    Phase m_phase = Phase::Opening;
    Progress m_progress;
    std::stop_token m_stop;
};

} // namespace tileline
