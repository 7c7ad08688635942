// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/peakexplanation.h"
#include "ui/charts/stackchart.h"
#include "ui/charts/stackchartdata.h"
#include "ui/pages/datapage.h"
#include "ui/session/partitionscheduler.h"
#include "ui/tables/groupedtablemodel.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/plaintext.h"

#include <QStackedWidget>
#include <QString>
#include <QTabWidget>
#include <QTreeView>

#include <array>
#include <memory>
#include <stop_token>

class QComboBox;

namespace tileline {

/// Which peak to explain.
struct PeakRequest {
    StageEstimatorPtr estimator;
    PartitionResultPtr result;
    uint32_t ipu = 0;
    std::optional<uint64_t> limit; ///< bytes per tile of the IPU; empty if the figures do not hold
    /// The roles in the estimator's profile and layers; null if they have to be found first.
    std::shared_ptr<const VariableRoles> roles = {};
};

/// What the items are grouped by.
enum class PeakGroups : uint8_t { Layer, Role, Category, Module, Source };
inline constexpr size_t PeakGroupCount = 5;

/// What the page "Why this peak" shows. Computed on a worker thread.
struct PeakData {
    PeakRequest request; ///< with the roles
    PeakExplanation explanation;
    TableDataPtr items; ///< keys are operations
    std::array<GroupedTablePtr, PeakGroupCount> groups;
    TableDataPtr categories;
    TableDataPtr moves; ///< what would change if a layer were on the neighbouring IPU, or on this one
    StackChartDataPtr histogram;

    /// The IPU, its fullest tile, headroom or overflow if there is a limit, what runs in the step, and how
    /// many tiles are nearly as full.
    QString summary() const;
};

using PeakDataPtr = std::shared_ptr<const PeakData>;

Outcome<PeakDataPtr> makePeakData(const PeakRequest& request, const std::stop_token& stop);

/// Why an IPU of the plan needs as much memory as it does: what its fullest tile holds when it is fullest.
/// Shows the selected stage, or else the IPU that is fullest for its memory.
class PeakPage : public DataPage {
    Q_OBJECT
public:
    PeakPage(Session* session, Selection* selection, QWidget* parent = nullptr);

    /// Empty: the items are not grouped.
    void groupBy(std::optional<PeakGroups> groups);

    /// Null until something is explained.
    const PeakDataPtr& shown() const { return m_data; }
    QLabel* summary() const { return m_summary; }
    QTreeView* tree() const { return m_tree; }
    TablePanel* items() const { return m_items; }

protected:
    void refresh() override;
    void reset() override;

private:
    static QComboBox* makeGroupBy();
    void show(PeakDataPtr made);
    void showGroups();
    void selectOperation(std::optional<uint32_t> operation);

    QComboBox* m_groupBy;
    QLabel* m_summary = selectableLabel();
    StackChart* m_histogram = new StackChart;
    QTabWidget* m_tabs = new QTabWidget;
    QStackedWidget* m_itemViews = new QStackedWidget; ///< the tree of groups, or the plain table
    GroupedTableModel* m_model = new GroupedTableModel(this);
    QTreeView* m_tree = new QTreeView;
    TablePanel* m_items = new TablePanel(tr("Items"));
    TablePanel* m_categories = new TablePanel(tr("Categories"));
    TablePanel* m_moves = new TablePanel(tr("One layer more or less"));
    PeakDataPtr m_data;
    LatestTask m_task{this};
};

} // namespace tileline
