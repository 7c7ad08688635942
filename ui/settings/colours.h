// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QColor>
#include <QPalette>

namespace tileline {

/// The five memory categories of an estimate, in the order in which they are stacked.
enum class MemoryCategory { Variables, VertexCode, VertexState, ExchangeCode, ControlCode };
inline constexpr int MemoryCategoryCount = 5;

/// Whether a palette is a dark one: its text is lighter than its background.
bool isDark(const QPalette& palette);

/// Colour of a pipeline stage, from Okabe and Ito's colour-blind-safe set without black. Colours repeat after
/// seven stages: the stage's number always stands beside it.
QColor stageColour(StageIndex stage);
/// Black or white, whichever reads better on `background`.
QColor textOn(const QColor& background);

/// Colour of a memory category; the same in all views.
QColor categoryColour(MemoryCategory category);

/// Overflow and other bad news: readable on the palette's base colour.
QColor alarmColour(const QPalette& palette);
/// Thin lines between things: grid, frames, baselines.
QColor gridColour(const QPalette& palette);
/// Text that explains and may stand back, still with a contrast of at least 4.5 to 1.
QColor quietTextColour(const QPalette& palette);

} // namespace tileline
