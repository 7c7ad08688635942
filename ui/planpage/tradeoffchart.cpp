// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/tradeoffchart.h"

#include "core/plan/splitplan.h"
#include "ui/text/bytestext.h"
#include "ui/text/linetext.h"
#include "ui/text/warningtext.h"

#include <algorithm>
#include <cmath>

namespace tileline {

TradeOffChart::TradeOffChart(PlanEditor* editor, QWidget* parent)
    : PlanPointChart(editor, parent) {
    setObjectName(QStringLiteral("tradeOffChart"));
    setAccessibleName(tr("Lowest peak by number of IPUs"));
    for (const auto signal : {&Session::optimumChanged, &Session::planChanged, &Session::layersChanged,
                              &Session::profileChanged, &Session::selfChecksChanged}) {
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
    // There is no such plan if the curve was computed for constraints that have changed since.
    if (const auto next = editor()->plan().withIpus(ipus).withSplits(m_optimum->tradeOff[ipus - 1]->plan)) {
        editor()->apply(*next, tr("Best plan for %n IPU(s)", nullptr, static_cast<int>(ipus)));
    }
}

QString TradeOffChart::title() const {
    return tr("Peak by IPUs; diamond: this plan");
}

QString TradeOffChart::textOf(size_t point) const {
    return withVerdict(tr("%n IPU(s): at least %1", nullptr, static_cast<int>(ipusOf(point)))
                           .arg(bytesText(points()[point].peak)),
                       point);
}

/// The column of each number of IPUs extends half a unit to the left and to the right of that number.
std::pair<double, double> TradeOffChart::range() const {
    double maximum = points().empty() ? 1 : points().back().x;
    if (const auto plan = current()) {
        maximum = std::max(maximum, plan->x);
    }
    return {0.5, maximum + 0.5};
}

QString TradeOffChart::xTitle() const {
    return tr("IPUs");
}

QString TradeOffChart::xText(double x) const {
    return QString::number(x);
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

} // namespace tileline
