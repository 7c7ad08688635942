// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPaintEngine>
#include <QPainter>
#include <QPixmap>
#include <QRect>
#include <QWidget>

namespace tileline {

/// A part of a widget that seldom changes, kept as it was drawn. Many repaints are due to something else that
/// changed in front of it or beside it; they copy this picture.
class KeptPicture {
public:
    /// What is drawn has changed.
    void forget() { m_picture = QPixmap(); }

    /// Paints `area` of the widget. `draw(QPainter&)` draws it in the coordinates of the widget; it is called
    /// only after forget(), or if the area, the colours, the font or the resolution have changed.
    template <class Draw>
    void paint(QPainter& painter, const QWidget& widget, const QRect& area, const Draw& draw) {
        const qreal ratio = widget.devicePixelRatioF();
        const bool vectors = painter.paintEngine()->type() != QPaintEngine::Raster; // a drawing for a file
        if (vectors || area.width() * ratio * area.height() * ratio > MaxPixels) {
            draw(painter);
            return;
        }
        if (m_picture.isNull() || area != m_area || ratio != m_picture.devicePixelRatioF() ||
            widget.palette().cacheKey() != m_palette || widget.font() != m_font) {
            m_area = area;
            m_palette = widget.palette().cacheKey();
            m_font = widget.font();
            m_picture = QPixmap(area.size() * ratio);
            m_picture.setDevicePixelRatio(ratio);
            m_picture.fill(widget.palette().color(widget.backgroundRole()));
            QPainter picture(&m_picture);
            picture.setFont(m_font);
            picture.setRenderHints(painter.renderHints());
            picture.translate(-area.topLeft());
            draw(picture);
        }
        painter.drawPixmap(area.topLeft(), m_picture);
    }

private:
    /// Of a window on a large display. A chart of thousands of layers can be wider; it is drawn each time.
    static constexpr double MaxPixels = 3840.0 * 2160.0;

    QPixmap m_picture;
    QRect m_area;
    qint64 m_palette = 0;
    QFont m_font;
};

} // namespace tileline
