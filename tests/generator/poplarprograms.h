// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/profile.h"
#include "tests/generator/poplartables.h"
#include "tests/generator/poplarvariant.h"

namespace tileline {

/// Writes the tables of programs: their types, exchanges, calls and functions, and estimated cycles.
void writePoplarPrograms(const Profile& profile, const PoplarVariant& variant, PoplarTables& tables);

} // namespace tileline
