// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memorymap.h"

#include "core/memory/liveness.h"

#include <algorithm>
#include <tuple>

namespace tileline {

Outcome<std::vector<MapEntry>> memoryMap(const Profile& profile, TileId tile, const std::stop_token& stop) {
    const LoweredVariables& lowered = profile.lowered;
    std::vector<MapEntry> entries;
    TRY(forEachRow(profile, tile, stop, [&](LoweredIndex row) {
        if (!lowered.has(LoweredFlag::Allocated, row.index(), true)) {
            return;
        }
        const uint32_t offset = lowered.address.empty() ? NoId : lowered.address[row.index()];
        for (const StepInterval& live : profile.equivalenceClasses[lowered.liveClass[row.index()].index()]) {
            entries.push_back({row, offset, live, isAlwaysLive(profile, row)});
        }
    }));
    std::ranges::sort(entries, {}, [](const MapEntry& e) { return std::tie(e.offset, e.live, e.row); });
    return entries;
}

std::string loweredName(const Profile& profile, LoweredIndex row) {
    std::string name = profile.lowered.nameOf(row);
    const VariableIndex variable = profile.lowered.variable[row.index()];
    return name.empty() && variable.value != NoId ? profile.variables[variable.index()].name : name;
}

} // namespace tileline
