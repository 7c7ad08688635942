// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/fit.h"
#include "core/solve/paretofront.h"
#include "ui/charts/axis.h"
#include "ui/charts/keptpicture.h"
#include "ui/editing/planeditor.h"
#include "ui/session/latesttask.h"
#include "ui/text/timetext.h"

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

namespace tileline {

/// A chart of the peak against another figure, with a point for the current plan and points for other plans.
/// A click on a point applies the plan of the point.
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
    /// The point of the current plan, with the figures of the latest result.
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
    virtual bool stepped() const { return false; } ///< whether the curve consists of steps, not slopes

    /// Replaces the points. Callers pass std::nullopt while the new points are being computed.
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
    /// Computes how much space the labels need. That depends on the font, the unit and the values.
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

/// Shows the lowest possible peak for each number of IPUs, and the peak of the current plan.
class TradeOffChart : public PlanPointChart {
    Q_OBJECT
public:
    explicit TradeOffChart(PlanEditor* editor);

    std::optional<Point> current() const override;

private:
    void updatePoints();
    uint32_t ipusOf(size_t point) const { return static_cast<uint32_t>(points()[point].x); }
    QString title() const override { return tr("Peak by IPUs; diamond: this plan"); }
    QString textOf(size_t point) const override;
    void take(size_t point) override;
    std::pair<double, double> range() const override;
    QString xTitle() const override { return tr("IPUs"); }
    QString xText(double x) const override { return QString::number(x); }
    std::vector<double> xLabels() const override;

    OptimumPtr m_optimum; ///< the optimum that the points come from
};

/// Shows the best combinations of peak and period under the plan's constraints, and the current plan. The
/// chart is hidden in PopLiner's setting, or if the profile states cycles for too few programs.
class FrontChart : public PlanPointChart {
    Q_OBJECT
public:
    explicit FrontChart(PlanEditor* editor, QWidget* parent = nullptr);

    std::optional<Point> current() const override;

private:
    /// The inputs for computing a front.
    struct Request {
        Study study;
        PlanConstraints constraints;

        /// Does not compare the studies. Each study has its own table, so equal tables mean equal studies.
        bool operator==(const Request& other) const {
            return study.table == other.study.table && constraints == other.constraints;
        }
    };

    void updateFront();
    void takeFront(const ParetoFront& front);
    QString title() const override;
    QString textOf(size_t point) const override;
    void take(size_t point) override;
    std::pair<double, double> range() const override;
    QString xTitle() const override { return tr("Period in cycles"); }
    QString xText(double x) const override { return cyclesText(x); }
    std::vector<double> xLabels() const override;
    bool stepped() const override { return true; }

    std::optional<Request> m_request; ///< the request for the front that is shown or being computed
    ParetoFront m_front;
    LatestTask m_task{this};
};

} // namespace tileline
