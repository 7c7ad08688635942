// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/profilesummary.h"

#include "core/base/errortext.h"
#include "core/base/sequences.h"
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
    for (const ExecutionStep step : profile.executionSteps) {
        if (step.run == profile.executionRuns.front().id) {
            CycleSpan& span =
                spans.try_emplace(step.ipu, CycleSpan{step.cyclesFrom, step.cyclesTo}).first->second;
            span.from = std::min(span.from, step.cyclesFrom);
            span.to = std::max(span.to, step.cyclesTo);
        }
    }
    const uint64_t longest =
        greatestOf(spans, [](const auto& span) { return span.second.to - span.second.from; });
    return spans.empty() ? std::nullopt : std::optional(ProfileSummary::Cycles{longest, true});
}

std::optional<ProfileSummary::Cycles> estimatedCycles(const Profile& profile) {
    const ProgramCycles cycles(profile);
    if (!cycles.known() || !cycles.anyEstimated()) {
        return std::nullopt;
    }
    const double sum = sumOf(profile.stepProgram, [&](ProgramIndex program) { return cycles.of(program); });
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
    Columns<SummaryRow> columns{{{"path"}, &SummaryRow::path}};
    /// Adds a column. A cell is empty if its row's profile could not be read.
    const auto add = [&](const char* key, ColumnType type, auto cellOf) {
        columns.add({{{key, type}, [cellOf](const SummaryRow& row) {
                          return row.summary ? Cell(cellOf(*row.summary)) : Cell();
                      }}});
    };
    /// Adds a column. A cell is empty if its row's profile could not be read, or if the summary lacks `part`.
    const auto addPart = [&](const char* key, ColumnType type, auto part, auto valueOf) {
        add(key, type, [=](const ProfileSummary& summary) {
            return summary.*part ? Cell(valueOf(*(summary.*part))) : Cell();
        });
    };
    using Summary = ProfileSummary;
    add("model", ColumnType::Text, [](const Summary& s) { return textCell(s.model); });
    add("poplar_version", ColumnType::Text, [](const Summary& s) { return textCell(s.poplarVersion); });
    add("architecture", ColumnType::Text, [](const Summary& s) { return textCell(s.target.architecture); });
    add("ipus", ColumnType::Integer, [](const Summary& s) { return s.target.numIpus; });
    add("replicas", ColumnType::Integer, [](const Summary& s) { return s.target.numReplicas; });
    add("tiles", ColumnType::Integer, [](const Summary& s) { return s.target.numTiles; });
    add("bytes_per_tile", ColumnType::Bytes, [](const Summary& s) { return s.target.bytesPerTile; });
    addPart("fullest_tile", ColumnType::Integer, &Summary::tiles, [](auto& t) { return t.fullest.value; });
    addPart("fullest_tile_bytes", ColumnType::Bytes, &Summary::tiles, [](auto& t) { return t.fullestBytes; });
    addPart("tiles_over", ColumnType::Integer, &Summary::tiles, [](auto& t) { return t.over; });
    addPart("bytes_over", ColumnType::Bytes, &Summary::tiles, [](auto& t) { return t.bytesOver; });
    add("always_live_bytes", ColumnType::Bytes, [](const Summary& s) { return s.alwaysLive; });
    addPart("peak_step", ColumnType::Integer, &Summary::peak, [](auto& peak) { return peak.step.value; });
    addPart("peak_live_bytes", ColumnType::Bytes, &Summary::peak, [](auto& peak) { return peak.bytes; });
    addPart("cycles", ColumnType::Integer, &Summary::cycles, [](auto& cycles) { return cycles.count; });
    addPart("cycles_source", ColumnType::Text, &Summary::cycles,
            [](auto& cycles) { return cycles.measured ? "measured" : "estimated"; });
    columns.add({{{"error"}, [](const SummaryRow& row) {
                      return row.error ? Cell(describeBriefly(*row.error)) : Cell();
                  }}});
    return columns.table(rows);
}

} // namespace tileline
