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

/// Notices that another program has replaced or changed the files of the open profile.
class ProfileWatch : public QObject {
    Q_OBJECT
public:
    /// `session` must outlive this object.
    explicit ProfileWatch(Session* session);

signals:
    /// The files differ from those that were read, and nothing has written to them for a second. Emitted once
    /// for each change; not while the profile is missing.
    void changed();

private:
    using Stamps = std::vector<std::optional<FileStamp>>; ///< by file; empty if there is none

    void onProfileChanged();
    void check();
    Stamps stamps() const;
    void watch();

    Session* const m_session;
    QStringList m_files; ///< the profile first, then where its debug information is or may come
    Stamps m_known;      ///< as they were read, or as last announced
    Stamps m_last;       ///< at the last look
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
};

} // namespace tileline
