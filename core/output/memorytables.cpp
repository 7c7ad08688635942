// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/memorytables.h"

#include "core/memory/origins.h"

#include <algorithm>
#include <span>

namespace tileline {

Columns<MapEntry> memoryMapColumns(const Profile& profile) {
    const LoweredVariables& lowered = profile.lowered;
    return {{{"variable", ColumnType::Integer, ColumnText::tr("Id")},
             [&](const MapEntry& entry) { return lowered.id[entry.row.index()]; }},
            {{"name", ColumnType::Text, ColumnText::tr("Name")},
             [&](const MapEntry& entry) { return textCell(loweredName(profile, entry.row)); }},
            {{"category", ColumnType::Category, ColumnText::tr("Category")},
             [&](const MapEntry& entry) {
                 const uint8_t category = lowered.categoryOf(entry.row.index());
                 return category == NoCategory ? Cell() : Cell(profile.variableCategories[category].name);
             }},
            {{"offset", ColumnType::Integer, ColumnText::tr("Offset"),
              ColumnText::tr("Bytes from the beginning of the tile's memory")},
             [](const MapEntry& entry) { return entry.offset == NoId ? Cell() : Cell(entry.offset); }},
            {{"bytes", ColumnType::Bytes, ColumnText::tr("Bytes")},
             [&](const MapEntry& entry) { return lowered.bytes[entry.row.index()]; }},
            {{"from", ColumnType::Integer, ColumnText::tr("Live from"),
              ColumnText::tr("The first step in which the variable is live")},
             [](const MapEntry& entry) { return entry.live.start.value; }},
            {{"to", ColumnType::Integer, ColumnText::tr("Live to"),
              ColumnText::tr("The step after the last one in which the variable is live")},
             [](const MapEntry& entry) { return entry.live.end.value; }},
            {{"always_live", ColumnType::Boolean, ColumnText::tr("Always live")}, &MapEntry::alwaysLive}};
}

Columns<LiveVariable> tileVariableColumns(const Profile& profile) {
    using Row = const LiveVariable&;
    return {{{"variable", ColumnType::Integer, ColumnText::tr("Id")},
             [&](Row row) {
                 return row.variable.value == NoId ? Cell()
                                                   : Cell(profile.variables[row.variable.index()].id);
             }},
            {{"name", ColumnType::Text, ColumnText::tr("Name")},
             [&](Row row) {
                 return row.variable.value != NoId ? textCell(profile.variables[row.variable.index()].name)
                        : row.category == NoCategory
                            ? Cell()
                            : Cell("(" + profile.variableCategories[row.category].name + ")");
             }},
            {{"bytes", ColumnType::Bytes, ColumnText::tr("Bytes")}, &LiveVariable::bytes},
            {{"always_live", ColumnType::Boolean, ColumnText::tr("Always live")}, &LiveVariable::alwaysLive}};
}

Columns<TileVertex> tileVertexColumns() {
    return {{{"name", ColumnType::Text, ColumnText::tr("Vertex")}, &TileVertex::name},
            //: how many vertices of a type are on a tile
            {{"instances", ColumnType::Integer, ColumnText::tr("Instances")}, &TileVertex::instances},
            //: bytes of vertex state
            {{"state_bytes", ColumnType::Bytes, ColumnText::tr("State")}, &TileVertex::stateBytes},
            //: bytes of vertex code
            {{"code_bytes", ColumnType::Bytes, ColumnText::tr("Code")}, &TileVertex::codeBytes}};
}

Columns<TileComputeSet> tileComputeSetColumns(const Profile& profile) {
    using Row = const TileComputeSet&;
    return {
        {{"compute_set", ColumnType::Integer, ColumnText::tr("Id")},
         [&](Row row) { return profile.computeSets[row.set.index()].id; }},
        {{"name", ColumnType::Text, ColumnText::tr("Compute set")},
         [&](Row row) { return textCell(profile.computeSets[row.set.index()].name); }},
        {{"vertex_types", ColumnType::Integer, ColumnText::tr("Vertex types")}, &TileComputeSet::vertexTypes},
        {{"instances", ColumnType::Integer, ColumnText::tr("Instances")}, &TileComputeSet::instances},
        {{"state_bytes", ColumnType::Bytes, ColumnText::tr("State")}, &TileComputeSet::stateBytes}};
}

Columns<TileExchange> tileExchangeColumns(const Profile& profile) {
    using Row = const TileExchange&;
    return {{{"program", ColumnType::Integer, ColumnText::tr("Program")},
             [&](Row row) { return profile.programs[row.program.index()].id; }},
            {{"name", ColumnType::Text, ColumnText::tr("Name")},
             [&](Row row) { return textCell(programName(profile, row.program)); }},
            //: bytes of exchange code
            {{"code_bytes", ColumnType::Bytes, ColumnText::tr("Code")}, &TileExchange::codeBytes},
            {{"variable_bytes", ColumnType::Bytes, ColumnText::tr("Sent and received"),
              ColumnText::tr("Size, on these tiles, of the variables that the program sends or receives")},
             &TileExchange::variableBytes}};
}

Table tileDetailsTable(const Profile& profile, const TileMemory& memory, uint32_t first, const TileSet& tiles,
                       bool ofReport) {
    struct Part {
        const char* name;
        const char* key;
        const char* title;
    };
    constexpr Part Parts[]{
        {"nonInterleaved.nonOverlapped", "non_interleaved", ColumnText::tr("Not interleaved")},
        {"nonInterleaved.overlapped", "non_interleaved_overlapped",
         ColumnText::tr("Not interleaved, overlapped")},
        {"interleaved.nonOverlapped", "interleaved", ColumnText::tr("Interleaved")},
        {"interleaved.overlapped", "interleaved_overlapped", ColumnText::tr("Interleaved, overlapped")},
        {"overflowed.nonOverlapped", "overflowed", ColumnText::tr("Beyond the tile's memory")},
        {"overflowed.overlapped", "overflowed_overlapped", ColumnText::tr("Beyond it, overlapped")}};
    Table table{{{"category", ColumnType::Category, ColumnText::tr("Category")},
                 {"bytes", ColumnType::Bytes, ColumnText::tr("Bytes")}}};
    const auto parts = ofReport ? std::span<const Part>(Parts) : std::span<const Part>();
    for (const Part& part : parts) {
        table.columns.push_back({part.key, ColumnType::Bytes, part.title});
    }
    if (memory.tileCount() == 0) {
        return table;
    }
    const auto sumOf = [&](const auto& column) {
        uint64_t sum = 0;
        tiles.forEach([&](uint32_t tile) { sum += column[tile - first]; });
        return sum;
    };
    const auto part = [&](const std::string& name, const Part& which) {
        return profile.findTileMemory(name + "." + which.name);
    };
    const auto addRow = [&](const std::string& name, uint64_t bytes) {
        const bool known =
            std::ranges::any_of(parts, [&](const Part& which) { return part(name, which) != nullptr; });
        table.rows.push_back({name, bytes});
        for (const Part& which : parts) { // a part that is missing in the profile counts as 0 on all tiles
            const auto* const of = part(name, which);
            table.rows.back().push_back(known ? Cell(of ? tiles.sumOf(of->bytes) : 0) : Cell());
        }
    };
    for (const TileMemory::Category& category : memory.categories) {
        addRow(category.name, sumOf(category.bytes));
    }
    for (const TileMemoryCategory& category : profile.tileMemory) { // categories whose bytes all overlap
        if (ofReport && category.isCategory() && tiles.sumOf(category.bytes) > 0 &&
            std::ranges::none_of(memory.categories,
                                 [&](const auto& known) { return known.name == category.name; })) {
            addRow(category.name, 0);
        }
    }
    addRow("total", sumOf(memory.totals));
    for (const char* name :
         {"region.nonInterleaved", "region.interleaved", "region.overflowed", "computeSets"}) {
        const auto* const of = ofReport ? profile.findTileMemory(name) : nullptr;
        if (const uint64_t bytes = of ? tiles.sumOf(of->bytes) : 0; bytes > 0) {
            addRow(name, bytes);
        }
    }
    return table;
}

Table InsightsTables::tiles() const {
    return Columns<Insights::Tile>{
        {{"tile", ColumnType::Integer, ColumnText::tr("Tile")},
         [](const auto& tile) { return tile.tile.value; }},
        {{"ipu", ColumnType::Integer, ColumnText::tr("IPU")},
         [this](const auto& tile) { return tile.tile.value / std::max(1U, m_profile.target.tilesPerIpu); }},
        {{"bytes", ColumnType::Bytes, ColumnText::tr("Bytes")}, &Insights::Tile::bytes},
        {{"headroom", ColumnType::ByteChange, ColumnText::tr("Headroom")},
         [this](const auto& tile) {
             return static_cast<int64_t>(m_insights.memoryPerTile) - static_cast<int64_t>(tile.bytes);
         }}}
        .table(m_insights.tiles);
}
Table InsightsTables::vertices() const {
    return tileVertexColumns().table(m_insights.vertices);
}
Table InsightsTables::computeSets() const {
    Table table{{{"vertex", ColumnType::Text, ColumnText::tr("Vertex")},
                 {"compute_set", ColumnType::Integer, ColumnText::tr("Id")},
                 {"name", ColumnType::Text, ColumnText::tr("Compute set")},
                 {"state_bytes", ColumnType::Bytes, ColumnText::tr("State")}}};
    for (const TileVertex& vertex : m_insights.vertices) {
        for (const auto& [bytes, position] : vertex.computeSets) {
            const ComputeSet& set = m_profile.computeSets[position];
            table.rows.push_back({vertex.name, set.id, textCell(set.name), bytes});
        }
    }
    return table;
}
Table InsightsTables::exchanges() const {
    return tileExchangeColumns(m_profile).table(m_insights.exchanges).without({"variable_bytes"});
}
Table InsightsTables::variables() const {
    const auto of = [this](const Insights::Variable& row) -> const Variable& {
        return m_profile.variables[row.variable.index()];
    };
    return Columns<Insights::Variable>{
        {{"variable", ColumnType::Integer, ColumnText::tr("Id")},
         [=](const auto& row) { return of(row).id; }},
        {{"name", ColumnType::Text, ColumnText::tr("Name")},
         [=](const auto& row) { return textCell(of(row).name); }},
        {{"bytes", ColumnType::Bytes, ColumnText::tr("Bytes")}, &Insights::Variable::bytes},
        {{"bytes_at_peak", ColumnType::Bytes, ColumnText::tr("At the peak")},
         &Insights::Variable::bytesAtPeak}}
        .table(m_insights.variables);
}
std::optional<uint32_t> InsightsTables::peakStep() const {
    return m_insights.peakStep.value == NoId ? std::nullopt : std::optional(m_insights.peakStep.value);
}

Table InsightsTables::help() const {
    Table table{{{"change", ColumnType::Help, ColumnText::tr("Change")},
                 {"bytes", ColumnType::Bytes, ColumnText::tr("Up to")}}};
    for (size_t i = 0; i < HelpIds.size(); ++i) {
        table.rows.push_back({HelpIds[i], m_insights.help[i]});
    }
    return table;
}

} // namespace tileline
