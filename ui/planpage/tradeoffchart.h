// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/planpage/planpointchart.h"

namespace tileline {

/// Shows the lowest possible peak for each number of IPUs, and the peak of the current plan.
class TradeOffChart : public PlanPointChart {
    Q_OBJECT
public:
    explicit TradeOffChart(PlanEditor* editor, QWidget* parent = nullptr);

    std::optional<Point> current() const override;

private:
    void updatePoints();
    uint32_t ipusOf(size_t point) const { return static_cast<uint32_t>(points()[point].x); }
    QString title() const override;
    QString textOf(size_t point) const override;
    void take(size_t point) override;
    std::pair<double, double> range() const override;
    QString xTitle() const override;
    QString xText(double x) const override;
    std::vector<double> xLabels() const override;

    OptimumPtr m_optimum; ///< the optimum from which the points are taken
};

} // namespace tileline
