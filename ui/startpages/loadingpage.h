// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace tileline {

/// Shown while a profile is loaded: its path, the phase, the progress, and Cancel.
class LoadingPage : public QWidget {
    Q_OBJECT
public:
    explicit LoadingPage(QWidget* parent = nullptr);

    void begin(const QStringList& paths, bool again);
    void setProgress(Phase phase, double fraction);

signals:
    void cancelRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QLabel* m_title;
    QLabel* m_path;
    QLabel* m_phase;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
};

} // namespace tileline
