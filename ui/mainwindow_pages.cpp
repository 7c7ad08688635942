// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow that puts the pages into their places.
#include "ui/mainwindow.h"

#include "ui/pagetable.h"
#include "ui/planpage/layerchart.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/preferences/preferences.h"
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
    LayerChart* const chart = m_plan->canvas()->chart();
    chart->choose(preferences::chartShowsCycles() ? LayerChart::Measure::Cycles : LayerChart::Measure::Bytes);
    connect(chart, &LayerChart::chosenChanged, this,
            [chart] { preferences::setChartShowsCycles(chart->chosen() == LayerChart::Measure::Cycles); });
    connect(m_plan, &PlanPage::explainRequested, this, [this] { showPage(QStringLiteral("peak")); });
    connect(m_plan, &PlanPage::pageRequested, this, &MainWindow::showPage);
    for (const PageEntry& entry : pages()) {
        addPage(entry);
    }
    m_docks.front()->raise();
    m_defaultLayout = m_workspace->saveState();
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
void MainWindow::addPage(const PageEntry& entry) {
    QWidget* const page = entry.make({&m_session, &m_selection, &m_document});
    page->setAccessibleName(entry.title());
    auto* const dock = new QDockWidget(entry.title(), m_workspace);
    dock->setObjectName(QLatin1String(entry.id));
    dock->setWidget(page);
    // Qt moves a page behind another tab out of sight, but does not hide it: without this, Tab and screen
    // readers would reach it.
    QSizePolicy keepsItsRoom = page->sizePolicy();
    keepsItsRoom.setRetainSizeWhenHidden(true);
    page->setSizePolicy(keepsItsRoom);
    connect(dock, &QDockWidget::visibilityChanged, page, &QWidget::setVisible);
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

QWidget* MainWindow::page(const QString& id) const {
    for (const QDockWidget* const dock : m_docks) {
        if (dock->objectName() == id) {
            return dock->widget();
        }
    }
    return id == QLatin1String("plan") ? m_plan : nullptr;
}

bool MainWindow::showPage(const QString& id) {
    const QWidget* const shown = page(id);
    if (auto* const dock = shown ? qobject_cast<QDockWidget*>(shown->parentWidget()) : nullptr) {
        dock->show();
        dock->raise();
    }
    return shown;
}

} // namespace tileline
