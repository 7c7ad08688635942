// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/poplartables.h"
#include "app/generate/poplarvariant.h"
#include "core/profile/profile.h"

namespace tileline {

/// Writes the tables of programs: their types, exchanges, calls and functions, and estimated cycles.
void writePoplarPrograms(const Profile& profile, const PoplarVariant& variant, PoplarTables& tables);

} // namespace tileline
