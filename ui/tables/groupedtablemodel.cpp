// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/groupedtablemodel.h"

#include "ui/text/plaintext.h"

#include <QFont>

namespace tileline {

namespace {

// The internal id of an index: 0 for a group; for a row, the number of its group plus 1.
bool isGroup(const QModelIndex& index) {
    return index.internalId() == 0;
}

QString rawText(const Cell& cell) {
    if (const auto* const number = std::get_if<uint64_t>(&cell.value)) {
        return QString::number(*number);
    }
    if (const auto* const real = std::get_if<double>(&cell.value)) {
        return QString::number(*real);
    }
    return cellText(cell, CellStyle::Plain);
}

} // namespace

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

int GroupedTableModel::columnCount(const QModelIndex&) const {
    return static_cast<int>(m_data->table->table.columns.size());
}

const Cell& GroupedTableModel::cellAt(const QModelIndex& index) const {
    const auto row = static_cast<size_t>(index.row());
    const auto column = static_cast<size_t>(index.column());
    return isGroup(index)
               ? m_data->groups[row].cells[column]
               : m_data->table->table.rows[m_data->groups[index.internalId() - 1].rows[row]][column];
}

QVariant GroupedTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto column = static_cast<size_t>(index.column());
    const bool isText = m_data->table->table.columns[column].type == ColumnType::Text;
    switch (role) {
    case Qt::DisplayRole:
        return cellText(cellAt(index), m_data->table->style(column));
    case Qt::ToolTipRole:
        return plainToolTip(isText ? cellText(cellAt(index), CellStyle::Plain) : QString());
    case Qt::TextAlignmentRole:
        return QVariant((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole:
        if (isGroup(index)) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    case RawRole:
        return rawText(cellAt(index));
    default:
        return {};
    }
}

QVariant GroupedTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const auto column = static_cast<size_t>(section);
    return orientation == Qt::Horizontal && role == Qt::DisplayRole && column < m_data->table->titles.size()
               ? QVariant(m_data->table->titles[column])
               : QVariant();
}

} // namespace tileline
