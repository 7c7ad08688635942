// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/planpage.h"

#include "ui/look/metrics.h"
#include "ui/planpage/chartaxis.h"
#include "ui/planpage/layerchart.h"
#include "ui/planpage/layeroverview.h"
#include "ui/planpage/legend.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/plandialogs.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/settingline.h"
#include "ui/planpage/splitactions.h"
#include "ui/planpage/stagebars.h"
#include "ui/planpage/timelineview.h"
#include "ui/planpage/tradeoffcharts.h"
#include "ui/planpage/verdictline.h"
#include "ui/session/selection.h"
#include "ui/text/controls.h"
#include "ui/text/cyclestext.h"
#include "ui/text/settingtext.h"
#include "ui/text/solvetext.h"
#include "ui/text/verdicttext.h"
#include "ui/text/warningtext.h"

#include <QAction>
#include <QActionGroup>
#include <QEvent>
#include <QMenu>
#include <QRadioButton>
#include <QScrollBar>
#include <QTabWidget>

#include <algorithm>

namespace tileline {

namespace {

constexpr int MinLowerHeight = 100;

/// The reason why the session has no plan to show; empty if there is a plan.
QString whyNoPlan(const Session& session) {
    const Profile& profile = *session.profile();
    if (!session.estimator()) {
        QStringList lines;
        for (const WarningText& lacks : missingForPlans(profile)) {
            lines << lacks.text << lacks.remedy;
        }
        if (!profile.target.hasSeveralIpus()) {
            lines.prepend(PlanPage::tr("There is no plan for this profile."));
        }
        lines.removeAll(QString());
        return lines.join(QLatin1Char('\n'));
    }
    const auto& kinds = session.layers()->kinds;
    const bool anyLayer = std::ranges::find(kinds, EntryKind::Layer) != kinds.end();
    if (profile.hasFrameworkOperations() || anyLayer) {
        return {};
    }
    return PlanPage::tr(
        "There is nothing to split: the profile contains no operations of a framework, and the layer "
        "expression matches none of the programs that could stand in for them.\n"
        "If the names of your programs contain the names of layers, adapt the layer expression (Plan > "
        "Layers).");
}

/// Makes a widget that shows the widgets of `title` side by side, and `below` beneath these widgets.
QWidget* titled(std::initializer_list<Part> title, const Part& below) {
    auto* const line = rowOf(title);
    line->setContentsMargins(8, 2, 8, 0);
    auto* const whole = new QWidget;
    withoutMargins(columnOf({line, below}, whole))->setSpacing(2);
    return whole;
}

} // namespace

PlanPage::PlanPage(PlanEditor* editor, Selection* selection)
    : m_editor(editor)
    , m_toolBar(new PlanToolBar(editor))
    , m_setting(new SettingLine(editor))
    , m_verdict(new VerdictLine(editor))
    , m_upperTitle(new ElidedText)
    , m_legend(new Legend)
    , m_canvas(new PlanCanvas(editor, selection))
    , m_tradeOff(new TradeOffChart(editor))
    , m_front(new FrontChart(editor, this))
    , m_timeline(new TimelineView(editor->session())) {
    m_upperTitle->setObjectName(QStringLiteral("chartTitle"));
    m_whyMissing->setObjectName(QStringLiteral("planMissing"));
    m_whyMissing->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_whyMissing->setMargin(metrics::Margin);
    m_whyMissing->setWordWrap(true);
    m_whyMissing->installEventFilter(this);
    m_parts->addWidget(makeUpper());
    m_parts->addWidget(makeLower());
    m_parts->setStretchFactor(0, 2);
    m_parts->setStretchFactor(1, 1);
    m_parts->setChildrenCollapsible(false);
    withoutMargins(columnOf({m_toolBar, m_verdict, m_setting, m_whyMissing, {m_parts, 1}}, this))
        ->setSpacing(0);
    connect(m_canvas, &PlanCanvas::menuRequested, this, &PlanPage::showMenu);
    connect(m_canvas, &PlanCanvas::zoomChanged, this, &PlanPage::fitCanvas);
    connect(m_canvas, &PlanCanvas::markerFocused, this,
            [this](int x) { m_scroll->ensureVisible(x, 0, 60, 0); });
    connect(bars(), &StageBars::limitRequested, this, &PlanPage::editLimits);
    connect(m_timeline, &TimelineView::remedyChosen, this, [editor](const Remedy& remedy) {
        editor->apply(remedy.plan, remedyName(remedy, *editor->session()->layers()));
    });
    connect(m_verdict, &VerdictLine::remediesFound, m_timeline, &TimelineView::setRemedies);
    const Session* const session = editor->session();
    connect(session, &Session::solved, this, &PlanPage::takeAnswer);
    connect(session, &Session::layersChanged, this, &PlanPage::showState);
    showState();
}

StageBars* PlanPage::bars() const {
    return m_canvas->bars();
}

/// Shows the plan or, if there is no plan, the reason why there is none.
void PlanPage::showState() {
    const Session* const session = m_editor->session();
    const ProfilePtr profile = session->profile();
    showLegends();
    const QString missing = profile ? whyNoPlan(*session) : QString();
    m_whyMissing->setText(missing);
    fitWhyMissing();
    m_whyMissing->setVisible(!missing.isEmpty());
    m_verdict->setVisible(missing.isEmpty());
    m_setting->setVisible(missing.isEmpty() || !profile->target.hasSeveralIpus());
    m_parts->setVisible(missing.isEmpty() && m_size != PlanSize::Hidden);
    // If a page is below this one, or part of the plan is hidden, this page is only as high as its contents.
    const bool grows = missing.isEmpty() && m_alone && m_size == PlanSize::Whole;
    layout()->setSizeConstraint(grows ? QLayout::SetDefaultConstraint : QLayout::SetMinAndMaxSize);
    if (grows) {
        setMaximumSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
    }
}

void PlanPage::setSize(PlanSize size, bool alone) {
    m_size = size;
    m_alone = alone;
    const bool whole = size == PlanSize::Whole;
    for (QWidget* const part :
         {static_cast<QWidget*>(m_upperTitle), static_cast<QWidget*>(m_legend), m_switch, m_axis}) {
        part->setVisible(whole);
    }
    m_lower->setVisible(whole && alone);
    m_canvas->setLine(!whole);
    fitCanvas();
    showState();
}

void PlanPage::showLegends() {
    const LayerChart& chart = *m_canvas->chart();
    const bool cycles = chart.measure() == LayerChart::Measure::Cycles;
    m_upperTitle->setText(chart.title(), settingText(*m_editor->session()));
    m_legend->setItems(planLegend(chart, m_editor->session()->setting()));
    const QString lack = chart.lack();
    const QString tips[] = {tr("The layer chart shows the bytes of each layer."),
                            lack.isEmpty() ? tr("The layer chart shows the forward and backward cycles of "
                                                "each layer, and the layer's tile balance.") +
                                                 QLatin1Char('\n') + tileBalanceText()
                                           : lack};
    m_chartActions[1]->setEnabled(chart.hasCycles());
    m_chartActions[cycles ? 1 : 0]->setChecked(true);
    for (qsizetype i = 0; i < m_chartActions.size(); ++i) {
        m_chartActions[i]->setToolTip(plainToolTip(tips[i]));
        m_chartActions[i]->setStatusTip(tips[i]);
    }
}

/// The buttons that switch the layer chart between bytes and cycles. If there are no cycles, the tool tip of
/// the cycles button says why, and what the user can do.
QWidget* PlanPage::makeSwitch() {
    auto* const buttons = new QWidget;
    auto* const row = withoutMargins(rowOf({}, buttons));
    auto* const group = new QActionGroup(this);
    const auto add = [&](const QString& text, const char* name, LayerChart::Measure measure) {
        QAction* const action = group->addAction(text);
        action->setCheckable(true);
        m_chartActions += action;
        auto* const choice = new QRadioButton(text);
        choice->setObjectName(QLatin1String(name));
        row->addWidget(choice);
        connect(choice, &QRadioButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::triggered, this, [this, measure] { m_canvas->chart()->choose(measure); });
        connect(action, &QAction::changed, choice, [action, choice] {
            choice->setChecked(action->isChecked());
            choice->setEnabled(action->isEnabled());
            choice->setToolTip(plainToolTip(action->statusTip()));
            choice->setAccessibleDescription(action->statusTip());
        });
    };
    //: what the layer chart shows
    add(tr("&Bytes"), "chartBytes", LayerChart::Measure::Bytes);
    add(tr("&Cycles"), "chartCycles", LayerChart::Measure::Cycles);
    connect(m_canvas->chart(), &LayerChart::changed, this, &PlanPage::showLegends);
    return buttons;
}

QWidget* PlanPage::makeUpper() {
    m_scroll->setWidget(m_canvas);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->installEventFilter(this);
    m_scroll->setMinimumHeight(PlanRows::minimumHeight());
    m_axis = new ChartAxis(m_canvas);
    m_switch = makeSwitch();
    m_overview = new LayerOverview(m_editor->session(), m_canvas, m_scroll);
    auto* const all = rowOf({Part::space(m_axis->sizeHint().width()), {m_overview, 1}});
    auto* const row = rowOf({m_axis, {m_scroll, 1}});
    for (QHBoxLayout* const line : {all, row}) {
        line->setSpacing(0);
    }
    return titled({{m_upperTitle, 1}, Part::space(metrics::Margin), m_legend, m_switch},
                  withoutMargins(columnOf({all, row})));
}

QWidget* PlanPage::makeLower() {
    auto* const charts = new QSplitter(Qt::Horizontal);
    charts->addWidget(m_tradeOff);
    charts->addWidget(m_front);
    charts->setChildrenCollapsible(false);
    auto* const scroll = new QScrollArea;
    scroll->setWidget(m_timeline);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* const lower = new QTabWidget;
    lower->setDocumentMode(true);
    lower->addTab(charts, tr("Trade-off"));
    lower->addTab(scroll, tr("Timeline"));
    lower->setMinimumHeight(MinLowerHeight);
    m_lower = lower;
    return lower;
}

/// While a page is shown below the plan, prevents the layout from making m_whyMissing taller than its text.
void PlanPage::fitWhyMissing() {
    m_whyMissing->setMinimumHeight(std::max(0, m_whyMissing->heightForWidth(m_whyMissing->width())));
    m_whyMissing->setMaximumHeight(m_alone ? QWIDGETSIZE_MAX : m_whyMissing->minimumHeight());
}

bool PlanPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == m_scroll->viewport()) {
        fitCanvas();
    }
    if (event->type() == QEvent::Resize && watched == m_whyMissing) {
        fitWhyMissing();
    }
    return QWidget::eventFilter(watched, event);
}

/// Limits the height of the plan. With PlanSize::Line, the plan is only as high as its line and scroll bar.
void PlanPage::fitHeight() {
    const bool whole = m_size == PlanSize::Whole;
    const int viewport = m_scroll->viewport()->width();
    const bool scrolls = m_canvas->widthFor(viewport) > viewport;
    const int bar = scrolls ? m_scroll->horizontalScrollBar()->sizeHint().height() : 0;
    m_scroll->setMinimumHeight(whole ? PlanRows::minimumHeight() : PlanRows::lineHeight() + bar);
    // The maximum size also limits how high the user can make this part of the splitter.
    QWidget* const upper = m_parts->widget(0);
    const int least = upper->layout()->minimumSize().height();
    upper->setMaximumHeight(whole ? least - PlanRows::minimumHeight() + PlanRows::maximumHeight() + bar
                                  : least);
}

void PlanPage::fitCanvas() {
    m_overview->setVisible(m_size == PlanSize::Whole &&
                           LayerOverview::isNeeded(*m_canvas, m_scroll->viewport()->width()));
    fitHeight();
    const QSize viewport = m_scroll->viewport()->size();
    const int width = m_canvas->widthFor(viewport.width());
    // Scrolls so that the middle of the viewport shows the same part of the plan as before.
    QScrollBar* const bar = m_scroll->horizontalScrollBar();
    const double middle = (bar->value() + viewport.width() / 2.0) / std::max(1, m_canvas->width());
    m_canvas->resize(width, viewport.height());
    bar->setValue(static_cast<int>(middle * width - viewport.width() / 2.0));
}

void PlanPage::showMenu(LayerIndex boundary, const QPoint& at) {
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("boundaryMenu"));
    new SplitActions(m_editor, m_canvas, menu, boundary);
    menu->popup(at);
}

void PlanPage::editLimits(StageIndex stage) {
    auto* const dialog = new LimitsDialog(m_editor->plan(), stage, this);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { m_editor->setIpuMemory(dialog->limits()); });
    openDialog(dialog);
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
