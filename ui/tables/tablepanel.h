// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/latesttask.h"
#include "ui/tables/tablemodel.h"

#include <QWidget>

#include <optional>

class QLabel;
class QTableView;

namespace tileline {

class FilterBar;

/// A table with sorting by a click on a header, a filter (text or regular expression; an error is shown with
/// its position), the number of rows, copying of the selected rows with raw bytes, and export of the shown
/// rows as CSV, TSV or JSON. Sorting and filtering run on a worker thread.
class TablePanel : public QWidget {
    Q_OBJECT
public:
    /// `name` is the accessible name, and the file name that is proposed for exports.
    explicit TablePanel(const QString& name, QWidget* parent = nullptr);

    void setData(TableDataPtr table);
    const TableDataPtr& tableData() const { return m_data; }
    /// Shows `text` in place of the table. An empty text shows the table again.
    void setPlaceholder(const QString& text);
    /// Shows that new data are being computed, until setData().
    void showWorking();
    /// Order of the table until the user chooses another one.
    void sortBy(int column, Qt::SortOrder order);
    void setFilter(const TextFilter& filter);

    /// Selects the row of `key` and scrolls to it, without emitting keySelected().
    void selectKey(std::optional<uint32_t> key);
    std::optional<uint32_t> selectedKey() const;

    QTableView* view() const { return m_view; }
    TableModel* model() const { return m_model; }
    /// Whether sorting or filtering still runs.
    bool busy() const { return m_query.busy(); }
    /// The shown rows as text in a format, with raw bytes.
    QString text(TableFormat format) const;

public slots:
    void copySelection() const;
    void exportAs();

signals:
    /// The user chose another row.
    void keySelected(std::optional<uint32_t> key);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void setUpView(const QString& name);
    void reportSelection();
    void arrange();
    void showOrder(const TableDataPtr& table, std::vector<uint32_t> order);
    void updateCount();
    void fitColumns();

    TableDataPtr m_data = std::make_shared<TableData>();
    RowArrangement m_arrangement;
    TableModel* m_model;
    QTableView* m_view;
    FilterBar* m_bar;
    QLabel* m_placeholder;
    std::optional<uint32_t> m_wantedKey;
    bool m_selecting = false;
    bool m_fitted = false;
    LatestTask m_query{this};
};

} // namespace tileline
