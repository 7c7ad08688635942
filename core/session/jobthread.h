// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace tileline {

/// A thread with a one-slot mailbox: a job that is posted replaces the one that waits and stops the one that
/// runs. Posting never blocks. It also is the place where large things are freed, off the GUI thread: always
/// before the next job starts. The destructor stops and joins.
class JobThread {
public:
    using Job = std::function<void(std::stop_token)>;

    JobThread();
    ~JobThread();

    void post(Job job);
    /// Stops what runs and forgets what waits.
    void cancel();
    /// Frees `thing` on the thread, once nobody else holds it, or after a while.
    void dispose(std::shared_ptr<const void> thing);

private:
    void loop(const std::stop_token& quit);
    void freeDisposed(std::unique_lock<std::mutex>& lock, const std::stop_token& quit);

    std::mutex m_mutex; ///< guards all below but the thread
    std::condition_variable_any m_wake;
    Job m_job;
    std::vector<std::shared_ptr<const void>> m_disposed;
    std::stop_source m_running{std::nostopstate};
    std::jthread m_thread; ///< last, so that it is joined before what it uses goes
};

} // namespace tileline
