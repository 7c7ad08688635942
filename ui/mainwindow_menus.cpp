// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow that makes the menus.
#include "ui/mainwindow.h"

#include "ui/dialogs/guidewindow.h"
#include "ui/dialogs/layersdialog.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/pages/comparisondialog.h"
#include "ui/picture.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/splitactions.h"
#include "ui/preferences/preferences.h"
#include "ui/questions/savefile.h"
#include "ui/session/sourcegroups.h"
#include "ui/startpages/messagebar.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QMenuBar>
#include <QMessageBox>

namespace tileline {

namespace {

constexpr double MenuZoomStep = 1.25;

} // namespace

void MainWindow::buildMenus() {
    buildFileMenu();
    buildEditMenu();
    buildPlanMenu();
    buildViewMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu() {
    QMenu* const menu = menuBar()->addMenu(tr("&File"));
    menu->addAction(tr("&New window"), QKeySequence::New, this, &MainWindow::newWindow);
    menu->addAction(tr("&Open…"), QKeySequence::Open, this, &MainWindow::openWithDialog);
    menu->addAction(tr("Open report &directory…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), this,
                    &MainWindow::openDirectoryWithDialog);
    menu->addAction(tr("Open from an error messa&ge…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G),
                    &m_messageOpener, &MessageOpener::ask);
    auto* const recent = new RecentMenu(&m_recent, menu);
    connect(recent, &RecentMenu::chosen, this, &MainWindow::open);
    connect(recent, &RecentMenu::dropped, this, [this](const QString& path) {
        m_messages->showMessage(tr("%1 is not there any more. It was taken off the list.").arg(path));
    });
    menu->addMenu(recent);
    QAction* const sample = menu->addAction(tr("Open the sa&mple"), this, &MainWindow::openSample);
    sample->setEnabled(!samplePath().isEmpty());
    //: reads the open profile again
    m_needProfile +=
        menu->addAction(tr("Reload pro&file"), QKeySequence(Qt::Key_F5), this, &MainWindow::reload);
    menu->addSeparator();
    m_files.addTo(menu);
    menu->addSeparator();
    m_needProfile +=
        menu->addAction(tr("Compare wit&h a compiled profile…"), this, &MainWindow::compareWithDialog);
    menu->addSeparator();
    m_needProfile += menu->addAction(tr("Save &picture of the plan…"), this, &MainWindow::savePicture);
    menu->addSeparator();
    m_needProfile += menu->addAction(tr("&Close profile"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W),
                                     this, &MainWindow::closeProfile);
    menu->addAction(tr("Close w&indow"), QKeySequence::Close, this, &QWidget::close);
    menu->addAction(tr("&Quit"), QKeySequence::Quit, qApp, &QApplication::closeAllWindows);
}

void MainWindow::buildEditMenu() {
    QMenu* const menu = menuBar()->addMenu(tr("&Edit"));
    QUndoStack* const stack = m_editor.undoStack();
    QAction* const undo = stack->createUndoAction(menu, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* const redo = stack->createRedoAction(menu, tr("&Redo"));
    redo->setShortcut(QKeySequence::Redo);
    menu->addActions({undo, redo});
    // Qt would join "Undo" and the name of the step in English word order.
    connect(stack, &QUndoStack::undoTextChanged, undo, [undo](const QString& step) {
        //: alone, and in front of the step that is undone: "Undo Move split"
        undo->setText(step.isEmpty() ? tr("&Undo") : tr("&Undo %1").arg(step));
    });
    connect(stack, &QUndoStack::redoTextChanged, redo, [redo](const QString& step) {
        //: alone, and in front of the step that is done again: "Redo Move split"
        redo->setText(step.isEmpty() ? tr("&Redo") : tr("&Redo %1").arg(step));
    });
    // While layers are being found, the plan of an undo step is not known yet.
    connect(&m_session, &Session::jobChanged, this, [=, this](Job job) {
        const bool free = job != Job::FindingLayers && job != Job::Loading;
        undo->setEnabled(free && m_editor.undoStack()->canUndo());
        redo->setEnabled(free && m_editor.undoStack()->canRedo());
    });
}

void MainWindow::buildPlanMenu() {
    QMenu* const menu = menuBar()->addMenu(tr("&Plan"));
    menu->addActions(m_plan->solveActions());
    menu->addAction(m_plan->compareAction());
    menu->addSeparator();
    new SplitActions(&m_editor, m_plan->canvas(), menu);
    menu->addSeparator();
    m_needProfile += menu->addAction(tr("La&yers…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L), this,
                                     &MainWindow::editLayers);
    QAction* const limits =
        menu->addAction(tr("Li&mits of single IPUs…"), this, [this] { m_plan->editLimits({}); });
    m_needProfile += limits;
    menu->addSeparator();
    menu->addActions(m_plan->baselineActions());
}

void MainWindow::buildViewMenu() {
    QMenu* const menu = menuBar()->addMenu(tr("&View"));
    for (QDockWidget* const dock : m_docks) {
        menu->addAction(dock->toggleViewAction());
        m_needProfile += dock->toggleViewAction();
    }
    menu->addSeparator();
    QAction* const plan = menu->addAction(tr("Show &plan"), QKeySequence(Qt::Key_F9), m_plan,
                                          [this] { m_plan->setVisible(m_plan->isHidden()); });
    m_needProfile += plan;
    plan->setCheckable(true);
    plan->setChecked(true);
    connect(menu, &QMenu::aboutToShow, plan, [this, plan] { plan->setChecked(!m_plan->isHidden()); });
    menu->addAction(tr("&Reset layout"), this, &MainWindow::resetLayout);
    menu->addSeparator();
    PlanCanvas* const canvas = m_plan->canvas();
    m_needProfile += menu->addAction(tr("Zoom &in"), QKeySequence::ZoomIn, canvas,
                                     [canvas] { canvas->setZoom(canvas->zoom() * MenuZoomStep); });
    m_needProfile += menu->addAction(tr("Zoom &out"), QKeySequence::ZoomOut, canvas,
                                     [canvas] { canvas->setZoom(canvas->zoom() / MenuZoomStep); });
    m_needProfile += menu->addAction(tr("&Whole model"), QKeySequence(Qt::CTRL | Qt::Key_0), canvas,
                                     [canvas] { canvas->setZoom(1); });
    menu->addSeparator();
    QMenu* const chart = menu->addMenu(tr("Layer &chart"));
    chart->addActions(m_plan->chartActions());
    chart->setToolTipsVisible(true);
    addThemeMenu(menu);
    addUnitMenu(menu);
}

void MainWindow::addThemeMenu(QMenu* menu) {
    QMenu* const themes = menu->addMenu(tr("&Theme"));
    auto* const group = new QActionGroup(themes);
    const auto add = [&](Theme theme, const QString& text) {
        QAction* const action = themes->addAction(text, this, [theme] {
            preferences::setTheme(theme);
            applyTheme(theme);
        });
        action->setCheckable(true);
        action->setChecked(preferences::theme() == theme);
        group->addAction(action);
    };
    //: the light or dark theme of the system
    add(Theme::System, tr("As the &system"));
    add(Theme::Light, tr("&Light"));
    add(Theme::Dark, tr("&Dark"));
}

void MainWindow::addUnitMenu(QMenu* menu) {
    QMenu* const units = menu->addMenu(tr("&Bytes as"));
    auto* const group = new QActionGroup(units);
    const auto add = [&](ByteUnit unit, const QString& text) {
        QAction* const action = units->addAction(text, this, [unit] {
            preferences::setByteUnit(unit);
            setByteUnit(unit);
            // Widgets that show sizes read the unit when they are painted or refreshed.
            for (QWidget* const widget : QApplication::allWidgets()) {
                QEvent change(QEvent::LocaleChange);
                QApplication::sendEvent(widget, &change);
                widget->update();
            }
        });
        action->setCheckable(true);
        action->setChecked(byteUnit() == unit);
        group->addAction(action);
    };
    add(ByteUnit::Kibi, tr("&KiB, MiB"));
    add(ByteUnit::Kilo, tr("k&B, MB"));
    add(ByteUnit::Bytes, tr("b&ytes"));
}

void MainWindow::buildHelpMenu() {
    QMenu* const menu = menuBar()->addMenu(tr("&Help"));
    menu->addAction(tr("&User guide"), QKeySequence::HelpContents, this, &MainWindow::showGuide);
    menu->addAction(tr("&Keyboard and mouse"), this, &MainWindow::showShortcuts);
    menu->addSeparator();
    menu->addAction(tr("&What is new"), this, &MainWindow::showWhatsNew);
    menu->addAction(tr("&About Tileline"), this, &MainWindow::showAbout);
    menu->addAction(tr("About &Qt"), qApp, &QApplication::aboutQt);
}

void MainWindow::openWithDialog() {
    const QStringList paths =
        QFileDialog::getOpenFileNames(this, tr("Open a profile"), lastDirectory(),
                                      //: %1: patterns of file names, "*.tileline *.pop"
                                      tr("Profiles (%1);;All files (*)").arg(openableFileNames()));
    if (!paths.isEmpty()) {
        setLastDirectory(QFileInfo(paths.front()).absolutePath());
        open(paths);
    }
}

void MainWindow::openDirectoryWithDialog() {
    const QString path =
        QFileDialog::getExistingDirectory(this, tr("Open a report directory"), lastDirectory());
    if (!path.isEmpty()) {
        setLastDirectory(path);
        open({path});
    }
}

void MainWindow::compareWithDialog() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Compare with a compiled profile"), lastDirectory(),
                                     //: %1: patterns of file names, "*.tileline *.pop"
                                     tr("Profiles (%1);;All files (*)").arg(openableFileNames()));
    if (!path.isEmpty()) {
        setLastDirectory(QFileInfo(path).absolutePath());
        compareWith(path);
    }
}

void MainWindow::compareWith(const QString& path) {
    auto* const dialog = new ComparisonDialog(&m_session, {path}, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void MainWindow::editLayers() {
    auto* const dialog = new LayersDialog(&m_session, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::savePicture() {
    const QString path = chooseSaveFile(this, tr("Save a picture of the plan"), QStringLiteral("plan.png"),
                                        tr("Pictures (*.png *.svg *.pdf)"));
    if (path.isEmpty()) {
        return;
    }
    if (const auto error = tileline::savePicture(*m_plan, path)) {
        m_messages->showError(*error);
    }
}

void MainWindow::showGuide() {
    GuideWindow::open(this);
}

void MainWindow::showShortcuts() {
    auto* const sheet = new ShortcutsDialog(menuBar()->actions(), this);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
}

void MainWindow::showAbout() {
    QMessageBox::about(this, tr("About Tileline"),
                       tr("<h3>Tileline %1</h3><p>Plans pipeline stages for Graphcore IPUs: where to split a "
                          "model, and what every "
                          "IPU's fullest tile would hold.</p><p>Free software under the GNU General Public "
                          "License, version 3 or "
                          "later. It comes without any warranty.</p>")
                           .arg(QCoreApplication::applicationVersion()));
}

void MainWindow::showWhatsNew() {
    QMessageBox::information(
        this, tr("What is new"),
        tr("<h3>Tileline %1</h3><p>The first version.</p><ul><li>Drag the splits, and see what every IPU's "
           "fullest "
           "tile holds.</li><li>Ask for the best plan: lowest peak, or fewest IPUs.</li><li>See why a stage "
           "peaks: "
           "liveness, tile memory, operations.</li><li>Export what PopTorch loads.</li></ul>")
            .arg(QCoreApplication::applicationVersion()));
}

} // namespace tileline
