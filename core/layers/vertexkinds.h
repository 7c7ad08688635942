// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layers.h"

namespace tileline {

/// Of which vertices the code counts once per stage and tile.
enum class VertexKinds : uint8_t {
    ByNameAndSize, ///< as in PopLiner
    ByName,        ///< as Poplar stores it
};

/// What counts in the setting of a layer list.
inline VertexKinds vertexKindsOf(const Layers& layers) {
    return layers.hasNone() ? VertexKinds::ByNameAndSize : VertexKinds::ByName;
}

} // namespace tileline
