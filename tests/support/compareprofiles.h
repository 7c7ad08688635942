// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/profile.h"

#include <string>

namespace tileline::test {

/// The first difference between two profiles, or empty. Ignores paths, debug contexts, source locations and
/// load notes.
std::string profileDifference(const Profile& a, const Profile& b);

/// The first difference between the operations of two profiles, or empty. Ignores uids.
std::string operationDifference(const Profile& a, const Profile& b);

} // namespace tileline::test
