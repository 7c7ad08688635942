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

/// The document of a window: one or more plans for the session's profile. One of the plans is shown. While
/// there are unsaved changes, the document keeps a recovery copy in case of a crash.
///
/// The document belongs to its profile. When the profile is closed or another profile is opened, the window
/// asks about unsaved changes, and the document is closed, too. If the profile is reloaded, the document
/// stays open. Plans that were made for another profile are opened as a new, untitled document.
///
/// The splits, limits and pins of the shown plan are in the session's Plan. The rest of the shown plan and
/// all other plans are in the document. Changing the session's plan therefore changes the document.
class PlanDocument : public QObject {
    Q_OBJECT
public:
    /// If `recoveryDirectory` is empty, PlanRecovery::usualDirectory() is used.
    explicit PlanDocument(PlanEditor* editor, const QString& recoveryDirectory = {},
                          QObject* parent = nullptr);
    ~PlanDocument() override;

    Session* session() const { return m_editor->session(); }
    PlanEditor* editor() const { return m_editor; }

    /// The path of the document's file; empty if the document is untitled.
    QString path() const { return m_path; }
    /// The name of the document's file. An untitled document has the title "Untitled plan"; the title of an
    /// untitled copy also contains the name of the original file.
    QString title() const;
    bool isModified() const { return m_modified; }

    const std::vector<PlanDescription>& plans() const { return m_file.plans; }
    size_t current() const { return m_file.current; }
    const PlanFile& file() const { return m_file; }

    void startNew() {
        m_pending.reset();
        begin();
    }
    /// Reads a plan file and applies it. If no profile is open, opens the file's profile first. Emits
    /// opened() or openFailed() when the profile has been loaded. If `copy` is true or the file is for
    /// another profile, the document becomes an untitled copy, so that saving does not overwrite the file.
    void open(const QString& path, bool copy = false);
    /// Opens a recovered document in the same way as open(). The document then counts as modified.
    void openRecovered(const PlanRecovery::Orphan& orphan);
    /// Call this when the user wants to open another file and agrees to lose unsaved changes. The changes are
    /// discarded only when that file has been opened successfully.
    void discardChanges() { m_discarded = true; }
    bool discarded() const { return m_discarded; }
    /// Call this when the user cancels the opening of a file. A file that is waiting for its profile is
    /// dropped; unsaved changes are kept.
    void cancelOpening() {
        m_pending.reset();
        m_discarded = false;
    }
    Result<Done> save() { return saveAs(m_path); }
    /// Saves the document to `path`. Fails with FileChanged if `path` is the document's own file, and another
    /// program has changed that file since the document last read or wrote it. Fails with OtherProfile if the
    /// file at `path` contains a plan for another profile.
    Result<Done> saveAs(const QString& path);
    /// Call this when the user allows the next save to replace the file that saveAs() refused to replace.
    void agreeToReplace() { m_agreed = m_refused; }
    PlanRecovery& recovery() { return m_recovery; }
    /// Writes the recovery copy at once, if there are changes. The copy outlives the document unless the
    /// document is changed, saved or discarded afterwards. Call this when Tileline is told to end.
    Result<Done> keepChanges();
    /// Whether the recovery copy is kept, because keepChanges() was called after the last change.
    bool keepsChanges() const { return m_kept; }

    void show(size_t plan);
    /// Inserts a copy of a plan after the original and shows it. Emits refused() if the document is full.
    void duplicate(size_t plan);
    void rename(size_t plan, const QString& name);
    /// Removes a plan unless it is the only one.
    void remove(size_t plan);
    void move(size_t from, size_t to);
    void setNotes(const QString& notes) {
        m_file.plans[m_file.current].notes = notes.toStdString();
        touched();
    }
    QString notes() const;
    ExportChoices exportChoices() const;
    void setExportChoices(const ExportChoices& choices);
    /// Makes an imported split the current plan, as one undo step. Removes pins from boundaries at which the
    /// import has no split. Copies `mode` and the imported export options to the plan, and appends the
    /// importer's remarks to the plan's notes. `source` names the imported file; may be empty.
    void apply(const ImportedSplit& split, ExportMode mode, const QString& source);

signals:
    void plansChanged();    ///< a plan has changed, or was renamed, added, removed or moved
    void currentChanged();  ///< another plan is shown
    void modifiedChanged(); ///< isModified(), path() or title() has changed
    void opened(const QStringList& mismatches);
    void openFailed(const tileline::Error& error);
    /// Emitted after the document with this path was closed because another profile was opened.
    void closed(const QString& path);
    /// Emitted when another program has written or removed the document's file.
    void fileChangedOnDisk();
    /// Emitted when a recovery copy cannot be written, for example because the disk is full. The signal is
    /// emitted again only if a copy was written, or the document was saved, in the meantime.
    void autosaveFailed(const tileline::Error& error);
    /// Emitted when a change was refused. `reason` says why.
    void refused(const QString& reason);

private:
    struct Pending {
        PlanFile file;
        QString path;
        bool modified = false;            ///< whether the plans differ from those in the file at `path`
        QByteArray digest;                ///< digest of the file's content
        PlanRecovery::Copy recoveredFrom; ///< the recovery copy that was read; empty for a plan file
        bool copy = false;                ///< whether to open the plans as an untitled document
        bool byPosition = false;          ///< whether the file's layer options contain Unassigned::Position
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
    PlanFile m_file;               ///< the document's contents; may be out of date during a drag
    PlanFile m_saved;              ///< m_file as it was last saved, opened or newly made
    bool m_forcedModified = false; ///< whether the document counts as modified even if m_file equals m_saved
    bool m_modified = false;
    bool m_kept = false; ///< whether the recovery copy must outlive this object
    bool m_autosaveFailed = false;
    bool m_discarded = false;  ///< whether the changes may be lost when another file is opened
    bool m_shows = false;      ///< whether the session's plan is the document's current plan
    bool m_newProfile = false; ///< whether the next layersChanged() follows a change of the profile
    QString m_path;
    InputFilePtr m_input; ///< prevents other outputs from replacing the file at m_path
    QString m_source;     ///< name of the file from which an untitled document was made; may be empty
    QByteArray m_digest;  ///< digest of the file at m_path when the document last read or wrote it
    QByteArray m_noticed; ///< digest of the file at m_path when checkDisk() last read it
    QByteArray m_refused; ///< digest of the file that a save refused to replace
    std::optional<QByteArray> m_agreed; ///< digest of the file that the user allows a save to replace
    std::optional<Pending> m_pending;
    QString m_former; ///< path of the document that was closed with the previous profile; may be empty
    ProfileFingerprint m_formerProfile; ///< fingerprint of the profile that m_former was made for
    QFileSystemWatcher m_watcher;
    QTimer m_refresh; ///< combines all changes during a drag into one update of m_file
    QTimer m_autosave;
    std::optional<ProfileFingerprint> m_fingerprint; ///< fingerprint of the session's profile
    LatestTask m_fingerprinting{this};
    LatestTask m_writer{this}; ///< writes recovery copies
};

} // namespace tileline
