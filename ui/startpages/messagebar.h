// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "ui/text/plaintext.h"

#include <QFrame>

#include <functional>

class QPushButton;

namespace tileline {

/// The bar above the pages. The bar shows one message until the user dismisses it. The user can copy the
/// message. A new message replaces the current one, except that an error is replaced only by another error.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    MessageBar();

    void showError(const Error& error);
    void showMessage(const QString& text);
    /// Shows a message with a button. The button dismisses the message and calls `act`.
    void showOffer(const QString& text, const QString& button, std::function<void()> act);
    void dismiss();
    QString text() const { return m_copy; }
    bool showsError() const { return m_isError && !isHidden(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void show(const QString& richText, const QString& copy, bool isError);
    void takeOffer();
    void updateColours();

    QLabel* m_icon = plainLabel();
    QLabel* m_label = selectableLabel(ByMouseOrKey);
    QPushButton* m_offer;
    std::function<void()> m_act; ///< called when the user clicks the button of the message
    QString m_copy;
    bool m_isError = false;
};

} // namespace tileline
