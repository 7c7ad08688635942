// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/latesttask.h"
#include "ui/session/selection.h"
#include "ui/tables/tabledata.h"

#include <QDialog>
#include <QPointer>

class QAction;

namespace tileline {

class Session;
class TablePanel;

/// Finds commands, IPUs, layers, operations and variables by a part of their names. If Return is pressed on a
/// command, the command runs; any other item becomes the choice and is shown on a page.
class SearchDialog : public QDialog {
    Q_OBJECT
public:
    SearchDialog(const QList<QAction*>& commands, Session* session, Selection* selection, QWidget* parent);

    TablePanel* table() const { return m_table; }

signals:
    void pageRequested(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// What a row of the table stands for: a command, or an item together with the page that shows the item.
    struct Target {
        QPointer<QAction> command = {};
        Choice choice = {};
        const char* page = nullptr;
    };
    struct Found {
        Table table;
        std::vector<Target> targets;
    };

    void run(size_t row);

    Selection* const m_selection;
    TablePanel* const m_table;
    std::vector<Target> m_targets; ///< by row of the unsorted, unfiltered table
    LatestTask m_query{this};
};

} // namespace tileline
