// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow that puts the pages into their places.
#include "ui/mainwindow.h"

#include "ui/pages/communicationpage.h"
#include "ui/pages/livenesspage.h"
#include "ui/pages/operationspage.h"
#include "ui/pages/programtreepage.h"
#include "ui/pages/summarypage.h"
#include "ui/pages/tilememorypage.h"
#include "ui/plandocuments/planlistpanel.h"
#include "ui/planpage/planpage.h"
#include "ui/startpages/messagebar.h"

#include <QDockWidget>
#include <QLayout>
#include <QStackedWidget>

namespace tileline {

namespace {

/// Default share of the height for the pages below the plan, in per cent.
constexpr int PagesShare = 42;

} // namespace

void MainWindow::buildWorkspace() {
    m_workspace = new QMainWindow;
    m_workspace->setWindowFlags(Qt::Widget);
    m_workspace->setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks |
                                QMainWindow::AnimatedDocks | QMainWindow::GroupedDragging);
    m_workspace->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_plan = new PlanPage(&m_editor, &m_selection);
    m_workspace->setCentralWidget(m_plan);
    connect(m_plan, &PlanPage::message, m_messages, &MessageBar::showMessage);
    addPages();
    m_defaultLayout = m_workspace->saveState();
}

void MainWindow::addPages() {
    addPage(QStringLiteral("liveness"), tr("Liveness"), new LivenessPage(&m_session, &m_selection));
    addPage(QStringLiteral("tilememory"), tr("Tile memory"), new TileMemoryPage(&m_session, &m_selection));
    addPage(QStringLiteral("operations"), tr("Operations"), new OperationsPage(&m_session, &m_selection));
    addPage(QStringLiteral("programtree"), tr("Program tree"), new ProgramTreePage(&m_session, &m_selection));
    addPage(QStringLiteral("communication"), tr("Communication"),
            new CommunicationPage(&m_session, &m_selection));
    addPage(QStringLiteral("plans"), tr("Plans"), new PlanListPanel(&m_document));
    addPage(QStringLiteral("summary"), tr("Summary"), new SummaryPage(&m_session, &m_selection));
    m_docks.front()->raise();
}

void MainWindow::showWorkspace() {
    m_stack->setCurrentWidget(m_workspace);
    if (!m_dockSizesApplied) {
        m_dockSizesApplied = true;
        // The workspace has its size only now.
        m_workspace->setGeometry(m_stack->contentsRect());
        m_workspace->layout()->activate();
        applyDefaultDockSizes();
    }
}

void MainWindow::applyDefaultDockSizes() {
    m_workspace->resizeDocks({m_docks.front()}, {m_workspace->height() * PagesShare / 100}, Qt::Vertical);
}

/// Adds a page as a tab below the plan. The user can drag it elsewhere.
void MainWindow::addPage(const QString& name, const QString& title, QWidget* page) {
    auto* const dock = new QDockWidget(title, m_workspace);
    dock->setObjectName(name);
    dock->setWidget(page);
    // A docked page is named by its tab, which can be dragged. A floating page has a title bar.
    dock->setTitleBarWidget(new QWidget(dock));
    connect(dock, &QDockWidget::topLevelChanged, dock, [dock](bool floating) {
        delete dock->titleBarWidget();
        dock->setTitleBarWidget(floating ? nullptr : new QWidget(dock));
    });
    m_workspace->addDockWidget(Qt::BottomDockWidgetArea, dock);
    if (!m_docks.isEmpty()) {
        m_workspace->tabifyDockWidget(m_docks.front(), dock);
    }
    m_docks += dock;
}

} // namespace tileline
