// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/layers/layers.h"
#include "core/memory/operationtiles.h"

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace tileline {

/// A set of labels for each lowered variable. Equal sets are stored only once: the sets form a tree in which
/// each node is a set. The path from the root to a node lists the labels of its set in ascending order.
///
///     {}  ─ 1 ─ 2      {1}, {1,2}
///      └─── 2 ─ 5      {2}, {2,5}
///
/// Labels are added in ascending order: add() is called for all variables with one label, then for all
/// variables with the next label. Each call moves a variable from its node to a child of that node.
class SetTree {
public:
    struct Node {
        uint32_t parent = 0;
        uint32_t label = NoId; ///< last label of the set
    };

    /// Assigns the empty set to each of `rows` variables.
    explicit SetTree(size_t rows)
        : m_nodes(1)
        , m_nodeOfRow(rows, 0)
        , m_child(1, 0) {}

    void add(LoweredIndex row, uint32_t label) {
        uint32_t& node = m_nodeOfRow[row.index()];
        if (m_nodes[node].label == label) {
            return;
        }
        uint32_t child = m_child[node];
        if (child == 0 || m_nodes[child].label != label) {
            child = static_cast<uint32_t>(m_nodes.size());
            m_nodes.push_back({node, label});
            m_child.push_back(0);
            m_child[node] = child;
        }
        node = child;
    }

    /// Frees the assignment of sets to variables, but keeps the nodes.
    void releaseRows() { std::vector<uint32_t>().swap(m_nodeOfRow); }

    size_t rowCount() const { return m_nodeOfRow.size(); }
    size_t nodeCount() const { return m_nodes.size(); }
    /// Node 0 is the empty set. Each node has a higher number than its parent.
    const Node& node(uint32_t index) const { return m_nodes[index]; }
    uint32_t nodeOf(LoweredIndex row) const { return m_nodeOfRow[row.index()]; }
    size_t byteSize() const {
        return m_nodes.capacity() * sizeof(Node) + (m_nodeOfRow.capacity() + m_child.capacity()) * 4;
    }

private:
    std::vector<Node> m_nodes;
    std::vector<uint32_t> m_nodeOfRow;
    /// For each node, the child that was added last. If this child has the label of the call, add() moves the
    /// variable to it; otherwise, add() makes a new child.
    std::vector<uint32_t> m_child;
};

/// For each lowered variable: the set of layers that use the variable. The sets form a tree as in SetTree.
class LayerSets {
public:
    struct Node {
        uint32_t parent = 0;
        LayerIndex layer;      ///< last layer of the set
        LayerIndex firstLayer; ///< first layer of the set
    };

    /// The sets ignore operations outside all layers. If a stop is requested, the constructor returns early
    /// and the sets are incomplete.
    LayerSets(const Profile& profile, const Layers& layers, const std::stop_token& stop);
    /// Converts a tree in which each layer has `labelsPerLayer` labels. The layer of a label is the label
    /// divided by `labelsPerLayer`.
    LayerSets(const SetTree& tree, uint32_t labelsPerLayer);

    size_t nodeCount() const { return m_nodes.size(); }
    /// Node 0 is the empty set.
    const Node& node(uint32_t index) const { return m_nodes[index]; }
    uint32_t nodeOf(LoweredIndex row) const { return m_nodeOfRow[row.index()]; }

private:
    std::vector<Node> m_nodes;
    std::vector<uint32_t> m_nodeOfRow;
};

/// The distinct programs of each layer, and the kinds of vertex types that the estimate distinguishes.
class LayerPrograms {
public:
    struct Use {
        ProgramIndex program;
        uint32_t previous = 0; ///< 1 plus the index of the last earlier layer with this program; 0 if none
    };

    LayerPrograms(const Profile& profile, const Layers& layers, VertexKinds kinds);

    const std::vector<Use>& layer(LayerIndex layer) const { return m_layers[layer.index()]; }
    /// The first layer whose operations use `program`; NoId if there is none.
    uint32_t firstLayerOf(ProgramIndex program) const { return m_firstLayer[program.index()]; }
    /// The kind of a vertex type. On each tile, a stage counts the code of a kind only once.
    uint32_t kindOf(VertexTypeIndex type) const { return m_kindOfType[type.index()]; }
    size_t kindCount() const {
        return m_kindOfType.empty() ? 0 : size_t{1} + *std::ranges::max_element(m_kindOfType);
    }

private:
    std::vector<std::vector<Use>> m_layers;
    std::vector<uint32_t> m_firstLayer; ///< by program
    std::vector<uint32_t> m_kindOfType; ///< see vertexKindNumbers()
};

} // namespace tileline
