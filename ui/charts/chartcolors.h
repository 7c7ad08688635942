// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimate.h"
#include "ui/look/palette.h"

#include <QBrush>
#include <QColor>
#include <QPalette>
#include <QRectF>
#include <QString>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

class QPainter;

namespace tileline {

/// What the window knows of a memory category of the estimate. The categories from Stash on exist in the
/// pipeline setting only.
struct CategoryLook {
    const char* id;             ///< as Poplar would name it: "category.variable"
    const char* name;           ///< in the layer chart
    const char* barName;        ///< in the bar of an IPU; null: counted in the part before it
    uint64_t TileParts::*inBar; ///< the bytes of that part
    ColorRole role;             ///< of the fill; that of the edge is the next
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

/// The colours of an area. The fill is calm, and the edge stands out from what is around it.
struct FillColors {
    QColor fill;
    QColor edge;

    bool operator==(const FillColors&) const = default;
    /// An area so small that it has no room for a fill is all edge.
    void paint(QPainter& painter, const QRectF& area) const;
};

/// The colours of charts, by what they mean: roles of ui/look/palette.h for a light or a dark window.
/// Colour must never be the only cue: add a label or a pattern().
class ChartColors {
public:
    /// The window colours of `palette` decide between light and dark.
    explicit ChartColors(const QPalette& palette);

    QColor of(ColorRole role) const { return colorOf(role, m_dark); }

    QColor background() const { return m_palette.color(QPalette::Base); }
    QColor text() const { return m_palette.color(QPalette::Text); }
    /// Secondary text, less prominent than text().
    QColor faintText() const { return of(ColorRole::Muted); }
    QColor grid() const { return of(ColorRole::Grid); }
    QColor selection() const { return m_palette.color(QPalette::Highlight); }
    /// The line of the memory limit per tile.
    QColor limit() const { return of(ColorRole::Over); }
    /// Faint background of every other layer band.
    QColor band() const { return of(ColorRole::Window); }

    FillColors alwaysLive() const { return filled(ColorRole::Variables); }
    FillColors notAlwaysLive() const { return filled(ColorRole::Temporary); }
    /// What has no colour of its own: counts, curves.
    QColor neutral() const { return stage(0); }
    FillColors category(StageCategory category) const;
    /// The parts of a bar of cycles, which have no colours of their own.
    QBrush phase(CyclePhase phase) const;
    /// Colours of the memory category that Poplar calls `name`, such as "category.vertexCode". The categories
    /// of the estimate have the same colours as in the other views. `index` selects the colour of any other
    /// category; these repeat after paletteSize(), and pattern() then tells them apart.
    FillColors category(std::string_view name, size_t index) const;
    /// Colour of an IPU's stages: four in turn. Numbers tell IPUs apart.
    QColor stage(size_t ipu) const;
    /// The ground of what belongs to an IPU, on which there is text.
    QColor stageTint(size_t ipu) const;
    static size_t paletteSize();
    static Qt::BrushStyle pattern(size_t index);

    /// Of a map, from 0 to 1: from nearly the colour of the window to nearly that of its text.
    QColor heat(double fraction) const;

private:
    FillColors filled(ColorRole role) const;

    QPalette m_palette;
    bool m_dark;
};

} // namespace tileline
