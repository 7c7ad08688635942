// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/memorymappage.h"

#include "core/estimate/stagecontents.h"
#include "core/memory/datavariables.h"
#include "core/memory/roles.h"
#include "core/output/memorytables.h"
#include "ui/look/metrics.h"
#include "ui/pages/tilememorydata.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/layertext.h"

#include <QLocale>
#include <QSignalBlocker>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>

namespace tileline {

namespace {

using ColorsBy = MemoryMapPage::ColorsBy;

/// Divides boxes into groups; the boxes of a group have the same colour. Code and other bytes that are not
/// data are always grouped by their category.
class Grouping {
public:
    Grouping(const MemoryMapPage::Request& request, const VariableOrigins& origins)
        : m_request(request)
        , m_origins(origins) {
        if (request.by == ColorsBy::Role) {
            m_roles.emplace(m_profile, m_layers);
        }
    }

    void add(const MapEntry& entry) {
        auto [key, group] = groupOf(entry);
        m_keys.push_back(key);
        m_groups.try_emplace(key, std::move(group));
    }
    /// Assigns each box to its group, and lists the groups in the order of their keys.
    void finish(MemoryChartData& chart) const {
        for (size_t i = 0; i < m_keys.size(); ++i) {
            chart.boxes[i].group =
                static_cast<size_t>(std::distance(m_groups.begin(), m_groups.find(m_keys[i])));
        }
        for (const auto& [key, group] : m_groups) {
            chart.groups.push_back(group);
        }
    }

private:
    enum Kind : uint8_t { Data, Nowhere, Category };
    using Key = std::pair<Kind, uint32_t>;
    using Group = MemoryChartData::Group;

    std::pair<Key, Group> groupOf(const MapEntry& entry) const {
        const auto palette = [](const std::string& name, size_t index) {
            return [name, index](const ChartColors& colors) { return colors.category(name, index); };
        };
        const uint8_t category = m_profile.lowered.categoryOf(entry.row.index());
        if (category != NoCategory && !DataVariables::isData(m_profile.variableCategories[category].name)) {
            const std::string& name = m_profile.variableCategories[category].name;
            return {{Category, category}, {wordFor(ColumnType::Category, name), palette(name, category)}};
        }
        if (m_request.by == ColorsBy::Category) {
            return entry.alwaysLive
                       ? std::pair(Key(Data, 0), Group{MemoryMapPage::tr("always live"),
                                                       std::mem_fn(&ChartColors::alwaysLive)})
                       : std::pair(Key(Data, 1), Group{MemoryMapPage::tr("live for a time"),
                                                       std::mem_fn(&ChartColors::notAlwaysLive)});
        }
        if (m_roles) {
            const Role role = m_roles->of(entry.row);
            const auto number = static_cast<uint32_t>(role);
            return {{Data, number}, {wordFor(ColumnType::Role, idOf(role)), palette({}, number)}};
        }
        const VariableIndex variable = m_profile.lowered.variable[entry.row.index()];
        const auto operation = variable.value == NoId ? std::nullopt : m_origins.operationOf(variable);
        const bool inLayer = operation && m_layers.operations[operation->index()].inLayer();
        const LayerIndex layer = inLayer ? m_layers.operations[operation->index()].layer : LayerIndex{NoId};
        if (inLayer && m_request.by == ColorsBy::Entry) {
            return {{Data, layer.value}, {layerName(m_layers, layer), palette({}, layer.value)}};
        }
        for (uint32_t ipu = 0; inLayer && ipu < m_request.ipus.size(); ++ipu) {
            if (m_request.ipus[ipu].holds(layer, m_layers.last())) {
                return {{Data, ipu}, {MemoryMapPage::tr("IPU %1").arg(ipu), [ipu](const ChartColors& colors) {
                                          return FillColors{colors.stageTint(ipu), colors.stage(ipu)};
                                      }}};
            }
        }
        return {{Nowhere, 0},
                {m_request.by == ColorsBy::Entry ? MemoryMapPage::tr("in no layer")
                                                 : MemoryMapPage::tr("on no IPU of a plan"),
                 [](const ChartColors& colors) { return colors.category(StageCategory::Unowned); }}};
    }

    const MemoryMapPage::Request& m_request;
    const Profile& m_profile = *m_request.profile;
    const Layers& m_layers = *m_request.layers;
    const VariableOrigins& m_origins;
    std::optional<VariableRoles> m_roles;
    std::map<Key, Group> m_groups;
    std::vector<Key> m_keys;
};

/// The address at which interleaved memory begins. If the report does not state this address, it is taken
/// from the first interleaved variable.
uint64_t interleavedFrom(const Profile& profile, const std::vector<MapEntry>& entries) {
    uint64_t start = 0;
    const std::string_view known = profile.metaValue("interleaved_memory_start");
    std::from_chars(known.data(), known.data() + known.size(), start);
    for (size_t i = 0; start == 0 && i < entries.size() && entries[i].offset != NoId; ++i) {
        const bool in = profile.lowered.has(LoweredFlag::Interleaved, entries[i].row.index(), false);
        start = in ? entries[i].offset : 0;
    }
    return start;
}

/// Adds boxes for the addresses that no variable uses at any time.
void addGaps(MemoryChartData& chart) {
    uint64_t end = 0;
    const size_t used = chart.boxes.size();
    for (size_t i = 0; i < used; ++i) {
        const MemoryChartData::Box box = chart.boxes[i];
        if (box.offset > end) {
            chart.boxes.push_back({0, chart.steps, static_cast<uint32_t>(end),
                                   box.offset - static_cast<uint32_t>(end), chart.groups.size()});
        }
        end = std::max(end, uint64_t{box.offset} + box.bytes);
    }
    if (chart.boxes.size() > used) {
        chart.groups.push_back({MemoryMapPage::tr("unused"), [](const ChartColors& colors) {
                                    return FillColors{colors.of(ColorRole::Sunken), colors.grid()};
                                }});
    }
}

QString readoutOf(const Profile& profile, const MapEntry& entry) {
    const QLocale locale;
    const uint8_t category = profile.lowered.categoryOf(entry.row.index());
    const QString bytes = bytesText(profile.lowered.bytes[entry.row.index()]);
    QStringList lines{shownText(loweredName(profile, entry.row)),
                      entry.offset == NoId
                          ? bytes
                          //: %1 is a number of bytes, %2 the address of the first byte
                          : MemoryMapPage::tr("%1 at %2").arg(bytes, locale.toString(entry.offset))};
    lines += entry.alwaysLive ? MemoryMapPage::tr("always live")
                              : MemoryMapPage::tr("live from step %1 to %2")
                                    .arg(locale.toString(entry.live.start.value),
                                         locale.toString(entry.live.end.value - 1));
    if (category != NoCategory) {
        lines += wordFor(ColumnType::Category, profile.variableCategories[category].name);
    }
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

/// Makes the map of the requested tile or, if none is requested, of the fullest tile.
Outcome<MemoryMapPage::Made> makeMap(const MemoryMapPage::Request& request, const VariableOrigins& origins,
                                     const std::stop_token& stop) {
    const ProfilePtr& profile = request.profile;
    MemoryMapPage::Made made;
    made.tile =
        request.tile
            ? *request.tile
            : TRY(makeTileMemoryData(*profile, request.stage, request.reportIpu, {}, {}, stop))->fullest();
    made.placed = !request.stage && !profile->lowered.address.empty();
    made.entries =
        TRY(request.stage ? stageLifetimes(*request.stage->estimator, request.stage->placed, made.tile, stop)
                          : memoryMap(*profile, made.tile, stop));
    auto chart = std::make_shared<MemoryChartData>();
    Grouping grouping(request, origins);
    if (!made.placed) {
        // If the addresses are unknown, variables are stacked; always-live variables are at the bottom.
        std::ranges::stable_partition(made.entries, [](const MapEntry& entry) { return entry.alwaysLive; });
    }
    std::map<LoweredIndex, uint64_t> ends; // end of each variable in the stack; unused if addresses are known
    chart->steps = static_cast<uint32_t>(std::max<size_t>(1, profile->stepCount()));
    chart->limit = made.placed ? profile->target.bytesPerTile : 0;
    for (const MapEntry& entry : made.entries) {
        const uint32_t bytes = profile->lowered.bytes[entry.row.index()];
        const uint64_t end = made.placed ? uint64_t{entry.offset} + bytes
                                         : ends.try_emplace(entry.row, made.used + bytes).first->second;
        if ((made.placed && entry.offset == NoId) || end > UINT32_MAX) { // later ones have no place, either
            break;
        }
        made.used = std::max(made.used, end);
        chart->boxes.push_back(
            {entry.live.start.value, entry.live.end.value, static_cast<uint32_t>(end - bytes), bytes, 0});
        grouping.add(entry);
    }
    grouping.finish(*chart);
    const size_t placed = chart->boxes.size();
    if (made.placed) {
        chart->interleavedFrom = interleavedFrom(*profile, made.entries);
        addGaps(*chart);
    }
    chart->end = std::max<uint64_t>(1, made.used);
    // The elements of made.entries that have a box come first, so a box has the same number as its element.
    // The boxes of gaps come last. The functions `readout` and `label` belong to the chart, so they may keep
    // a pointer to the chart.
    auto entries = std::make_shared<std::vector<MapEntry>>(made.entries);
    const MemoryChartData* const data = chart.get();
    chart->readout = [profile, entries, placed, data](size_t box) {
        return box < placed
                   ? readoutOf(*profile, (*entries)[box])
                   //: %1 is a number of bytes, %2 the address of the first byte
                   : MemoryMapPage::tr("unused: %1 at %2")
                         .arg(bytesText(data->boxes[box].bytes), numberText(data->boxes[box].offset));
    };
    chart->label = [profile, entries, placed, data](size_t box) {
        return box < placed ? shownText(loweredName(*profile, (*entries)[box].row)) : data->readout(box);
    };
    made.chart = std::move(chart);
    made.table = makeTableData(memoryMapColumns(*profile).table(made.entries));
    return made;
}

} // namespace

MemoryMapPage::MemoryMapPage(Session* session, Selection* selection)
    : DataPage(session, selection, tr("Open a profile to see where its variables are in memory."))
    , m_by(comboBox({tr("Category"), tr("Role"), tr("Layer"), tr("IPU of the plan")}, tr("Coloured by"),
                    tr("What the colours of variables stand for. Code is always coloured by category."),
                    "mapColors")) {
    setProperty(metrics::NeedsHeight, true);
    m_tile->setObjectName(QStringLiteral("mapTile"));
    m_tile->setPrefix(tr("Tile "));
    m_tile->setAccessibleName(tr("Tile"));
    m_tile->setKeyboardTracking(false);
    m_smallest->setObjectName(QStringLiteral("mapSmallest"));
    m_smallest->setAccessibleName(tr("Smallest size"));
    m_smallest->setToolTip(tr("Smaller variables are not drawn"));
    m_smallest->setMaximum(17); // the value is the exponent of a power of two
    m_smallest->setMaximumWidth(120);
    m_chart->setTitle(tr("Memory map"));
    addParts(rowOf({makeStageBox(tr("Whole model")), m_tile, {m_summary, 1}, m_by, m_smallest, m_from}),
             m_chart, {{m_table, 1}});
    showSmallest(0);
    connect(m_by, &QComboBox::currentIndexChanged, this, [this] {
        if (m_made.chart) {
            compute(m_made.tile);
        }
    });
    connect(m_tile, &QSpinBox::valueChanged, this, [this](int tile) {
        compute(TileId{static_cast<uint32_t>(tile)});
        this->selection()->choose(TileId{static_cast<uint32_t>(tile)});
    });
    connect(m_smallest, &QSlider::valueChanged, this, &MemoryMapPage::showSmallest);
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
    const auto ipu = reportIpu();
    const TileRange tiles = ipu ? TileRange::ofIpu(profile, ipu->value) : TileRange::ofModel(profile);
    m_tile->setRange(static_cast<int>(tiles.begin), static_cast<int>(tiles.end) - 1);
    const auto chosen = selection()->chosen<TileId>();
    compute(chosen && tiles.begin <= chosen->value && chosen->value < tiles.end ? chosen : std::nullopt);
}

/// Draws only variables with at least 2^`exponent` bytes. If `exponent` is 0, draws all variables.
void MemoryMapPage::showSmallest(int exponent) {
    const uint32_t bytes = exponent > 0 ? 1U << static_cast<uint32_t>(exponent) : 0;
    //: %1 is a number of bytes: smaller variables are not drawn
    m_from->setText(tr("from %1").arg(bytesText(bytes)));
    m_chart->setSmallest(bytes);
}

void MemoryMapPage::reset() {
    m_chart->setData(std::make_shared<MemoryChartData>());
    m_made = {};
}

void MemoryMapPage::compute(std::optional<TileId> tile) {
    m_table->showWorking();
    computeWithOrigins(
        m_task,
        [request = Request{session()->profile(), session()->layers(), tile, reportIpu(), stage(),
                           session()->estimator() ? session()->placement().ipus : std::vector<PlacedStage>(),
                           static_cast<ColorsBy>(m_by->currentIndex())}](const VariableOrigins& origins,
                                                                         const std::stop_token& stop) {
            return makeMap(request, origins, stop);
        },
        [this](Made made) {
            m_made = std::move(made);
            const QSignalBlocker blocker(m_tile);
            m_tile->setValue(static_cast<int>(m_made.tile.value));
            m_chart->setData(m_made.chart);
            m_table->setData(m_made.table);
            const QString count = QLocale().toString(static_cast<qulonglong>(m_made.entries.size()));
            const QString summary =
                stage()
                    //: %1 is a number
                    ? tr("Estimate of the stage: %1 live intervals of variables. They are stacked in order, "
                         "because their addresses are not known yet, and do not include copies for the "
                         "pipeline.")
                          .arg(count)
                    : !m_made.placed
                          //: %1 is a number
                          ? tr("%1 live intervals of variables. The variables are stacked in order, because "
                               "the report has no addresses.")
                                .arg(count)
                          //: %1 is a number of bytes, %2 a number
                          : tr("In the whole report: %1 used by variables with %2 live intervals")
                                .arg(bytesText(m_made.used), count);
            m_summary->setText(summary);
            m_chart->setSummary(summary);
            followStep();
            followVariable();
        });
}

/// Makes the variable of box or table row `entry` the chosen variable of all pages.
void MemoryMapPage::chooseEntry(std::optional<size_t> entry) {
    if (!entry || *entry >= m_made.entries.size()) {
        return;
    }
    const VariableIndex variable = session()->profile()->lowered.variable[m_made.entries[*entry].row.index()];
    chooseVariable(variable.value);
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
    const size_t chosen = m_chart->chosen().value_or(NoId);
    if (chosen < m_made.entries.size() && isOf(m_made.entries[chosen])) {
        return;
    }
    const auto found = std::ranges::find_if(m_made.entries, isOf);
    const auto box = static_cast<size_t>(found - m_made.entries.begin());
    m_chart->setChosen(box < m_made.chart->boxes.size() ? std::optional(box) : std::nullopt);
}

} // namespace tileline
