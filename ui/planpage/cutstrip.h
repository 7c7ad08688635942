// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/cutpositions.h"
#include "ui/charts/chartcolors.h"
#include "ui/charts/keptpicture.h"
#include "ui/planpage/boundarygeometry.h"
#include "ui/session/session.h"

#include <QWidget>

#include <optional>
#include <vector>

class QPainter;

namespace tileline {

/// Shows where to cut. At each boundary, a cell shows the peak that the plan would have if the selected split
/// were moved to the boundary. If no split is selected, each cell shows the effect of moving the nearest
/// split. The more a cell stands out, the higher the peak. A hatched cell means that the resulting plan would
/// not fit; a circle means that the plan would split a weight. A dot marks the lowest peak of the plans that
/// split no weight. A cell is an empty dotted frame until the interval table contains its peak. A line marks
/// a boundary that the split cannot reach, and a crossed circle marks a forbidden boundary.
///
/// All values come from the interval table, so nothing has to be computed when the plan changes.
class CutStrip : public QWidget {
    Q_OBJECT
public:
    explicit CutStrip(const Session* session, QWidget* parent = nullptr);

    /// `geometry` is in coordinates of this widget.
    void setBoundaries(const BoundaryGeometry& geometry);
    /// After this call, each cell shows the effect of moving `split` to the cell's boundary. If `split` is
    /// empty, each cell shows the effect of moving the nearest split.
    void setSplit(std::optional<size_t> split);
    void setPointed(std::optional<LayerIndex> at);

    const std::vector<CutPosition>& positions() const { return m_positions; }
    /// The values of the cell at `boundary`. Null if that boundary or the interval table does not exist.
    const CutPosition* positionAt(LayerIndex boundary) const;
    QRect cellOf(LayerIndex boundary) const;
    QStringList textOf(const CutPosition& position) const;
    /// The text for assistive technology. The text describes the cell under the pointer or, if the pointer is
    /// over no cell, the cell of the selected split.
    QString valueText() const;

signals:
    /// Emitted when the pointer enters the cell of the boundary `at`, or leaves all cells (`at` is empty).
    void hovered(std::optional<tileline::LayerIndex> at);
    void clicked(tileline::LayerIndex at);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void refresh();
    void announce();
    bool isOver(const CutPosition& position) const;
    void drawCell(QPainter& painter, const CutPosition& position, const ChartColors& colors) const;
    std::optional<LayerIndex> boundaryAt(double x) const;

    const Session* const m_session;
    BoundaryGeometry m_geometry;
    std::optional<size_t> m_split;
    std::optional<LayerIndex> m_pointed;
    std::vector<CutPosition> m_positions; ///< one position per boundary, beginning with boundary 1
    LayerIndex m_bestAt = {};             ///< the first boundary whose peak is m_best
    uint64_t m_best = 0;                  ///< the lowest peak at any position that splits no weight
    std::vector<PlanWarning> m_warnings;  ///< warnings that concern all plans with several stages
    KeptPicture m_picture;                ///< the cells, without frames
};

} // namespace tileline
