// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/comparisontables.h"

#include "core/base/sequences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <utility>

namespace tileline {

namespace {

Cell differenceOf(const ComparedRow& row, const ComparedValue& value) {
    return !row.isPosition && (value.first || value.second) ? Cell(value.difference()) : Cell();
}

/// Three cells: the estimated bytes, the compiled bytes, and their difference.
using ByteCells = std::array<Cell, 3>;

ByteCells cellsOf(const ComparedBytes& bytes, bool planned = true, bool compiled = true) {
    return {planned ? Cell(bytes.estimated) : Cell(), compiled ? Cell(bytes.actual) : Cell(),
            planned && compiled ? Cell(bytes.difference()) : Cell()};
}

/// `peakOf` returns a row's bytes on the fullest tile, and `allOf` returns the row's bytes on all tiles.
template <class Row, class PeakOf, class AllOf>
Columns<Row> bytesColumns(PeakOf peakOf, AllOf allOf) {
    using Entry = const Row&;
    return {//: titles of columns with the bytes on the fullest tile of an IPU
            {{"estimated_peak_bytes", ColumnType::Bytes, ColumnText::tr("Estimated"),
              ColumnText::tr("On the tile that is fullest in the estimate")},
             [=](Entry row) { return peakOf(row)[0]; }},
            {{"actual_peak_bytes", ColumnType::Bytes, ColumnText::tr("Compiled"),
              ColumnText::tr("On the fullest tile of the compiled pipeline")},
             [=](Entry row) { return peakOf(row)[1]; }},
            {{"peak_difference_bytes", ColumnType::ByteChange, ColumnText::tr("Difference"),
              ColumnText::tr("Compiled minus estimated")},
             [=](Entry row) { return peakOf(row)[2]; }},
            //: titles of columns with the bytes on all tiles of an IPU
            {{"estimated_bytes", ColumnType::Bytes, ColumnText::tr("Estimated, all tiles")},
             [=](Entry row) { return allOf(row)[0]; }},
            {{"actual_bytes", ColumnType::Bytes, ColumnText::tr("Compiled, all tiles")},
             [=](Entry row) { return allOf(row)[1]; }},
            {{"difference_bytes", ColumnType::ByteChange, ColumnText::tr("Difference, all tiles")},
             [=](Entry row) { return allOf(row)[2]; }}};
}

struct Words {
    std::string_view id;
    const char* title;
    ColumnType type = ColumnType::Text;
};

/// The number in a cell, rounded to a whole number; empty if the cell contains no number.
std::optional<int64_t> wholeNumber(const Cell& cell) {
    const auto* const whole = std::get_if<uint64_t>(&cell.value);
    const auto* const real = std::get_if<double>(&cell.value);
    return whole  ? std::optional(static_cast<int64_t>(*whole))
           : real ? std::optional(static_cast<int64_t>(std::llround(*real)))
                  : std::nullopt;
}

/// The ids and titles of columns. Each id is the name of a thing or measure in ComparedSection.
constexpr Words SectionWords[]{{"figure", ColumnText::tr("Figure"), ColumnType::Figure},
                               {"category", ColumnText::tr("Category"), ColumnType::Category},
                               {"role", ColumnText::tr("Role"), ColumnType::Role},
                               {"variable", ColumnText::tr("Variable")},
                               {"operation", ColumnText::tr("Operation")},
                               {"type", ColumnText::tr("Type")},
                               {"program", ColumnText::tr("Program")},
                               {"vertex", ColumnText::tr("Vertex")},
                               {"tile", ColumnText::tr("Tile")},
                               {"value", ColumnText::tr("Value")},
                               {"bytes", ColumnText::tr("Bytes")},
                               {"fullest_tile_bytes", ColumnText::tr("Fullest tile")},
                               {"live_bytes", ColumnText::tr("Live at the peak")},
                               {"listed", ColumnText::tr("Listed")},
                               {"peak_not_always_live", ColumnText::tr("Peak of not always live")},
                               {"cycles", ColumnText::tr("Cycles")},
                               {"programs", ColumnText::tr("Programs")},
                               {"exchange_code_bytes", ColumnText::tr("Exchange code")},
                               {"code_bytes", ColumnText::tr("Code")},
                               {"step", ColumnText::tr("Step")},
                               {"not_always_live", ColumnText::tr("Not always live")}};

Column columnOf(std::string_view id) {
    for (const Words& words : SectionWords) {
        if (words.id == id) {
            return {std::string(id), words.type, words.title};
        }
    }
    return {std::string(id)};
}

template <class Row>
Columns<Row> measureColumns(const Column& measure, size_t position) {
    const auto column = [&](const char* side, const char* title, ColumnType type) {
        return Column{side + measure.key, measure.type == ColumnType::Bytes ? type : ColumnType::Integer,
                      title, "", measure.title};
    };
    //: titles of columns; %1 is the compared quantity, such as "Bytes"
    return {{column("first_", ColumnText::tr("%1, open"), ColumnType::Bytes),
             [=](const Row& row) { return row.values[position].first; }},
            //: title of a column; %1 is the compared quantity, such as "Bytes"
            {column("second_", ColumnText::tr("%1, other"), ColumnType::Bytes),
             [=](const Row& row) { return row.values[position].second; }},
            //: title of a column; %1 is the compared quantity, such as "Bytes"
            {column("difference_", ColumnText::tr("%1, difference"), ColumnType::ByteChange),
             [=](const Row& row) { return differenceOf(row, row.values[position]); }}};
}

} // namespace

Table comparedIpusTable(const CompiledComparison& comparison) {
    using Row = const ComparedIpu&;
    const auto planned = [](Row ipu, auto value) { return ipu.planned ? Cell(value) : Cell(); };
    const auto compiled = [](Row ipu, auto value) { return ipu.compiled ? Cell(value) : Cell(); };
    Columns<ComparedIpu> columns{{{"ipu", ColumnType::Integer, ColumnText::tr("IPU")}, &ComparedIpu::ipu}};
    columns.add(
        bytesColumns<ComparedIpu>([](Row ipu) { return cellsOf(ipu.peak(), ipu.planned, ipu.compiled); },
                                  [](Row ipu) { return cellsOf(ipu.all(), ipu.planned, ipu.compiled); }));
    columns.add({{{"error", ColumnType::Share, ColumnText::tr("Error"),
                   ColumnText::tr(
                       "On the fullest tiles: compiled minus estimated, as a share of the compiled bytes")},
                  &ComparedIpu::error},
                 {{"estimated_tile", ColumnType::Integer, ColumnText::tr("Estimated tile")},
                  [=](Row ipu) { return planned(ipu, ipu.estimatedTile.value); }},
                 {{"actual_tile", ColumnType::Integer, ColumnText::tr("Compiled tile")},
                  [=](Row ipu) { return compiled(ipu, ipu.actualTile.value); }},
                 {{"limit", ColumnType::Bytes}, &ComparedIpu::limit},
                 {{"estimated_headroom", ColumnType::ByteChange, ColumnText::tr("Estimated headroom")},
                  [&, planned](Row ipu) {
                      return comparison.figuresHold ? planned(ipu, ipu.estimatedHeadroom()) : Cell();
                  }},
                 {{"actual_headroom", ColumnType::ByteChange, ColumnText::tr("Compiled headroom")},
                  [=](Row ipu) { return compiled(ipu, ipu.actualHeadroom()); }}});
    return columns.table(comparison.ipus);
}

Table comparedStagesTable(const std::vector<ComparedCycles>& stages) {
    const char* const tip = ColumnText::tr("For one micro-batch, or for one update of the weights");
    return Columns<ComparedCycles>{
        {{"ipu", ColumnType::Integer, ColumnText::tr("IPU")}, &ComparedCycles::ipu},
        {{"pass", ColumnType::Step, ColumnText::tr("Pass"),
          ColumnText::tr("Backward includes recomputation; updates are separate")},
         &ComparedCycles::pass},
        {{"estimated_cycles", ColumnType::Cycles, ColumnText::tr("Estimated cycles"), tip},
         &ComparedCycles::estimated},
        {{"measured_cycles", ColumnType::Cycles, ColumnText::tr("Measured cycles"), tip},
         &ComparedCycles::measured},
        {{"error", ColumnType::Share, ColumnText::tr("Error"),
          ColumnText::tr("Measured minus estimated, as a share of the measured cycles")},
         [](const ComparedCycles& row) { return row.error(); }}}
        .table(stages);
}

Table heldDifferencesTable(std::span<const ComparedIpu> ipus) {
    using Held = std::pair<uint32_t, const HeldDifference*>;
    using Row = const Held&;
    std::vector<Held> rows;
    for (const ComparedIpu& ipu : ipus) {
        for (const HeldDifference& held : ipu.rows) {
            rows.emplace_back(ipu.ipu, &held);
        }
    }
    Columns<Held> columns{
        {{"ipu", ColumnType::Integer, ColumnText::tr("IPU")}, &Held::first},
        {{"cause", ColumnType::Cause, ColumnText::tr("Cause"),
          ColumnText::tr("Why these bytes are on this IPU of the compiled pipeline")},
         [](Row row) { return idOf(row.second->cause); }},
        {{"category", ColumnType::Category, ColumnText::tr("Category")},
         [](Row row) { return row.second->categoryId(); }},
        {{"role", ColumnType::Role, ColumnText::tr("Role")}, [](Row row) { return row.second->roleId(); }},
        {{"name", ColumnType::Text, ColumnText::tr("Name")},
         [](Row row) { return textCell(row.second->name); }}};
    columns.add(bytesColumns<Held>([](Row row) { return cellsOf(row.second->peak); },
                                   [](Row row) { return cellsOf(row.second->all); }));
    return columns.table(rows);
}

Table differenceGroupsTable(const Table& differences, std::string_view key) {
    return summed(Table(differences)
                      .only({key, "estimated_peak_bytes", "actual_peak_bytes", "peak_difference_bytes",
                             "estimated_bytes", "actual_bytes", "difference_bytes"}));
}

Table comparedSectionTable(const ComparedSection& section) {
    Columns<ComparedRow> columns{{columnOf(section.thing), &ComparedRow::name}};
    if (!section.kind.empty()) {
        columns.add({{columnOf(section.kind), &ComparedRow::kind}});
    }
    for (size_t i = 0; i < section.measures.size(); ++i) {
        Column measure = columnOf(section.measures[i]);
        const std::string& key = measure.key;
        measure.type =
            key.ends_with("bytes") || key.ends_with("always_live") ? ColumnType::Bytes : ColumnType::Integer;
        columns.add(measureColumns<ComparedRow>(measure, i));
    }
    columns.add({{{"change", ColumnType::Change, ColumnText::tr("Change")},
                  [&](const ComparedRow& row) { return idOf(section.changeOf(row)); }}});
    return columns.table(section.rows);
}

Table joinedTable(const Table& first, const Table& second, std::string_view name,
                  std::span<const std::string_view> measures, std::vector<uint32_t>* rows) {
    const size_t key = *first.find(name);
    // For each measure in `measures`: the position of its column in `first`.
    const auto positions = mapped(measures, [&](std::string_view measure) { return *first.find(measure); });
    struct Joined : ComparedRow {
        const std::vector<Cell>* cells = nullptr; ///< of `first`; of `second` if only `second` has the row
        uint32_t number = NoId; ///< row number in `first`; NoId if only `second` has the row
    };
    std::vector<Joined> joined;
    std::map<std::string, std::deque<size_t>> free; // by name: rows of `first` that are not joined yet
    const auto textOf = [&](const std::vector<Cell>& row) {
        const auto* const text = std::get_if<std::string>(&row[key].value);
        return text != nullptr ? *text : std::string();
    };
    const auto fill = [&](size_t into, const std::vector<Cell>& row, auto side) {
        for (size_t i = 0; i < positions.size(); ++i) {
            joined[into].values[i].*side = wholeNumber(row[positions[i]]);
        }
    };
    const auto add = [&](const std::vector<Cell>& row, uint32_t number) {
        joined.push_back({{{}, {}, std::vector<ComparedValue>(positions.size())}, &row, number});
        return joined.size() - 1;
    };
    for (uint32_t i = 0; i < first.rows.size(); ++i) {
        free[textOf(first.rows[i])].push_back(i);
        fill(add(first.rows[i], i), first.rows[i], &ComparedValue::first);
    }
    for (const std::vector<Cell>& row : second.rows) {
        std::deque<size_t>& same = free[textOf(row)];
        fill(same.empty() ? add(row, NoId) : same.front(), row, &ComparedValue::second);
        if (!same.empty()) {
            same.pop_front();
        }
    }
    std::ranges::stable_sort(joined, std::greater(),
                             [](const Joined& row) { return std::abs(row.values[0].difference()); });
    Columns<Joined> columns{};
    for (size_t i = 0; i < first.columns.size(); ++i) {
        const auto measure = std::ranges::find(positions, i);
        if (measure != positions.end()) {
            columns.add(
                measureColumns<Joined>(first.columns[i], static_cast<size_t>(measure - positions.begin())));
            continue;
        }
        // Steps and ids of `second` are not shown, because users would mistake them for those of `first`.
        const bool comparable = isText(first.columns[i].type) || first.columns[i].type == ColumnType::Boolean;
        columns.add({{first.columns[i], [=](const Joined& row) {
                          return comparable || row.number != NoId ? (*row.cells)[i] : Cell();
                      }}});
    }
    for (const Joined& row : joined) {
        if (rows != nullptr) {
            rows->push_back(row.number);
        }
    }
    return columns.table(joined);
}

Table profileDifferencesTable(const ProfileComparison& comparison) {
    Table table{{{"section"},
                 {"name"},
                 {"kind"},
                 {"number"},
                 {"first", ColumnType::Integer},
                 {"second", ColumnType::Integer},
                 {"difference", ColumnType::Integer},
                 {"change", ColumnType::Change}}};
    for (const ComparedSection& section : comparison.sections) {
        for (const ComparedRow& row : section.rows) {
            for (size_t i = 0; i < row.values.size(); ++i) {
                const ComparedValue& value = row.values[i];
                if (value.first || value.second) {
                    table.rows.push_back({section.id, row.name, row.kind.empty() ? Cell() : Cell(row.kind),
                                          section.measures[i], value.first, value.second,
                                          differenceOf(row, value), idOf(section.changeOf(row))});
                }
            }
        }
    }
    return table;
}

} // namespace tileline
