// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/jobthread.h"

#include "core/base/threadpriority.h"

#include <chrono>
#include <utility>

namespace tileline {

namespace {

/// How long a disposed thing may still be held by others (a view's query that is being stopped) before it is
/// given up: then the last of them frees it.
constexpr auto Patience = std::chrono::milliseconds(500);

bool lastHolder(const std::shared_ptr<const void>& thing) {
    return thing.use_count() <= 1;
}

} // namespace

JobThread::JobThread()
    : m_thread([this](const std::stop_token& quit) { loop(quit); }) {
}

JobThread::~JobThread() {
    m_thread.request_stop();
    cancel();
}

void JobThread::post(Job job) {
    Job replaced;
    {
        const std::lock_guard lock(m_mutex);
        replaced = std::exchange(m_job, std::move(job));
        m_running.request_stop();
    }
    m_wake.notify_one();
}

void JobThread::cancel() {
    Job replaced;
    const std::lock_guard lock(m_mutex);
    replaced = std::exchange(m_job, nullptr);
    m_running.request_stop();
}

void JobThread::dispose(std::shared_ptr<const void> thing) {
    {
        const std::lock_guard lock(m_mutex);
        m_disposed.push_back(std::move(thing));
    }
    m_wake.notify_one();
}

void JobThread::freeDisposed(std::unique_lock<std::mutex>& lock, const std::stop_token& quit) {
    std::vector<std::shared_ptr<const void>> things = std::exchange(m_disposed, {});
    lock.unlock();
    const auto giveUp = std::chrono::steady_clock::now() + Patience;
    for (auto& thing : things) {
        while (!lastHolder(thing) && !quit.stop_requested() && std::chrono::steady_clock::now() < giveUp) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        thing.reset();
    }
    lock.lock();
}

void JobThread::loop(const std::stop_token& quit) {
    lowerThreadPriority();
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, quit, [this] { return m_job || !m_disposed.empty(); })) {
        if (!m_disposed.empty()) {
            freeDisposed(lock, quit);
            continue;
        }
        Job job = std::exchange(m_job, nullptr);
        m_running = std::stop_source();
        const std::stop_token stop = m_running.get_token();
        lock.unlock();
        job(stop);
        job = nullptr;
        lock.lock();
    }
}

} // namespace tileline
