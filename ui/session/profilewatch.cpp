// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/profilewatch.h"

#include "core/base/sequences.h"
#include "ui/session/session.h"

#include <QDir>
#include <QFileInfo>

namespace tileline {

namespace {

constexpr int SettleMilliseconds = 1000;

} // namespace

ProfileWatch::ProfileWatch(Session* session)
    : m_session(session) {
    m_settle.setSingleShot(true);
    m_settle.setInterval(SettleMilliseconds);
    connect(&m_settle, &QTimer::timeout, this, &ProfileWatch::check);
    connect(session, &Session::profileChanged, this, &ProfileWatch::onProfileChanged);
    for (const auto signal : {&QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged}) {
        connect(&m_watcher, signal, &m_settle, qOverload<>(&QTimer::start));
    }
}

void ProfileWatch::onProfileChanged() {
    m_settle.stop();
    if (const QStringList watched = m_watcher.files() + m_watcher.directories(); !watched.isEmpty()) {
        m_watcher.removePaths(watched);
    }
    m_files.clear();
    const ProfilePtr profile = m_session->profile();
    if (!profile) {
        return;
    }
    const QFileInfo file(QString::fromStdString(profile->path));
    m_files << file.absoluteFilePath();
    for (const char* const name : {"debug.cbor", "debug.json"}) {
        m_files << file.absoluteDir().filePath(QLatin1String(name));
    }
    for (const QString& path : m_session->sourcePaths()) {
        m_files << QFileInfo(path).absoluteFilePath();
    }
    m_known = m_last = stamps();
    watch();
}

ProfileWatch::Stamps ProfileWatch::stamps() const {
    return mapped(m_files, [](const QString& file) {
        const auto stamp = stampOf(file.toStdString());
        const bool isFile = stamp && stamp->type == std::filesystem::file_type::regular;
        return isFile ? std::optional(*stamp) : std::nullopt;
    });
}

/// QFileSystemWatcher forgets a file that is replaced or removed, so the directory is watched, too.
void ProfileWatch::watch() {
    QStringList paths{QFileInfo(m_files.front()).absolutePath()};
    for (const QString& file : m_files) {
        if (QFileInfo(file).isFile()) {
            paths << file;
        }
    }
    m_watcher.addPaths(paths);
}

void ProfileWatch::check() {
    if (m_files.isEmpty()) {
        return;
    }
    watch();
    const Stamps now = stamps();
    if (now != m_last) {
        // Waits until the files stop changing: another program may still be writing them.
        m_last = now;
        m_settle.start();
    } else if (now.front() && now != m_known) {
        m_known = now;
        emit changed();
    }
}

} // namespace tileline
