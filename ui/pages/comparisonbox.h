// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/stackchartdata.h"
#include "ui/session/session.h"
#include "ui/tables/tabledata.h"

#include <QComboBox>

#include <initializer_list>
#include <optional>
#include <string_view>

namespace tileline {

/// The other report, as a page shows it.
struct ShownComparison {
    ComparedReportPtr report;
    bool difference = false; ///< charts show the difference of the two reports instead of both
};

/// Chooses whether the charts of a page show both reports or their difference. Hidden while there is no other
/// report. A page asks for shown(), and computes its data anew when the box has changed().
class ComparisonBox : public QComboBox {
    Q_OBJECT
public:
    explicit ComparisonBox(Session* session, QWidget* parent = nullptr);

    /// Empty if there is no other report.
    std::optional<ShownComparison> shown() const;

signals:
    void changed();

private:
    Session* const m_session;
};

/// Adds the other report to a chart of the open one, as a line over its stack; or replaces the stack by how
/// much more and how much less the other report has. `other` is as long as the chart.
void addOther(StackChartData& chart, std::vector<uint64_t> other, bool difference);
/// What a readout says of the other report, beside the bytes of the open one: two lines.
QString otherReadout(uint64_t open, uint64_t other);
/// The table of the open report with the numbers of the other one and the differences (joinedTable()). Rows
/// of the other one alone have the key NoId.
TableDataPtr withOther(const TableDataPtr& open, const TableDataPtr& other, std::string_view name,
                       std::initializer_list<std::string_view> measures);

} // namespace tileline
