// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/cutstrip.h"

#include "ui/planpage/whatif.h"
#include "ui/text/bytestext.h"
#include "ui/text/linetext.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tileline {

namespace {

/// Cells that are at least this wide, in pixels, have gaps between them.
constexpr double MinGapWidth = 6;
constexpr double DotRadius = 2.5;
constexpr double RingRadius = 5;

} // namespace

CutStrip::CutStrip(const Session* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session) {
    // A click gives the focus first to the strip and, after the split has moved, to the split's marker.
    // Without ClickFocus, the canvas would get the focus first and would deselect the split.
    setFocusPolicy(Qt::ClickFocus);
    setMouseTracking(true);
    setObjectName(QStringLiteral("cutStrip"));
    setAccessibleName(tr("Where to cut"));
    connect(session, &Session::planChanged, this, &CutStrip::refresh);
    connect(session, &Session::resultChanged, this, &CutStrip::announce);
    connect(session, &Session::tableProgress, this, &CutStrip::refresh);
    connect(session, &Session::selfChecksChanged, this, &CutStrip::refresh);
    refresh();
}

void CutStrip::setBoundaries(const BoundaryGeometry& geometry) {
    m_geometry = geometry;
    m_picture.forget();
    update();
}

void CutStrip::setSplit(std::optional<size_t> split) {
    if (m_split != split) {
        m_split = split;
        refresh();
    }
}

void CutStrip::setPointed(std::optional<LayerIndex> at) {
    if (m_pointed != at) {
        m_pointed = at;
        setCursor(at && positionAt(*at) && positionAt(*at)->state == CutPosition::State::Possible
                      ? Qt::PointingHandCursor
                      : Qt::ArrowCursor);
        announce();
        update();
    }
}

void CutStrip::refresh() {
    m_positions.clear();
    if (const IntervalTablePtr table = m_session->table();
        table && table->layerCount() == m_session->plan().layerCount()) {
        m_positions = cutPositions(*table, m_session->plan(), m_split);
    }
    m_warnings = m_session->warnings(nullptr);
    m_picture.forget();
    m_best = UINT64_MAX;
    for (const CutPosition& position : m_positions) {
        if (position.known && !position.splitsWeight) {
            m_bestAt = position.peakTileBytes < m_best ? position.at : m_bestAt;
            m_best = std::min(m_best, position.peakTileBytes);
        }
    }
    announce();
    update();
}

const CutPosition* CutStrip::positionAt(LayerIndex boundary) const {
    return boundary.value > 0 && boundary.index() <= m_positions.size() ? &m_positions[boundary.index() - 1]
                                                                        : nullptr;
}

QStringList CutStrip::textOf(const CutPosition& position) const {
    const auto number = [&] { return QString::number(*position.split + 1); };
    switch (position.state) {
    case CutPosition::State::Forbidden:
        return {tr("Splits are forbidden here")};
    case CutPosition::State::Pinned:
        return {position.split ? tr("Split %1 is pinned").arg(number())
                               : tr("The neighbouring splits are pinned")};
    case CutPosition::State::Passes:
        return {tr("Split %1 cannot pass another split").arg(number())};
    case CutPosition::State::Possible:
        break;
    }
    if (m_session->plan().splitPlan().isSplit(position.at)) {
        QStringList lines{tr("Split %1 is here").arg(number())};
        if (position.known) {
            //: %1 is "Split 2 is here", %2 a number of bytes
            lines[0] = tr("%1: peak %2").arg(lines[0], bytesText(position.peakTileBytes));
        }
        return lines << crossingText(position.at, *m_session);
    }
    const auto whatIf =
        position.split ? ifMoved(*m_session, *position.split, position.at) : ifAdded(*m_session, position.at);
    return whatIf ? QStringList(whatIfText(*whatIf, *m_session)) + whatIfDetails(*whatIf, *m_session)
                  : QStringList();
}

QString CutStrip::valueText() const {
    const auto splits = m_session->plan().splits();
    std::optional<LayerIndex> at = m_pointed;
    if (!at && m_split && *m_split < splits.size()) {
        at = splits[*m_split];
    }
    const CutPosition* const position = at ? positionAt(*at) : nullptr;
    return position ? textOf(*position).join(QStringLiteral("; ")) : QString();
}

/// Sets the description of the strip. Screen readers then announce the description.
void CutStrip::announce() {
    const QString explanation =
        tr("Each cell shows what the plan's peak would be if the selected split were "
           "moved to the cell's boundary. If no split is selected, the cell shows the peak after moving the "
           "nearest split. Cells of plans that do not fit are "
           "hatched, and a dot marks the lowest peak. A click moves the split.");
    const QString value = valueText();
    setAccessibleDescription(value.isEmpty() ? explanation : value + QStringLiteral(". ") + explanation);
}

bool CutStrip::isOver(const CutPosition& position) const {
    return position.state == CutPosition::State::Possible && position.known &&
           Fit(position.overflow == 0, m_warnings).overflows();
}

QRect CutStrip::cellOf(LayerIndex boundary) const {
    const double gap = m_geometry.layerWidth >= MinGapWidth ? 1 : 0;
    const double middle = m_geometry.xOf(boundary);
    const auto left = static_cast<int>(std::lround(middle - m_geometry.layerWidth / 2 + gap));
    const auto right = static_cast<int>(std::lround(middle + m_geometry.layerWidth / 2 - gap));
    return {left, 0, std::max(1, right - left), height()};
}

void CutStrip::drawCell(QPainter& painter, const CutPosition& position, const ChartColors& colors) const {
    const QRect cell = cellOf(position.at);
    const QPoint middle = cell.center();
    painter.setBrush(Qt::NoBrush);
    if (position.state == CutPosition::State::Forbidden) {
        painter.setPen(QPen(colors.limit(), 1.5));
        painter.drawEllipse(QPointF(middle), RingRadius, RingRadius);
        painter.drawLine(middle + QPoint(-2, 2), middle + QPoint(2, -2));
        return;
    }
    if (position.state != CutPosition::State::Possible) {
        painter.fillRect(QRect(cell.left(), middle.y(), cell.width(), 2), colors.faintText());
        return;
    }
    if (!position.known) {
        painter.setPen(QPen(colors.faintText(), 1, Qt::DotLine));
        painter.drawRect(cell.adjusted(0, 0, -1, -1));
        return;
    }
    const uint64_t limit = std::max<uint64_t>(m_session->plan().memory().limit(), 1);
    const bool over = isOver(position);
    const QColor fill =
        over ? colors.background()
             : colors.heat(static_cast<double>(position.peakTileBytes) / static_cast<double>(limit));
    painter.fillRect(cell, fill);
    if (position.splitsWeight) {
        painter.setPen(QPen(colors.limit(), 1.5));
        painter.drawEllipse(QPointF(middle), RingRadius, RingRadius);
    } else if (position.peakTileBytes == m_best) {
        const QString text = bytesText(m_best);
        const QRectF beside(middle + QPoint(6, -height() / 2), QPointF(cell.right() - 2, height()));
        painter.setPen(textOn(fill));
        if (position.at == m_bestAt && beside.width() >= lineWidth(text, painter.font())) {
            painter.fillRect(beside, fill);
            drawLine(painter, beside, Qt::AlignLeft | Qt::AlignVCenter, text);
        }
        painter.setPen(QPen(fill, 1.5));
        painter.setBrush(textOn(fill));
        painter.drawEllipse(QPointF(middle) + QPointF(0.5, 0.5), DotRadius, DotRadius);
        painter.setBrush(Qt::NoBrush);
    }
    // Without a frame, a cell with a very low or a very high peak would hardly stand out from the background.
    if (cell.width() > MinGapWidth) {
        painter.setPen(QPen(colors.faintText(), 1));
        painter.drawRect(cell.adjusted(0, 0, -1, -1));
    }
}

void CutStrip::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const ChartColors colors(palette());
    m_picture.paint(painter, *this, *event, rect(), [&](QPainter& picture, const QRect& part) {
        const auto [first, end] = m_geometry.layersBetween(part.left(), part.right() + 1);
        QRect over; // adjacent cells that are hatched together, because hatching each alone is slow
        for (uint32_t boundary = first; boundary <= end + 1; ++boundary) {
            const CutPosition* const position = boundary <= end ? positionAt({boundary}) : nullptr;
            if (position) {
                drawCell(picture, *position, colors);
            }
            if (position && isOver(*position)) {
                over |= cellOf({boundary});
            } else if (!over.isEmpty()) {
                hatch(picture, std::exchange(over, QRect()), colors.limit());
            }
        }
    });
    const auto outline = [&](LayerIndex at, const QColor& color) {
        painter.setPen(QPen(color, 2));
        painter.drawRect(cellOf(at).adjusted(1, 1, -1, -1));
    };
    const auto splits = m_session->plan().splits();
    if (m_split && *m_split < splits.size() && positionAt(splits[*m_split])) {
        outline(splits[*m_split], colors.text());
    }
    if (m_pointed && positionAt(*m_pointed)) {
        outline(*m_pointed, colors.selection());
    }
}

std::optional<LayerIndex> CutStrip::boundaryAt(double x) const {
    const auto boundary = m_geometry.boundaryWithin(x, m_geometry.layerWidth / 2);
    return boundary && positionAt(*boundary) ? boundary : std::nullopt;
}

void CutStrip::mouseMoveEvent(QMouseEvent* event) {
    emit hovered(boundaryAt(event->position().x()));
}

void CutStrip::mousePressEvent(QMouseEvent* event) {
    const auto boundary = boundaryAt(event->position().x());
    if (event->button() == Qt::LeftButton && boundary) {
        emit clicked(*boundary);
    }
    event->accept();
}

/// Consumes the second press of a double click, so that the press does not reach the canvas below.
void CutStrip::mouseDoubleClickEvent(QMouseEvent* event) {
    event->accept();
}

void CutStrip::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    emit hovered(std::nullopt);
}

} // namespace tileline
