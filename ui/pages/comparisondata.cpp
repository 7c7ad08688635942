// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/comparisondata.h"

#include "ui/pages/rolespanel.h"
#include "ui/pages/tilememorydata.h"
#include "ui/text/bytestext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
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

/// Things, kinds and measures.
constexpr std::array ColumnTitles{
    Words{"figure", QT_TRANSLATE_NOOP("ComparisonData", "Figure")},
    Words{"category", QT_TRANSLATE_NOOP("ComparisonData", "Category")},
    Words{"role", QT_TRANSLATE_NOOP("ComparisonData", "Role")},
    Words{"variable", QT_TRANSLATE_NOOP("ComparisonData", "Variable")},
    Words{"operation", QT_TRANSLATE_NOOP("ComparisonData", "Operation")},
    Words{"type", QT_TRANSLATE_NOOP("ComparisonData", "Type")},
    Words{"program", QT_TRANSLATE_NOOP("ComparisonData", "Program")},
    Words{"vertex", QT_TRANSLATE_NOOP("ComparisonData", "Vertex")},
    Words{"tile", QT_TRANSLATE_NOOP("ComparisonData", "Tile")},
    Words{"value", QT_TRANSLATE_NOOP("ComparisonData", "Value")},
    Words{"bytes", QT_TRANSLATE_NOOP("ComparisonData", "Bytes")},
    Words{"fullest_tile_bytes", QT_TRANSLATE_NOOP("ComparisonData", "Fullest tile")},
    Words{"live_bytes", QT_TRANSLATE_NOOP("ComparisonData", "Live at the peak")},
    Words{"listed", QT_TRANSLATE_NOOP("ComparisonData", "Listed")},
    Words{"peak_not_always_live", QT_TRANSLATE_NOOP("ComparisonData", "Peak of not always live")},
    Words{"cycles", QT_TRANSLATE_NOOP("ComparisonData", "Cycles")},
    Words{"programs", QT_TRANSLATE_NOOP("ComparisonData", "Programs")},
    Words{"exchange_code_bytes", QT_TRANSLATE_NOOP("ComparisonData", "Exchange code")},
    Words{"code_bytes", QT_TRANSLATE_NOOP("ComparisonData", "Code")},
    Words{"step", QT_TRANSLATE_NOOP("ComparisonData", "Step")},
    Words{"not_always_live", QT_TRANSLATE_NOOP("ComparisonData", "Not always live")}};

constexpr std::array FigureNames{
    Words{"ipus", QT_TRANSLATE_NOOP("ComparisonData", "IPUs")},
    Words{"replicas", QT_TRANSLATE_NOOP("ComparisonData", "Replicas")},
    Words{"tiles", QT_TRANSLATE_NOOP("ComparisonData", "Tiles")},
    Words{"memory_per_tile", QT_TRANSLATE_NOOP("ComparisonData", "Memory per tile (bytes)")},
    Words{"steps", QT_TRANSLATE_NOOP("ComparisonData", "Program steps")},
    Words{"programs", QT_TRANSLATE_NOOP("ComparisonData", "Programs")},
    Words{"operations", QT_TRANSLATE_NOOP("ComparisonData", "Operations")},
    Words{"variables", QT_TRANSLATE_NOOP("ComparisonData", "Variables")},
    Words{"lowered_variables", QT_TRANSLATE_NOOP("ComparisonData", "Lowered variables")},
    Words{"always_live_bytes", QT_TRANSLATE_NOOP("ComparisonData", "Always live (bytes)")},
    Words{"peak_live_bytes", QT_TRANSLATE_NOOP("ComparisonData", "Live at the peak (bytes)")},
    Words{"peak_step", QT_TRANSLATE_NOOP("ComparisonData", "Step of the peak")},
    Words{"total_bytes", QT_TRANSLATE_NOOP("ComparisonData", "All tiles (bytes)")},
    Words{"fullest_tile_bytes", QT_TRANSLATE_NOOP("ComparisonData", "Fullest tile (bytes)")},
    Words{"fullest_tile", QT_TRANSLATE_NOOP("ComparisonData", "Fullest tile")},
    Words{"tiles_over_memory", QT_TRANSLATE_NOOP("ComparisonData", "Tiles over their memory")},
    Words{"cycles", QT_TRANSLATE_NOOP("ComparisonData", "Cycles")}};

template <size_t Count>
QString wordsFor(const std::array<Words, Count>& table, std::string_view id) {
    for (const auto& [known, text] : table) {
        if (known == id) {
            return ComparisonText::tr(text);
        }
    }
    return shownText(id);
}

bool isBytes(std::string_view measure) {
    return measure.ends_with("bytes") || measure.ends_with("always_live");
}

QString changeName(ProfileChange change) {
    switch (change) {
    case ProfileChange::Same:
        return ComparisonText::tr("same");
    case ProfileChange::Grew:
        return ComparisonText::tr("grew");
    case ProfileChange::Shrank:
        return ComparisonText::tr("shrank");
    case ProfileChange::Appeared:
        return ComparisonText::tr("new");
    case ProfileChange::Went:
        break;
    }
    return ComparisonText::tr("gone");
}

Cell cellOf(const QString& text) {
    return text.isEmpty() ? Cell() : Cell(text.toStdString());
}

/// The name of a role with an id of idOf(); the id if there is none.
QString roleNameOf(const std::string& id) {
    for (size_t i = 0; i < RoleCount; ++i) {
        if (idOf(static_cast<Role>(i)) == id) {
            return roleName(static_cast<Role>(i));
        }
    }
    return shownText(id);
}

QString categoryOf(const HeldDifference& held) {
    return held.category ? categoryName(*held.category) : causeName(held.cause);
}

QString roleOf(const HeldDifference& held) {
    return held.role ? roleName(*held.role) : causeName(held.cause);
}

void addPeakColumns(TableData& table) {
    //: columns: bytes on the fullest tile of an IPU
    table.addColumn("estimated_peak_bytes", ColumnType::Integer, ComparisonText::tr("Estimated"),
                    CellStyle::Bytes, ComparisonText::tr("On the tile that is fullest in the estimate"));
    table.addColumn("actual_peak_bytes", ColumnType::Integer, ComparisonText::tr("Compiled"),
                    CellStyle::Bytes, ComparisonText::tr("On the fullest tile of the compiled pipeline"));
    table.addColumn("peak_difference_bytes", ColumnType::Integer, ComparisonText::tr("Difference"),
                    CellStyle::ByteChange, ComparisonText::tr("Compiled minus estimated"));
}

void addAllTilesColumns(TableData& table) {
    //: columns: bytes on all tiles of an IPU
    table.addColumn("estimated_bytes", ColumnType::Integer, ComparisonText::tr("Estimated, all tiles"),
                    CellStyle::Bytes);
    table.addColumn("actual_bytes", ColumnType::Integer, ComparisonText::tr("Compiled, all tiles"),
                    CellStyle::Bytes);
    table.addColumn("difference_bytes", ColumnType::Integer, ComparisonText::tr("Difference, all tiles"),
                    CellStyle::ByteChange);
}

void addBytesColumns(TableData& table) {
    addPeakColumns(table);
    addAllTilesColumns(table);
}

void addCells(std::vector<Cell>& row, const ComparedBytes& bytes) {
    row.insert(row.end(), {bytes.estimated, bytes.actual, bytes.difference()});
}

TableDataPtr ipusData(const CompiledComparison& comparison) {
    auto table = std::make_shared<TableData>();
    table->addColumn("ipu", ColumnType::Integer, ComparisonText::tr("IPU"));
    addBytesColumns(*table);
    table->addColumn("error", ColumnType::Real, ComparisonText::tr("Error"), CellStyle::Share,
                     ComparisonText::tr("The difference in relation to the compiled bytes"));
    table->addColumn("estimated_tile", ColumnType::Integer, ComparisonText::tr("Estimated tile"));
    table->addColumn("actual_tile", ColumnType::Integer, ComparisonText::tr("Compiled tile"));
    table->addColumn("estimated_headroom", ColumnType::Integer, ComparisonText::tr("Estimated headroom"),
                     CellStyle::ByteChange);
    table->addColumn("actual_headroom", ColumnType::Integer, ComparisonText::tr("Compiled headroom"),
                     CellStyle::ByteChange);
    for (const ComparedIpu& ipu : comparison.ipus) {
        const auto planned = [&](auto value) { return ipu.planned ? Cell(value) : Cell(); };
        const auto compiled = [&](auto value) { return ipu.compiled ? Cell(value) : Cell(); };
        std::vector<Cell> row{ipu.ipu};
        for (const ComparedBytes& bytes : {ipu.peak(), ipu.all()}) {
            row.insert(row.end(), {planned(bytes.estimated), compiled(bytes.actual),
                                   ipu.planned && ipu.compiled ? Cell(bytes.difference()) : Cell()});
        }
        row.insert(row.end(),
                   {Cell(ipu.error()), planned(ipu.estimatedTile.value), compiled(ipu.actualTile.value),
                    comparison.figuresHold ? planned(ipu.estimatedHeadroom()) : Cell(),
                    compiled(ipu.actualHeadroom())});
        table->addRow(ipu.ipu, std::move(row));
    }
    return table;
}

TableDataPtr groupsData(const CompiledComparison& comparison, const char* name, const QString& title,
                        QString (*nameOf)(const HeldDifference&)) {
    auto table = std::make_shared<TableData>();
    table->addColumn("ipu", ColumnType::Integer, ComparisonText::tr("IPU"));
    table->addColumn(name, ColumnType::Text, title);
    addBytesColumns(*table);
    for (const ComparedIpu& ipu : comparison.ipus) {
        const auto keyOf = [&](const HeldDifference& held) { return nameOf(held).toStdString(); };
        for (const DifferenceGroup& group : groupDifferences(ipu.rows, keyOf)) {
            std::vector<Cell> row{ipu.ipu, group.key};
            addCells(row, group.peak);
            addCells(row, group.all);
            table->addRow(ipu.ipu, std::move(row));
        }
    }
    return table;
}

/// The largest difference of any IPU first.
TableDataPtr rowsData(const CompiledComparison& comparison) {
    auto table = std::make_shared<TableData>();
    table->addColumn("ipu", ColumnType::Integer, ComparisonText::tr("IPU"));
    table->addColumn("name", ColumnType::Text, ComparisonText::tr("Name"));
    addPeakColumns(*table);
    table->addColumn("category", ColumnType::Text, ComparisonText::tr("Category"));
    table->addColumn("role", ColumnType::Text, ComparisonText::tr("Role"));
    table->addColumn("cause", ColumnType::Text, ComparisonText::tr("Cause"), CellStyle::Plain,
                     ComparisonText::tr("Why the IPU of the compiled pipeline holds it"));
    addAllTilesColumns(*table);
    std::vector<std::pair<uint32_t, const HeldDifference*>> rows;
    for (const ComparedIpu& ipu : comparison.ipus) {
        for (const HeldDifference& held : ipu.rows) {
            rows.emplace_back(ipu.ipu, &held);
        }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return std::abs(a.second->peak.difference()) > std::abs(b.second->peak.difference());
    });
    for (const auto& [ipu, held] : rows) {
        std::vector<Cell> row{ipu, held->name.empty() ? cellOf(categoryOf(*held)) : Cell(held->name)};
        addCells(row, held->peak);
        row.insert(row.end(),
                   {cellOf(categoryOf(*held)), cellOf(roleOf(*held)), cellOf(causeName(held->cause))});
        addCells(row, held->all);
        table->addRow(ipu, std::move(row));
    }
    return table;
}

/// The name of a row as people know it.
QString rowName(const ComparedSection& section, const ComparedRow& row) {
    if (section.id == "figures") {
        return wordsFor(FigureNames, row.name);
    }
    if (section.id == "categories") {
        return categoryName(row.name);
    }
    if (section.id == "roles") {
        return roleNameOf(row.name);
    }
    return exactText(row.name);
}

TableDataPtr sectionData(const ComparedSection& section) {
    auto table = std::make_shared<TableData>();
    table->addColumn(std::string(section.thing).c_str(), ColumnType::Text,
                     wordsFor(ColumnTitles, section.thing));
    if (!section.kind.empty()) {
        table->addColumn(std::string(section.kind).c_str(), ColumnType::Text,
                         wordsFor(ColumnTitles, section.kind));
    }
    for (const std::string_view measure : section.measures) {
        const std::string name(measure);
        const QString title = wordsFor(ColumnTitles, measure);
        const CellStyle style = isBytes(measure) ? CellStyle::Bytes : CellStyle::Plain;
        //: column: %1 is what is compared, "Bytes"
        table->addColumn(("first_" + name).c_str(), ColumnType::Integer,
                         ComparisonText::tr("%1, open profile").arg(title), style);
        //: column: %1 is what is compared, "Bytes"
        table->addColumn(("second_" + name).c_str(), ColumnType::Integer,
                         ComparisonText::tr("%1, other profile").arg(title), style);
        //: column: %1 is what is compared, "Bytes"
        table->addColumn(("difference_" + name).c_str(), ColumnType::Integer,
                         ComparisonText::tr("%1, difference").arg(title),
                         isBytes(measure) ? CellStyle::ByteChange : CellStyle::Plain);
    }
    table->addColumn("change", ColumnType::Text, ComparisonText::tr("Change"));
    uint32_t key = 0;
    for (const ComparedRow& compared : section.rows) {
        std::vector<Cell> row{cellOf(rowName(section, compared))};
        if (!section.kind.empty()) {
            row.push_back(
                cellOf(section.kind == "role" ? roleNameOf(compared.kind) : exactText(compared.kind)));
        }
        for (const ComparedValue& value : compared.values) {
            row.insert(row.end(), {Cell(value.first), Cell(value.second),
                                   value.first || value.second ? Cell(value.difference()) : Cell()});
        }
        row.push_back(cellOf(changeName(section.changeOf(compared))));
        table->addRow(key++, std::move(row));
    }
    return table;
}

} // namespace

QString causeName(HoldCause cause) {
    switch (cause) {
    case HoldCause::Estimated:
        return ComparisonText::tr("in the plan");
    case HoldCause::PassesThrough:
        return ComparisonText::tr("passes through");
    case HoldCause::OtherIpu:
        return ComparisonText::tr("planned for another IPU");
    case HoldCause::Unplanned:
        return ComparisonText::tr("not in the plan");
    case HoldCause::InterIpuExchange:
        return ComparisonText::tr("exchange between IPUs");
    case HoldCause::Layout:
        break;
    }
    return ComparisonText::tr("gaps in memory");
}

std::vector<ComparisonTable> comparisonTables(const CompiledComparison& comparison) {
    return {{ComparisonText::tr("IPUs"), ipusData(comparison)},
            {ComparisonText::tr("Categories"),
             groupsData(comparison, "category", ComparisonText::tr("Category"), categoryOf)},
            {ComparisonText::tr("Roles"), groupsData(comparison, "role", ComparisonText::tr("Role"), roleOf)},
            {ComparisonText::tr("Causes"),
             groupsData(comparison, "cause", ComparisonText::tr("Cause"),
                        [](const HeldDifference& held) { return causeName(held.cause); })},
            {ComparisonText::tr("Variables and code"), rowsData(comparison)}};
}

std::vector<ComparisonTable> comparisonTables(const ProfileComparison& comparison) {
    std::vector<ComparisonTable> tables;
    for (const ComparedSection& section : comparison.sections) {
        tables.push_back({wordsFor(SectionTitles, section.id), sectionData(section)});
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
        switch (note.kind) {
        case ComparisonNote::Kind::MoreIpus:
            texts +=
                ComparisonText::tr("The compiled pipeline has %1 IPUs, the plan %2. The further ones have no "
                                   "estimate.")
                    .arg(note.count)
                    .arg(comparison.plannedIpus);
            break;
        case ComparisonNote::Kind::FewerIpus:
            texts +=
                ComparisonText::tr("The compiled pipeline has %1 IPUs, the plan %2. The last ones of the "
                                   "plan have no counterpart.")
                    .arg(note.count)
                    .arg(comparison.plannedIpus);
            break;
        case ComparisonNote::Kind::Replicas:
            texts +=
                ComparisonText::tr("The compiled pipeline has %1 replicas. Only the first one is compared.")
                    .arg(note.count);
            break;
        case ComparisonNote::Kind::OtherTiles:
            texts += ComparisonText::tr("The compiled pipeline has another number of tiles on each IPU: %1.")
                         .arg(note.count);
            break;
        case ComparisonNote::Kind::NoTileMemory:
            texts +=
                ComparisonText::tr("The compiled profile lacks Poplar's totals by tile. Nothing is known of "
                                   "its unowned bytes and of gaps in its memory.");
            break;
        case ComparisonNote::Kind::NoOperations:
            texts +=
                ComparisonText::tr("The compiled profile has no operations. The code of all its programs is "
                                   "compared with that of the operations of the plan.");
            break;
        case ComparisonNote::Kind::FewNamesInCommon:
            texts +=
                ComparisonText::tr("Only %1 % of the bytes of its variables have names that the open profile "
                                   "knows. Are the profiles of one model?")
                    .arg(note.count);
            break;
        }
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
