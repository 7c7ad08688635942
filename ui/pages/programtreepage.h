// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/datapage.h"
#include "ui/tables/programtreemodel.h"
#include "ui/tables/tablepanel.h"

#include <QTreeView>

namespace tileline {

/// Shows the program tree, with the size of each program's control and exchange code. Above the tree are a
/// filter and a box that lets the user choose whether the tree begins with control programs or functions. The
/// tree marks the chosen program wherever it occurs.
class ProgramTreePage : public DataPage {
    Q_OBJECT
public:
    ProgramTreePage(Session* session, Selection* selection);

    QTreeView* view() const { return m_view; }
    ProgramTreeModel* model() const { return m_model; }

protected:
    void refresh() override;
    void reset() override { m_model->setTree(nullptr); }
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void shareRoom();
    void showTree(ProgramTreePtr made);
    void applyFilter();
    void selectProgram();
    void followChoice();
    void follow(ProgramIndex program);

    ProgramTreeModel* m_model;
    QTreeView* m_view = new QTreeView;
    FilterBar* m_bar = new FilterBar(tr("Program tree"), this);
    QComboBox* m_list;
    bool m_following = false;
    LatestTask m_task{this};
    LatestTask m_filterTask{this};
};

} // namespace tileline
