// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planfile/planfile.h"

#include <QLockFile>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tileline {

/// Recovery copies of unsaved plan documents in the user's state directory: one for each open document with
/// changes. Next to each copy is a lock file of the process that wrote it. If that process no longer runs,
/// the copy holds its unsaved changes.
class PlanRecovery {
public:
    /// A copy of a process that no longer runs.
    struct Orphan {
        QString file;         ///< the copy
        QString documentPath; ///< the document's file; empty if it was never saved
        PlanFile document;
    };

    /// `directory` holds the copies. If it is empty, usualDirectory() is used.
    explicit PlanRecovery(QString directory = {});
    ~PlanRecovery();
    PlanRecovery(const PlanRecovery&) = delete;
    PlanRecovery& operator=(const PlanRecovery&) = delete;

    /// The path of this document's copy, locked for this process. Empty if the directory cannot be created.
    QString place();
    /// Makes an orphan's copy the copy of this document.
    void takeOver(const QString& place);
    /// Writes a copy to `place`. Blocks; may be called on any thread.
    static Result<Done> write(const QString& place, const PlanFile& document, const QString& documentPath);
    /// Removes the copy, because the document was saved or discarded. The next copy gets another path.
    void forget();
    /// Whether `place` is still the path of this document's copy.
    bool isCurrent(const QString& place) const { return !m_file.isEmpty() && m_file == place; }

    /// The copies that no running process uses, except those that cannot be read.
    std::vector<Orphan> orphans() const;
    /// Removes a copy.
    static void remove(const QString& place);

    static QString usualDirectory();

private:
    QString m_directory;
    QString m_file; ///< of this document's copy
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace tileline
