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

/// Shows where to cut: a cell for each boundary, with the peak of the plan if a split stood there. That split
/// is the given one, or else the nearest one. The more a cell stands out, the fuller the fullest tile; a
/// hatched one does not fit, and a dot marks the lowest peak. A cell is empty while its peak is being
/// computed. A line stands for a boundary that the split cannot reach, a crossed circle for a forbidden one.
///
/// All values come from the interval table, so they are there at once when the plan changes.
class CutStrip : public QWidget {
    Q_OBJECT
public:
    explicit CutStrip(const Session* session, QWidget* parent = nullptr);

    /// `geometry` in coordinates of this widget.
    void setBoundaries(const BoundaryGeometry& geometry);
    /// Shows where this split could be. If empty: for each boundary, where the nearest split could be.
    void setSplit(std::optional<size_t> split);
    void setPointed(std::optional<LayerIndex> at);

    const std::vector<CutPosition>& positions() const { return m_positions; }
    /// Null if there is no such boundary, or no table.
    const CutPosition* positionAt(LayerIndex boundary) const;
    QRect cellOf(LayerIndex boundary) const;
    /// What a cell says, in lines.
    QStringList textOf(const CutPosition& position) const;
    /// The text of the pointed cell, or else of the cell of the split: what assistive technology reads.
    QString valueText() const;

signals:
    /// The pointer is on the cell of a boundary, or left all cells.
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
    void drawCell(QPainter& painter, const CutPosition& position, const ChartColors& colors) const;
    std::optional<LayerIndex> boundaryAt(double x) const;

    const Session* const m_session;
    BoundaryGeometry m_geometry;
    std::optional<size_t> m_split;
    std::optional<LayerIndex> m_pointed;
    std::vector<CutPosition> m_positions; ///< by boundary, from 1
    uint64_t m_best = 0;                  ///< the lowest of a plan that splits no weight
    std::vector<PlanWarning> m_warnings;  ///< about all plans of several stages
    KeptPicture m_picture;                ///< the cells, without frames
};

} // namespace tileline
