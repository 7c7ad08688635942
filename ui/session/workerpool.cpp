// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/workerpool.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>
#include <utility>

namespace tileline {

namespace {

constexpr unsigned MaxThreads = 2;

} // namespace

WorkerPool& WorkerPool::shared() {
    static WorkerPool pool;
    // The pool must stop before static objects are destroyed, because its work may use them.
    static const bool registered = (qAddPostRoutine([] { pool.stop(); }), true);
    Q_UNUSED(registered);
    return pool;
}

std::shared_ptr<Workers> WorkerPool::loopWorkers() {
    static std::mutex mutex;
    static std::weak_ptr<Workers> current;
    const std::lock_guard lock(mutex);
    std::shared_ptr<Workers> workers = current.lock();
    if (!workers) {
        const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
        workers = std::make_shared<Workers>(std::min(cores, MaxThreads));
        current = workers;
    }
    return workers;
}

WorkerPool::WorkerPool() {
    for (unsigned i = 0; i < MaxThreads; ++i) {
        try {
            m_threads.push_back(startThread([this, i](const std::stop_token& quit) {
                nameThread("worker-" + std::to_string(i));
                lowerThreadPriority();
                serve(quit);
            }));
        } catch (const ThreadShortage&) {
            if (m_threads.empty()) {
                throw;
            }
        }
    }
}

void WorkerPool::add(std::function<void()> work) {
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(std::move(work));
    }
    m_wake.notify_one();
}

void WorkerPool::stop() {
    for (std::jthread& thread : m_threads) {
        thread.request_stop();
    }
    m_threads.clear();
    m_waiting.clear();
}

void WorkerPool::serve(const std::stop_token& quit) {
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, quit, [this] { return !m_waiting.empty(); }) && !quit.stop_requested()) {
        std::function<void()> work = std::move(m_waiting.front());
        m_waiting.pop_front();
        lock.unlock();
        work();
        work = nullptr;
        lock.lock();
    }
}

} // namespace tileline
