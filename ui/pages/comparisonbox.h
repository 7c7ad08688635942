// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/stackchart.h"
#include "ui/session/session.h"
#include "ui/tables/tabledata.h"

#include <QComboBox>

#include <initializer_list>
#include <optional>
#include <string_view>

namespace tileline {

/// The other report, and whether charts show both reports or their difference.
struct ShownComparison {
    ComparedReportPtr report;
    bool difference = false; ///< whether charts show the difference instead of both reports
};

/// Lets the user choose whether the charts of a page show both reports or their difference. The box is hidden
/// while there is no other report. When the box emits changed(), the page must call shown() and draw its
/// charts again.
class ComparisonBox : public QComboBox {
    Q_OBJECT
public:
    explicit ComparisonBox(Session* session);

    /// The other report and the user's choice; empty if there is no other report.
    std::optional<ShownComparison> shown() const;

signals:
    void changed();

private:
    Session* const m_session;
};

/// Draws the other report's bytes as a line over a chart of the open report. If `difference` is true, the
/// chart instead shows the difference between the two reports. `other` must have a value for each position of
/// the chart.
void addOther(StackChartData& chart, std::vector<uint64_t> other, bool difference);
/// Two lines of a readout: the bytes of the other report, and their difference from the open report's bytes.
QString otherReadout(uint64_t open, uint64_t other);
/// Uses joinedTable() to add the other report's numbers and the differences to the table of the open report.
/// Rows that occur only in the other report get the key NoId.
TableDataPtr withOther(const TableDataPtr& open, const TableDataPtr& other, std::string_view name,
                       std::initializer_list<std::string_view> measures);

} // namespace tileline
