// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/latesttask.h"

#include <QDateTime>
#include <QMenu>

#include <optional>
#include <vector>

namespace tileline {

/// An entry in a list of recent files: the paths that were opened or compared together.
struct RecentFile {
    QStringList paths;
    QDateTime opened = {};         ///< time of the latest opening; invalid if unknown
    std::optional<bool> fits = {}; ///< whether the profile's latest plan fitted; empty if unknown
};

/// The absolute paths of files, in the form in which lists of recent files store them.
QStringList absolutePaths(const QStringList& paths);

/// The recently opened or compared files, newest first, stored in QSettings. An entry contains the paths that
/// were opened together: a profile, a directory, a profile and its debug information, or two reports.
class RecentFiles : public QObject {
    Q_OBJECT
public:
    static constexpr int MaxEntries = 64;

    /// `key` is the name of the list in QSettings.
    explicit RecentFiles(const char* key);

    const std::vector<RecentFile>& entries() const { return m_entries; }
    /// Puts an entry with the absolute paths at the front of the list; if the entry exists, moves it there.
    void add(const QStringList& paths);
    void noteFit(const QStringList& paths, std::optional<bool> fits);
    void remove(const QStringList& paths);
    void clear();

signals:
    void changed();

private:
    void store();
    std::vector<RecentFile>::iterator find(const QStringList& paths);

    const char* const m_key;
    std::vector<RecentFile> m_entries;
};

/// A menu of recent files, such as File > Open recent. Checks in the background whether the files still
/// exist, because a path may be on a slow disk. Missing files are marked; choosing a missing file removes its
/// entry.
class RecentMenu : public QMenu {
    Q_OBJECT
public:
    /// If `pairs` is true, each entry consists of two reports that were compared with each other.
    RecentMenu(RecentFiles* recent, const QString& title, bool pairs, QWidget* parent = nullptr);

signals:
    void chosen(const QStringList& paths);
    void dropped(const QString& path);

private:
    void fill();
    void check();

    RecentFiles* const m_recent;
    const bool m_pairs;
    QList<QAction*> m_entryActions;
    LatestTask m_query{this};
};

} // namespace tileline
