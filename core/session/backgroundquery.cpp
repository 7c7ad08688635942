// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/backgroundquery.h"

#include "core/base/threadpriority.h"

namespace tileline {

BackgroundQuery::BackgroundQuery(QObject* parent)
    : QObject(parent) {
}

BackgroundQuery::~BackgroundQuery() {
    m_worker.request_stop();
    const std::lock_guard lock(m_mutex);
    m_job = nullptr;
    m_running.request_stop();
}

void BackgroundQuery::cancel() {
    {
        const std::lock_guard lock(m_mutex);
        m_job = nullptr;
        m_running.request_stop();
    }
    ++m_generation;
    setBusy(false);
}

void BackgroundQuery::start(Job job) {
    // The thread is started with the first request: most views of a window are never looked at.
    if (!m_worker.joinable()) {
        m_worker = std::jthread([this](const std::stop_token& quit) { loop(quit); });
    }
    {
        const std::lock_guard lock(m_mutex);
        m_job = std::move(job);
        m_jobGeneration = ++m_generation;
        m_running.request_stop();
    }
    m_wake.notify_one();
    setBusy(true);
}

void BackgroundQuery::setBusy(bool busy) {
    if (m_busy != busy) {
        m_busy = busy;
        emit busyChanged(busy);
    }
}

void BackgroundQuery::loop(const std::stop_token& quit) {
    lowerThreadPriority();
    for (;;) {
        Job job;
        std::stop_token stop;
        uint64_t generation = 0;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, quit, [this] { return m_job != nullptr; })) {
                return;
            }
            job = std::exchange(m_job, nullptr);
            generation = m_jobGeneration;
            m_running = std::stop_source();
            stop = m_running.get_token();
        }
        const Delivery delivery = job(stop);
        if (!stop.stop_requested() && !quit.stop_requested()) {
            m_deliveries.post([this, generation, delivery] { deliver(generation, delivery); });
        }
    }
}

void BackgroundQuery::deliver(uint64_t generation, const Delivery& delivery) {
    if (generation == m_generation) {
        setBusy(false);
        delivery();
    }
}

} // namespace tileline
