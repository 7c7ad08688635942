// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/comparisonpage.h"

#include "core/output/comparisontables.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tileline {

namespace {

struct ComparisonText {
    Q_DECLARE_TR_FUNCTIONS(ComparisonData)
};

/// An id and the English words for it.
using Words = std::pair<std::string_view, const char*>;

constexpr std::array SectionTitles{Words{"figures", QT_TRANSLATE_NOOP("ComparisonData", "Figures")},
                                   Words{"categories", QT_TRANSLATE_NOOP("ComparisonData", "Categories")},
                                   Words{"roles", QT_TRANSLATE_NOOP("ComparisonData", "Roles")},
                                   Words{"variables", QT_TRANSLATE_NOOP("ComparisonData", "Variables")},
                                   Words{"operations", QT_TRANSLATE_NOOP("ComparisonData", "Operations")},
                                   Words{"programs", QT_TRANSLATE_NOOP("ComparisonData", "Programs")},
                                   Words{"vertices", QT_TRANSLATE_NOOP("ComparisonData", "Vertices")},
                                   Words{"steps", QT_TRANSLATE_NOOP("ComparisonData", "Liveness by step")},
                                   Words{"tiles", QT_TRANSLATE_NOOP("ComparisonData", "Tiles")}};

QString titleOf(std::string_view section) {
    const auto found = std::find_if(SectionTitles.begin(), SectionTitles.end(),
                                    [&](const Words& words) { return words.first == section; });
    return found == SectionTitles.end() ? shownText(section) : ComparisonText::tr(found->second);
}

Table groups(const CompiledComparison& comparison, const char* key) {
    Table all;
    for (const ComparedIpu& ipu : comparison.ipus) {
        const Table differences = heldDifferencesTable({&ipu, 1});
        Table groups = differenceGroupsTable(differences, key);
        groups.columns.insert(groups.columns.begin(), differences.columns.front());
        all.columns = std::move(groups.columns);
        for (std::vector<Cell>& row : groups.rows) {
            row.insert(row.begin(), ipu.ipu);
            all.rows.push_back(std::move(row));
        }
    }
    return all;
}

/// All differences, sorted by their size on the fullest tile. A row without a name gets its category's name.
Table differences(const CompiledComparison& comparison) {
    Table table =
        heldDifferencesTable(comparison.ipus)
            .only({"ipu", "name", "estimated_peak_bytes", "actual_peak_bytes", "peak_difference_bytes",
                   "category", "role", "cause", "estimated_bytes", "actual_bytes", "difference_bytes"});
    const auto sizeOf = [column = *table.find("peak_difference_bytes")](const std::vector<Cell>& row) {
        return std::abs(std::get<int64_t>(row[column].value));
    };
    std::stable_sort(table.rows.begin(), table.rows.end(),
                     [&](const auto& a, const auto& b) { return sizeOf(a) > sizeOf(b); });
    for (std::vector<Cell>& row : table.rows) {
        if (row[1] == Cell()) {
            row[1] = Cell(cellText(row[*table.find("category")], ColumnType::Category).toStdString());
        }
    }
    return table;
}

} // namespace

std::vector<ComparisonTable> comparisonTables(const CompiledComparison& comparison) {
    return {{ComparisonText::tr("IPUs"), makeTableData(comparedIpusTable(comparison).without({"limit"}))},
            {ComparisonText::tr("Categories"), makeTableData(groups(comparison, "category"))},
            {ComparisonText::tr("Roles"), makeTableData(groups(comparison, "role"))},
            {ComparisonText::tr("Causes"), makeTableData(groups(comparison, "cause"))},
            {ComparisonText::tr("Variables and code"), makeTableData(differences(comparison))},
            {ComparisonText::tr("Cycles"), makeTableData(comparedStagesTable(comparison.stages))}};
}

std::vector<ComparisonTable> comparisonTables(const ProfileComparison& comparison) {
    std::vector<ComparisonTable> tables;
    for (const ComparedSection& section : comparison.sections) {
        tables.push_back({titleOf(section.id), makeTableData(comparedSectionTable(section))});
    }
    return tables;
}

} // namespace tileline
