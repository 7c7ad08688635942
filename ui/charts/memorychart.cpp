// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memorychart.h"

#include "ui/charts/picture.h"
#include "ui/look/icons.h"
#include "ui/look/metrics.h"
#include "ui/text/bytestext.h"
#include "ui/text/linetext.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

constexpr double LeastSteps = 2;
constexpr double LeastBytes = 64;
constexpr double KeyZoom = 2;
constexpr double RoomAbove = 1.04;
constexpr double MinNameWidth = 48;
constexpr int MinEdge = 8; ///< in pixels; boxes below this height are drawn without an edge
constexpr int MinGap = 3;  ///< in pixels; boxes of at least this height are separated by a line
constexpr int DragDistance = 4;

/// Rounds [from, to) to whole pixels within [0, size). The result contains at least one pixel.
std::pair<int, int> pixelsOf(double from, double to, int size) {
    const int begin = static_cast<int>(std::clamp(std::floor(from), 0.0, size - 1.0));
    return {begin, static_cast<int>(std::clamp(std::floor(to), begin + 1.0, static_cast<double>(size)))};
}

} // namespace

void MemoryChart::setData(MemoryChartDataPtr data) {
    m_data = std::move(data);
    m_chosen.reset();
    showAll();
}

void MemoryChart::setChosen(std::optional<size_t> box) {
    m_chosen = box;
    if (box) {
        announce(m_data->readout(*box));
    }
    update();
}

void MemoryChart::changed() {
    m_picture.forget();
    update();
}

void MemoryChart::resizeEvent(QResizeEvent* event) {
    ChartWidget::resizeEvent(event);
    changed();
}

void MemoryChart::setVisible(double fromStep, double toStep, double fromByte, double toByte) {
    const auto fit = [](double from, double to, double least, double all) {
        const double length = std::clamp(to - from, std::min(least, all), all);
        const double first = std::clamp(from, 0.0, all - length);
        return std::pair(first, first + length);
    };
    const double height = static_cast<double>(std::max(m_data->end, m_data->limit)) * RoomAbove;
    std::tie(m_visible.xLower, m_visible.xUpper) =
        fit(fromStep, toStep, LeastSteps, std::max<double>(1, m_data->steps));
    std::tie(m_visible.yLower, m_visible.yUpper) = fit(fromByte, toByte, LeastBytes, std::max(1.0, height));
    changed();
}

void MemoryChart::showChoice() {
    if (!m_chosen) {
        return;
    }
    const MemoryChartData::Box& box = m_data->boxes[*m_chosen];
    const double steps = 0.25 * (box.to - box.from);
    const double bytes = 2.0 * box.bytes;
    setVisible(box.from - steps, box.to + steps, box.offset - bytes, double{bytes} + box.offset + box.bytes);
}

PlotFrame MemoryChart::frameFor(const QSize& size) const {
    PlotFrame frame = m_visible;
    const int line = fontMetrics().height();
    const int left = lineWidth(bytesText(uint64_t{1023} << 10U), font()) + 3 * metrics::Inner;
    frame.rect = QRectF(left, line + 2 * metrics::Inner, std::max(1, size.width() - left - metrics::Inner),
                        std::max(1, size.height() - 2 * line - 4 * metrics::Inner));
    return frame;
}

QRectF MemoryChart::rectIn(const PlotFrame& frame, const MemoryChartData::Box& box) const {
    return QRectF(QPointF(frame.pixelOfX(box.from), frame.pixelOfY(double{1} * box.offset + box.bytes)),
                  QPointF(frame.pixelOfX(box.to), frame.pixelOfY(double{1} * box.offset)));
}

std::optional<size_t> MemoryChart::boxAt(const QPointF& point) const {
    const PlotFrame frame = frameFor(size());
    if (!frame.rect.contains(point)) {
        return std::nullopt;
    }
    // Finds the nearest box, up to 1.5 pixels from the mouse, so that the user can choose small boxes.
    std::optional<size_t> best;
    double nearest = 1.5;
    for (size_t i = 0; i < m_data->boxes.size(); ++i) {
        if (m_data->boxes[i].bytes < m_smallest) {
            continue;
        }
        const QRectF rect = rectIn(frame, m_data->boxes[i]);
        const double away = std::max({rect.left() - point.x(), point.x() - rect.right(),
                                      rect.top() - point.y(), point.y() - rect.bottom(), 0.0});
        if (away < nearest) {
            nearest = away;
            best = i;
        }
    }
    return best;
}

/// Draws the boxes into an image: QPainter would take several times as long for 50,000 small rectangles.
void MemoryChart::paintBoxes(QPainter& painter, const PlotFrame& frame) const {
    const qreal ratio = ratioOf(painter);
    const QSize pixels((frame.rect.size() * ratio).toSize().expandedTo({1, 1}));
    QImage image = transparentImage(pixels);
    const ChartColors theme(palette());
    std::vector<FillColors> colors;
    for (const MemoryChartData::Group& group : m_data->groups) {
        colors.push_back(group.colors(theme));
    }
    const quint32 gap = theme.background().rgb();
    PlotFrame inImage = frame;
    inImage.rect = QRectF(QPointF(), QSizeF(pixels));
    std::vector<quint32*> lines;
    for (int y = 0; y < image.height(); ++y) {
        lines.push_back(reinterpret_cast<quint32*>(image.scanLine(y)));
    }
    for (const MemoryChartData::Box& box : m_data->boxes) {
        const QRectF rect = rectIn(inImage, box);
        if (box.bytes < m_smallest || rect.right() < 0 || rect.left() > pixels.width() || rect.bottom() < 0 ||
            rect.top() > pixels.height()) {
            continue;
        }
        const auto [left, right] = pixelsOf(rect.left(), rect.right(), pixels.width());
        const auto [top, bottom] = pixelsOf(rect.top(), rect.bottom(), pixels.height());
        const quint32 fill = colors[box.group].fill.rgb();
        const quint32 edge = colors[box.group].edge.rgb();
        const bool high = bottom - top >= MinEdge;
        const quint32 last = high ? edge : bottom - top >= MinGap ? gap : fill;
        for (int y = top; y < bottom; ++y) {
            quint32* const line = lines[static_cast<size_t>(y)];
            std::fill(line + left, line + right, y == bottom - 1 ? last : fill);
            if (right - left >= MinGap) {
                line[right - 1] = last;
            }
        }
    }
    image.setDevicePixelRatio(ratio);
    painter.drawImage(frame.rect.topLeft(), image);
    painter.setFont(metrics::sized(font(), metrics::SmallType));
    const int line = painter.fontMetrics().height();
    for (size_t i = 0; i < m_data->boxes.size(); ++i) {
        const MemoryChartData::Box& box = m_data->boxes[i];
        const QRectF rect = rectIn(frame, box) & frame.rect;
        if (box.bytes >= m_smallest && rect.width() >= MinNameWidth && rect.height() >= line) {
            painter.setPen(textOn(colors[box.group].fill));
            drawLine(painter, rect.adjusted(4, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter, m_data->label(i),
                     Qt::ElideMiddle);
        }
    }
    painter.setFont(font());
}

void MemoryChart::paintAxes(QPainter& painter, const PlotFrame& frame) const {
    const ChartColors colors(palette());
    const int line = fontMetrics().height();
    const double step = byteTickStep(frame.yUpper - frame.yLower, static_cast<int>(frame.rect.height()) / 60);
    for (double byte = std::ceil(frame.yLower / step) * step; byte <= frame.yUpper; byte += step) {
        const double y = frame.pixelOfY(byte);
        painter.setPen(colors.grid());
        painter.drawLine(QPointF(frame.rect.left(), y), QPointF(frame.rect.right(), y));
        painter.setPen(colors.faintText());
        drawLine(painter, QRectF(0, y - line / 2.0, frame.rect.left() - metrics::Inner, line),
                 Qt::AlignRight | Qt::AlignVCenter, bytesText(static_cast<uint64_t>(byte)));
    }
    for (const uint64_t value :
         roundValues(static_cast<uint64_t>(frame.xLower), static_cast<uint64_t>(frame.xUpper),
                     static_cast<int>(frame.rect.width()) / 120)) {
        const double x = frame.pixelOfX(static_cast<double>(value));
        painter.setPen(colors.faintText());
        drawLine(painter, QRectF(x - 60, frame.rect.bottom() + metrics::Inner, 120, line), Qt::AlignCenter,
                 QLocale().toString(static_cast<qulonglong>(value)));
    }
    double x = frame.rect.left();
    painter.setFont(metrics::sized(font(), metrics::SmallType));
    for (const MemoryChartData::Group& group : m_data->groups) {
        const int width = lineWidth(group.title, painter.font());
        if (x + 16 + width > frame.rect.right()) {
            continue;
        }
        group.colors(colors).paint(painter, QRectF(x, metrics::Inner + 3, 10, 10));
        painter.setPen(colors.faintText());
        drawLine(painter, QRectF(x + 14, metrics::Inner, width + 2, line), Qt::AlignLeft | Qt::AlignVCenter,
                 group.title);
        x += width + 28;
    }
    painter.setFont(font());
}

void MemoryChart::paint(QPainter& painter, const QSize& size) const {
    const PlotFrame frame = frameFor(size);
    const ChartColors colors(palette());
    painter.fillRect(QRect({}, size), colors.background());
    paintAxes(painter, frame);
    painter.setPen(colors.grid());
    painter.drawRect(frame.rect);
    paintBoxes(painter, frame); // after the frame, which would otherwise cover boxes at the edges
    const auto mark = [&](uint64_t bytes, const QPen& pen, const QString& text) {
        const double y = frame.pixelOfY(bytes);
        if (bytes == 0 || y < frame.rect.top() || y > frame.rect.bottom()) {
            return;
        }
        const int height = painter.fontMetrics().height();
        const double width = text.isEmpty() ? 0 : lineWidth(text, font()) + 12;
        const QRectF label(frame.rect.right() - width, y - height, width, height);
        painter.fillRect(label, colors.background());
        painter.setPen(pen);
        painter.drawLine(QPointF(frame.rect.left(), y), QPointF(frame.rect.right(), y));
        drawLine(painter, label, Qt::AlignCenter, text);
    };
    mark(m_data->interleavedFrom, QPen(colors.text(), 1, Qt::DashLine), tr("interleaved memory"));
    const uint64_t over = m_data->end - std::min(m_data->end, m_data->limit);
    //: %1 is a number of bytes
    mark(m_data->limit, QPen(colors.limit(), 1.5), over > 0 ? tr("%1 over").arg(bytesText(over)) : QString());
}

void MemoryChart::render(QPaintDevice& device, const QSize& size) const {
    QPainter painter(&device);
    painter.setFont(font());
    paint(painter, size);
}

void MemoryChart::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    m_picture.paint(painter, *this, *event, rect(),
                    [&](QPainter& picture, const QRect&) { paint(picture, size()); });
    const PlotFrame frame = frameFor(size());
    const ChartColors colors(palette());
    painter.setClipRect(frame.rect);
    painter.setPen(QPen(colors.selection(), 1.5));
    if (m_step) {
        const double x = frame.pixelOfX(*m_step + 0.5);
        painter.drawLine(QPointF(x, frame.rect.top()), QPointF(x, frame.rect.bottom()));
    }
    if (m_chosen) {
        painter.setPen(QPen(colors.selection(), 2));
        painter.drawRect(rectIn(frame, m_data->boxes[*m_chosen]).adjusted(-1, -1, 1, 1));
    }
    painter.setClipping(false);
    ChartWidget::paintEvent(event);
}

void MemoryChart::zoom(double steps, double bytes, const QPointF& around) {
    const PlotFrame frame = frameFor(size());
    const double x = frame.xOfPixel(around.x());
    const double y = frame.yLower +
                     (frame.rect.bottom() - around.y()) / frame.rect.height() * (frame.yUpper - frame.yLower);
    setVisible(x - (x - frame.xLower) * steps, x + (frame.xUpper - x) * steps, y - (y - frame.yLower) * bytes,
               y + (frame.yUpper - y) * bytes);
}

void MemoryChart::pan(const QPointF& pixels) {
    const QRectF rect = frameFor(size()).rect;
    const double x = pixels.x() / rect.width() * (m_visible.xUpper - m_visible.xLower);
    const double y = -pixels.y() / rect.height() * (m_visible.yUpper - m_visible.yLower);
    setVisible(m_visible.xLower + x, m_visible.xUpper + x, m_visible.yLower + y, m_visible.yUpper + y);
}

void MemoryChart::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    m_pressed = event->position();
    m_atPress = m_visible;
    m_dragged = false;
}

void MemoryChart::mouseMoveEvent(QMouseEvent* event) {
    const QPointF moved = event->position() - m_pressed;
    if ((event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) == 0 ||
        (!m_dragged && moved.manhattanLength() < DragDistance)) {
        return;
    }
    m_dragged = true;
    m_visible = m_atPress;
    pan(-moved);
}

void MemoryChart::mouseReleaseEvent(QMouseEvent* event) {
    if (m_dragged || event->button() != Qt::LeftButton) {
        return;
    }
    if (const auto box = boxAt(event->position())) {
        choose(*box);
    }
}

void MemoryChart::moveChoice(int by) {
    const auto count = static_cast<int64_t>(m_data->boxes.size());
    int64_t box = m_chosen ? static_cast<int64_t>(*m_chosen) + by : 0;
    while (box >= 0 && box < count && m_data->boxes[static_cast<size_t>(box)].bytes < m_smallest) {
        box += by;
    }
    if (box >= 0 && box < count) {
        choose(static_cast<size_t>(box));
    }
}

void MemoryChart::wheelEvent(QWheelEvent* event) {
    const double factor = std::pow(WheelZoom, -event->angleDelta().y() / 120.0);
    zoom(event->modifiers() & Qt::ControlModifier ? 1 : factor,
         event->modifiers() & Qt::ShiftModifier ? 1 : factor, event->position());
    event->accept();
}

void MemoryChart::keyPressEvent(QKeyEvent* event) {
    const QRectF area = frameFor(size()).rect;
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        return zoom(1 / KeyZoom, 1 / KeyZoom, area.center());
    case Qt::Key_S:
    case Qt::Key_Minus:
        return zoom(KeyZoom, KeyZoom, area.center());
    case Qt::Key_A:
    case Qt::Key_Left:
        return pan({-KeyPan * area.width(), 0});
    case Qt::Key_D:
    case Qt::Key_Right:
        return pan({KeyPan * area.width(), 0});
    case Qt::Key_PageUp:
        return pan({0, -KeyPan * area.height()});
    case Qt::Key_PageDown:
        return pan({0, KeyPan * area.height()});
    case Qt::Key_Up:
        return moveChoice(1);
    case Qt::Key_Down:
        return moveChoice(-1);
    case Qt::Key_F:
        return showChoice();
    case Qt::Key_Home:
        return showAll();
    default:
        ChartWidget::keyPressEvent(event);
    }
}

QString MemoryChart::readoutAt(const QPointF& point) const {
    const auto box = boxAt(point);
    return box ? m_data->readout(*box) : QString();
}

void MemoryChart::addActions(QMenu& menu) {
    menu.addAction(tr("Show the chosen item") + QStringLiteral("\tF"), this, &MemoryChart::showChoice);
    menu.addAction(tr("Show everything") + QStringLiteral("\tHome"), this, &MemoryChart::showAll);
    menu.addSeparator();
}

} // namespace tileline
