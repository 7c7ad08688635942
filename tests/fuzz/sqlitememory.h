// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tileline::fuzz {

/// SQLite keeps the memory that it frees and uses it again: AddressSanitizer's own allocation takes a third
/// of the time of a run. What is free, and 16 bytes on each side of what is in use, stays poisoned, so reads
/// beyond a value or after it was freed are found as before. To be called before SQLite is used; false if
/// that is too late.
bool giveSqliteOwnMemory();

} // namespace tileline::fuzz
