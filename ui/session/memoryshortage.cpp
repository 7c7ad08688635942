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
        // The signal is given by its name, because for a pointer to the signal, Qt would create a function
        // object that clang-tidy mistakes for a leak.
        QMetaObject::invokeMethod(&instance(), "occurred");
    } catch (const std::bad_alloc&) {
        // There is not even enough memory to show a message.
    }
}

} // namespace tileline
