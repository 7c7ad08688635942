// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/profilesummary.h"

#include "core/base/errortext.h"
#include "core/execution/cycles.h"
#include "core/memory/liveness.h"
#include "core/memory/tilememory.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tileline {

namespace {

std::optional<ProfileSummary::Tiles> tilesOf(const Profile& profile) {
    const TileMemory memory = tileMemoryOf(profile);
    if (memory.totals.empty()) {
        return std::nullopt;
    }
    ProfileSummary::Tiles tiles;
    tiles.fullest = memory.peakTile();
    tiles.fullestBytes = memory.totals[tiles.fullest.index()];
    for (const uint64_t total : memory.totals) {
        if (total > profile.target.bytesPerTile) {
            ++tiles.over;
            tiles.bytesOver += total - profile.target.bytesPerTile;
        }
    }
    return tiles;
}

/// The first and the last cycle of an IPU in a run.
struct CycleSpan {
    uint64_t from = 0;
    uint64_t to = 0;
};

std::optional<ProfileSummary::Cycles> measuredCycles(const Profile& profile) {
    if (profile.executionRuns.empty()) {
        return std::nullopt;
    }
    std::map<uint32_t, CycleSpan> spans; // by IPU
    for (const ExecutionStep& step : profile.executionSteps) {
        if (step.run == profile.executionRuns.front().id) {
            CycleSpan& span =
                spans.try_emplace(step.ipu, CycleSpan{step.cyclesFrom, step.cyclesTo}).first->second;
            span.from = std::min(span.from, step.cyclesFrom);
            span.to = std::max(span.to, step.cyclesTo);
        }
    }
    uint64_t longest = 0;
    for (const auto& [ipu, span] : spans) {
        longest = std::max(longest, span.to - span.from);
    }
    return spans.empty() ? std::nullopt : std::optional(ProfileSummary::Cycles{longest, true});
}

std::optional<ProfileSummary::Cycles> estimatedCycles(const Profile& profile) {
    const ProgramCycles cycles(profile);
    if (!cycles.known() || !cycles.anyEstimated()) {
        return std::nullopt;
    }
    double sum = 0;
    for (const ProgramIndex program : profile.stepProgram) {
        sum += cycles.of(program);
    }
    return ProfileSummary::Cycles{static_cast<uint64_t>(std::llround(sum)), false};
}

} // namespace

ProfileSummary summaryOf(const Profile& profile) {
    ProfileSummary summary;
    for (const char* key : {"graph", "framework"}) {
        if (summary.model.empty()) {
            summary.model = profile.metaValue(key);
        }
    }
    summary.poplarVersion = profile.metaValue("poplar_version");
    summary.target = profile.target;
    summary.tiles = tilesOf(profile);
    const LivenessSeries liveness = livenessSeries(profile);
    if (!liveness.alwaysLiveIsVariablesOnly || profile.lowered.size() > 0) {
        summary.alwaysLive = liveness.alwaysLive;
    }
    if (const auto step = liveness.peakStep()) {
        summary.peak = {*step, liveness.total(*step)};
    }
    summary.cycles = measuredCycles(profile);
    if (!summary.cycles) {
        summary.cycles = estimatedCycles(profile);
    }
    return summary;
}

Table summaryTable(std::span<const SummaryRow> rows) {
    Table table;
    table.columns = {{"path", ColumnType::Text},
                     {"model", ColumnType::Text},
                     {"poplar_version", ColumnType::Text},
                     {"architecture", ColumnType::Text},
                     {"ipus", ColumnType::Integer},
                     {"replicas", ColumnType::Integer},
                     {"tiles", ColumnType::Integer},
                     {"bytes_per_tile", ColumnType::Integer},
                     {"fullest_tile", ColumnType::Integer},
                     {"fullest_tile_bytes", ColumnType::Integer},
                     {"tiles_over", ColumnType::Integer},
                     {"bytes_over", ColumnType::Integer},
                     {"always_live_bytes", ColumnType::Integer},
                     {"peak_step", ColumnType::Integer},
                     {"peak_live_bytes", ColumnType::Integer},
                     {"cycles", ColumnType::Integer},
                     {"cycles_source", ColumnType::Text},
                     {"error", ColumnType::Text}};
    for (const SummaryRow& row : rows) {
        std::vector<Cell> cells(table.columns.size());
        size_t column = 0;
        const auto add = [&](Cell cell) { cells[column++] = std::move(cell); };
        const auto text = [](const std::string& value) { return value.empty() ? Cell() : Cell(value); };
        add(row.path);
        if (row.summary) {
            const ProfileSummary& summary = *row.summary;
            const auto part = [&](const auto& maybe, auto value) {
                add(maybe ? Cell(value(*maybe)) : Cell());
            };
            add(text(summary.model));
            add(text(summary.poplarVersion));
            add(text(summary.target.architecture));
            add(summary.target.numIpus);
            add(summary.target.numReplicas);
            add(summary.target.numTiles);
            add(summary.target.bytesPerTile);
            part(summary.tiles, [](const auto& tiles) { return tiles.fullest.value; });
            part(summary.tiles, [](const auto& tiles) { return tiles.fullestBytes; });
            part(summary.tiles, [](const auto& tiles) { return tiles.over; });
            part(summary.tiles, [](const auto& tiles) { return tiles.bytesOver; });
            add(summary.alwaysLive);
            part(summary.peak, [](const auto& peak) { return peak.step.value; });
            part(summary.peak, [](const auto& peak) { return peak.bytes; });
            part(summary.cycles, [](const auto& cycles) { return cycles.count; });
            part(summary.cycles,
                 [](const auto& cycles) { return cycles.measured ? "measured" : "estimated"; });
        }
        if (row.error) {
            cells.back() = Cell(describeBriefly(*row.error));
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

} // namespace tileline
