// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/messagereport.h"

#include "app/cli/aligned.h"
#include "core/memory/programnames.h"
#include "core/wording/messagetext.h"

#include <algorithm>

namespace tileline::cli {

namespace {

std::string variableName(const Profile& profile, const TileVariable& variable) {
    if (variable.variable.value != NoId) {
        return profile.variables[variable.variable.index()].name;
    }
    return variable.category == NoCategory ? std::string()
                                           : "(" + profile.variableCategories[variable.category].name + ")";
}

Table variablesTable(const MessageReport& report) {
    Table table{
        {{"name", ColumnType::Text}, {"bytes", ColumnType::Integer}, {"always_live", ColumnType::Boolean}},
        {}};
    for (const TileVariable& variable : report.explanation.contents.variables) {
        table.rows.push_back({variableName(report.profile, variable), variable.bytes, variable.alwaysLive});
    }
    return table;
}

Table verticesTable(const MessageReport& report) {
    Table table{{{"name", ColumnType::Text},
                 {"bytes", ColumnType::Integer},
                 {"instances", ColumnType::Integer},
                 {"state_bytes", ColumnType::Integer},
                 {"code_bytes", ColumnType::Integer}},
                {}};
    for (const TileVertex& vertex : report.explanation.contents.vertices) {
        table.rows.push_back({vertex.name, vertex.stateBytes + vertex.codeBytes, vertex.instances,
                              vertex.stateBytes, vertex.codeBytes});
    }
    return table;
}

Table exchangesTable(const MessageReport& report) {
    Table table{
        {{"name", ColumnType::Text}, {"bytes", ColumnType::Integer}, {"program", ColumnType::Integer}}, {}};
    for (const TileExchange& exchange : report.explanation.contents.exchanges) {
        table.rows.push_back({programName(report.profile, exchange.program), exchange.codeBytes,
                              report.profile.programs[exchange.program.index()].id});
    }
    return table;
}

Table categoriesTable(const MessageReport& report) {
    Table table{{{"name", ColumnType::Text}, {"bytes", ColumnType::Integer}}, {}};
    for (const MessageExplanation::Category& category : report.explanation.categories) {
        constexpr std::string_view Prefix = "category.";
        const std::string_view name = category.name;
        table.rows.push_back({name.starts_with(Prefix) ? name.substr(Prefix.size()) : name, category.bytes});
    }
    return table;
}

/// The exchange of the message.
Table namedExchangesTable(const MessageReport& report) {
    Table table{{{"name", ColumnType::Text},
                 {"program", ColumnType::Integer},
                 {"type", ColumnType::Text},
                 {"data_bytes", ColumnType::Integer},
                 {"code_bytes", ColumnType::Integer}},
                {}};
    for (const NamedExchange& exchange : report.explanation.exchanges) {
        const Program& program = report.profile.programs[exchange.program.index()];
        table.rows.push_back(
            {exchange.name, program.id, program.type, exchange.dataBytes, exchange.codeBytes});
    }
    return table;
}

Table shortened(Table table, size_t top) {
    table.rows.resize(std::min(top, table.rows.size()));
    return table;
}

Json complaintJson(const MemoryComplaint& complaint) {
    return {{"kind", idOf(complaint.kind)},
            {"tile", complaint.tile ? Json(complaint.tile->value) : Json()},
            {"bytes_used", optionalJson(complaint.bytesUsed)},
            {"bytes_per_tile", optionalJson(complaint.bytesPerTile)},
            {"exchange", complaint.exchange.empty() ? Json() : Json(complaint.exchange)}};
}

void addList(std::string& text, const std::string& title, const Table& table, size_t top) {
    if (table.rows.empty()) {
        return;
    }
    text += "\n" + title + ":\n" + toAligned(shortened(table, top));
    if (table.rows.size() > top) {
        text += std::to_string(table.rows.size() - top) + " more\n";
    }
}

} // namespace

std::vector<std::string> MessageReport::notes() const {
    std::vector<std::string> notes;
    for (const Phrase& note : notesOn(explanation)) {
        notes.push_back(englishText(note));
    }
    return notes;
}

Json MessageReport::json() const {
    Json complaints = Json::array();
    for (const MemoryComplaint& complaint : message.complaints) {
        complaints.push_back(complaintJson(complaint));
    }
    return {{"message",
             {{"complaints", std::move(complaints)},
              {"profile_path", message.profilePath.empty() ? Json() : Json(message.profilePath)}}},
            {"profile", path},
            {"complaint", explanation.complaint ? complaintJson(*explanation.complaint) : Json()},
            {"tile", explanation.tile.value},
            {"bytes", optionalJson(explanation.bytes)},
            {"bytes_per_tile", explanation.bytesPerTile},
            {"bytes_over", explanation.over()},
            {"all_tiles_over", explanation.tilesOver},
            {"all_bytes_over", explanation.bytesOver},
            {"categories", tableJson(categoriesTable(*this))},
            {"exchange", tableJson(shortened(namedExchangesTable(*this), top))},
            {"variables", tableJson(shortened(variablesTable(*this), top))},
            {"vertices", tableJson(shortened(verticesTable(*this), top))},
            {"exchanges", tableJson(shortened(exchangesTable(*this), top))},
            {"notes", notes()}};
}

Table MessageReport::table() const {
    Table all{{{"what", ColumnType::Text}, {"name", ColumnType::Text}, {"bytes", ColumnType::Integer}}, {}};
    for (const auto& [what, part] : {std::pair{"category", categoriesTable(*this)},
                                     {"variable", variablesTable(*this)},
                                     {"vertex", verticesTable(*this)},
                                     {"exchange", exchangesTable(*this)}}) {
        for (const std::vector<Cell>& row : shortened(part, top).rows) {
            all.rows.push_back({what, row[0], row[1]});
        }
    }
    return all;
}

std::string MessageReport::text() const {
    std::string text = "The message says:\n";
    for (const MemoryComplaint& complaint : message.complaints) {
        text += "  " + englishText(complaintPhrase(complaint)) + "\n";
    }
    if (message.complaints.empty()) {
        text += "  where the profile is\n";
    }
    text += "\n" + englishText(tilePhrase(explanation)) + "\n";
    for (const std::string& note : notes()) {
        text += note + "\n";
    }
    addList(text, "The exchange of the message, on this tile", namedExchangesTable(*this), top);
    addList(text, "By category, on this tile", categoriesTable(*this), std::string::npos);
    addList(text, "Variables", variablesTable(*this), top);
    addList(text, "Vertices", verticesTable(*this), top);
    addList(text, "Code of exchanges", exchangesTable(*this), top);
    return text;
}

} // namespace tileline::cli
