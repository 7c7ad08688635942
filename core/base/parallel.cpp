// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

namespace tileline {

/// A loop that all workers run together.
struct Workers::Loop {
    size_t count = 0;
    size_t grain = 1;
    const Workers::Body* body = nullptr;
    std::stop_token stop;
    std::atomic<size_t> next{0};
    std::atomic<bool> halted{false};
    std::mutex errorMutex;
    std::exception_ptr error;

    void run(size_t worker) {
        while (!halted.load(std::memory_order_relaxed)) {
            const size_t begin = next.fetch_add(grain, std::memory_order_relaxed);
            if (begin >= count) {
                return;
            }
            if (stop.stop_requested()) {
                halted = true;
                return;
            }
            try {
                (*body)(begin, std::min(begin + grain, count), worker);
            } catch (...) {
                const std::lock_guard lock(errorMutex);
                error = error ? error : std::current_exception();
                halted = true;
            }
        }
    }
};

struct Workers::State {
    std::mutex mutex; // guards all members except `threads`
    std::condition_variable_any wake;
    std::condition_variable finished;
    bool taken = false; // true from the start of a loop until the last worker has left it
    Loop* loop = nullptr;
    uint64_t round = 0;
    size_t busy = 0;
    std::vector<std::jthread> threads;

    void serve(const std::stop_token& quit, size_t worker) {
        nameThread("loop-" + std::to_string(worker));
        uint64_t seen = 0;
        std::unique_lock lock(mutex);
        while (wake.wait(lock, quit, [&] { return round != seen; })) {
            seen = round;
            // `loop` is null if the loop ended before this worker woke up.
            if (Loop* const current = loop) {
                ++busy;
                lock.unlock();
                current->run(worker);
                lock.lock();
                --busy;
                finished.notify_all();
            }
        }
    }
};

std::jthread startThread(std::function<void(const std::stop_token&)> run) {
    try {
        return std::jthread(std::move(run));
    } catch (const std::system_error&) {
        throw ThreadShortage();
    }
}

Workers::Workers(size_t threads)
    : m_state(std::make_unique<State>()) {
    if (threads == 0) {
        threads = std::max(1U, std::thread::hardware_concurrency());
    }
    try {
        for (size_t worker = 1; worker < threads; ++worker) {
            m_state->threads.push_back(
                startThread([state = m_state.get(), worker](const std::stop_token& quit) {
                    state->serve(quit, worker);
                }));
        }
    } catch (const ThreadShortage&) {
        // The system refused another thread. The running threads suffice, because the caller works too.
    }
}

Workers::~Workers() {
    for (auto& thread : m_state->threads) {
        thread.request_stop();
    }
    m_state->threads.clear();
}

size_t Workers::count() const {
    return m_state->threads.size() + 1;
}

bool Workers::forEach(size_t count, size_t grain, const Body& body, std::stop_token stop) {
    Loop loop;
    loop.count = count;
    // The grain is at most `count`, so that `next` cannot wrap around.
    loop.grain = std::clamp<size_t>(grain, 1, std::max<size_t>(count, 1));
    loop.body = &body;
    loop.stop = std::move(stop);
    bool helped = false;
    {
        const std::lock_guard lock(m_state->mutex);
        helped = !std::exchange(m_state->taken, true);
        if (helped) {
            m_state->loop = &loop;
            ++m_state->round;
        }
    }
    if (helped && count > loop.grain) {
        m_state->wake.notify_all();
    }
    loop.run(0);
    if (helped) {
        std::unique_lock lock(m_state->mutex);
        m_state->loop = nullptr;
        m_state->finished.wait(lock, [&] { return m_state->busy == 0; });
        m_state->taken = false;
    }
    if (loop.error) {
        std::rethrow_exception(loop.error);
    }
    return !loop.halted;
}

} // namespace tileline
