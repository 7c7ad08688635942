// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tileline {

/// Names the calling thread for debuggers and the system's process list: "tl-" followed by `role`. `role` has
/// at most 12 characters.
void nameThread(const std::string& role);

/// Lowers the priority of the calling thread, and of the threads that it starts afterwards. For threads that
/// keep all cores busy while a window must stay responsive. Only a hint: does nothing where the system does
/// not support it.
void lowerThreadPriority();

} // namespace tileline
