// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/latesttask.h"
#include "ui/settings/recentfiles.h"

#include <QMenu>

namespace tileline {

/// File > Open recent. Whether the files are still there is found out in the background, because a path may
/// lie on a disk that answers slowly; missing ones are marked, and choosing one drops it from the list.
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
    void choose(const QStringList& paths, bool missing);

    RecentFiles* const m_recent;
    QList<QAction*> m_entryActions;
    LatestTask m_query;
};

} // namespace tileline
