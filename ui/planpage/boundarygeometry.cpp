// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/boundarygeometry.h"

#include <algorithm>
#include <cmath>

namespace tileline {

std::optional<LayerIndex> BoundaryGeometry::layerAt(double x) const {
    if (x < left || x >= right()) {
        return std::nullopt;
    }
    const auto layer = static_cast<uint32_t>((x - left) / layerWidth);
    return LayerIndex{std::min(layer, static_cast<uint32_t>(layerCount - 1))};
}

std::pair<uint32_t, uint32_t> BoundaryGeometry::layersBetween(double from, double to) const {
    const auto within = [this](double position) {
        return static_cast<uint32_t>(std::clamp(position, 0.0, static_cast<double>(layerCount)));
    };
    return {within(std::floor((from - left) / layerWidth)), within(std::ceil((to - left) / layerWidth))};
}

std::optional<LayerIndex> BoundaryGeometry::nearestBoundary(double x) const {
    if (layerCount < 2) {
        return std::nullopt;
    }
    const double position = std::round((x - left) / layerWidth);
    return LayerIndex{static_cast<uint32_t>(std::clamp(position, 1.0, static_cast<double>(layerCount - 1)))};
}

std::optional<LayerIndex> BoundaryGeometry::boundaryWithin(double x, double reach) const {
    const auto boundary = nearestBoundary(x);
    return boundary && std::abs(xOf(*boundary) - x) <= reach ? boundary : std::nullopt;
}

BoundaryGeometry BoundaryGeometry::filling(size_t layerCount, double left, double width, double minWidth) {
    const double even = width / static_cast<double>(layerCount);
    return {layerCount, left, std::max(even, minWidth)};
}

} // namespace tileline
