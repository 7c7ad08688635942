// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include <functional>

class QAbstractItemView;

namespace tileline {

/// Sets up a view of a table or a tree. Draws cells that hold one line of plain text, and nothing else: the
/// delegate of Qt lays out the text of each cell twice at each repaint; this one keeps the layouts.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    /// `copy` is called when the user copies. `name` is for screen readers.
    CellDelegate(QAbstractItemView* view, const QString& name, std::function<void()> copy);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::function<void()> m_copy;
};

} // namespace tileline
