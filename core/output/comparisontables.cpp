// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/comparisontables.h"

#include <iterator>

namespace tileline {

namespace {

/// The columns of bytes as estimated and as compiled.
const std::vector<Column> BytesColumns{
    {"estimated_peak_bytes", ColumnType::Integer},  {"actual_peak_bytes", ColumnType::Integer},
    {"peak_difference_bytes", ColumnType::Integer}, {"estimated_bytes", ColumnType::Integer},
    {"actual_bytes", ColumnType::Integer},          {"difference_bytes", ColumnType::Integer}};

void addBytes(std::vector<Cell>& row, const ComparedBytes& peak, const ComparedBytes& all) {
    for (const ComparedBytes& bytes : {peak, all}) {
        row.insert(row.end(), {bytes.estimated, bytes.actual, bytes.difference()});
    }
}

std::vector<Column> heldColumns() {
    std::vector<Column> columns{{"cause", ColumnType::Text},
                                {"category", ColumnType::Text},
                                {"role", ColumnType::Text},
                                {"name", ColumnType::Text}};
    columns.insert(columns.end(), BytesColumns.begin(), BytesColumns.end());
    return columns;
}

std::vector<Cell> heldCells(const HeldDifference& held) {
    std::vector<Cell> row{idOf(held.cause), held.categoryId(), held.roleId(),
                          held.name.empty() ? Cell() : Cell(held.name)};
    addBytes(row, held.peak, held.all);
    return row;
}

} // namespace

Table comparedIpusTable(const CompiledComparison& comparison) {
    Table table{{{"ipu", ColumnType::Integer}}, {}};
    table.columns.insert(table.columns.end(), BytesColumns.begin(), BytesColumns.end());
    table.columns.insert(table.columns.end(), {{"error", ColumnType::Real},
                                               {"estimated_tile", ColumnType::Integer},
                                               {"actual_tile", ColumnType::Integer},
                                               {"limit", ColumnType::Integer},
                                               {"estimated_headroom", ColumnType::Integer},
                                               {"actual_headroom", ColumnType::Integer}});
    for (const ComparedIpu& ipu : comparison.ipus) {
        const auto planned = [&](auto value) { return ipu.planned ? Cell(value) : Cell(); };
        const auto compiled = [&](auto value) { return ipu.compiled ? Cell(value) : Cell(); };
        std::vector<Cell>& row = table.rows.emplace_back(std::vector<Cell>{ipu.ipu});
        for (const ComparedBytes& bytes : {ipu.peak(), ipu.all()}) {
            row.insert(row.end(), {planned(bytes.estimated), compiled(bytes.actual),
                                   ipu.planned && ipu.compiled ? Cell(bytes.difference()) : Cell()});
        }
        row.insert(row.end(),
                   {Cell(ipu.error()), planned(ipu.estimatedTile.value), compiled(ipu.actualTile.value),
                    Cell(ipu.limit), comparison.figuresHold ? planned(ipu.estimatedHeadroom()) : Cell(),
                    compiled(ipu.actualHeadroom())});
    }
    return table;
}

Table heldDifferencesTable(const CompiledComparison& comparison) {
    Table table{heldColumns(), {}};
    table.columns.insert(table.columns.begin(), {"ipu", ColumnType::Integer});
    for (const ComparedIpu& ipu : comparison.ipus) {
        for (const HeldDifference& held : ipu.rows) {
            std::vector<Cell> cells = heldCells(held);
            std::vector<Cell>& row = table.rows.emplace_back(std::vector<Cell>{ipu.ipu});
            row.insert(row.end(), std::make_move_iterator(cells.begin()),
                       std::make_move_iterator(cells.end()));
        }
    }
    return table;
}

Table heldDifferencesTable(const ComparedIpu& ipu) {
    Table table{heldColumns(), {}};
    for (const HeldDifference& held : ipu.rows) {
        table.rows.push_back(heldCells(held));
    }
    return table;
}

Table differenceGroupsTable(const ComparedIpu& ipu, const char* name,
                            const std::function<std::string(const HeldDifference&)>& keyOf) {
    Table table{{{name, ColumnType::Text}}, {}};
    table.columns.insert(table.columns.end(), BytesColumns.begin(), BytesColumns.end());
    for (const DifferenceGroup& group : groupDifferences(ipu.rows, keyOf)) {
        std::vector<Cell>& row = table.rows.emplace_back(std::vector<Cell>{group.key});
        addBytes(row, group.peak, group.all);
    }
    return table;
}

Table comparedSectionTable(const ComparedSection& section) {
    Table table{{{std::string(section.thing), ColumnType::Text}}, {}};
    if (!section.kind.empty()) {
        table.columns.push_back({std::string(section.kind), ColumnType::Text});
    }
    for (const std::string_view measure : section.measures) {
        for (const char* side : {"first_", "second_", "difference_"}) {
            table.columns.push_back({side + std::string(measure), ColumnType::Integer});
        }
    }
    table.columns.push_back({"change", ColumnType::Text});
    for (const ComparedRow& compared : section.rows) {
        std::vector<Cell>& row = table.rows.emplace_back(std::vector<Cell>{compared.name});
        if (!section.kind.empty()) {
            row.emplace_back(compared.kind);
        }
        for (const ComparedValue& value : compared.values) {
            row.insert(row.end(), {Cell(value.first), Cell(value.second),
                                   value.first || value.second ? Cell(value.difference()) : Cell()});
        }
        row.emplace_back(idOf(section.changeOf(compared)));
    }
    return table;
}

Table profileDifferencesTable(const ProfileComparison& comparison) {
    Table table{{{"section", ColumnType::Text},
                 {"name", ColumnType::Text},
                 {"kind", ColumnType::Text},
                 {"number", ColumnType::Text},
                 {"first", ColumnType::Integer},
                 {"second", ColumnType::Integer},
                 {"difference", ColumnType::Integer},
                 {"change", ColumnType::Text}},
                {}};
    for (const ComparedSection& section : comparison.sections) {
        for (const ComparedRow& row : section.rows) {
            for (size_t i = 0; i < row.values.size(); ++i) {
                const ComparedValue& value = row.values[i];
                if (value.first || value.second) {
                    table.rows.push_back({section.id, row.name, row.kind.empty() ? Cell() : Cell(row.kind),
                                          section.measures[i], value.first, value.second, value.difference(),
                                          idOf(section.changeOf(row))});
                }
            }
        }
    }
    return table;
}

} // namespace tileline
