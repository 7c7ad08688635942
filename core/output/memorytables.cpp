// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/memorytables.h"

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
              ColumnText::tr("The first step in which it is live")},
             [](const MapEntry& entry) { return entry.live.start.value; }},
            {{"to", ColumnType::Integer, ColumnText::tr("Live to"),
              ColumnText::tr("The step after the last one in which it is live")},
             [](const MapEntry& entry) { return entry.live.end.value; }},
            {{"always_live", ColumnType::Boolean, ColumnText::tr("Always live")},
             [](const MapEntry& entry) { return entry.alwaysLive; }}};
}

} // namespace tileline
