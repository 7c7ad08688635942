// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/lists.h"

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace tileline {

void useLargePages(void* begin, size_t bytes) {
    constexpr size_t LargePage = size_t{2} << 20U;
    const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto address = reinterpret_cast<uintptr_t>(begin);
    const uintptr_t unaligned = (page - address % page) % page;
    if (bytes >= LargePage) {
        ::madvise(static_cast<std::byte*>(begin) + unaligned, bytes - unaligned, MADV_HUGEPAGE);
    }
}

} // namespace tileline
