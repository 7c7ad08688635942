// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/linetext.h"

#include <QCache>
#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <QStaticText>

#include <algorithm>
#include <memory>

namespace tileline {

namespace {

/// Some screens full of table cells, in letters.
constexpr int MaxKept = 400'000;
/// What a kept line takes besides its letters, in letters.
constexpr int LineCost = 20;
/// More have no room on any screen.
constexpr int MaxLetters = 2000;
constexpr int WholeLine = -1;

struct LineKey {
    QString text;
    QFont font;
    int room; ///< in which the text is elided, or WholeLine
    bool operator==(const LineKey& other) const {
        return room == other.room && text == other.text && font == other.font;
    }
};

size_t qHash(const LineKey& key, size_t seed = 0) {
    return qHashMulti(seed, key.text, key.room, key.font.weight(), key.font.pointSizeF());
}

struct KeptLine {
    QStaticText text;
    int width = 0; ///< of the whole text, also if `text` is elided
};

QCache<LineKey, KeptLine>& keptLines() {
    static QCache<LineKey, KeptLine> lines(MaxKept);
    // Fonts must not outlive the application.
    static const bool added = [] {
        qAddPostRoutine([] { lines.clear(); });
        return true;
    }();
    Q_UNUSED(added);
    return lines;
}

const KeptLine& lineOf(const QString& wholeText, const QFont& font, int room) {
    auto& lines = keptLines();
    const QString text = wholeText.left(MaxLetters);
    const LineKey key{text, font, room};
    if (const KeptLine* const known = lines.object(key)) {
        return *known;
    }
    const QFontMetrics metrics(font);
    auto line = std::make_unique<KeptLine>();
    line->width = metrics.horizontalAdvance(text);
    line->text.setText(room == WholeLine ? text : metrics.elidedText(text, Qt::ElideRight, room));
    line->text.setTextFormat(Qt::PlainText);
    line->text.setPerformanceHint(QStaticText::AggressiveCaching);
    line->text.prepare({}, font);
    const KeptLine& kept = *line;
    lines.insert(key, line.release(), LineCost + static_cast<int>(text.size()));
    return kept;
}

} // namespace

int lineWidth(const QString& text, const QFont& font) {
    return text.isEmpty() ? 0 : lineOf(text, font, WholeLine).width;
}

void drawLine(QPainter& painter, const QRectF& area, Qt::Alignment alignment, const QString& text) {
    if (text.isEmpty()) {
        return;
    }
    const int room = std::max(0, static_cast<int>(area.width()));
    int width = lineWidth(text, painter.font());
    const bool fits = width <= room;
    const QStaticText& shown = lineOf(text, painter.font(), fits ? WholeLine : room).text;
    width = fits ? width : static_cast<int>(shown.size().width());
    double x = area.left();
    if (alignment & Qt::AlignRight) {
        x = area.right() - width;
    } else if (alignment & Qt::AlignHCenter) {
        x += (area.width() - width) / 2;
    }
    const double free = area.height() - shown.size().height();
    const double y = alignment & Qt::AlignVCenter ? area.top() + free / 2 : area.top();
    painter.drawStaticText(QPointF(x, y), shown);
}

} // namespace tileline
