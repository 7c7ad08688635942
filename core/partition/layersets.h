// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"

#include <stop_token>
#include <vector>

namespace tileline {

/// Which layers use each lowered variable. Sets are shared: they form a tree in which a path from the root
/// spells the layers of a set in ascending order, so that equal sets are equal nodes.
///
///     {}  ─ 1 ─ 2      {1}, {1,2}
///      └─── 2 ─ 5      {2}, {2,5}
///
/// The tree grows while the layers are walked in order and each of their variables moves one node down.
class LayerSets {
public:
    struct Node {
        uint32_t parent = 0;
        LayerIndex layer;      ///< last layer of the set
        LayerIndex firstLayer; ///< first layer of the set
    };

    /// Only operations in a layer bring variables. Stops early, with sets that are of no use, on `stop`.
    LayerSets(const Profile& profile, const Layers& layers, const std::stop_token& stop);

    /// Node 0 is the empty set.
    const Node& node(uint32_t index) const { return m_nodes[index]; }
    uint32_t nodeOf(LoweredIndex row) const { return m_nodeOfRow[row.index()]; }

private:
    void use(LoweredIndex row, LayerIndex layer);

    std::vector<Node> m_nodes;
    std::vector<uint32_t> m_nodeOfRow;
    /// By node: the child for the layer that is being walked, if its own layer says so.
    std::vector<uint32_t> m_child;
};

} // namespace tileline
