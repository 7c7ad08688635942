// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis.h"
#include "ui/charts/chartcolors.h"
#include "ui/charts/chartwidget.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QCustomPlot;
class QLineEdit;
class QPainter;

namespace tileline {

class OverviewStrip;
class PlotOverlay;

/// A series of a stacked area chart. `color` is called again when the window becomes light or dark.
struct ChartSeries {
    QString name;
    std::function<FillColors(const ChartColors&)> color;
    std::vector<uint64_t> values; ///< the value at each position
};

/// A range of positions, [from, to), with a label and a background.
struct ChartBand {
    uint32_t from = 0;
    uint32_t to = 0;
    QString label;
    uint32_t key = 0; ///< bands with equal keys are highlighted together
};

/// A horizontal line that marks a limit.
struct ChartLimit {
    uint64_t value = 0;
    QString label;
};

/// The data of a StackChart: values over the positions 0 .. n-1, which are steps, tiles or bins.
struct StackChartData {
    enum class Axis { Count, Bytes };

    std::vector<ChartSeries> series; ///< from the bottom of the stack to the top; all equally long
    std::vector<ChartSeries> lines;  ///< unfilled curves in front of the stack; each as long as a series
    std::vector<ChartBand> bands;    ///< ascending, disjoint
    std::optional<ChartLimit> limit;
    QString xLabel;
    QString yLabel;
    Axis yAxis = Axis::Bytes;
    /// The label of a position on the x axis is xFrom + position × xStep, as a number or as a size in bytes.
    Axis xAxis = Axis::Count;
    uint64_t xFrom = 0;
    uint64_t xStep = 1;
    /// Whether each position is an item with a width (such as a tile or a bin), not a point of a curve.
    bool discrete = false;

    size_t length() const { return series.empty() ? 0 : series.front().values.size(); }
};

using StackChartDataPtr = std::shared_ptr<const StackChartData>;

/// A stacked area chart over steps, tiles or bins, with background bands, a limit line, marks, and a
/// crosshair with the values at its position.
///
/// However long the series are, the chart draws only about two points per pixel. After each zoom, decimate()
/// (core/memory/liveness.h) selects the points again, so no peak is lost. Mouse: the wheel zooms at the
/// pointer, dragging pans, a double click shows everything, a click selects a position. Keys: Left and Right
/// move the crosshair (with Ctrl ten times as far), Home and End move it to the ends, + and - zoom, 0 shows
/// everything, and Return selects the crosshair's position. Shift+Return acts like Shift+click. Below the
/// plot, a chart of steps or tiles has a strip with the whole axis, and a field in which the user can type a
/// range.
class StackChart : public ChartWidget {
    Q_OBJECT
public:
    /// A vertical line with a letter, at a selected position.
    struct Mark {
        uint32_t position = 0;
        QString label;
    };

    StackChart();

    void setData(StackChartDataPtr data);
    const StackChartDataPtr& data() const { return m_data; }
    void setMarks(std::vector<Mark> marks) {
        m_marks = std::move(marks);
        replot();
    }
    void setHighlightedBand(std::optional<uint32_t> key) {
        m_highlighted = key;
        replot();
    }
    /// Shades ranges of positions in front of the curves, for example the lifetime of the chosen variable.
    void setLifetime(std::vector<ChartBand> lifetime) {
        m_lifetime = std::move(lifetime);
        replot();
    }
    const std::vector<ChartBand>& lifetime() const { return m_lifetime; }
    /// `readout` returns the text to show beside the crosshair at a position, in one or more lines.
    void setReadout(std::function<QString(uint32_t)> readout) { m_readout = std::move(readout); }

    /// Zooms to the positions `from` to `to`, both included. Widens a range with too few positions.
    void showRange(double from, double to);
    void resetView() { showRange(-0.5, maxX()); }
    /// Shows a range of steps or tiles that a user has typed: "120-180", or "150" for that position and its
    /// surroundings. Returns false if the text is not a range within the chart.
    bool showTyped(const QString& text);
    double firstShown() const;
    double lastShown() const;

    /// Converts a position to a point on this widget, and back.
    QPoint pointOf(uint32_t position) const;
    std::optional<uint32_t> positionAt(const QPoint& point) const;
    /// The number of points that are drawn for each series at the current zoom.
    size_t drawnPoints() const { return m_drawn; }
    std::optional<uint32_t> crosshair() const { return m_crosshair; }

    void render(QPaintDevice& device, const QSize& size) const override;
    QSize sizeHint() const override { return {800, 320}; }
    QSize minimumSizeHint() const override { return {240, 140}; }

signals:
    void positionClicked(uint32_t position, Qt::KeyboardModifiers modifiers);
    /// Emitted after a double click. The receiver must undo what it selected at the first of the two clicks.
    void clickTakenBack();

protected:
    void addActions(QMenu& menu) override;
    void applyTheme() override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setUpPlot();
    void rebuildGraphs();
    /// Chooses the points to draw for the visible range.
    void resample();
    void fitValues();
    void fitAxes();
    void fitLegend(int width) const;
    void fitStrip();
    void zoom(double factor, double around);
    void moveCrosshair(std::optional<uint32_t> position);
    void stepCrosshair(int by);
    void onPress(QMouseEvent* event);
    void onMove(QMouseEvent* event);
    void onRelease(QMouseEvent* event);
    void onWheel(QWheelEvent* event);
    PlotFrame frame() const;
    void replot();
    double labelHeight() const;
    double middle() const { return (firstShown() + lastShown()) / 2; }
    double maxX() const { return static_cast<double>(m_data->length()) - 0.5; }
    void paintOverview(QPainter& painter, const QRect& area) const;
    void showWhere();
    void paintBefore(PlotOverlay& overlay) const;

    QCustomPlot* const m_plot;
    OverviewStrip* const m_strip;
    QLineEdit* const m_typed; ///< shows the visible range; the user can type another range
    StackChartDataPtr m_data = std::make_shared<StackChartData>();
    /// For each series and position: the value of the series plus the values of all series below it.
    std::vector<std::vector<uint64_t>> m_sums;
    uint64_t m_maximum = 0;
    uint64_t m_lineMaximum = 0;
    uint32_t m_peak = 0;
    std::vector<Mark> m_marks;
    std::optional<uint32_t> m_highlighted;
    std::vector<ChartBand> m_lifetime;
    mutable std::optional<uint32_t> m_crosshair;
    bool m_crosshairFollowsMouse = false;    ///< whether the mouse, not a key, last moved the crosshair
    std::optional<uint32_t> m_lastCrosshair; ///< where the crosshair was last shown; keys move it from there
    std::function<QString(uint32_t)> m_readout;
    size_t m_drawn = 0;
    std::optional<QPoint> m_pressedAt;
    double m_pressedFrom = 0;
    bool m_panning = false;
    bool m_clicked = false; ///< whether the last click selected a position
};

} // namespace tileline
