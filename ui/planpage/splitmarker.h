// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/planpage/markercontroller.h"

#include <QWidget>

namespace tileline {

/// A split point on the Plan page: a line across the layers and the chart, with a grip at the top. Each
/// marker is a separate widget: the Tab key reaches it, and assistive technology reads and sets its value.
class SplitMarker : public QWidget {
    Q_OBJECT
public:
    /// The width in pixels of the area in which the mouse can grip the marker.
    static constexpr int Width = 15;

    SplitMarker(size_t split, MarkerController* controller, QWidget* parent);

    size_t split() const { return m_split; }
    LayerIndex boundary() const;
    /// The boundaries to which the split can be moved.
    LayerRange range() const;
    void moveTo(LayerIndex to) { m_controller->editor()->moveSplit(m_split, to, false); }
    /// Sets the top and the height of the grip, relative to the top of the widget.
    void setHead(int top, int height);
    /// Updates the marker's name, value and appearance from the plan.
    void refresh();
    QString valueText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    bool event(QEvent* event) override;

signals:
    void focused(Qt::FocusReason reason);
    void pointed(); ///< emitted when the pointer enters the marker
    void menuRequested(tileline::LayerIndex boundary, const QPoint& globalPosition);

private:
    double parentX(const QMouseEvent& event) const;
    bool pinned() const { return m_controller->editor()->plan().isPinned(boundary()); }
    void explainPin(const QPoint& at);

    const size_t m_split;
    MarkerController* const m_controller;
    int m_headTop = 0;
    int m_headHeight = 20;
    LayerIndex m_announced{NoId};
};

/// Presents split markers to assistive technology as sliders, IPU bars as levels, and the canvas and the
/// CutStrip as charts with values. Must be called once per process.
void installMarkerAccessibility();

} // namespace tileline
