// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/livenesspage.h"

#include "ui/session/workerpool.h"
#include "ui/text/bytestext.h"
#include "ui/text/warningtext.h"

#include <QSignalBlocker>
#include <QTabWidget>

#include <algorithm>
#include <utility>

namespace tileline {

LivenessPage::LivenessPage(Session* session, Selection* selection)
    : DataPage(session, selection, tr("Open a profile to see its liveness."))
    , m_scope(comboBox({tr("All tiles"), tr("One tile")}, tr("Tiles"),
                       tr("Show the bytes of all tiles together, or of one tile"), "tiles"))
    , m_by(comboBox({tr("By liveness"), tr("By category"), tr("By role"), tr("By layer")}, tr("Areas"),
                    tr("What the areas of the chart stand for. You can choose this for the report, but not "
                       "for an IPU of the plan."),
                    "areas"))
    , m_stackAlwaysLive(checkBox(tr("Al&ways-live bytes"), "stackAlwaysLive",
                                 tr("Also show the bytes that are live in every step. Without them, the "
                                    "other bytes are drawn larger.")))
    , m_listAlwaysLive(checkBox(tr("Always-live &variables"), "listAlwaysLive",
                                tr("Also list variables that are live in every step")))
    , m_clear(button(tr("&Clear"), this, &LivenessPage::clearSteps, "clearSteps")) {
    m_chart->setTitle(tr("Liveness"));
    buildControls();
    connect(m_chart, &StackChart::positionClicked, this,
            [this](uint32_t position, Qt::KeyboardModifiers modifiers) {
                m_beforeClick = m_steps;
                m_wasAtPeak = m_atPeak;
                selectStep({position}, modifiers & Qt::ShiftModifier);
            });
    connect(m_chart, &StackChart::clickTakenBack, this, [this] {
        m_atPeak = m_wasAtPeak;
        showSteps(m_beforeClick);
        this->selection()->choose(m_atPeak ? std::optional<StepIndex>() : step());
    });
    connect(m_table, &TablePanel::keySelected, this, &LivenessPage::chooseVariable);
    connect(m_stepTable, &TablePanel::keySelected, this, [this](std::optional<uint32_t> step) {
        if (step) {
            selectStep({*step}, false);
        }
    });
    connect(m_tileTable, &TablePanel::keySelected, selection, &Selection::chooseKey<TileId>);
    connect(m_tabs, &QTabWidget::currentChanged, this, &LivenessPage::listSteps);
    selection->follow<StepIndex>(this, &LivenessPage::followStep);
    selection->follow<TileId>(this, &LivenessPage::followTile);
    selection->follow<LayerIndex>(this, &LivenessPage::followLayer);
    selection->follow<VariableIndex>(this, &LivenessPage::followVariable);
    clearSteps();
}

void LivenessPage::buildControls() {
    m_tile->setPrefix(tr("Tile "));
    m_tile->setAccessibleName(tr("Tile"));
    m_tile->setEnabled(false);
    m_tile->setKeyboardTracking(false);
    m_stackAlwaysLive->setChecked(true);
    m_listAlwaysLive->setChecked(true);
    m_clear->setToolTip(tr("Forget the chosen steps"));
    connect(m_scope, &QComboBox::currentIndexChanged, this, &LivenessPage::computeChart);
    connect(m_tile, &QSpinBox::valueChanged, this, &LivenessPage::computeChart);
    connect(m_comparison, &ComparisonBox::changed, this, &LivenessPage::invalidate);
    connect(m_stackAlwaysLive, &QCheckBox::clicked, this, [this](bool wanted) {
        m_wantsAlwaysLive = wanted;
        computeChart();
    });
    connect(m_listAlwaysLive, &QCheckBox::toggled, this, &LivenessPage::computeTable);
    connect(m_by, &QComboBox::currentIndexChanged, this, &LivenessPage::computeChart);
    m_tabs->setDocumentMode(true);
    m_tabs->setCornerWidget(m_by); // with large fonts, m_by would not fit into the row above the chart
    m_tabs->addTab(inColumn({m_heading, rowOf({m_listAlwaysLive, m_clear, Part::stretch()}), {m_table, 1}}),
                   tr("Variables"));
    m_tabs->addTab(m_stepTable, tr("Steps"));
    m_tabs->addTab(inColumn({m_tilesSummary, {m_tileTable, 1}}), tr("Tiles"));
    m_stepTable->hideAtFirst({"program"});
    addParts(rowOf({makeStageBox(tr("Whole model")),
                    m_scope,
                    m_tile,
                    m_comparison,
                    {m_summary, 1},
                    m_stackAlwaysLive}),
             m_chart, {{m_tabs, 1}});
}

std::optional<TileId> LivenessPage::tile() const {
    return m_scope->currentIndex() == 1 ? std::optional(TileId{static_cast<uint32_t>(m_tile->value())})
                                        : std::nullopt;
}

void LivenessPage::refresh() {
    if (session()->profile()->stepCount() == 0) {
        showMessage(tr("The profile has no liveness"),
                    tr("Profile again with the engine option autoReport.outputDetailedLiveness or "
                       "autoReport.all set to true."));
        return;
    }
    const QSignalBlocker blocker(m_tile);
    const Target& target = session()->profile()->target;
    const TileRange tiles = reportIpu() ? TileRange::ofIpu(*session()->profile(), reportIpu()->value)
                                        : TileRange{0, stage() ? target.tilesPerIpu : target.numTiles};
    m_tile->setRange(static_cast<int>(tiles.begin), static_cast<int>(tiles.end) - 1);
    if (session()->profile()->lowered.size() == 0) {
        const QSignalBlocker scopeBlocker(m_scope);
        m_scope->setCurrentIndex(0);
    }
    m_scope->setEnabled(session()->profile()->lowered.size() > 0);
    m_by->setEnabled(session()->profile()->lowered.size() > 0 && !stage());
    computeChart();
    computeTable();
}

void LivenessPage::reset() {
    WorkerPool::shared().add([data = std::exchange(m_data, {})] {}); // frees the data, which takes long
    m_listedSteps.reset();
    m_chart->setLifetime({});
    clearSteps();
}

void LivenessPage::computeChart() {
    m_tile->setEnabled(tile().has_value());
    const ProfilePtr profile = session()->profile();
    if (!profile) {
        return;
    }
    const uint64_t tiles = tile()                   ? 1
                           : stage() || reportIpu() ? profile->target.tilesPerIpu
                                                    : profile->target.numTiles;
    const auto ofTile = limit();
    compute(
        m_chartTask,
        [profile, layers = session()->layers(),
         request = LivenessRequest{part(), ofTile ? std::optional(*ofTile * tiles) : std::nullopt,
                                   m_wantsAlwaysLive,
                                   m_by->isEnabled() ? static_cast<StackBy>(m_by->currentIndex())
                                                     : StackBy::Liveness,
                                   m_comparison->shown()}](const std::stop_token& stop) {
            return makeLivenessData(profile, layers, request, stop);
        },
        [this](LivenessDataPtr made) { showChart(std::move(made)); });
    if (!(m_listed == part())) {
        computeTable();
    }
}

void LivenessPage::showChart(LivenessDataPtr made) {
    m_data = std::move(made);
    m_stackAlwaysLive->setChecked(m_data->stacksAlwaysLive);
    m_chart->setData(m_data->chart);
    m_chart->setReadout([shown = m_data](uint32_t step) { return shown->readout({step}); });
    m_summary->setText(m_data->summary());
    m_chart->setSummary(m_data->summary());
    followLayer();
    followVariable();
    showMarks();
    showHeading();
    if (m_atPeak) {
        showPeak();
    }
    listSteps();
}

/// Fills the list of steps if its tab is shown and the list is out of date.
void LivenessPage::listSteps() {
    if (!m_data || m_listedSteps == m_data || m_tabs->currentWidget() != m_stepTable) {
        return;
    }
    m_stepTable->showWorking();
    compute(
        m_stepsTask, [data = m_data](const std::stop_token&) { return Outcome(makeStepTable(*data)); },
        [this, data = m_data](TableDataPtr steps) {
            m_listedSteps = data;
            m_stepTable->setData(std::move(steps));
        });
}

void LivenessPage::selectStep(StepIndex step, bool more) {
    constexpr size_t MaxSteps = 8;
    std::vector<StepIndex> steps = more ? m_steps : std::vector<StepIndex>();
    const auto chosen = std::ranges::find(steps, step);
    if (chosen != steps.end() && steps.size() > 1) {
        steps.erase(chosen);
    } else if (chosen == steps.end()) {
        steps.resize(std::min(steps.size(), MaxSteps - 1));
        steps.push_back(step);
    }
    m_atPeak = false;
    showSteps(std::move(steps));
    if (!more) {
        selection()->choose(step);
    }
}

void LivenessPage::clearSteps() {
    m_atPeak = true;
    showPeak();
}

/// Until a step is chosen, the table lists the variables that are live at the peak.
void LivenessPage::showPeak() {
    const auto peak = m_data ? m_data->series.peakStep() : std::nullopt;
    if (peak != step() || m_steps.size() > 1) {
        showSteps(peak ? std::vector{*peak} : std::vector<StepIndex>());
    }
}

void LivenessPage::showSteps(std::vector<StepIndex> steps) {
    m_steps = std::move(steps);
    m_stepTable->selectKey(m_steps.empty() ? std::nullopt : std::optional(m_steps.front().value));
    showMarks();
    computeTable();
}

void LivenessPage::showMarks() {
    std::vector<StackChart::Mark> marks;
    for (const StepIndex step : m_steps) {
        marks.push_back({step.value, QString(QChar('A' + static_cast<int>(marks.size())))});
    }
    m_chart->setMarks(std::move(marks));
    m_clear->setEnabled(!m_atPeak);
}

/// Shows a heading that says which variables the table lists. For a single step, the heading also gives the
/// bytes in the chart that belong to no variable, such as code.
void LivenessPage::showHeading() {
    if (m_steps.empty()) {
        m_heading->setText(tr("Live variables"));
        return;
    }
    //: comes after the step: "Live variables in step 12, tile 3"
    const QString where =
        m_listed.tile ? tr("tile %1").arg(numberText(m_listed.tile->value)) : tr("all tiles");
    const StepIndex step = m_steps.front();
    if (m_steps.size() > 1) {
        m_heading->setText(
            m_steps.size() == 2
                ? tr("What changes from step %1 (A) to step %2 (B), %3")
                      .arg(numberText(step.value), numberText(m_steps[1].value), where)
                : tr("Live variables in %Ln steps, %1", nullptr, static_cast<int>(m_steps.size()))
                      .arg(where));
        return;
    }
    QString text = tr("Live variables in step %1, %2").arg(numberText(step.value), where);
    if (m_liveBytes && m_data && m_data->request.part == m_listed) {
        if (!m_data->runsIn(step)) {
            //: %1 is "Live variables in step 12, tile 3"
            text = tr("%1: the IPU does not run then").arg(text);
        } else if (const uint64_t total = m_data->series.total(step); total > *m_liveBytes) {
            //: %1 is "Live variables in step 12, tile 3"
            text = tr("%1; in addition, %2 of code, vertex state and other data are always live")
                       .arg(text, bytesText(total - *m_liveBytes));
        }
    }
    m_heading->setText(text);
}

void LivenessPage::computeTable() {
    const ProfilePtr profile = session()->profile();
    m_listed = part();
    m_liveBytes.reset();
    showHeading();
    if (m_steps.empty() || !profile) {
        m_tableTask.cancel();
        m_table->setData(std::make_shared<TableData>());
        m_tileTable->setData(std::make_shared<TableData>());
        m_table->setPlaceholder(tr("Click a step in the chart to list its live variables.\n"
                                   "Shift-click a second step to see what changes between the two, and "
                                   "further steps to see them side by side."));
        return;
    }
    if (const LoadNote* const note = profile->findNote(LoadNote::Kind::NoLoweredVariables)) {
        const WarningText words = warningText(*note);
        m_table->setPlaceholder(words.text + QLatin1Char('\n') + words.remedy);
        return;
    }
    m_listAlwaysLive->setEnabled(m_steps.size() != 2);
    m_table->setPlaceholder({});
    m_table->showWorking();
    const LiveTableRequest request{m_steps, m_listed, m_listAlwaysLive->isChecked(), m_comparison->shown()};
    computeWithOrigins(
        m_tableTask,
        [profile, layers = session()->layers(), request](const VariableOrigins& origins,
                                                         const std::stop_token& stop) {
            return makeLiveTable(*profile, *layers, origins, request, stop);
        },
        [this](const LiveTable& made) {
            m_table->setData(made.rows);
            m_tilesSummary->setText(made.tiles ? made.tilesSummary
                                               : tr("Choose a part of the report to see its tiles."));
            m_tileTable->setData(made.tiles ? made.tiles : std::make_shared<const TableData>());
            m_liveBytes = made.liveBytes;
            showHeading();
        });
}

void LivenessPage::followStep() {
    const auto chosen = selection()->chosen<StepIndex>();
    const ProfilePtr profile = session()->profile();
    if (!chosen || chosen == step() || !profile || chosen->value >= profile->stepCount()) {
        return;
    }
    if (isVisible()) {
        m_atPeak = false;
        showSteps({*chosen});
    } else {
        m_steps = {*chosen};
        m_atPeak = false;
        invalidate();
    }
}

void LivenessPage::followTile() {
    const auto tile = selection()->chosen<TileId>();
    if (tile && m_tile->value() != static_cast<int>(tile->value)) {
        m_tile->setValue(static_cast<int>(tile->value));
    }
}

void LivenessPage::followLayer() {
    const auto layer = selection()->chosen<LayerIndex>();
    m_chart->setHighlightedBand(layer ? std::optional(layer->value) : std::nullopt);
}

/// Shades the steps in which the chosen variable is live on the shown tiles of the report.
void LivenessPage::followVariable() {
    const auto variable = selection()->chosen<VariableIndex>();
    const ProfilePtr profile = session()->profile();
    if (variable && !isVisible()) {
        invalidate();
        return;
    }
    if (!variable || !profile || !m_data || m_data->request.part.stage) {
        m_lifetimeTask.cancel();
        m_chart->setLifetime({});
        return;
    }
    compute(
        m_lifetimeTask,
        [profile, variable = *variable, tiles = m_data->request.part.tiles(*profile)](
            const std::stop_token& stop) { return lifetimeOf(*profile, variable, tiles, stop); },
        [this](const std::vector<StepInterval>& lifetime) {
            std::vector<ChartBand> bands;
            for (const StepInterval& live : lifetime) {
                bands.push_back({live.start.value, live.end.value, {}, 0});
            }
            m_chart->setLifetime(std::move(bands));
        });
}

} // namespace tileline
