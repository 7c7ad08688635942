// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/recentfiles.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace tileline {

namespace {

constexpr auto Key = "files/recent";

QStringList absolute(const QStringList& paths) {
    QStringList result;
    for (const QString& path : paths) {
        result += QFileInfo(path).absoluteFilePath();
    }
    return result;
}

} // namespace

RecentFiles::RecentFiles(QObject* parent)
    : QObject(parent) {
    QSettings settings;
    const int count = settings.beginReadArray(Key);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        const QStringList paths = settings.value("paths").toStringList();
        if (!paths.isEmpty()) {
            m_entries.push_back(paths);
        }
    }
}

void RecentFiles::add(const QStringList& paths) {
    const QStringList entry = absolute(paths);
    std::erase(m_entries, entry);
    m_entries.insert(m_entries.begin(), entry);
    if (m_entries.size() > MaxEntries) {
        m_entries.resize(MaxEntries);
    }
    store();
}

void RecentFiles::remove(const QStringList& paths) {
    if (std::erase(m_entries, absolute(paths)) > 0) {
        store();
    }
}

void RecentFiles::clear() {
    m_entries.clear();
    store();
}

bool RecentFiles::exists(const QStringList& paths) {
    return std::all_of(paths.begin(), paths.end(),
                       [](const QString& path) { return QFileInfo::exists(path); });
}

void RecentFiles::store() {
    QSettings settings;
    settings.remove(Key);
    settings.beginWriteArray(Key, static_cast<int>(m_entries.size()));
    for (size_t i = 0; i < m_entries.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue("paths", m_entries[i]);
    }
    settings.endArray();
    emit changed();
}

} // namespace tileline
