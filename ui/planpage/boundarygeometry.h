// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <optional>
#include <utility>

namespace tileline {

/// The x positions of layers and of the boundaries between them, in device-independent pixels. The layers are
/// drawn as a row of equally wide boxes. A boundary is identified by the index of the layer entry after it,
/// from 1 to layerCount-1. This struct uses no widgets, so that tests need none.
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

    /// The layer whose box contains `x`; empty if `x` is outside all boxes.
    std::optional<LayerIndex> layerAt(double x) const;
    /// The layers whose boxes overlap the interval from `from` to `to`, as the range [first, end).
    std::pair<uint32_t, uint32_t> layersBetween(double from, double to) const;
    /// The boundary nearest to `x`; empty if there are no boundaries.
    std::optional<LayerIndex> nearestBoundary(double x) const;
    /// The boundary nearest to `x`, if it is at most `reach` away.
    std::optional<LayerIndex> boundaryWithin(double x, double reach) const;

    /// Boxes of equal width that together fill `width`, but are at least `minWidth` wide each.
    static BoundaryGeometry filling(size_t layerCount, double left, double width, double minWidth);
};

} // namespace tileline
