// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace tileline {

/// A message above the document that stays until it is dismissed and can be copied. The newest replaces the
/// one that is shown, but a message never replaces an error.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    void showError(const Error& error);
    void showMessage(const QString& text);
    void dismiss();
    /// All of what is shown, as plain text.
    QString text() const { return m_copy; }
    bool showsError() const { return m_isError && !isHidden(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void show(const QString& richText, const QString& copy, bool isError);
    void updateColours();

    QLabel* m_icon;
    QLabel* m_label;
    QString m_copy;
    bool m_isError = false;
};

} // namespace tileline
