// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plandocuments/planrecovery.h"

#include "core/base/textfile.h"
#include "ui/text/plaintext.h"

#include <QDir>
#include <QFile>
#include <QUuid>

namespace tileline {

namespace {

constexpr auto Suffix = ".recovered.tileplan";

QString lockPathOf(const QString& file) {
    return file + ".lock";
}

QString pathNoteOf(const QString& file) {
    return file + ".path";
}

std::unique_ptr<QLockFile> lockFor(const QString& file) {
    auto lock = std::make_unique<QLockFile>(lockPathOf(file));
    // A lock is stale only if its process no longer runs, however old the lock is.
    lock->setStaleLockTime(0);
    return lock;
}

QString readNote(const QString& file) {
    const auto text = readFile(pathNoteOf(file).toStdString(), size_t{1} << 16);
    return text ? exactText(*text) : QString();
}

} // namespace

QString PlanRecovery::usualDirectory() {
    // QStandardPaths of Qt 6.4 does not know XDG_STATE_HOME.
    const QString state = qEnvironmentVariable("XDG_STATE_HOME");
    return (state.isEmpty() ? QDir::homePath() + "/.local/state" : state) + "/tileline/recovery";
}

PlanRecovery::PlanRecovery(QString directory)
    : m_directory(directory.isEmpty() ? usualDirectory() : std::move(directory)) {
}

PlanRecovery::~PlanRecovery() {
    // The document was closed normally, so nothing was lost.
    forget();
}

QString PlanRecovery::place() {
    if (m_file.isEmpty() && QDir().mkpath(m_directory)) {
        m_file = m_directory + '/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + Suffix;
        m_lock = lockFor(m_file);
        m_lock->tryLock(0);
    }
    return m_file;
}

void PlanRecovery::takeOver(const QString& place) {
    forget();
    m_file = place;
    m_lock = lockFor(place);
    m_lock->tryLock(0);
}

Result<Done> PlanRecovery::write(const QString& place, const PlanFile& document,
                                 const QString& documentPath) {
    auto noted = writeFileAtomically(pathNoteOf(place).toStdString(), documentPath.toStdString());
    return noted ? writePlanFile(place.toStdString(), document) : noted;
}

void PlanRecovery::forget() {
    if (!m_file.isEmpty()) {
        remove(m_file);
        m_lock.reset();
        m_file.clear();
    }
}

std::vector<PlanRecovery::Orphan> PlanRecovery::orphans() const {
    std::vector<Orphan> found;
    const QDir directory(m_directory);
    for (const QString& name : directory.entryList({QString('*') + Suffix}, QDir::Files, QDir::Time)) {
        const QString file = directory.filePath(name);
        const auto lock = lockFor(file);
        if (file == m_file || !lock->tryLock(0)) {
            continue;
        }
        // A copy that cannot be read is kept: a newer version of this program may have written it.
        if (auto document = readPlanFile(file.toStdString())) {
            found.push_back({file, readNote(file), std::move(*document)});
        }
    }
    return found;
}

void PlanRecovery::remove(const QString& place) {
    QFile::remove(place);
    QFile::remove(pathNoteOf(place));
}

} // namespace tileline
