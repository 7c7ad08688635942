// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLabel;

namespace tileline {

// Names come out of files of strangers and are shown as they are. Qt takes a text that looks like HTML for
// HTML in tool tips, labels and message boxes, and reads the files that it names; an ampersand marks a key in
// menus and on buttons; "[*]" in the title of a window is the mark of changes. tests/project/lint.py checks
// that tool tips and labels are made here, and message boxes by PlainMessageBox.

/// What a tool tip has to be set to so that it says `text`, line breaks included. Long lines are wrapped, and
/// what is longer than a screen is cut. It may be HTML, which screen readers would read out: a widget with a
/// long text needs an accessible description, too.
QString plainToolTip(const QString& text);

/// `text` for menus, buttons, tabs, and labels with a buddy.
QString withoutKeys(QString text);

/// `text` for the title of a window.
QString withoutChangeMark(QString text);

/// A label that shows plain text, also what it is given later.
QLabel* plainLabel(const QString& text = {});

} // namespace tileline
