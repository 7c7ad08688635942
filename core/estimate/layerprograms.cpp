// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/layerprograms.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tileline {

LayerPrograms::LayerPrograms(const Profile& profile, const Layers& layers, VertexKinds vertexKinds)
    : m_layers(layers.count())
    , m_firstLayer(profile.programs.size(), NoId) {
    std::vector<std::vector<DetailIndex>> details(layers.count());
    for (const LayeredOperation& operation : layers.operations) {
        details[operation.layer.index()].push_back(operation.detail);
    }
    std::vector<uint32_t> lastLayer(profile.programs.size(), 0); // stored plus one; 0: none
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
    std::map<std::pair<std::string_view, uint32_t>, uint32_t> kinds;
    for (const VertexType& type : profile.vertexTypes) {
        const uint32_t size = vertexKinds == VertexKinds::ByNameAndSize ? type.size : 0;
        const auto [kind, added] = kinds.try_emplace({type.name, size}, m_kindCount);
        m_kindCount += added ? 1 : 0;
        m_kindOfType.push_back(kind->second);
    }
}

bool countsControlCode(const Profile& profile, ProgramIndex program) {
    return profile.programChildren[program.index()].empty();
}

const ComputeSet* executedComputeSet(const Profile& profile, ProgramIndex program) {
    const Program& executed = profile.programs[program.index()];
    return executed.kind == ProgramKind::OnTileExecute && executed.computeSet
               ? &profile.computeSets[executed.computeSet->index()]
               : nullptr;
}

ByTile exchangeCodeOf(const Program& program) {
    return program.kind == ProgramKind::DoExchange ? program.codeBytes : ByTile{};
}

} // namespace tileline
