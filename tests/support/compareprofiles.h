// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/profile.h"

#include <string>

namespace tileline::test {

/// The first thing in which two profiles differ, or empty. The paths, the debug contexts, source locations
/// and load notes do not count.
std::string profileDifference(const Profile& a, const Profile& b);

/// The first thing in which the operations of two profiles differ, or empty. Uids do not count.
std::string operationDifference(const Profile& a, const Profile& b);

} // namespace tileline::test
