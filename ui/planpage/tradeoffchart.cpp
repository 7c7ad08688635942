// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/tradeoffchart.h"

#include "core/plan/splitplan.h"
#include "ui/text/bytestext.h"
#include "ui/text/linetext.h"
#include "ui/text/warningtext.h"

#include <QPainter>

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

const SolvedPlan& TradeOffChart::planOf(size_t point) const {
    return *m_optimum->tradeOff[ipusOf(point) - 1];
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
    // The curve may still belong to other constraints.
    if (const auto next = editor()->plan().withIpus(ipus).withSplits(planOf(point).plan)) {
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

/// Each number of IPUs has a column of its own.
std::pair<double, double> TradeOffChart::range() const {
    double maximum = points().empty() ? 1 : points().back().x;
    if (const auto plan = current()) {
        maximum = std::max(maximum, plan->x);
    }
    return {0.5, maximum + 0.5};
}

void TradeOffChart::drawHorizontalAxis(QPainter& painter) const {
    const QFontMetrics metrics = fontMetrics();
    const double needed = metrics.horizontalAdvance(QStringLiteral("00")) + 8;
    const int every = std::max(1, static_cast<int>(std::ceil(needed / (xOf(2) - xOf(1)))));
    const auto maximum = static_cast<int>(range().second);
    for (int ipus = 1; ipus <= maximum; ++ipus) {
        if (ipus == 1 || ipus % every == 0) {
            drawLine(painter, QRectF(xOf(ipus) - 20, area().bottom() + 3, 40, metrics.height()),
                     Qt::AlignHCenter, QString::number(ipus));
        }
    }
    drawLine(painter,
             QRectF(area().left(), area().bottom() + metrics.height() + 3, area().width(), metrics.height()),
             Qt::AlignCenter, tr("IPUs"));
}

} // namespace tileline
