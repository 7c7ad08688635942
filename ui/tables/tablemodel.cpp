// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/tablemodel.h"

#include "ui/text/bytestext.h"
#include "ui/text/plaintext.h"

#include <algorithm>

namespace tileline {

namespace {

/// The whole text, because the column may be too narrow, or all digits of a size.
QString tipOf(const Cell& cell, CellStyle style) {
    const auto* const bytes = std::get_if<uint64_t>(&cell.value);
    return bytes && style == CellStyle::Bytes ? exactBytesText(*bytes) : cellText(cell, style);
}

} // namespace

void TableModel::setData(TableDataPtr data, std::vector<uint32_t> order) {
    beginResetModel();
    m_data = std::move(data);
    m_order = std::move(order);
    endResetModel();
}

void TableModel::setOrder(std::vector<uint32_t> order) {
    beginResetModel();
    m_order = std::move(order);
    endResetModel();
}

uint32_t TableModel::keyAt(int row) const {
    return m_data->keys[m_order[static_cast<size_t>(row)]];
}

std::optional<int> TableModel::rowOfKey(uint32_t key) const {
    const auto found =
        std::find_if(m_order.begin(), m_order.end(), [&](uint32_t row) { return m_data->keys[row] == key; });
    return found == m_order.end() ? std::nullopt : std::optional(static_cast<int>(found - m_order.begin()));
}

Table TableModel::shown(const std::vector<int>& rows) const {
    Table table{m_data->table.columns, {}};
    if (rows.empty()) {
        for (const uint32_t row : m_order) {
            table.rows.push_back(m_data->table.rows[row]);
        }
    }
    for (const int row : rows) {
        table.rows.push_back(m_data->table.rows[m_order[static_cast<size_t>(row)]]);
    }
    return table;
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_data->table.columns.size());
}

const Cell& TableModel::cellAt(const QModelIndex& index) const {
    return m_data->table.rows[m_order[static_cast<size_t>(index.row())]][static_cast<size_t>(index.column())];
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto column = static_cast<size_t>(index.column());
    const bool isText = m_data->table.columns[column].type == ColumnType::Text;
    const CellStyle style = m_data->style(column);
    switch (role) {
    case Qt::DisplayRole:
        return cellText(cellAt(index), style);
    case Qt::ToolTipRole:
        return plainToolTip(tipOf(cellAt(index), style));
    case Qt::TextAlignmentRole:
        return QVariant(isText ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const auto column = static_cast<size_t>(section);
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole && column < m_data->titles.size()) {
        return m_data->titles[column];
    }
    if (orientation == Qt::Horizontal && role == Qt::ToolTipRole && column < m_data->tips.size()) {
        return plainToolTip(m_data->tips[column]);
    }
    return {};
}

void TableModel::sort(int column, Qt::SortOrder order) {
    emit sortRequested(column, order);
}

} // namespace tileline
