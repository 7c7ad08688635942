// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/stackchart.h"

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
/// If the limit is above this multiple of the maximum, it is not shown, because it would flatten the curves.
constexpr double MaxLimitRatio = 4;
/// The bounds for the free space above the highest value, as fractions of the chart's height.
constexpr double MinRoomAbove = 0.1;
constexpr double MaxRoomAbove = 0.4;
/// The maximum number of ticks on an axis, and the minimum distances between two ticks, in lines of text.
constexpr int MaxTicks = 5;
constexpr double LinesToTickBelow = 2;
constexpr double LinesToTickBeside = 6;
constexpr int MaxLegendColumns = 6;
constexpr double LineWidth = 1.5;
/// A chart whose height is less than this number of pixels has no strip that shows the whole axis.
constexpr int MinStripChart = 180;
/// Curves with more points than this are not filled as polygons.
constexpr qsizetype MaxPolygon = 1000;
/// Lines with more points than this are thin and not antialiased: a thick line is a polygon that crosses
/// itself, which takes even longer to fill.
constexpr int MaxThickLine = 200;

/// A plot item that a function paints on a given layer.
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

/// A curve. If it has many points, the area below it is filled in columns of pixels: filling a polygon would
/// take a tenth of a second, because each row of pixels crosses thousands of edges. The fill reaches down to
/// the axis; the curves below are drawn over it.
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

/// Puts ticks at round numbers of bytes or at whole numbers. The coordinates of the axis are positions;
/// position p stands for the value `from` + p × `step`.
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

void applyAxisTheme(QCPAxis& axis, const ChartColors& colors, const QFont& font) {
    axis.setBasePen(QPen(colors.faintText()));
    axis.setTickPen(QPen(colors.faintText()));
    axis.setSubTickPen(QPen(colors.faintText()));
    axis.setTickLabelColor(colors.text());
    axis.setLabelColor(colors.text());
    axis.setTickLabelFont(font);
    axis.setLabelFont(font);
    axis.grid()->setPen(QPen(colors.grid(), 0));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

/// Sets the colours and fonts of a plot's background, axes, grid and legend.
void applyPlotTheme(QCustomPlot& plot, const ChartColors& colors, const QFont& font) {
    plot.setBackground(QBrush(colors.background()));
    for (QCPAxis* axis : plot.axisRect()->axes()) {
        applyAxisTheme(*axis, colors, font);
    }
    plot.xAxis->grid()->setVisible(false);
    plot.legend->setFont(font);
    plot.legend->setTextColor(colors.text());
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setBorderPen(Qt::NoPen);
}

/// Sets the tickers and labels of both axes from `data`.
void setUpAxes(QCustomPlot& plot, const StackChartData& data) {
    plot.xAxis->setTicker(
        QSharedPointer<ValueTicker>::create(data.xAxis, data.xFrom, std::max<uint64_t>(data.xStep, 1)));
    plot.yAxis->setTicker(QSharedPointer<ValueTicker>::create(data.yAxis, uint64_t{0}, uint64_t{1}));
    plot.xAxis->setLabel(data.xLabel);
    plot.yAxis->setLabel(data.yLabel);
}

} // namespace

class StackChart::Private {
public:
    explicit Private(StackChart* chart);

    void setUpPlot();
    void rebuildGraphs();
    QVector<QCPGraphData> pointsAt(const std::vector<uint32_t>& kept, const std::vector<uint64_t>& sum) const;
    /// Chooses the points to draw for the visible range.
    void resample();
    void fitValues();
    void fitAxes();
    void fitLegend(int width);
    void setRange(double from, double to);
    void zoom(double factor, double around);
    void moveCrosshair(std::optional<uint32_t> position);
    void stepCrosshair(int by);
    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release(QMouseEvent* event);
    void wheel(QWheelEvent* event);
    PlotFrame frame() const;
    void replot() {
        // A plot without a size cannot be drawn; the first resize event will draw it.
        if (!plot->viewport().isEmpty()) {
            plot->replot(QCustomPlot::rpQueuedReplot);
        }
    }
    double labelHeight() const { return data->bands.empty() ? 0 : PlotOverlay::bandLabelHeight(q->font()); }
    double maxX() const { return static_cast<double>(data->length()) - 0.5; }
    void paintOverview(QPainter& painter, const QRect& area) const;
    void showWhere();
    void fitStrip() {
        const bool shown =
            data->xAxis == StackChartData::Axis::Count && maxX() > MinShown && q->height() >= MinStripChart;
        strip->setVisible(shown);
        typed->setVisible(shown);
    }
    void paintBehind(PlotOverlay& overlay) const;
    void paintBefore(PlotOverlay& overlay) const;
    void paintCrosshair(PlotOverlay& overlay) const;

    StackChart* q;
    QCustomPlot* plot = new QCustomPlot(q);
    OverviewStrip* strip =
        new OverviewStrip([this](QPainter& painter, const QRect& area) { paintOverview(painter, area); }, q);
    QLineEdit* typed = new QLineEdit(q); ///< shows which positions are visible; the user can type a range
    StackChartDataPtr data = std::make_shared<StackChartData>();
    std::vector<std::vector<uint64_t>>
        sums; ///< for each series and position, the sum of its value and the values of all series below it
    uint64_t maximum = 0;
    uint64_t lineMaximum = 0;
    uint32_t peak = 0;
    std::vector<Mark> marks;
    std::optional<uint32_t> highlighted;
    std::vector<ChartBand> lifetime;
    std::optional<uint32_t> crosshair;
    bool crosshairFollowsMouse = false;    ///< whether the mouse, not a key, last moved the crosshair
    std::optional<uint32_t> lastCrosshair; ///< while the crosshair is hidden, keys move it from here
    std::function<QString(uint32_t)> readout;
    size_t drawn = 0;
    std::optional<QPoint> pressedAt;
    double pressedFrom = 0;
    bool panning = false;
    bool clicked = false; ///< whether the last click selected a position
};

StackChart::Private::Private(StackChart* chart)
    : q(chart) {
    setUpPlot();
    typed->setAccessibleName(tr("Range"));
    typed->setToolTip(tr("The positions that are shown. Type a range, such as 120-180, or one position"));
    typed->setAlignment(Qt::AlignCenter);
    connect(strip, &OverviewStrip::rangeWanted, q, [this](double from, double to) { setRange(from, to); });
    connect(typed, &QLineEdit::editingFinished, q, [this] {
        if (typed->isModified()) {
            q->showTyped(typed->text());
            showWhere();
        }
    });
    connect(plot, &QCustomPlot::afterLayout, q, [this] { fitAxes(); });
    connect(plot, &QCustomPlot::mousePress, q, [this](QMouseEvent* event) { press(event); });
    connect(plot, &QCustomPlot::mouseMove, q, [this](QMouseEvent* event) { move(event); });
    connect(plot, &QCustomPlot::mouseRelease, q, [this](QMouseEvent* event) { release(event); });
    connect(plot, &QCustomPlot::mouseDoubleClick, q, [this] {
        if (std::exchange(clicked, false)) {
            emit q->clickTakenBack();
        }
        q->resetView();
    });
    connect(plot, &QCustomPlot::mouseWheel, q, [this](QWheelEvent* event) { wheel(event); });
}

void StackChart::Private::setUpPlot() {
    plot->setFocusPolicy(Qt::NoFocus);
    plot->setMinimumSize(64, 48); // without a size, QCustomPlot would print a warning
    plot->setContextMenuPolicy(Qt::NoContextMenu);
    plot->setAttribute(Qt::WA_NoMousePropagation,
                       false); // otherwise right clicks would not reach the chart
    // The curves cover the bands, but not the marks. The crosshair can be redrawn without the other layers.
    plot->addLayer(QStringLiteral("bands"), plot->layer(QStringLiteral("background")), QCustomPlot::limAbove);
    plot->addLayer(QStringLiteral("crosshair"));
    plot->layer(QStringLiteral("crosshair"))->setMode(QCPLayer::lmBuffered);
    plot->layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
    const auto paintOn = [this](const char* layer, void (Private::*paint)(PlotOverlay&) const) {
        new PaintItem(plot, QLatin1String(layer), [this, paint](QCPPainter& painter) {
            const ChartColors colors(q->palette());
            const PlotFrame area = frame();
            painter.setFont(q->font());
            PlotOverlay overlay(painter, area, colors);
            (this->*paint)(overlay);
        });
    };
    paintOn("bands", &Private::paintBehind);
    paintOn("overlay", &Private::paintBefore);
    paintOn("crosshair", &Private::paintCrosshair);
    // The legend is a row above the axes. It is filled from the left.
    auto* const row = new QCPLayoutGrid;
    row->addElement(0, 0, plot->legend);
    row->addElement(0, 1, new QCPLayoutElement(plot));
    row->setColumnStretchFactor(0, 0.001);
    plot->plotLayout()->insertRow(0);
    plot->plotLayout()->addElement(0, 0, row);
    plot->plotLayout()->setRowStretchFactor(0, 0.001);
    plot->legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot->legend->setMargins(QMargins(8, 2, 8, 0));
    plot->legend->setVisible(true);
    plot->setNoAntialiasingOnDrag(true);
    // With this hint, a replot would paint the graphs at once, and then again with the rest of the plot.
    plot->setPlottingHint(QCP::phImmediateRefresh, false);
}

void StackChart::Private::rebuildGraphs() {
    const ChartColors colors(q->palette());
    plot->clearGraphs();
    for (const ChartSeries& series : data->series) {
        QCPGraph* const below = plot->graphCount() > 0 ? plot->graph() : nullptr;
        auto* const graph = new FilledGraph(plot->xAxis, plot->yAxis);
        const FillColors color = series.color(colors);
        graph->setName(series.name);
        graph->setPen(QPen(color.edge, 1));
        graph->setBrush(color.fill);
        graph->setLineStyle(data->discrete ? QCPGraph::lsStepCenter : QCPGraph::lsLine);
        graph->setAdaptiveSampling(false);
        graph->setAntialiased(false);
        graph->setAntialiasedFill(false);
        graph->setChannelFillGraph(below);
    }
    // The top series is drawn first, so that its fill does not cover the edges of the series below it.
    for (int i = plot->graphCount() - 1; i >= 0; --i) {
        plot->graph(i)->setLayer(plot->graph(i)->layer());
    }
    for (const ChartSeries& line : data->lines) {
        QCPGraph* const graph = plot->addGraph();
        graph->setName(line.name);
        graph->setPen(QPen(line.color(colors).edge, LineWidth));
        graph->setLineStyle(data->discrete ? QCPGraph::lsStepCenter : QCPGraph::lsLine);
        graph->setAdaptiveSampling(false);
    }
    plot->legend->setVisible(data->series.size() + data->lines.size() > 1);
    fitLegend(q->width());
    applyPlotTheme(*plot, colors, q->font());
    setUpAxes(*plot, *data);
}

QVector<QCPGraphData> StackChart::Private::pointsAt(const std::vector<uint32_t>& kept,
                                                    const std::vector<uint64_t>& sum) const {
    QVector<QCPGraphData> points;
    points.reserve(static_cast<qsizetype>(kept.size()) + 2);
    const auto add = [&](double x, uint32_t position) {
        points.append({x, static_cast<double>(sum[position])});
    };
    // Adds a point at each end, so that the first and the last item are as wide as the other items.
    constexpr double AlmostHalf = 0.49;
    if (data->discrete) {
        add(kept.front() - AlmostHalf, kept.front());
    }
    for (const uint32_t position : kept) {
        add(position, position);
    }
    if (data->discrete) {
        add(kept.back() + AlmostHalf, kept.back());
    }
    return points;
}

void StackChart::Private::resample() {
    drawn = 0;
    if (sums.empty() || std::max(maximum, lineMaximum) == 0) {
        replot();
        return;
    }
    const QCPRange range = plot->xAxis->range();
    const size_t length = data->length();
    // Includes one more position on each side, so that the lines continue beyond the visible range.
    const auto from = static_cast<size_t>(std::max(std::floor(range.lower) - 1, 0.0));
    const auto to = std::min(static_cast<size_t>(std::max(std::ceil(range.upper) + 2, 0.0)), length);
    const auto pixels = static_cast<size_t>(std::max(plot->axisRect()->width(), 16));
    const std::vector<uint32_t> kept = decimate(sums.back(), from, to, pixels);
    drawn = kept.size();
    for (size_t s = 0; s < sums.size(); ++s) {
        plot->graph(static_cast<int>(s))->data()->set(pointsAt(kept, sums[s]), true);
    }
    for (size_t line = 0; line < data->lines.size(); ++line) {
        const std::vector<uint64_t>& values = data->lines[line].values;
        QCPGraph* const graph = plot->graph(static_cast<int>(sums.size() + line));
        graph->data()->set(pointsAt(decimate(values, from, to, pixels), values), true);
        const bool many = graph->dataCount() > MaxThickLine;
        graph->setPen(QPen(graph->pen().color(), many ? 1 : LineWidth));
        graph->setAntialiased(!many);
    }
    replot();
}

/// Makes the y axis include the maximum and, unless the limit is far above the maximum, also the limit. The
/// free space above both is for the labels of the bands and of the limit, even if the chart is low.
void StackChart::Private::fitValues() {
    const auto limit = static_cast<double>(data->limit ? data->limit->value : 0);
    const auto highest = static_cast<double>(std::max<uint64_t>({maximum, lineMaximum, 1}));
    const double top = limit <= highest * MaxLimitRatio ? std::max(limit, highest) : highest;
    const double height = std::max(plot->axisRect()->height(), 1);
    double labels = labelHeight();
    if (labels > 0 && limit > 0 && limit == top) {
        labels += QFontMetricsF(q->font()).height();
    }
    const double room = std::clamp(labels / height, MinRoomAbove, MaxRoomAbove);
    plot->yAxis->setRange(0, top / (1 - room));
}

/// Sets as many ticks as fit. The plot chose its ticks before its size was known, so its layout must be
/// updated again.
void StackChart::Private::fitAxes() {
    fitValues();
    const double line = QFontMetricsF(q->font()).height();
    const auto ticks = [&](int length, double lines) {
        return std::clamp(static_cast<int>(length / (lines * line)), 1, MaxTicks);
    };
    plot->yAxis->ticker()->setTickCount(ticks(plot->axisRect()->height(), LinesToTickBelow));
    plot->xAxis->ticker()->setTickCount(ticks(plot->axisRect()->width(), LinesToTickBeside));
    for (const auto phase :
         {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout}) {
        plot->plotLayout()->update(phase);
    }
}

/// Gives the legend as many columns as fit into `width`.
void StackChart::Private::fitLegend(int width) {
    const QFontMetrics metrics(q->font());
    int longest = 0;
    for (const std::vector<ChartSeries>* const all : {&data->series, &data->lines}) {
        for (const ChartSeries& series : *all) {
            longest = std::max(longest, metrics.horizontalAdvance(series.name));
        }
    }
    const QCPLegend& legend = *plot->legend;
    const int column =
        legend.iconSize().width() + legend.iconTextPadding() + longest + legend.columnSpacing();
    const int room = width - legend.margins().left() - legend.margins().right();
    const int columns = std::clamp(room / std::max(column, 1), 1, MaxLegendColumns);
    if (columns != legend.wrap()) {
        plot->legend->setWrap(columns);
        plot->legend->setFillOrder(QCPLegend::foColumnsFirst, true); // rearranges the existing entries
    }
}

void StackChart::Private::paintOverview(QPainter& painter, const QRect& area) const {
    if (maximum == 0) {
        return;
    }
    const auto pixels = static_cast<size_t>(std::max(area.width(), 16));
    const PlotFrame all{QRectF(area), -0.5, std::max(maxX(), 0.5), 0, static_cast<double>(maximum)};
    QPolygonF curve{QPointF(area.left(), area.bottom() + 1)};
    for (const uint32_t position : decimate(sums.back(), 0, data->length(), pixels)) {
        curve += QPointF(all.pixelOfX(position), all.pixelOfY(sums.back()[position]));
    }
    curve += QPointF(area.right() + 1, curve.back().y());
    curve += QPointF(area.right() + 1, area.bottom() + 1);
    curve[0] = QPointF(area.left(), area.bottom() + 1);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ChartColors(q->palette()).of(ColorRole::Faint));
    painter.drawPolygon(curve);
}

/// Makes the strip and the field show which part of the axis is visible.
void StackChart::Private::showWhere() {
    const QCPRange range = plot->xAxis->range();
    strip->setShown(range.lower, range.upper);
    const auto valueAt = [this](double position) {
        return QString::number(data->xFrom + static_cast<uint64_t>(std::max(position, 0.0)) * data->xStep);
    };
    const double last = std::min(std::floor(range.upper), std::max(maxX() - 0.5, 0.0));
    typed->setText(valueAt(std::ceil(range.lower)) + QLatin1Char('-') + valueAt(last));
    typed->setModified(false);
}

void StackChart::Private::setRange(double from, double to) {
    const double width = std::clamp(to - from, std::min(MinShown, maxX() + 0.5), maxX() + 0.5);
    from = std::clamp(from, -0.5, std::max(maxX() - width, -0.5));
    plot->xAxis->setRange(from, from + width);
    showWhere();
    resample();
}

void StackChart::Private::zoom(double factor, double around) {
    const QCPRange range = plot->xAxis->range();
    setRange(around - (around - range.lower) / factor, around + (range.upper - around) / factor);
}

void StackChart::Private::moveCrosshair(std::optional<uint32_t> position) {
    if (crosshair == position) {
        return;
    }
    crosshair = position;
    lastCrosshair = position ? position : lastCrosshair;
    if (!plot->viewport().isEmpty()) {
        plot->layer(QStringLiteral("crosshair"))->replot();
    }
    q->announce(crosshair && readout ? readout(*crosshair) : QString());
}

void StackChart::Private::stepCrosshair(int by) {
    if (data->length() == 0) {
        return;
    }
    const auto last = static_cast<int64_t>(data->length()) - 1;
    const QCPRange shown = plot->xAxis->range();
    const int64_t start = lastCrosshair && shown.contains(*lastCrosshair)
                              ? int64_t{*lastCrosshair}
                              : static_cast<int64_t>(std::max(q->firstShown(), 0.0)) - by;
    crosshairFollowsMouse = false;
    const auto position = static_cast<uint32_t>(std::clamp<int64_t>(start + by, 0, last));
    if (!shown.contains(position)) {
        setRange(position - shown.size() / 2, position + shown.size() / 2);
    }
    moveCrosshair(position);
}

void StackChart::Private::press(QMouseEvent* event) {
    q->setFocus(Qt::MouseFocusReason);
    if (event->button() == Qt::LeftButton) {
        pressedAt = event->pos();
        pressedFrom = plot->xAxis->range().lower;
        panning = false;
    }
}

void StackChart::Private::move(QMouseEvent* event) {
    if (!pressedAt) {
        crosshairFollowsMouse = true;
        moveCrosshair(q->positionAt(event->pos()));
        return;
    }
    const int distance = event->pos().x() - pressedAt->x();
    panning = panning || std::abs(distance) >= QApplication::startDragDistance();
    if (panning) {
        const double width = plot->xAxis->range().size();
        const double from = pressedFrom - distance * width / std::max(plot->axisRect()->width(), 1);
        setRange(from, from + width);
    }
}

void StackChart::Private::release(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !pressedAt) {
        return;
    }
    pressedAt.reset();
    const auto position = q->positionAt(event->pos());
    clicked = !panning && position;
    if (clicked) {
        emit q->positionClicked(*position, event->modifiers());
    }
    panning = false;
}

void StackChart::Private::wheel(QWheelEvent* event) {
    const QPoint delta = event->angleDelta();
    const QCPRange range = plot->xAxis->range();
    if (std::abs(delta.x()) > std::abs(delta.y()) || event->modifiers() & Qt::ShiftModifier) {
        const int amount = delta.x() != 0 ? delta.x() : delta.y();
        const double by = -amount / 120.0 * range.size() / 10;
        setRange(range.lower + by, range.upper + by);
    } else {
        zoom(std::pow(ZoomStep, delta.y() / 120.0), frame().xOfPixel(event->position().x()));
    }
    event->accept();
}

PlotFrame StackChart::Private::frame() const {
    return {QRectF(plot->axisRect()->rect()), plot->xAxis->range().lower, plot->xAxis->range().upper,
            plot->yAxis->range().lower, plot->yAxis->range().upper};
}

void StackChart::Private::paintBehind(PlotOverlay& overlay) const {
    overlay.drawBands(data->bands, highlighted);
}

void StackChart::Private::paintBefore(PlotOverlay& overlay) const {
    if (maximum > 0 && data->xAxis == StackChartData::Axis::Count) {
        overlay.drawPeak(peak, static_cast<double>(maximum));
    }
    overlay.drawLifetime(lifetime);
    for (const Mark& mark : marks) {
        overlay.drawMark(mark);
    }
    if (data->limit) {
        overlay.drawLimit(*data->limit, labelHeight());
    }
}

void StackChart::Private::paintCrosshair(PlotOverlay& overlay) const {
    if (crosshair) {
        overlay.drawCrosshair(*crosshair, readout ? readout(*crosshair) : QString());
    }
}

StackChart::StackChart()
    : d(std::make_unique<Private>(this)) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(d->plot, 1);
    d->typed->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("00000000-00000000")));
    layout->addLayout(rowOf({{d->strip, 1}, d->typed}));
    layout->itemAt(1)->layout()->setContentsMargins(2, 0, 2, 1);
    d->plot->installEventFilter(this);
    applyTheme();
}

StackChart::~StackChart() = default;

void StackChart::setData(StackChartDataPtr data) {
    const bool sameLength = data->length() == d->data->length();
    d->data = std::move(data);
    d->sums.clear();
    for (const ChartSeries& series : d->data->series) {
        std::vector<uint64_t> sum = series.values;
        if (!d->sums.empty()) {
            std::transform(sum.begin(), sum.end(), d->sums.back().begin(), sum.begin(), std::plus<>());
        }
        d->sums.push_back(std::move(sum));
    }
    d->maximum = 0;
    d->peak = 0;
    if (d->data->length() > 0) {
        const auto maximum = std::ranges::max_element(d->sums.back());
        d->maximum = *maximum;
        d->peak = static_cast<uint32_t>(maximum - d->sums.back().begin());
    }
    d->lineMaximum = 0;
    for (const ChartSeries& line : d->data->lines) {
        for (const uint64_t value : line.values) {
            d->lineMaximum = std::max(d->lineMaximum, value);
        }
    }
    d->fitValues();
    d->rebuildGraphs();
    d->strip->setWhole(-0.5, d->maxX(), std::min(MinShown, d->maxX() + 0.5));
    d->showWhere();
    d->fitStrip();
    if (!sameLength) {
        d->crosshair.reset();
        d->lastCrosshair.reset();
        d->marks.clear();
        resetView();
    } else {
        d->resample();
    }
}

StackChartDataPtr StackChart::data() const {
    return d->data;
}

void StackChart::setMarks(std::vector<Mark> marks) {
    d->marks = std::move(marks);
    d->replot();
}

void StackChart::setHighlightedBand(std::optional<uint32_t> key) {
    d->highlighted = key;
    d->replot();
}

void StackChart::setLifetime(std::vector<ChartBand> lifetime) {
    d->lifetime = std::move(lifetime);
    d->replot();
}

const std::vector<ChartBand>& StackChart::lifetime() const {
    return d->lifetime;
}

void StackChart::setReadout(std::function<QString(uint32_t)> readout) {
    d->readout = std::move(readout);
}

void StackChart::showRange(double from, double to) {
    d->setRange(from, to);
}

void StackChart::resetView() {
    d->setRange(-0.5, d->maxX());
}

bool StackChart::showTyped(const QString& text) {
    static const QRegularExpression Range(
        QStringLiteral("^\\s*(\\d{1,18})\\s*(?:[-\u2013]\\s*(\\d{1,18})\\s*)?$"));
    const QRegularExpressionMatch match = Range.match(text);
    const auto positionOf = [this](const QString& typed) {
        return (typed.toDouble() - static_cast<double>(d->data->xFrom)) /
               static_cast<double>(std::max<uint64_t>(d->data->xStep, 1));
    };
    const double from = positionOf(match.captured(1));
    const double to = match.hasCaptured(2) ? positionOf(match.captured(2)) : from;
    if (!match.hasMatch() || to < from || from < 0 || from > d->maxX()) {
        return false;
    }
    const double room = std::max(0.0, (MinShown - (to - from)) / 2);
    d->setRange(from - std::max(room, 0.5), to + std::max(room, 0.5));
    return true;
}

double StackChart::firstShown() const {
    return d->plot->xAxis->range().lower;
}

double StackChart::lastShown() const {
    return d->plot->xAxis->range().upper;
}

QPoint StackChart::pointOf(uint32_t position) const {
    const PlotFrame area = d->frame();
    return d->plot->mapToParent(QPointF(area.pixelOfX(position), area.rect.center().y()).toPoint());
}

std::optional<uint32_t> StackChart::positionAt(const QPoint& point) const {
    const PlotFrame area = d->frame();
    const QPoint inPlot = d->plot->mapFromParent(point);
    if (d->data->length() == 0 || !area.rect.contains(inPlot)) {
        return std::nullopt;
    }
    const double last = static_cast<double>(d->data->length() - 1);
    return static_cast<uint32_t>(std::clamp(std::round(area.xOfPixel(inPlot.x())), 0.0, last));
}

size_t StackChart::drawnPoints() const {
    return d->drawn;
}

std::optional<uint32_t> StackChart::crosshair() const {
    return d->crosshair;
}

void StackChart::render(QPaintDevice& device, const QSize& size) const {
    QCPPainter painter(&device);
    painter.setMode(QCPPainter::pmVectorized, dynamic_cast<QImage*>(&device) == nullptr);
    // A saved picture has no crosshair, because no mouse points at it.
    const auto crosshair = std::exchange(d->crosshair, std::nullopt);
    d->fitLegend(size.width());
    d->plot->toPainter(&painter, size.width(), size.height());
    d->fitLegend(width());
    d->crosshair = crosshair;
}

void StackChart::addActions(QMenu& menu) {
    menu.addAction(tr("Zoom &in"), this, [this] { d->zoom(ZoomStep, (firstShown() + lastShown()) / 2); });
    menu.addAction(tr("Zoom &out"), this,
                   [this] { d->zoom(1 / ZoomStep, (firstShown() + lastShown()) / 2); });
    menu.addAction(tr("Show &all"), this, &StackChart::resetView);
    menu.addSeparator();
    ChartWidget::addActions(menu);
}

void StackChart::applyTheme() {
    d->strip->redraw();
    d->rebuildGraphs();
    d->resample();
}

void StackChart::keyPressEvent(QKeyEvent* event) {
    if (d->typed->hasFocus()) {
        return event->ignore(); // the field has already received the key but not used it
    }
    const int by = event->modifiers() & Qt::ControlModifier ? 10 : 1;
    const double middle = d->crosshair ? *d->crosshair : (firstShown() + lastShown()) / 2;
    switch (event->key()) {
    case Qt::Key_Left:
        return d->stepCrosshair(-by);
    case Qt::Key_Right:
        return d->stepCrosshair(by);
    case Qt::Key_Home:
        return d->stepCrosshair(-static_cast<int>(d->data->length()));
    case Qt::Key_End:
        return d->stepCrosshair(static_cast<int>(d->data->length()));
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return d->zoom(ZoomStep, middle);
    case Qt::Key_Minus:
        return d->zoom(1 / ZoomStep, middle);
    case Qt::Key_0:
        return resetView();
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (d->crosshair) {
            emit positionClicked(*d->crosshair, event->modifiers());
        }
        return;
    default:
        ChartWidget::keyPressEvent(event);
    }
}

void StackChart::resizeEvent(QResizeEvent* event) {
    ChartWidget::resizeEvent(event);
    d->fitStrip();
    d->fitLegend(width());
    // The axes get their new size only when the plot is next drawn, and the number of points depends on that
    // size.
    QMetaObject::invokeMethod(
        this, [this] { d->resample(); }, Qt::QueuedConnection);
}

bool StackChart::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave && d->crosshairFollowsMouse) {
        d->moveCrosshair(std::nullopt);
    }
    return ChartWidget::eventFilter(watched, event);
}

} // namespace tileline
