// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profileio/sourcereader.h"

namespace tileline {

/// Joins a profile and its debug information after both are read. Links the contexts that the profile uses,
/// derives the operations if the profile has none, sets the source locations of operations, and adds notes
/// about what is missing. Errors are about the debug information.
Outcome<Done> joinDebug(LoadJob& job);

} // namespace tileline
