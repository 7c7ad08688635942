// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"

#include <stop_token>
#include <vector>

namespace tileline {

/// Which layers use each lowered variable. Equal sets of layers are stored only once: the sets form a tree in
/// which each node is a set. The path from the root to a node lists the layers of its set in ascending order.
///
///     {}  ─ 1 ─ 2      {1}, {1,2}
///      └─── 2 ─ 5      {2}, {2,5}
///
/// The constructor walks the layers in order. Each variable that a layer uses moves from its node to a child.
class LayerSets {
public:
    struct Node {
        uint32_t parent = 0;
        LayerIndex layer;      ///< last layer of the set
        LayerIndex firstLayer; ///< first layer of the set
    };

    /// Only operations in a layer contribute variables. On `stop`, the constructor returns early and the sets
    /// are incomplete.
    LayerSets(const Profile& profile, const Layers& layers, const std::stop_token& stop);

    /// Node 0 is the empty set.
    const Node& node(uint32_t index) const { return m_nodes[index]; }
    uint32_t nodeOf(LoweredIndex row) const { return m_nodeOfRow[row.index()]; }

private:
    void use(LoweredIndex row, LayerIndex layer);

    std::vector<Node> m_nodes;
    std::vector<uint32_t> m_nodeOfRow;
    /// By node: the child that was added last. It belongs to the layer being walked if its `layer` is that
    /// layer.
    std::vector<uint32_t> m_child;
};

} // namespace tileline
