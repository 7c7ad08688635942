// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/lanechart.h"

#include "ui/charts/axis.h"
#include "ui/charts/chartcolors.h"
#include "ui/look/metrics.h"
#include "ui/text/cyclestext.h"
#include "ui/text/linetext.h"
#include "ui/text/plaintext.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

constexpr int TitleWidth = 72;
constexpr int OverviewHeight = 36;
/// The maximum height of a lane, in lines of text.
constexpr int MaxLaneLines = 12;
constexpr int MinLaneHeight = 7;
/// The maximum height of all lanes; further lanes are not shown. Qt cannot show a widget of 2^24 pixels.
constexpr int MaxHeight = 1 << 20;
constexpr int GroupGap = 8;
constexpr int LaneGap = 1;
constexpr int HandleReach = 5;
constexpr int WaitingStep = 8; ///< distance between the lines of hatching
constexpr int MinLabelHeight = 13;
constexpr double MinLabelWidth = 22;
constexpr double MinEdgeWidth = 4;
/// The minimum length of a visible range, in cycles.
constexpr double MinRange = 8;
/// The same, as a multiple of the distance between neighbouring doubles at the end of the data.
constexpr double MinSteps = 64;
/// The space around a chosen span that is brought into view, as a fraction of its length.
constexpr double RoomAround = 0.25;

} // namespace

namespace {

/// Paints the pieces of an IPU's lanes. There are thousands of them, so colours are looked up only once, and
/// columns of pixels are collected in an image.
class PiecePainter {
public:
    PiecePainter(QPainter& painter, const ChartColors& colors, uint32_t ipu)
        : m_painter(painter)
        , m_waiting(colors.of(ColorRole::Waiting)) {
        for (size_t i = 0; i < SpanLookCount; ++i) {
            const auto look = static_cast<SpanLook>(i);
            m_looks[i] = colors.look(look, ipu);
            for (size_t shade = 0; shade <= Shades; ++shade) {
                const double covered = std::max(0.15, static_cast<double>(shade) / Shades);
                m_columns[i][shade] = look == SpanLook::Waiting
                                          ? colors.grid().rgb()
                                          : blend(colors.background(), m_looks[i].edge, covered).rgb();
            }
        }
    }
    const FillColors& of(SpanLook look) const { return m_looks[static_cast<size_t>(look)]; }

    /// Paints the pieces of a lane in the area `row`.
    void paint(const QRectF& row, const std::vector<Lane::Piece>& pieces) const {
        // An image of two rows of pixels, because synchronization covers only the lower half.
        QImage columns(static_cast<int>(row.width()) + 1, 2, QImage::Format_ARGB32_Premultiplied);
        columns.fill(Qt::transparent);
        auto* const upper = reinterpret_cast<quint32*>(columns.scanLine(0));
        auto* const lower = reinterpret_cast<quint32*>(columns.scanLine(1));
        bool any = false;
        for (const Lane::Piece& piece : pieces) {
            if (piece.right - piece.left > 1) {
                continue;
            }
            const auto x = std::min(columns.width() - 1, static_cast<int>(piece.left));
            const auto shade = static_cast<size_t>(piece.covered * Shades + 0.5);
            lower[x] = m_columns[static_cast<size_t>(piece.look)][shade];
            if (piece.look != SpanLook::Sync) {
                upper[x] = lower[x];
            }
            any = true;
        }
        if (any) {
            m_painter.drawImage(QRectF(row.left(), row.top(), columns.width(), row.height()), columns);
        }
        for (const Lane::Piece& piece : pieces) {
            if (piece.right - piece.left > 1) {
                paintWide({row.left() + piece.left, row.top(), piece.right - piece.left, row.height()},
                          piece.look);
            }
        }
    }

private:
    /// The number of shades for columns of pixels that are only partly covered.
    static constexpr size_t Shades = 16;

    void paintWide(QRectF area, SpanLook look) const {
        const bool narrow = area.width() < MinEdgeWidth;
        if (look == SpanLook::Waiting && !narrow) {
            return hatch(m_painter, area.toRect(), m_waiting, WaitingStep);
        }
        if (look == SpanLook::Sync) {
            area.setTop(area.center().y());
        }
        narrow ? m_painter.fillRect(area, QColor(m_columns[static_cast<size_t>(look)][Shades]))
               : of(look).paint(m_painter, area);
    }

    QPainter& m_painter;
    QColor m_waiting;
    std::array<FillColors, SpanLookCount> m_looks;
    std::array<std::array<quint32, Shades + 1>, SpanLookCount> m_columns;
};

} // namespace

struct LaneChart::Layout {
    QRect overview;
    QRect ruler;
    QRect lanes; ///< lanes of all groups
    int laneHeight = MinLaneHeight;
    std::vector<int> tops; ///< by group

    QRect laneAt(size_t group, size_t lane) const {
        return {lanes.left(), tops[group] + static_cast<int>(lane) * (laneHeight + LaneGap), lanes.width(),
                laneHeight};
    }
};

LaneChart::LaneChart(QWidget* parent)
    : ChartWidget(parent) {
    setMouseTracking(true);
}

void LaneChart::setData(LaneChartDataPtr data) {
    const bool sameRange = data->from == m_data->from && data->to == m_data->to;
    m_data = std::move(data);
    m_chosen.reset();
    m_range.reset();
    m_overview.forget();
    if (!sameRange) {
        m_from = m_data->from;
        m_to = std::max(m_data->to, m_data->from + shortest());
    }
    updateGeometry();
    changed();
}

void LaneChart::changed() {
    m_lanes.forget();
    update();
}

double LaneChart::shortest() const {
    const double last = std::max(1.0, std::abs(m_data->to));
    return std::max(MinRange, MinSteps * (std::nextafter(last, HUGE_VAL) - last));
}

void LaneChart::setRange(double from, double to) {
    const double length = std::clamp(to - from, shortest(), std::max(m_data->to - m_data->from, shortest()));
    m_from = std::clamp(from, m_data->from, std::max(m_data->from, m_data->to - length));
    m_to = m_from + length;
    changed();
}

void LaneChart::zoom(double factor, double around) {
    setRange(around - (around - m_from) * factor, around + (m_to - around) * factor);
}

void LaneChart::pan(double pixels) {
    const double by = pixels * (m_to - m_from) / std::max(1, layoutFor(size()).lanes.width());
    setRange(m_from + by, m_to + by);
}

int LaneChart::minimumHeightWanted() const {
    int height = OverviewHeight + 2 * fontMetrics().height() + GroupGap;
    for (const LaneChartData::Group& group : m_data->groups) {
        height += std::max(static_cast<int>(group.lanes.size()) * (MinLaneHeight + LaneGap),
                           fontMetrics().height()) +
                  GroupGap;
    }
    return std::min(height, MaxHeight);
}

LaneChart::Layout LaneChart::layoutFor(const QSize& size) const {
    Layout layout;
    const int left = TitleWidth + 1;
    const int width = std::max(1, size.width() - left - metrics::Inner);
    const int line = fontMetrics().height();
    layout.overview = QRect(left, 4, width, OverviewHeight - 4);
    const int rows = m_data->brackets.empty() ? 1 : 2;
    layout.ruler = QRect(left, OverviewHeight + 2, width, rows * line + 4);
    int lanes = 0;
    int fixed = layout.ruler.bottom() + 1 + GroupGap;
    for (const LaneChartData::Group& group : m_data->groups) {
        lanes += static_cast<int>(group.lanes.size());
        fixed += GroupGap + static_cast<int>(group.lanes.size()) * LaneGap;
    }
    layout.laneHeight =
        std::clamp((size.height() - fixed) / std::max(1, lanes), MinLaneHeight, MaxLaneLines * line);
    int top = layout.ruler.bottom() + 1;
    for (const LaneChartData::Group& group : m_data->groups) {
        layout.tops.push_back(top);
        top +=
            std::max(static_cast<int>(group.lanes.size()) * (layout.laneHeight + LaneGap), line) + GroupGap;
    }
    layout.lanes =
        QRect(left, layout.ruler.bottom() + 1, width, std::max(0, top - layout.ruler.bottom() - 1));
    return layout;
}

double LaneChart::timeAt(double x) const {
    const QRect lanes = layoutFor(size()).lanes;
    return m_from + (x - lanes.left()) / lanes.width() * (m_to - m_from);
}

double LaneChart::overviewTimeAt(double x) const {
    const QRect all = layoutFor(size()).overview;
    return m_data->from + (x - all.left()) / all.width() * (m_data->to - m_data->from);
}

std::optional<LanePosition> LaneChart::spanAt(const QPointF& point) const {
    const Layout layout = layoutFor(size());
    for (LanePosition at; at.group < m_data->groups.size(); ++at.group) {
        const auto& lanes = m_data->groups[at.group].lanes;
        for (at.lane = 0; at.lane < lanes.size(); ++at.lane) {
            if (!layout.laneAt(at.group, at.lane).contains(point.toPoint())) {
                continue;
            }
            const double pixel = (m_to - m_from) / layout.lanes.width();
            const double time = timeAt(point.x());
            // A span that is narrower than the pixel under the mouse is found, too.
            const size_t span = lanes[at.lane]->firstAfter(time - pixel / 2);
            if (span < lanes[at.lane]->size() && lanes[at.lane]->at(span).from <= time + pixel / 2) {
                at.span = span;
                return at;
            }
        }
    }
    return std::nullopt;
}

QRectF LaneChart::rectOf(const LanePosition& at) const {
    const Layout layout = layoutFor(size());
    const LaneSpan span = m_data->groups[at.group].lanes[at.lane]->at(at.span);
    const double scale = layout.lanes.width() / (m_to - m_from);
    QRectF rect(layout.laneAt(at.group, at.lane));
    rect.setLeft(layout.lanes.left() + (span.from - m_from) * scale);
    rect.setRight(layout.lanes.left() + (span.to - m_from) * scale);
    return rect;
}

void LaneChart::setChosen(std::optional<LanePosition> at) {
    m_chosen = at;
    if (at) {
        const LaneSpan span = m_data->groups[at->group].lanes[at->lane]->at(at->span);
        if (span.to <= m_from || span.from >= m_to) {
            const double length = std::max(m_to - m_from, span.to - span.from);
            setRange((span.from + span.to - length) / 2, (span.from + span.to + length) / 2);
        }
        announce(m_data->readout(*at));
    }
    update();
}

void LaneChart::showChoice() {
    if (m_range) {
        setRange(m_range->first, m_range->second);
    } else if (m_chosen) {
        const LaneSpan span = m_data->groups[m_chosen->group].lanes[m_chosen->lane]->at(m_chosen->span);
        const double room = RoomAround * (span.to - span.from);
        setRange(span.from - room, span.to + room);
    }
}

void LaneChart::choose(const LanePosition& at) {
    setChosen(at);
    emit spanChosen(at);
}

void LaneChart::moveChoice(int lanes, int spans) {
    if (!m_chosen) {
        if (const auto first = spanAt(QPointF(layoutFor(size()).lanes.topLeft()) + QPointF(1, 1))) {
            choose(*first);
        }
        return;
    }
    LanePosition at = *m_chosen;
    const auto laneOf = [&](const LanePosition& of) { return m_data->groups[of.group].lanes[of.lane]; };
    if (lanes == 0) {
        const auto span = static_cast<int64_t>(at.span) + spans;
        at.span =
            static_cast<size_t>(std::clamp<int64_t>(span, 0, static_cast<int64_t>(laneOf(at)->size()) - 1));
        choose(at);
        return;
    }
    const double time = laneOf(at)->at(at.span).from;
    do { // the next lane with a span, in this group or another one
        if (lanes > 0 ? at.lane + 1 < m_data->groups[at.group].lanes.size() : at.lane > 0) {
            at.lane += static_cast<size_t>(lanes);
        } else if (lanes > 0 ? at.group + 1 < m_data->groups.size() : at.group > 0) {
            at.group += static_cast<size_t>(lanes);
            const size_t count = m_data->groups[at.group].lanes.size();
            at.lane = lanes > 0 || count == 0 ? 0 : count - 1;
        } else {
            return;
        }
    } while (m_data->groups[at.group].lanes.empty() || laneOf(at)->size() == 0);
    at.span = std::min(laneOf(at)->firstAfter(time), laneOf(at)->size() - 1);
    choose(at);
}

void LaneChart::paintLane(QPainter& painter, const Layout& layout, size_t group, size_t lane) const {
    const LaneChartData::Group& shown = m_data->groups[group];
    const QRect row = layout.laneAt(group, lane);
    const ChartColors colors(palette());
    const PiecePainter pieces(painter, colors, shown.ipu);
    const std::vector<Lane::Piece> all = shown.lanes[lane]->pieces(m_from, m_to, row.width());
    pieces.paint(row, all);
    for (const Lane::Piece& piece : all) {
        const QRectF area(row.left() + piece.left, row.top(), piece.right - piece.left, row.height());
        if (piece.span && area.width() >= MinLabelWidth && row.height() >= MinLabelHeight) {
            const LanePosition at{group, lane, *piece.span};
            const bool waiting = piece.look == SpanLook::Waiting;
            const QString text = m_data->label(at);
            const double wide = lineWidth(text, painter.font()) + 8;
            painter.setPen(waiting ? colors.faintText() : textOn(pieces.of(piece.look).fill));
            if (waiting && wide < area.width()) {
                painter.fillRect(QRectF(area.center().x() - wide / 2, area.top(), wide, area.height()),
                                 colors.background());
                drawLine(painter, area, Qt::AlignCenter, text);
            } else if (!waiting) {
                drawLine(painter, area.adjusted(4, 0, -2, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
            }
        }
    }
}

void LaneChart::paintOverview(QPainter& painter, const Layout& layout) const {
    const ChartColors colors(palette());
    painter.fillRect(layout.overview, colors.of(ColorRole::Window));
    const auto groups = static_cast<double>(std::max<size_t>(1, m_data->groups.size()));
    const double tall = (layout.overview.height() - 2) / groups;
    for (size_t i = 0; i < m_data->groups.size(); ++i) {
        const LaneChartData::Group& group = m_data->groups[i];
        if (group.lanes.empty()) {
            continue;
        }
        const PiecePainter pieces(painter, colors, group.ipu);
        const double top = layout.overview.top() + 1 + static_cast<double>(i) * tall;
        pieces.paint(QRectF(layout.overview.left(), top, layout.overview.width(),
                            std::max(1.0, tall - (tall > 3 ? 1 : 0))),
                     group.lanes[0]->pieces(m_data->from, m_data->to, layout.overview.width()));
    }
}

void LaneChart::paintRuler(QPainter& painter, const Layout& layout) const {
    const ChartColors colors(palette());
    const QFont small = metrics::sized(font(), metrics::SmallType);
    const int line = QFontMetrics(small).height();
    painter.setFont(small);
    painter.setPen(colors.faintText());
    const double scale = layout.ruler.width() / (m_to - m_from);
    const int ticks = std::max(1, layout.ruler.width() / 140);
    const double step = std::max(
        1.0, std::pow(10, std::floor(std::log10((m_to - m_from) / ticks))) * [&] {
            const double raw = (m_to - m_from) / ticks;
            const double mantissa = raw / std::pow(10, std::floor(std::log10(raw)));
            return mantissa < 2 ? 2 : mantissa < 5 ? 5 : 10;
        }());
    // A counter is used, because adding a small step to a time near 2^63 would not change it.
    const double first = std::ceil((m_from - m_data->from) / step);
    const auto count = static_cast<int>(std::min(2.0 * ticks + 10, (m_to - m_from) / step + 1));
    for (int i = 0; i < count; ++i) {
        const double time = (first + i) * step + m_data->from;
        const double x = layout.ruler.left() + (time - m_from) * scale;
        painter.setPen(colors.grid());
        painter.drawLine(QPointF(x, layout.ruler.bottom() - 2), QPointF(x, layout.lanes.bottom()));
        painter.setPen(colors.faintText());
        drawLine(painter, QRectF(x + 3, layout.ruler.bottom() - line, 120, line),
                 Qt::AlignLeft | Qt::AlignVCenter, axisCyclesText(time - m_data->from));
    }
    for (const LaneChartData::Bracket& bracket : m_data->brackets) {
        const double left = layout.ruler.left() + std::max(0.0, (bracket.from - m_from) * scale);
        const double right =
            layout.ruler.left() + std::min<double>(layout.ruler.width(), (bracket.to - m_from) * scale);
        if (right - left > 2) {
            painter.setPen(colors.faintText());
            painter.drawLine(QPointF(left + 1, layout.ruler.top() + line),
                             QPointF(right - 1, layout.ruler.top() + line));
            drawLine(painter, QRectF(left, layout.ruler.top(), right - left, line), Qt::AlignCenter,
                     bracket.text);
        }
    }
    painter.setFont(font());
}

/// Paints everything except the overview and the choice.
void LaneChart::paint(QPainter& painter, const Layout& layout, const QRect& part) const {
    const ChartColors colors(palette());
    painter.fillRect(QRect(0, layout.ruler.top(), layout.lanes.right() + 1, layout.lanes.bottom() + 1),
                     colors.background());
    paintRuler(painter, layout);
    for (size_t i = 0; i < m_data->groups.size(); ++i) {
        const LaneChartData::Group& group = m_data->groups[i];
        const int top = layout.tops[i];
        const int line = fontMetrics().height();
        const int lanes = static_cast<int>(group.lanes.size()) * (layout.laneHeight + LaneGap) - LaneGap;
        painter.fillRect(QRect(0, top, 3, std::max(lanes, line)), colors.stage(group.ipu));
        painter.setFont(metrics::bold(font()));
        painter.setPen(colors.text());
        drawLine(painter, QRect(metrics::Inner, top, TitleWidth - metrics::Inner, line),
                 Qt::AlignLeft | Qt::AlignVCenter, group.title);
        painter.setFont(metrics::sized(font(), metrics::SmallType));
        painter.setPen(colors.faintText());
        if (lanes >= 2 * line) {
            drawLine(painter, QRect(metrics::Inner, top + line, TitleWidth - metrics::Inner, line),
                     Qt::AlignLeft | Qt::AlignVCenter, group.note);
        }
        for (size_t lane = 0; lane < group.lanes.size(); ++lane) {
            if (layout.laneAt(i, lane).intersects(part)) {
                paintLane(painter, layout, i, lane);
            }
        }
    }
    painter.setFont(font());
}

void LaneChart::render(QPaintDevice& device, const QSize& size) const {
    QPainter painter(&device);
    painter.setFont(font());
    const Layout layout = layoutFor(size);
    painter.fillRect(QRect({}, size), palette().color(QPalette::Base));
    paintOverview(painter, layout);
    paint(painter, layout, QRect({}, size));
}

void LaneChart::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const Layout layout = layoutFor(size());
    const ChartColors colors(palette());
    m_overview.paint(painter, *this, *event, QRect(0, 0, width(), layout.ruler.top()),
                     [&](QPainter& picture, const QRect& part) {
                         picture.fillRect(part, colors.background());
                         paintOverview(picture, layout);
                     });
    m_lanes.paint(painter, *this, *event,
                  QRect(0, layout.ruler.top(), width(), height() - layout.ruler.top()),
                  [&](QPainter& picture, const QRect& part) {
                      picture.fillRect(part, colors.background());
                      paint(picture, layout, part);
                  });
    const double scale = layout.overview.width() / std::max(m_data->to - m_data->from, shortest());
    const QRectF window(layout.overview.left() + (m_from - m_data->from) * scale, layout.overview.top() + 0.5,
                        std::max(2.0, (m_to - m_from) * scale), layout.overview.height() - 1);
    painter.setPen(QPen(colors.selection(), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(window);
    for (const double x : {window.left(), window.right()}) {
        painter.fillRect(QRectF(x - 1.5, window.center().y() - 6, 3, 12), colors.selection());
    }
    painter.setClipRect(layout.lanes);
    if (m_range) {
        const double inLanes = layout.lanes.width() / (m_to - m_from);
        QColor shade = colors.selection();
        shade.setAlphaF(0.2F);
        painter.fillRect(QRectF(layout.lanes.left() + (m_range->first - m_from) * inLanes, layout.lanes.top(),
                                (m_range->second - m_range->first) * inLanes, layout.lanes.height()),
                         shade);
    }
    if (m_chosen) {
        QRectF rect = rectOf(*m_chosen);
        rect.setWidth(std::max(rect.width(), 3.0));
        painter.setPen(QPen(colors.selection(), 2));
        painter.drawRect(rect);
    }
    painter.setClipping(false);
    ChartWidget::paintEvent(event);
}

void LaneChart::applyTheme() {
    m_overview.forget();
    changed();
}

void LaneChart::resizeEvent(QResizeEvent* event) {
    ChartWidget::resizeEvent(event);
    m_overview.forget();
    changed();
}

void LaneChart::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    m_pressed = event->position();
    m_pressedFrom = m_from;
    m_pressedTo = m_to;
    m_drag = Drag::None;
    if (event->button() == Qt::MiddleButton) {
        m_drag = Drag::Pan;
    } else if (event->button() != Qt::LeftButton) {
        return;
    } else if (const Layout layout = layoutFor(size()); m_pressed.y() >= layout.ruler.top()) {
        m_drag = event->modifiers() & Qt::ShiftModifier ? Drag::Pan : Drag::Range;
    } else {
        const double scale = layout.overview.width() / std::max(m_data->to - m_data->from, shortest());
        const auto near = [&](double time) {
            return std::abs(layout.overview.left() + (time - m_data->from) * scale - m_pressed.x()) <=
                   HandleReach;
        };
        const double time = overviewTimeAt(m_pressed.x());
        m_drag = near(m_from) ? Drag::WindowFrom : near(m_to) ? Drag::WindowTo : Drag::Window;
        if (m_drag == Drag::Window && (time < m_from || time > m_to)) {
            setRange(time - (m_to - m_from) / 2, time + (m_to - m_from) / 2);
            m_pressedFrom = m_from;
            m_pressedTo = m_to;
        }
    }
}

void LaneChart::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() == Qt::NoButton) {
        return;
    }
    const double moved = event->position().x() - m_pressed.x();
    const double inOverview = overviewTimeAt(event->position().x()) - overviewTimeAt(m_pressed.x());
    switch (m_drag) {
    case Drag::None:
        break;
    case Drag::Range:
        if (std::abs(moved) >= 4) {
            const auto [low, high] = std::minmax({timeAt(m_pressed.x()), timeAt(event->position().x())});
            m_range = std::pair(std::max(low, m_data->from), std::min(high, m_data->to));
            update();
            emit rangeChanged();
        }
        break;
    case Drag::Pan:
        setRange(m_pressedFrom, m_pressedTo);
        pan(-moved);
        break;
    case Drag::Window:
        setRange(m_pressedFrom + inOverview, m_pressedTo + inOverview);
        break;
    case Drag::WindowFrom:
        setRange(std::min(m_pressedFrom + inOverview, m_pressedTo - shortest()), m_pressedTo);
        break;
    case Drag::WindowTo:
        setRange(m_pressedFrom, std::max(m_pressedTo + inOverview, m_pressedFrom + shortest()));
        break;
    }
}

void LaneChart::mouseReleaseEvent(QMouseEvent* event) {
    const bool moved = std::abs(event->position().x() - m_pressed.x()) >= 4;
    if (std::exchange(m_drag, Drag::None) == Drag::Range && !moved) {
        if (std::exchange(m_range, std::nullopt)) {
            emit rangeChanged();
        }
        if (const auto at = spanAt(event->position())) {
            choose(*at);
        }
        update();
    }
}

void LaneChart::mouseDoubleClickEvent(QMouseEvent* event) {
    event->position().y() < layoutFor(size()).ruler.top() ? showAll() : showChoice();
}

void LaneChart::wheelEvent(QWheelEvent* event) {
    const QPoint by = event->angleDelta();
    if (std::abs(by.x()) > std::abs(by.y()) || event->modifiers() & Qt::ShiftModifier) {
        pan(-(by.x() != 0 ? by.x() : by.y()));
    } else if (event->modifiers() & Qt::ControlModifier) {
        ChartWidget::wheelEvent(event); // scrolls the lanes
        return;
    } else {
        zoom(std::pow(WheelZoom, -by.y() / 120.0), timeAt(event->position().x()));
    }
    event->accept();
}

void LaneChart::keyPressEvent(QKeyEvent* event) {
    const double width = layoutFor(size()).lanes.width();
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        return zoomIn();
    case Qt::Key_S:
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_A:
        return pan(-KeyPan * width);
    case Qt::Key_D:
        return pan(KeyPan * width);
    case Qt::Key_F:
        return showChoice();
    case Qt::Key_Home:
        return showAll();
    case Qt::Key_Left:
        return moveChoice(0, -1);
    case Qt::Key_Right:
        return moveChoice(0, 1);
    case Qt::Key_Up:
        return moveChoice(-1, 0);
    case Qt::Key_Down:
        return moveChoice(1, 0);
    default:
        ChartWidget::keyPressEvent(event);
    }
}

bool LaneChart::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        const auto at = spanAt(QPointF(help->pos()));
        at ? QToolTip::showText(help->globalPos(), plainToolTip(m_data->readout(*at)), this)
           : QToolTip::hideText();
        return true;
    }
    return ChartWidget::event(event);
}

void LaneChart::addActions(QMenu& menu) {
    menu.addAction(tr("Zoom in") + QStringLiteral("\tW"), this, &LaneChart::zoomIn);
    menu.addAction(tr("Zoom out") + QStringLiteral("\tS"), this, &LaneChart::zoomOut);
    menu.addAction(tr("Show the chosen item") + QStringLiteral("\tF"), this, &LaneChart::showChoice);
    menu.addAction(tr("Show everything") + QStringLiteral("\tHome"), this, &LaneChart::showAll);
    menu.addSeparator();
}

} // namespace tileline
