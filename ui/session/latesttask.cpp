// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/latesttask.h"

#include "ui/session/memoryshortage.h"
#include "ui/session/workerpool.h"

#include <QMetaMethod>

#include <condition_variable>
#include <mutex>
#include <new>

namespace tileline {

/// The state that a task shares with the pool. The state may outlive the task. Code on the pool may use the
/// task and its queue only while holding the mutex, and only if the request is not stopped.
struct LatestTask::Lane : std::enable_shared_from_this<Lane> {
    enum class State { Idle, Waiting, Running };

    explicit Lane(LatestTask* owner)
        : task(owner) {}

    void post(const std::stop_token& jobStop, Call call) {
        const std::lock_guard lock(mutex);
        if (!jobStop.stop_requested()) {
            task->m_calls.post([jobStop, call = std::move(call)] {
                if (!jobStop.stop_requested()) {
                    call();
                }
            });
        }
    }

    /// Replaces the waiting job with `newJob`, which may be null, and returns the replaced job.
    Job replace(Job newJob, std::stop_token newStop = {}) {
        const std::lock_guard lock(mutex);
        stop = std::move(newStop);
        std::swap(job, newJob);
        if (job && state == State::Idle) {
            enqueue();
        }
        return newJob;
    }

    void enqueue() {
        state = State::Waiting;
        WorkerPool::shared().add([lane = shared_from_this()] { lane->serve(); });
    }

    void serve() {
        std::unique_lock lock(mutex);
        state = State::Running;
        Job current = std::exchange(job, nullptr);
        const std::stop_token currentStop = stop;
        lock.unlock();
        if (current) {
            serve(current, currentStop);
            current = nullptr;
        }
        lock.lock();
        state = State::Idle;
        ended.notify_all();
        if (job) {
            enqueue();
        }
    }

    void serve(const Job& current, const std::stop_token& currentStop) {
        Call last;
        try {
            last = current(currentStop, [&](Call call) { post(currentStop, std::move(call)); });
        } catch (const std::bad_alloc&) {
            last = [owner = task] { reportOutOfMemory(*owner); };
        }
        post(currentStop, [owner = task, currentStop, last = std::move(last)] {
            owner->setBusy(false);
            if (currentStop.stop_requested()) {
                return;
            }
            try {
                last();
            } catch (const std::bad_alloc&) {
                reportOutOfMemory(*owner);
            }
        });
    }

    static void reportOutOfMemory(LatestTask& owner) {
        if (owner.isSignalConnected(QMetaMethod::fromSignal(&LatestTask::outOfMemory))) {
            emit owner.outOfMemory();
        } else {
            MemoryShortage::report();
        }
    }

    LatestTask* const task;
    std::mutex mutex; // guards the members below
    State state = State::Idle;
    Job job; // the waiting job; null if there is none
    std::stop_token stop;
    std::condition_variable ended;
};

LatestTask::LatestTask(QObject* parent)
    : QObject(parent)
    , m_lane(std::make_shared<Lane>(this)) {
}

LatestTask::~LatestTask() {
    m_stop.request_stop();
    m_lane->replace(nullptr);
}

void LatestTask::cancel() {
    m_stop.request_stop();
    m_lane->replace(nullptr);
    setBusy(false);
}

void LatestTask::cancelAndWait() {
    cancel();
    std::unique_lock lock(m_lane->mutex);
    m_lane->ended.wait(lock, [this] { return m_lane->state != Lane::State::Running; });
}

void LatestTask::start(Job job) {
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_lane->replace(std::move(job), m_stop.get_token());
    setBusy(true);
}

void LatestTask::setBusy(bool busy) {
    if (m_busy != busy) {
        m_busy = busy;
        emit busyChanged(busy);
    }
}

} // namespace tileline
