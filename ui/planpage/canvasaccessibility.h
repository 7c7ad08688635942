// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAccessibleInterface;

namespace tileline {

class PlanCanvas;

/// Presents the canvas as a chart. Its value is the layer that the keys have chosen. Its children are the
/// layers, as items of a list with their bytes and IPU, and the split markers.
QAccessibleInterface* accessibleCanvas(PlanCanvas* canvas);

} // namespace tileline
