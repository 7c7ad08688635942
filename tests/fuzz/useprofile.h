// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"
#include "tests/fuzz/choices.h"

namespace tileline::fuzz {

/// Does with a profile what the program does after a load: finds layers, estimates, solves, explains, and
/// makes the tables, as far as `input` includes these parts. `choices` say in which setting and for which
/// plan. Requires that figures that are found in two ways are equal. Large profiles would only cost time and
/// are left alone.
void useProfile(const ProfilePtr& profile, Choices& choices, Input input);

} // namespace tileline::fuzz
