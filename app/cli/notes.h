// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "core/profile/profile.h"

namespace tileline::cli {

/// Prints the notes that a user must see with the figures of a plan, and nothing about what a profile lacks.
void printNotes(const Profile& profile, Context& context);
/// Runs the self-checks of a profile and prints what does not hold: as a warning where figures depend on it,
/// otherwise as a note.
Outcome<Done> printSelfChecks(const Profile& profile, Context& context);

} // namespace tileline::cli
