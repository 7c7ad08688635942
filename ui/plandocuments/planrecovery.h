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

/// Copies of unsaved plan documents, in the user's state directory, one for each open document that has
/// changes. Each lies beside a lock file of the process that wrote it: where that process is gone, the copy
/// is what it lost.
class PlanRecovery {
public:
    /// What a process that is gone left behind.
    struct Orphan {
        QString file;         ///< the copy
        QString documentPath; ///< where the document was saved; empty for one that never was
        PlanFile document;
    };

    /// `directory`: where the copies are; empty for the usual one.
    explicit PlanRecovery(QString directory = {});
    ~PlanRecovery();
    PlanRecovery(const PlanRecovery&) = delete;
    PlanRecovery& operator=(const PlanRecovery&) = delete;

    /// Where this document's copy belongs, locked for this process. Empty where the directory cannot be made.
    QString place();
    /// Makes an orphan's copy this document's own.
    void takeOver(const QString& place);
    /// Writes a copy to a place. Blocking; may run on any thread.
    static Result<Done> write(const QString& place, const PlanFile& document, const QString& documentPath);
    /// The document was saved or given up: no copy is needed, and the next one gets another place.
    void forget();
    /// Whether `place` is still the one of this document.
    bool isCurrent(const QString& place) const { return !m_file.isEmpty() && m_file == place; }

    /// Copies that nobody works on, without those that cannot be read.
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
