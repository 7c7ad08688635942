// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/peakexplanation.h"
#include "ui/charts/stackchart.h"
#include "ui/pages/datapage.h"
#include "ui/session/partitionscheduler.h"
#include "ui/tables/groupedtablemodel.h"
#include "ui/tables/tablepanel.h"

#include <QStackedWidget>
#include <QTabWidget>
#include <QTreeView>

#include <array>
#include <memory>

namespace tileline {

/// Data about what takes the most memory in the report, independent of any plan. Computed on a worker thread.
struct InsightsData {
    enum Tab { Tiles, Variables, Vertices, ComputeSets, Exchanges, Count };

    QString summary;
    TableDataPtr help;
    /// The tables of the tabs. The keys of their rows are, in the order of the tabs: tiles, variables, row
    /// numbers, row numbers, programs.
    std::array<TableDataPtr, Count> tabs;
    StackChartDataPtr histogram;
};
using InsightsDataPtr = std::shared_ptr<const InsightsData>;

/// Shows what fills the tiles of a report (the largest variables, vertices and so on) and what would help.
class InsightsPanel : public QWidget {
    Q_OBJECT
public:
    explicit InsightsPanel(Selection* selection);

    void setData(const InsightsDataPtr& made);
    TablePanel* table(InsightsData::Tab tab) const { return m_tables[tab]; }
    TablePanel* help() const { return m_help; }

private:
    StackChart* m_histogram = new StackChart;
    TablePanel* const m_help;
    QTabWidget* m_tabs = new QTabWidget;
    std::array<TablePanel*, InsightsData::Count> m_tables;
};

/// The peak to explain, and the data that the explanation needs.
struct PeakRequest {
    StageEstimatorPtr estimator;
    PartitionResultPtr result;
    uint32_t ipu = 0;
    std::optional<uint64_t> limit; ///< in bytes per tile; empty if the figures are not reliable
    /// The roles of variables, for the estimator's profile and layers; null if the roles must still be found.
    std::shared_ptr<const VariableRoles> roles = {};
};

/// The data of the page "Why this peak". Computed on a worker thread.
struct PeakData {
    PeakRequest request; ///< `request.roles` is never null
    PeakExplanation explanation;
    TableDataPtr items;                  ///< the keys are operations
    std::vector<GroupedTablePtr> groups; ///< the items by layer, role, category, module and source line
    TableDataPtr categories;
    TableDataPtr moves; ///< effects of moving a layer between the IPU and a neighbouring IPU
    StackChartDataPtr histogram;

    /// Says how many bytes the fullest tile of the IPU holds, how much headroom it has or by how much it
    /// exceeds the limit, what runs in the peak step, and how many tiles are almost as full.
    QString summary() const;
};

using PeakDataPtr = std::shared_ptr<const PeakData>;

/// Explains the peak of an IPU of the plan by listing the contents of the fullest tile at the peak. Shows the
/// selected IPU or, if none is selected, the IPU that is fullest relative to its limit. The page can also
/// show what takes the most memory in the report itself. If there is no plan, the page shows only the report.
class PeakPage : public DataPage {
    Q_OBJECT
public:
    PeakPage(Session* session, Selection* selection);

    /// The explained peak; null until a peak has been explained.
    const PeakDataPtr& shown() const { return m_data; }
    InsightsPanel* insights() const { return m_insights; }
    QLabel* summary() const { return m_summary; }
    QTreeView* tree() const { return m_tree; }
    TablePanel* items() const { return m_items; }

protected:
    void refresh() override;
    void reset() override;

private:
    void refreshReport();
    void followTile();
    void show(PeakDataPtr made);
    void showGroups();
    void selectOperation(std::optional<uint32_t> operation);

    QComboBox* m_subject; ///< chooses between the plan and the report
    QComboBox* m_tiles;   ///< for the report: chooses between all tiles and the chosen tile
    QComboBox* m_groupBy;
    StageBox* m_ipus;
    QWidget* m_explanation = nullptr;
    InsightsPanel* m_insights;
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
