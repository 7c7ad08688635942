// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/tabledata.h"

#include <QAbstractItemModel>

#include <memory>
#include <optional>
#include <vector>

namespace tileline {

/// The rows of a table, divided into groups. Built on a worker thread, and immutable from then on.
struct GroupedTable {
    struct Group {
        std::vector<Cell> cells;  ///< cells of the row that stands for the group, one per column
        std::vector<size_t> rows; ///< positions of the group's rows in the table
    };
    TableDataPtr table = std::make_shared<TableData>();
    std::vector<Group> groups;
};

using GroupedTablePtr = std::shared_ptr<const GroupedTable>;

/// Groups the rows of a table by the column `key`. The largest group comes first. In the row that stands for
/// a group, the first cell is the group's name. `bytes` and `share` are sums over the group's rows.
/// `running_share` is the share of this group and all larger groups together.
GroupedTablePtr groupedBy(const TableDataPtr& table, std::string_view key);

/// Shows a GroupedTable as a tree with two levels: groups, which can be folded, and the rows of each group.
class GroupedTableModel : public QAbstractItemModel {
    Q_OBJECT
public:
    using QAbstractItemModel::QAbstractItemModel;

    void setData(GroupedTablePtr data);
    /// The key of the row at `index`; empty if the row stands for a group.
    std::optional<uint32_t> keyAt(const QModelIndex& index) const;
    /// The columns of the table; groups and rows have the same columns.
    const std::vector<Column>& columns() const { return m_data->table->table.columns; }
    const std::vector<Cell>& cellsAt(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return static_cast<int>(columns().size()); }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        return headerOf(columns(), section, orientation, role);
    }

private:
    GroupedTablePtr m_data = std::make_shared<GroupedTable>();
};

} // namespace tileline
