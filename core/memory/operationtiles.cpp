// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/operationtiles.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace tileline {

namespace {

template <class T>
void sortDistinct(std::vector<T>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

void addByTile(std::vector<uint64_t>& sums, ByTile bytes) {
    const std::vector<uint32_t> entries = expanded(bytes, sums.size());
    std::transform(sums.begin(), sums.end(), entries.begin(), sums.begin(), std::plus<>());
}

/// Bytes that go live (or die) at a step.
struct Change {
    StepIndex step;
    int64_t bytes;
};

/// Appends the changes that one row causes within a window.
void appendChanges(std::vector<Change>& changes, std::span<const StepInterval> live, StepInterval window,
                   uint32_t bytes) {
    for (const StepInterval& interval : live) {
        const StepIndex start = std::max(interval.start, window.start);
        const StepIndex end = std::min(interval.end, window.end);
        if (start < end) {
            changes.push_back({start, int64_t{bytes}});
            changes.push_back({end, -int64_t{bytes}});
        }
    }
}

uint64_t peakOf(std::vector<Change>& changes) {
    // Subtract before adding at the same step, because intervals are half-open.
    std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
        return std::pair(a.step, a.bytes) < std::pair(b.step, b.bytes);
    });
    int64_t live = 0;
    int64_t peak = 0;
    for (const Change& change : changes) {
        live += change.bytes;
        peak = std::max(peak, live);
    }
    return static_cast<uint64_t>(peak);
}

} // namespace

OperationTilesEstimator::OperationTilesEstimator(const Profile& profile, VertexKinds kinds,
                                                 std::optional<size_t> tiles)
    : m_profile(profile)
    , m_tiles(tiles.value_or(std::min(profile.target.tilesPerIpu, profile.target.numTiles))) {
    std::map<std::pair<std::string_view, uint32_t>, uint32_t> first;
    for (uint32_t type = 0; type < profile.vertexTypes.size(); ++type) {
        const VertexType& vertex = profile.vertexTypes[type];
        const uint32_t size = kinds == VertexKinds::ByNameAndSize ? vertex.size : 0;
        m_sameType.push_back(first.try_emplace({vertex.name, size}, type).first->second);
    }
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
        if (program.kind == ProgramKind::DoExchange) {
            addByTile(tiles.exchangeCode, program.codeBytes);
        }
        if (m_profile.programChildren[index.index()].empty()) {
            addByTile(tiles.controlCode, program.controlCode);
        }
    }
    addVertices(programs, tiles, stop);
    return tiles;
}

void OperationTilesEstimator::addVertices(const std::vector<ProgramIndex>& programs, OperationTiles& tiles,
                                          const std::stop_token& stop) const {
    struct Counts {
        uint32_t kind = 0;
        const VertexInstances* instances = nullptr;
    };
    std::vector<Counts> counts;
    for (const ProgramIndex index : programs) {
        const Program& program = m_profile.programs[index.index()];
        if (program.kind != ProgramKind::OnTileExecute || !program.computeSet) {
            continue;
        }
        for (const VertexInstances& instances : m_profile.computeSets[program.computeSet->index()].vertices) {
            counts.push_back({m_sameType[instances.type.index()], &instances});
        }
    }
    std::stable_sort(counts.begin(), counts.end(),
                     [](const Counts& a, const Counts& b) { return a.kind < b.kind; });
    std::vector<bool> coded(m_tiles);
    for (size_t i = 0; i < counts.size() && !stop.stop_requested(); ++i) {
        const ByTile count = counts[i].instances->count;
        if (i == 0 || counts[i - 1].kind != counts[i].kind) {
            coded.assign(m_tiles, false);
        }
        const VertexType& type = m_profile.vertexTypes[counts[i].instances->type.index()];
        const ByTile code = type.code ? m_profile.vertexCode[type.code->index()].bytes : ByTile{};
        const std::vector<uint32_t> instances = expanded(count, std::min(m_tiles, count.size()));
        for (size_t tile = 0; tile < instances.size(); ++tile) {
            if (instances[tile] == 0) {
                continue;
            }
            tiles.vertexState[tile] += uint64_t{instances[tile]} * type.size;
            if (!coded[tile]) {
                coded[tile] = true;
                tiles.vertexCode[tile] += at(code, tile);
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
    std::vector<Change> changes;
    const LoweredVariables& lowered = m_profile.lowered;
    auto row = rows.begin();
    while (row != rows.end()) {
        const TileId tile = lowered.tileOf(*row);
        if (tile.index() >= m_tiles) {
            break;
        }
        changes.clear();
        for (; row != rows.end() && row->index() < lowered.tileBegin[tile.index() + 1]; ++row) {
            const auto live = m_profile.equivalenceClasses[lowered.liveClass[row->index()].index()];
            appendChanges(changes, live, window, lowered.bytes[row->index()]);
        }
        peaks[tile.index()] = peakOf(changes);
    }
    return peaks;
}

} // namespace tileline
