// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/memoryshortage.h"

#include <new>

namespace tileline {

MemoryShortage& MemoryShortage::instance() {
    static MemoryShortage shortage;
    return shortage;
}

void MemoryShortage::report() noexcept {
    try {
        // The signal is given by name: for a pointer to it, Qt would create a function object, which
        // clang-tidy mistakes for a leak.
        QMetaObject::invokeMethod(&instance(), "occurred");
    } catch (const std::bad_alloc&) {
        // There is not even enough memory to show a message.
    }
}

} // namespace tileline
