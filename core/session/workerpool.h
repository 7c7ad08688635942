// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace tileline {

/// The threads that all windows share for what takes longer than a few milliseconds: two, at low priority,
/// called tl-worker-0 and tl-worker-1. Work begins in the order in which it was added.
class WorkerPool {
public:
    /// Started by the first call. It ends with the application object: what runs then is waited for, what
    /// waits is dropped, and what is added later never runs.
    static WorkerPool& shared();

    WorkerPool();
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// From any thread. Never blocks.
    void add(std::function<void()> work);

    /// What the loops of all sessions share: one thread beside the calling one, which makes at most four for
    /// a window: two here, this one and its PartitionScheduler's. Only for callers that have lowered their
    /// priority, as the first one starts the thread. It ends when nobody holds it any more.
    static std::shared_ptr<Workers> loopWorkers();

private:
    void stop();
    void serve(const std::stop_token& quit);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<std::function<void()>> m_waiting;
    std::vector<std::jthread> m_threads;
};

} // namespace tileline
