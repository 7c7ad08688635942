// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QAction;
class QToolButton;
class QVBoxLayout;

namespace tileline {

/// The names of the pages, one below the other. Assistive technology sees a list of tabs. Folded, it shows
/// the icons only. Up and Down go from name to name.
class Rail : public QScrollArea {
    Q_OBJECT
public:
    explicit Rail(QWidget* parent = nullptr);

    /// Adds a name, which triggers `action` and is marked while that is checked. A group has a line above it.
    QToolButton* addEntry(QAction* action, bool beginsGroup);
    void setFolded(bool folded);
    void focusChosen();
    bool isFolded() const { return m_folded; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {sizeHint().width(), 0}; }

signals:
    /// The user clicked the button that folds and unfolds.
    void foldClicked();

private:
    QVBoxLayout* const m_column;
    QToolButton* const m_fold;
    QList<QToolButton*> m_entries;
    bool m_folded = false;
};

} // namespace tileline
