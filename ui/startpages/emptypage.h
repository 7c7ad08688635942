// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preferences/recentfiles.h"

#include <QWidget>

class QVBoxLayout;

namespace tileline {

/// Shown before anything is open: what to do, and the recently opened files.
class EmptyPage : public QWidget {
    Q_OBJECT
public:
    EmptyPage(const RecentFiles* recent, bool hasSample, QWidget* parent = nullptr);

signals:
    void openRequested();
    void openDirectoryRequested();
    void openSampleRequested();
    void recentRequested(const QStringList& paths);

private:
    void fillRecent();

    const RecentFiles* const m_recent;
    QWidget* m_recentArea;
    QVBoxLayout* m_recentLayout;
};

} // namespace tileline
