// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/memorymappage.h"

#include "core/memory/datavariables.h"
#include "core/memory/tilememory.h"
#include "core/output/memorytables.h"
#include "ui/look/metrics.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"

#include <QCoreApplication>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>

#include <algorithm>
#include <map>

namespace tileline {

namespace {

struct MemoryMapText {
    Q_DECLARE_TR_FUNCTIONS(MemoryMap)
};

/// Puts always-live data into one group, other data into another, and anything else into groups by category.
class Grouping {
public:
    explicit Grouping(const Profile& profile)
        : m_profile(profile) {}

    size_t groupOf(const MapEntry& entry) {
        const uint8_t category = m_profile.lowered.categoryOf(entry.row.index());
        const bool data =
            category == NoCategory || DataVariables::isData(m_profile.variableCategories[category].name);
        const auto [group, added] =
            m_groups.try_emplace(data ? (entry.alwaysLive ? -2 : -1) : category, groups.size());
        if (added) {
            groups.push_back(data ? dataGroup(entry.alwaysLive) : groupOf(category));
        }
        return group->second;
    }
    std::vector<MemoryChartData::Group> groups;

private:
    static MemoryChartData::Group dataGroup(bool always) {
        return {always ? MemoryMapText::tr("always live") : MemoryMapText::tr("live for a time"),
                [always](const ChartColors& colors) {
                    return always ? colors.alwaysLive() : colors.notAlwaysLive();
                }};
    }
    MemoryChartData::Group groupOf(uint8_t category) const {
        const std::string& name = m_profile.variableCategories[category].name;
        return {wordFor(ColumnType::Category, name),
                [name, index = groups.size()](const ChartColors& colors) {
                    return colors.category(name, index);
                }};
    }

    const Profile& m_profile;
    std::map<int, size_t> m_groups;
};

QString readoutOf(const Profile& profile, const MapEntry& entry) {
    const QLocale locale;
    const uint8_t category = profile.lowered.categoryOf(entry.row.index());
    const QString bytes = bytesText(profile.lowered.bytes[entry.row.index()]);
    QStringList lines{shownText(loweredName(profile, entry.row)),
                      entry.offset == NoId
                          ? bytes
                          //: %1 is a number of bytes, %2 the address of the first byte
                          : MemoryMapText::tr("%1 at %2").arg(bytes, locale.toString(entry.offset))};
    lines += entry.alwaysLive ? MemoryMapText::tr("always live")
                              : MemoryMapText::tr("live from step %1 to %2")
                                    .arg(locale.toString(entry.live.start.value),
                                         locale.toString(entry.live.end.value - 1));
    if (category != NoCategory) {
        lines += wordFor(ColumnType::Category, profile.variableCategories[category].name);
    }
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

/// Makes the map of a tile; of the fullest tile if none is given.
Outcome<MemoryMapPage::Made> makeMap(const ProfilePtr& profile, std::optional<TileId> tile,
                                     const std::stop_token& stop) {
    MemoryMapPage::Made made{tile ? *tile : tileMemoryOf(*profile).peakTile()};
    made.entries = TRY(memoryMap(*profile, made.tile, stop));
    auto chart = std::make_shared<MemoryChartData>();
    Grouping grouping(*profile);
    const bool placed = !profile->lowered.address.empty();
    if (!placed) {
        // Without addresses, variables are stacked in order; only their lifetimes are known.
        std::stable_partition(made.entries.begin(), made.entries.end(),
                              [](const MapEntry& entry) { return entry.alwaysLive; });
    }
    std::map<LoweredIndex, uint64_t> ends; // where each variable ends, if there are no addresses
    chart->steps = static_cast<uint32_t>(std::max<size_t>(1, profile->stepCount()));
    chart->limit = placed ? profile->target.bytesPerTile : 0;
    for (const MapEntry& entry : made.entries) {
        const uint32_t bytes = profile->lowered.bytes[entry.row.index()];
        const uint64_t end = placed ? uint64_t{entry.offset} + bytes
                                    : ends.try_emplace(entry.row, made.used + bytes).first->second;
        if ((placed && entry.offset == NoId) || end > UINT32_MAX) { // the remaining entries get no boxes
            break;
        }
        made.used = std::max(made.used, end);
        chart->boxes.push_back({entry.live.start.value, entry.live.end.value,
                                static_cast<uint32_t>(end - bytes), bytes, grouping.groupOf(entry)});
    }
    chart->end = std::max<uint64_t>(1, made.used);
    chart->groups = std::move(grouping.groups);
    // The entries with a box come first, so a box has the same number as its entry.
    auto entries = std::make_shared<std::vector<MapEntry>>(made.entries);
    chart->label = [profile, entries](size_t box) {
        return shownText(loweredName(*profile, (*entries)[box].row));
    };
    chart->readout = [profile, entries](size_t box) { return readoutOf(*profile, (*entries)[box]); };
    made.chart = std::move(chart);
    made.table = makeTableData(memoryMapColumns(*profile).table(made.entries));
    return made;
}

} // namespace

MemoryMapPage::MemoryMapPage(Session* session, Selection* selection, QWidget* parent)
    : DataPage(session, selection, tr("Open a profile to see where its variables are in memory."), parent) {
    setProperty(metrics::NeedsHeight, true);
    m_tile->setObjectName(QStringLiteral("mapTile"));
    m_tile->setPrefix(tr("Tile "));
    m_tile->setAccessibleName(tr("Tile"));
    m_tile->setKeyboardTracking(false);
    m_smallest->setObjectName(QStringLiteral("mapSmallest"));
    m_smallest->setAccessibleName(tr("Smallest size"));
    m_smallest->setToolTip(tr("Smaller variables are not drawn"));
    //: before a number of bytes: the smallest variables that are drawn
    m_smallest->setPrefix(tr("From "));
    m_smallest->setSuffix(tr(" B"));
    m_smallest->setMaximum(1 << 20);
    m_smallest->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_chart->setTitle(tr("Memory map"));
    addParts(rowOf({m_tile, {m_summary, 1}, m_smallest}), m_chart, {{m_table, 1}});
    connect(m_tile, &QSpinBox::valueChanged, this, [this](int tile) {
        compute(TileId{static_cast<uint32_t>(tile)});
        this->selection()->choose(TileId{static_cast<uint32_t>(tile)});
    });
    connect(m_smallest, &QSpinBox::valueChanged, this,
            [this](int bytes) { m_chart->setSmallest(static_cast<uint32_t>(bytes)); });
    connect(m_chart, &MemoryChart::boxChosen, this, [this](size_t box) { chooseEntry(box); });
    connect(m_table, &TablePanel::keySelected, this, [this](std::optional<uint32_t> row) {
        if (row && *row < m_made.chart->boxes.size()) {
            m_chart->setChosen(*row);
        }
        chooseEntry(row ? std::optional<size_t>(*row) : std::nullopt);
    });
    selection->follow<TileId>(this, &MemoryMapPage::followTile);
    selection->follow<StepIndex>(this, &MemoryMapPage::followStep);
    selection->follow<VariableIndex>(this, &MemoryMapPage::followVariable);
}

void MemoryMapPage::refresh() {
    const Profile& profile = *session()->profile();
    if (profile.lowered.size() == 0) {
        showMessage(tr("The report does not list its variables"),
                    tr("Profile again with the engine option autoReport.outputLoweredVars or autoReport.all "
                       "set to true."));
        return;
    }
    const QSignalBlocker blocker(m_tile);
    m_tile->setMaximum(static_cast<int>(profile.target.numTiles) - 1);
    const auto chosen = selection()->chosen<TileId>();
    compute(chosen && chosen->value < profile.target.numTiles ? chosen : std::nullopt);
}

void MemoryMapPage::reset() {
    m_chart->setData(std::make_shared<MemoryChartData>());
    m_made = {};
}

void MemoryMapPage::compute(std::optional<TileId> tile) {
    m_table->showWorking();
    DataPage::compute(
        m_task,
        [profile = session()->profile(), tile](const std::stop_token& stop) {
            return makeMap(profile, tile, stop);
        },
        [this](Made made) {
            m_made = std::move(made);
            const QSignalBlocker blocker(m_tile);
            m_tile->setValue(static_cast<int>(m_made.tile.value));
            m_chart->setData(m_made.chart);
            m_table->setData(m_made.table);
            const QString count = QLocale().toString(static_cast<qulonglong>(m_made.entries.size()));
            const QString summary =
                session()->profile()->lowered.address.empty()
                    //: %1 is a number
                    ? tr("%1 variables and intervals, stacked in order, because the report has no addresses")
                          .arg(count)
                    //: %1 is a number of bytes, %2 a number
                    : tr("%1 used, %2 variables and intervals, in the whole report")
                          .arg(bytesText(m_made.used), count);
            m_summary->setText(summary);
            m_chart->setSummary(summary);
            followStep();
            followVariable();
        });
}

/// Chooses the entry's variable on all pages.
void MemoryMapPage::chooseEntry(std::optional<size_t> entry) {
    if (!entry || *entry >= m_made.entries.size()) {
        return;
    }
    const VariableIndex variable = session()->profile()->lowered.variable[m_made.entries[*entry].row.index()];
    if (variable.value != NoId) {
        computeWithOrigins(
            m_originsTask,
            [](const VariableOrigins&, const std::stop_token&) -> Outcome<Done> { return Done{}; },
            [this, variable](Done) { chooseVariable(variable.value); });
    }
}

void MemoryMapPage::followTile() {
    const auto tile = selection()->chosen<TileId>();
    if (tile && session()->profile() && tile->value != static_cast<uint32_t>(m_tile->value())) {
        invalidate();
    }
}

void MemoryMapPage::followStep() {
    const auto step = selection()->chosen<StepIndex>();
    m_chart->setStep(step ? std::optional(step->value) : std::nullopt);
}

/// Outlines the first box of a variable that was chosen on another page.
void MemoryMapPage::followVariable() {
    const auto variable = selection()->chosen<VariableIndex>();
    if (!variable || !m_made.chart) {
        return;
    }
    const auto& variables = session()->profile()->lowered.variable;
    const auto isOf = [&](const MapEntry& entry) { return variables[entry.row.index()] == *variable; };
    if (m_chart->chosen() && isOf(m_made.entries[*m_chart->chosen()])) {
        return;
    }
    const auto found = std::find_if(m_made.entries.begin(), m_made.entries.end(), isOf);
    const auto box = static_cast<size_t>(found - m_made.entries.begin());
    m_chart->setChosen(box < m_made.chart->boxes.size() ? std::optional(box) : std::nullopt);
}

} // namespace tileline
