// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSpinBox>

namespace tileline {

/// A field for a number of bytes. It shows all digits, and takes a number with a unit: "600 KiB".
class MemoryBox : public QSpinBox {
    Q_OBJECT
public:
    explicit MemoryBox(QWidget* parent = nullptr);

protected:
    QString textFromValue(int value) const override;
    int valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
};

} // namespace tileline
