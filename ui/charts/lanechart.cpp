// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/lanechart.h"

#include "ui/charts/chartcolors.h"
#include "ui/charts/picture.h"
#include "ui/look/metrics.h"
#include "ui/text/linetext.h"
#include "ui/text/plaintext.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPaintEngine>
#include <QPainter>
#include <QWhatsThis>
#include <QtMath>

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

constexpr int TitleWidth = 72;
constexpr int OverviewHeight = 36;
/// The maximum height of a lane, in lines of text.
constexpr int MaxLaneLines = 12;
constexpr int MinLaneHeight = 7;
/// The maximum height of a chart in pixels (Qt cannot show 2^24 pixels). Lanes further down are not shown.
constexpr int MaxHeight = 1 << 20;
constexpr int GroupGap = 8;
constexpr int LaneGap = 1;
constexpr int MinTilesHeight = 48;
constexpr uint64_t MaxTileHeight = 12;
constexpr double TilesZoom = 1.5;
constexpr int HandleReach = 5;
constexpr int WaitingStep = 8; ///< distance between the lines of hatching
constexpr int MinLabelHeight = 13;
constexpr double MinLabelWidth = 22;
constexpr int MinEdgeWidth = 4;
constexpr double MinArrowWidth = 16; ///< in pixels; narrower waits get no arrow
constexpr int MaxArrows = 300;
constexpr double ArrowHead = 7;
/// If a chart has more spans than this, a worker thread draws it.
constexpr size_t MaxSpansAtOnce = 20'000;
/// The length in cycles of the shortest range that the user can zoom in to.
constexpr double MinRange = 8;
/// A visible range contains at least this many different doubles, even at the end of the data.
constexpr double MinSteps = 64;
/// When the chart zooms to a span: the space on each side of the span, as a fraction of its length.
constexpr double RoomAround = 0.25;

} // namespace

namespace {

/// Paints the lanes of one IPU. A lane can consist of thousands of pieces. For speed, the class looks up each
/// colour only once and sets the pixels of an image directly.
class PiecePainter {
public:
    PiecePainter(QPainter& painter, const ChartColors& colors, uint32_t ipu, double ratio = 1)
        : m_painter(painter)
        , m_background(colors.background())
        , m_ratio(ratio) {
        for (size_t i = 0; i < SpanLookCount; ++i) {
            m_looks[i] = colors.look(static_cast<SpanLook>(i), ipu);
        }
    }
    FillColors of(SpanLook look, bool pale) const {
        const FillColors& full = m_looks[static_cast<size_t>(look)];
        return pale ? FillColors{blend(m_background, full.fill, ParentShare),
                                 blend(m_background, full.edge, ParentShare)}
                    : full;
    }

    /// Paints the pieces of a lane into the rectangle `row`.
    void paint(const QRectF& row, const std::vector<Lane::Piece>& pieces, bool pale) const {
        const bool vectors = m_painter.paintEngine()->type() != QPaintEngine::Raster;
        const int width = qCeil(row.width() * m_ratio) + 1;
        const int height = std::max(1, qRound(row.height() * m_ratio));
        QImage image = transparentImage({vectors ? 1 : width, height});
        std::array<std::array<FillColors, Shades + 1>, SpanLookCount> shades;
        for (size_t i = 0; i < SpanLookCount; ++i) {
            const FillColors full = of(static_cast<SpanLook>(i), pale);
            for (size_t shade = 0; shade <= Shades; ++shade) {
                const double covered = std::max(0.15, static_cast<double>(shade) / Shades);
                const bool hatched = static_cast<SpanLook>(i) == SpanLook::Waiting;
                shades[i][shade] = {full.fill, blend(m_background, full.edge, hatched ? 0.35 : covered)};
            }
        }
        for (const Lane::Piece& piece : pieces) {
            const FillColors& colors =
                shades[static_cast<size_t>(piece.look)][static_cast<size_t>(piece.covered * Shades + 0.5)];
            // Synchronization is painted only half as high as other work.
            const int top = piece.look == SpanLook::Sync ? height / 2 : 0;
            if (vectors) {
                QRectF area(row.left() + piece.left, row.top() + top, piece.right - piece.left,
                            row.height() - top);
                if (area.width() < MinEdgeWidth) {
                    m_painter.fillRect(area, colors.edge);
                } else if (piece.look == SpanLook::Waiting) {
                    hatch(m_painter, area.toRect(), colors.fill, WaitingStep);
                } else {
                    colors.paint(m_painter, area);
                }
                continue;
            }
            const int left = std::clamp(qRound(piece.left * m_ratio), 0, width - 1);
            const int right = std::clamp(qRound(piece.right * m_ratio), left + 1, width);
            setPixels(image, {left, top, right - left, height - top}, colors,
                      piece.look == SpanLook::Waiting);
        }
        if (!vectors) {
            image.setDevicePixelRatio(m_ratio);
            m_painter.drawImage(row.topLeft(), image);
        }
    }

private:
    /// The number of shades. A shade shows what fraction of a pixel column a piece covers.
    static constexpr size_t Shades = 16;
    static constexpr double ParentShare = 0.6;

    void setPixels(QImage& image, const QRect& area, const FillColors& colors, bool hatched) const {
        const uint32_t fill = colors.fill.rgb();
        const uint32_t edge = colors.edge.rgb();
        const bool narrow = area.width() < MinEdgeWidth;
        const int step = qRound(WaitingStep * m_ratio);
        for (int y = area.top(); y <= area.bottom(); ++y) {
            auto* const line = reinterpret_cast<uint32_t*>(image.scanLine(y));
            if (hatched && !narrow) {
                for (int x = area.left() + (step - (area.left() + y) % step) % step; x <= area.right();
                     x += step) {
                    line[x] = fill;
                }
                continue;
            }
            const bool border = narrow || y == area.top() || y == area.bottom();
            std::fill_n(line + area.left(), area.width(), border ? edge : fill);
            line[area.left()] = line[area.right()] = edge;
        }
    }

    QPainter& m_painter;
    QColor m_background;
    double m_ratio;
    std::array<FillColors, SpanLookCount> m_looks;
};

} // namespace

struct LaneChart::Layout {
    QRect overview;
    QRect ruler;
    QRect lanes; ///< the area that contains the lanes of all groups
    int laneHeight = MinLaneHeight;
    std::vector<int> tops; ///< by group
    int tilesHeight = 0;

    Layout(const LaneChartData& data, const QSize& size, const QFont& font, int heightOfTiles);
    QRect tilesOf(const LaneChartData& data, size_t group) const {
        const int top = laneAt(group, data.groups[group].lanes.size()).top();
        return data.groups[group].tiles > 0 ? QRect(lanes.left(), top, lanes.width(), tilesHeight) : QRect();
    }
    QRect laneAt(size_t group, size_t lane) const {
        return {lanes.left(), tops[group] + static_cast<int>(lane) * (laneHeight + LaneGap), lanes.width(),
                laneHeight};
    }
};

QString LaneChart::keys() {
    return tr(
        "W, S, wheel: zoom\nA, D, drag with Shift: move\nF, double click: zoom to what is chosen\nHome: show "
        "everything\nE, Q: taller or lower lines of tiles\nArrow keys, click: choose\nDrag: choose a range\n"
        "?: this list");
}

LaneChart::LaneChart(QWidget* parent)
    : ChartWidget(parent) {
    setMouseTracking(true);
    setWhatsThis(plainToolTip(keys()));
}

void LaneChart::setData(LaneChartDataPtr data) {
    const bool sameRange = data->from == m_data->from && data->to == m_data->to;
    m_data = std::move(data);
    m_chosen.reset();
    m_range.reset();
    m_painting.cancel();
    m_picture = {};
    size_t spans = 0;
    for (const LaneChartData::Group& group : m_data->groups) {
        spans += group.tiles > 0 ? MaxSpansAtOnce : 0; // lines of tiles are slow: a worker must draw them
        for (const Lane* const lane : group.lanes) {
            spans += lane->size();
        }
    }
    m_isLarge = spans > MaxSpansAtOnce;
    if (!sameRange) {
        m_from = m_data->from;
        m_to = std::max(m_data->to, m_data->from + shortest());
    }
    updateGeometry();
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
    update();
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
                  (group.tiles > 0 ? m_tilesHeight : 0) + GroupGap;
    }
    return std::min(height, MaxHeight);
}

LaneChart::Layout LaneChart::layoutFor(const QSize& size) const {
    return {*m_data, size, font(), m_tilesHeight};
}

void LaneChart::zoomTiles(double factor) {
    int most = MinTilesHeight;
    for (const LaneChartData::Group& group : m_data->groups) {
        most = std::max(most, static_cast<int>(std::min<uint64_t>(MaxHeight, group.tiles * MaxTileHeight)));
    }
    m_tilesHeight = std::clamp(static_cast<int>(m_tilesHeight * factor), MinTilesHeight, most);
    updateGeometry();
    update();
}

LaneChart::Layout::Layout(const LaneChartData& data, const QSize& size, const QFont& font, int heightOfTiles)
    : tilesHeight(heightOfTiles) {
    const int left = TitleWidth + 1;
    const int width = std::max(1, size.width() - left - metrics::Inner);
    const int line = QFontMetrics(font).height();
    overview = QRect(left, 4, width, OverviewHeight - 4);
    const int rows = data.brackets.empty() ? 1 : 2;
    ruler = QRect(left, OverviewHeight + 2, width, rows * line + 4);
    int count = 0;
    int fixed = ruler.bottom() + 1 + GroupGap;
    for (const LaneChartData::Group& group : data.groups) {
        count += static_cast<int>(group.lanes.size());
        fixed +=
            GroupGap + static_cast<int>(group.lanes.size()) * LaneGap + (group.tiles > 0 ? tilesHeight : 0);
    }
    laneHeight = std::clamp((size.height() - fixed) / std::max(1, count), MinLaneHeight, MaxLaneLines * line);
    int top = ruler.bottom() + 1;
    for (const LaneChartData::Group& group : data.groups) {
        tops.push_back(top);
        top += std::max(static_cast<int>(group.lanes.size()) * (laneHeight + LaneGap), line) +
               (group.tiles > 0 ? tilesHeight : 0) + GroupGap;
    }
    lanes = QRect(left, ruler.bottom() + 1, width, std::max(0, top - ruler.bottom() - 1));
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
        const bool inTiles = layout.tilesOf(*m_data, at.group).contains(point.toPoint());
        for (at.lane = inTiles ? m_data->groups[at.group].parents : 0; at.lane < lanes.size(); ++at.lane) {
            if (!inTiles && !layout.laneAt(at.group, at.lane).contains(point.toPoint())) {
                continue;
            }
            const double pixel = (m_to - m_from) / layout.lanes.width();
            const double time = timeAt(point.x());
            // The search also finds spans that are narrower than the pixel under the mouse.
            const size_t span = lanes[at.lane]->firstAfter(time - pixel / 2);
            if (span < lanes[at.lane]->size() && lanes[at.lane]->at(span).from <= time + pixel / 2) {
                at.span = span;
                return at;
            }
        }
    }
    return std::nullopt;
}

std::optional<uint32_t> LaneChart::tileAt(const QPointF& point) const {
    const Layout layout = layoutFor(size());
    for (size_t group = 0; group < m_data->groups.size(); ++group) {
        if (const QRect rows = layout.tilesOf(*m_data, group); rows.contains(point.toPoint())) {
            return static_cast<uint32_t>((point.y() - rows.top()) * m_data->groups[group].tiles /
                                         rows.height());
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
    do { // continues in the same direction until it finds a lane with spans
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

/// Draws a LaneView. Only this class determines how lanes look. Any thread can use the class.
class LaneChart::Painter {
public:
    Painter(QPainter& painter, const LaneView& view)
        : m_painter(painter)
        , m_view(view) {
        m_painter.setFont(view.font);
    }

    /// Draws everything except the marks of the chosen span, the chosen range and the visible range.
    void paint() const {
        m_painter.fillRect(m_view.part, m_colors.background());
        overview();
        lanes();
    }

private:
    void overview() const {
        m_painter.fillRect(m_layout.overview, m_colors.of(ColorRole::Window));
        const auto groups = static_cast<double>(std::max<size_t>(1, m_data.groups.size()));
        const double tall = (m_layout.overview.height() - 2) / groups;
        for (size_t i = 0; i < m_data.groups.size(); ++i) {
            const LaneChartData::Group& group = m_data.groups[i];
            if (group.lanes.empty()) {
                continue;
            }
            const PiecePainter pieces(m_painter, m_colors, group.ipu, m_view.ratio);
            const double top = m_layout.overview.top() + 1 + static_cast<double>(i) * tall;
            pieces.paint(QRectF(m_layout.overview.left(), top, m_layout.overview.width(),
                                std::max(1.0, tall - (tall > 3 ? 1 : 0))),
                         group.lanes[std::min(group.parents, group.lanes.size() - 1)]->pieces(
                             m_data.from, m_data.to, m_layout.overview.width()),
                         false);
        }
    }

    void lanes() const {
        if (m_data.highlight) {
            const auto [from, to] = *m_data.highlight;
            m_painter.fillRect(QRectF(QPointF(x(from), m_layout.lanes.top()),
                                      QPointF(x(to), m_layout.lanes.bottom() + 1.0)) &
                                   QRectF(m_layout.lanes),
                               m_colors.band());
        }
        ruler();
        for (size_t i = 0; i < m_data.groups.size(); ++i) {
            const LaneChartData::Group& group = m_data.groups[i];
            const int top = m_layout.tops[i];
            const int line = QFontMetrics(m_view.font).height();
            const int tall = static_cast<int>(group.lanes.size()) * (m_layout.laneHeight + LaneGap) - LaneGap;
            m_painter.fillRect(QRect(0, top, 3, std::max(tall, line)), m_colors.stage(group.ipu));
            m_painter.setFont(metrics::bold(m_view.font));
            m_painter.setPen(m_colors.text());
            drawLine(m_painter, QRect(metrics::Inner, top, TitleWidth - metrics::Inner, line),
                     Qt::AlignLeft | Qt::AlignVCenter, group.title);
            m_painter.setFont(metrics::sized(m_view.font, metrics::SmallType));
            m_painter.setPen(m_colors.faintText());
            if (tall >= 2 * line) {
                drawLine(m_painter, QRect(metrics::Inner, top + line, TitleWidth - metrics::Inner, line),
                         Qt::AlignLeft | Qt::AlignVCenter, group.note);
            }
            for (size_t lane = 0; lane < group.lanes.size(); ++lane) {
                if (m_layout.laneAt(i, lane).intersects(m_view.part)) {
                    this->lane(i, lane);
                }
            }
            if (const QRect rows = m_layout.tilesOf(m_data, i); rows.intersects(m_view.part)) {
                tiles(i, rows);
            }
        }
        arrows();
        m_painter.setFont(m_view.font);
    }

    double x(double time) const { return m_layout.lanes.left() + (time - m_view.from) * m_scale; }

    void lane(size_t group, size_t lane) const {
        const LaneChartData::Group& shown = m_data.groups[group];
        const QRect row = m_layout.laneAt(group, lane);
        const PiecePainter pieces(m_painter, m_colors, shown.ipu, m_view.ratio);
        const bool pale = lane < shown.parents;
        const std::vector<Lane::Piece> all = shown.lanes[lane]->pieces(m_view.from, m_view.to, row.width());
        pieces.paint(row, all, pale);
        for (const Lane::Piece& piece : all) {
            const QRectF area(row.left() + piece.left, row.top(), piece.right - piece.left, row.height());
            if (piece.span && area.width() >= MinLabelWidth && row.height() >= MinLabelHeight) {
                const LanePosition at{group, lane, *piece.span};
                const bool waiting = piece.look == SpanLook::Waiting;
                const QString text = m_data.label(at);
                const double wide = lineWidth(text, m_painter.font()) + 8;
                m_painter.setPen(waiting ? m_colors.faintText() : textOn(pieces.of(piece.look, pale).fill));
                if (waiting && wide < area.width()) {
                    m_painter.fillRect(QRectF(area.center().x() - wide / 2, area.top(), wide, area.height()),
                                       m_colors.background());
                    drawLine(m_painter, area, Qt::AlignCenter, text);
                } else if (!waiting) {
                    drawLine(m_painter, area.adjusted(4, 0, -2, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
                }
            }
        }
    }

    /// Draws a line for each tile of a group. The line is coloured where the tile works, and hatched where
    /// the tile waits. If a pixel covers several tiles, the pixel shows the tile that works longest.
    void tiles(size_t group, const QRect& rows) const {
        const LaneChartData::Group& shown = m_data.groups[group];
        const QRect visible = rows & m_view.part;
        const int height = qCeil(visible.height() * m_view.ratio);
        const int width = qCeil(rows.width() * m_view.ratio);
        QImage image = transparentImage({width, height});
        const double tilesOfPixel = shown.tiles / (rows.height() * m_view.ratio);
        const auto firstTile = [&](int y) {
            return std::min<size_t>(
                shown.tiles - 1,
                static_cast<size_t>((y + (visible.top() - rows.top()) * m_view.ratio) * tilesOfPixel));
        };
        const PiecePainter colors(m_painter, m_colors, shown.ipu, m_view.ratio);
        const auto fill = [&](int y, double from, double to, uint32_t color) {
            const int left = std::clamp(qRound(from * m_view.ratio), 0, width);
            const int right = std::clamp(qRound(to * m_view.ratio), left, width);
            std::fill_n(reinterpret_cast<uint32_t*>(image.scanLine(y)) + left, right - left, color);
        };
        for (size_t lane = shown.parents; lane < shown.lanes.size(); ++lane) {
            for (const Lane::Piece& piece : shown.lanes[lane]->pieces(m_view.from, m_view.to, rows.width())) {
                if (piece.look == SpanLook::Waiting) {
                    continue;
                }
                // An exchange is drawn in its fill colour, because its edge colour resembles that of a pass
                // on IPU 1.
                const FillColors look = colors.of(piece.look, false);
                const uint32_t color = (piece.look == SpanLook::Exchange ? look.fill : look.edge).rgb();
                const ByTile cycles = piece.span ? m_data.tileCycles({group, lane, *piece.span}) : ByTile();
                const auto values = expanded(cycles, cycles.empty() ? 0 : shown.tiles);
                const double begin = piece.span ? shown.lanes[lane]->at(*piece.span).from : 0;
                for (int y = 0; y < height; ++y) {
                    double right = piece.right;
                    if (!values.empty()) {
                        const size_t first = firstTile(y);
                        const size_t last = std::max(first + 1, firstTile(y + 1));
                        const uint32_t busy =
                            *std::max_element(values.begin() + static_cast<ptrdiff_t>(first),
                                              values.begin() + static_cast<ptrdiff_t>(last));
                        right = std::min(right, x(begin + busy) - rows.left());
                    }
                    fill(y, piece.left, right, color);
                }
            }
        }
        const uint32_t waiting = colors.of(SpanLook::Waiting, false).fill.rgb();
        for (int y = 0; y < height; ++y) {
            auto* const line = reinterpret_cast<uint32_t*>(image.scanLine(y));
            for (int pixel = (WaitingStep - y % WaitingStep) % WaitingStep; pixel < width;
                 pixel += WaitingStep) {
                line[pixel] = line[pixel] == 0 ? waiting : line[pixel];
            }
        }
        m_painter.drawImage(QRect(rows.left(), visible.top(), rows.width(), visible.height()), image);
    }

    void ruler() const {
        const QRect& ruler = m_layout.ruler;
        const QFont small = metrics::sized(m_view.font, metrics::SmallType);
        const int line = QFontMetrics(small).height();
        m_painter.setFont(small);
        const int ticks = std::max(1, ruler.width() / 140);
        const double length = (m_view.to - m_view.from) / m_data.unit;
        const double raw = length / ticks;
        const double power = std::pow(10, std::floor(std::log10(raw)));
        const double nice = power * (raw / power < 2 ? 2 : raw / power < 5 ? 5 : 10);
        const double step = m_data.unit == 1 ? std::max(1.0, nice) : nice;
        // The loop counts ticks, because adding a small step to a time near 2^63 would not change the time.
        const double first = std::ceil((m_view.from - m_data.from) / m_data.unit / step);
        const auto count = static_cast<int>(std::min(2.0 * ticks + 10, length / step + 1));
        for (int i = 0; i < count; ++i) {
            const double at = x((first + i) * step * m_data.unit + m_data.from);
            m_painter.setPen(m_colors.grid());
            m_painter.drawLine(QPointF(at, ruler.bottom() - 2), QPointF(at, m_layout.lanes.bottom()));
            m_painter.setPen(m_colors.faintText());
            drawLine(m_painter, QRectF(at + 3, ruler.bottom() - line, 120, line),
                     Qt::AlignLeft | Qt::AlignVCenter, m_data.axisText((first + i) * step));
        }
        for (const LaneChartData::Bracket& bracket : m_data.brackets) {
            const double left = std::max<double>(ruler.left(), x(bracket.from));
            const double right = std::min<double>(ruler.right(), x(bracket.to));
            if (right - left > 2) {
                m_painter.setPen(m_colors.faintText());
                m_painter.drawLine(QPointF(left + 1, ruler.top() + line),
                                   QPointF(right - 1, ruler.top() + line));
                drawLine(m_painter, QRectF(left, ruler.top(), right - left, line), Qt::AlignCenter,
                         bracket.text);
            }
        }
    }

    void arrows() const {
        m_painter.save();
        m_painter.setClipRect(m_layout.lanes, Qt::IntersectClip);
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(m_colors.text(), 1));
        m_painter.setBrush(m_colors.text());
        int drawn = 0;
        for (const LaneChartData::Arrow& arrow : m_data.arrows) {
            if (arrow.waitTo < m_view.from || arrow.from > m_view.to ||
                (arrow.waitTo - arrow.waitFrom) * m_scale < MinArrowWidth || ++drawn > MaxArrows) {
                continue;
            }
            // The arrow runs between the facing edges of the groups that it connects.
            const auto edge = [&](size_t group, bool bottom) {
                const size_t count = std::max<size_t>(1, m_data.groups[group].lanes.size());
                const QRect row = m_layout.laneAt(group, bottom ? count - 1 : 0);
                return bottom ? row.bottom() + 1.0 : row.top();
            };
            const bool down = arrow.fromGroup < arrow.toGroup;
            const QPointF from(x(arrow.from), edge(arrow.fromGroup, down));
            const QPointF tip(x(arrow.waitTo), edge(arrow.toGroup, !down));
            const double back = tip.y() + (down ? -ArrowHead : ArrowHead);
            m_painter.drawLine(from, {tip.x(), back});
            m_painter.drawPolygon(
                QPolygonF({tip, {tip.x() - ArrowHead / 2, back}, {tip.x() + ArrowHead / 2, back}}));
        }
        m_painter.restore();
    }

    QPainter& m_painter;
    const LaneView& m_view;
    const LaneChartData& m_data = *m_view.data;
    const Layout m_layout{m_data, m_view.size, m_view.font, m_view.tilesHeight};
    const ChartColors m_colors{m_view.palette};
    const double m_scale = m_layout.lanes.width() / (m_view.to - m_view.from); ///< pixels per cycle
};

LaneView LaneChart::viewOf(const QRect& part) const {
    return {m_data, m_from, m_to, m_tilesHeight, size(), part, font(), palette(), devicePixelRatioF()};
}

LaneChart::Picture LaneChart::pictureOf(LaneView view) {
    QImage image = transparentImage(view.part.size() * view.ratio);
    image.setDevicePixelRatio(view.ratio);
    QPainter painter(&image);
    painter.translate(-view.part.topLeft());
    Painter(painter, view).paint();
    return {std::move(view), std::move(image)};
}

/// Draws the view into m_picture, at once or on a worker thread.
void LaneChart::keepPicture(LaneView view) {
    if (m_picture.view == view || m_painting.busy()) {
        return;
    }
    if (!m_isLarge) {
        m_picture = pictureOf(std::move(view));
        return;
    }
    m_painting.run([view = std::move(view)](const std::stop_token&) { return pictureOf(view); },
                   [this](Picture picture) {
                       m_picture = std::move(picture);
                       update();
                   });
}

void LaneChart::render(QPaintDevice& device, const QSize& size) const {
    QPainter painter(&device);
    LaneView view = viewOf({{}, size});
    view.size = size;
    Painter(painter, view).paint();
}

void LaneChart::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const Layout layout = layoutFor(size());
    const ChartColors colors(palette());
    painter.fillRect(event->rect(), colors.background());
    const LaneView view = viewOf((visibleRegion().boundingRect() | event->rect()) & rect());
    keepPicture(view);
    const LaneView& drawn = m_picture.view;
    painter.drawImage(drawn.part.topLeft(), m_picture.image);
    if (drawn != view && drawn.size == size()) {
        // Until the worker is done, shows the part of the old picture that lies in the visible range.
        const auto to = std::min(m_to, drawn.to);
        const auto from = std::min(to, std::max(m_from, drawn.from));
        const auto xIn = [&](double time, double first, double last) {
            return layout.lanes.left() + (time - first) / (last - first) * layout.lanes.width();
        };
        const QRectF target(QPointF(xIn(from, m_from, m_to), layout.lanes.top()),
                            QPointF(xIn(to, m_from, m_to), drawn.part.bottom() + 1.0));
        const QRectF source(QPointF(xIn(from, drawn.from, drawn.to), layout.lanes.top()),
                            QPointF(xIn(to, drawn.from, drawn.to), drawn.part.bottom() + 1.0));
        painter.fillRect(layout.lanes, colors.background());
        painter.drawImage(
            target, m_picture.image,
            QRectF((source.topLeft() - drawn.part.topLeft()) * drawn.ratio, source.size() * drawn.ratio));
    }
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
    case Qt::Key_E:
        return zoomTiles(TilesZoom);
    case Qt::Key_Q:
        return zoomTiles(1 / TilesZoom);
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
    case Qt::Key_Question:
        return QWhatsThis::showText(mapToGlobal(rect().center()), plainToolTip(keys()), this);
    default:
        ChartWidget::keyPressEvent(event);
    }
}

QString LaneChart::readoutAt(const QPointF& point) const {
    const auto at = spanAt(point);
    if (const auto tile = tileAt(point); at && tile) {
        const ByTile cycles = m_data->tileCycles(*at);
        const QString work =
            cycles.empty() ? tr("Tile %1").arg(*tile)
                           //: %2 is "120 cycles"
                           : tr("Tile %1: %2").arg(*tile).arg(exactCyclesText(tileline::at(cycles, *tile)));
        return work + QLatin1Char('\n') + m_data->readout(*at);
    }
    return at ? m_data->readout(*at) : QString();
}

void LaneChart::addActions(QMenu& menu) {
    menu.addAction(tr("Zoom in") + QStringLiteral("\tW"), this, &LaneChart::zoomIn);
    menu.addAction(tr("Zoom out") + QStringLiteral("\tS"), this, &LaneChart::zoomOut);
    menu.addAction(tr("Show the chosen item") + QStringLiteral("\tF"), this, &LaneChart::showChoice);
    menu.addAction(tr("Show everything") + QStringLiteral("\tHome"), this, &LaneChart::showAll);
    menu.addAction(tr("Move left") + QStringLiteral("\tA"), this, [this] { pan(-KeyPan * width()); });
    menu.addAction(tr("Move right") + QStringLiteral("\tD"), this, [this] { pan(KeyPan * width()); });
    menu.addAction(tr("Taller lines of tiles") + QStringLiteral("\tE"), this,
                   [this] { zoomTiles(TilesZoom); });
    menu.addAction(tr("Lower lines of tiles") + QStringLiteral("\tQ"), this,
                   [this] { zoomTiles(1 / TilesZoom); });
    menu.addSeparator();
}

} // namespace tileline
