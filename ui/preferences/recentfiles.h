// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/latesttask.h"

#include <QMenu>
#include <QStringList>

#include <vector>

namespace tileline {

/// The recently opened files, newest first, stored in QSettings. An entry holds the paths that were opened
/// together: a profile, a directory, or a profile and its debug information.
class RecentFiles : public QObject {
    Q_OBJECT
public:
    static constexpr int MaxEntries = 64;

    explicit RecentFiles(QObject* parent = nullptr);

    const std::vector<QStringList>& entries() const { return m_entries; }
    /// Stores absolute paths. Moves an existing entry to the front.
    void add(const QStringList& paths);
    void remove(const QStringList& paths);
    void clear();

signals:
    void changed();

private:
    void store();

    std::vector<QStringList> m_entries;
};

/// The menu File > Open recent. Checks in the background whether the files still exist, because a disk may be
/// slow. Missing files are marked; choosing a missing file removes it from the list.
class RecentMenu : public QMenu {
    Q_OBJECT
public:
    explicit RecentMenu(RecentFiles* recent, QWidget* parent = nullptr);

signals:
    void chosen(const QStringList& paths);
    void dropped(const QString& path);

private:
    void fill();
    void check();
    void mark(const std::vector<bool>& there);

    RecentFiles* const m_recent;
    QList<QAction*> m_entryActions;
    LatestTask m_query{this};
};

} // namespace tileline
