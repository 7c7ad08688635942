// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <optional>

namespace tileline {

/// Where the layers of a row of equally wide boxes lie along x, in device-independent pixels, and the
/// boundaries between them. A boundary is named by the layer entry that begins there, as a split point is:
/// 1 .. layerCount-1. No widgets here, so that it can be tested without any.
///
///     left                          layerWidth
///      ├──────┬──────┬──────┬──────┤
///      0      1      2      3        boundaries 1, 2, 3
struct BoundaryGeometry {
    size_t layerCount = 1;
    double left = 0;
    double layerWidth = 1;

    double xOf(LayerIndex boundary) const { return left + layerWidth * static_cast<double>(boundary.value); }
    double centreOf(LayerIndex layer) const { return xOf(layer) + layerWidth / 2; }
    double right() const { return left + layerWidth * static_cast<double>(layerCount); }

    /// Nothing outside the boxes.
    std::optional<LayerIndex> layerAt(double x) const;
    /// Clamped to the boundaries there are; nothing where there is none.
    std::optional<LayerIndex> nearestBoundary(double x) const;
    /// The nearest boundary, if it is at most `reach` away.
    std::optional<LayerIndex> boundaryWithin(double x, double reach) const;

    /// Boxes that fill `width` but are at least `minWidth` wide each.
    static BoundaryGeometry filling(size_t layerCount, double left, double width, double minWidth);
};

} // namespace tileline
