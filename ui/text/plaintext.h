// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/printable.h"

#include <QLabel>

#include <string_view>

namespace tileline {

// Names come from files that may be untrusted, and must be shown literally. In tool tips, labels and message
// boxes, Qt treats a text that looks like HTML as HTML, and reads files to which such a text refers. In menus
// and on buttons, an ampersand marks a mnemonic. In window titles, Qt replaces "[*]" with the mark for
// unsaved changes. tests/project/lint.py checks that tool tips, labels and strings are created only by these
// functions, and message boxes only by PlainMessageBox.

/// A text from a file as the window shows it. Each character that printable() escapes is shown as `\uXXXX`. A
/// text that is longer than a screen is cut. Every name in a widget, a chart or a message must pass through
/// this function.
QString shownText(std::string_view text, LineFeeds lineFeeds = LineFeeds::Replaced);
QString shownText(const QString& text, LineFeeds lineFeeds = LineFeeds::Replaced);

/// Returns the text unchanged. For text that is not shown or that the user can edit, such as a path.
QString exactText(std::string_view text);

/// The string for setToolTip() that shows `text` literally, including line breaks. Long lines are wrapped,
/// and text that is longer than a screen is cut. The result may be HTML, which screen readers would read
/// aloud, so a widget with a long text also needs an accessible description.
QString plainToolTip(const QString& text);

/// shownText() with escaped ampersands, for menus, buttons, tabs, and labels with a buddy.
QString withoutKeys(const QString& text);

/// shownText() with "[*]" escaped, for window titles.
QString withoutChangeMark(const QString& text);

/// A label that shows plain text. A text that is set later is also shown as plain text. If the user presses
/// the mnemonic in the text, `buddy` gets the focus.
QLabel* plainLabel(const QString& text = {}, QWidget* buddy = nullptr);
/// A plain label whose text is wrapped.
QLabel* wrappedLabel(const QString& text = {}, QWidget* buddy = nullptr);
constexpr Qt::TextInteractionFlags ByMouseOrKey = Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard;
/// A label that wraps its text and lets the user copy it.
QLabel* selectableLabel(Qt::TextInteractionFlags by = Qt::TextSelectableByMouse);

} // namespace tileline
