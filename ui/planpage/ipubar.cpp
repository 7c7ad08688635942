// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/ipubar.h"

#include "ui/look/icons.h"
#include "ui/look/metrics.h"
#include "ui/planpage/legend.h"
#include "ui/text/bytestext.h"
#include "ui/text/linetext.h"
#include "ui/text/plaintext.h"
#include "ui/text/timetext.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

constexpr int CyclesHeight = 6;
constexpr int CyclesGap = 4;
/// Beyond this, a bar is no clearer.
constexpr int MaxBarHeight = 44;
/// With less height, there is no bar of cycles.
constexpr int MinHeightForCycles = 26;
constexpr int SwatchWidth = 12;
/// From this width on, there is room for the difference to another plan beside the bar.
constexpr int WideBar = 900;

double shareOf(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

QString phaseName(CyclePhase phase) {
    switch (phase) {
    case CyclePhase::Forward:
        //: cycles of the forward pass
        return IpuBar::tr("Forward");
    case CyclePhase::Recompute:
        //: cycles of the forward pass, computed once more
        return IpuBar::tr("Recomputed");
    case CyclePhase::Backward:
        break;
    }
    //: cycles of the backward pass
    return IpuBar::tr("Backward");
}

IpuBar::IpuBar(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
}

void IpuBar::setValues(const IpuBarData& values) {
    if (values == m_values) {
        return;
    }
    m_values = values;
    setObjectName(QStringLiteral("ipuBar%1").arg(values.stage.value));
    setAccessibleName(tr("IPU %1").arg(values.stage.value));
    setAccessibleDescription(summary());
    QStringList tip{accessibleName()}; // a compact row has no name
    if (values.estimate && values.current) {
        //: %3 is "estimate of the pipeline" or "PopLiner's estimate"
        tip += tr("%1 of %2 (%3)")
                   .arg(exactBytesText(values.estimate->peakTileBytes), exactBytesText(values.limit),
                        values.setting);
        tip += values.limitText;
        if (!difference().isEmpty()) {
            //: %1 is a number of bytes with a sign
            tip += tr("%1 compared with the other plan").arg(difference());
        }
        tip += {partsText(), additions(), cyclesSummary()};
        tip.removeAll(QString());
        tip += tr("Click to see why; double-click to change the limit");
    }
    setToolTip(plainToolTip(tip.join(QLatin1Char('\n'))));
    layOut();
}

void IpuBar::setSelected(bool selected) {
    if (m_selected != selected) {
        m_selected = selected;
        m_picture.forget();
        update();
    }
}

void IpuBar::layOut() {
    m_parts = columns();
    m_shownVerdict = fittingVerdict();
    m_picture.forget();
    update();
}

void IpuBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void IpuBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        layOut();
    }
}

QSize IpuBar::sizeHint() const {
    return {640, std::max(36, fontMetrics().height() * 2 + 6)};
}

/// Of the column of text.
int IpuBar::textWidth(int available) const {
    const QString bytes = QStringLiteral("0000.0 KiB");
    const QString headroom = tr("%1 · headroom %2 (%3)").arg(bytes, bytes, QStringLiteral("00.0 %"));
    const QString overflow = tr("%1 · over by %2 (%3)").arg(bytes, bytes, QStringLiteral("000.0 %"));
    const QFont bold = metrics::bold(font());
    int widest = std::max(lineWidth(headroom, font()), lineWidth(overflow, bold)) + 8;
    if (available >= WideBar) {
        widest += lineWidth(QStringLiteral(" (+0000.0 KiB)"), bold);
    }
    return std::min(available / 2, widest);
}

IpuBar::Columns IpuBar::columns() const {
    Columns result;
    result.lines = height() >= sizeHint().height() ? 2 : height() >= lineHeight() ? 1 : 0;
    const int margin = result.lines == 2 ? 2 : height() > 4 ? 1 : 0;
    const QRect inner = rect().adjusted(6, margin, -6, -margin);
    const int nameWidth =
        result.lines == 0 ? SwatchWidth + 4 : lineWidth(tr("IPU %1").arg(QStringLiteral("00")), font()) + 26;
    const int text = result.lines == 0 ? 0 : textWidth(inner.width());
    result.name = QRect(inner.left(), inner.top(), nameWidth, inner.height());
    result.text = QRect(inner.right() - text + 1, inner.top(), text, inner.height());
    const int left = result.name.right() + 1;
    const int width = std::max(20, result.text.left() - (text > 0 ? 10 : 0) - left);
    const bool cycles = m_values.showsCycles && height() >= MinHeightForCycles;
    const int below = cycles ? CyclesHeight + CyclesGap : 0;
    const int room = result.lines == 2 ? 6 : result.lines == 1 ? 2 : 0; // for the ends of the limit line
    const int tall = std::clamp(inner.height() - below - room, 1, MaxBarHeight);
    const int top = inner.top() + (inner.height() - below - tall) / 2;
    result.bar = QRect(left, top, width, tall);
    if (cycles) {
        result.cycles = QRect(left, result.bar.bottom() + 1 + CyclesGap, width, CyclesHeight);
    }
    return result;
}

QString IpuBar::difference() const {
    if (!m_values.estimate || !m_values.comparedTo ||
        *m_values.comparedTo == m_values.estimate->peakTileBytes) {
        return {};
    }
    return signedBytesText(static_cast<int64_t>(m_values.estimate->peakTileBytes) -
                           static_cast<int64_t>(*m_values.comparedTo));
}

QString IpuBar::verdict(bool withDifference) const {
    if (!m_values.estimate) {
        return tr("computing…");
    }
    const uint64_t peak = m_values.estimate->peakTileBytes;
    const uint64_t distance = peak > m_values.limit ? peak - m_values.limit : m_values.limit - peak;
    const QString change = withDifference ? difference() : QString();
    const QString holds =
        change.isEmpty() ? bytesText(peak) : bytesText(peak) + QStringLiteral(" (%1)").arg(change);
    if (!m_values.fit.known()) {
        //: %1 is the peak, %2 the limit. No headroom: the figures do not hold
        return tr("%1 of %2").arg(holds, bytesText(m_values.limit));
    }
    //: %1 is the peak, %2 the bytes between it and the limit, %3 those in per cent of the limit
    const QString text = isOver() ? tr("%1 · over by %2 (%3)") : tr("%1 · headroom %2 (%3)");
    return text.arg(holds, bytesText(distance), percentText(shareOf(distance, m_values.limit)));
}

/// The longest one that fits: no figure is cut.
QString IpuBar::fittingVerdict() const {
    const QFont shown = isOver() ? metrics::bold(font()) : font();
    const int width = m_parts.text.width();
    QString text;
    for (const bool withDifference : {true, false}) {
        text = verdict(withDifference);
        if (lineWidth(text, shown) <= width) {
            return text;
        }
        if (text.endsWith(QLatin1Char(')'))) {
            // The share of the limit is in parentheses at the end, in every language.
            text = text.left(text.lastIndexOf(QLatin1Char('('))).trimmed();
            if (lineWidth(text, shown) <= width) {
                return text;
            }
        }
    }
    return QFontMetrics(shown).elidedText(text, Qt::ElideRight, width);
}

bool IpuBar::isOver() const {
    return m_values.estimate && m_values.fit.overflows();
}

QString IpuBar::place() const {
    if (!m_values.current) {
        return m_values.estimate ? tr("computing… (last result above)") : m_values.layerNames;
    }
    //: the place of the peak; %3 is "layers 3 to 5"
    return tr("tile %1, step %2 · %3")
        .arg(numberText(m_values.estimate->peakTile.value), numberText(m_values.estimate->peakStep.value),
             m_values.layerNames);
}

QString IpuBar::summary() const {
    //: %2 is "571.9 KiB · headroom 52.1 KiB (8.3 %)", %3 "limit 638,976 B", %4 "tile 3, step 120 · layers 3
    //: to 5"
    const QString text =
        tr("IPU %1: %2; %3; %4")
            .arg(QString::number(m_values.stage.value), verdict(), m_values.limitText, place());
    QStringList parts{text, m_values.setting, partsText(), additions().section(QLatin1Char('\n'), 0, 0),
                      cyclesSummary()};
    parts.removeAll(QString());
    return parts.join(QStringLiteral("; "));
}

/// What the pipeline setting adds to the stage.
QString IpuBar::additions() const {
    const CategoryBytes bytes = m_values.estimate ? m_values.estimate->bytes : CategoryBytes();
    if (!m_values.current || bytes.stash + bytes.accumulators + bytes.unowned == 0) {
        return {};
    }
    QString text = tr("In it, over all tiles: stash %1, gradient accumulators %2, owned by no operation %3")
                       .arg(bytesText(bytes.stash), bytesText(bytes.accumulators), bytesText(bytes.unowned));
    return m_values.placed.copies == 0 ? text
                                       : text + QLatin1Char('\n') +
                                             tr("The stash holds %n copies of each stashed variable", nullptr,
                                                static_cast<int>(m_values.placed.copies));
}

/// What the fullest tile holds.
QString IpuBar::partsText() const {
    if (!m_values.parts) {
        return {};
    }
    QStringList texts;
    for (const BarPart& part : barParts()) {
        if (const uint64_t bytes = *m_values.parts.*part.bytes; bytes > 0) {
            //: a part of what a tile holds, and its bytes: "Variables 312.0 KiB"
            texts += tr("%1 %2").arg(part.name, bytesText(bytes));
        }
    }
    //: %2 is a list: "Variables 312.0 KiB, Stash 20.1 KiB"
    return tr("On tile %1: %2")
        .arg(numberText(m_values.estimate->peakTile.value), texts.join(QStringLiteral(", ")));
}

QString IpuBar::cyclesSummary() const {
    if (!m_values.showsCycles) {
        return {};
    }
    if (!m_values.cycles) {
        return tr("Cycles unknown");
    }
    const IpuCycles& cycles = *m_values.cycles;
    QStringList texts;
    for (const CyclePhase phase : CyclePhases) {
        if (cycles.of(phase) > 0) {
            texts += tr("%1 %2").arg(phaseName(phase), cyclesText(cycles.of(phase)));
        }
    }
    //: %1 is how many of the %2 cycles of the period an IPU works, %3 that in per cent, %4 "measured" or
    //: "estimated", %5 a list: "Forward 1.2 M, Backward 2.4 M"
    return tr("Cycles: %1 of the period of %2 (%3), %4: %5")
        .arg(cyclesText(cycles.busy()), cyclesText(cycles.period),
             percentText(cycles.period > 0 ? cycles.busy() / cycles.period : 0), m_values.cycleSource,
             texts.join(QStringLiteral(", ")));
}

void IpuBar::drawName(QPainter& painter) const {
    const ChartColors colors(palette());
    const QRect& area = m_parts.name;
    const QColor colour = colors.stage(m_values.stage.index());
    const double side = std::min(SwatchWidth, area.height());
    const QRectF swatch(area.left(), area.top() + (area.height() - side) / 2, SwatchWidth, side);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(swatch, side / 4, side / 4);
    if (m_parts.lines == 0) {
        return;
    }
    painter.setFont(metrics::bold(font()));
    painter.setPen(colors.text());
    drawLine(painter, area.adjusted(18, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
             tr("IPU %1").arg(m_values.stage.value));
    painter.setFont(font());
}

void IpuBar::drawBar(QPainter& painter, const QRect& area) const {
    const ChartColors colors(palette());
    const auto x = [&](uint64_t bytes) {
        return area.left() + area.width() * shareOf(bytes, m_values.scale);
    };
    const auto box = [&](double from, double to) {
        return QRectF(from, area.top(), to - from, area.height());
    };
    const double limit = x(m_values.limit);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.band());
    painter.drawRoundedRect(box(area.left(), limit), 3, 3);
    if (m_values.limit < m_values.memory) {
        // What is to be kept free.
        painter.setBrush(QBrush(colors.faintText(), Qt::BDiagPattern));
        painter.drawRect(box(limit, x(m_values.memory)));
    }
    if (m_values.estimate) {
        const double end = x(m_values.estimate->peakTileBytes);
        if (m_values.parts) {
            drawParts(painter, area);
        } else {
            painter.setBrush(QBrush(colors.stage(m_values.stage.index()), Qt::Dense4Pattern));
            painter.drawRect(box(area.left(), end));
        }
        if (isOver()) {
            const QRectF over = box(limit, end);
            QColor veil = colors.background();
            veil.setAlpha(110);
            painter.fillRect(over, veil);
            painter.fillRect(over, QBrush(colors.limit(), Qt::FDiagPattern));
            painter.setPen(QPen(colors.limit(), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(over.adjusted(0, 1, -1, -1));
        }
    }
    if (!difference().isEmpty()) {
        // Where the bar ended in the other plan.
        painter.setRenderHint(QPainter::Antialiasing, false); // which makes dashes slow
        painter.setPen(QPen(colors.text(), 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        const QRect other = box(area.left(), x(*m_values.comparedTo)).toRect();
        painter.drawRect(other.adjusted(0, 0, -1, -1));
        painter.drawRect(other.adjusted(1, 1, -2, -2));
        painter.setRenderHint(QPainter::Antialiasing);
    }
    drawLimit(painter, area);
}

void IpuBar::drawLimit(QPainter& painter, const QRect& area) const {
    const ChartColors colors(palette());
    const int beyond = std::clamp(area.top() - 1, 0, 3);
    const auto line = [&](uint64_t bytes, const QPen& pen) {
        const double at = area.left() + area.width() * shareOf(bytes, m_values.scale);
        painter.setPen(pen);
        painter.drawLine(QPointF(at, area.top() - beyond), QPointF(at, area.bottom() + beyond));
    };
    line(m_values.limit, QPen(colors.limit(), 2));
    if (m_values.whatIfPeak) {
        line(*m_values.whatIfPeak, QPen(colors.selection(), 2, Qt::DashLine));
    }
}

void IpuBar::drawParts(QPainter& painter, const QRectF& area) const {
    const ChartColors colors(palette());
    // Without antialiasing, parts that touch have no seam.
    painter.setRenderHint(QPainter::Antialiasing, false);
    uint64_t begin = 0;
    for (const BarPart& part : barParts()) {
        const uint64_t bytes = *m_values.parts.*part.bytes;
        const double left = area.left() + area.width() * shareOf(begin, m_values.scale);
        const double right = area.left() + area.width() * shareOf(begin + bytes, m_values.scale);
        const QRectF box(QPointF(std::round(left), area.top()),
                         QPointF(std::round(right), area.bottom() + 1));
        colors.category(part.category).paint(painter, box);
        begin += bytes;
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void IpuBar::drawCycles(QPainter& painter, const QRect& area) const {
    const ChartColors colors(palette());
    painter.fillRect(area, colors.band());
    if (!m_values.cycles || m_values.cycles->period <= 0) {
        painter.fillRect(area, QBrush(colors.grid(), Qt::BDiagPattern));
        return;
    }
    const IpuCycles& cycles = *m_values.cycles;
    painter.setRenderHint(QPainter::Antialiasing, false);
    const auto x = [&](double at) {
        return std::round(area.left() + area.width() * std::min(1.0, at / cycles.period));
    };
    double begin = 0;
    for (const CyclePhase phase : CyclePhases) {
        const double end = begin + cycles.of(phase);
        painter.fillRect(QRectF(QPointF(x(begin), area.top()), QPointF(x(end), area.bottom() + 1)),
                         colors.phase(phase));
        begin = end;
    }
    // The end of the period: what is left there is the slowest transfer.
    painter.fillRect(QRectF(area.right(), area.top() - 1, 2, area.height() + 2), colors.faintText());
    painter.setRenderHint(QPainter::Antialiasing);
}

void IpuBar::drawText(QPainter& painter) const {
    const ChartColors colors(palette());
    const QRect& area = m_parts.text;
    const bool over = isOver();
    painter.setFont(over ? metrics::bold(font()) : font());
    painter.setPen(over ? colors.limit() : m_values.current ? colors.text() : colors.faintText());
    if (m_parts.lines == 1) {
        drawLine(painter, area, Qt::AlignLeft | Qt::AlignVCenter, m_shownVerdict);
        painter.setFont(font());
        return;
    }
    const int line = fontMetrics().height();
    const QRect first(area.left(), area.center().y() + 1 - line, area.width(), line);
    drawLine(painter, first, Qt::AlignLeft | Qt::AlignVCenter, m_shownVerdict);
    painter.setFont(font());
    painter.setPen(colors.faintText());
    drawLine(painter, first.translated(0, line), Qt::AlignLeft | Qt::AlignVCenter, place());
}

void IpuBar::draw(QPainter& painter) const {
    if (m_selected) {
        QColor back = palette().color(QPalette::Highlight);
        back.setAlpha(36);
        painter.setPen(Qt::NoPen);
        painter.setBrush(back);
        painter.drawRoundedRect(rect().adjusted(1, 0, -1, 0), 4, 4);
    }
    drawName(painter);
    drawBar(painter, m_parts.bar);
    if (!m_parts.cycles.isEmpty()) {
        drawCycles(painter, m_parts.cycles);
    }
    if (m_parts.lines > 0) {
        drawText(painter);
    }
}

void IpuBar::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    m_picture.paint(painter, *this, *event, rect(),
                    [this](QPainter& picture, const QRect&) { draw(picture); });
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 0.75, -1.5, -0.75), 4, 4);
    }
}

void IpuBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        emit explainRequested(m_values.stage);
    }
}

void IpuBar::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        emit limitRequested(m_values.stage);
    }
}

void IpuBar::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Up:
        emit moveFocus(-1);
        return;
    case Qt::Key_Down:
        emit moveFocus(1);
        return;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit explainRequested(m_values.stage);
        return;
    case Qt::Key_F2:
        emit limitRequested(m_values.stage);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void IpuBar::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu;
    menu.addAction(iconOf("peak"), tr("Why this peak"), this,
                   [this] { emit explainRequested(m_values.stage); });
    menu.addAction(tr("Limit of this IPU…"), this, [this] { emit limitRequested(m_values.stage); });
    menu.addAction(iconOf("copy"), tr("Copy"), this,
                   [this] { QApplication::clipboard()->setText(summary()); });
    menu.addSeparator();
    emit menuRequested(&menu);
    menu.exec(event->globalPos());
}

} // namespace tileline
