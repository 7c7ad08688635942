// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartwidget.h"
#include "ui/charts/stackchartdata.h"

#include <functional>
#include <memory>
#include <vector>

namespace tileline {

/// A stack of areas over steps, tiles or bins, with bands behind it, a limit line, marks, and a crosshair
/// that reads out what it points at.
///
/// However long the series are, at most two points for each pixel are drawn (core/analysis/downsample.h);
/// they are chosen anew at every zoom, so peaks are always there. Mouse: wheel zooms at the pointer, dragging
/// pans, a double click shows all, a click selects. Keys: Left and Right move the crosshair (Ctrl: ten times
/// as far), Home and End go to the ends, + and - zoom, 0 shows all, Return selects, with Shift as the mouse
/// does.
class StackChart : public ChartWidget {
    Q_OBJECT
public:
    /// A vertical line with a letter, at a selected position.
    struct Mark {
        uint32_t position = 0;
        QString label;
    };

    explicit StackChart(QWidget* parent = nullptr);
    ~StackChart() override;

    void setData(StackChartDataPtr data);
    StackChartDataPtr data() const;
    void setMarks(std::vector<Mark> marks);
    void setHighlightedBand(std::optional<uint32_t> key);
    /// Text for what is at a position, several lines; shown beside the crosshair.
    void setReadout(std::function<QString(uint32_t position)> readout);

    /// Shows positions from..to (inclusive), at least a few of them.
    void showRange(double from, double to);
    void resetView();
    double firstShown() const;
    double lastShown() const;

    /// Where a position is on this widget, and what is at a place of it.
    QPoint pointOf(uint32_t position) const;
    std::optional<uint32_t> positionAt(const QPoint& point) const;
    /// Points that are drawn for each series now.
    size_t drawnPoints() const;
    std::optional<uint32_t> crosshair() const;

    void render(QPaintDevice& device, const QSize& size) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void positionClicked(uint32_t position, Qt::KeyboardModifiers modifiers);

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
