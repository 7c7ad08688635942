// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplartables.h"

#include <algorithm>

namespace tileline::poplar {

Outcome<Done> PoplarTables::readVertices() {
    TRY(readVertexTypes());
    TRY(readComputeSets());
    const auto vertices = rowsOf(VertexInstances);
    while (vertices->next()) {
        const uint32_t set = vertices->u32(0);
        const uint32_t type = vertices->u32(1);
        const ByTile count = byTile(*vertices, 2);
        if (vertices->ok()) {
            vertices->accept(m_builder.addVertices(set, type, count));
        }
    }
    return vertices->finish();
}

/// Vertex types and their code. Of several types with one name, the last id with code on a tile counts there:
/// this is how PopLiner reads it.
Outcome<Done> PoplarTables::readVertexTypes() {
    std::map<uint32_t, VertexType> types;
    const auto rows = rowsOf(VertexTypes);
    while (rows->next()) {
        VertexType type{rows->u32(0), rows->text(1), rows->u32(2), {}};
        const uint32_t id = type.id;
        if (rows->ok() && !types.emplace(id, std::move(type)).second) {
            rows->fail(ErrorCode::DuplicateId, 0, "an id that occurs once", std::to_string(id));
        }
    }
    TRY(rows->finish());

    std::map<uint32_t, ByTile> codeOf;
    const auto code = rowsOf(MemoryByVertexType);
    while (code->next()) {
        const uint32_t id = code->u32(0);
        const ByTile bytes = byTile(*code, 1, Encoding::Numbers);
        if (code->ok() && !types.contains(id)) {
            code->fail(ErrorCode::UnknownId, 0, "the id of a vertex type", std::to_string(id));
        }
        if (code->ok() && !codeOf.emplace(id, bytes).second) {
            code->fail(ErrorCode::DuplicateId, 0, "an id that occurs once", std::to_string(id));
        }
    }
    TRY(code->finish());

    std::map<std::string_view, std::vector<ByTile>> codeOfName; ///< by ascending id of the type
    for (const auto& [id, bytes] : codeOf) {
        codeOfName[types.at(id).name].push_back(bytes);
    }
    for (const auto& [name, arrays] : codeOfName) {
        ByTile bytes = arrays.front();
        if (arrays.size() > 1) {
            std::vector<uint32_t> joined(m_builder.profile().target.numTiles);
            for (const ByTile array : arrays) {
                std::transform(array.begin(), array.end(), joined.begin(), joined.begin(),
                               [](uint32_t entry, uint32_t before) { return entry != 0 ? entry : before; });
            }
            bytes = m_builder.storeByTile(joined);
        }
        if (!bytes.empty()) {
            TRY(m_builder.addVertexCode(std::string(name), bytes));
        }
    }
    for (const auto& [id, type] : types) {
        TRY(m_builder.addVertexType(id, type.name, type.size));
    }
    return Done{};
}

Outcome<Done> PoplarTables::readComputeSets() {
    const auto sets = rowsOf(ComputeSets);
    while (sets->next()) {
        ComputeSetDetails details{sets->u32(0), sets->optionalText(1), {}};
        const auto variables = sets->blob(2);
        details.cycles = numbers(*sets, 3);
        if (sets->ok()) {
            sets->accept(m_builder.addComputeSet(details.id, details.name));
        }
        if (sets->ok()) {
            m_computeSetIds.insert(details.id, static_cast<uint32_t>(m_computeSets.size()));
            m_computeSets.push_back(std::move(details));
            m_computeSetVariables.append(variables);
        }
    }
    return sets->finish();
}

} // namespace tileline::poplar
