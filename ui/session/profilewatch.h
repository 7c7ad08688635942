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
    /// Emitted when the files differ from those that were read and have not changed for a second. Emitted
    /// once for each change, but not while the profile is missing.
    void changed();

private:
    using Stamps = std::vector<std::optional<FileStamp>>; ///< by file; empty if there is no such file

    void onProfileChanged();
    void check();
    Stamps stamps() const;
    void watch();

    Session* const m_session;
    QStringList m_files; ///< the profile, then all paths where its debug information may be
    Stamps m_known;      ///< of the files as they were read or last announced
    Stamps m_last;       ///< at the last look
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
};

} // namespace tileline
