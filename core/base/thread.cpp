// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/thread.h"

#ifdef __linux__
#include <pthread.h>
#include <sys/resource.h>
#endif

namespace tileline {

void nameThread([[maybe_unused]] const std::string& role) {
#ifdef __linux__
    ::pthread_setname_np(::pthread_self(), ("tl-" + role).c_str());
#endif
}

void lowerThreadPriority() {
#ifdef __linux__
    // Linux keeps this value for each thread, and 0 is the calling one. Half the way down: the thread of the
    // window is let in at once, and other programs still leave it a share.
    constexpr int Niceness = 10;
    if (::getpriority(PRIO_PROCESS, 0) < Niceness) {
        ::setpriority(PRIO_PROCESS, 0, Niceness);
    }
#endif
}

} // namespace tileline
