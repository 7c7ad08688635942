// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/prefault.h"

#include "core/base/thread.h"

#include <algorithm>
#include <cstdint>
#include <sys/mman.h>

namespace tileline {

namespace {

constexpr uintptr_t PageBytes = 4096;
/// Smaller areas are not worth a thread.
constexpr size_t MinBytes = size_t{4} << 20U;
/// Bytes populated by one call, which takes well below a millisecond.
constexpr size_t PieceBytes = size_t{1} << 20U;

} // namespace

void Prefault::add(const void* begin, size_t bytes) {
    if (begin == nullptr || bytes < MinBytes) {
        return;
    }
    // Whole pages only: the first and last page may also hold memory that is not part of this area.
    const auto address = reinterpret_cast<uintptr_t>(begin);
    const size_t skipped = (PageBytes - address % PageBytes) % PageBytes;
    const size_t length = bytes - skipped - (address + bytes) % PageBytes;
    std::byte* const first = static_cast<std::byte*>(const_cast<void*>(begin)) + skipped;
#ifdef MADV_HUGEPAGE
    // One page fault and one page table entry for every 2 MiB, instead of 512 of each.
    (void)::madvise(first, length, MADV_HUGEPAGE);
#endif
    const std::lock_guard lock(m_mutex);
    m_areas.push_back({first, length});
    if (!m_thread.joinable()) {
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }
    m_changed.notify_one();
}

void Prefault::run(const std::stop_token& stop) {
    nameThread("prefault");
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_areas.empty(); })) {
        const Area area = m_areas.front();
        m_areas.erase(m_areas.begin());
        lock.unlock();
#ifdef MADV_POPULATE_WRITE
        for (size_t done = 0; done < area.bytes && !stop.stop_requested(); done += PieceBytes) {
            const size_t piece = std::min(PieceBytes, area.bytes - done);
            if (::madvise(area.begin + done, piece, MADV_POPULATE_WRITE) != 0) {
                break;
            }
        }
#else
        (void)area;
#endif
        lock.lock();
    }
}

} // namespace tileline
