// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plandocuments/plandocument.h"
#include "ui/settings/recentfiles.h"

#include <QObject>

class QAction;
class QMenu;
class QWidget;

namespace tileline {

/// The commands of a window on its plan document: new, open, recent, save and export, with their
/// dialogs and questions. For a window: addTo() its File menu, confirmClose() in its closeEvent,
/// offerRecovery() once.
class PlanFiles : public QObject {
    Q_OBJECT
public:
    PlanFiles(PlanDocument* document, QWidget* window);

    PlanDocument* document() const { return m_document; }
    /// Adds the actions.
    void addTo(QMenu* menu);
    /// Asks about unsaved changes; false where the user wants to stay.
    bool confirmClose();
    /// Offers what a program that died left behind. A plan of which the profile is still there is recovered
    /// with that one, in this window or by recoveryWanted(); another one in this window, as a copy.
    void offerRecovery();
    /// Opens a plan file, after asking about unsaved changes.
    void open(const QString& path);
    /// Whether a path looks like a plan document.
    static bool isPlanFile(const QString& path);

    bool save();
    bool saveAs();

signals:
    /// Something to tell the user, that is no question.
    void message(const QString& text);
    void failed(const tileline::Error& error);
    /// This window has another profile: the plan needs a window of its own.
    void recoveryWanted(const tileline::PlanRecovery::Orphan& orphan);

private:
    QAction* add(QMenu* menu, const QString& text, const QKeySequence& key, void (PlanFiles::*act)());
    void startNew();
    void openWithDialog();
    void saveFromMenu();
    void saveAsFromMenu();
    void exportWithDialog();
    void fillRecent(QMenu* menu);
    bool writeTo(const QString& path);
    bool hasOtherProfile(const QString& path) const;
    void onProfileChanged();
    void opened(const QStringList& mismatches);
    void fileChanged();

    PlanDocument* const m_document;
    QWidget* const m_window;
    QList<QAction*> m_needProfile;
    bool m_askingAboutDisk = false;
};

} // namespace tileline
