// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>
#include <Qt>

class QPainter;

namespace tileline {

// Single lines of plain text. Laying out a text takes ten times as long as drawing it. The same texts are
// drawn again and again, so each thread keeps the layouts of the texts that it has drawn.

/// The width of a line in device-independent pixels. If a text is very long, only its beginning is measured.
int lineWidth(const QString& text, const QFont& font);

/// Draws `text` with the painter's font and pen. A text that is wider than `area` is elided.
void drawLine(QPainter& painter, const QRectF& area, Qt::Alignment alignment, const QString& text,
              Qt::TextElideMode elide = Qt::ElideRight);

} // namespace tileline
