// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <algorithm>
#include <span>
#include <string>

namespace tileline::test {

/// The first difference between two profiles, or empty. Ignores paths, debug contexts, source locations and
/// load notes.
std::string profileDifference(const Profile& a, const Profile& b);

/// The first difference between the operations of two profiles, or empty. Ignores uids and
/// the order of variables.
std::string operationDifference(const Profile& a, const Profile& b);

/// Whether two lists have the same elements, in any order.
template <class T>
bool sameElements(std::span<const T> a, std::span<const T> b) {
    return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
}

} // namespace tileline::test
