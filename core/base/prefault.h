// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace tileline {

/// Has the system provide memory that is about to be filled, on a thread of its own: getting hundreds of MB
/// page by page on first touch takes longer than filling them does. Contents never change, so an area may be
/// used, moved or freed meanwhile. Only a hint: where it cannot help it does nothing.
class Prefault {
public:
    Prefault() = default;
    /// Stops within a fraction of a millisecond and joins.
    ~Prefault() = default;
    Prefault(const Prefault&) = delete;
    Prefault& operator=(const Prefault&) = delete;

    void add(const void* begin, size_t bytes);
    /// The reserved part of a column.
    template <class T>
    void add(const std::vector<T>& column) {
        add(column.data(), column.capacity() * sizeof(T));
    }

private:
    struct Area {
        std::byte* begin;
        size_t bytes;
    };
    void run(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::vector<Area> m_areas;
    std::jthread m_thread; ///< last: it is joined before the rest goes
};

} // namespace tileline
