// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>

namespace tileline {

/// The phase of a long job. The window (ui/text) and the command line show a name for each phase.
enum class Phase {
    Opening,          ///< finding out the kind of the file
    ReadingPrograms,  ///< programs, compute sets, vertices
    ReadingLiveness,  ///< steps and equivalence classes
    ReadingVariables, ///< unlowered variables, and the lowered variables of all tiles
    ReadingOperations,
    ReadingDebug, ///< debug information
    Checking,
    Layers,       ///< finding layers in the names of operations
    Indexing,     ///< grouping variables by tile for the estimate
    FillingTable, ///< filling the interval table
    Solving,
    Writing,
    ReadingReports, ///< reading several profiles, one after the other or two at a time
};

/// Forwards progress to a callback: at every change of phase, at the end, and otherwise at most every 25 ms.
/// The class is not thread-safe: each job needs its own Progress.
class Progress {
public:
    /// `fraction` runs from 0 to 1 over the whole job.
    using Callback = std::function<void(Phase phase, double fraction)>;

    Progress() = default;
    explicit Progress(Callback callback)
        : m_callback(std::move(callback)) {}

    void report(Phase phase, double fraction) {
        if (!m_callback) {
            return;
        }
        const auto now = std::chrono::steady_clock::now();
        if (phase == m_phase && m_reported && fraction < 1 && now - m_last < std::chrono::milliseconds(25)) {
            return;
        }
        m_phase = phase;
        m_last = now;
        m_reported = true;
        m_callback(phase, fraction);
    }

private:
    Callback m_callback;
    Phase m_phase{};
    bool m_reported = false;
    std::chrono::steady_clock::time_point m_last;
};

} // namespace tileline
