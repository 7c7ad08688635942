// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "ui/preferences/recentfiles.h"
#include "ui/text/plaintext.h"

#include <QProgressBar>
#include <QWidget>

class QPushButton;
class QTableWidget;

namespace tileline {

/// The page that is shown while nothing is open: the program's purpose, first steps and recent files.
class EmptyPage : public QWidget {
    Q_OBJECT
public:
    EmptyPage(const RecentFiles* recent, bool hasSample);

signals:
    void openRequested();
    void openDirectoryRequested();
    void openSampleRequested();
    void recentRequested(const QStringList& paths);

private:
    void fillRecent();

    const RecentFiles* const m_recent;
    QTableWidget* m_table;
};

/// The page that is shown when a profile could not be opened and no other profile is open.
class ErrorPage : public QWidget {
    Q_OBJECT
public:
    ErrorPage();

    void showError(const Error& error);
    QString text() const { return m_copy; }

signals:
    void retryRequested();
    void openRequested();
    void dismissed();

private:
    QLabel* m_summary;
    QLabel* m_details = selectableLabel(ByMouseOrKey);
    QLabel* m_remedy = selectableLabel(ByMouseOrKey);
    QString m_copy;
};

/// The page that is shown while a profile is being loaded: path, phase, progress and a Cancel button.
class LoadingPage : public QWidget {
    Q_OBJECT
public:
    LoadingPage();

    void begin(const QStringList& paths, bool again);
    void setProgress(Phase phase, double fraction);

signals:
    void cancelRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QLabel* m_title;
    QLabel* m_path = selectableLabel();
    QLabel* m_phase = plainLabel();
    QProgressBar* m_bar = new QProgressBar;
    QPushButton* m_cancel;
};

} // namespace tileline
