// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/execution/lanes.h"
#include "core/profile/bytile.h"
#include "ui/charts/chartwidget.h"
#include "ui/session/latesttask.h"
#include "ui/text/cyclestext.h"

#include <QFont>
#include <QImage>
#include <QPalette>

#include <functional>
#include <memory>

namespace tileline {

/// The data of a LaneChart: groups of lanes, one group below the other, on a common axis of cycles.
struct LaneChartData {
    struct Group {
        QString title;
        QString note;     ///< shown beneath the title
        uint32_t ipu = 0; ///< determines the hue
        std::vector<const Lane*> lanes;
        size_t parents = 0; ///< number of lanes at the top that are drawn paler
        uint32_t tiles = 0; ///< number of tiles; each tile has a line below the lanes
    };
    /// A named range of the axis. The name is shown above the lanes.
    struct Bracket {
        double from = 0;
        double to = 0;
        QString text;
    };

    /// An arrow that shows which span ends a wait. The arrow points from the end of the span, in one group,
    /// to the end of the wait, in another group.
    struct Arrow {
        size_t fromGroup = 0;
        double from = 0;
        size_t toGroup = 0;
        double waitFrom = 0;
        double waitTo = 0;
    };

    std::vector<Group> groups = {};
    std::vector<Bracket> brackets = {};
    std::vector<Arrow> arrows = {};
    std::optional<std::pair<double, double>> highlight = {}; ///< a range of the axis to shade
    double from = 0;
    double to = 1;
    double unit = 1; ///< number of cycles in one unit of the axis
    /// Returns the text of a tick. The argument is the tick's distance from `from`, in units of the axis.
    std::function<QString(double)> axisText = axisCyclesText;
    /// `label` returns the text to draw in a span, and may be called on any thread. `readout` returns a text
    /// with all that is known about a span.
    std::function<QString(const LanePosition&)> label = {};
    std::function<QString(const LanePosition&)> readout = {};
    /// Returns how many cycles each tile works during a span. The result is empty if all tiles work all the
    /// time.
    std::function<ByTile(const LanePosition&)> tileCycles = {};
    std::shared_ptr<const void> owner = {}; ///< keeps the lanes alive
};
using LaneChartDataPtr = std::shared_ptr<const LaneChartData>;

/// Everything that a thread needs to know to draw a LaneChart.
struct LaneView {
    LaneChartDataPtr data;
    double from = 0;
    double to = 1;
    int tilesHeight = 0; ///< height in pixels of all tile lines of a group together
    QSize size;
    QRect part; ///< the visible part of the chart
    QFont font;
    QPalette palette;
    double ratio = 1; ///< display pixels per pixel of the chart

    bool operator==(const LaneView&) const = default;
};

/// A chart of spans over time, arranged in lanes, with an overview of the whole time. To zoom, turn the wheel
/// or press W or S. To pan, press A or D, or drag with Shift held down. To scroll the lanes, turn the wheel
/// with Ctrl held down. F shows the chosen span or range, and Home shows everything. E and Q change the
/// height of the lines of tiles. To choose a span, click it or move to it with the arrow keys. To choose a
/// range, drag. A worker thread draws charts with many spans; until the thread is done, the last picture is
/// shown stretched.
class LaneChart : public ChartWidget {
    Q_OBJECT
public:
    explicit LaneChart(QWidget* parent = nullptr);

    /// Shows new data. If the data's range on the axis is the same as before, the visible range is kept.
    void setData(LaneChartDataPtr data);
    const LaneChartDataPtr& data() const { return m_data; }
    /// Outlines a span and brings it into view.
    void setChosen(std::optional<LanePosition> at);
    const std::optional<LanePosition>& chosen() const { return m_chosen; }
    void setRange(double from, double to);
    double from() const { return m_from; }
    double to() const { return m_to; }
    /// The chosen range; empty if there is none.
    std::optional<std::pair<double, double>> range() const { return m_range; }

    std::optional<LanePosition> spanAt(const QPointF& point) const;
    /// The tile whose line is at a point; empty if no tile's line is there.
    std::optional<uint32_t> tileAt(const QPointF& point) const;
    QRectF rectOf(const LanePosition& at) const;
    void render(QPaintDevice& device, const QSize& size) const override;
    QSize sizeHint() const override { return {640, minimumHeightWanted()}; }
    QSize minimumSizeHint() const override { return {240, minimumHeightWanted()}; }

public slots:
    void showAll() { setRange(m_data->from, m_data->to); }
    void showChoice();
    void zoomIn() { zoom(0.5, (m_from + m_to) / 2); }
    void zoomOut() { zoom(2, (m_from + m_to) / 2); }
    void zoomTiles(double factor);

signals:
    void spanChosen(const LanePosition& at);
    void rangeChanged();

protected:
    void applyTheme() override { update(); }
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QString readoutAt(const QPointF& point) const override;
    void addActions(QMenu& menu) override;

private:
    /// What the user changes by dragging the mouse.
    enum class Drag : uint8_t { None, Range, Pan, Window, WindowFrom, WindowTo };
    /// A text that lists the keys and mouse actions of the chart, one per line.
    static QString keys();
    struct Layout;
    class Painter;
    struct Picture {
        LaneView view;
        QImage image;
    };

    Layout layoutFor(const QSize& size) const;
    int minimumHeightWanted() const;
    LaneView viewOf(const QRect& part) const;
    static Picture pictureOf(LaneView view);
    void keepPicture(LaneView view);
    void choose(const LanePosition& at);
    void moveChoice(int lanes, int spans);
    void pan(double pixels);
    void zoom(double factor, double around);
    /// The length in cycles of the shortest range that the user can zoom in to.
    double shortest() const;
    double timeAt(double x) const;
    double overviewTimeAt(double x) const;

    LaneChartDataPtr m_data = std::make_shared<LaneChartData>();
    double m_from = 0;
    double m_to = 1;
    std::optional<LanePosition> m_chosen;
    std::optional<std::pair<double, double>> m_range;
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    double m_pressedFrom = 0; ///< value of m_from when the mouse button was pressed
    double m_pressedTo = 0;
    bool m_isLarge = false; ///< whether a worker thread draws the chart
    int m_tilesHeight = 96;
    Picture m_picture;
    LatestTask m_painting{this};
};

} // namespace tileline
