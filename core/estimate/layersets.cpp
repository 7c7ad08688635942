// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/layersets.h"

#include "core/base/lists.h"

#include <unordered_map>

namespace tileline {

namespace {

/// By layer: the positions in Profile::operationDetails of the layer's operations, without duplicates.
std::vector<std::vector<DetailIndex>> detailsByLayer(const Layers& layers) {
    std::vector<std::vector<DetailIndex>> details(layers.count());
    for (const LayeredOperation& operation : layers.operations) {
        details[operation.layer.index()].push_back(operation.detail);
    }
    std::ranges::for_each(details, sortDistinct<DetailIndex>);
    return details;
}

SetTree treeOf(const Profile& profile, const Layers& layers, const std::stop_token& stop) {
    SetTree tree(profile.lowered.size());
    const auto details = detailsByLayer(layers);
    for (uint32_t layer = 0; layer < details.size(); ++layer) {
        if (layers.kinds[layer] == EntryKind::None) {
            continue;
        }
        for (const DetailIndex detail : details[layer]) {
            if (stop.stop_requested()) {
                return tree;
            }
            for (const LoweredIndex row : profile.operationVariables[detail.index()]) {
                tree.add(row, layer);
            }
        }
    }
    return tree;
}

} // namespace

LayerSets::LayerSets(const Profile& profile, const Layers& layers, const std::stop_token& stop)
    : LayerSets(treeOf(profile, layers, stop), 1) {
}

LayerSets::LayerSets(const SetTree& tree, uint32_t labelsPerLayer)
    : m_nodes(1) {
    // Nodes of `tree` whose labels stand for the same set of layers become a single node.
    std::vector<uint32_t> nodeOf(tree.nodeCount(), 0);
    std::unordered_map<uint64_t, uint32_t> children; // maps a parent node and a layer to the child node
    for (uint32_t i = 1; i < tree.nodeCount(); ++i) {
        const uint32_t parent = nodeOf[tree.node(i).parent];
        const LayerIndex layer{tree.node(i).label / labelsPerLayer};
        if (parent != 0 && m_nodes[parent].layer == layer) {
            nodeOf[i] = parent;
            continue;
        }
        const auto next = static_cast<uint32_t>(m_nodes.size());
        const auto [child, added] = children.try_emplace(uint64_t{parent} << 32 | layer.value, next);
        if (added) {
            m_nodes.push_back({parent, layer, parent == 0 ? layer : m_nodes[parent].firstLayer});
        }
        nodeOf[i] = child->second;
    }
    m_nodeOfRow.reserve(tree.rowCount());
    for (uint32_t row = 0; row < tree.rowCount(); ++row) {
        m_nodeOfRow.push_back(nodeOf[tree.nodeOf({row})]);
    }
}

LayerPrograms::LayerPrograms(const Profile& profile, const Layers& layers, VertexKinds vertexKinds)
    : m_layers(layers.count())
    , m_firstLayer(profile.programs.size(), NoId)
    , m_kindOfType(vertexKindNumbers(profile, vertexKinds)) {
    const auto details = detailsByLayer(layers);
    std::vector<uint32_t> lastLayer(
        profile.programs.size(),
        0); // by program: 1 plus the last layer so far that has the program, or 0 if no layer has had it yet
    for (uint32_t layer = 0; layer < details.size(); ++layer) {
        for (const DetailIndex detail : details[layer]) {
            for (const ProgramIndex program : profile.operationPrograms[detail.index()]) {
                uint32_t& last = lastLayer[program.index()];
                if (last != layer + 1) {
                    m_layers[layer].push_back({program, last});
                    last = layer + 1;
                    m_firstLayer[program.index()] = std::min(m_firstLayer[program.index()], layer);
                }
            }
        }
    }
}

} // namespace tileline
