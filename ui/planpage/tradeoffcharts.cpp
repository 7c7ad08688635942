// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/tradeoffcharts.h"

#include "core/base/sequences.h"
#include "core/plan/splitplan.h"
#include "ui/text/bytestext.h"
#include "ui/text/linetext.h"
#include "ui/text/warningtext.h"

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

constexpr int CycleLabels = 4;

} // namespace

TradeOffChart::TradeOffChart(PlanEditor* editor)
    : PlanPointChart(editor) {
    setObjectName(QStringLiteral("tradeOffChart"));
    setAccessibleName(tr("Lowest peak by number of IPUs"));
    for (const auto signal : {&Session::optimumChanged, &Session::planChanged, &Session::selfChecksChanged}) {
        connect(session(), signal, this, &TradeOffChart::updatePoints);
    }
    connect(session(), &Session::resultChanged, this, &TradeOffChart::refresh);
}

void TradeOffChart::updatePoints() {
    m_optimum = session()->optimum();
    std::optional<std::vector<Point>> found;
    if (m_optimum) {
        found.emplace();
        const size_t count = std::min<size_t>(m_optimum->tradeOff.size(), MaxIpus);
        for (size_t i = 0; i < count; ++i) {
            if (const auto& plan = m_optimum->tradeOff[i]) {
                found->push_back({static_cast<double>(i + 1), plan->peakTileBytes,
                                  fitOf(plan->plan, plan->fits, *session())});
            }
        }
    }
    setPoints(std::move(found));
}

std::optional<PlanPointChart::Point> TradeOffChart::current() const {
    const PartitionResultPtr result = session()->result();
    if (!result) {
        return std::nullopt;
    }
    return Point{static_cast<double>(result->estimate.stages.size()), result->estimate.peakTileBytes()};
}

void TradeOffChart::take(size_t point) {
    const uint32_t ipus = ipusOf(point);
    // withSplits() fails if the constraints have changed since the curve was computed.
    if (const auto next = editor()->plan().withIpus(ipus).withSplits(m_optimum->tradeOff[ipus - 1]->plan)) {
        editor()->apply(*next, tr("Best plan for %n IPU(s)", nullptr, static_cast<int>(ipus)));
    }
}

QString TradeOffChart::textOf(size_t point) const {
    return withVerdict(tr("%n IPU(s): at least %1", nullptr, static_cast<int>(ipusOf(point)))
                           .arg(bytesText(points()[point].peak)),
                       point);
}

/// Each number of IPUs has a column, which extends half a unit to either side of that number.
std::pair<double, double> TradeOffChart::range() const {
    double maximum = points().empty() ? 1 : points().back().x;
    if (const auto plan = current()) {
        maximum = std::max(maximum, plan->x);
    }
    return {0.5, maximum + 0.5};
}

std::vector<double> TradeOffChart::xLabels() const {
    const double needed = lineWidth(QStringLiteral("00"), font()) + 8;
    const double column = frame().pixelOfX(2) - frame().pixelOfX(1);
    const int every = std::max(1, static_cast<int>(std::ceil(needed / column)));
    std::vector<double> labels{1};
    for (int ipus = std::max(every, 2); ipus <= frame().xUpper; ipus += every) {
        labels.push_back(ipus);
    }
    return labels;
}

FrontChart::FrontChart(PlanEditor* editor, QWidget* parent)
    : PlanPointChart(editor, parent) {
    setObjectName(QStringLiteral("frontChart"));
    setAccessibleName(tr("Peak against period"));
    for (const auto signal : {&Session::planChanged, &Session::optimumChanged}) {
        connect(session(), signal, this, &FrontChart::updateFront);
    }
    connect(session(), &Session::tableProgress, this, &FrontChart::updateFront);
    connect(session(), &Session::resultChanged, this, &FrontChart::refresh);
    connect(session(), &Session::selfChecksChanged, this, [this] {
        if (!points().empty()) {
            takeFront(ParetoFront(m_front));
        }
    });
    updateFront();
}

/// If the request has changed, drops the old front and computes a new one.
void FrontChart::updateFront() {
    std::optional<Request> request;
    if (session()->cycles() && session()->table() && session()->table()->complete()) {
        request = {session()->study(), session()->plan().constraints()};
    }
    setVisible(session()->cycles() != nullptr);
    if (request == m_request) {
        refresh();
        return;
    }
    m_request = std::move(request);
    m_front = {};
    m_task.cancel();
    setPoints(std::nullopt);
    if (!m_request) {
        return;
    }
    m_task.run(
        [request = *m_request](const std::stop_token& stop) -> Outcome<ParetoFront> {
            const IntervalCosts costs = TRY(request.study.costs(stop));
            return solvePareto(costs, {Objective::MinPeriod, request.constraints}, DefaultParetoPoints, stop);
        },
        [this](const Outcome<ParetoFront>& front) {
            if (front) {
                takeFront(*front);
            }
        });
}

void FrontChart::takeFront(const ParetoFront& front) {
    m_front = front;
    setPoints(mapped(m_front.points, [this](const SolvedPlan& plan) {
        return Point{*plan.period, plan.peakTileBytes, fitOf(plan.plan, plan.fits, *session())};
    }));
}

std::optional<PlanPointChart::Point> FrontChart::current() const {
    const PartitionResultPtr result = session()->result();
    const auto time = result ? session()->timeOf(result->estimate) : std::nullopt;
    if (!time) {
        return std::nullopt;
    }
    return Point{time->period, result->estimate.peakTileBytes()};
}

void FrontChart::take(size_t point) {
    const SolvedPlan& solved = m_front.points[point];
    if (const auto next = editor()->plan().withSplits(solved.plan)) {
        //: name of an undo step
        editor()->apply(*next, tr("Plan with a period of %1 cycles").arg(cyclesText(*solved.period)));
    }
}

QString FrontChart::title() const {
    return m_front.complete ? tr("Peak against period; diamond: this plan")
                            : tr("Peak against period, only for evenly spaced peaks; diamond: this plan");
}

QString FrontChart::textOf(size_t point) const {
    return withVerdict(tr("Period %1 cycles: peak at least %2")
                           .arg(cyclesText(points()[point].x), bytesText(points()[point].peak)),
                       point);
}

std::pair<double, double> FrontChart::range() const {
    const auto plan = current();
    if (points().empty() && !plan) {
        return {0, 1};
    }
    double minimum = points().empty() ? plan->x : points().front().x;
    double maximum = points().empty() ? plan->x : points().back().x;
    if (plan) {
        minimum = std::min(minimum, plan->x);
        maximum = std::max(maximum, plan->x);
    }
    const double space = std::max((maximum - minimum) / 12, std::max(maximum / 100, 1.0));
    return {std::max(0.0, minimum - space), maximum + space};
}

std::vector<double> FrontChart::xLabels() const {
    const int room = lineWidth(cyclesText(frame().xUpper), font()) + 16;
    const int count = std::clamp(static_cast<int>(frame().rect.width()) / room, 1, CycleLabels);
    const auto values =
        roundValues(static_cast<uint64_t>(frame().xLower), static_cast<uint64_t>(frame().xUpper), count);
    return {values.begin(), values.end()};
}

} // namespace tileline
