// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartwidget.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tileline {

class ChartColors;

/// The data that a HeatMap shows: values in rows and columns.
struct HeatMapData {
    size_t columns = 0;
    std::vector<uint64_t> values;   ///< row by row; the last row may be incomplete
    std::vector<QString> rowLabels; ///< if empty, rows and columns have no labels
    std::vector<QString> columnLabels;
    QString rowTitle;
    QString columnTitle;
    std::vector<bool> over;        ///< by cell: whether to mark its value as over the limit; may be empty
    std::optional<size_t> peak;    ///< the cell to outline
    std::vector<size_t> splits;    ///< lines are drawn before the columns and the rows with these numbers
    std::vector<size_t> rowSplits; ///< further lines are drawn before the rows with these numbers

    size_t rows() const { return columns ? (values.size() + columns - 1) / columns : 0; }
};

using HeatMapDataPtr = std::shared_ptr<const HeatMapData>;

/// A heat map of bytes, with its colour scale beside it. To read a cell's value, the user points at the cell
/// or moves to it with the arrow keys. A click selects a cell, and dragging selects several. The readout
/// shows the value as text, so colour is not the only cue.
class HeatMap : public ChartWidget {
    Q_OBJECT
public:
    HeatMap() { setMouseTracking(true); }

    void setData(HeatMapDataPtr data);
    HeatMapDataPtr data() const { return m_data; }
    void setSelectedCell(std::optional<size_t> cell);
    std::optional<size_t> selectedCell() const { return m_selected; }
    /// Outlines cells. `cells` says for each cell whether to outline it; if empty, no cell is outlined.
    void setChosenCells(std::vector<bool> cells) {
        m_chosen = std::move(cells);
        update();
    }
    const std::vector<bool>& chosenCells() const { return m_chosen; }
    /// Sets the values that get the faintest and the strongest colour; by default, the data's smallest and
    /// largest value.
    void setScale(std::optional<uint64_t> from, std::optional<uint64_t> to);
    /// The position of a value on the colour scale, from 0 (faintest) to 1 (strongest).
    double fractionOf(uint64_t value) const;
    /// `readout` returns the text for a cell, for its tool tip and for screen readers.
    void setReadout(std::function<QString(size_t)> readout) { m_readout = std::move(readout); }

    QRectF rectOf(size_t cell) const { return rectIn(layoutFor(size()), cell); }
    std::optional<size_t> cellAt(const QPointF& point) const;

    void render(QPaintDevice& device, const QSize& size) const override;
    QSize sizeHint() const override { return {480, 400}; }
    QSize minimumSizeHint() const override { return {200, 140}; }

signals:
    void cellClicked(size_t cell, Qt::KeyboardModifiers modifiers);
    /// Emitted when the user has dragged over a rectangle of cells, from corner `first` to corner `second`.
    void cellsDragged(size_t first, size_t second, Qt::KeyboardModifiers modifiers);

protected:
    void applyTheme() override { update(); }
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QString readoutAt(const QPointF& point) const override;

private:
    struct Layout {
        QRectF grid;
        QRectF scale;
        double cellWidth = 1;
        double cellHeight = 1;
    };
    Layout layoutFor(const QSizeF& size) const;
    QRectF rectIn(const Layout& layout, size_t cell) const;
    void paintCells(QPainter& painter, const Layout& layout, const ChartColors& colors) const;
    void paintMarks(QPainter& painter, const Layout& layout, const ChartColors& colors) const;
    void paintLabels(QPainter& painter, const Layout& layout, const ChartColors& colors) const;
    void paintScale(QPainter& painter, const Layout& layout, const ChartColors& colors) const;
    void moveCursor(qint64 by, Qt::KeyboardModifiers modifiers);
    std::pair<uint64_t, uint64_t> scale() const {
        const uint64_t from = m_scaleFrom.value_or(m_minimum);
        return {from, std::max(from, m_scaleTo.value_or(m_maximum))};
    }

    HeatMapDataPtr m_data = std::make_shared<HeatMapData>();
    uint64_t m_minimum = 0;
    uint64_t m_maximum = 0;
    std::optional<uint64_t> m_scaleFrom;
    std::optional<uint64_t> m_scaleTo;
    std::optional<size_t> m_selected;
    std::vector<bool> m_chosen;
    std::optional<size_t> m_pressed;   ///< the cell in which the drag began
    std::optional<size_t> m_draggedTo; ///< the cell that the drag reached; empty until it leaves m_pressed
    std::function<QString(size_t)> m_readout;
};

} // namespace tileline
