// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/questions/plainmessagebox.h"

#include "ui/text/plaintext.h"

namespace tileline {

PlainMessageBox::PlainMessageBox(Icon icon, const QString& title, const QString& text,
                                 StandardButtons buttons, QWidget* parent)
    : QMessageBox(icon, title, {}, buttons, parent) {
    setTextFormat(Qt::PlainText);
    setText(shownText(text, LineFeeds::Kept));
}

bool PlainMessageBox::confirm(QWidget* parent, const QString& title, const QString& text, StandardButton no) {
    PlainMessageBox box(Question, title, text, Yes | no, parent);
    box.setDefaultButton(no);
    return box.exec() == Yes;
}

void PlainMessageBox::warn(QWidget* parent, const QString& title, const QString& text) {
    PlainMessageBox(Warning, title, text, Ok, parent).exec();
}

} // namespace tileline
