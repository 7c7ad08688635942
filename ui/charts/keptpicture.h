// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPaintEngine>
#include <QPaintEvent>
#include <QPainter>
#include <QPixmap>
#include <QRect>
#include <QWidget>

#include <new>

namespace tileline {

/// Keeps a picture of the part of a widget's contents that seldom changes. When anything else in the widget
/// changes, the picture is copied, not redrawn. In a scroll area, the picture shows only the visible part.
class KeptPicture {
public:
    /// Discards the picture. Call this when its contents have changed.
    void forget() { m_drawn = false; }

    /// Paints the part of `area` that `event` requests. `draw(QPainter&, const QRect& part)` must draw at
    /// least everything in `part`, in the widget's coordinates. On the screen, and for at most MaxPixels,
    /// `draw` is called only after forget(), or if the visible part, the colours, the font or the resolution
    /// have changed.
    template <class Draw>
    void paint(QPainter& painter, const QWidget& widget, const QPaintEvent& event, const QRect& area,
               const Draw& draw) {
        // While a widget is drawn to a file, its visible region may be empty.
        const QRect part = aligned(widget.visibleRegion().boundingRect() | event.rect()) & area;
        if (part.isEmpty() || !painter.isActive()) { // there may be no memory for the window's pixels
            return;
        }
        const qreal ratio = widget.devicePixelRatioF();
        const bool vectors = painter.paintEngine()->type() != QPaintEngine::Raster; // draws to SVG or PDF
        if (vectors || part.width() * ratio * part.height() * ratio > MaxPixels) {
            draw(painter, part);
            return;
        }
        if (!m_drawn || part != m_part || ratio != m_picture.devicePixelRatioF() ||
            widget.palette().cacheKey() != m_palette || widget.font() != m_font) {
            m_drawn = false; // remains so if there is no memory for the picture
            m_part = part;
            m_palette = widget.palette().cacheKey();
            m_font = widget.font();
            if (const QSize size = part.size() * ratio; size != m_picture.size()) {
                m_picture = QPixmap(size);
                if (m_picture.isNull()) {
                    throw std::bad_alloc();
                }
            }
            m_picture.setDevicePixelRatio(ratio);
            m_picture.fill(widget.palette().color(widget.backgroundRole()));
            QPainter picture(&m_picture);
            picture.setFont(m_font);
            picture.setRenderHints(painter.renderHints());
            picture.translate(-part.topLeft());
            picture.setClipRect(part);
            draw(picture, part);
            m_drawn = true;
        }
        painter.drawPixmap(part.topLeft(), m_picture);
    }

private:
    /// The maximum number of pixels of a kept picture: the size of a large display.
    static constexpr double MaxPixels = 3840.0 * 2160.0;

    /// Moves the left and top edges to multiples of 4, which are whole display pixels even at a scale of
    /// 1.25.
    static QRect aligned(const QRect& rect) {
        constexpr int Mask = ~3;
        return {QPoint(rect.left() & Mask, rect.top() & Mask), rect.bottomRight()};
    }

    QPixmap m_picture;
    bool m_drawn = false; ///< whether m_picture was drawn since the last forget()
    QRect m_part;
    qint64 m_palette = 0;
    QFont m_font;
};

} // namespace tileline
