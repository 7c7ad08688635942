// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/latesttask.h"
#include "ui/settings/recentfiles.h"

#include <QMenu>

namespace tileline {

/// The menu File > Open recent. Checks in the background whether the files still exist, because a path may be
/// on a slow disk. Missing files are marked; choosing one removes it from the list.
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
    LatestTask m_query{this};
};

} // namespace tileline
