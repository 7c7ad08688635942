// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profile.h"

#include <algorithm>

namespace tileline {

TileId LoweredVariables::tileOf(LoweredIndex row) const {
    const auto next = std::upper_bound(tileBegin.begin(), tileBegin.end(), row.index());
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
    const auto found =
        std::find_if(notes.begin(), notes.end(), [&](const LoadNote& note) { return note.kind == kind; });
    return found == notes.end() ? nullptr : &*found;
}

const TileMemoryCategory* Profile::findTileMemory(std::string_view category) const {
    const auto found = std::find_if(tileMemory.begin(), tileMemory.end(),
                                    [&](const TileMemoryCategory& entry) { return entry.name == category; });
    return found == tileMemory.end() ? nullptr : &*found;
}

std::string_view Profile::metaValue(std::string_view key) const {
    const auto found =
        std::find_if(meta.begin(), meta.end(), [&](const auto& entry) { return entry.first == key; });
    return found == meta.end() ? std::string_view{} : std::string_view{found->second};
}

} // namespace tileline
