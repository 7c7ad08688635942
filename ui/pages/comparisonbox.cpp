// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/comparisonbox.h"

#include "core/output/comparisontables.h"
#include "ui/text/bytestext.h"
#include "ui/text/plaintext.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace tileline {

ComparisonBox::ComparisonBox(Session* session)
    : m_session(session) {
    //: what a chart shows while two reports are compared
    addItems({tr("Both reports"), tr("Difference")});
    setObjectName(QStringLiteral("comparisonBox"));
    setAccessibleName(tr("Compared reports"));
    setToolTip(plainToolTip(tr("Charts draw the other report as a line over the open report, or show the "
                               "difference between them. Tables show both reports and the difference.")));
    setVisible(false);
    connect(this, &QComboBox::currentIndexChanged, this, &ComparisonBox::changed);
    connect(session->comparison(), &Comparison::changed, this, [this, had = false]() mutable {
        const bool has = m_session->comparison()->report() != nullptr;
        setVisible(has);
        if (std::exchange(had, has) || has) {
            emit changed();
        }
    });
}

std::optional<ShownComparison> ComparisonBox::shown() const {
    auto report = m_session->comparison()->report();
    return report ? std::optional(ShownComparison{std::move(report), currentIndex() == 1}) : std::nullopt;
}

void addOther(StackChartData& chart, std::vector<uint64_t> other, bool difference) {
    if (!difference) {
        chart.lines.push_back({ComparisonBox::tr("Other report"),
                               [](const ChartColors& colors) {
                                   return FillColors{colors.text(), colors.text()};
                               },
                               std::move(other)});
        return;
    }
    std::vector<uint64_t> open(chart.length());
    for (const ChartSeries& series : chart.series) {
        std::transform(open.begin(), open.end(), series.values.begin(), open.begin(), std::plus<>());
    }
    std::vector<uint64_t> less(open.size());
    for (size_t i = 0; i < open.size(); ++i) {
        less[i] = open[i] - std::min(open[i], other[i]);
        other[i] -= std::min(open[i], other[i]);
    }
    chart.limit.reset();
    chart.series = {{ComparisonBox::tr("More in the other report"),
                     [](const ChartColors& colors) { return colors.category(StageCategory::VertexCode); },
                     std::move(other)},
                    {ComparisonBox::tr("Less in the other report"),
                     [](const ChartColors& colors) { return colors.category(StageCategory::ExchangeCode); },
                     std::move(less)}};
}

QString otherReadout(uint64_t open, uint64_t other) {
    return ComparisonBox::tr("Other report: %1").arg(bytesText(other)) + QLatin1Char('\n') +
           ComparisonBox::tr("Difference: %1")
               .arg(signedBytesText(static_cast<int64_t>(other) - static_cast<int64_t>(open)));
}

TableDataPtr withOther(const TableDataPtr& open, const TableDataPtr& other, std::string_view name,
                       std::initializer_list<std::string_view> measures) {
    auto joined = std::make_shared<TableData>();
    joined->table = joinedTable(open->table, other->table, name, measures, &joined->keys);
    for (uint32_t& key : joined->keys) {
        key = key == NoId ? NoId : open->keys[key];
    }
    return joined;
}

} // namespace tileline
