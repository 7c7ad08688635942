// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/memorytables.h"

#include "core/memory/origins.h"

#include <algorithm>

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
            {{"always_live", ColumnType::Boolean, ColumnText::tr("Always live")},
             [](const MapEntry& entry) { return entry.alwaysLive; }}};
}

Table InsightsTables::tiles() const {
    return Columns<Insights::Tile>{
        {{"tile", ColumnType::Integer, ColumnText::tr("Tile")},
         [](const auto& tile) { return tile.tile.value; }},
        {{"ipu", ColumnType::Integer, ColumnText::tr("IPU")},
         [this](const auto& tile) { return tile.tile.value / std::max(1U, m_profile.target.tilesPerIpu); }},
        {{"bytes", ColumnType::Bytes, ColumnText::tr("Bytes")}, [](const auto& tile) { return tile.bytes; }},
        {{"headroom", ColumnType::ByteChange, ColumnText::tr("Headroom")},
         [this](const auto& tile) {
             return static_cast<int64_t>(m_insights.memoryPerTile) - static_cast<int64_t>(tile.bytes);
         }}}
        .table(m_insights.tiles);
}
Table InsightsTables::vertices() const {
    return Columns<Insights::Vertex>{
        {{"name", ColumnType::Text, ColumnText::tr("Name")}, [](const auto& vertex) { return vertex.name; }},
        {{"instances", ColumnType::Integer, ColumnText::tr("Instances")},
         [](const auto& vertex) { return vertex.instances; }},
        {{"state_bytes", ColumnType::Bytes, ColumnText::tr("State")},
         [](const auto& vertex) { return vertex.stateBytes; }},
        {{"code_bytes", ColumnType::Bytes, ColumnText::tr("Code")},
         [](const auto& vertex) { return vertex.codeBytes; }}}
        .table(m_insights.vertices);
}
Table InsightsTables::computeSets() const {
    Table table{{{"vertex", ColumnType::Text, ColumnText::tr("Vertex")},
                 {"compute_set", ColumnType::Integer, ColumnText::tr("Id")},
                 {"name", ColumnType::Text, ColumnText::tr("Compute set")},
                 {"state_bytes", ColumnType::Bytes, ColumnText::tr("State")}},
                {}};
    for (const Insights::Vertex& vertex : m_insights.vertices) {
        for (const auto& [bytes, position] : vertex.computeSets) {
            const ComputeSet& set = m_profile.computeSets[position];
            table.rows.push_back({vertex.name, set.id, textCell(set.name), bytes});
        }
    }
    return table;
}
Table InsightsTables::exchanges() const {
    return Columns<TileExchange>{
        {{"program", ColumnType::Integer, ColumnText::tr("Program")},
         [this](const auto& exchange) { return m_profile.programs[exchange.program.index()].id; }},
        {{"name", ColumnType::Text, ColumnText::tr("Name")},
         [this](const auto& exchange) { return textCell(programName(m_profile, exchange.program)); }},
        {{"code_bytes", ColumnType::Bytes, ColumnText::tr("Code")},
         [](const auto& exchange) { return exchange.codeBytes; }}}
        .table(m_insights.exchanges);
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
        {{"bytes", ColumnType::Bytes, ColumnText::tr("Bytes")}, [](const auto& row) { return row.bytes; }},
        {{"bytes_at_peak", ColumnType::Bytes, ColumnText::tr("At the peak")},
         [](const auto& row) { return row.bytesAtPeak; }}}
        .table(m_insights.variables);
}
std::optional<uint32_t> InsightsTables::peakStep() const {
    return m_insights.peakStep.value == NoId ? std::nullopt : std::optional(m_insights.peakStep.value);
}

Table InsightsTables::help() const {
    Table table{{{"change", ColumnType::Help, ColumnText::tr("Change")},
                 {"bytes", ColumnType::Bytes, ColumnText::tr("Up to")}},
                {}};
    for (size_t i = 0; i < HelpIds.size(); ++i) {
        table.rows.push_back({HelpIds[i], m_insights.help[i]});
    }
    return table;
}

} // namespace tileline
