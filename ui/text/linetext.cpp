// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/linetext.h"

#include <QCache>
#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <QStaticText>

#include <algorithm>
#include <cmath>
#include <memory>

namespace tileline {

namespace {

/// The maximum number of letters in all kept lines together; enough for several screens of table cells.
constexpr int MaxKept = 400'000;
/// A kept line takes as much memory as its own letters and this many more letters.
constexpr int LineCost = 20;
/// Only this many letters of a text are laid out. No screen has room for more letters.
constexpr int MaxLetters = 2000;
constexpr int WholeLine = -1;

struct LineKey {
    int room; ///< width in pixels to which the text is elided, or WholeLine
    Qt::TextElideMode elide;
    QString text;
    QFont font;
    bool operator==(const LineKey&) const = default;
};

size_t qHash(const LineKey& key, size_t seed = 0) {
    return qHashMulti(seed, key.text, key.room, key.font.weight(), key.font.pointSizeF());
}

QCache<LineKey, QStaticText>& keptLines() {
    thread_local QCache<LineKey, QStaticText> lines(MaxKept);
    // Fonts must not outlive the application. The lines that worker threads keep are freed earlier, with the
    // threads.
    [[maybe_unused]] static const bool added = (qAddPostRoutine([] { lines.clear(); }), true);
    return lines;
}

const QStaticText& lineOf(const QString& wholeText, const QFont& font, int room,
                          Qt::TextElideMode elide = Qt::ElideRight) {
    auto& lines = keptLines();
    const QString text = wholeText.left(MaxLetters);
    const LineKey key{room, elide, text, font};
    if (const QStaticText* const known = lines.object(key)) {
        return *known;
    }
    auto line = std::make_unique<QStaticText>(
        room == WholeLine ? text : QFontMetrics(font).elidedText(text, elide, room));
    line->setTextFormat(Qt::PlainText);
    line->setPerformanceHint(QStaticText::AggressiveCaching);
    line->prepare({}, font);
    const QStaticText& kept = *line;
    lines.insert(key, line.release(), LineCost + static_cast<int>(text.size()));
    return kept;
}

int widthOf(const QStaticText& line) {
    return static_cast<int>(std::ceil(line.size().width()));
}

} // namespace

int lineWidth(const QString& text, const QFont& font) {
    return text.isEmpty() ? 0 : widthOf(lineOf(text, font, WholeLine));
}

void drawLine(QPainter& painter, const QRectF& area, Qt::Alignment alignment, const QString& text,
              Qt::TextElideMode elide) {
    if (text.isEmpty()) {
        return;
    }
    const int room = std::max(0, static_cast<int>(area.width()));
    const QStaticText* line = &lineOf(text, painter.font(), WholeLine);
    if (widthOf(*line) > room) {
        line = &lineOf(text, painter.font(), room, elide);
    }
    double x = area.left();
    if (alignment & Qt::AlignRight) {
        x = area.right() - widthOf(*line);
    } else if (alignment & Qt::AlignHCenter) {
        x += (area.width() - widthOf(*line)) / 2;
    }
    const double free = area.height() - line->size().height();
    const double y = alignment & Qt::AlignVCenter ? area.top() + free / 2 : area.top();
    painter.drawStaticText(QPointF(x, y), *line);
}

} // namespace tileline
