// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/messageopener.h"
#include "ui/editing/planeditor.h"
#include "ui/plandocuments/plandocument.h"
#include "ui/plandocuments/planfiles.h"
#include "ui/preferences/recentfiles.h"
#include "ui/session/profilewatch.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/text/plaintext.h"

#include <QMainWindow>
#include <QProgressBar>
#include <QStackedWidget>

namespace tileline {

class EmptyPage;
class ErrorPage;
class LoadingPage;
class MessageBar;
class PlanPage;
class Workspace;

/// The path of the bundled sample profile; empty if the sample is not installed.
QString samplePath();

/// A window for one profile. Shows the open profile, the progress of opening it, or the reason why it could
/// not be opened. The class itself only connects the session, the pages and the menus.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow();
    ~MainWindow() override;

    Session* session() { return &m_session; }
    Selection* selection() { return &m_selection; }
    PlanEditor* editor() { return &m_editor; }
    PlanDocument* document() { return &m_document; }
    PlanPage* planPage() const { return m_plan; }
    MessageBar* messageBar() const { return m_messages; }
    Workspace* workspace() const { return m_workspace; }
    RecentFiles* recentFiles() { return &m_recent; }
    MessageOpener* messageOpener() { return &m_messageOpener; }

    /// Groups the files that belong together. Opens the first group in this window and every other group in a
    /// new window. Plan files are opened in this window.
    void open(const QStringList& paths);
    void openSample() { open({samplePath()}); }
    /// Compares the open profile, or the profile that is being opened, with the profile at `path`.
    void compareWith(const QString& path);
    /// Shows a new, empty window, which deletes itself when it is closed.
    static MainWindow* newWindow();
    /// Offers to recover the plans that a crashed process left unsaved. main() calls this once.
    void offerRecovery() { m_files.offerRecovery(); }
    /// The page with this id (see ui/pagetable.h); null if there is none. The Plan page has the id "plan".
    QWidget* page(const QString& id) const;
    /// Shows the whole plan above the pages, even if this leaves them little room.
    void showWholePlan();
    /// Brings the page with this id to the front. Returns false if there is no such page.
    bool showPage(const QString& id);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildStates();
    void buildWorkspace();
    void buildStatus();

    struct MenuLine;
    struct MenuTable;
    static const std::vector<MenuTable>& menus();
    void buildMenus();
    void buildTools();
    void search();
    RecentMenu* addRecentMenu(QMenu& menu, RecentFiles* files, const QString& title);
    void addUndoActions(QMenu& menu);
    void addViewChoices(QMenu& menu);

    /// Asks about unsaved changes, then opens one group of files that belong together. Returns false if the
    /// user cancels.
    bool openHere(const QStringList& paths);
    void reload();
    /// Closes the profile, after asking about unsaved changes.
    void closeProfile();
    void onStateChanged();
    void onProfileChanged();
    void onResult();
    void updateJob();
    void loadFailed(const Error& error);
    void showExplanation(TileId tile, const QString& text);
    void chooseProfile(const QString& directory, const std::vector<ProfileChoice>& choices);
    static QString profileFilter();
    void openWithDialog();
    void openDirectoryWithDialog();
    void compareWithDialog();
    void compareAgain(QStringList paths);
    void savePicture();
    void updateTitle();
    void showAbout();
    void showWhatsNew();

    Session m_session;
    ProfileWatch m_watch{&m_session};
    Selection m_selection;
    PlanEditor m_editor;
    PlanDocument m_document;
    PlanFiles m_files;
    MessageOpener m_messageOpener{&m_session, this};
    RecentFiles m_recent{"files/recent"};
    RecentFiles m_recentComparisons{"comparisons/recent"}; ///< see compareAgain()

    QStackedWidget* m_stack = new QStackedWidget;
    MessageBar* m_messages = nullptr;
    EmptyPage* m_empty = nullptr;
    LoadingPage* m_loading = nullptr;
    ErrorPage* m_error = nullptr;
    Workspace* m_workspace = nullptr; ///< shown while a profile is open
    PlanPage* m_plan = nullptr;
    QLabel* m_jobLabel = plainLabel();
    QProgressBar* m_jobBar = new QProgressBar;
    QLabel* m_profileLabel = plainLabel();
    /// What the window has chosen by itself: an IPU, and the tile and the step of that IPU's peak.
    std::array<std::optional<Choice>, 3> m_first;
    QStringList m_failedPaths;     ///< the paths that the user last tried to open, for another attempt
    QList<QAction*> m_needProfile; ///< actions that are enabled only while a profile is open
};

} // namespace tileline
