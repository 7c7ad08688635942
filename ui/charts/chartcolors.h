// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimate.h"
#include "core/execution/lanes.h"
#include "ui/look/palette.h"

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

/// How the window shows a memory category of the estimate. StageCategory::Stash and the categories after it
/// exist only in the pipeline setting.
struct CategoryLook {
    const char* id;             ///< the id in Poplar's style: "category.variable"
    const char* name;           ///< name in the layer chart
    const char* barName;        ///< name in an IPU's bar; null if another part of the bar includes it
    uint64_t TileParts::*inBar; ///< the bytes that the bar shows for `barName`
    ColorRole role;             ///< role of the fill colour; the edge has the next ColorRole
};
const CategoryLook& lookOf(StageCategory category);
/// The category that Poplar calls `id`.
std::optional<StageCategory> categoryOf(std::string_view id);
/// Whether a category exists in both settings, and not only in the pipeline setting.
constexpr bool isCommon(StageCategory category) {
    return category < StageCategory::Stash;
}
QString categoryText(StageCategory category);

/// A part of an IPU's bar. The bar shows the IPU's fullest tile.
struct BarPart {
    StageCategory category; ///< decides the colour; VertexCode if the part shows code and vertex state
    QString name;
    uint64_t TileParts::*bytes;
};
/// All parts of an IPU's bar, from bottom to top.
std::vector<BarPart> barParts();

/// The kinds of work on which an IPU spends cycles.
enum class CyclePhase { Forward, Recompute, Backward };
inline constexpr std::array CyclePhases{CyclePhase::Forward, CyclePhase::Recompute, CyclePhase::Backward};

/// The colours of an area: a faint fill, and an edge that stands out from its surroundings.
struct FillColors {
    QColor fill;
    QColor edge;

    bool operator==(const FillColors&) const = default;
    /// Fills an area and paints its edge. A small area is painted in the edge's colour.
    void paint(QPainter& painter, const QRectF& area) const;
};

/// The distance between the lines of hatch().
inline constexpr int HatchStep = 5;
/// Hatches an area. Hatching means "does not fit" if `color` is limit(), and otherwise "waiting".
void hatch(QPainter& painter, const QRect& area, const QColor& color, int step = HatchStep);

/// The colours of charts for a light or a dark window, named by their meaning. The colours come from the
/// roles in ui/look/palette.h. Never let colour be the only cue: also show a label.
class ChartColors {
public:
    /// Uses the colours for a dark window if the window colours of `palette` are dark.
    explicit ChartColors(const QPalette& palette);

    QColor of(ColorRole role) const { return colorOf(role, m_dark); }

    QColor background() const { return m_palette.color(QPalette::Base); }
    QColor text() const { return m_palette.color(QPalette::Text); }
    /// The colour of secondary text, less prominent than text().
    QColor faintText() const { return of(ColorRole::Muted); }
    QColor grid() const { return of(ColorRole::Grid); }
    QColor selection() const { return m_palette.color(QPalette::Highlight); }
    /// The colour of the line for the memory limit per tile.
    QColor limit() const { return of(ColorRole::Over); }
    /// The faint background of a band in a chart, such as every second layer or a highlighted range.
    QColor band() const { return of(ColorRole::Window); }

    FillColors alwaysLive() const { return filled(ColorRole::Variables); }
    FillColors notAlwaysLive() const { return filled(ColorRole::Temporary); }
    /// The colour of counts, curves and other data for which no other colour is defined.
    QColor neutral() const { return stage(0); }
    FillColors category(StageCategory category) const { return filled(lookOf(category).role); }
    /// The colours of a phase in a bar that shows cycles. Phases differ in brightness, not in hue.
    FillColors phase(CyclePhase phase) const;
    /// The colours of the memory category that Poplar calls `name`, such as "category.vertexCode". Categories
    /// that also exist in the estimate have the same colours in all views. For any other category, `index`
    /// selects one of seven hues; from index 7 on, the hues are repeated in paler shades.
    FillColors category(std::string_view name, size_t index) const;
    /// The colour of an IPU's stages. IPUs share four colours, so views must also show the IPU's number.
    QColor stage(size_t ipu) const { return of(roleAfter(ColorRole::Ipu0, ipu % IpuHues)); }
    /// The background colour of text that belongs to an IPU.
    QColor stageTint(size_t ipu) const { return of(roleAfter(ColorRole::IpuTint0, ipu % IpuHues)); }
    /// The colours of a span in an IPU's lane. Spans have other cues, too: names, and hatching for waiting.
    FillColors look(SpanLook look, size_t ipu) const;

    /// The colour of a heat map's cell: faint if `fraction` is 0, strong if `fraction` is 1.
    QColor heat(double fraction) const;

private:
    FillColors filled(ColorRole role) const { return {of(role), of(roleAfter(role, 1))}; }

    static constexpr size_t IpuHues = 4;
    QPalette m_palette;
    bool m_dark;
};

} // namespace tileline
