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

/// Writes and finds recovery copies in the user's state directory: one for each open plan document with
/// unsaved changes. The process that writes a copy locks a file beside it. If the process has ended but the
/// copy still exists, the changes in the copy were never saved.
class PlanRecovery {
public:
    /// A recovery copy that this process has locked, so that no other process can use the copy.
    struct Copy {
        QString file;
        std::shared_ptr<const FileLock> lock;
    };
    /// The file from which the copied document was opened.
    struct Original {
        QString path;      ///< empty if the document has never been saved
        QByteArray digest; ///< digest of the file when the document last read or wrote it; may be empty
    };
    /// A copy that an ended process left behind, with the contents and the original file of the copy.
    struct Orphan {
        Copy copy;
        Original original;
        PlanFile document;
    };

    /// The copies are stored in `directory`; if `directory` is empty, in usualDirectory().
    explicit PlanRecovery(QString directory = {});
    PlanRecovery(const PlanRecovery&) = delete;
    PlanRecovery& operator=(const PlanRecovery&) = delete;

    /// The path of this document's copy, which this process locks. Errors: WriteFailed, PermissionDenied.
    Result<QString> place();
    /// From now on, this document uses `copy`, which was an orphan, as its recovery copy.
    void takeOver(const Copy& copy);
    /// Writes a copy to `place`. Blocks the calling thread, which may be any thread.
    static Result<Done> write(const QString& place, const PlanFile& document, const Original& original);
    /// Removes the copy, because the document was saved or discarded. The next copy gets a new path. Without
    /// this call, the copy outlives this object and becomes an orphan.
    void forget();
    /// Whether `place` is still the path of this document's copy.
    bool isCurrent(const QString& place) const { return !m_copy.file.isEmpty() && m_copy.file == place; }

    /// Locks and returns the readable copies that no running process has locked.
    std::vector<Orphan> orphans() const;
    static void remove(const QString& place);

    static QString usualDirectory();

private:
    void removeLeftovers() const;

    QString m_directory;
    Copy m_copy; ///< the copy of this document
};

} // namespace tileline
