// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartwidget.h"
#include "ui/charts/stackchartdata.h"

#include <functional>
#include <memory>
#include <vector>

namespace tileline {

/// A stacked area chart over steps, tiles or bins, with background bands, a limit line, marks, and a
/// crosshair that shows the values at its position.
///
/// At most two points per pixel are drawn, however long the series are (core/memory/liveness.h). The
/// points are chosen again at every zoom, so no peak is lost. Mouse: the wheel zooms at the pointer, dragging
/// pans, a double click shows everything, a click selects a position. Keys: Left and Right move the crosshair
/// (with Ctrl ten times as far), Home and End move it to the ends, + and - zoom, 0 shows everything, Return
/// selects the position, and Shift+Return has the effect of Shift+click. Below a chart of steps or tiles are
/// a strip with the whole axis and a field in which the user can type a range.
class StackChart : public ChartWidget {
    Q_OBJECT
public:
    /// A vertical line with a letter, at a selected position.
    struct Mark {
        uint32_t position = 0;
        QString label;
    };

    StackChart();
    ~StackChart() override;

    void setData(StackChartDataPtr data);
    StackChartDataPtr data() const;
    void setMarks(std::vector<Mark> marks);
    void setHighlightedBand(std::optional<uint32_t> key);
    /// Shades ranges of positions over the curves, such as the lifetime of the chosen variable.
    void setLifetime(std::vector<ChartBand> lifetime);
    const std::vector<ChartBand>& lifetime() const;
    /// `readout` returns the text for a position, in one or more lines. It is shown beside the crosshair.
    void setReadout(std::function<QString(uint32_t position)> readout);

    /// Zooms to the positions from `from` to `to` (inclusive). A range that is too small is made larger.
    void showRange(double from, double to);
    void resetView();
    /// Shows a range of steps or tiles that a user has typed: "120-180", or "150" for that position and its
    /// surroundings. Returns false if the text is not a range within the chart.
    bool showTyped(const QString& text);
    double firstShown() const;
    double lastShown() const;

    /// Converts a position to a point on this widget, and back.
    QPoint pointOf(uint32_t position) const;
    std::optional<uint32_t> positionAt(const QPoint& point) const;
    /// The number of points that are drawn for each series at the current zoom.
    size_t drawnPoints() const;
    std::optional<uint32_t> crosshair() const;

    void render(QPaintDevice& device, const QSize& size) const override;
    QSize sizeHint() const override { return {800, 320}; }
    QSize minimumSizeHint() const override { return {240, 140}; }

signals:
    void positionClicked(uint32_t position, Qt::KeyboardModifiers modifiers);
    /// Emitted after a double click, to undo the selection that its first click made.
    void clickTakenBack();

protected:
    void addActions(QMenu& menu) override;
    void applyTheme() override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tileline
