// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace tileline {

/// A line of plain text that takes the width that is left, and is cut where that is too little. Another text
/// never moves other widgets.
class ElidedText : public QWidget {
    Q_OBJECT
public:
    explicit ElidedText(QWidget* parent = nullptr);

    const QString& text() const { return m_text; }
    /// The tool tip has the text and the explanation.
    void setText(const QString& text, const QString& explanation);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace tileline
