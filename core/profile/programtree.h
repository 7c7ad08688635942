// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/lists.h"

#include <optional>

namespace tileline {

/// A program that is its own descendant, if there is one. Uses a vector instead of recursion, so that a chain
/// of a million programs does not overflow the stack.
std::optional<ProgramIndex> findCycle(const Lists<ProgramIndex>& children);

} // namespace tileline
