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
    /// A canvas of minimumHeight() has room for all rows. A height above maximumHeight() makes no row
    /// clearer.
    static int minimumHeight() { return of(0, 0).bars.bottom() + 1; }
    static int maximumHeight();
    /// The height of a canvas that shows the plan as a line, with only the rows of stages and layers.
    static int lineHeight() { return of(0, 0).layers.bottom() + 1 + 4; }
};

/// A name in the row of layers, and the area in which it is centred.
struct LayerLabel {
    QRectF area;
    QString text;
};

/// The upper part of the Plan page. The rows of the canvas share an x axis. From top to bottom, the rows show
/// the stages, the layers as boxes, the strip that shows where to cut, the bytes or cycles of each layer as
/// stacked bars, the bytes that cross each split, and the IPU bars. Split markers extend across the rows.
class PlanCanvas : public QWidget {
    Q_OBJECT
public:
    /// In pixels: the minimum width of a layer's box, and the minimum width at which its name is readable.
    static constexpr int MinLayerWidth = 1;
    static constexpr int ReadableWidth = 36;

    PlanCanvas(PlanEditor* editor, Selection* selection);

    const BoundaryGeometry& geometry() const { return m_controller.geometry(); }
    const std::vector<SplitMarker*>& markers() const { return m_markers; }
    StageBars* bars() const { return m_bars; }
    const std::optional<WhatIf>& shownWhatIf() const { return m_whatIf; }
    /// If `line` is set, shows only two rows: the layers, and the stages with their peaks.
    void setLine(bool line);
    bool isLine() const { return m_line; }
    /// The lines of text that are shown beside the boundary under the mouse.
    const QStringList& shownNote() const { return m_note; }
    LayerChart* chart() const { return m_chart; }
    /// The area of the layer chart, and the range of values on its axis.
    PlotFrame chartFrame() const;
    CutStrip* strip() const { return m_strip; }
    /// The boundary that keys act on while the canvas itself has the focus.
    LayerIndex cursor() const { return m_cursor; }
    /// The split that the strip describes: the dragged split or, if there is no drag, the split that last had
    /// the focus.
    std::optional<size_t> selectedSplit() const {
        return m_editor->dragging() ? m_editor->dragged() : m_selected;
    }
    /// The text for assistive technology: the layer that begins at cursor(), and the values of that layer.
    QString valueText() const;
    /// nameOf() returns a layer's name; textOf() adds the layer's values and its IPU. Both functions return
    /// an empty string if the layer does not exist.
    QString nameOf(LayerIndex layer) const;
    QString textOf(LayerIndex layer) const;

    /// The width of the canvas for the current layers at the current zoom.
    int widthFor(int viewportWidth) const;
    double zoom() const { return m_zoom; }
    void setZoom(double zoom);
    /// The maximum zoom: at least 8, and high enough for boxes of twice the readable width.
    double maxZoom() const;

signals:
    void zoomChanged();
    void menuRequested(tileline::LayerIndex boundary, const QPoint& globalPosition);
    /// Emitted when the keyboard focus moves to the marker, bar or boundary at `x`.
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
    /// Shows the effects of mouse actions at the boundary `at`. In the strip (`inStrip`), a click moves a
    /// split to `at` or adds one there. Elsewhere, a double click adds a split, and dragging moves a split to
    /// `at`.
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
    Session* const m_session = m_editor->session();
    Selection* const m_selection;
    MarkerController m_controller{m_editor};
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
    std::optional<size_t> m_selected; ///< the split that last had the focus
    LayerIndex m_cursor{1};
    double m_zoom = 1;
};

} // namespace tileline
