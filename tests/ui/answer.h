// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fixtures.h"

#include <QAbstractButton>
#include <QApplication>
#include <QMessageBox>
#include <QTimer>

namespace tileline::test {

/// The directory of a fixture.
inline QString fixturePath(const std::string& name) {
    return QString::fromStdString(fixtureDirectory(name).string());
}

/// Answers the next question with the button that has this text. `asked` receives the text of the question.
inline void answer(const QString& text, QString* asked = nullptr) {
    QTimer::singleShot(0, qApp, [text, asked] {
        auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box) {
            return;
        }
        if (asked) {
            *asked = box->text();
        }
        for (QAbstractButton* const button : box->buttons()) {
            if (button->text().remove('&') == text) {
                button->click();
                return;
            }
        }
        box->reject();
    });
}

} // namespace tileline::test
