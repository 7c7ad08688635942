// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profileio/sourceinput.h"

#include <atomic>
#include <future>
#include <thread>

namespace tileline {

/// Reads debug information on a thread of its own while the profile is being read: neither needs the other
/// before both are there, only whether operations have to be made of it.
class DebugLoad {
public:
    /// `meter` is the load's; only the calling thread uses it.
    DebugLoad(const SourceInput& input, LoadMeter& meter);
    /// Stops and joins.
    ~DebugLoad();
    DebugLoad(const DebugLoad&) = delete;
    DebugLoad& operator=(const DebugLoad&) = delete;

    /// The first call starts the thread.
    void begin(bool wantsOperations);
    /// Waits for the end, with progress. Cancelled as soon as a stop is requested; FileChanged where the file
    /// is another one than when the load began.
    Outcome<DebugStore> finish();

private:
    Outcome<DebugStore> read(bool wantsOperations, const std::stop_token& stop);

    const SourceInput& m_input;
    LoadMeter& m_meter;
    std::atomic<double> m_fraction = 0; ///< of the file that has been read
    std::future<Outcome<DebugStore>> m_result;
    std::jthread m_thread; ///< last: it is joined before the rest goes
};

} // namespace tileline
