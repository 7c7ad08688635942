// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/plancanvas.h"

#include "ui/planpage/cutstrip.h"
#include "ui/planpage/layerchart.h"
#include "ui/planpage/planpainter.h"
#include "ui/planpage/splitmarker.h"
#include "ui/planpage/stagebars.h"
#include "ui/session/selection.h"
#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

constexpr int CanvasMargin = 8;
constexpr int StageHeight = 22;
constexpr int LayerHeight = 28;
constexpr int CutsHeight = 14;
constexpr int MinChartHeight = 20;
constexpr int MaxChartHeight = 120;
/// If a chart has less than this height, in pixels, its bars are hard to compare.
constexpr int GoodChartHeight = 80;
/// The chart gets this percentage of the height that the fixed rows leave free. The IPU bars get the rest.
constexpr int ChartShare = 33;
constexpr int MaxBarsHeight = 160;
constexpr int CrossingHeight = 20;
/// A boundary counts as under the mouse if it is at most this far away, as a fraction of a layer's width.
constexpr double HoverReach = 0.35;
constexpr double MinMaxZoom = 8;

} // namespace

PlanRows PlanRows::of(int width, int height) {
    const int inner = width - 2 * CanvasMargin;
    PlanRows rows;
    rows.stages = QRect(CanvasMargin, 4, inner, StageHeight);
    rows.layers = QRect(CanvasMargin, rows.stages.bottom() + 4, inner, LayerHeight);
    // The space above the strip is for lines that connect entries with tied weights.
    rows.cuts = QRect(CanvasMargin, rows.layers.bottom() + 11, inner, CutsHeight);
    const int top = rows.cuts.bottom() + 8;
    // If the plan is shown as a line, `free` is negative, and the rows below the layers are not visible.
    const int free = height - top - 4 - CrossingHeight;
    const int chart =
        std::clamp(std::max(free * ChartShare / 100, std::min(GoodChartHeight, free - StageBars::MinHeight)),
                   MinChartHeight, MaxChartHeight);
    rows.chart = QRect(CanvasMargin, top, inner, chart);
    rows.crossing = QRect(CanvasMargin, rows.chart.bottom() + 5, inner, CrossingHeight - 2);
    const int bars = rows.crossing.bottom() + 1;
    rows.bars = QRect(0, bars, width, std::max(height - bars, StageBars::MinHeight));
    return rows;
}

int PlanRows::maximumHeight() {
    return minimumHeight() - MinChartHeight - StageBars::MinHeight + MaxChartHeight + MaxBarsHeight;
}

PlanCanvas::PlanCanvas(PlanEditor* editor, Selection* selection)
    : m_editor(editor)
    , m_selection(selection)
    , m_chart(new LayerChart(m_session, this))
    , m_strip(new CutStrip(m_session, this))
    , m_bars(new StageBars(editor, selection, this)) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setObjectName(QStringLiteral("planCanvas"));
    setAccessibleName(tr("Layers"));
    connect(m_session, &Session::layersChanged, this, &PlanCanvas::onLayersChanged);
    connect(m_session, &Session::planChanged, this, &PlanCanvas::updatePlan);
    connect(m_session, &Session::resultChanged, this, [this] {
        if (m_line) {
            m_upperPicture.forget();
            update();
        }
    });
    connect(m_chart, &LayerChart::changed, this, [this] {
        m_chartPicture.forget();
        update();
        announce();
    });
    connect(m_session, &Session::tableProgress, this, [this] { showWhatIf(m_hovered, m_hoversStrip); });
    connect(m_strip, &CutStrip::hovered, this,
            [this](std::optional<LayerIndex> at) { showWhatIf(at, true); });
    connect(m_strip, &CutStrip::clicked, this, &PlanCanvas::moveSplitTo);
    connect(m_bars, &StageBars::barFocused, this, &PlanCanvas::markerFocused);
    m_selection->follow<LayerIndex>(this, qOverload<>(&QWidget::update));
    m_selection->follow<StageIndex>(this, qOverload<>(&QWidget::update));
    connect(editor, &PlanEditor::dragChanged, this, [this] {
        m_strip->setSplit(selectedSplit());
        showWhatIf(std::nullopt);
    });
    onLayersChanged();
}

int PlanCanvas::widthFor(int viewportWidth) const {
    const auto layers = static_cast<double>(geometry().layerCount);
    const double minimum = layers * MinLayerWidth + 2 * CanvasMargin;
    return static_cast<int>(std::max(minimum, viewportWidth * 1.0) * m_zoom);
}

double PlanCanvas::maxZoom() const {
    return std::max(MinMaxZoom, 2 * ReadableWidth / geometry().layerWidth * m_zoom);
}

void PlanCanvas::setZoom(double zoom) {
    const double clamped = std::clamp(zoom, 1.0, maxZoom());
    if (clamped != m_zoom) {
        m_zoom = clamped;
        emit zoomChanged();
    }
}

void PlanCanvas::onLayersChanged() {
    m_cursor = LayerIndex{1};
    select(std::nullopt);
    m_tied.clear();
    if (const StageEstimatorPtr estimator = m_session->estimator()) {
        m_tied = tiedWeights(*estimator);
    }
    showWhatIf(std::nullopt);
    m_labels.clear();
    layOut();
    updatePlan();
    announce();
    emit zoomChanged();
}

void PlanCanvas::updatePlan() {
    const size_t count = m_session->profile() ? m_session->plan().splits().size() : 0;
    while (m_markers.size() > count) {
        SplitMarker* const marker = m_markers.back();
        m_markers.pop_back();
        // Deletes the marker later, because it may be handling a key. If the marker has the focus, the focus
        // goes to the last marker that remains.
        if (marker->hasFocus()) {
            m_markers.empty() ? setFocus() : m_markers.back()->setFocus();
        }
        marker->hide();
        marker->deleteLater();
    }
    while (m_markers.size() < count) {
        auto* const marker = new SplitMarker(m_markers.size(), &m_controller, this);
        connect(marker, &SplitMarker::menuRequested, this, &PlanCanvas::showMenuFor);
        connect(marker, &SplitMarker::pointed, this, [this] { showWhatIf(std::nullopt); });
        connect(marker, &SplitMarker::focused, this, [this, marker](Qt::FocusReason reason) {
            select(marker->split());
            if (reason == Qt::MouseFocusReason) {
                m_selection->choose(SplitIndex{static_cast<uint32_t>(marker->split())});
            }
            emit markerFocused(marker->geometry().center().x());
        });
        // Tab order: first the layers, then the splits from left to right.
        setTabOrder(m_markers.empty() ? static_cast<QWidget*>(this) : m_markers.back(), marker);
        m_markers.push_back(marker);
        setTabOrder(marker, m_bars);
        marker->show();
    }
    for (SplitMarker* const marker : m_markers) {
        placeMarker(marker);
        marker->refresh();
    }
    if (m_selected) {
        select(*m_selected < count ? m_selected : std::nullopt);
    }
    if (m_selected && m_markers[*m_selected]->hasFocus()) {
        showWhatIf(std::nullopt); // the strip then describes the focused marker, not the hovered cell
    } else if (m_whatIf) {
        showWhatIf(m_hovered, m_hoversStrip);
    }
    m_upperPicture.forget();
    update();
}

/// Selects a split. From now on, keys act on the boundary of the split, even if the split is removed later.
void PlanCanvas::select(std::optional<size_t> split) {
    m_selected = split;
    const auto splits = m_session->plan().splits();
    if (split && *split < splits.size()) {
        m_cursor = splits[*split];
    }
    m_strip->setSplit(selectedSplit());
}

void PlanCanvas::layOut() {
    const LayersPtr layers = m_session->layers();
    const double widthBefore = geometry().layerWidth;
    m_controller.setGeometry(
        BoundaryGeometry::filling(layers ? layers->count() : 1, CanvasMargin, width() - 2 * CanvasMargin, 1));
    const PlanRows rows = PlanRows::of(width(), height());
    if (layers && (m_labels.empty() || geometry().layerWidth != widthBefore)) {
        m_labels = layerLabels(*layers, geometry(), rows.layers, font());
    }
    m_upperPicture.forget();
    m_chartPicture.forget();
    m_strip->setGeometry(rows.cuts);
    BoundaryGeometry inStrip = geometry();
    inStrip.left -= m_strip->x();
    m_strip->setBoundaries(inStrip);
    m_bars->setGeometry(rows.bars);
    m_bars->setBoundaries(geometry());
    for (SplitMarker* const marker : m_markers) {
        placeMarker(marker);
    }
}

void PlanCanvas::placeMarker(SplitMarker* marker) {
    const PlanRows rows = PlanRows::of(width(), height());
    const int top = rows.layers.top() - 2;
    const double x = geometry().xOf(marker->boundary());
    marker->setGeometry(static_cast<int>(std::lround(x - SplitMarker::Width / 2.0)), top, SplitMarker::Width,
                        rows.chart.bottom() + 4 - top);
    marker->setHead(3, rows.layers.height() - 2);
    if (const StageEstimatorPtr estimator = m_session->estimator()) {
        //: %2 is "before layer 7" or "before layer 7, pinned", %3 bytes
        marker->setToolTip(plainToolTip(tr("Split %1 %2\n%3 cross it")
                                            .arg(QString::number(marker->split() + 1), marker->valueText(),
                                                 bytesText(estimator->crossingBytes(marker->boundary())))));
    }
}

PlotFrame PlanCanvas::chartFrame() const {
    const uint64_t maximum = std::max<uint64_t>(m_chart->maximum(), 1);
    return {QRectF(PlanRows::of(width(), height()).chart), 0, 1, 0, static_cast<double>(maximum)};
}

void PlanCanvas::showWhatIf(std::optional<LayerIndex> at, bool inStrip) {
    m_hovered = at;
    m_hoversStrip = inStrip;
    const bool had = !m_note.isEmpty();
    m_whatIf.reset();
    m_note.clear();
    const bool shown = at && m_session->layers() && !m_editor->dragging();
    const CutPosition* const cut = shown ? m_strip->positionAt(*at) : nullptr;
    const bool moves = cut && cut->state == CutPosition::State::Possible && cut->split;
    const auto moved = moves ? ifMoved(*m_session, *cut->split, *at) : std::nullopt;
    if (shown && inStrip) {
        m_whatIf = moves || !cut ? moved : ifAdded(*m_session, *at);
        m_note = cut ? m_strip->textOf(*cut) : QStringList();
    } else if (shown) {
        // The note states first what a double click would do, then what dragging a split here would do.
        m_whatIf = ifAdded(*m_session, *at);
        if (m_whatIf) {
            m_note += whatIfText(*m_whatIf, *m_session);
        }
        if (moved) {
            m_note += whatIfText(*moved, *m_session);
            m_whatIf = m_whatIf ? m_whatIf : moved;
        }
        if (!m_note.isEmpty()) {
            m_note += whatIfDetails(*m_whatIf, *m_session);
        }
    }
    m_strip->setPointed(shown ? at : std::nullopt);
    if (had || !m_note.isEmpty()) {
        update();
        m_bars->setWhatIf(m_whatIf);
    }
}

void PlanCanvas::showMenuFor(LayerIndex boundary, const QPoint& globalPosition) {
    showWhatIf(std::nullopt); // hides the preview of a click, which does not apply to the menu's commands
    emit menuRequested(boundary, globalPosition);
}

void PlanCanvas::moveSplitTo(LayerIndex at) {
    const CutPosition* const found = m_strip->positionAt(at);
    if (!found || found->state != CutPosition::State::Possible) {
        m_selected ? m_markers[*m_selected]->setFocus() : setFocus();
        return;
    }
    const CutPosition position = *found;
    if (!position.split) {
        m_editor->addSplit(at);
    } else if (!m_session->plan().splitPlan().isSplit(at)) {
        m_editor->moveSplit(*position.split, at, false);
    }
    const size_t split = position.split.value_or(0);
    if (split < m_markers.size()) {
        m_markers[split]->setFocus();
    }
    showWhatIf(std::nullopt);
}

void PlanCanvas::addSplit(LayerIndex at) {
    // Like the menu, refuses to add a split at a boundary where splits are forbidden.
    if (!m_session->plan().isForbidden(at)) {
        m_editor->addSplit(at);
    }
}

std::optional<LayerIndex> PlanCanvas::boundaryAt(double x) const {
    return geometry().boundaryWithin(x, std::max(6.0, geometry().layerWidth * HoverReach));
}

void PlanCanvas::paintEvent(QPaintEvent* event) {
    if (!m_session->layers()) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const PlanRows rows = PlanRows::of(width(), height());
    PlanPainter plan(painter, *this, *m_session, *m_selection);
    const QRect above(0, 0, width(), rows.cuts.top());
    m_upperPicture.paint(painter, *this, *event, above, [&](QPainter& picture, const QRect& part) {
        PlanPainter upper(picture, *this, *m_session, *m_selection);
        upper.drawStages(rows.stages, part);
        upper.drawLayers(rows.layers, m_labels, part);
        upper.drawTiedWeights(m_tied, rows.layers);
        upper.drawForbidden(rows.layers);
    });
    const QRect below(0, rows.cuts.bottom() + 1, width(), rows.crossing.top() - rows.cuts.bottom() - 1);
    m_chartPicture.paint(painter, *this, *event, below, [&](QPainter& picture, const QRect& part) {
        PlanPainter(picture, *this, *m_session, *m_selection).drawChart(part);
    });
    plan.drawSelection(rows);
    plan.drawCrossing(rows.crossing);
    if (m_hovered && !m_note.isEmpty()) {
        plan.drawNote(*m_hovered, m_note, rows);
    }
    if (hasFocus() && geometry().layerCount > 1) {
        plan.drawCursor(m_cursor, rows);
    }
}

void PlanCanvas::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        m_labels.clear();
        layOut();
    }
}

void PlanCanvas::setLine(bool line) {
    m_line = line;
    m_strip->setVisible(!line);
    m_bars->setVisible(!line);
    m_upperPicture.forget();
    update();
}

/// Repaints the canvas after scrolling, because texts are centred in its visible part.
void PlanCanvas::moveEvent(QMoveEvent* event) {
    QWidget::moveEvent(event);
    update();
}

void PlanCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void PlanCanvas::mouseMoveEvent(QMouseEvent* event) {
    const auto boundary = boundaryAt(event->position().x());
    if (boundary != m_hovered || m_hoversStrip) {
        showWhatIf(boundary);
    }
}

void PlanCanvas::mousePressEvent(QMouseEvent* event) {
    const auto layer = geometry().layerAt(event->position().x());
    if (const auto boundary = geometry().nearestBoundary(event->position().x())) {
        setCursorAt(*boundary);
    }
    if (event->button() == Qt::LeftButton && layer && m_session->layers()) {
        if (event->position().y() > PlanRows::of(width(), height()).stages.bottom()) {
            m_selection->choose(layer);
        } else {
            m_selection->choose(StageIndex{m_session->placement().ipuOf(*layer)});
        }
    }
}

void PlanCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto boundary = boundaryAt(event->position().x());
    if (event->button() == Qt::LeftButton && boundary) {
        addSplit(*boundary);
        showWhatIf(std::nullopt);
    }
}

void PlanCanvas::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    showWhatIf(std::nullopt);
}

void PlanCanvas::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    select(std::nullopt);
}

void PlanCanvas::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    showWhatIf(std::nullopt);
}

void PlanCanvas::setCursorAt(LayerIndex boundary) {
    m_cursor = boundary;
    announce();
    update();
}

void PlanCanvas::moveCursor(int by) {
    const auto last = static_cast<int>(geometry().layerCount) - 1;
    if (last < 1) {
        return;
    }
    setCursorAt({static_cast<uint32_t>(std::clamp(static_cast<int>(m_cursor.value) + by, 1, last))});
    m_selection->choose(m_cursor);
    showWhatIf(m_cursor);
    emit markerFocused(static_cast<int>(geometry().xOf(m_cursor)));
}

void PlanCanvas::keyPressEvent(QKeyEvent* event) {
    const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? MarkerController::LongStep : 1;
    const auto all = static_cast<int>(geometry().layerCount);
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCursor(-step);
    case Qt::Key_Right:
        return moveCursor(step);
    case Qt::Key_Home:
        return moveCursor(-all);
    case Qt::Key_End:
        return moveCursor(all);
    case Qt::Key_Insert:
        return addSplit(m_cursor);
    case Qt::Key_P:
        return m_editor->togglePinned(m_cursor);
    case Qt::Key_F:
        return m_editor->toggleForbidden(m_cursor);
    default:
        QWidget::keyPressEvent(event);
    }
}

void PlanCanvas::contextMenuEvent(QContextMenuEvent* event) {
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const auto boundary = byMouse ? geometry().nearestBoundary(event->pos().x()) : m_cursor;
    if (boundary && m_session->layers()) {
        const QPoint at(static_cast<int>(geometry().xOf(*boundary)),
                        PlanRows::of(width(), height()).layers.bottom());
        setCursorAt(*boundary);
        showMenuFor(*boundary, byMouse ? event->globalPos() : mapToGlobal(at));
    }
}

void PlanCanvas::wheelEvent(QWheelEvent* event) {
    if (!event->modifiers().testFlag(Qt::ControlModifier)) {
        event->ignore();
        return;
    }
    setZoom(m_zoom * std::pow(1.2, event->angleDelta().y() / 120.0));
    event->accept();
}

bool PlanCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        const auto layer = geometry().layerAt(help->pos().x());
        if (layer && m_session->layers() && m_note.isEmpty()) {
            QToolTip::showText(help->globalPos(), plainToolTip(layerTip(*layer)), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

QString PlanCanvas::layerTip(LayerIndex layer) const {
    const LayersPtr layers = m_session->layers();
    const EntryKind kind = layers->kinds[layer.index()];
    QString tip = kind == EntryKind::None ? tr("Operations outside any layer")
                  : kind == EntryKind::Input
                      ? tr("Input: what runs before the first layer, such as embeddings and masks")
                  : kind == EntryKind::Output
                      ? tr("Output: what runs after the last layer, such as the head and the loss")
                      : tr("Layer %1").arg(layerName(*layers, layer));
    if (const QString values = m_chart->valuesText(layer); !values.isEmpty()) {
        tip += QLatin1Char('\n') + values;
    }
    for (const TiedWeights& tied : m_tied) {
        if (std::ranges::binary_search(tied.entries, layer)) {
            tip += QLatin1Char('\n') + tiedText(tied, layer, *m_session->estimator());
        }
    }
    return tip;
}

QString PlanCanvas::valueText() const {
    return nameOf(m_cursor).isEmpty() ? QString()
                                      : layerTip(m_cursor).replace(QLatin1Char('\n'), QLatin1String("; "));
}

QString PlanCanvas::nameOf(LayerIndex layer) const {
    const LayersPtr layers = m_session->layers();
    return layers && layer.index() < layers->count() ? layerName(*layers, layer) : QString();
}

QString PlanCanvas::textOf(LayerIndex layer) const {
    if (nameOf(layer).isEmpty()) {
        return {};
    }
    //: %1 is everything that is known about a layer
    return tr("%1; on IPU %2")
        .arg(layerTip(layer).replace(QLatin1Char('\n'), QLatin1String("; ")),
             QString::number(m_session->placement().ipuOf(layer)));
}

/// Sets the description of the canvas, so that screen readers read it out.
void PlanCanvas::announce() {
    const QString keys = tr("Left and Right choose a boundary between layers. Insert adds a split there, P "
                            "pins that split, and F forbids splits there. Tab goes to the split markers.");
    const QString value = valueText();
    setAccessibleDescription(value.isEmpty() ? keys : value + QStringLiteral(". ") + keys);
}

} // namespace tileline
