// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/operationtiles.h"

#include "core/base/lists.h"
#include "core/memory/liveness.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace tileline {

namespace {

void addByTile(std::vector<uint64_t>& sums, ByTile bytes) {
    const std::vector<uint32_t> entries = expanded(bytes, sums.size());
    std::transform(sums.begin(), sums.end(), entries.begin(), sums.begin(), std::plus<>());
}

} // namespace

std::vector<uint32_t> vertexKindNumbers(const Profile& profile, VertexKinds kinds) {
    std::map<std::pair<std::string_view, uint32_t>, uint32_t> numbers;
    std::vector<uint32_t> kindOfType;
    for (const VertexType& type : profile.vertexTypes) {
        const uint32_t size = kinds == VertexKinds::ByNameAndSize ? type.size : 0;
        const auto next = static_cast<uint32_t>(numbers.size());
        kindOfType.push_back(numbers.try_emplace({type.name, size}, next).first->second);
    }
    return kindOfType;
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

std::optional<uint64_t> flopsOf(const Profile& profile, DetailIndex operation) {
    const auto list = profile.operationPrograms[operation.index()];
    std::optional<uint64_t> flops;
    for (const ProgramIndex program : std::set<ProgramIndex>(list.begin(), list.end())) {
        const ComputeSet* const set = executedComputeSet(profile, program);
        flops = set != nullptr && set->flops ? flops.value_or(0) + *set->flops : flops;
    }
    return flops;
}

ByTile exchangeCodeOf(const Program& program) {
    return program.kind == ProgramKind::DoExchange ? program.codeBytes : ByTile{};
}

OperationTilesEstimator::OperationTilesEstimator(const Profile& profile, VertexKinds kinds,
                                                 std::optional<size_t> tiles)
    : m_profile(profile)
    , m_tiles(tiles.value_or(std::min(profile.target.tilesPerIpu, profile.target.numTiles)))
    , m_kindOfType(vertexKindNumbers(profile, kinds)) {
}

std::vector<ProgramIndex> OperationTilesEstimator::programsOf(std::span<const DetailIndex> operations) const {
    std::vector<ProgramIndex> programs;
    for (const DetailIndex detail : operations) {
        const auto own = m_profile.operationPrograms[detail.index()];
        programs.insert(programs.end(), own.begin(), own.end());
    }
    sortDistinct(programs);
    return programs;
}

OperationTiles OperationTilesEstimator::codeOf(std::span<const DetailIndex> operations,
                                               const std::stop_token& stop) const {
    return codeOf(programsOf(operations), stop);
}

OperationTiles OperationTilesEstimator::codeOf(const std::vector<ProgramIndex>& programs,
                                               const std::stop_token& stop) const {
    const std::vector<uint64_t> none(m_tiles, 0);
    OperationTiles tiles{none, none, none, none, none};
    for (const ProgramIndex index : programs) {
        if (stop.stop_requested()) {
            return tiles;
        }
        const Program& program = m_profile.programs[index.index()];
        addByTile(tiles.exchangeCode, exchangeCodeOf(program));
        if (countsControlCode(m_profile, index)) {
            addByTile(tiles.controlCode, program.controlCode);
        }
    }
    addVertices(programs, tiles, stop);
    return tiles;
}

void OperationTilesEstimator::addVertices(const std::vector<ProgramIndex>& programs, OperationTiles& tiles,
                                          const std::stop_token& stop) const {
    std::vector<std::pair<uint32_t, const VertexInstances*>> counts; // a kind and its instances
    for (const ProgramIndex index : programs) {
        const ComputeSet* const computeSet = executedComputeSet(m_profile, index);
        for (const VertexInstances& instances :
             computeSet ? std::span(computeSet->vertices) : std::span<const VertexInstances>()) {
            counts.emplace_back(m_kindOfType[instances.type.index()], &instances);
        }
    }
    std::ranges::stable_sort(counts, {}, [](const auto& each) { return each.first; });
    std::vector<bool> coded(m_tiles);
    for (size_t i = 0; i < counts.size() && !stop.stop_requested(); ++i) {
        const auto& [kind, ofType] = counts[i];
        if (i == 0 || counts[i - 1].first != kind) {
            coded.assign(m_tiles, false);
        }
        const VertexType& type = m_profile.vertexTypes[ofType->type.index()];
        const std::vector<uint32_t> instances =
            expanded(ofType->count, std::min(m_tiles, ofType->count.size()));
        const std::vector<uint32_t> code =
            expanded(type.code ? m_profile.vertexCode[type.code->index()].bytes : ByTile{}, instances.size());
        for (size_t tile = 0; tile < instances.size(); ++tile) {
            if (instances[tile] == 0) {
                continue;
            }
            tiles.vertexState[tile] += uint64_t{instances[tile]} * type.size;
            if (!coded[tile]) {
                coded[tile] = true;
                tiles.vertexCode[tile] += code[tile];
            }
        }
    }
}

std::vector<LoweredIndex>
OperationTilesEstimator::variablesOf(std::span<const DetailIndex> operations) const {
    std::vector<LoweredIndex> rows;
    const size_t end = m_profile.lowered.tileBegin[m_tiles];
    for (const DetailIndex detail : operations) {
        for (const LoweredIndex row : m_profile.operationVariables[detail.index()]) {
            if (row.index() < end) {
                rows.push_back(row);
            }
        }
    }
    sortDistinct(rows);
    return rows;
}

std::vector<uint64_t> OperationTilesEstimator::peaksOf(std::span<const LoweredIndex> rows,
                                                       StepInterval window) const {
    std::vector<uint64_t> peaks(m_tiles, 0);
    LiveChanges changes;
    const LoweredVariables& lowered = m_profile.lowered;
    auto row = rows.begin();
    while (row != rows.end()) {
        const TileId tile = lowered.tileOf(*row);
        if (tile.index() >= m_tiles) {
            break;
        }
        changes.clear();
        for (; row != rows.end() && row->index() < lowered.tileBegin[tile.index() + 1]; ++row) {
            for (const StepInterval& live :
                 m_profile.equivalenceClasses[lowered.liveClass[row->index()].index()]) {
                changes.add(live, window, lowered.bytes[row->index()]);
            }
        }
        peaks[tile.index()] = changes.peak().bytes;
    }
    return peaks;
}

} // namespace tileline
