// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"

#include <pthread.h>
#include <sys/resource.h>

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

} // namespace tileline
