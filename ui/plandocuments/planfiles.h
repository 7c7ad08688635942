// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/reportpage.h"
#include "ui/plandocuments/plandocument.h"

#include <QObject>

#include <functional>

class QAction;
class QMenu;
class QWidget;

namespace tileline {

/// The File menu's commands for plans (new, open, recent, save, import, export), with their dialogs and
/// questions. The window calls addTo() to make its File menu, confirmClose() in closeEvent(), and
/// offerRecovery() once.
class PlanFiles : public QObject {
    Q_OBJECT
public:
    PlanFiles(PlanDocument* document, QWidget* window);

    PlanDocument* document() const { return m_document; }
    void addTo(QMenu* menu);
    /// Asks about unsaved changes. Returns false if the user cancels, or if saving fails.
    bool confirmClose();
    /// Offers to recover the plans that a crashed process left unsaved. If a plan's profile still exists but
    /// this window has opened another profile, emits recoveryWanted(). Otherwise, recovers the plan in this
    /// window, as an untitled copy if the window has another profile, and offers no further plans.
    void offerRecovery();
    /// Asks about unsaved changes, and then opens a plan file with PlanDocument::open().
    void open(const QString& path, bool copy = false);
    /// Whether `path` ends with the suffix of plan files.
    static bool isPlanFile(const QString& path) {
        return path.endsWith(QLatin1String(".tileplan"), Qt::CaseInsensitive);
    }

    bool save() { return m_document->path().isEmpty() ? saveAs() : write(m_document->path()); }
    bool saveAs();

    /// The data for the HTML page about the shown plan. Session::resultIsCurrent() must be true.
    ReportSource reportSource() const;
    /// Writes the HTML page about a plan to `path`, on a worker thread. Cancels an earlier unfinished page.
    void writeReport(const ReportSource& source, const QString& path);

signals:
    /// Emitted when the window should show a message without a button.
    void message(const QString& text);
    void failed(const tileline::Error& error);
    /// Emitted when the window should show a message with a button that calls `act`.
    void offered(const QString& text, const QString& button, const std::function<void()>& act);
    /// Emitted if a plan must be recovered in a new window, because this window has another profile.
    void recoveryWanted(const tileline::PlanRecovery::Orphan& orphan);

private:
    void importWithDialog();
    void exportWithDialog();
    void reportWithDialog();
    void fillRecent(QMenu* menu);
    QString choosePlan(const QString& title);
    bool write(const QString& path);

    bool hasOtherProfile(const QString& path) const;
    void onProfileChanged();
    void opened(const QStringList& mismatches);
    void fileChanged();

    PlanDocument* const m_document;
    QWidget* const m_window;
    QList<QAction*> m_needProfile;
    LatestTask m_report{this};
    bool m_askingAboutDisk = false;
};

} // namespace tileline
