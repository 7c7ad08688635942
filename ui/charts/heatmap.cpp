// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heatmap.h"

#include "core/base/sequences.h"
#include "ui/charts/chartcolors.h"
#include "ui/charts/picture.h"
#include "ui/text/bytestext.h"
#include "ui/text/linetext.h"

#include <QFontMetricsF>
#include <QImage>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

constexpr double Margin = 8;
constexpr double ScaleWidth = 14;
constexpr double MaxLabelWidth = 160;
/// In pixels. Cells that are at least this wide and this high have gaps between them.
constexpr double MinGapCell = 6;
constexpr size_t HeatShades = 1024;

/// Draws a small triangle in the corner of a cell that is over the limit.
void drawCorner(QPainter& painter, const QRectF& cell, const QColor& color) {
    const double side = std::min({cell.width(), cell.height(), 12.0}) / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(
        QPolygonF({cell.topRight(), cell.topRight() - QPointF(side, 0), cell.topRight() + QPointF(0, side)}));
}

} // namespace

void HeatMap::setData(HeatMapDataPtr data) {
    m_data = std::move(data);
    m_selected.reset();
    m_chosen.clear();
    m_pressed = m_draggedTo = std::nullopt;
    m_minimum = m_data->values.empty() ? 0 : std::ranges::min(m_data->values);
    m_maximum = m_data->values.empty() ? 0 : std::ranges::max(m_data->values);
    update();
}

void HeatMap::setSelectedCell(std::optional<size_t> cell) {
    m_selected = cell;
    announce(cell && m_readout ? m_readout(*cell) : QString());
    update();
}

void HeatMap::setScale(std::optional<uint64_t> from, std::optional<uint64_t> to) {
    m_scaleFrom = from;
    m_scaleTo = to;
    update();
}

HeatMap::Layout HeatMap::layoutFor(const QSizeF& size) const {
    const QFontMetricsF metrics(font());
    const bool labelled = !m_data->rowLabels.empty();
    const double widest =
        greatestOf(m_data->rowLabels, [&](const QString& label) { return metrics.horizontalAdvance(label); });
    const double left = labelled ? std::min(widest, MaxLabelWidth) + metrics.height() + 2 * Margin : Margin;
    const double top = labelled ? metrics.height() * 2 + Margin : Margin;
    const double right = ScaleWidth + metrics.horizontalAdvance(bytesText(1023 * 1024)) + 4 * Margin;
    Layout layout;
    const double width = std::max(size.width() - left - right, 1.0);
    const double height = std::max(size.height() - top - Margin, 1.0);
    layout.cellWidth = width / static_cast<double>(std::max<size_t>(m_data->columns, 1));
    layout.cellHeight = height / static_cast<double>(std::max<size_t>(m_data->rows(), 1));
    layout.grid = {left, top, width, height};
    layout.scale = {left + width + 2 * Margin, top, ScaleWidth, height};
    return layout;
}

QRectF HeatMap::rectIn(const Layout& layout, size_t cell) const {
    const auto column = static_cast<double>(cell % m_data->columns);
    const auto row = static_cast<double>(cell / m_data->columns);
    return {layout.grid.left() + column * layout.cellWidth, layout.grid.top() + row * layout.cellHeight,
            layout.cellWidth, layout.cellHeight};
}

std::optional<size_t> HeatMap::cellAt(const QPointF& point) const {
    const Layout layout = layoutFor(size());
    if (m_data->columns == 0 || !layout.grid.contains(point)) {
        return std::nullopt;
    }
    const auto column = static_cast<size_t>((point.x() - layout.grid.left()) / layout.cellWidth);
    const auto row = static_cast<size_t>((point.y() - layout.grid.top()) / layout.cellHeight);
    const size_t cell = row * m_data->columns + column;
    return column < m_data->columns && cell < m_data->values.size() ? std::optional(cell) : std::nullopt;
}

double HeatMap::fractionOf(uint64_t value) const {
    const auto [from, to] = scale();
    return value <= from ? 0.0
           : value >= to ? 1.0
                         : static_cast<double>(value - from) / static_cast<double>(to - from);
}

void HeatMap::render(QPaintDevice& device, const QSize& size) const {
    QPainter painter(&device);
    painter.fillRect(QRect(QPoint(), size), palette().color(QPalette::Base));
    if (m_data->values.empty()) {
        return;
    }
    painter.setFont(font());
    const ChartColors colors(palette());
    const Layout layout = layoutFor(size);
    paintCells(painter, layout, colors);
    paintMarks(painter, layout, colors);
    paintLabels(painter, layout, colors);
    paintScale(painter, layout, colors);
}

/// Draws small cells by setting the pixels of an image. A map of 400 × 400 layers has 160,000 cells; filling
/// that many rectangles would take longer than one screen frame.
void HeatMap::paintCells(QPainter& painter, const Layout& layout, const ChartColors& colors) const {
    const bool small = std::min(layout.cellWidth, layout.cellHeight) < MinGapCell;
    std::vector<quint32> shades;
    for (size_t shade = 0; small && shade <= HeatShades; ++shade) {
        shades.push_back(colors.heat(static_cast<double>(shade) / HeatShades).rgb());
    }
    // Cells that the last row lacks stay transparent.
    QImage image = transparentImage(
        small ? QSize(static_cast<int>(m_data->columns), static_cast<int>(m_data->rows())) : QSize());
    for (size_t row = 0, cell = 0; small && row < m_data->rows(); ++row) {
        auto* const line = reinterpret_cast<quint32*>(image.scanLine(static_cast<int>(row)));
        for (size_t column = 0; column < m_data->columns && cell < m_data->values.size(); ++column) {
            line[column] = shades[static_cast<size_t>(fractionOf(m_data->values[cell++]) * HeatShades)];
        }
    }
    painter.drawImage(layout.grid, image);
    for (size_t cell = 0; cell < m_data->values.size(); ++cell) {
        const bool over = !m_data->over.empty() && m_data->over[cell];
        if (small && !over) {
            continue;
        }
        const QRectF rect = rectIn(layout, cell);
        const QColor color = colors.heat(fractionOf(m_data->values[cell]));
        if (!small) {
            painter.fillRect(rect.adjusted(0, 0, -1, -1), color);
        }
        if (over) {
            drawCorner(painter, rect, textOn(color));
        }
    }
}

void HeatMap::paintMarks(QPainter& painter, const Layout& layout, const ChartColors& colors) const {
    painter.setPen(QPen(colors.text(), 1.5));
    for (const size_t split : m_data->splits) {
        const double x = layout.grid.left() + static_cast<double>(split) * layout.cellWidth;
        painter.drawLine(QPointF(x, layout.grid.top()), QPointF(x, layout.grid.bottom()));
    }
    for (const std::vector<size_t>* const rows : {&m_data->splits, &m_data->rowSplits}) {
        for (const size_t split : *rows) {
            const double y = layout.grid.top() + static_cast<double>(split) * layout.cellHeight;
            painter.drawLine(QPointF(layout.grid.left(), y), QPointF(layout.grid.right(), y));
        }
    }
    painter.setBrush(Qt::NoBrush);
    const auto ring = [&](size_t cell, const QColor& color, double width, double outset) {
        painter.setPen(QPen(color, width));
        painter.drawRect(rectIn(layout, cell).adjusted(-outset, -outset, outset, outset));
    };
    const bool selected = m_selected && *m_selected < m_data->values.size();
    if (m_data->peak) {
        // If the cell of the peak is also selected, the peak's frame surrounds the selection's frame.
        ring(*m_data->peak, colors.limit(), 2, selected && *m_selected == *m_data->peak ? 4 : 1);
    }
    QRegion chosen;
    for (size_t cell = 0; cell < m_chosen.size(); ++cell) {
        chosen += m_chosen[cell] ? rectIn(layout, cell).toAlignedRect() : QRect();
    }
    QPainterPath edge;
    edge.addRegion(chosen);
    painter.setPen(QPen(colors.text(), 2));
    painter.drawPath(edge.simplified());
    if (m_pressed && m_draggedTo) {
        painter.setPen(QPen(colors.selection(), 2, Qt::DashLine));
        painter.drawRect(rectIn(layout, *m_pressed) | rectIn(layout, *m_draggedTo));
    }
    if (selected) {
        ring(*m_selected, colors.background(), 4, 1);
        ring(*m_selected, colors.text(), 2, 1);
    }
}

void HeatMap::paintLabels(QPainter& painter, const Layout& layout, const ChartColors& colors) const {
    const QFontMetricsF metrics(font());
    painter.setPen(colors.text());
    // Draws only every n-th label, so that no two labels touch.
    const auto every = [&](double cell, double needed) {
        return static_cast<size_t>(std::max(std::ceil(needed / cell), 1.0));
    };
    const double left = metrics.height() + Margin;
    const size_t rowStep = every(layout.cellHeight, metrics.height());
    for (size_t row = 0; row < m_data->rowLabels.size(); row += rowStep) {
        const double y = layout.grid.top() + (static_cast<double>(row) + 0.5) * layout.cellHeight;
        const QRectF box(left, y - metrics.height() / 2, layout.grid.left() - left - 4, metrics.height());
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(m_data->rowLabels[row], Qt::ElideMiddle, box.width()));
    }
    const int widest =
        greatestOf(m_data->columnLabels, [&](const QString& label) { return lineWidth(label, font()); });
    const size_t columnStep = every(layout.cellWidth, std::min<double>(widest, MaxLabelWidth) + Margin);
    for (size_t column = 0; column < m_data->columnLabels.size(); column += columnStep) {
        const double x = layout.grid.left() + (static_cast<double>(column) + 0.5) * layout.cellWidth;
        const QRectF box(x - MaxLabelWidth / 2, metrics.height() + 2, MaxLabelWidth, metrics.height());
        drawLine(painter, box, Qt::AlignCenter, m_data->columnLabels[column]);
    }
    painter.setPen(colors.faintText());
    painter.drawText(QRectF(layout.grid.left(), 0, layout.grid.width(), metrics.height()), Qt::AlignCenter,
                     m_data->columnTitle);
    painter.save();
    painter.translate(0, layout.grid.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 2, layout.grid.height(), metrics.height()), Qt::AlignCenter, m_data->rowTitle);
    painter.restore();
}

void HeatMap::paintScale(QPainter& painter, const Layout& layout, const ChartColors& colors) const {
    QLinearGradient gradient(layout.scale.bottomLeft(), layout.scale.topLeft());
    for (int stop = 0; stop <= 10; ++stop) {
        gradient.setColorAt(stop / 10.0, colors.heat(stop / 10.0));
    }
    painter.setPen(colors.grid());
    painter.setBrush(gradient);
    painter.drawRect(layout.scale);
    painter.setPen(colors.text());
    const QFontMetricsF metrics(font());
    constexpr int Steps = 4;
    for (int step = 0; step <= Steps; ++step) {
        const auto [from, to] = scale();
        const uint64_t value = from + (to - from) * static_cast<uint64_t>(step) / Steps;
        const double y = layout.scale.bottom() - layout.scale.height() * step / Steps;
        const double top = std::clamp(y - metrics.height() / 2, layout.scale.top(),
                                      layout.scale.bottom() - metrics.height());
        drawLine(painter, QRectF(layout.scale.right() + 4, top, 200, metrics.height()), Qt::AlignVCenter,
                 bytesText(value));
    }
}

void HeatMap::paintEvent(QPaintEvent* event) {
    render(*this, size());
    ChartWidget::paintEvent(event);
}

void HeatMap::mousePressEvent(QMouseEvent* event) {
    const auto cell = event->button() == Qt::LeftButton ? cellAt(event->position()) : std::nullopt;
    m_pressed = cell;
    if (cell) {
        setSelectedCell(cell);
        emit cellClicked(*cell, event->modifiers());
    }
    ChartWidget::mousePressEvent(event);
}

void HeatMap::mouseMoveEvent(QMouseEvent* event) {
    const auto cell = m_pressed ? cellAt(event->position()) : std::nullopt;
    if (cell && (m_draggedTo || cell != m_pressed)) {
        m_draggedTo = cell;
        update();
    }
    ChartWidget::mouseMoveEvent(event);
}

void HeatMap::mouseReleaseEvent(QMouseEvent* event) {
    const auto first = std::exchange(m_pressed, std::nullopt);
    const auto second = std::exchange(m_draggedTo, std::nullopt);
    if (first && second) {
        emit cellsDragged(*first, *second, event->modifiers());
        update();
    }
    ChartWidget::mouseReleaseEvent(event);
}

void HeatMap::moveCursor(qint64 by, Qt::KeyboardModifiers modifiers) {
    const auto count = static_cast<qint64>(m_data->values.size());
    const qint64 next = m_selected ? static_cast<qint64>(*m_selected) + by : 0;
    if (next >= 0 && next < count) {
        setSelectedCell(static_cast<size_t>(next));
        emit cellClicked(*m_selected, modifiers);
    }
}

void HeatMap::keyPressEvent(QKeyEvent* event) {
    const auto columns = static_cast<qint64>(m_data->columns);
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCursor(-1, event->modifiers());
    case Qt::Key_Right:
        return moveCursor(1, event->modifiers());
    case Qt::Key_Up:
        return moveCursor(-columns, event->modifiers());
    case Qt::Key_Down:
        return moveCursor(columns, event->modifiers());
    default:
        ChartWidget::keyPressEvent(event);
    }
}

QString HeatMap::readoutAt(const QPointF& point) const {
    const auto cell = cellAt(point.toPoint());
    return cell && m_readout ? m_readout(*cell) : QString();
}

} // namespace tileline
