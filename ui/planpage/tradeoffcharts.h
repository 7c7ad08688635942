// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/solve/paretofront.h"
#include "ui/planpage/planpointchart.h"
#include "ui/session/latesttask.h"

namespace tileline {

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

    OptimumPtr m_optimum; ///< the optimum from which the points are taken
};

/// Shows the best combinations of peak and period for the plan's IPUs and constraints, and the current plan.
/// The chart is hidden while the period is unknown: in PopLiner's setting, or if the profile has too few
/// cycles.
class FrontChart : public PlanPointChart {
    Q_OBJECT
public:
    explicit FrontChart(PlanEditor* editor, QWidget* parent = nullptr);

    std::optional<Point> current() const override;

private:
    /// The inputs from which a front is computed.
    struct Request {
        Study study;
        PlanConstraints constraints;

        /// Two requests with the same table also have the same study, because each study has its own table.
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
    QString xText(double x) const override;
    std::vector<double> xLabels() const override;
    bool stepped() const override { return true; }

    std::optional<Request> m_request; ///< the request for the front that is shown or being computed
    ParetoFront m_front;
    LatestTask m_task{this};
};

} // namespace tileline
