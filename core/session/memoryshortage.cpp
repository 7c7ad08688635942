// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/memoryshortage.h"

#include <new>

namespace tileline {

MemoryShortage& MemoryShortage::instance() {
    static MemoryShortage shortage;
    return shortage;
}

void MemoryShortage::report() noexcept {
    try {
        QMetaObject::invokeMethod(&instance(), &MemoryShortage::occurred);
    } catch (const std::bad_alloc&) {
        // Not even a message fits into the memory.
    }
}

} // namespace tileline
