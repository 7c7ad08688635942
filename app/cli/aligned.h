// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/printable.h"
#include "core/tables/tables.h"

#include <string>

namespace tileline::cli {

/// A table as human-readable text: spaces align the columns, numbers are right-aligned, and an empty cell is
/// `-`. Text is shown as printable() writes it, so that control characters in a name cannot move the cursor.
std::string toAligned(const Table& table);

} // namespace tileline::cli
