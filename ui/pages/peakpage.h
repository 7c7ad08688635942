// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/datapage.h"
#include "ui/pages/peakdata.h"

class QComboBox;
class QStackedWidget;
class QTabWidget;
class QTreeView;

namespace tileline {

class StackChart;
class TablePanel;

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
    StackChart* histogram() const { return m_histogram; }
    QTreeView* tree() const { return m_tree; }
    TablePanel* items() const { return m_items; }
    TablePanel* moves() const { return m_moves; }

protected:
    void refresh() override;
    void reset() override;

private:
    void buildTree();
    void show(PeakDataPtr made);
    void showGroups();
    void selectOperation(std::optional<uint32_t> operation);
    uint32_t explainedIpu() const;

    QComboBox* m_groupBy;
    QLabel* m_summary;
    StackChart* m_histogram;
    QTabWidget* m_tabs;
    QStackedWidget* m_itemViews; ///< the tree of groups, or the plain table
    GroupedTableModel* m_model;
    QTreeView* m_tree;
    TablePanel* m_items;
    TablePanel* m_categories;
    TablePanel* m_moves;
    PeakDataPtr m_data;
    Task m_task{this};
};

} // namespace tileline
