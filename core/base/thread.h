// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tileline {

/// Names the calling thread for debuggers and the system's process list: "tl-" and `role`, at most 12
/// characters.
void nameThread(const std::string& role);

/// Lets other threads go first: the calling thread, and those that it starts from now on. For threads that
/// keep all cores busy while a window is to stay quick. Only a hint: where the system cannot, nothing
/// changes.
void lowerThreadPriority();

} // namespace tileline
