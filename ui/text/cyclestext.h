// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tileline {

/// "1,234,567 cycles", rounded to a whole number.
QString exactCyclesText(double cycles);
/// "1.2 M", without trailing zeros. For axes.
QString axisCyclesText(double cycles);

/// What the tile balance is, as a sentence.
QString tileBalanceText();
/// What gives a profile cycles, as a sentence.
QString cyclesRemedyText();

} // namespace tileline
