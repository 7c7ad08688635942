// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profileio/sourceinput.h"

#include <atomic>
#include <future>
#include <thread>

namespace tileline {

/// Reads debug information on a separate thread while the profile is being read. The two are joined after
/// both are complete. The thread only has to know beforehand whether operations will be derived.
class DebugLoad {
public:
    /// `meter` belongs to the whole load. Only the calling thread uses it.
    DebugLoad(const SourceInput& input, LoadMeter& meter);
    /// Stops and joins the thread.
    ~DebugLoad();
    DebugLoad(const DebugLoad&) = delete;
    DebugLoad& operator=(const DebugLoad&) = delete;

    /// Starts the thread. Does nothing when called again.
    void begin(bool wantsOperations);
    /// Waits until the debug information is read, and reports progress. Cancelled as soon as a stop is
    /// requested. FileChanged if the file has changed since the load began.
    Outcome<DebugStore> finish();

private:
    Outcome<DebugStore> read(bool wantsOperations, const std::stop_token& stop);

    const SourceInput& m_input;
    LoadMeter& m_meter;
    std::atomic<double> m_fraction = 0; ///< fraction of the file that has been read, 0 to 1
    std::future<Outcome<DebugStore>> m_result;
    std::jthread m_thread; ///< declared last, so that it is joined before the other members are destroyed
};

} // namespace tileline
