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

/// Two low-priority threads for work that takes longer than a few milliseconds. All windows share these
/// threads, which are called tl-worker-0 and tl-worker-1. Work begins in the order in which it was added.
class WorkerPool {
public:
    /// The first call starts the pool. The pool stops when the application object is destroyed. The pool then
    /// finishes the work that has begun and drops the rest. Work that is added later never runs.
    static WorkerPool& shared();

    WorkerPool();
    ~WorkerPool() { stop(); }
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// May be called from any thread. Never blocks.
    void add(std::function<void()> work);

    /// The workers that all sessions share for parallel loops: one thread in addition to the calling thread.
    /// In addition to the GUI thread, a window therefore uses at most four threads: two threads of the pool,
    /// the additional thread, and the thread of its PartitionScheduler. Only callers with a lowered priority
    /// may use these workers, because the additional thread inherits the priority of its first caller. The
    /// additional thread ends when the last owner releases the workers.
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
