// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace tileline::cli {

/// Turns SIGINT, SIGTERM and SIGHUP into a stop request. A second signal ends the program at once. The
/// program also ends if it is still running 150 ms after the first signal. SIGPIPE keeps its default action,
/// which ends the program without a message. SIGXFSZ is ignored: if a file exceeds the size limit, writing
/// fails with an error, and the incomplete file is removed. Only one Signals object may exist at a time.
///
/// A signal handler may call only a few functions. Therefore, the handler only writes to a pipe, and a thread
/// reads the pipe. Child processes get the default handlers.
class Signals {
public:
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    std::stop_token stop() const { return m_stop.get_token(); }
    /// The number of the received signal; 0 if no signal was received.
    int received() const { return m_received; }

private:
    void watch();

    std::stop_source m_stop;
    std::atomic<int> m_received{0};
    std::jthread m_watcher;
};

} // namespace tileline::cli
