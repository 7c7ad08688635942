// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace tileline {

/// A column with the icons and names of the pages. A folded rail shows only the icons. Assistive technology
/// sees the rail as a list of tabs. The Up and Down keys switch to the page above or below.
class Rail : public QScrollArea {
    Q_OBJECT
public:
    Rail();

    /// Adds a button for a page. A click on the button triggers `action`, and the button is marked while
    /// `action` is checked. If `beginsGroup` is set, a line is drawn above the button.
    QToolButton* addEntry(QAction* action, bool beginsGroup);
    void setFolded(bool folded);
    void focusChosen();
    bool isFolded() const { return m_folded; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {sizeHint().width(), 0}; }

signals:
    void foldClicked();

private:
    QVBoxLayout* const m_column = new QVBoxLayout;
    QToolButton* const m_fold = new QToolButton;
    QList<QToolButton*> m_entries;
    bool m_folded = false;
};

} // namespace tileline
