// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/textfile.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <optional>
#include <vector>

namespace tileline {

class Session;

/// Notices when another program replaces or changes the files of the open profile.
class ProfileWatch : public QObject {
    Q_OBJECT
public:
    /// `session` must outlive this object.
    explicit ProfileWatch(Session* session);

signals:
    /// Emitted once for each change of the files, after the files have stayed unchanged for a second. Not
    /// emitted while the profile's file is missing.
    void changed();

private:
    using Stamps = std::vector<std::optional<FileStamp>>; ///< by file; empty if the file is missing

    void onProfileChanged();
    void check();
    Stamps stamps() const;
    void watch();

    Session* const m_session;
    QStringList m_files; ///< the profile's path, and all paths where its debug information may be
    Stamps m_known;      ///< stamps of the files when they were read or when a change was last announced
    Stamps m_last;       ///< stamps of the files at the last check
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
};

} // namespace tileline
