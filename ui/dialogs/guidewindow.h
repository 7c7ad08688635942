// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLineEdit>
#include <QTextBrowser>

namespace tileline {

/// Shows the user guide and the pages that the guide links to. All pages are built in, so no network is
/// needed.
class GuideWindow : public QDialog {
    Q_OBJECT
public:
    /// Opens the guide beside `window`, or brings the guide to the front if it is already open. Scrolls to
    /// `section` (see PageEntry::guideSection) unless `section` is empty.
    static void open(QWidget* window, const QString& section = {});

    QTextBrowser* text() const { return m_text; }

private:
    explicit GuideWindow(QWidget* parent);
    /// Shows the page that a link refers to, and scrolls to the heading given after "#" in the link.
    void follow(const QUrl& link);

    QTextBrowser* m_text = new QTextBrowser;
    QLineEdit* m_find = new QLineEdit;
};

} // namespace tileline
