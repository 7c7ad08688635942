// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of MainWindow that lists the commands, and makes the menus from the list.

#include "ui/charts/lanechart.h"
#include "ui/charts/memorychart.h"
#include "ui/charts/picture.h"
#include "ui/charts/stackchart.h"
#include "ui/dialogs/guidewindow.h"
#include "ui/dialogs/layersdialog.h"
#include "ui/dialogs/searchdialog.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/frame/workspace.h"
#include "ui/look/icons.h"
#include "ui/look/metrics.h"
#include "ui/mainwindow.h"
#include "ui/pagetable.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/splitactions.h"
#include "ui/planpage/stagebars.h"
#include "ui/preferences/preferences.h"
#include "ui/questions/choosefile.h"
#include "ui/session/profilechoice.h"
#include "ui/startpages/messagebar.h"
#include "ui/text/controls.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenuBar>
#include <QMessageBox>
#include <QToolButton>

#include <array>
#include <string_view>

namespace tileline {

namespace {

constexpr double MenuZoomStep = 1.25;
constexpr QSize ToolIconSize(18, 18);

void zoomBy(PlanCanvas& canvas, double factor) {
    canvas.setZoom(canvas.zoom() * factor);
}

/// Adds choices to a menu. Exactly one choice is checked at any time.
template <class Choice>
void addChoices(QMenu& menu, Choice chosen, std::initializer_list<std::pair<Choice, QString>> choices,
                void (*choose)(Choice)) {
    auto* const group = new QActionGroup(&menu);
    for (const auto& [choice, text] : choices) {
        QAction* const action = menu.addAction(text, [choose, choice = choice] { choose(choice); });
        action->setCheckable(true);
        action->setChecked(choice == chosen);
        group->addAction(action);
    }
}

/// All commands of a menu, including those in its submenus.
QList<QAction*> commandsOf(const QList<QAction*>& menu) {
    QList<QAction*> commands;
    for (QAction* const action : menu) {
        commands += action->menu() ? commandsOf(action->menu()->actions()) : QList{action};
    }
    return commands;
}
/// Pairs of a command's id and the name of its icon.
constexpr std::array<std::pair<std::string_view, const char*>, 6> Icons{{{"new-window", "window"},
                                                                         {"open", "open"},
                                                                         {"close-profile", "close"},
                                                                         {"search", "search"},
                                                                         {"plan-size", "plan-line"},
                                                                         {"inspector", "inspector"}}};

/// Zooms out the focused chart until it shows everything. Returns false if no chart has the focus.
bool showAllOfChart() {
    for (QWidget* at = QApplication::focusWidget(); at; at = at->parentWidget()) {
        if (auto* const stack = qobject_cast<StackChart*>(at)) {
            return stack->resetView(), true;
        }
        if (auto* const lanes = qobject_cast<LaneChart*>(at)) {
            return lanes->showAll(), true;
        }
        if (auto* const memory = qobject_cast<MemoryChart*>(at)) {
            return memory->showAll(), true;
        }
    }
    return false;
}

void chooseTheme(Theme theme) {
    preferences::setTheme(theme);
    applyTheme(theme);
}

void chooseUnit(ByteUnit unit) {
    preferences::setByteUnit(unit);
    setByteUnit(unit);
    // LocaleChange events make widgets refresh, and update() paints them. Both use the new unit.
    for (QWidget* const widget : QApplication::allWidgets()) {
        QEvent change(QEvent::LocaleChange);
        QApplication::sendEvent(widget, &change);
        widget->update();
    }
}

} // namespace

/// A line of a menu: a command, a separator, or lines that another part of the window adds.
struct MainWindow::MenuLine {
    /// A requirement of a command. If the requirement is not met, the command is disabled.
    enum class Needs : uint8_t { Nothing, SampleFiles, OpenProfile };

    const char* id = nullptr;   ///< object name of the command's QAction
    const char* text = nullptr; ///< English text, with its mnemonic
    Needs needs = Needs::Nothing;
    QKeySequence key = {};
    void (*run)(MainWindow& window) = nullptr;
    bool (*checked)(const MainWindow& window) = nullptr; ///< null for a command without a check mark
    void (*add)(MainWindow& window, QMenu& menu) = nullptr;
};

struct MainWindow::MenuTable {
    const char* title; ///< English title, with its mnemonic
    std::vector<MenuLine> lines;
};

/// All commands with their shortcuts, in menu order. The list of keyboard shortcuts is made from the menus.
const std::vector<MainWindow::MenuTable>& MainWindow::menus() {
    using W = MainWindow&;
    using enum MenuLine::Needs;
    const auto part = [](void (*add)(W, QMenu&)) { return MenuLine{.add = add}; };
    static const MenuLine Separator;
    static const QKeySequence NoKey;
    static const std::vector<MenuTable> Menus{
        {QT_TR_NOOP("&File"),
         {{"new-window", QT_TR_NOOP("&New window"), Nothing, QKeySequence::New, [](W) { newWindow(); }},
          {"open", QT_TR_NOOP("&Open…"), Nothing, QKeySequence::Open, [](W w) { w.openWithDialog(); }},
          {"open-directory", QT_TR_NOOP("Open report &directory…"), Nothing, Qt::CTRL | Qt::SHIFT | Qt::Key_O,
           [](W w) { w.openDirectoryWithDialog(); }},
          {"open-message", QT_TR_NOOP("Open from an error messa&ge…"), Nothing,
           Qt::CTRL | Qt::SHIFT | Qt::Key_G, [](W w) { w.m_messageOpener.ask(); }},
          part([](W w, QMenu& menu) {
              auto* const recent = w.addRecentMenu(menu, &w.m_recent, tr("Open &recent"));
              connect(recent, &RecentMenu::chosen, &w, &MainWindow::open);
          }),
          {"open-sample", QT_TR_NOOP("Open the sa&mple"), SampleFiles, NoKey, [](W w) { w.openSample(); }},
          //: reads the open profile again
          {"reload", QT_TR_NOOP("Reload pro&file"), OpenProfile, Qt::Key_F5, [](W w) { w.reload(); }},
          Separator,
          part([](W w, QMenu& menu) { w.m_files.addTo(&menu); }),
          Separator,
          {"compare", QT_TR_NOOP("Compare wit&h another report…"), OpenProfile, NoKey,
           [](W w) { w.compareWithDialog(); }},
          part([](W w, QMenu& menu) {
              auto* const recent = w.addRecentMenu(menu, &w.m_recentComparisons, tr("Recent comparisons"));
              connect(recent, &RecentMenu::chosen, &w, &MainWindow::compareAgain);
          }),
          Separator,
          {"save-picture", QT_TR_NOOP("Save &picture of the plan…"), OpenProfile, NoKey,
           [](W w) { w.savePicture(); }},
          Separator,
          {"close-profile", QT_TR_NOOP("&Close profile"), OpenProfile, Qt::CTRL | Qt::SHIFT | Qt::Key_W,
           [](W w) { w.closeProfile(); }},
          {"close-window", QT_TR_NOOP("Close w&indow"), Nothing, QKeySequence::Close, [](W w) { w.close(); }},
          {"quit", QT_TR_NOOP("&Quit"), Nothing, QKeySequence::Quit,
           [](W) { QApplication::closeAllWindows(); }}}},
        {QT_TR_NOOP("&Edit"),
         {part([](W w, QMenu& menu) { w.addUndoActions(menu); }),
          Separator,
          //: for commands, IPUs, layers, operations and variables
          {"search", QT_TR_NOOP("&Search…"), Nothing, Qt::CTRL | Qt::Key_K, [](W w) { w.search(); }}}},
        {QT_TR_NOOP("&Plan"),
         {part([](W w, QMenu& menu) {
              menu.addActions(w.m_plan->toolBar()->solveActions());
              menu.addAction(w.m_plan->toolBar()->compareAction());
          }),
          Separator,
          part([](W w, QMenu& menu) { new SplitActions(&w.m_editor, w.m_plan->canvas(), &menu); }),
          Separator,
          {"layers", QT_TR_NOOP("La&yers…"), OpenProfile, Qt::CTRL | Qt::SHIFT | Qt::Key_L,
           [](W w) { openDialog(new LayersDialog(&w.m_editor, &w)); }},
          {"limits", QT_TR_NOOP("Li&mits of single IPUs…"), OpenProfile, NoKey,
           [](W w) { w.m_plan->editLimits({}); }},
          Separator,
          part([](W w, QMenu& menu) { menu.addActions(w.m_plan->bars()->baselineActions()); })}},
        {QT_TR_NOOP("&View"),
         {part([](W w, QMenu& menu) {
              menu.addActions(w.m_workspace->pageActions());
              w.m_needProfile += w.m_workspace->pageActions();
          }),
          Separator,
          //: goes back to what was chosen before
          {"back", QT_TR_NOOP("Bac&k"), OpenProfile, Qt::ALT | Qt::Key_Left,
           [](W w) { w.m_selection.back(); }},
          {"forward", QT_TR_NOOP("&Forward"), OpenProfile, Qt::ALT | Qt::Key_Right,
           [](W w) { w.m_selection.forward(); }},
          Separator,
          //: the plan is shown whole, as a line of its stages, or not at all
          {"plan-size", QT_TR_NOOP("Next size of the &plan"), OpenProfile, Qt::Key_F9,
           [](W w) { w.m_workspace->nextPlanSize(); }},
          {"split", QT_TR_NOOP("Two p&ages"), OpenProfile, Qt::CTRL | Qt::Key_Backslash,
           [](W w) { w.m_workspace->setSplit(!w.m_workspace->isSplit()); },
           [](const MainWindow& w) { return w.m_workspace->isSplit(); }},
          //: the panel that describes what is chosen
          {"inspector", QT_TR_NOOP("Inspector"), OpenProfile, Qt::CTRL | Qt::Key_I,
           [](W w) { w.m_workspace->setInspectorShown(!w.m_workspace->showsInspector()); },
           [](const MainWindow& w) { return w.m_workspace->showsInspector(); }},
          {"page-window", QT_TR_NOOP("Page in a win&dow"), OpenProfile, NoKey,
           [](W w) { w.m_workspace->openWindow(w.m_workspace->shownPage()); }},
          {"reset-layout", QT_TR_NOOP("&Reset layout"), Nothing, NoKey,
           [](W w) { w.m_workspace->resetLayout(); }},
          Separator,
          {"zoom-in", QT_TR_NOOP("Zoom &in"), OpenProfile, QKeySequence::ZoomIn,
           [](W w) { zoomBy(*w.m_plan->canvas(), MenuZoomStep); }},
          {"zoom-out", QT_TR_NOOP("Zoom &out"), OpenProfile, QKeySequence::ZoomOut,
           [](W w) { zoomBy(*w.m_plan->canvas(), 1 / MenuZoomStep); }},
          {"whole-model", QT_TR_NOOP("&Whole model"), OpenProfile, Qt::CTRL | Qt::Key_0,
           [](W w) {
               if (!showAllOfChart()) {
                   w.m_plan->canvas()->setZoom(1);
               }
           }},
          Separator,
          part([](W w, QMenu& menu) { w.addViewChoices(menu); })}},
        {QT_TR_NOOP("&Help"),
         {{"guide", QT_TR_NOOP("&User guide"), Nothing, QKeySequence::HelpContents,
           [](W w) {
               GuideWindow::open(&w, w.m_session.profile() ? guideSectionOf(w.m_workspace->shownPage())
                                                           : QString());
           }},
          {"keys", QT_TR_NOOP("&Keyboard and mouse"), Nothing, NoKey,
           [](W w) { openDialog(new ShortcutsDialog(w.menuBar()->actions(), &w)); }},
          Separator,
          {"whats-new", QT_TR_NOOP("&What is new"), Nothing, NoKey, [](W w) { w.showWhatsNew(); }},
          {"about", QT_TR_NOOP("&About Tileline"), Nothing, NoKey, [](W w) { w.showAbout(); }},
          {"about-qt", QT_TR_NOOP("About &Qt"), Nothing, NoKey, [](W) { QApplication::aboutQt(); }}}}};
    return Menus;
}

void MainWindow::buildMenus() {
    for (const MenuTable& table : menus()) {
        QMenu* const menu = menuBar()->addMenu(tr(table.title));
        for (const MenuLine& line : table.lines) {
            if (line.add) {
                line.add(*this, *menu);
            } else if (!line.run) {
                menu->addSeparator();
            } else {
                QAction* const action =
                    menu->addAction(tr(line.text), line.key, this, [this, run = line.run] { run(*this); });
                action->setObjectName(QLatin1String(line.id));
                for (const auto& [id, icon] : Icons) {
                    if (id == line.id) {
                        action->setIcon(iconOf(icon));
                    }
                }
                action->setEnabled(line.needs != MenuLine::Needs::SampleFiles || !samplePath().isEmpty());
                if (line.needs == MenuLine::Needs::OpenProfile) {
                    m_needProfile += action;
                }
                if (line.checked) {
                    action->setCheckable(true);
                    action->setChecked(true);
                    connect(m_workspace, &Workspace::arranged, action,
                            [this, action, checked = line.checked] { action->setChecked(checked(*this)); });
                }
            }
        }
    }
    m_workspace->setCommands(commandsOf(menuBar()->actions()));
    buildTools();
}

/// Adds buttons for the most used commands to the PlanToolBar, and puts this toolbar beside the menus.
void MainWindow::buildTools() {
    PlanToolBar* const tools = m_plan->toolBar();
    QAction* const first = tools->actions().front();
    const auto add = [&](const char* id, QAction* before) {
        auto* const action = findChild<QAction*>(QLatin1String(id));
        tools->insertAction(before, action);
        auto* const button = qobject_cast<QToolButton*>(tools->widgetForAction(action));
        button->setFocusPolicy(Qt::TabFocus);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        return button;
    };
    for (const char* const id : {"open", "undo", "redo"}) {
        add(id, first);
    }
    tools->insertSeparator(first);
    tools->addSeparator();
    for (const char* const id : {"search", "plan-size", "inspector"}) {
        add(id, nullptr);
    }
    tools->addSeparator();
    QToolButton* const exports = add("export", nullptr);
    exports->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    exports->setProperty(metrics::MainCommand, true);
    tools->setIconSize(ToolIconSize);
    menuBar()->setCornerWidget(tools);
}

void MainWindow::search() {
    auto* const dialog = new SearchDialog(commandsOf(menuBar()->actions()), &m_session, &m_selection, this);
    connect(dialog, &SearchDialog::pageRequested, this, &MainWindow::showPage);
    openDialog(dialog);
}

RecentMenu* MainWindow::addRecentMenu(QMenu& menu, RecentFiles* files, const QString& title) {
    auto* const recent = new RecentMenu(files, title, files == &m_recentComparisons, &menu);
    connect(recent, &RecentMenu::dropped, this, [this](const QString& path) {
        m_messages->showMessage(tr("%1 no longer exists. It was removed from the list.").arg(path));
    });
    menu.addMenu(recent);
    return recent;
}

void MainWindow::addUndoActions(QMenu& menu) {
    QUndoStack* const stack = m_editor.undoStack();
    QAction* const undo = stack->createUndoAction(&menu, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    undo->setIcon(iconOf("undo"));
    QAction* const redo = stack->createRedoAction(&menu, tr("&Redo"));
    redo->setShortcut(QKeySequence::Redo);
    undo->setObjectName(QStringLiteral("undo"));
    redo->setObjectName(QStringLiteral("redo"));
    redo->setIcon(iconOf("redo"));
    menu.addActions({undo, redo});
    // By default, Qt puts the name of the step after "Undo", even in languages with another word order.
    connect(stack, &QUndoStack::undoTextChanged, undo, [undo](const QString& step) {
        //: used alone, and before the name of the step to undo: "Undo Move split"
        undo->setText(step.isEmpty() ? tr("&Undo") : tr("&Undo %1").arg(step));
    });
    connect(stack, &QUndoStack::redoTextChanged, redo, [redo](const QString& step) {
        //: used alone, and before the name of the step to redo: "Redo Move split"
        redo->setText(step.isEmpty() ? tr("&Redo") : tr("&Redo %1").arg(step));
    });
    // Undo and redo are disabled until the layers have been found, because the plan belongs to the old layers
    // until then.
    connect(&m_session, &Session::jobChanged, this, [=, this](Job job) {
        const bool free = job != Job::FindingLayers && job != Job::Loading;
        undo->setEnabled(free && m_editor.undoStack()->canUndo());
        redo->setEnabled(free && m_editor.undoStack()->canRedo());
    });
}

void MainWindow::addViewChoices(QMenu& menu) {
    QMenu* const chart = menu.addMenu(tr("Layer &chart"));
    chart->addActions(m_plan->chartActions());
    chart->setToolTipsVisible(true);
    //: As the system: the light or dark theme of the system
    addChoices(
        *menu.addMenu(tr("&Theme")), preferences::theme(),
        {{Theme::System, tr("As the &system")}, {Theme::Light, tr("&Light")}, {Theme::Dark, tr("&Dark")}},
        chooseTheme);
    addChoices(
        *menu.addMenu(tr("&Bytes as")), byteUnit(),
        {{ByteUnit::Kibi, tr("&KiB, MiB")}, {ByteUnit::Kilo, tr("k&B, MB")}, {ByteUnit::Bytes, tr("b&ytes")}},
        chooseUnit);
}

QString MainWindow::profileFilter() {
    //: %1: patterns of file names, "*.tileline *.pop"
    return tr("Profiles (%1);;All files (*)").arg(openableFileNames());
}

void MainWindow::openWithDialog() {
    open(chooseFiles(this, tr("Open a profile"), profileFilter()));
}

void MainWindow::openDirectoryWithDialog() {
    if (const QString path = chooseDirectory(this, tr("Open a report directory")); !path.isEmpty()) {
        open({path});
    }
}

void MainWindow::compareWithDialog() {
    const QString path = chooseFile(this, tr("Compare with another report"), profileFilter());
    if (!path.isEmpty()) {
        compareWith(path);
    }
}

void MainWindow::compareWith(const QString& path) {
    m_session.comparison()->start({path});
    showPage(QStringLiteral("comparison"));
}

/// `paths` are the paths of the report to open, followed by the path of the report to compare it with.
void MainWindow::compareAgain(QStringList paths) {
    const QString other = paths.takeLast();
    if ((m_session.profile() && absolutePaths(m_session.sourcePaths()) == paths) || openHere(paths)) {
        compareWith(other);
    }
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

void MainWindow::showAbout() {
    QMessageBox::about(
        this, tr("About Tileline"),
        tr("<h3>Tileline %1</h3><p>Plans pipeline stages for Graphcore IPUs: where to split a model, and "
           "what every IPU's fullest tile would hold.</p><p>Free software under the GNU General Public "
           "License, version 3 or later. It comes without any warranty.</p>")
            .arg(QCoreApplication::applicationVersion()));
}

void MainWindow::showWhatsNew() {
    QMessageBox::information(this, tr("What is new"),
                             tr("<h3>Tileline %1</h3><p>The first version.</p><ul><li>Drag the splits, and "
                                "see what every IPU's fullest tile holds.</li><li>Ask for the best plan: "
                                "lowest peak, or fewest IPUs.</li><li>See why a stage peaks: liveness, tile "
                                "memory, operations.</li><li>Export a plan that PopTorch can load.</li></ul>")
                                 .arg(QCoreApplication::applicationVersion()));
}

} // namespace tileline
