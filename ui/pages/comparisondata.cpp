// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/comparisondialog.h"

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

/// An id and its translation.
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

/// By ComparisonNote::Kind. %1 is its count, %2 the number of IPUs of the plan.
constexpr const char* NoteTexts[]{
    QT_TRANSLATE_NOOP("ComparisonData",
                      "The compiled pipeline has %1 IPUs, the plan %2. The further ones have no estimate."),
    QT_TRANSLATE_NOOP(
        "ComparisonData",
        "The compiled pipeline has %1 IPUs, the plan %2. The last ones of the plan have no counterpart."),
    QT_TRANSLATE_NOOP("ComparisonData",
                      "The compiled pipeline has %1 replicas. Only the first one is compared."),
    QT_TRANSLATE_NOOP("ComparisonData", "The compiled pipeline has another number of tiles on each IPU: %1."),
    QT_TRANSLATE_NOOP("ComparisonData", "The compiled profile lacks Poplar's totals by tile. Nothing is "
                                        "known of its unowned bytes and of gaps in its memory."),
    QT_TRANSLATE_NOOP("ComparisonData", "The compiled profile has no operations. The code of all its "
                                        "programs is compared with that of the operations of the plan."),
    QT_TRANSLATE_NOOP("ComparisonData", "Only %1 % of the bytes of its variables have names that the open "
                                        "profile knows. Are the profiles of one model?")};

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

/// The largest difference of any IPU first. A row without a name gets that of its category.
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
            {ComparisonText::tr("Variables and code"), makeTableData(differences(comparison))}};
}

std::vector<ComparisonTable> comparisonTables(const ProfileComparison& comparison) {
    std::vector<ComparisonTable> tables;
    for (const ComparedSection& section : comparison.sections) {
        tables.push_back({titleOf(section.id), makeTableData(comparedSectionTable(section))});
    }
    return tables;
}

QString errorSentence(const CompiledComparison& comparison) {
    const auto fullest = comparison.fullestIpu();
    if (!fullest) {
        return ComparisonText::tr("The plan and the compiled pipeline have no IPU in common.");
    }
    const double error = *comparison.errorAtFullest();
    const QString text =
        error < 0 ? ComparisonText::tr(
                        "The estimate is %1 above the fullest tile of the compiled pipeline, on IPU %2. "
                        "Mean error of all IPUs: %3.")
                  : ComparisonText::tr(
                        "The estimate is %1 below the fullest tile of the compiled pipeline, on IPU %2. "
                        "Mean error of all IPUs: %3.");
    return text.arg(percentText(std::abs(error)))
        .arg(comparison.ipus[*fullest].ipu)
        .arg(percentText(*comparison.meanError()));
}

QStringList noteTexts(const CompiledComparison& comparison) {
    QStringList texts;
    for (const ComparisonNote& note : comparison.notes) {
        texts += ComparisonText::tr(NoteTexts[static_cast<size_t>(note.kind)])
                     .replace(QLatin1String("%1"), QString::number(note.count))
                     .replace(QLatin1String("%2"), QString::number(comparison.plannedIpus));
    }
    return texts;
}

QStringList noteTexts(const ProfileComparison& comparison) {
    QStringList texts;
    if (comparison.otherTiles) {
        texts += ComparisonText::tr("The profiles have different numbers of tiles.");
    }
    if (comparison.fewNamesInCommon()) {
        texts +=
            ComparisonText::tr("Only %1 % of the bytes of variables have names that both profiles know. Are "
                               "the profiles of one model?")
                .arg(comparison.commonPerCent);
    }
    return texts;
}

} // namespace tileline
