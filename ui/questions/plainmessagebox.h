// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/plaintext.h"

#include <QMessageBox>

namespace tileline {

/// A message box that shows its text literally, even if the text contains a name that looks like HTML.
class PlainMessageBox : public QMessageBox {
public:
    PlainMessageBox(Icon icon, const QString& title, const QString& text, StandardButtons buttons,
                    QWidget* parent)
        : QMessageBox(icon, title, {}, buttons, parent) {
        setTextFormat(Qt::PlainText);
        setText(shownText(text, LineFeeds::Kept));
    }

    /// Asks a question with the buttons Yes and `no` (the default). Returns true if the user chose Yes.
    static bool confirm(QWidget* parent, const QString& title, const QString& text,
                        StandardButton no = QMessageBox::No) {
        PlainMessageBox box(Question, title, text, Yes | no, parent);
        box.setDefaultButton(no);
        return box.exec() == Yes;
    }
    static void warn(QWidget* parent, const QString& title, const QString& text) {
        PlainMessageBox(Warning, title, text, Ok, parent).exec();
    }
};

} // namespace tileline
