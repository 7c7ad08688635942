// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/elidedtext.h"

#include "ui/text/linetext.h"
#include "ui/text/plaintext.h"

#include <QPainter>

namespace tileline {

namespace {

constexpr int PreferredWidth = 80;

} // namespace

ElidedText::ElidedText(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ElidedText::setText(const QString& text, const QString& explanation) {
    m_text = text;
    const QString whole = text.isEmpty() ? QString() : text + QLatin1Char('\n') + explanation;
    setToolTip(plainToolTip(whole));
    setAccessibleDescription(whole);
    update();
}

QSize ElidedText::sizeHint() const {
    return {PreferredWidth, fontMetrics().height() + 4};
}

void ElidedText::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    drawLine(painter, rect(), Qt::AlignLeft | Qt::AlignVCenter, m_text);
}

} // namespace tileline
