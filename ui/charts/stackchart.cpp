// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/stackchart.h"

#include "core/base/sequences.h"
#include "core/memory/liveness.h"
#include "ui/charts/overviewstrip.h"
#include "ui/charts/plotoverlay.h"
#include "ui/text/bytestext.h"
#include "ui/text/controls.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <qcustomplot.h>

namespace tileline {

namespace {

constexpr double MinShown = 8;
constexpr double ZoomStep = 1.25;
/// A limit above this many times the highest value is not shown, because it would flatten the curves.
constexpr double MaxLimitRatio = 4;
/// The minimum and the maximum free space above the highest value, as fractions of the chart's height.
constexpr double MinRoomAbove = 0.1;
constexpr double MaxRoomAbove = 0.4;
/// The maximum number of ticks on an axis, and the minimum distances between ticks, in lines of text.
constexpr int MaxTicks = 5;
constexpr double LinesToTickBelow = 2;
constexpr double LinesToTickBeside = 6;
constexpr int MaxLegendColumns = 6;
constexpr double LineWidth = 1.5;
/// If the chart's height is less than this number of pixels, the overview strip is hidden.
constexpr int MinStripChart = 180;
/// If a curve has more points than this, the area below it is filled column by column, not as a polygon.
constexpr qsizetype MaxPolygon = 1000;
/// A line with more points than this is drawn thin and without antialiasing. A thick line would be drawn as a
/// polygon that crosses itself, and filling such a polygon is slow.
constexpr int MaxThickLine = 200;

/// An item of the plot, which a given function paints in a given layer.
class PaintItem : public QCPAbstractItem {
public:
    PaintItem(QCustomPlot* plot, const QString& layer, std::function<void(QCPPainter&)> paint)
        : QCPAbstractItem(plot)
        , m_paint(std::move(paint)) {
        setLayer(layer);
        setSelectable(false);
        setClipToAxisRect(false);
    }
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override { m_paint(*painter); }

private:
    std::function<void(QCPPainter&)> m_paint;
};

/// A curve. If a curve has many points, the area below the curve is filled column by column. Filling a
/// polygon would take a tenth of a second, because each row of pixels crosses thousands of edges. The fill
/// reaches down to the axis; the lower curves are drawn over the fill.
class FilledGraph : public QCPGraph {
public:
    using QCPGraph::QCPGraph;

protected:
    void drawFill(QCPPainter* painter, QVector<QPointF>* lines) const override {
        if (lines->size() <= MaxPolygon || mBrush.style() == Qt::NoBrush) {
            QCPGraph::drawFill(painter, lines);
            return;
        }
        const int zero = qRound(mValueAxis->coordToPixel(0));
        QVector<QRect> columns;
        const auto add = [&](int from, int to, int top) {
            if (!columns.isEmpty() && columns.back().top() == top && columns.back().right() + 1 == from) {
                columns.back().setRight(to);
            } else if (from <= to) {
                columns.append(QRect(QPoint(from, top), QPoint(to, zero)));
            }
        };
        int column = static_cast<int>(lines->front().x());
        int top = zero;
        for (const QPointF& point : *lines) {
            const auto x = static_cast<int>(point.x());
            if (x > column) {
                add(column, x - 1, top);
                column = x;
                top = zero;
            }
            top = std::min(top, qRound(point.y()));
        }
        add(column, column, top);
        painter->setPen(Qt::NoPen);
        painter->setBrush(mBrush);
        painter->drawRects(columns);
    }
};

/// Puts ticks at whole numbers or, on an axis of bytes, at round sizes. The coordinates of the axis are
/// positions: position p stands for the value `from` + p × `step`.
class ValueTicker : public QCPAxisTicker {
public:
    ValueTicker(StackChartData::Axis kind, uint64_t from, uint64_t step)
        : m_kind(kind)
        , m_from(static_cast<double>(from))
        , m_step(static_cast<double>(step)) {}

protected:
    double getTickStep(const QCPRange& range) override {
        const double values = range.size() * m_step;
        if (m_kind == StackChartData::Axis::Bytes) {
            return byteTickStep(values, tickCount());
        }
        return std::max(std::round(cleanMantissa(values / tickCount())), 1.0);
    }

    int getSubTickCount(double) override { return 0; }

    QVector<double> createTickVector(double tickStep, const QCPRange& range) override {
        QVector<double> ticks;
        const double lower = std::max(m_from + range.lower * m_step, 0.0);
        const double upper = m_from + range.upper * m_step;
        for (double value = std::ceil(lower / tickStep) * tickStep; value <= upper; value += tickStep) {
            ticks.append((value - m_from) / m_step);
        }
        return ticks;
    }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        const auto value = static_cast<uint64_t>(std::llround(m_from + tick * m_step));
        return m_kind == StackChartData::Axis::Bytes ? bytesText(value) : numberText(value);
    }

private:
    StackChartData::Axis m_kind;
    double m_from;
    double m_step;
};

/// Sets the colours and fonts of a plot's background, axes, grid and legend.
void applyPlotTheme(QCustomPlot& plot, const ChartColors& colors, const QFont& font) {
    plot.setBackground(QBrush(colors.background()));
    for (QCPAxis* axis : plot.axisRect()->axes()) {
        axis->setBasePen(QPen(colors.faintText()));
        axis->setTickPen(QPen(colors.faintText()));
        axis->setSubTickPen(QPen(colors.faintText()));
        axis->setTickLabelColor(colors.text());
        axis->setLabelColor(colors.text());
        axis->setTickLabelFont(font);
        axis->setLabelFont(font);
        axis->grid()->setPen(QPen(colors.grid(), 0));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    plot.xAxis->grid()->setVisible(false);
    plot.legend->setFont(font);
    plot.legend->setTextColor(colors.text());
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setBorderPen(Qt::NoPen);
}

/// The points of a curve at the positions in `kept`, which must not be empty. `values` contains one value per
/// position.
QVector<QCPGraphData> pointsAt(const std::vector<uint32_t>& kept, const std::vector<uint64_t>& values,
                               bool discrete) {
    QVector<QCPGraphData> points;
    points.reserve(static_cast<qsizetype>(kept.size()) + 2);
    const auto add = [&](double x, uint32_t position) {
        points.append({x, static_cast<double>(values[position])});
    };
    // A discrete curve gets one more point at each end, so that all items are equally wide.
    constexpr double AlmostHalf = 0.49;
    if (discrete) {
        add(kept.front() - AlmostHalf, kept.front());
    }
    for (const uint32_t position : kept) {
        add(position, position);
    }
    if (discrete) {
        add(kept.back() + AlmostHalf, kept.back());
    }
    return points;
}

} // namespace

StackChart::StackChart()
    : m_plot(new QCustomPlot(this))
    , m_strip(new OverviewStrip(
          [this](QPainter& painter, const QRect& area) { paintOverview(painter, area); }, this))
    , m_typed(new QLineEdit(this)) {
    setUpPlot();
    m_typed->setAccessibleName(tr("Range"));
    m_typed->setToolTip(tr("The positions that are shown. Type a range, such as 120-180, or one position"));
    m_typed->setAlignment(Qt::AlignCenter);
    m_typed->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("00000000-00000000")));
    QHBoxLayout* const below = rowOf({{m_strip, 1}, m_typed});
    below->setContentsMargins(2, 0, 2, 1);
    QVBoxLayout* const layout = columnOf({{m_plot, 1}, below}, this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    connect(m_strip, &OverviewStrip::rangeWanted, this, &StackChart::showRange);
    connect(m_typed, &QLineEdit::editingFinished, this, [this] {
        if (m_typed->isModified()) {
            showTyped(m_typed->text());
            showWhere();
        }
    });
    connect(m_plot, &QCustomPlot::afterLayout, this, &StackChart::fitAxes);
    connect(m_plot, &QCustomPlot::mousePress, this, &StackChart::onPress);
    connect(m_plot, &QCustomPlot::mouseMove, this, &StackChart::onMove);
    connect(m_plot, &QCustomPlot::mouseRelease, this, &StackChart::onRelease);
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this] {
        if (std::exchange(m_clicked, false)) {
            emit clickTakenBack();
        }
        resetView();
    });
    connect(m_plot, &QCustomPlot::mouseWheel, this, &StackChart::onWheel);
    m_plot->installEventFilter(this);
    applyTheme();
}

void StackChart::setUpPlot() {
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMinimumSize(64, 48); // without a size, QCustomPlot would print a warning
    m_plot->setContextMenuPolicy(Qt::NoContextMenu);
    // Passes right clicks on the plot to the chart, which has the context menu.
    m_plot->setAttribute(Qt::WA_NoMousePropagation, false);
    // The curves are drawn over the bands and under the marks. The crosshair's layer can be redrawn alone.
    m_plot->addLayer(QStringLiteral("bands"), m_plot->layer(QStringLiteral("background")),
                     QCustomPlot::limAbove);
    m_plot->addLayer(QStringLiteral("crosshair"));
    m_plot->layer(QStringLiteral("crosshair"))->setMode(QCPLayer::lmBuffered);
    m_plot->layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
    const auto paintOn = [this](const char* layer, auto paint) {
        new PaintItem(m_plot, QLatin1String(layer), [this, paint](QCPPainter& painter) {
            const ChartColors colors(palette());
            const PlotFrame area = frame();
            painter.setFont(font());
            PlotOverlay overlay(painter, area, colors);
            paint(overlay);
        });
    };
    paintOn("bands", [this](PlotOverlay& overlay) { overlay.drawBands(m_data->bands, m_highlighted); });
    paintOn("overlay", [this](PlotOverlay& overlay) { paintBefore(overlay); });
    paintOn("crosshair", [this](PlotOverlay& overlay) {
        if (m_crosshair) {
            overlay.drawCrosshair(*m_crosshair, m_readout ? m_readout(*m_crosshair) : QString());
        }
    });
    // The legend is above the axes. An empty element beside the legend keeps it on the left.
    auto* const row = new QCPLayoutGrid;
    row->addElement(0, 0, m_plot->legend);
    row->addElement(0, 1, new QCPLayoutElement(m_plot));
    row->setColumnStretchFactor(0, 0.001);
    m_plot->plotLayout()->insertRow(0);
    m_plot->plotLayout()->addElement(0, 0, row);
    m_plot->plotLayout()->setRowStretchFactor(0, 0.001);
    m_plot->legend->setFillOrder(QCPLegend::foColumnsFirst);
    m_plot->legend->setMargins(QMargins(8, 2, 8, 0));
    m_plot->legend->setVisible(true);
    m_plot->setNoAntialiasingOnDrag(true);
    // phImmediateRefresh would make each replot paint the graphs twice, first alone and then with the plot.
    m_plot->setPlottingHint(QCP::phImmediateRefresh, false);
}

void StackChart::rebuildGraphs() {
    const ChartColors colors(palette());
    m_plot->clearGraphs();
    for (const ChartSeries& series : m_data->series) {
        QCPGraph* const below = m_plot->graphCount() > 0 ? m_plot->graph() : nullptr;
        auto* const graph = new FilledGraph(m_plot->xAxis, m_plot->yAxis);
        const FillColors color = series.color(colors);
        graph->setName(series.name);
        graph->setPen(QPen(color.edge, 1));
        graph->setBrush(color.fill);
        graph->setLineStyle(m_data->discrete ? QCPGraph::lsStepCenter : QCPGraph::lsLine);
        graph->setAdaptiveSampling(false);
        graph->setAntialiased(false);
        graph->setAntialiasedFill(false);
        graph->setChannelFillGraph(below);
    }
    // The top series is drawn first, so that its fill does not cover the edges of the series below it.
    for (int i = m_plot->graphCount() - 1; i >= 0; --i) {
        m_plot->graph(i)->setLayer(m_plot->graph(i)->layer());
    }
    for (const ChartSeries& line : m_data->lines) {
        QCPGraph* const graph = m_plot->addGraph();
        graph->setName(line.name);
        graph->setPen(QPen(line.color(colors).edge, LineWidth));
        graph->setLineStyle(m_data->discrete ? QCPGraph::lsStepCenter : QCPGraph::lsLine);
        graph->setAdaptiveSampling(false);
    }
    m_plot->legend->setVisible(m_data->series.size() + m_data->lines.size() > 1);
    fitLegend(width());
    applyPlotTheme(*m_plot, colors, font());
    m_plot->xAxis->setTicker(QSharedPointer<ValueTicker>::create(m_data->xAxis, m_data->xFrom,
                                                                 std::max<uint64_t>(m_data->xStep, 1)));
    m_plot->yAxis->setTicker(QSharedPointer<ValueTicker>::create(m_data->yAxis, uint64_t{0}, uint64_t{1}));
    m_plot->xAxis->setLabel(m_data->xLabel);
    m_plot->yAxis->setLabel(m_data->yLabel);
}

void StackChart::resample() {
    m_drawn = 0;
    if (m_sums.empty() || std::max(m_maximum, m_lineMaximum) == 0) {
        replot();
        return;
    }
    const QCPRange range = m_plot->xAxis->range();
    const size_t length = m_data->length();
    // Adds a position on each side of the visible range, so that lines continue to the edges of the chart.
    const auto from = static_cast<size_t>(std::max(std::floor(range.lower) - 1, 0.0));
    const auto to = std::min(static_cast<size_t>(std::max(std::ceil(range.upper) + 2, 0.0)), length);
    const auto pixels = static_cast<size_t>(std::max(m_plot->axisRect()->width(), 16));
    const std::vector<uint32_t> kept = decimate(m_sums.back(), from, to, pixels);
    m_drawn = kept.size();
    for (size_t s = 0; s < m_sums.size(); ++s) {
        m_plot->graph(static_cast<int>(s))->data()->set(pointsAt(kept, m_sums[s], m_data->discrete), true);
    }
    for (size_t line = 0; line < m_data->lines.size(); ++line) {
        const std::vector<uint64_t>& values = m_data->lines[line].values;
        QCPGraph* const graph = m_plot->graph(static_cast<int>(m_sums.size() + line));
        graph->data()->set(pointsAt(decimate(values, from, to, pixels), values, m_data->discrete), true);
        const bool many = graph->dataCount() > MaxThickLine;
        graph->setPen(QPen(graph->pen().color(), many ? 1 : LineWidth));
        graph->setAntialiased(!many);
    }
    replot();
}

void StackChart::replot() {
    // A plot that has no size yet cannot be drawn. The first resize event will draw the plot.
    if (!m_plot->viewport().isEmpty()) {
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
}

double StackChart::labelHeight() const {
    return m_data->bands.empty() ? 0 : PlotOverlay::bandLabelHeight(font());
}

/// Makes the y axis include the maximum. The axis includes the limit, too, unless the limit is far above the
/// maximum. Even in a low chart, there is room at the top for the labels of the bands and of the limit.
void StackChart::fitValues() {
    const auto limit = static_cast<double>(m_data->limit ? m_data->limit->value : 0);
    const auto highest = static_cast<double>(std::max<uint64_t>({m_maximum, m_lineMaximum, 1}));
    const double top = limit <= highest * MaxLimitRatio ? std::max(limit, highest) : highest;
    const double height = std::max(m_plot->axisRect()->height(), 1);
    double labels = labelHeight();
    if (labels > 0 && limit > 0 && limit == top) {
        labels += QFontMetricsF(font()).height();
    }
    const double room = std::clamp(labels / height, MinRoomAbove, MaxRoomAbove);
    m_plot->yAxis->setRange(0, top / (1 - room));
}

/// Sets as many ticks as fit on each axis, and then lays out the plot again.
void StackChart::fitAxes() {
    fitValues();
    const double line = QFontMetricsF(font()).height();
    const auto ticks = [&](int length, double lines) {
        return std::clamp(static_cast<int>(length / (lines * line)), 1, MaxTicks);
    };
    m_plot->yAxis->ticker()->setTickCount(ticks(m_plot->axisRect()->height(), LinesToTickBelow));
    m_plot->xAxis->ticker()->setTickCount(ticks(m_plot->axisRect()->width(), LinesToTickBeside));
    for (const auto phase :
         {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout}) {
        m_plot->plotLayout()->update(phase);
    }
}

/// Gives the legend as many columns as fit into `width`.
void StackChart::fitLegend(int width) const {
    const QFontMetrics metrics(font());
    int longest = 0;
    for (const std::vector<ChartSeries>* const all : {&m_data->series, &m_data->lines}) {
        for (const ChartSeries& series : *all) {
            longest = std::max(longest, metrics.horizontalAdvance(series.name));
        }
    }
    const QCPLegend& legend = *m_plot->legend;
    const int column =
        legend.iconSize().width() + legend.iconTextPadding() + longest + legend.columnSpacing();
    const int room = width - legend.margins().left() - legend.margins().right();
    const int columns = std::clamp(room / std::max(column, 1), 1, MaxLegendColumns);
    if (columns != legend.wrap()) {
        m_plot->legend->setWrap(columns);
        m_plot->legend->setFillOrder(QCPLegend::foColumnsFirst, true); // rearranges the legend's entries
    }
}

void StackChart::fitStrip() {
    const bool shown =
        m_data->xAxis == StackChartData::Axis::Count && maxX() > MinShown && height() >= MinStripChart;
    m_strip->setVisible(shown);
    m_typed->setVisible(shown);
}

void StackChart::paintOverview(QPainter& painter, const QRect& area) const {
    if (m_maximum == 0) {
        return;
    }
    const auto pixels = static_cast<size_t>(std::max(area.width(), 16));
    const PlotFrame all{QRectF(area), -0.5, std::max(maxX(), 0.5), 0, static_cast<double>(m_maximum)};
    QPolygonF curve{QPointF(area.left(), area.bottom() + 1)};
    for (const uint32_t position : decimate(m_sums.back(), 0, m_data->length(), pixels)) {
        curve += QPointF(all.pixelOfX(position), all.pixelOfY(m_sums.back()[position]));
    }
    curve += QPointF(area.right() + 1, curve.back().y());
    curve += QPointF(area.right() + 1, area.bottom() + 1);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ChartColors(palette()).of(ColorRole::Faint));
    painter.drawPolygon(curve);
}

/// Makes the overview strip and the text field show which part of the axis is visible.
void StackChart::showWhere() {
    const QCPRange range = m_plot->xAxis->range();
    m_strip->setShown(range.lower, range.upper);
    const auto valueAt = [this](double position) {
        return QString::number(m_data->xFrom +
                               static_cast<uint64_t>(std::max(position, 0.0)) * m_data->xStep);
    };
    const double last = std::min(std::floor(range.upper), std::max(maxX() - 0.5, 0.0));
    m_typed->setText(valueAt(std::ceil(range.lower)) + QLatin1Char('-') + valueAt(last));
    m_typed->setModified(false);
}

void StackChart::showRange(double from, double to) {
    const double width = std::clamp(to - from, std::min(MinShown, maxX() + 0.5), maxX() + 0.5);
    from = std::clamp(from, -0.5, std::max(maxX() - width, -0.5));
    m_plot->xAxis->setRange(from, from + width);
    showWhere();
    resample();
}

void StackChart::zoom(double factor, double around) {
    const QCPRange range = m_plot->xAxis->range();
    showRange(around - (around - range.lower) / factor, around + (range.upper - around) / factor);
}

void StackChart::moveCrosshair(std::optional<uint32_t> position) {
    if (m_crosshair == position) {
        return;
    }
    m_crosshair = position;
    m_lastCrosshair = position ? position : m_lastCrosshair;
    if (!m_plot->viewport().isEmpty()) {
        m_plot->layer(QStringLiteral("crosshair"))->replot();
    }
    announce(m_crosshair && m_readout ? m_readout(*m_crosshair) : QString());
}

void StackChart::stepCrosshair(int by) {
    if (m_data->length() == 0) {
        return;
    }
    const auto last = static_cast<int64_t>(m_data->length()) - 1;
    const QCPRange shown = m_plot->xAxis->range();
    const int64_t start = m_lastCrosshair && shown.contains(*m_lastCrosshair)
                              ? int64_t{*m_lastCrosshair}
                              : static_cast<int64_t>(std::max(firstShown(), 0.0)) - by;
    m_crosshairFollowsMouse = false;
    const auto position = static_cast<uint32_t>(std::clamp<int64_t>(start + by, 0, last));
    if (!shown.contains(position)) {
        showRange(position - shown.size() / 2, position + shown.size() / 2);
    }
    moveCrosshair(position);
}

void StackChart::onPress(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    if (event->button() == Qt::LeftButton) {
        m_pressedAt = event->pos();
        m_pressedFrom = m_plot->xAxis->range().lower;
        m_panning = false;
    }
}

void StackChart::onMove(QMouseEvent* event) {
    if (!m_pressedAt) {
        m_crosshairFollowsMouse = true;
        moveCrosshair(positionAt(event->pos()));
        return;
    }
    const int distance = event->pos().x() - m_pressedAt->x();
    m_panning = m_panning || std::abs(distance) >= QApplication::startDragDistance();
    if (m_panning) {
        const double width = m_plot->xAxis->range().size();
        const double from = m_pressedFrom - distance * width / std::max(m_plot->axisRect()->width(), 1);
        showRange(from, from + width);
    }
}

void StackChart::onRelease(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_pressedAt) {
        return;
    }
    m_pressedAt.reset();
    const auto position = positionAt(event->pos());
    m_clicked = !m_panning && position;
    if (m_clicked) {
        emit positionClicked(*position, event->modifiers());
    }
    m_panning = false;
}

void StackChart::onWheel(QWheelEvent* event) {
    const QPoint delta = event->angleDelta();
    const QCPRange range = m_plot->xAxis->range();
    if (std::abs(delta.x()) > std::abs(delta.y()) || event->modifiers() & Qt::ShiftModifier) {
        const int amount = delta.x() != 0 ? delta.x() : delta.y();
        const double by = -amount / 120.0 * range.size() / 10;
        showRange(range.lower + by, range.upper + by);
    } else {
        zoom(std::pow(ZoomStep, delta.y() / 120.0), frame().xOfPixel(event->position().x()));
    }
    event->accept();
}

PlotFrame StackChart::frame() const {
    return {QRectF(m_plot->axisRect()->rect()), m_plot->xAxis->range().lower, m_plot->xAxis->range().upper,
            m_plot->yAxis->range().lower, m_plot->yAxis->range().upper};
}

void StackChart::paintBefore(PlotOverlay& overlay) const {
    if (m_maximum > 0 && m_data->xAxis == StackChartData::Axis::Count) {
        overlay.drawPeak(m_peak, static_cast<double>(m_maximum));
    }
    overlay.drawLifetime(m_lifetime);
    for (const Mark& mark : m_marks) {
        overlay.drawMark(mark);
    }
    if (m_data->limit) {
        overlay.drawLimit(*m_data->limit, labelHeight());
    }
}

void StackChart::setData(StackChartDataPtr data) {
    const bool sameLength = data->length() == m_data->length();
    m_data = std::move(data);
    m_sums.clear();
    for (const ChartSeries& series : m_data->series) {
        std::vector<uint64_t> sum = series.values;
        if (!m_sums.empty()) {
            std::transform(sum.begin(), sum.end(), m_sums.back().begin(), sum.begin(), std::plus<>());
        }
        m_sums.push_back(std::move(sum));
    }
    m_maximum = 0;
    m_peak = 0;
    if (m_data->length() > 0) {
        const auto maximum = std::ranges::max_element(m_sums.back());
        m_maximum = *maximum;
        m_peak = static_cast<uint32_t>(maximum - m_sums.back().begin());
    }
    m_lineMaximum = greatestOf(
        m_data->lines, [](const ChartSeries& line) { return greatestOf(line.values, std::identity()); });
    fitValues();
    rebuildGraphs();
    m_strip->setWhole(-0.5, maxX(), std::min(MinShown, maxX() + 0.5));
    showWhere();
    fitStrip();
    if (!sameLength) {
        m_crosshair.reset();
        m_lastCrosshair.reset();
        m_marks.clear();
        resetView();
    } else {
        resample();
    }
}

bool StackChart::showTyped(const QString& text) {
    static const QRegularExpression Range(
        QStringLiteral("^\\s*(\\d{1,18})\\s*(?:[-\u2013]\\s*(\\d{1,18})\\s*)?$"));
    const QRegularExpressionMatch match = Range.match(text);
    const auto positionOf = [this](const QString& typed) {
        return (typed.toDouble() - static_cast<double>(m_data->xFrom)) /
               static_cast<double>(std::max<uint64_t>(m_data->xStep, 1));
    };
    const double from = positionOf(match.captured(1));
    const double to = match.hasCaptured(2) ? positionOf(match.captured(2)) : from;
    if (!match.hasMatch() || to < from || from < 0 || from > maxX()) {
        return false;
    }
    const double room = std::max(0.0, (MinShown - (to - from)) / 2);
    showRange(from - std::max(room, 0.5), to + std::max(room, 0.5));
    return true;
}

double StackChart::firstShown() const {
    return m_plot->xAxis->range().lower;
}

double StackChart::lastShown() const {
    return m_plot->xAxis->range().upper;
}

QPoint StackChart::pointOf(uint32_t position) const {
    const PlotFrame area = frame();
    return m_plot->mapToParent(QPointF(area.pixelOfX(position), area.rect.center().y()).toPoint());
}

std::optional<uint32_t> StackChart::positionAt(const QPoint& point) const {
    const PlotFrame area = frame();
    const QPoint inPlot = m_plot->mapFromParent(point);
    if (m_data->length() == 0 || !area.rect.contains(inPlot)) {
        return std::nullopt;
    }
    const double last = static_cast<double>(m_data->length() - 1);
    return static_cast<uint32_t>(std::clamp(std::round(area.xOfPixel(inPlot.x())), 0.0, last));
}

void StackChart::render(QPaintDevice& device, const QSize& size) const {
    QCPPainter painter(&device);
    painter.setMode(QCPPainter::pmVectorized, dynamic_cast<QImage*>(&device) == nullptr);
    // A saved picture has no crosshair, because no mouse points at it.
    const auto crosshair = std::exchange(m_crosshair, std::nullopt);
    fitLegend(size.width());
    m_plot->toPainter(&painter, size.width(), size.height());
    fitLegend(width());
    m_crosshair = crosshair;
}

void StackChart::addActions(QMenu& menu) {
    menu.addAction(tr("Zoom &in"), this, [this] { zoom(ZoomStep, middle()); });
    menu.addAction(tr("Zoom &out"), this, [this] { zoom(1 / ZoomStep, middle()); });
    menu.addAction(tr("Show &all"), this, &StackChart::resetView);
    menu.addSeparator();
    ChartWidget::addActions(menu);
}

void StackChart::applyTheme() {
    m_strip->redraw();
    rebuildGraphs();
    resample();
}

void StackChart::keyPressEvent(QKeyEvent* event) {
    if (m_typed->hasFocus()) {
        return event->ignore(); // the text field has already received this key and ignored it
    }
    const int by = event->modifiers() & Qt::ControlModifier ? 10 : 1;
    const double around = m_crosshair ? *m_crosshair : middle();
    switch (event->key()) {
    case Qt::Key_Left:
        return stepCrosshair(-by);
    case Qt::Key_Right:
        return stepCrosshair(by);
    case Qt::Key_Home:
        return stepCrosshair(-static_cast<int>(m_data->length()));
    case Qt::Key_End:
        return stepCrosshair(static_cast<int>(m_data->length()));
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(ZoomStep, around);
    case Qt::Key_Minus:
        return zoom(1 / ZoomStep, around);
    case Qt::Key_0:
        return resetView();
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_crosshair) {
            emit positionClicked(*m_crosshair, event->modifiers());
        }
        return;
    default:
        ChartWidget::keyPressEvent(event);
    }
}

void StackChart::resizeEvent(QResizeEvent* event) {
    ChartWidget::resizeEvent(event);
    fitStrip();
    fitLegend(width());
    // The number of points depends on the size of the axes. That size changes only when the plot is next
    // drawn, so resample() must wait.
    QMetaObject::invokeMethod(
        this, [this] { resample(); }, Qt::QueuedConnection);
}

bool StackChart::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave && m_crosshairFollowsMouse) {
        moveCrosshair(std::nullopt);
    }
    return ChartWidget::eventFilter(watched, event);
}

} // namespace tileline
