// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis.h"
#include "ui/charts/chartcolors.h"
#include "ui/charts/chartwidget.h"
#include "ui/charts/keptpicture.h"

#include <functional>
#include <memory>
#include <optional>

namespace tileline {

/// The data of a MemoryChart: boxes, each of which covers a range of steps and a range of addresses.
struct MemoryChartData {
    struct Box {
        uint32_t from = 0;   ///< the first step that the box covers
        uint32_t to = 0;     ///< the step after the last step that the box covers
        uint32_t offset = 0; ///< in bytes
        uint32_t bytes = 0;
        size_t group = 0; ///< position in `groups`
    };
    struct Group {
        QString title;
        std::function<FillColors(const ChartColors&)> colors;
    };
    std::vector<Box> boxes = {};
    std::vector<Group> groups = {};
    uint32_t steps = 1;
    uint64_t end = 1;                       ///< the greatest end address of any box, in bytes
    uint64_t limit = 0;                     ///< memory of a tile, in bytes
    uint64_t interleavedFrom = 0;           ///< the first address of interleaved memory; 0 if unknown
    std::function<QString(size_t)> label;   ///< returns the text to draw in a box
    std::function<QString(size_t)> readout; ///< returns all details of a box as text
    std::shared_ptr<const void> owner = {}; ///< keeps alive the data that the functions use
};
using MemoryChartDataPtr = std::shared_ptr<const MemoryChartData>;

/// A chart of a tile's memory in each step. The wheel zooms at the pointer: with Ctrl only the addresses,
/// with Shift only the steps. Dragging pans, Home shows everything, and F shows the chosen box. A click or
/// the keys Up and Down choose a box.
class MemoryChart : public ChartWidget {
    Q_OBJECT
public:
    MemoryChart() { setMouseTracking(true); }

    void setData(MemoryChartDataPtr data);
    const MemoryChartDataPtr& data() const { return m_data; }
    /// Hides the boxes that are smaller than `bytes`.
    void setSmallest(uint32_t bytes) {
        m_smallest = bytes;
        changed();
    }
    void setChosen(std::optional<size_t> box);
    std::optional<size_t> chosen() const { return m_chosen; }
    void setStep(std::optional<uint32_t> step) {
        m_step = step;
        update();
    }
    /// The visible range of steps and the visible range of addresses.
    const PlotFrame& visible() const { return m_visible; }
    void setVisible(double fromStep, double toStep, double fromByte, double toByte);
    using QWidget::setVisible;

    std::optional<size_t> boxAt(const QPointF& point) const;
    QRectF rectOf(size_t box) const { return rectIn(frameFor(size()), m_data->boxes[box]); }
    void render(QPaintDevice& device, const QSize& size) const override;
    QSize sizeHint() const override { return {640, 400}; }
    QSize minimumSizeHint() const override { return {240, 160}; }

public slots:
    void showAll() { setVisible(0, HUGE_VAL, 0, HUGE_VAL); }
    void showChoice();

signals:
    void boxChosen(size_t box);

protected:
    void applyTheme() override { changed(); }
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QString readoutAt(const QPointF& point) const override;
    void addActions(QMenu& menu) override;

private:
    PlotFrame frameFor(const QSize& size) const;
    QRectF rectIn(const PlotFrame& frame, const MemoryChartData::Box& box) const;
    void paint(QPainter& painter, const QSize& size) const;
    void paintBoxes(QPainter& painter, const PlotFrame& frame) const;
    void paintAxes(QPainter& painter, const PlotFrame& frame) const;
    void zoom(double steps, double bytes, const QPointF& around);
    void pan(const QPointF& pixels);
    void choose(size_t box) {
        setChosen(box);
        emit boxChosen(box);
    }
    void moveChoice(int by);
    void changed();

    MemoryChartDataPtr m_data = std::make_shared<MemoryChartData>();
    PlotFrame m_visible; ///< only the ranges are used; the rect is not set
    uint32_t m_smallest = 0;
    std::optional<size_t> m_chosen;
    std::optional<uint32_t> m_step;
    QPointF m_pressed;
    PlotFrame m_atPress;
    bool m_dragged = false;
    KeptPicture m_picture;
};

} // namespace tileline
