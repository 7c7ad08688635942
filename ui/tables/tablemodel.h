// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/tabledata.h"

#include <QAbstractTableModel>

#include <optional>

namespace tileline {

/// Shows the rows of a TableData in a given order (arrangeRows). sort() only emits sortRequested(), because
/// the order is computed on a worker thread.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setData(TableDataPtr data, std::vector<uint32_t> order);
    const TableDataPtr& tableData() const { return m_data; }
    /// Key of a shown row, and the shown row of a key.
    uint32_t keyAt(int row) const;
    std::optional<int> rowOfKey(uint32_t key) const;
    /// The given shown rows as a table with raw bytes; all shown rows if `rows` is empty.
    Table shown(const std::vector<int>& rows = {}) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        return headerOf(m_data->table.columns, section, orientation, role);
    }
    void sort(int column, Qt::SortOrder order) override { emit sortRequested(column, order); }

signals:
    void sortRequested(int column, Qt::SortOrder order);

private:
    TableDataPtr m_data = std::make_shared<TableData>();
    std::vector<uint32_t> m_order;
};

} // namespace tileline
