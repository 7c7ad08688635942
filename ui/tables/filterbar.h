// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/textfilter.h"

#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;

namespace tileline {

/// The row above a table or tree: a filter, by text or regular expression, how much of it is shown, and a
/// button that saves what is shown.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    /// `name` is what is filtered, for screen readers.
    explicit FilterBar(const QString& name, QWidget* parent = nullptr);

    TextFilter filter() const;
    void setFilter(const TextFilter& filter);
    void setPlaceholder(const QString& text);
    /// What is shown, or what is wrong with the filter.
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
