// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/layersets.h"

#include <algorithm>

namespace tileline {

LayerSets::LayerSets(const Profile& profile, const Layers& layers, const std::stop_token& stop)
    : m_nodes(1)
    , m_nodeOfRow(profile.lowered.size(), 0)
    , m_child(1, 0) {
    std::vector<std::vector<DetailIndex>> details(layers.count());
    for (const LayeredOperation& operation : layers.operations) {
        if (operation.inLayer()) {
            details[operation.layer.index()].push_back(operation.detail);
        }
    }
    for (uint32_t layer = 1; layer < details.size(); ++layer) {
        // Code that is called again within the same layer adds nothing new.
        std::sort(details[layer].begin(), details[layer].end());
        details[layer].erase(std::unique(details[layer].begin(), details[layer].end()), details[layer].end());
        for (const DetailIndex detail : details[layer]) {
            if (stop.stop_requested()) {
                return;
            }
            for (const LoweredIndex row : profile.operationVariables[detail.index()]) {
                use(row, {layer});
            }
        }
    }
}

void LayerSets::use(LoweredIndex row, LayerIndex layer) {
    uint32_t& node = m_nodeOfRow[row.index()];
    if (m_nodes[node].layer == layer) {
        return;
    }
    uint32_t child = m_child[node];
    if (child == 0 || m_nodes[child].layer != layer) {
        child = static_cast<uint32_t>(m_nodes.size());
        const LayerIndex first = node == 0 ? layer : m_nodes[node].firstLayer;
        m_nodes.push_back({node, layer, first});
        m_child.push_back(0);
        m_child[node] = child;
    }
    node = child;
}

} // namespace tileline
