// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <QColor>
#include <QPalette>

#include <cstddef>
#include <string_view>

namespace tileline {

/// The memory categories that have a colour of their own in every view, in the order in which they stack.
enum class MemoryCategory { Variables, VertexCode, VertexState, ExchangeCode, ControlCode };
inline constexpr size_t MemoryCategoryCount = 5;

/// The colours of charts, for a light or a dark window. Categories and stages use the palette of Okabe and
/// Ito, which people with any of the common kinds of colour blindness can tell apart; maps use cividis, whose
/// brightness rises evenly. Colour is never the only sign: give a label or a pattern() besides.
class ChartColors {
public:
    /// Light or dark follows from the window colours of `palette`.
    explicit ChartColors(const QPalette& palette);

    bool dark() const { return m_dark; }

    QColor background() const { return m_palette.color(QPalette::Base); }
    QColor text() const { return m_palette.color(QPalette::Text); }
    /// Text that explains and may stand back.
    QColor faintText() const;
    QColor grid() const;
    QColor selection() const { return m_palette.color(QPalette::Highlight); }
    /// The memory per tile.
    QColor limit() const;
    /// What is over the limit.
    QColor overflow() const { return limit(); }
    /// What is within the limit.
    QColor headroom() const { return series(2); }
    /// Weak background of every other layer band.
    QColor band() const;

    QColor alwaysLive() const { return series(0); }
    QColor notAlwaysLive() const { return series(1); }
    QColor category(MemoryCategory category) const { return series(static_cast<size_t>(category)); }
    /// A memory category by the name that Poplar gives it ("category.vertexCode"); those of the estimate have
    /// the colours of the other views. `index` tells apart the rest.
    QColor category(std::string_view name, size_t index) const;
    /// Colour of a pipeline stage; repeats after paletteSize().
    QColor stage(size_t stage) const { return series(stage); }
    /// Colour number `index` of an open set; repeats after paletteSize(), then pattern() differs.
    QColor series(size_t index) const;
    static size_t paletteSize();
    static Qt::BrushStyle pattern(size_t index);

    /// Cividis: 0 is the darkest blue, 1 the brightest yellow.
    static QColor map(double fraction);

    /// Black or white, whichever is read better on `background`.
    static QColor textOn(const QColor& background);

private:
    QPalette m_palette;
    bool m_dark;
};

} // namespace tileline
