// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/sourceinput.h"

namespace tileline {

/// Reads the contexts that a profile uses, after the profile is read. Derives the operations if the profile
/// has none, sets the source locations of operations, and adds notes about what is missing.
Outcome<Done> readDebug(const SourceInput& input, LoadJob& job);

/// Adds notes about what is missing without debug information.
void noteNoDebug(LoadJob& job);

} // namespace tileline
