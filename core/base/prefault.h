// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace tileline {

/// Has the system provide memory that is about to be filled, on a separate thread: faulting in hundreds of MB
/// page by page takes longer than filling them. Contents never change, so an area may be used, moved or freed
/// meanwhile. Only a hint: does nothing where the system does not support it.
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
    std::jthread m_thread; ///< declared last, so that it is joined before the other members are destroyed
};

} // namespace tileline
