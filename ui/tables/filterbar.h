// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/tabledata.h"

#include <QLineEdit>
#include <QWidget>

class QAction;
class QLabel;

namespace tileline {

/// The bar above a table or tree: a filter by text or regular expression, a status text, and a button that
/// saves the rows that are shown.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    /// `name` is the name of the filtered table or tree, for screen readers. `owner` has that table or tree
    /// in it, and gets the shortcut of the filter.
    FilterBar(const QString& name, QWidget* owner);

    /// Empty while it is no valid expression; the status text says where it is wrong then.
    std::optional<TextFilter> validFilter();
    /// Sets the status text, such as the number of rows that are shown.
    void setStatus(const QString& text);
    QLineEdit* edit() const { return m_edit; }

signals:
    void filterChanged();
    void exportRequested();

private:
    QLineEdit* m_edit = new QLineEdit;
    QAction* m_regex;
    QLabel* m_status;
};

} // namespace tileline
