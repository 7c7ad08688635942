// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/settree.h"
#include "core/layers/layers.h"

#include <stop_token>
#include <vector>

namespace tileline {

/// Which layers use each lowered variable: a SetTree whose labels are layers.
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
    /// From a tree whose labels say more than the layer: label / `labelsPerLayer` is the layer.
    LayerSets(const SetTree& tree, uint32_t labelsPerLayer);

    size_t nodeCount() const { return m_nodes.size(); }
    /// Node 0 is the empty set.
    const Node& node(uint32_t index) const { return m_nodes[index]; }
    uint32_t nodeOf(LoweredIndex row) const { return m_nodeOfRow[row.index()]; }

private:
    std::vector<Node> m_nodes;
    std::vector<uint32_t> m_nodeOfRow;
};

} // namespace tileline
