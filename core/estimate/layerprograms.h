// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layers.h"
#include "core/layers/vertexkinds.h"

#include <vector>

namespace tileline {

/// The distinct programs of each layer, each with the previous layer that also has it (stored plus one; 0:
/// none), and the kinds of vertex types that the estimate distinguishes.
class LayerPrograms {
public:
    struct Use {
        ProgramIndex program;
        uint32_t previous = 0;
    };

    LayerPrograms(const Profile& profile, const Layers& layers, VertexKinds kinds);

    const std::vector<Use>& layer(LayerIndex layer) const { return m_layers[layer.index()]; }
    /// The first layer with a program; NoId if none has it.
    uint32_t firstLayerOf(ProgramIndex program) const { return m_firstLayer[program.index()]; }
    /// The code of a kind of vertices counts once per stage and tile.
    uint32_t kindOf(VertexTypeIndex type) const { return m_kindOfType[type.index()]; }
    uint32_t kindCount() const { return m_kindCount; }

private:
    std::vector<std::vector<Use>> m_layers;
    std::vector<uint32_t> m_firstLayer; ///< by program
    std::vector<uint32_t> m_kindOfType;
    uint32_t m_kindCount = 0;
};

/// Whether the estimate counts a program's control code. It counts only programs without children, because
/// the control code of a parent program includes that of its children.
bool countsControlCode(const Profile& profile, ProgramIndex program);
/// The compute set that a program executes; null if the program executes no vertices.
const ComputeSet* executedComputeSet(const Profile& profile, ProgramIndex program);
/// Exchange code of a program; empty if the estimate counts none for this kind of program.
ByTile exchangeCodeOf(const Program& program);

} // namespace tileline
