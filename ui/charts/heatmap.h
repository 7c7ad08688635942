// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartwidget.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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
    std::vector<bool> over;        ///< by cell: whether it is over the limit and so has a mark; may be empty
    std::optional<size_t> peak;    ///< the cell to outline
    std::vector<size_t> splits;    ///< lines are drawn before these columns and rows
    std::vector<size_t> rowSplits; ///< lines are drawn before these rows

    size_t rows() const { return columns ? (values.size() + columns - 1) / columns : 0; }
};

using HeatMapDataPtr = std::shared_ptr<const HeatMapData>;

/// A heat map of bytes, with its colour scale beside it. A click on a cell or an arrow key selects a cell.
/// The readout of the selected cell and of the cell under the mouse gives its value as text, so that colour
/// is not the only cue.
class HeatMap : public ChartWidget {
    Q_OBJECT
public:
    explicit HeatMap(QWidget* parent = nullptr);

    void setData(HeatMapDataPtr data);
    HeatMapDataPtr data() const { return m_data; }
    void setSelectedCell(std::optional<size_t> cell);
    std::optional<size_t> selectedCell() const { return m_selected; }
    /// `readout` returns the text for a cell, for its tool tip and for screen readers.
    void setReadout(std::function<QString(size_t)> readout) { m_readout = std::move(readout); }

    QRectF rectOf(size_t cell) const;
    std::optional<size_t> cellAt(const QPointF& point) const;

    void render(QPaintDevice& device, const QSize& size) const override;
    QSize sizeHint() const override { return {480, 400}; }
    QSize minimumSizeHint() const override { return {200, 140}; }

signals:
    void cellClicked(size_t cell);

protected:
    void applyTheme() override { update(); }
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
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
    void paint(QPainter& painter, const QSizeF& size) const;
    void paintCells(QPainter& painter, const Layout& layout, const ChartColors& colors) const;
    void paintMarks(QPainter& painter, const Layout& layout, const ChartColors& colors) const;
    void paintLabels(QPainter& painter, const Layout& layout, const ChartColors& colors) const;
    void paintScale(QPainter& painter, const Layout& layout, const ChartColors& colors) const;
    double fractionOf(uint64_t value) const;
    void moveCursor(qint64 by);
    double labelWidth() const;

    HeatMapDataPtr m_data = std::make_shared<HeatMapData>();
    uint64_t m_minimum = 0;
    uint64_t m_maximum = 0;
    std::optional<size_t> m_selected;
    std::function<QString(size_t)> m_readout;
};

} // namespace tileline
