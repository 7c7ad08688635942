// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimate.h"

#include <QBrush>
#include <QColor>
#include <QPalette>
#include <QString>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tileline {

/// What the window knows of a memory category of the estimate. The categories from Stash on exist in the
/// pipeline setting only, and have a pattern.
struct CategoryLook {
    const char* id;              ///< as Poplar would name it: "category.variable"
    const char* name;            ///< in the layer chart
    const char* barName;         ///< in the bar of an IPU; null: counted in the part before it
    uint64_t TileParts::*inBar;  ///< the bytes of that part
    size_t color;                ///< in the palette
    double grey;                 ///< if not 0: grey in place of the colour, with this share of the text's
    Qt::BrushStyle pattern = {}; ///< over the colour
};
const CategoryLook& lookOf(StageCategory category);
/// The category that Poplar calls `id`.
std::optional<StageCategory> categoryOf(std::string_view id);
/// Whether both settings have the category.
constexpr bool isCommon(StageCategory category) {
    return category < StageCategory::Stash;
}
QString categoryText(StageCategory category);

/// A part of the bar of an IPU's fullest tile.
struct BarPart {
    StageCategory category; ///< which says the colour; code and vertex state have that of vertex code
    QString name;
    uint64_t TileParts::*bytes;
};
/// All parts, from left to right.
std::vector<BarPart> barParts();

/// What an IPU spends cycles on.
enum class CyclePhase { Forward, Recompute, Backward };
inline constexpr std::array CyclePhases{CyclePhase::Forward, CyclePhase::Recompute, CyclePhase::Backward};

/// The colours of charts, for a light or a dark window. Each thing has one colour, and no two things share
/// one: categories use the palette of Okabe and Ito, which people with any of the common kinds of colour
/// blindness can tell apart; what is always live and what is not are violet; IPUs are slate. Maps use
/// cividis, whose brightness rises evenly. Colour must never be the only cue: add a label or a pattern().
class ChartColors {
public:
    /// The window colours of `palette` decide between light and dark.
    explicit ChartColors(const QPalette& palette);

    bool dark() const { return m_dark; }

    QColor background() const { return m_palette.color(QPalette::Base); }
    QColor text() const { return m_palette.color(QPalette::Text); }
    /// Secondary text, less prominent than text().
    QColor faintText() const;
    QColor grid() const;
    QColor selection() const { return m_palette.color(QPalette::Highlight); }
    /// The line of the memory limit per tile.
    QColor limit() const;
    /// Faint background of every other layer band.
    QColor band() const;

    QColor alwaysLive() const;
    QColor notAlwaysLive() const;
    /// What has no colour of its own: counts, curves.
    QColor neutral() const;
    QColor category(StageCategory category) const;
    /// Lines for a category that has a pattern, to be drawn over its colour; Qt::NoBrush for the others.
    QBrush patternOf(StageCategory category) const;
    /// The parts of a bar of cycles, which have no colours of their own.
    QBrush phase(CyclePhase phase) const;
    /// Colour of the memory category that Poplar calls `name`, such as "category.vertexCode". The categories
    /// of the estimate have the same colours as in the other views. `index` selects the colour of any other
    /// category; these repeat after paletteSize(), and pattern() then tells them apart.
    QColor category(std::string_view name, size_t index) const;
    /// Colour of an IPU's stages: two shades in turn, so that neighbours differ. Numbers tell IPUs apart.
    QColor stage(size_t ipu) const;
    static size_t paletteSize();
    static Qt::BrushStyle pattern(size_t index);

    /// Cividis: 0 is the darkest blue, 1 the brightest yellow.
    static QColor map(double fraction);

    /// Black or white, whichever has more contrast with `background`.
    static QColor textOn(const QColor& background);
    /// From 1 to 21, as WCAG defines it. Anything that must be visible needs at least 3.
    static double contrast(const QColor& a, const QColor& b);
    /// A colour between two; `fraction` is the share of `to`.
    static QColor blend(const QColor& from, const QColor& to, double fraction);

private:
    QPalette m_palette;
    bool m_dark;
};

} // namespace tileline
