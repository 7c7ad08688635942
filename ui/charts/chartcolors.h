// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <QColor>
#include <QPalette>

#include <cstddef>
#include <string_view>

namespace tileline {

/// The colours of charts, for a light or a dark window. Series use the palette of Okabe and Ito, which people
/// with any of the common kinds of colour blindness can tell apart; maps use cividis, whose brightness rises
/// evenly. Colour is never the only sign: a legend, a label or a pattern stands besides.
class ChartColors {
public:
    explicit ChartColors(const QPalette& palette);

    QColor background() const { return m_palette.color(QPalette::Base); }
    QColor text() const { return m_palette.color(QPalette::Text); }
    QColor faintText() const;
    QColor grid() const;
    QColor selection() const { return m_palette.color(QPalette::Highlight); }
    /// The memory per tile, and what is over it.
    QColor limit() const;
    /// Weak background of every other layer band.
    QColor band() const;

    QColor alwaysLive() const { return series(0); }
    QColor notAlwaysLive() const { return series(1); }
    /// A memory category by the name that Poplar or the estimate gives it ("category.vertexCode"); those of
    /// the estimate have the colours of the other views. `index` tells apart the rest.
    QColor category(std::string_view name, size_t index) const;
    /// Colour number `index` of an open set; repeats after a while, then pattern() differs.
    QColor series(size_t index) const;
    static Qt::BrushStyle pattern(size_t index);

    /// Cividis: 0 is the darkest blue, 1 the brightest yellow.
    static QColor map(double fraction);

private:
    QPalette m_palette;
    bool m_dark;
};

} // namespace tileline
