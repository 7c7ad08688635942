// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis.h"
#include "ui/charts/keptpicture.h"
#include "ui/planpage/markercontroller.h"
#include "ui/planpage/tiedweights.h"
#include "ui/planpage/whatif.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace tileline {

class CutStrip;
class LayerChart;
class Selection;
class SplitMarker;
class StageBars;

/// The rows of the canvas, computed from its size.
struct PlanRows {
    QRect stages; ///< a band for each stage
    QRect layers; ///< a box for each layer
    QRect cuts;   ///< the CutStrip
    QRect chart;
    QRect crossing; ///< bytes that cross each split
    QRect bars;     ///< the StageBars

    static PlanRows of(int width, int height);
    /// At the minimum no row overlaps another, beyond the maximum none gets clearer.
    static int minimumHeight();
    static int maximumHeight();
    /// The height of the stages and the layers, which are the rows of a plan that is shown as a line.
    static int lineHeight();
};

/// A name in the row of layers, and where it is centred.
struct LayerLabel {
    QRectF area;
    QString text;
};

/// The upper part of the Plan page. All rows have the same x axis: the stages, the layers as boxes, the bytes
/// or cycles of each layer as stacked bars, the split markers across these rows, the bytes that cross each
/// split, and the bars of the IPUs. Between the layers and their bars is the strip that shows where to cut.
class PlanCanvas : public QWidget {
    Q_OBJECT
public:
    /// In pixels. The whole model is shown in boxes of at least the first width; narrower ones than the
    /// second cannot be read.
    static constexpr int MinLayerWidth = 1;
    static constexpr int ReadableWidth = 36;

    PlanCanvas(PlanEditor* editor, Selection* selection, QWidget* parent = nullptr);

    const BoundaryGeometry& geometry() const { return m_controller.geometry(); }
    const std::vector<SplitMarker*>& markers() const { return m_markers; }
    StageBars* bars() const { return m_bars; }
    const std::optional<WhatIf>& shownWhatIf() const { return m_whatIf; }
    /// Shows only the first two rows, and the peaks in that of the stages.
    void setLine(bool line);
    bool isLine() const { return m_line; }
    /// The lines that are shown beside the boundary that is pointed at.
    const QStringList& shownNote() const { return m_note; }
    LayerChart* chart() const { return m_chart; }
    /// The row of the layer chart, with its values.
    PlotFrame chartFrame() const;
    CutStrip* strip() const { return m_strip; }
    /// The boundary that keys act on while the canvas itself has the focus.
    LayerIndex cursor() const { return m_cursor; }
    /// The split that the strip is about: the dragged one, or the last one that had the focus.
    std::optional<size_t> selectedSplit() const;
    /// The layer after the boundary that keys act on, with its values: what assistive technology reads.
    QString valueText() const;
    /// The name of a layer, and its values with its IPU. Empty if there is no such layer.
    QString nameOf(LayerIndex layer) const;
    QString textOf(LayerIndex layer) const;

    /// Minimum width for the current layers at the current zoom.
    int widthFor(int viewportWidth) const;
    double zoom() const { return m_zoom; }
    void setZoom(double zoom);
    /// Up to boxes of twice the readable width, or eight times that of the whole model.
    double maxZoom() const;

signals:
    void zoomChanged();
    void menuRequested(tileline::LayerIndex boundary, const QPoint& globalPosition);
    /// A marker or a bar got the focus.
    void markerFocused(int x);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool event(QEvent* event) override;

private:
    void onLayersChanged();
    void updatePlan();
    void announce();
    void layOut();
    void placeMarker(SplitMarker* marker);
    /// Shows what a split would change at a boundary: a new one, as a double click makes it, or only the
    /// move that a click in the strip makes.
    void showWhatIf(std::optional<LayerIndex> at, bool inStrip = false);
    void showMenuFor(LayerIndex boundary, const QPoint& globalPosition);
    void select(std::optional<size_t> split);
    void moveSplitTo(LayerIndex at);
    void addSplit(LayerIndex at);
    std::optional<LayerIndex> boundaryAt(double x) const;
    void setCursorAt(LayerIndex boundary);
    void moveCursor(int by);
    QString layerTip(LayerIndex layer) const;

    PlanEditor* const m_editor;
    Session* const m_session;
    Selection* const m_selection;
    MarkerController m_controller;
    LayerChart* const m_chart;
    CutStrip* const m_strip;
    StageBars* const m_bars;
    std::vector<SplitMarker*> m_markers;
    std::vector<TiedWeights> m_tied;
    std::vector<LayerLabel> m_labels;
    bool m_line = false;
    KeptPicture m_upperPicture; ///< the rows above the strip
    KeptPicture m_chartPicture;
    std::optional<WhatIf> m_whatIf;
    QStringList m_note;
    std::optional<LayerIndex> m_hovered;
    bool m_hoversStrip = false;
    std::optional<size_t> m_selected; ///< the last split that had the focus
    LayerIndex m_cursor{1};
    double m_zoom = 1;
};

} // namespace tileline
