// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QWidget>

class QLabel;

namespace tileline {

/// Shown when a profile could not be opened and no other profile is open.
class ErrorPage : public QWidget {
    Q_OBJECT
public:
    explicit ErrorPage(QWidget* parent = nullptr);

    void showError(const Error& error);
    QString text() const { return m_copy; }

signals:
    void retryRequested();
    void openRequested();
    void dismissed();

private:
    QLabel* m_summary;
    QLabel* m_details;
    QLabel* m_remedy;
    QString m_copy;
};

} // namespace tileline
