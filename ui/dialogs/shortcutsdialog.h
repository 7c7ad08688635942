// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;

namespace tileline {

/// A list of all keys and mouse actions: the keys of the menus' commands, and the keys and mouse actions of
/// the plan, the charts and the tables.
class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    /// `menus` are the entries of a menu bar.
    ShortcutsDialog(const QList<QAction*>& menus, QWidget* parent);
};

} // namespace tileline
