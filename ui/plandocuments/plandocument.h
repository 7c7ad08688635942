// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planfile/planfileapply.h"
#include "core/session/latesttask.h"
#include "core/session/session.h"
#include "ui/dialogs/exportchoices.h"
#include "ui/editing/planeditor.h"
#include "ui/plandocuments/planrecovery.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace tileline {

/// The plans of a window as a document: several plans for the session's profile, one of which is shown and
/// lives in the session, a file, whether it has changes, and a copy for the case that the program dies.
///
/// The shown plan's splits, limits and pins are the session's plan state; everything else of it, and the
/// other plans, are here. Changes of the session's plan are changes of the document.
class PlanDocument : public QObject {
    Q_OBJECT
public:
    /// `recoveryDirectory`: empty for the usual one.
    explicit PlanDocument(PlanEditor* editor, const QString& recoveryDirectory = {},
                          QObject* parent = nullptr);
    ~PlanDocument() override;

    Session* session() const { return m_editor->session(); }
    PlanEditor* editor() const { return m_editor; }

    /// Where the document is saved; empty for one that never was.
    QString path() const { return m_path; }
    /// For titles: the file's name, or "Untitled plan".
    QString title() const;
    bool isModified() const { return m_modified; }

    const std::vector<PlanDescription>& plans() const { return m_file.plans; }
    size_t current() const { return m_file.current; }
    /// The whole document as it is now.
    const PlanFile& file() const { return m_file; }

    // Files. Where no profile is open, the one that the plan file names is opened first.
    void startNew();
    /// Reads a plan file and applies it. opened() or openFailed() follows, at once or when the profile is
    /// there.
    void open(const QString& path);
    /// The same for a document that was recovered: it is modified, and where the open profile is not its own
    /// it is an untitled copy, so that saving it does not replace the file of the other profile's plan.
    void openRecovered(const PlanRecovery::Orphan& orphan);
    /// The user gives the changes up for what is opened next. Until that is there, and where it cannot be
    /// opened, the document keeps them.
    void discardChanges() { m_discarded = true; }
    bool discarded() const { return m_discarded; }
    /// Nothing is opened after all: the changes stay, and a plan that waits for its profile is dropped.
    void cancelOpening();
    Result<Done> save();
    Result<Done> saveAs(const QString& path);
    /// The file is not as it was read or written last.
    bool changedOnDisk() const;
    PlanRecovery& recovery() { return m_recovery; }

    // Plans of the document.
    void show(size_t plan);
    /// A copy after it, which is shown then.
    void duplicate(size_t plan);
    void rename(size_t plan, const QString& name);
    /// Not the last one.
    void remove(size_t plan);
    void move(size_t from, size_t to);
    void setNotes(const QString& notes);
    QString notes() const;
    ExportChoices exportChoices() const;
    void setExportChoices(const ExportChoices& choices);

signals:
    void plansChanged();    ///< their number, order, names, or the plans themselves
    void currentChanged();  ///< another plan is shown
    void modifiedChanged(); ///< isModified(), path() or title()
    void opened(const QStringList& mismatches);
    void openFailed(const tileline::Error& error);
    /// Another program wrote or removed the file.
    void fileChangedOnDisk();

private:
    struct Pending {
        PlanFile file;
        QString path;
        bool modified = false; ///< it is not what the file holds
        QByteArray digest;     ///< of the file's content
        QString recoveredFrom; ///< the copy that it was read from; empty where it is no recovered one
    };

    void applyPending();
    void finishOpening();
    void failOpening(const Error& error);
    void profileReplaced();
    void layersReplaced();
    void planEdited();
    QStringList showCurrent();
    PlanDescription described(const PlanDescription& base) const;
    void captureCurrent();
    void touched();
    void setSaved();
    void setPath(const QString& path, const QByteArray& digest);
    void checkDisk();
    void autosave();
    QString uniqueName(const QString& wanted) const;

    PlanEditor* const m_editor;
    PlanRecovery m_recovery;
    PlanFile m_file;               ///< up to date but for a drag that is under way
    PlanFile m_saved;              ///< as saved, opened or begun
    bool m_forcedModified = false; ///< a recovered document differs from its file
    bool m_modified = false;
    bool m_discarded = false;  ///< the changes end with the next profile or plan
    bool m_shows = false;      ///< the session's plan is the current plan
    bool m_newProfile = false; ///< layersChanged() that comes belongs to another profile
    QString m_path;
    QByteArray m_digest; ///< of the file when it was read or written last
    std::optional<Pending> m_pending;
    QFileSystemWatcher m_watcher;
    QTimer m_refresh; ///< merges the changes of a drag
    QTimer m_autosave;
    std::optional<ProfileFingerprint> m_fingerprint; ///< of the session's profile, once it is known
    LatestTask m_fingerprinting;
    LatestTask m_writer; ///< of recovery copies
};

} // namespace tileline
