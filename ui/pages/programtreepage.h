// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/datapage.h"
#include "ui/tables/programtreemodel.h"
#include "ui/tables/tablepanel.h"

#include <QTreeView>

namespace tileline {

/// The program tree, with the control and exchange code of each program, and a filter.
class ProgramTreePage : public DataPage {
    Q_OBJECT
public:
    ProgramTreePage(Session* session, Selection* selection, QWidget* parent = nullptr);

    QTreeView* view() const { return m_view; }
    ProgramTreeModel* model() const { return m_model; }
    FilterBar* filterBar() const { return m_bar; }

protected:
    void refresh() override;
    void reset() override;

private:
    void showTree(ProgramTreePtr made);
    void applyFilter();
    void selectProgram();
    void followStep();

    ProgramTreeModel* m_model = new ProgramTreeModel(this);
    QTreeView* m_view = new QTreeView;
    FilterBar* m_bar = new FilterBar(tr("Program tree"), this);
    bool m_following = false;
    LatestTask m_task{this};
    LatestTask m_filterTask{this};
};

} // namespace tileline
