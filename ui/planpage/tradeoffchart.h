// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editing/planeditor.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace tileline {

/// The lowest possible peak for each number of IPUs, compared with the current plan. A click on a point
/// applies its plan.
class TradeOffChart : public QWidget {
    Q_OBJECT
public:
    explicit TradeOffChart(PlanEditor* editor, QWidget* parent = nullptr);

    /// Centre of the point for `ipus` IPUs; empty if no plan with that number of IPUs obeys the constraints.
    std::optional<QPointF> pointOf(uint32_t ipus) const;
    std::optional<uint32_t> pointed() const { return m_pointed; }
    void take(uint32_t ipus);

    QSize sizeHint() const override { return {320, 170}; }
    QSize minimumSizeHint() const override { return {200, 120}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Point {
        uint32_t ipus;
        const SolvedPlan* plan;
    };
    void refresh();
    std::vector<Point> points() const;
    const SolvedPlan* planOf(uint32_t ipus) const;
    /// Leaves space for the labels, whose size depends on font, unit and values.
    void layOut();
    double xOf(double ipus) const;
    double yOf(uint64_t bytes) const;
    void setPointed(std::optional<uint32_t> ipus);
    void step(int by);
    QString textOf(uint32_t ipus) const;
    void drawAxes(QPainter& painter) const;
    void drawCurve(QPainter& painter) const;
    void drawCurrent(QPainter& painter) const;
    void drawEmpty(QPainter& painter) const;

    PlanEditor* const m_editor;
    Session* const m_session;
    std::optional<uint32_t> m_pointed;
    uint32_t m_maxIpus = 1;
    uint64_t m_maxBytes = 1;
    bool m_showsLimit = true;
    QRectF m_area; ///< the area of the curve
};

} // namespace tileline
