// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"

#include <vector>

namespace tileline {

/// The distinct programs of each layer, each with the previous layer that has it too (plus one; 0: none),
/// and the vertex types as the estimate tells them apart.
class LayerPrograms {
public:
    struct Use {
        ProgramIndex program;
        uint32_t previous = 0;
    };

    LayerPrograms(const Profile& profile, const Layers& layers);

    const std::vector<Use>& layer(LayerIndex layer) const { return m_layers[layer.index()]; }
    /// Vertex types of the same name and size are one kind: its code counts once.
    uint32_t kindOf(VertexTypeIndex type) const { return m_kindOfType[type.index()]; }
    uint32_t kindCount() const { return m_kindCount; }

private:
    std::vector<std::vector<Use>> m_layers;
    std::vector<uint32_t> m_kindOfType;
    uint32_t m_kindCount = 0;
};

/// Whether the estimate counts a program's control code: only of programs without children, because a
/// program's includes its children's.
bool countsControlCode(const Profile& profile, ProgramIndex program);
/// Compute set of a program that executes vertices; null for others.
const ComputeSet* executedComputeSet(const Profile& profile, ProgramIndex program);
/// Exchange code of a program; empty where the estimate counts none.
ByTile exchangeCodeOf(const Program& program);

} // namespace tileline
