// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/memorymap.h"
#include "core/tables/tables.h"

namespace tileline {

/// A row for each entry of memoryMap(). The columns refer to `profile`.
Columns<MapEntry> memoryMapColumns(const Profile& profile);

} // namespace tileline
