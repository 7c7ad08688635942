// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMessageBox>

namespace tileline {

/// A message box that shows its text as it is, also where a name in it looks like HTML (ui/text/plaintext.h).
class PlainMessageBox : public QMessageBox {
public:
    PlainMessageBox(Icon icon, const QString& title, const QString& text, StandardButtons buttons,
                    QWidget* parent);

    /// Asks a question that is answered with Yes, or else with `no`, which is the default.
    static bool confirm(QWidget* parent, const QString& title, const QString& text,
                        StandardButton no = QMessageBox::No);
    static void warn(QWidget* parent, const QString& title, const QString& text);
};

} // namespace tileline
