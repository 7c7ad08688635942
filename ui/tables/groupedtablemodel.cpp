// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/groupedtablemodel.h"

#include "ui/look/metrics.h"
#include "ui/text/celltext.h"

namespace tileline {

namespace {

// Whether the row at `index` stands for a group. The internal id of a group is 0; the internal id of any
// other row is the number of its group plus 1.
bool isGroup(const QModelIndex& index) {
    return index.internalId() == 0;
}

} // namespace

GroupedTablePtr groupedBy(const TableDataPtr& table, std::string_view key) {
    const Table& items = table->table;
    auto grouped = std::make_shared<GroupedTable>(GroupedTable{table, {}});
    double running = 0;
    for (RowGroup& group : largestGroups(items, key)) {
        running += group.share;
        const QString name = cellText(group.key, items.columns[*items.find(key)].type);
        std::vector<Cell> cells(items.columns.size());
        cells.front() = Cell((name.isEmpty() ? GroupedTableModel::tr("(none)") : name).toStdString());
        cells[*items.find("bytes")] = Cell(group.bytes);
        cells[*items.find("share")] = Cell(group.share);
        cells[*items.find("running_share")] = Cell(running);
        grouped->groups.push_back({std::move(cells), std::move(group.rows)});
    }
    return grouped;
}

void GroupedTableModel::setData(GroupedTablePtr data) {
    beginResetModel();
    m_data = std::move(data);
    endResetModel();
}

std::optional<uint32_t> GroupedTableModel::keyAt(const QModelIndex& index) const {
    if (!index.isValid() || isGroup(index)) {
        return std::nullopt;
    }
    const GroupedTable::Group& group = m_data->groups[index.internalId() - 1];
    return m_data->table->keys[group.rows[static_cast<size_t>(index.row())]];
}

const std::vector<Cell>& GroupedTableModel::cellsAt(const QModelIndex& index) const {
    const auto row = static_cast<size_t>(index.row());
    return isGroup(index) ? m_data->groups[row].cells
                          : m_data->table->table.rows[m_data->groups[index.internalId() - 1].rows[row]];
}

QModelIndex GroupedTableModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= columnCount(parent)) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex GroupedTableModel::parent(const QModelIndex& index) const {
    return !index.isValid() || isGroup(index) ? QModelIndex()
                                              : createIndex(static_cast<int>(index.internalId() - 1), 0);
}

int GroupedTableModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) {
        return static_cast<int>(m_data->groups.size());
    }
    return isGroup(parent) && parent.column() == 0
               ? static_cast<int>(m_data->groups[static_cast<size_t>(parent.row())].rows.size())
               : 0;
}

QVariant GroupedTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    if (role == Qt::FontRole && isGroup(index)) {
        return metrics::bold({});
    }
    const auto column = static_cast<size_t>(index.column());
    return cellData(columns()[column], cellsAt(index)[column], role);
}

} // namespace tileline
