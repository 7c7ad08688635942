// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/partssplitter.h"

#include <algorithm>

namespace tileline {

namespace {

/// Minimum ratio of width to height for parts side by side. If they were stacked, both would be too low to
/// read.
constexpr int WideAndLow = 2;

} // namespace

PartsSplitter::PartsSplitter(QWidget* parent)
    : QSplitter(Qt::Vertical, parent) {
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_shares = sizes(); });
}

void PartsSplitter::share() {
    for (int part = 0; part < count(); ++part) {
        setStretchFactor(part, m_shares[part] / 1000);
    }
    setSizes(m_shares);
}

QSize PartsSplitter::minimumSizeHint() const {
    return {QSplitter::minimumSizeHint().width(), maxHeight()};
}

void PartsSplitter::resizeEvent(QResizeEvent* event) {
    const bool beside = width() >= WideAndLow * height() || height() < summedHeight();
    const Qt::Orientation wanted = beside ? Qt::Horizontal : Qt::Vertical;
    if (orientation() != wanted) {
        setOrientation(wanted);
        setSizes(m_shares);
    }
    QSplitter::resizeEvent(event);
}

int PartsSplitter::maxHeight() const {
    int height = 0;
    for (int part = 0; part < count(); ++part) {
        height = std::max(height, widget(part)->minimumSizeHint().height());
    }
    return height;
}

int PartsSplitter::summedHeight() const {
    int height = handleWidth() * (count() - 1);
    for (int part = 0; part < count(); ++part) {
        height += widget(part)->minimumSizeHint().height();
    }
    return height;
}

} // namespace tileline
