// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/fit.h"
#include "ui/charts/axis.h"
#include "ui/charts/keptpicture.h"
#include "ui/editing/planeditor.h"

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

namespace tileline {

/// A chart of the peak against another figure. The chart has a point for the current plan, and a point for
/// each of several other plans. A click on a point applies its plan.
class PlanPointChart : public QWidget {
    Q_OBJECT
public:
    struct Point {
        double x = 0;
        uint64_t peak = 0;
        Fit fit = {};
        bool operator==(const Point&) const = default;
    };

    explicit PlanPointChart(PlanEditor* editor, QWidget* parent = nullptr);

    const std::vector<Point>& points() const { return m_points; } ///< in ascending order of x
    /// The centre of a point in coordinates of this widget.
    QPointF positionOf(const Point& point) const {
        return {m_frame.pixelOfX(point.x), m_frame.pixelOfY(point.peak)};
    }
    /// The point under the mouse, or the point that was chosen with the keys.
    std::optional<size_t> pointed() const { return m_pointed; }
    /// The current plan, with the figures of the latest result.
    virtual std::optional<Point> current() const = 0;

    QSize sizeHint() const override { return {320, 170}; }
    QSize minimumSizeHint() const override { return {200, 120}; }

protected:
    virtual QString title() const = 0;
    /// Describes a point in one line.
    virtual QString textOf(size_t point) const = 0;
    /// Makes the plan of a point the current plan.
    virtual void take(size_t point) = 0;
    /// The values of x at the left and the right edge.
    virtual std::pair<double, double> range() const = 0;
    virtual QString xTitle() const = 0;
    virtual QString xText(double x) const = 0;
    /// The values at which the horizontal axis has labels.
    virtual std::vector<double> xLabels() const = 0;
    virtual bool stepped() const { return false; } ///< whether the curve has steps instead of slopes

    /// Replaces the points. `points` is empty while new points are being computed.
    void setPoints(std::optional<std::vector<Point>> points);
    void refresh();
    const PlotFrame& frame() const { return m_frame; } ///< the frame around the curve
    Session* session() const { return m_session; }
    PlanEditor* editor() const { return m_editor; }
    /// Appends "fits" or "does not fit" to `text`, or nothing if it is not known whether the plan fits.
    QString withVerdict(const QString& text, size_t point) const;

    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// Computes from the font, the unit and the values how much space the labels need.
    void layOut();
    std::vector<uint64_t> grid() const;
    std::optional<size_t> nearestToCurrent() const;
    void setPointed(std::optional<size_t> point);
    void describe();
    void step(int by);
    void drawAxes(QPainter& painter) const;
    void drawCurve(QPainter& painter) const;
    void drawPoint(QPainter& painter, size_t point, bool pointed) const;
    void drawCurrent(QPainter& painter) const;
    void drawEmpty(QPainter& painter) const;

    PlanEditor* const m_editor;
    Session* const m_session = m_editor->session();
    std::vector<Point> m_points;
    bool m_ready = false; ///< whether the points have been computed
    std::optional<size_t> m_pointed;
    PlotFrame m_frame;
    std::optional<uint64_t> m_limit; ///< empty if the limit is far above all peaks
    KeptPicture m_picture;           ///< axes and curve
};

} // namespace tileline
