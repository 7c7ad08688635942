// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/lists.h"
#include "core/base/parallel.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace tileline {

void nameThread(const std::string& role) {
    ::pthread_setname_np(::pthread_self(), ("tl-" + role).c_str());
}

void lowerThreadPriority() {
    // On Linux, each thread has its own nice value, and id 0 means the calling thread. With the value 10,
    // this thread makes way for the window's thread at once, but still gets processor time while other
    // programs run.
    constexpr int Niceness = 10;
    if (::getpriority(PRIO_PROCESS, 0) < Niceness) {
        ::setpriority(PRIO_PROCESS, 0, Niceness);
    }
}

void preferLargePages(void* begin, size_t bytes) {
    constexpr size_t LargePage = size_t{2} << 20U;
    if (bytes < LargePage) {
        return;
    }
    // Starts at a page boundary, because the system cannot enlarge a block that has large pages only in part.
    const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    const size_t before = reinterpret_cast<uintptr_t>(begin) % page;
    ::madvise(static_cast<std::byte*>(begin) - before, before + bytes, MADV_HUGEPAGE);
}

} // namespace tileline
