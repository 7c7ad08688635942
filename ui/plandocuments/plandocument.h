// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/temporaryfile.h"
#include "core/planfile/planfileapply.h"
#include "ui/dialogs/exportchoices.h"
#include "ui/editing/planeditor.h"
#include "ui/plandocuments/planrecovery.h"
#include "ui/session/latesttask.h"
#include "ui/session/session.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace tileline {

/// The document of a window: several plans for the session's profile, one of which is shown. Knows the
/// document's file and whether it has unsaved changes, and keeps a recovery copy in case the program crashes.
///
/// It belongs to its profile. Opening another one, or closing the profile, closes the document; the window
/// has asked about changes before. A reload of the profile keeps the document. Plans that were made for
/// another profile become a new, untitled document.
///
/// The splits, limits and pins of the shown plan are in the session's Plan. The rest of the shown plan and
/// all other plans are here. A change of the session's plan is a change of the document.
class PlanDocument : public QObject {
    Q_OBJECT
public:
    /// An empty `recoveryDirectory` means PlanRecovery::usualDirectory().
    explicit PlanDocument(PlanEditor* editor, const QString& recoveryDirectory = {},
                          QObject* parent = nullptr);
    ~PlanDocument() override;

    Session* session() const { return m_editor->session(); }
    PlanEditor* editor() const { return m_editor; }

    /// The document's file; empty if the document was never saved.
    QString path() const { return m_path; }
    /// For titles: the file's name, or "Untitled plan", with the file that it was made from.
    QString title() const;
    bool isModified() const { return m_modified; }

    const std::vector<PlanDescription>& plans() const { return m_file.plans; }
    size_t current() const { return m_file.current; }
    /// The whole document as it is now.
    const PlanFile& file() const { return m_file; }

    // Files. If no profile is open, the profile that the plan file names is opened first.
    void startNew();
    /// Reads a plan file and applies it. Emits opened() or openFailed(), at once or after the profile was
    /// loaded. With `copy`, or if the open profile is not the plan's own, the document becomes an untitled
    /// copy, so that saving it does not overwrite the plan file.
    void open(const QString& path, bool copy = false);
    /// The same for a recovered document, which counts as modified.
    void openRecovered(const PlanRecovery::Orphan& orphan);
    /// The user agrees to lose the changes when something else is opened. The document keeps them until then,
    /// and also if opening fails.
    void discardChanges() { m_discarded = true; }
    bool discarded() const { return m_discarded; }
    /// Opening was cancelled: keeps the changes, and drops a plan that waits for its profile.
    void cancelOpening();
    /// Replaces path().
    Result<Done> save() { return saveAs(m_path); }
    /// FileChanged if it is path(), and another program has changed the file since it was read or written
    /// last. OtherProfile if the file holds a plan for another profile.
    Result<Done> saveAs(const QString& path);
    /// The user agrees that the next save replaces what the last one found.
    void agreeToReplace() { m_agreed = m_refused; }
    PlanRecovery& recovery() { return m_recovery; }
    /// Writes the recovery copy at once, if there are changes. The copy outlives the document, unless the
    /// document is changed, saved or discarded afterwards. For a program that is told to end.
    Result<Done> keepChanges();
    /// Whether keepChanges() has kept the document as it is.
    bool keepsChanges() const { return m_kept; }

    // Plans of the document.
    void show(size_t plan);
    /// Inserts a copy after the plan, and shows the copy. refused() if the document is full.
    void duplicate(size_t plan);
    void rename(size_t plan, const QString& name);
    /// Does nothing if it is the only plan.
    void remove(size_t plan);
    void move(size_t from, size_t to);
    void setNotes(const QString& notes);
    QString notes() const;
    ExportChoices exportChoices() const;
    void setExportChoices(const ExportChoices& choices);
    /// Makes an imported split the current plan, as one undo step. Boundaries at which it does not split are
    /// unpinned. The export options in the text are added to the export choices, and the importer's remarks
    /// to the notes. `source`: the file's name, or empty.
    void apply(const ImportedSplit& split, ExportMode mode, const QString& source);

signals:
    void plansChanged();    ///< their number, order, names, or the plans themselves
    void currentChanged();  ///< another plan is shown
    void modifiedChanged(); ///< isModified(), path() or title()
    void opened(const QStringList& mismatches);
    void openFailed(const tileline::Error& error);
    /// The document with this path was closed, because another profile was opened.
    void closed(const QString& path);
    /// Another program wrote or removed the file.
    void fileChangedOnDisk();
    /// Changes are no longer saved automatically, because the disk is full for example. Emitted once, until
    /// it works again.
    void autosaveFailed(const tileline::Error& error);
    /// Nothing was done, for this reason.
    void refused(const QString& reason);

private:
    struct Pending {
        PlanFile file;
        QString path;
        bool modified = false;            ///< it differs from the file
        QByteArray digest;                ///< of the file's content
        PlanRecovery::Copy recoveredFrom; ///< the recovery copy that was read; empty for a plan file
        bool copy = false;                ///< becomes an untitled document
        bool byPosition = false;          ///< of version 1, with operations outside layers placed by position
    };

    void begin();
    void applyPending();
    void finishOpening();
    void failOpening(const Error& error);
    void profileReplaced();
    void onFingerprint(const ProfileFingerprint& fingerprint);
    void layersReplaced();
    void planEdited();
    QStringList showCurrent();
    void captureCurrent();
    void touched();
    void plansTouched();
    void setSaved();
    void setPath(const QString& path, const QByteArray& digest);
    void checkDisk();
    PlanFile withProfile(PlanFile file) const;
    void autosave();
    void onAutosaved(const Result<Done>& written);
    QString uniqueName(const QString& wanted) const;

    PlanEditor* const m_editor;
    PlanRecovery m_recovery;
    PlanFile m_file;               ///< up to date, except during a drag
    PlanFile m_saved;              ///< as last saved, opened or started
    bool m_forcedModified = false; ///< a recovered document differs from its file, or one of another profile
    bool m_modified = false;
    bool m_kept = false; ///< the recovery copy is up to date and outlives the document
    bool m_autosaveFailed = false;
    bool m_discarded = false;  ///< the changes are dropped when the next profile or plan is opened
    bool m_shows = false;      ///< the session's plan is the current plan
    bool m_newProfile = false; ///< the next layersChanged() belongs to another profile
    QString m_path;
    InputFilePtr m_input; ///< the file at m_path, which only plans may replace
    QString m_source;     ///< name of the file that an untitled document was made from; or empty
    QByteArray m_digest;  ///< of the file when it was read or written last
    QByteArray m_noticed; ///< of the file when it was looked at last; fileChangedOnDisk() told about it
    QByteArray m_refused; ///< of the file that the last save would have replaced
    std::optional<QByteArray> m_agreed; ///< of the file that the next save may replace
    std::optional<Pending> m_pending;
    QString m_former;                   ///< path of the document that the open profile has closed; or empty
    ProfileFingerprint m_formerProfile; ///< its profile
    QFileSystemWatcher m_watcher;
    QTimer m_refresh; ///< merges the changes of a drag
    QTimer m_autosave;
    std::optional<ProfileFingerprint> m_fingerprint; ///< of the session's profile, once it is known
    LatestTask m_fingerprinting{this};
    LatestTask m_writer{this}; ///< writes recovery copies
};

} // namespace tileline
