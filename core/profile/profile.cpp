// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profile.h"

#include <algorithm>

namespace tileline {

TileId LoweredVariables::tileOf(LoweredIndex row) const {
    const auto next = std::ranges::upper_bound(tileBegin, row.index());
    return {static_cast<uint32_t>(next - tileBegin.begin() - 1)};
}

std::string LoweredVariables::nameOf(LoweredIndex row) const {
    if (nameBase.empty() || nameBase[row.index()] == NoId) {
        return {};
    }
    std::string name;
    if (nameVertexField[row.index()] != NoId) {
        name = "__vertexField_" + std::to_string(nameVertexField[row.index()]);
    }
    name += strings[nameBase[row.index()]];
    const uint32_t suffix = nameSuffix[row.index()];
    return suffix == NoId ? name : name.append(strings[suffix]);
}

bool TileMemoryCategory::isCategory() const {
    constexpr std::string_view Prefix = "category.";
    return name.starts_with(Prefix) && name.find('.', Prefix.size()) == std::string::npos;
}

std::vector<std::vector<uint32_t>> Profile::stepsOfPrograms() const {
    std::vector<std::vector<uint32_t>> steps(programs.size());
    for (uint32_t step = 0; step < stepCount(); ++step) {
        steps[stepProgram[step].index()].push_back(step);
    }
    return steps;
}

const LoadNote* Profile::findNote(LoadNote::Kind kind) const {
    const auto found = std::ranges::find(notes, kind, &LoadNote::kind);
    return found == notes.end() ? nullptr : &*found;
}

const TileMemoryCategory* Profile::findTileMemory(std::string_view category) const {
    const auto found = std::ranges::find(tileMemory, category, &TileMemoryCategory::name);
    return found == tileMemory.end() ? nullptr : &*found;
}

std::string_view Profile::metaValue(std::string_view key) const {
    const auto found = std::ranges::find_if(meta, [&](const auto& entry) { return entry.first == key; });
    return found == meta.end() ? std::string_view{} : std::string_view{found->second};
}

ExecutionStep ExecutionSteps::operator[](size_t row) const {
    return {m_run[row],         m_step[row],        program(row),  m_ipu[row],     m_from[row],  m_to[row],
            m_activeTiles[row], m_tileBalance[row], m_dataIn[row], m_dataOut[row], m_cycles[row]};
}

void ExecutionSteps::append(const ExecutionStep& step) {
    const size_t row = size();
    m_run.push_back(step.run);
    m_step.push_back(step.step);
    m_program.push_back(step.program ? step.program->value : NoId);
    m_ipu.push_back(step.ipu);
    m_from.push_back(step.cyclesFrom);
    m_to.push_back(step.cyclesTo);
    const bool whole = step.length() == step.cyclesTo - step.cyclesFrom;
    m_cycles.append(row, whole ? std::nullopt : step.cycles);
    m_activeTiles.append(row, step.activeTiles);
    m_tileBalance.append(row, step.tileBalance);
    m_dataIn.append(row, step.dataIn);
    m_dataOut.append(row, step.dataOut);
}

void ExecutionSteps::shrink() {
    const auto shrinkAll = [](auto&... columns) { (columns.shrink_to_fit(), ...); };
    shrinkAll(m_run, m_step, m_program, m_ipu, m_from, m_to, m_cycles, m_dataIn, m_dataOut, m_activeTiles,
              m_tileBalance);
}

size_t ExecutionSteps::byteSize() const {
    return (m_run.capacity() + m_step.capacity() + m_program.capacity() + m_ipu.capacity()) *
               sizeof(uint32_t) +
           (m_from.capacity() + m_to.capacity()) * sizeof(uint64_t) + m_cycles.byteSize() +
           m_activeTiles.byteSize() + m_tileBalance.byteSize() + m_dataIn.byteSize() + m_dataOut.byteSize();
}

} // namespace tileline
