// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/tabledata.h"

#include <QAbstractItemModel>

#include <memory>
#include <optional>
#include <vector>

namespace tileline {

/// The rows of a table in groups. Built on a worker thread, and immutable from then on.
struct GroupedTable {
    struct Group {
        std::vector<Cell> cells;    ///< by column of the table
        std::vector<uint32_t> rows; ///< of the table
    };
    TableDataPtr table = std::make_shared<TableData>();
    std::vector<Group> groups;
};

using GroupedTablePtr = std::shared_ptr<const GroupedTable>;

/// Shows a GroupedTable as a tree of two levels: groups, which can be folded, and the rows in them.
class GroupedTableModel : public QAbstractItemModel {
    Q_OBJECT
public:
    /// The raw value of a cell, for copying.
    static constexpr int RawRole = Qt::UserRole;

    using QAbstractItemModel::QAbstractItemModel;

    void setData(GroupedTablePtr data);
    const GroupedTablePtr& groupedTable() const { return m_data; }
    /// The key of a row; empty for a group.
    std::optional<uint32_t> keyAt(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const Cell& cellAt(const QModelIndex& index) const;

    GroupedTablePtr m_data = std::make_shared<GroupedTable>();
};

} // namespace tileline
