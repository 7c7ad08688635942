// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace tileline::cli {

/// Turns SIGINT, SIGTERM and SIGHUP into a request to stop; a second signal ends the program at once.
/// SIGPIPE keeps its default, which ends the program without a word. SIGXFSZ is ignored: writing fails
/// instead, and what is half written is removed. One instance at a time.
///
/// A handler may do next to nothing, so it writes to a pipe that a thread reads. Programs that this one
/// starts get the default handlers back.
class Signals {
public:
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    std::stop_token stop() const { return m_stop.get_token(); }
    /// The signal that came, or 0.
    int received() const { return m_received; }

private:
    void watch();

    std::stop_source m_stop;
    std::atomic<int> m_received{0};
    std::jthread m_watcher;
};

} // namespace tileline::cli
