// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/lists.h"

#include <optional>

namespace tileline {

/// A program that is its own descendant, if there is one. Without recursion: chains of a million programs
/// are no more than a long vector.
std::optional<ProgramIndex> findCycle(const Lists<ProgramIndex>& children);

} // namespace tileline
