// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/textfilter.h"

#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;

namespace tileline {

/// The bar above a table or tree: a filter by text or regular expression, a status text, and a button that
/// saves the rows that are shown.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    /// `name` is the name of the filtered table or tree, for screen readers.
    explicit FilterBar(const QString& name, QWidget* parent = nullptr);

    TextFilter filter() const;
    void setFilter(const TextFilter& filter);
    void setPlaceholder(const QString& text);
    /// Sets the status text, such as the number of rows that are shown.
    void setStatus(const QString& text);
    void showError(const FilterError& error);
    QLineEdit* edit() const { return m_edit; }

public slots:
    void focusFilter();

signals:
    void filterChanged();
    void exportRequested();

private:
    QLineEdit* m_edit;
    QAction* m_regex;
    QLabel* m_status;
};

} // namespace tileline
