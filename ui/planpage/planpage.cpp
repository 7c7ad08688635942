// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/planpage.h"

#include "ui/planpage/chartaxis.h"
#include "ui/planpage/chartswitch.h"
#include "ui/planpage/figuresdialog.h"
#include "ui/planpage/frontchart.h"
#include "ui/planpage/ipubars.h"
#include "ui/planpage/layerchartpainter.h"
#include "ui/planpage/legend.h"
#include "ui/planpage/limitsdialog.h"
#include "ui/planpage/noplanpanel.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/settingtoolbar.h"
#include "ui/planpage/tradeoffchart.h"
#include "ui/planpage/verdictline.h"
#include "ui/session/selection.h"
#include "ui/text/plaintext.h"
#include "ui/text/settingtext.h"
#include "ui/text/solvetext.h"
#include "ui/text/warningtext.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace tileline {

namespace {

/// Two bars and their title. Further bars get compact.
constexpr int MinLowerHeight = 100;

/// Why the session has no plan to show; empty if it has one.
QString whyNoPlan(const Session& session) {
    const Profile& profile = *session.profile();
    if (!session.estimator()) {
        QStringList lines{PlanPage::tr("There is no plan for this profile.")};
        for (const WarningText& lacks : missingForPlans(profile)) {
            lines += lacks.text + QLatin1Char(' ') + lacks.remedy;
        }
        return lines.join(QLatin1Char('\n'));
    }
    const auto& kinds = session.layers()->kinds;
    const bool anyLayer = std::find(kinds.begin(), kinds.end(), EntryKind::Layer) != kinds.end();
    if (profile.hasFrameworkOperations() || anyLayer) {
        return {};
    }
    return PlanPage::tr(
        "There is nothing to split: no framework left operations, and the layer expression "
        "matches none of the programs that stand in for them.\n"
        "If the names of your programs tell the layers, adapt the expression (Plan > Layers).");
}

} // namespace

PlanPage::PlanPage(PlanEditor* editor, Selection* selection, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_selection(selection)
    , m_toolBar(new PlanToolBar(editor))
    , m_verdict(new VerdictLine(editor))
    , m_missing(new NoPlanPanel)
    , m_parts(new QSplitter(Qt::Vertical))
    , m_canvas(new PlanCanvas(editor, selection))
    , m_bars(new IpuBars(editor, selection))
    , m_tradeOff(new TradeOffChart(editor))
    , m_front(new FrontChart(editor, this)) {
    m_parts->addWidget(makeUpper());
    m_parts->addWidget(makeLower());
    m_parts->setStretchFactor(0, 3);
    m_parts->setStretchFactor(1, 2);
    m_parts->setChildrenCollapsible(false);
    connect(m_missing, &NoPlanPanel::pageRequested, this, &PlanPage::pageRequested);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(new SettingToolBar(editor));
    layout->addWidget(m_toolBar);
    layout->addWidget(m_verdict);
    layout->addWidget(m_parts, 1);
    layout->addWidget(m_missing, 1);
    connect(m_canvas, &PlanCanvas::menuRequested, this, &PlanPage::showMenu);
    connect(m_canvas, &PlanCanvas::zoomChanged, this, &PlanPage::fitCanvas);
    connect(m_canvas, &PlanCanvas::markerFocused, this,
            [this](int x) { m_scroll->ensureVisible(x, 0, 60, 0); });
    connect(m_canvas, &PlanCanvas::whatIfChanged, this,
            [this] { m_bars->setWhatIf(m_canvas->shownWhatIf()); });
    connect(m_bars, &IpuBars::limitRequested, this, &PlanPage::editLimits);
    connect(compareAction(), &QAction::triggered, this, &PlanPage::compareFigures);
    connect(m_bars, &IpuBars::explainRequested, this, &PlanPage::explainRequested);
    const Session* const session = editor->session();
    connect(session, &Session::solved, this, &PlanPage::takeAnswer);
    connect(session, &Session::profileChanged, this, &PlanPage::showState);
    connect(session, &Session::layersChanged, this, &PlanPage::showState);
    showState();
}

/// Shows the plan, or why there is none.
void PlanPage::showState() {
    const Session* const session = m_editor->session();
    const ProfilePtr profile = session->profile();
    showLegends();
    const QString whose = estimateName(session->setting().setting);
    //: %1 is "estimate of the pipeline" or "PopLiner's estimate"
    m_lowerTitle->setText(tr("Fullest tile of each IPU (%1)").arg(whose));
    m_upperTitle->setToolTip(plainToolTip(settingText(*session)));
    m_lowerTitle->setToolTip(plainToolTip(settingText(*session)));
    const QString missing = profile ? whyNoPlan(*session) : QString();
    m_missing->setText(missing);
    m_missing->setVisible(!missing.isEmpty());
    m_parts->setVisible(missing.isEmpty());
}

void PlanPage::showLegends() {
    const SettingOptions& setting = m_editor->session()->setting();
    const bool pipeline = setting.traits().pipeline;
    const LayerChart& chart = *m_canvas->chart();
    m_upperTitle->setText(chart.title());
    m_chartLegend->setItems(chart.measure() == LayerChart::Measure::Bytes ? chartLegend(pipeline)
                                                                          : cyclesLegend(chart.training()));
    m_barLegend->setItems(barLegend(pipeline, setting.pipeline.ioTiles > 0));
}

void PlanPage::compareFigures() {
    if (!m_figures) {
        m_figures = new FiguresDialog(m_editor->session(), this);
        m_figures->setAttribute(Qt::WA_DeleteOnClose);
        m_figures->show();
    }
    m_figures->raise();
    m_figures->activateWindow();
}

QAction* PlanPage::compareAction() const {
    return m_toolBar->compareAction();
}

QWidget* PlanPage::makeUpper() {
    m_upperTitle = plainLabel();
    auto* const head = new QHBoxLayout;
    head->setContentsMargins(8, 2, 8, 0);
    head->addWidget(m_upperTitle);
    head->addStretch();
    m_chartLegend = new Legend;
    head->addWidget(m_chartLegend);
    m_switch = new ChartSwitch(m_canvas->chart());
    head->addWidget(m_switch);
    connect(m_canvas->chart(), &LayerChart::changed, this, &PlanPage::showLegends);
    m_scroll = new QScrollArea;
    m_scroll->setWidget(m_canvas);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->installEventFilter(this);
    auto* const row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(new ChartAxis(m_canvas));
    row->addWidget(m_scroll, 1);
    auto* const upper = new QWidget;
    auto* const layout = new QVBoxLayout(upper);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addLayout(row, 1);
    m_scroll->setMinimumHeight(PlanRows::minimumHeight());
    return upper;
}

QWidget* PlanPage::makeLower() {
    m_lowerTitle = plainLabel();
    m_barLegend = new Legend;
    auto* const head = new QHBoxLayout;
    head->setContentsMargins(8, 2, 8, 0);
    head->addWidget(m_lowerTitle);
    head->addStretch();
    head->addWidget(m_barLegend);
    auto* const scroll = new QScrollArea;
    scroll->setWidget(m_bars);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    connect(m_bars, &IpuBars::barFocused, scroll,
            [scroll](QWidget* bar) { scroll->ensureWidgetVisible(bar, 0, 0); });
    auto* const left = new QWidget;
    auto* const column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(head);
    column->addWidget(scroll, 1);
    auto* const lower = new QSplitter(Qt::Horizontal);
    lower->addWidget(left);
    lower->addWidget(m_tradeOff);
    lower->addWidget(m_front);
    lower->setStretchFactor(0, 3);
    lower->setStretchFactor(1, 1);
    lower->setStretchFactor(2, 1);
    lower->setSizes({3000, 1000, 1000}); // shares of the width
    lower->setChildrenCollapsible(false);
    lower->setMinimumHeight(MinLowerHeight);
    return lower;
}

QList<QAction*> PlanPage::chartActions() const {
    return m_switch->choices();
}

QList<QAction*> PlanPage::baselineActions() const {
    return m_bars->baselineActions();
}

QList<QAction*> PlanPage::solveActions() const {
    return m_toolBar->solveActions();
}

bool PlanPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && m_scroll && watched == m_scroll->viewport()) {
        fitCanvas();
    }
    return QWidget::eventFilter(watched, event);
}

void PlanPage::fitCanvas() {
    const QSize viewport = m_scroll->viewport()->size();
    const int width = m_canvas->widthFor(viewport.width());
    // Keep the centre of the viewport fixed.
    QScrollBar* const bar = m_scroll->horizontalScrollBar();
    const double middle = (bar->value() + viewport.width() / 2.0) / std::max(1, m_canvas->width());
    m_canvas->resize(width, viewport.height());
    bar->setValue(static_cast<int>(middle * width - viewport.width() / 2.0));
}

void PlanPage::showMenu(LayerIndex boundary, const QPoint& at) {
    const Plan& plan = m_editor->plan();
    const auto splits = plan.splits();
    const auto found = std::find(splits.begin(), splits.end(), boundary);
    const auto split = static_cast<size_t>(found - splits.begin());
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("boundaryMenu"));
    if (found == splits.end()) {
        menu->addAction(tr("Add split here\tIns"), this, [=, this] { m_editor->addSplit(boundary); })
            ->setEnabled(plan.canAddSplit(boundary) && !plan.isForbidden(boundary));
    } else {
        menu->addAction(tr("Remove split\tDel"), this, [=, this] { m_editor->removeSplit(split); })
            ->setEnabled(!plan.isPinned(boundary));
    }
    menu->addAction(plan.isPinned(boundary) ? tr("Unpin\tP") : tr("Pin a split here\tP"), this,
                    [=, this] { m_editor->togglePinned(boundary); });
    menu->addAction(plan.isForbidden(boundary) ? tr("Allow splits here\tF") : tr("Forbid splits here\tF"),
                    this, [=, this] { m_editor->toggleForbidden(boundary); });
    menu->popup(at);
}

void PlanPage::editLimits(StageIndex stage) {
    auto* const dialog = new LimitsDialog(m_editor->plan(), stage, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { m_editor->setIpuMemory(dialog->limits()); });
    dialog->open();
}

void PlanPage::takeAnswer(const SolveAnswer& answer) {
    if (const auto found = answer.plan()) {
        if (const auto next = m_editor->plan().withSplits(*found)) {
            m_editor->apply(*next, solveName(answer));
        }
    }
    m_verdict->showMessage(answerText(answer, *m_editor->session()));
}

} // namespace tileline
