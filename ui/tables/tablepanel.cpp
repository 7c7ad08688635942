// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/tablepanel.h"

#include "core/base/textfile.h"
#include "ui/look/icons.h"
#include "ui/look/metrics.h"
#include "ui/look/palette.h"
#include "ui/preferences/preferences.h"
#include "ui/questions/choosefile.h"
#include "ui/questions/plainmessagebox.h"
#include "ui/session/workerpool.h"
#include "ui/text/celltext.h"
#include "ui/text/controls.h"
#include "ui/text/errortext.h"
#include "ui/text/linetext.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace tileline {

namespace {

constexpr int MaxColumnWidth = 420;
/// The maximum and minimum width of a column of names, in pixels. The actual width depends on the view.
constexpr int MaxNameWidth = 560;
constexpr int MinNameWidth = 220;
/// The width of a column depends on the texts in this many rows at the top of the table. Only the longest of
/// these texts are laid out, because laying out a text takes much longer than counting its letters.
constexpr int FirstRows = 200;
constexpr size_t MeasuredTexts = 4;
/// A table with more rows than this is freed on a worker thread, because freeing it can take longer than a
/// frame.
constexpr size_t ManyRows = 1000;
/// Each bar is at the bottom of its cell, where it does not cover the number.
constexpr int BarHeight = 3;
constexpr int BarMargin = 3;
constexpr double BarStrength = 0.55; ///< the share of the text's colour in the colour of a bar

/// The rows with the longest texts in `column`, among the first rows of the table.
std::vector<int> longestTexts(const TableModel& model, int column) {
    std::vector<std::pair<qsizetype, int>> lengths;
    for (int row = 0; row < std::min(model.rowCount(), FirstRows); ++row) {
        lengths.emplace_back(model.index(row, column).data().toString().size(), row);
    }
    const auto kept = static_cast<ptrdiff_t>(std::min(lengths.size(), MeasuredTexts));
    std::partial_sort(lengths.begin(), lengths.begin() + kept, lengths.end(), std::greater<>());
    std::vector<int> rows;
    for (auto length = lengths.begin(); length != lengths.begin() + kept; ++length) {
        rows.push_back(length->second);
    }
    return rows;
}

/// By column: the sum over `rows` if the column has bytes, byte changes or cycles; otherwise an empty cell.
std::vector<Cell> sumsOf(const Table& table, const std::vector<uint32_t>& rows) {
    std::vector<Cell> sums;
    for (size_t column = 0; column < table.columns.size(); ++column) {
        const auto add = [&](auto sum) {
            for (const uint32_t row : rows) {
                const auto* const value = std::get_if<decltype(sum)>(&table.rows[row][column].value);
                sum += value ? *value : 0;
            }
            return Cell(sum);
        };
        const ColumnType type = table.columns[column].type;
        sums.push_back(type == ColumnType::Bytes        ? add(uint64_t{0})
                       : type == ColumnType::ByteChange ? add(int64_t{0})
                       : type == ColumnType::Cycles     ? add(0.0)
                                                        : Cell());
    }
    return sums;
}

QPalette::ColorGroup groupOf(QStyle::State state) {
    return !(state & QStyle::State_Enabled) ? QPalette::Disabled
           : state & QStyle::State_Active   ? QPalette::Normal
                                            : QPalette::Inactive;
}

} // namespace

void exportTable(QWidget* parent, const QString& name, const Table& table) {
    const QString path = chooseSaveFile(
        parent, TablePanel::tr("Export table"), name + QStringLiteral(".csv"),
        TablePanel::tr("Comma-separated values (*.csv);;Tab-separated values (*.tsv);;JSON (*.json)"));
    if (path.isEmpty()) {
        return;
    }
    const auto format =
        tableFormatOf(QFileInfo(path).suffix().toLower().toStdString()).value_or(TableFormat::Csv);
    const auto written = writeFileAtomically(path.toStdString(), toText(table, format));
    if (!written) {
        PlainMessageBox::warn(parent, TablePanel::tr("Export table"), plainText(written.failure()));
    }
}

void copyRow(const std::vector<Column>& columns, const std::vector<Cell>& cells) {
    const std::string line = TableWriter(columns, TableFormat::Clipboard).row(0, cells);
    QGuiApplication::clipboard()->setText(exactText(line).chopped(1)); // without the line feed
}

CellDelegate::CellDelegate(QAbstractItemView* view, const QString& name, std::function<void()> copy)
    : QStyledItemDelegate(view)
    , m_copy(std::move(copy)) {
    view->setItemDelegate(this);
    view->setAccessibleName(name);
    view->setAlternatingRowColors(true);
    view->installEventFilter(this);
}

bool CellDelegate::eventFilter(QObject* watched, QEvent* event) {
    if (watched != parent()) {
        return QStyledItemDelegate::eventFilter(watched, event); // `watched` is the editor of a cell
    }
    const bool copies =
        event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy);
    if (copies) {
        m_copy();
    }
    return copies;
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const QWidget* const view = option.widget;
    const QStyle* const style = view->style();
    const bool selected = option.state & QStyle::State_Selected;
    const QPalette::ColorGroup group = groupOf(option.state);
    if (selected) {
        painter->fillRect(option.rect, option.palette.brush(group, QPalette::Highlight));
    } else if (const QVariant ground = index.data(Qt::BackgroundRole); ground.isValid()) {
        painter->fillRect(option.rect, ground.value<QColor>());
    }
    const QColor textColor =
        option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text);
    if (const double share = index.data(BarRole).toDouble(); share > 0) {
        QRectF bar = option.rect.adjusted(BarMargin, option.rect.height() - BarHeight, -BarMargin, 0);
        bar.setWidth(std::max(bar.width() * share, 1.0));
        painter->fillRect(bar,
                          blend(option.palette.color(group, selected ? QPalette::Highlight : QPalette::Base),
                                textColor, BarStrength));
    }
    const QString text = index.data().toString();
    if (!text.isEmpty()) {
        const QVariant font = index.data(Qt::FontRole);
        const QVariant alignment = index.data(Qt::TextAlignmentRole);
        painter->setFont(font.isNull() ? option.font : qvariant_cast<QFont>(font).resolve(option.font));
        const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, view) + 1;
        const Qt::Alignment wanted =
            alignment.isNull() ? Qt::AlignLeft | Qt::AlignVCenter : Qt::Alignment(alignment.toInt());
        painter->setPen(textColor);
        QRect place = option.rect.adjusted(margin, 0, -margin, 0);
        if (const QVariant color = index.data(Qt::DecorationRole); color.isValid()) {
            const int side = option.fontMetrics.xHeight();
            painter->fillRect(place.left(), place.center().y() - side / 2, side, side,
                              selected ? textColor : color.value<QColor>());
            place.setLeft(place.left() + side + margin);
        }
        drawLine(*painter, place, QStyle::visualAlignment(option.direction, wanted), text,
                 wanted & Qt::AlignRight ? Qt::ElideRight : Qt::ElideMiddle);
    }
    if (option.state & QStyle::State_HasFocus) {
        QStyleOptionFocusRect frame;
        frame.QStyleOption::operator=(option);
        frame.state |= QStyle::State_KeyboardFocusChange | QStyle::State_Item;
        style->drawPrimitive(QStyle::PE_FrameFocusRect, &frame, painter, view);
    }
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {QStyledItemDelegate::sizeHint(option, index).width(), metrics::rowHeight(option.fontMetrics)};
}

FilterBar::FilterBar(const QString& name, QWidget* owner)
    : QWidget(owner)
    , m_regex(new QAction(QStringLiteral(".*"), this)) {
    m_edit->setPlaceholderText(tr("Filter"));
    m_edit->setAccessibleName(tr("Filter of %1").arg(name));
    m_edit->setClearButtonEnabled(true);
    m_edit->setToolTip(tr("Show only rows with this text. Ctrl+F"));
    m_regex->setCheckable(true);
    m_regex->setToolTip(tr("The filter is a regular expression"));
    auto* const regexButton = new QToolButton;
    regexButton->setDefaultAction(m_regex);
    regexButton->setAccessibleName(m_regex->toolTip());
    auto* const exportButton = new QToolButton;
    exportButton->setText(tr("Export…"));
    exportButton->setIcon(iconOf("export"));
    exportButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    exportButton->setToolTip(tr("Save the shown rows to a CSV, TSV or JSON file"));

    m_columns->setText(tr("Columns"));
    m_columns->setToolTip(tr("Choose the columns that are shown"));
    m_columns->setPopupMode(QToolButton::InstantPopup);
    m_columns->hide();

    m_edit->addAction(iconOf("filter"), QLineEdit::LeadingPosition);
    withoutMargins(rowOf({{m_edit, 1}, regexButton, m_status, m_columns, exportButton}, this));
    connect(m_edit, &QLineEdit::textChanged, this, &FilterBar::filterChanged);
    connect(m_regex, &QAction::toggled, this, &FilterBar::filterChanged);
    connect(exportButton, &QToolButton::clicked, this, &FilterBar::exportRequested);
    auto* const find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QAction::triggered, m_edit, [this] { m_edit->setFocus(Qt::ShortcutFocusReason); });
    owner->addAction(find);
}

std::optional<TextFilter> FilterBar::validFilter() {
    const TextFilter filter{m_edit->text(), m_regex->isChecked()};
    const QRegularExpression expression = filter.expression();
    if (expression.isValid()) {
        return filter;
    }
    m_status->setText(
        tr("Error at %1: %2").arg(expression.patternErrorOffset() + 1).arg(expression.errorString()));
    return std::nullopt;
}

void TableModel::setData(TableDataPtr data, std::vector<uint32_t> order, std::vector<double> greatest,
                         std::vector<Cell> sums) {
    beginResetModel();
    m_sums = std::move(sums);
    m_data.swap(data);
    if (data->table.rows.size() > ManyRows) {
        WorkerPool::shared().add([freed = std::move(data)] {});
    }
    m_greatest = std::move(greatest);
    m_order = std::move(order);
    endResetModel();
}

std::optional<int> TableModel::rowOfKey(uint32_t key) const {
    const auto found = std::ranges::find_if(m_order, [&](uint32_t row) { return m_data->keys[row] == key; });
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

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const QVariant title = headerOf(m_data->table.columns, section, orientation, role);
    const auto column = static_cast<size_t>(section);
    if (orientation != Qt::Horizontal || column >= m_sums.size() || m_sums[column] == Cell()) {
        return title;
    }
    const Column& summed = m_data->table.columns[column];
    const QString sum = cellText(m_sums[column], summed.type);
    if (role == Qt::ToolTipRole) {
        return plainToolTip(
            (columnTip(summed) + QLatin1Char('\n') + tr("Sum of the rows that are shown: %1").arg(sum))
                .trimmed());
    }
    return role == Qt::DisplayRole ? QVariant(title.toString() + QStringLiteral("\nΣ ") + sum) : title;
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto column = static_cast<size_t>(index.column());
    return cellData(m_data->table.columns[column],
                    m_data->table.rows[m_order[static_cast<size_t>(index.row())]][column], role,
                    m_greatest[column]);
}

TablePanel::TablePanel(const QString& name)
    : m_bar(new FilterBar(name, this)) {
    setAccessibleName(name);
    withoutMargins(columnOf({m_bar, {m_view, 1}, {m_placeholder, 1}}, this));
    m_placeholder->setAlignment(Qt::AlignCenter);
    m_placeholder->setFocusPolicy(Qt::NoFocus);
    m_placeholder->hide();

    m_view->setModel(m_model);
    new CellDelegate(m_view, name, [this] { copySelection(); });
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setWordWrap(false);
    m_view->setShowGrid(false);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(metrics::rowHeight(fontMetrics()));
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->viewport()->installEventFilter(this);
    // A hidden column has the width 0, so a change from or to 0 is not a resize by the user.
    connect(m_view->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int, int from, int to) {
        m_sizedByUser = m_sizedByUser || (!m_sharing && from > 0 && to > 0);
    });
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->setSortingEnabled(true);
    connect(m_model, &TableModel::sortRequested, this, [this](int column, Qt::SortOrder order) {
        m_arrangement.sortColumn = column;
        m_arrangement.sortOrder = order;
        arrange();
    });
    // When the view gets the focus, Qt makes the first row the current row without selecting it. A click on
    // this row then changes the selection but not the current row, so both signals are needed.
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &TablePanel::reportSelection);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &TablePanel::reportSelection);
    connect(m_bar, &FilterBar::filterChanged, this, &TablePanel::arrange);
    connect(m_bar, &FilterBar::exportRequested, this, &TablePanel::exportAs);
    auto* const menu = new QMenu(this);
    m_bar->columns()->setMenu(menu);
    m_bar->columns()->show();
    connect(menu, &QMenu::aboutToShow, this, &TablePanel::fillColumnMenu);
}

QStringList TablePanel::hiddenColumns() const {
    return preferences::hiddenColumns(accessibleName()).value_or(m_hiddenAtFirst);
}

void TablePanel::fillColumnMenu() {
    QMenu* const menu = m_bar->columns()->menu();
    menu->clear();
    for (const Column& column : m_data->table.columns) {
        const QString key = exactText(column.key);
        QAction* const shown = menu->addAction(columnTitle(column));
        shown->setObjectName(key);
        shown->setCheckable(true);
        shown->setChecked(!hiddenColumns().contains(key));
        connect(shown, &QAction::toggled, this, [this, key](bool on) {
            QStringList hidden = hiddenColumns();
            hidden.removeAll(key);
            if (!on) {
                hidden += key;
            }
            preferences::setHiddenColumns(accessibleName(), hidden);
            m_wanted.clear();
            m_sizedByUser = false;
            arrange();
        });
    }
}

void TablePanel::reportSelection() {
    const QModelIndex current = m_view->currentIndex();
    if (m_selecting || !current.isValid() || !m_view->selectionModel()->isSelected(current) ||
        m_wantedKey == selectedKey()) {
        return;
    }
    m_wantedKey = selectedKey();
    emit keySelected(m_wantedKey);
}

void TablePanel::setData(TableDataPtr table) {
    const auto& columns = m_data->table.columns;
    if (!std::equal(columns.begin(), columns.end(), table->table.columns.begin(), table->table.columns.end(),
                    [](const Column& a, const Column& b) { return a.key == b.key; })) {
        m_wanted.clear();
        m_sizedByUser = false;
    }
    m_data = std::move(table);
    arrange();
}

void TablePanel::setPlaceholder(const QString& text) {
    m_placeholder->setText(text);
    m_placeholder->setVisible(!text.isEmpty());
    m_view->setVisible(text.isEmpty());
}

void TablePanel::arrange() {
    const auto filter = m_bar->validFilter();
    if (!filter) {
        m_query.cancel();
        return;
    }
    m_arrangement.filter = *filter;
    m_arrangement.hidden.clear();
    const QStringList hidden = hiddenColumns();
    for (const Column& column : m_data->table.columns) {
        m_arrangement.hidden.push_back(hidden.contains(QLatin1String(column.key)));
    }
    m_query.run(
        [table = m_data, arrangement = m_arrangement, sums = m_showsSums](const std::stop_token& stop) {
            auto order = arrangeRows(*table, arrangement, stop);
            auto cells = sums && !stop.stop_requested() ? sumsOf(table->table, order) : std::vector<Cell>();
            return Arranged{std::move(order), greatestNumbers(table->table), std::move(cells)};
        },
        [this, table = m_data](Arranged arranged) { showOrder(table, std::move(arranged)); });
}

void TablePanel::showOrder(const TableDataPtr& table, Arranged arranged) {
    const std::optional<uint32_t> key = m_wantedKey;
    m_selecting = true;
    m_model->setData(table, std::move(arranged.order), std::move(arranged.greatest),
                     std::move(arranged.sums));
    m_selecting = false;
    m_sharing = true; // setColumnHidden() also emits sectionResized()
    for (int column = 0; column < m_model->columnCount(); ++column) {
        m_view->setColumnHidden(column, m_arrangement.hidden[static_cast<size_t>(column)]);
    }
    m_sharing = false;
    fitColumns();
    const auto all = static_cast<int>(m_data->table.rows.size());
    const int shown = m_model->rowCount();
    m_bar->setStatus(shown == all ? tr("%Ln rows", nullptr, all)
                                  : tr("%1 of %Ln rows", nullptr, all).arg(QLocale().toString(shown)));
    selectKey(key);
}

void TablePanel::fitColumns() {
    if (m_model->rowCount() == 0) {
        return;
    }
    // Columns grow if sums make their titles wider, but never become narrower while the user filters.
    const auto fits = [this](int column) {
        return m_view->isColumnHidden(column) ||
               m_view->horizontalHeader()->sectionSizeHint(column) <= m_wanted[column];
    };
    bool fit = m_wanted.size() == m_model->columnCount();
    for (int column = 0; fit && column < m_model->columnCount(); ++column) {
        fit = fits(column);
    }
    if (fit) {
        return;
    }
    m_wanted.clear();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const int title = m_view->horizontalHeader()->sectionSizeHint(column);
        int width = title;
        for (const int row : longestTexts(*m_model, column)) {
            width = std::max(width, m_view->sizeHintForIndex(m_model->index(row, column)).width());
        }
        m_wanted += m_view->isColumnHidden(column) ? 0 : std::min(width, std::max(MaxColumnWidth, title));
    }
    shareRoom();
}

/// Gives each column its preferred width, but the widest column, which contains names, gets the remaining
/// width of the view, within limits. Names that do not fit are elided in the middle, because they often
/// differ only at the end.
void TablePanel::shareRoom() {
    if (m_wanted.isEmpty() || m_sizedByUser) {
        return;
    }
    const auto widest = std::ranges::max_element(m_wanted);
    const int others = std::accumulate(m_wanted.begin(), m_wanted.end(), 0) - *widest;
    const int column = static_cast<int>(widest - m_wanted.begin());
    const int title = m_view->horizontalHeader()->sectionSizeHint(column);
    const int name =
        std::clamp(m_view->viewport()->width() - others, std::min(*widest, std::max(MinNameWidth, title)),
                   std::max(*widest, MaxNameWidth));
    m_sharing = true;
    for (int i = 0; i < m_wanted.size(); ++i) {
        m_view->setColumnWidth(i, i == column ? name : m_wanted[i]);
    }
    m_sharing = false;
}

bool TablePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view->viewport() && event->type() == QEvent::Resize) {
        shareRoom();
    }
    return QWidget::eventFilter(watched, event);
}

void TablePanel::selectKey(std::optional<uint32_t> key) {
    m_wantedKey = key;
    m_selecting = true;
    const auto row = key ? m_model->rowOfKey(*key) : std::nullopt;
    if (!row) {
        m_view->selectionModel()->clear();
    } else if (m_view->currentIndex().row() != *row || !m_view->selectionModel()->hasSelection()) {
        m_view->selectRow(*row);
        m_view->scrollTo(m_model->index(*row, 0));
    }
    m_selecting = false;
}

std::optional<uint32_t> TablePanel::selectedKey() const {
    const QModelIndex current = m_view->currentIndex();
    return current.isValid() ? std::optional(m_model->keyAt(current.row())) : std::nullopt;
}

void TablePanel::copySelection() const {
    std::vector<int> rows;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
        rows.push_back(index.row());
    }
    if (!rows.empty()) {
        std::ranges::sort(rows);
        const std::string text = toText(m_model->shown(rows), TableFormat::Clipboard);
        QGuiApplication::clipboard()->setText(exactText(text));
    }
}

void TablePanel::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(iconOf("copy"), tr("&Copy rows"), QKeySequence::Copy, this, &TablePanel::copySelection);
    menu.addAction(tr("Select &all"), m_view, &QTableView::selectAll);
    menu.addAction(iconOf("export"), tr("&Export…"), this, &TablePanel::exportAs);
    menu.exec(event->globalPos());
}

} // namespace tileline
