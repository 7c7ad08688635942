// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/guiqueue.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

namespace tileline {

/// Computes one thing for a view on a worker thread of its own, so that the view never blocks the thread it
/// lives on. The newest request wins: a new one stops the one that runs and replaces the one that waits, and
/// only the newest one's value is delivered, on the thread of this object. The destructor stops and joins;
/// nothing is delivered after it.
class BackgroundQuery : public QObject {
    Q_OBJECT
public:
    explicit BackgroundQuery(QObject* parent = nullptr);
    ~BackgroundQuery() override;

    /// Calls `work(std::stop_token)` on the worker and then `deliver(value)` on the thread of this object.
    /// `work` owns or shares what it reads (a ProfilePtr, copies of settings) and polls the token; what it
    /// returns after a stop is dropped.
    template <class Work, class Deliver>
    void run(Work work, Deliver deliver) {
        using Value = std::invoke_result_t<Work&, std::stop_token>;
        start(
            [work = std::move(work), deliver = std::move(deliver)](std::stop_token stop) mutable -> Delivery {
                auto value = std::make_shared<Value>(work(std::move(stop)));
                return [value, deliver = std::move(deliver)]() mutable { deliver(std::move(*value)); };
            });
    }

    /// Stops what runs and forgets what waits; nothing of it is delivered.
    void cancel();

    /// Whether a value is still to come.
    bool busy() const { return m_busy; }

signals:
    void busyChanged(bool busy);

private:
    using Delivery = std::function<void()>;
    using Job = std::function<Delivery(std::stop_token)>;

    void start(Job job);
    void setBusy(bool busy);
    void loop(const std::stop_token& quit);
    void deliver(uint64_t generation, const Delivery& delivery);

    std::mutex m_mutex; ///< guards m_job, m_jobGeneration, m_running
    std::condition_variable_any m_wake;
    Job m_job; ///< the one-slot mailbox
    uint64_t m_jobGeneration = 0;
    std::stop_source m_running{std::nostopstate}; ///< of the job that runs

    uint64_t m_generation = 0; ///< of the newest request; only on the thread of this object
    bool m_busy = false;
    GuiQueue m_deliveries;
    std::jthread m_worker; ///< last, so that it is joined before what it uses goes
};

} // namespace tileline
