// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plandocuments/planrecovery.h"

#include "core/base/textfile.h"
#include "ui/text/plaintext.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <algorithm>
#include <filesystem>

namespace tileline {

namespace {

constexpr auto Suffix = ".recovered.tileplan";
constexpr auto LockSuffix = ".lock";

QString noteOf(const QString& file) {
    return file + ".path";
}

std::string lockPathOf(const QString& file) {
    return (file + LockSuffix).toStdString();
}

/// Tries to lock a copy. Returns null if a running process holds the lock or no lock file can be written.
std::shared_ptr<const FileLock> lockFor(const QString& file) {
    auto lock = FileLock::tryLock(lockPathOf(file));
    return lock ? *lock : nullptr;
}

/// The text in the note beside a copy: the original file's path, a NUL, and the file's digest in hexadecimal.
std::string noteText(const PlanRecovery::Original& original) {
    return original.path.toStdString() + '\0' + original.digest.toHex().toStdString();
}

PlanRecovery::Original readNote(const QString& file) {
    const auto text = readFile(noteOf(file).toStdString(), size_t{1} << 16);
    if (!text) {
        return {};
    }
    const size_t end = std::min(text->find('\0'), text->size());
    return {exactText(text->substr(0, end)), QByteArray::fromHex(exactText(text->substr(end)).toLatin1())};
}

} // namespace

QString PlanRecovery::usualDirectory() {
    // QStandardPaths of Qt 6.4 ignores XDG_STATE_HOME.
    const QString state = qEnvironmentVariable("XDG_STATE_HOME");
    return (state.isEmpty() ? QDir::homePath() + "/.local/state" : state) + "/tileline/recovery";
}

PlanRecovery::PlanRecovery(QString directory)
    : m_directory(directory.isEmpty() ? usualDirectory() : std::move(directory)) {
}

Result<QString> PlanRecovery::place() {
    if (!m_copy.file.isEmpty()) {
        return m_copy.file;
    }
    std::error_code error;
    std::filesystem::create_directories(m_directory.toStdString(), error);
    if (!error) { // plans may be confidential, so only the user may read the copies
        std::filesystem::permissions(m_directory.toStdString(), std::filesystem::perms::owner_all, error);
    }
    if (error) {
        return writeError(m_directory.toStdString(), error.value());
    }
    removeLeftovers();
    Copy copy;
    copy.file = m_directory + '/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + Suffix;
    copy.lock = TRY(FileLock::tryLock(lockPathOf(copy.file)));
    m_copy = std::move(copy);
    return m_copy.file;
}

void PlanRecovery::takeOver(const Copy& copy) {
    forget();
    m_copy = copy;
}

Result<Done> PlanRecovery::write(const QString& place, const PlanFile& document, const Original& original) {
    TRY(writeFileAtomically(noteOf(place).toStdString(), noteText(original)));
    return writePlanFile(place.toStdString(), document);
}

void PlanRecovery::forget() {
    if (!m_copy.file.isEmpty()) {
        remove(m_copy.file);
        m_copy = {};
    }
}

std::vector<PlanRecovery::Orphan> PlanRecovery::orphans() const {
    std::vector<Orphan> found;
    const QDir directory(m_directory);
    for (const QString& name : directory.entryList({QString('*') + Suffix}, QDir::Files, QDir::Time)) {
        Copy copy{directory.filePath(name), {}};
        if (copy.file == m_copy.file || !(copy.lock = lockFor(copy.file))) {
            continue;
        }
        // A copy that cannot be read is kept, because a newer version of Tileline may have written it.
        if (auto document = readPlanFile(copy.file.toStdString())) {
            const Original original = readNote(copy.file);
            found.push_back({std::move(copy), original, std::move(*document)});
        }
    }
    return found;
}

void PlanRecovery::remove(const QString& place) {
    // Removes the copy, its note, and temporary files that a killed process left behind.
    const QFileInfo copy(place);
    const QDir directory = copy.dir();
    for (const QString& name : directory.entryList({copy.fileName() + '*'}, QDir::Files)) {
        if (!name.endsWith(LockSuffix)) {
            QFile::remove(directory.filePath(name));
        }
    }
}

/// Removes unfinished copies that killed processes left behind.
void PlanRecovery::removeLeftovers() const {
    const QDir directory(m_directory);
    for (const QString& name : directory.entryList({QString('*') + Suffix + ".*"}, QDir::Files)) {
        const QString copy = directory.filePath(name.left(name.indexOf(Suffix)) + Suffix);
        if (!QFileInfo::exists(copy) && lockFor(copy)) {
            remove(copy);
        }
    }
}

} // namespace tileline
