// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

namespace tileline {

/// Sorts paths that were chosen or dropped together into what belongs to one window each: a profile or a
/// directory by itself, and debug information with the profile in its directory, or with the only one. Looks
/// at the first bytes of the files; what it cannot tell stands by itself, so that opening it says why.
std::vector<QStringList> groupSources(const QStringList& paths);

} // namespace tileline
