// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/threadpriority.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace tileline {

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
