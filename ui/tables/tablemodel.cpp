// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/tablemodel.h"

#include <algorithm>

namespace tileline {

void TableModel::setData(TableDataPtr data, std::vector<uint32_t> order) {
    beginResetModel();
    m_data = std::move(data);
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
    const size_t count = rows.empty() ? m_order.size() : rows.size();
    for (size_t i = 0; i < count; ++i) {
        table.rows.push_back(m_data->table.rows[m_order[rows.empty() ? i : static_cast<size_t>(rows[i])]]);
    }
    return table;
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_data->table.columns.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto column = static_cast<size_t>(index.column());
    return cellData(m_data->table.columns[column],
                    m_data->table.rows[m_order[static_cast<size_t>(index.row())]][column], role);
}

} // namespace tileline
