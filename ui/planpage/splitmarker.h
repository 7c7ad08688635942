// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/planpage/markercontroller.h"

#include <QWidget>

namespace tileline {

/// A split point in the Plan page: a line through layers and chart with a grip at its head. It is a widget of
/// its own so that Tab reaches it and assistive technology reads and sets its value.
class SplitMarker : public QWidget {
    Q_OBJECT
public:
    /// Width of the area that takes the mouse.
    static constexpr int Width = 15;

    SplitMarker(size_t split, MarkerController* controller, QWidget* parent);

    size_t split() const { return m_split; }
    LayerIndex boundary() const;
    /// Where it can be moved to.
    LayerRange range() const;
    void moveTo(LayerIndex boundary);
    /// Where the grip lies, from the top of the widget.
    void setHead(int top, int height);
    /// Brings name, value and look up to date with the plan.
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
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

signals:
    void focused();
    void menuRequested(tileline::LayerIndex boundary, const QPoint& globalPosition);

private:
    double parentX(const QMouseEvent& event) const;
    bool pinned() const;

    const size_t m_split;
    MarkerController* const m_controller;
    int m_headTop = 0;
    int m_headHeight = 20;
    LayerIndex m_announced{NoId};
};

/// Makes assistive technology see split markers as sliders. Call once per process.
void installMarkerAccessibility();

} // namespace tileline
