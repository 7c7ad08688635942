// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <stop_token>
#include <string>
#include <thread>

namespace tileline {

/// A fixed set of threads for loops over tiles. The calling thread also works, so `Workers(1)` starts no
/// threads. The threads work on one loop at a time. A caller that begins a loop while the threads are busy
/// runs its loop alone instead of waiting. The destructor stops and joins the threads.
class Workers {
public:
    /// `threads` includes the calling thread; 0 means one thread per core of the machine. Fewer threads are
    /// started if the system refuses to start that many.
    explicit Workers(size_t threads = 0);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    size_t count() const;

    /// Processes the items [begin, end) on worker number `worker` (0 .. count()-1).
    using Body = std::function<void(size_t begin, size_t end, size_t worker)>;

    /// Divides [0, count) into pieces of at most `grain` items and calls `body` for each piece. Polls `stop`
    /// between pieces. Returns false if a stop was requested before all pieces were done. Rethrows an
    /// exception that `body` throws.
    bool forEach(size_t count, size_t grain, const Body& body, std::stop_token stop = {});

private:
    struct Loop;
    struct State;
    std::unique_ptr<State> m_state;
};

/// Thrown if the system refuses to start a thread. Derives from std::bad_alloc, so that code that handles a
/// lack of memory also handles this exception.
struct ThreadShortage : std::bad_alloc {
    const char* what() const noexcept override { return "the system refuses to start another thread"; }
};

/// Starts a thread that runs `run`. Throws ThreadShortage.
std::jthread startThread(std::function<void(const std::stop_token&)> run);

/// Sets the name under which debuggers and the process list show the calling thread: "tl-" and `role`. `role`
/// has at most 12 characters.
void nameThread(const std::string& role);

/// Lowers the priority of the calling thread, and of the threads that it starts afterwards. Call
/// lowerThreadPriority() in threads that keep all cores busy while a window must stay responsive. On systems
/// without thread priorities, the call has no effect.
void lowerThreadPriority();

} // namespace tileline
