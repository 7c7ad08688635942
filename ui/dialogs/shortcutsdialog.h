// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;

namespace tileline {

/// Lists all keys and mouse actions: the shortcuts of the commands in the menus, and the keys and mouse
/// actions in the plan, the charts and the tables.
class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    /// `menus` contains the actions of the menu bar, one for each menu.
    ShortcutsDialog(const QList<QAction*>& menus, QWidget* parent);
};

} // namespace tileline
