// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tileline {

/// A number of cycles, rounded to a whole number: "1,234,567 cycles".
QString exactCyclesText(double cycles);
/// A number of cycles for an axis, without trailing zeros: "1.2 M".
QString axisCyclesText(double cycles);

/// An explanation of the tile balance.
QString tileBalanceText();
/// A sentence that explains how to get a profile with cycles.
QString cyclesRemedyText();

} // namespace tileline
