// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/memorybox.h"

#include "ui/text/bytestext.h"

#include <algorithm>
#include <limits>

namespace tileline {

namespace {

constexpr int MemoryStep = 1024;

} // namespace

MemoryBox::MemoryBox(QWidget* parent)
    : QSpinBox(parent) {
    setRange(1, std::numeric_limits<int>::max());
    setSingleStep(MemoryStep);
    setKeyboardTracking(false);
}

QString MemoryBox::textFromValue(int value) const {
    return exactBytesText(static_cast<uint64_t>(value));
}

int MemoryBox::valueFromText(const QString& text) const {
    const auto bytes = bytesFromText(text);
    return bytes ? static_cast<int>(std::min<uint64_t>(*bytes, std::numeric_limits<int>::max())) : value();
}

QValidator::State MemoryBox::validate(QString& text, int&) const {
    const auto bytes = bytesFromText(text);
    if (bytes && *bytes >= static_cast<uint64_t>(minimum()) && *bytes <= static_cast<uint64_t>(maximum())) {
        return QValidator::Acceptable;
    }
    return mayBecomeBytes(text) ? QValidator::Intermediate : QValidator::Invalid;
}

} // namespace tileline
