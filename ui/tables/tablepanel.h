// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/latesttask.h"
#include "ui/tables/tabledata.h"
#include "ui/text/plaintext.h"

#include <QAbstractTableModel>
#include <QHeaderView>
#include <QLineEdit>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

#include <optional>

class QAbstractItemView;
class QAction;

namespace tileline {

/// The bar above a table or tree: a field for a filter (a text or a regular expression), a status text, and a
/// button that exports the shown rows.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    /// `name` is the name of the filtered table or tree, for screen readers. `owner` is the widget that
    /// contains the table or tree; the filter's shortcut works anywhere in `owner`.
    FilterBar(const QString& name, QWidget* owner);

    /// The filter that the user typed. If it is invalid, returns nothing and shows the error in the bar.
    std::optional<TextFilter> validFilter();
    /// Sets the status text, such as the number of rows that are shown.
    void setStatus(const QString& text) { m_status->setText(text); }
    QLineEdit* edit() const { return m_edit; }
    /// A button for a menu of columns. The button is hidden until the owner adds a menu and shows the button.
    QToolButton* columns() const { return m_columns; }

signals:
    void filterChanged();
    void exportRequested();

private:
    QLineEdit* m_edit = new QLineEdit;
    QAction* m_regex;
    QToolButton* m_columns = new QToolButton;
    QLabel* m_status = plainLabel();
};

/// Asks for a file name and proposes `name`. Writes `table` as CSV, TSV or JSON, depending on the suffix. On
/// failure, shows the error and keeps the existing file.
void exportTable(QWidget* parent, const QString& name, const Table& table);

/// Copies one row to the clipboard for pasting into a spreadsheet. The names of the columns are left out.
void copyRow(const std::vector<Column>& columns, const std::vector<Cell>& cells);

/// Sets up a view of a table or a tree. Draws each cell as one line of plain text with a bar below it. Qt's
/// own delegate lays out each text twice per repaint; this delegate keeps the layouts.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    /// `copy` is called when the user presses Ctrl+C. `name` is the view's name for screen readers.
    CellDelegate(QAbstractItemView* view, const QString& name, std::function<void()> copy);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::function<void()> m_copy;
};

/// Sets up a tree in which the user can copy the current row. `model` must have the functions columns() and
/// cellsAt(index). `name` is for screen readers.
template <class Model>
void setUpTree(QTreeView& tree, Model& model, const QString& name) {
    tree.setModel(&model);
    new CellDelegate(&tree, name, [&] {
        if (tree.currentIndex().isValid()) {
            copyRow(model.columns(), model.cellsAt(tree.currentIndex()));
        }
    });
    tree.setUniformRowHeights(true);
    tree.header()->setStretchLastSection(false);
}

/// Shows the rows of a TableData in the order that arrangeRows() returned. sort() only emits sortRequested(),
/// because a worker thread computes the order.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// `sums` is empty or contains a cell for each column. Each cell is shown below the title of its column.
    void setData(TableDataPtr data, std::vector<uint32_t> order, std::vector<double> greatest,
                 std::vector<Cell> sums = {});
    /// keyAt() returns the key of a shown row. rowOfKey() returns the row of a key if that row is shown.
    uint32_t keyAt(int row) const { return m_data->keys[m_order[static_cast<size_t>(row)]]; }
    std::optional<int> rowOfKey(uint32_t key) const;
    /// Returns a table of the shown rows at the positions `rows`, or of all shown rows if `rows` is empty.
    /// Sizes are exact.
    Table shown(const std::vector<int>& rows = {}) const;

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_order.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_data->table.columns.size());
    }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override { emit sortRequested(column, order); }

signals:
    void sortRequested(int column, Qt::SortOrder order);

private:
    TableDataPtr m_data = std::make_shared<TableData>();
    std::vector<uint32_t> m_order;
    std::vector<double> m_greatest; ///< from greatestNumbers()
    std::vector<Cell> m_sums;       ///< from sumsOf(); empty if no sums are shown
};

/// A table with a FilterBar, whose status text shows the number of rows or an error in the filter. A click on
/// a header sorts the table. The user can copy the selected rows, and export the shown rows as CSV, TSV or
/// JSON. Copied and exported sizes are exact byte counts; an export also includes hidden columns. Sorting and
/// filtering run on a worker thread. The user can hide columns; the preferences remember the hidden columns
/// under the name of the table.
class TablePanel : public QWidget {
    Q_OBJECT
public:
    /// `name` is both the accessible name and the proposed file name for an export.
    explicit TablePanel(const QString& name);

    void setData(TableDataPtr table);
    /// Shows `text` in place of the table; if `text` is empty, shows the table again.
    void setPlaceholder(const QString& text);
    /// Hides the columns with these keys, but only until the user has chosen the columns of this table.
    void hideAtFirst(const QStringList& keys) { m_hiddenAtFirst = keys; }
    /// Shows the sums of the shown rows below the titles of the columns.
    void showSums() { m_showsSums = true; }
    /// Shows "Working…" as status text until setData() is called.
    void showWorking() { m_bar->setStatus(tr("Working…")); }

    /// Selects the row of `key` and scrolls to it, without emitting keySelected().
    void selectKey(std::optional<uint32_t> key);
    std::optional<uint32_t> selectedKey() const;

    QTableView* view() const { return m_view; }
    TableModel* model() const { return m_model; }
    /// Whether sorting or filtering is still running.
    bool busy() const { return m_query.busy(); }

    void copySelection() const;
    void exportAs() { exportTable(this, accessibleName(), m_model->shown()); }

signals:
    /// Emitted when the user has selected another row.
    void keySelected(std::optional<uint32_t> key);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void reportSelection();
    void arrange();
    struct Arranged {
        std::vector<uint32_t> order;
        std::vector<double> greatest;
        std::vector<Cell> sums;
    };
    void showOrder(const TableDataPtr& table, Arranged arranged);
    void fillColumnMenu();
    QStringList hiddenColumns() const;
    void fitColumns();
    void shareRoom();
    bool eventFilter(QObject* watched, QEvent* event) override;

    TableDataPtr m_data = std::make_shared<TableData>();
    RowArrangement m_arrangement;
    TableModel* m_model = new TableModel(this);
    QTableView* m_view = new QTableView;
    FilterBar* m_bar;
    QStringList m_hiddenAtFirst;
    bool m_showsSums = false;
    QLabel* m_placeholder = wrappedLabel();
    std::optional<uint32_t> m_wantedKey;
    bool m_selecting = false;
    QList<int> m_wanted; ///< preferred width of each column in pixels; empty until there are rows to measure
    bool m_sharing = false;
    bool m_sizedByUser = false;
    LatestTask m_query{this};
};

} // namespace tileline
