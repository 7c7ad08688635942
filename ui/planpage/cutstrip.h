// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/cutpositions.h"
#include "core/explain/fit.h"
#include "ui/charts/chartcolors.h"
#include "ui/charts/keptpicture.h"
#include "ui/planpage/boundarygeometry.h"
#include "ui/session/session.h"

#include <QWidget>

#include <optional>
#include <vector>

class QPainter;

namespace tileline {

/// Shows where to cut. Each boundary has a cell, which shows the peak of the plan if the given split, or else
/// the nearest one, moved there. The more a cell stands out, the fuller the fullest tile. The plan of a
/// hatched cell does not fit. A dot marks the lowest peak, and a circle a boundary where the plan would split
/// a weight. A cell is empty while its peak is being computed. A line marks a boundary that the split cannot
/// reach, and a crossed circle a forbidden boundary.
///
/// All values come from the interval table, so they are available as soon as the plan changes.
class CutStrip : public QWidget {
    Q_OBJECT
public:
    explicit CutStrip(const Session* session, QWidget* parent = nullptr);

    /// `geometry` in coordinates of this widget.
    void setBoundaries(const BoundaryGeometry& geometry);
    /// Shows the effect of moving `split` to each boundary; if it is empty, of moving the nearest split
    /// there.
    void setSplit(std::optional<size_t> split);
    void setPointed(std::optional<LayerIndex> at);

    const std::vector<CutPosition>& positions() const { return m_positions; }
    /// Null if there is no such boundary, or no table.
    const CutPosition* positionAt(LayerIndex boundary) const;
    QRect cellOf(LayerIndex boundary) const;
    /// The text that describes a cell, by lines.
    QStringList textOf(const CutPosition& position) const;
    /// What assistive technology reads: the text of the cell under the pointer, or else of the split's cell.
    QString valueText() const;

signals:
    /// The pointer has entered the cell of a boundary, or has left all cells (`at` is empty).
    void hovered(std::optional<tileline::LayerIndex> at);
    /// The user clicked the cell of a boundary.
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
    std::vector<CutPosition> m_positions; ///< by boundary, from 1
    LayerIndex m_bestAt = {};             ///< the first position with m_best
    uint64_t m_best = 0;                  ///< the lowest peak of a plan that splits no weight
    std::vector<PlanWarning> m_warnings;  ///< warnings that concern all plans with several stages
    KeptPicture m_picture;                ///< the cells, without frames
};

} // namespace tileline
