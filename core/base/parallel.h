// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

namespace tileline {

/// A fixed set of threads for loops over tiles. The calling thread works too, so `Workers(1)` starts no
/// thread at all. The threads help one loop at a time: a second caller meanwhile does its loop alone, so
/// that no caller ever waits for another. The destructor stops and joins.
class Workers {
public:
    /// `threads` counts the calling one; 0 means as many as the machine has cores.
    explicit Workers(size_t threads = 0);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    size_t count() const;

    /// Work on [begin, end) by worker number `worker` (0 .. count()-1).
    using Body = std::function<void(size_t begin, size_t end, size_t worker)>;

    /// Calls `body` on pieces of [0, count) of at most `grain` items until all are done. Polls `stop`
    /// between pieces; false when it stopped early, with pieces left. An exception of `body` is rethrown
    /// here.
    bool forEach(size_t count, size_t grain, const Body& body, std::stop_token stop = {});

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace tileline
