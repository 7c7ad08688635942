// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/temporaryfile.h"
#include "core/planfile/planfile.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <vector>

namespace tileline {

/// Recovery copies of unsaved plan documents in the user's state directory: one for each open document with
/// changes. The process that writes a copy holds a lock file for it. If that process is no longer running,
/// the copy contains changes that were never saved.
class PlanRecovery {
public:
    /// A copy that this process has locked, so that no other process takes it.
    struct Copy {
        QString file;
        std::shared_ptr<const FileLock> lock;
    };
    /// The file from which the copied document was opened.
    struct Original {
        QString path;      ///< empty if the document has never been saved
        QByteArray digest; ///< digest of the file before the document was changed; may be empty
    };
    /// A copy whose process is no longer running, with its contents and its original file.
    struct Orphan {
        Copy copy;
        Original original;
        PlanFile document;
    };

    /// `directory` is where the copies are stored; if it is empty, usualDirectory() is used.
    explicit PlanRecovery(QString directory = {});
    PlanRecovery(const PlanRecovery&) = delete;
    PlanRecovery& operator=(const PlanRecovery&) = delete;

    /// The path of this document's copy, locked for this process. Errors: WriteFailed, PermissionDenied.
    Result<QString> place();
    /// Adopts the copy of an orphan as the copy of this document.
    void takeOver(const Copy& copy);
    /// Writes a copy to `place`. Blocks the caller; may be called on any thread.
    static Result<Done> write(const QString& place, const PlanFile& document, const Original& original);
    /// Removes the copy, because the document was saved or discarded. The next copy gets a new path. Without
    /// this call, the copy outlives this object and becomes an orphan.
    void forget();
    /// Whether `place` is still the path of this document's copy.
    bool isCurrent(const QString& place) const { return !m_copy.file.isEmpty() && m_copy.file == place; }

    /// The readable copies that no running process uses, locked until the returned objects are destroyed.
    std::vector<Orphan> orphans() const;
    static void remove(const QString& place);

    static QString usualDirectory();

private:
    void removeLeftovers() const;

    QString m_directory;
    Copy m_copy; ///< the copy of this document
};

} // namespace tileline
