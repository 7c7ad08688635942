// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/stagebars.h"

#include "core/base/sequences.h"
#include "ui/look/icons.h"
#include "ui/look/metrics.h"
#include "ui/session/selection.h"
#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/linetext.h"
#include "ui/text/plaintext.h"
#include "ui/text/settingtext.h"
#include "ui/text/timetext.h"
#include "ui/text/verdicttext.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace tileline {

namespace {

/// The maximum number of elements of m_parts, which is enough for a few hundred drags of a split.
constexpr size_t MaxParts = 4096;
/// Text is shown beside an IPU's bar only if the IPU's area is at least this wide.
constexpr double WideArea = 150;
constexpr int WideBar = 42;
/// In a narrow area, the bar's width as a fraction of the area's width.
constexpr double BarShare = 0.66;
constexpr int TextGap = 14;
constexpr int CyclesHeight = 6;
/// How far the limit's line may extend beyond the bar on each side.
constexpr int LimitReach = 4;
constexpr int HatchWidth = 12;
/// In every language, this text separates the peak from the headroom.
QString separator() {
    return QStringLiteral(" · ");
}

double shareOf(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

QString phaseName(CyclePhase phase) {
    const QString names[]{//: cycles of the forward pass
                          IpuBar::tr("Forward"),
                          //: cycles of the forward pass when it is computed again
                          IpuBar::tr("Recomputed"),
                          //: cycles of the backward pass
                          IpuBar::tr("Backward")};
    return names[static_cast<size_t>(phase)];
}

QString IpuBar::difference() const {
    if (!estimate || !comparedTo || *comparedTo == estimate->peakTileBytes) {
        return {};
    }
    return signedBytesText(static_cast<int64_t>(estimate->peakTileBytes) - static_cast<int64_t>(*comparedTo));
}

QString IpuBar::verdict(bool withDifference) const {
    if (!estimate) {
        return tr("computing…");
    }
    const uint64_t peak = estimate->peakTileBytes;
    const uint64_t distance = peak > limit ? peak - limit : limit - peak;
    const QString change = withDifference ? difference() : QString();
    const QString holds =
        change.isEmpty() ? bytesText(peak) : bytesText(peak) + QStringLiteral(" (%1)").arg(change);
    if (!fit.known()) {
        //: %1 is the peak, %2 the limit. There is no headroom, because the figures are not reliable
        return tr("%1 of %2").arg(holds, bytesText(limit));
    }
    //: %1 is the peak, %2 the bytes between it and the limit, %3 their percentage of the limit
    const QString text = isOver() ? tr("%1 · over by %2 (%3)") : tr("%1 · headroom %2 (%3)");
    return text.arg(holds, bytesText(distance), percentText(shareOf(distance, limit)));
}

QString IpuBar::place() const {
    if (!current) {
        return estimate ? tr("computing… (last result above)") : layerNames;
    }
    //: the place of the peak; %3 is "layers 3 to 5"
    return tr("tile %1, step %2 · %3")
        .arg(numberText(estimate->peakTile.value), numberText(estimate->peakStep.value), layerNames);
}

QString IpuBar::summary() const {
    //: %2 is "571.9 KiB · headroom 52.1 KiB (8.3 %)", %3 "limit 638,976 B", %4 "tile 3, step 120 · layers 3
    //: to 5"
    const QString text =
        tr("IPU %1: %2; %3; %4").arg(QString::number(stage.value), verdict(), limitText, place());
    QStringList all{text, setting, partsText(), additions().section(QLatin1Char('\n'), 0, 0), cyclesText()};
    all.removeAll(QString());
    return all.join(QStringLiteral("; "));
}

QString IpuBar::toolTip() const {
    QStringList tip{name()};
    if (estimate && current) {
        //: %3 is "estimate of the pipeline" or "PopLiner's estimate"
        tip +=
            tr("%1 of %2 (%3)").arg(exactBytesText(estimate->peakTileBytes), exactBytesText(limit), setting);
        tip += {verdict(false), place(), limitText};
        if (!difference().isEmpty()) {
            //: %1 is a number of bytes with a sign
            tip += tr("%1 compared with the other plan").arg(difference());
        }
        tip += {partsText(), additions(), cyclesText()};
        tip.removeAll(QString());
        tip += tr("Click to see why; double-click to change the limit");
    }
    return tip.join(QLatin1Char('\n'));
}

/// States how many bytes of the estimate are stashes, are gradient accumulators, or have no owner.
QString IpuBar::additions() const {
    const CategoryBytes bytes = estimate ? estimate->bytes : CategoryBytes();
    if (!current || bytes.stash + bytes.accumulators + bytes.unowned == 0) {
        return {};
    }
    QString text =
        tr("Included, over all tiles: stash %1, gradient accumulators %2, owned by no operation %3")
            .arg(bytesText(bytes.stash), bytesText(bytes.accumulators), bytesText(bytes.unowned));
    return placed.copies == 0 ? text
                              : text + QLatin1Char('\n') +
                                    tr("The stash holds %n copies of each stashed variable", nullptr,
                                       static_cast<int>(placed.copies));
}

QString IpuBar::partsText() const {
    if (!parts) {
        return {};
    }
    QStringList texts;
    for (const BarPart& part : barParts()) {
        if (const uint64_t bytes = *parts.*part.bytes; bytes > 0) {
            //: a part of a tile's contents, and its bytes: "Variables 312.0 KiB"
            texts += tr("%1 %2").arg(part.name, bytesText(bytes));
        }
    }
    //: %2 is a list: "Variables 312.0 KiB, Stash 20.1 KiB"
    return tr("On tile %1: %2").arg(numberText(estimate->peakTile.value), texts.join(QStringLiteral(", ")));
}

QString IpuBar::cyclesText() const {
    if (!showsCycles) {
        return {};
    }
    if (!cycles) {
        return tr("Cycles unknown");
    }
    QStringList texts;
    for (const CyclePhase phase : CyclePhases) {
        if (cycles->of(phase) > 0) {
            texts += tr("%1 %2").arg(phaseName(phase), tileline::cyclesText(cycles->of(phase)));
        }
    }
    //: an IPU works for %1 of the %2 cycles of the period, which is %3 per cent; %4 is "measured" or
    //: "estimated", %5 a list: "Forward 1.2 M, Backward 2.4 M"
    return tr("Cycles: %1 of the period of %2 (%3), %4: %5")
        .arg(tileline::cyclesText(cycles->busy()), tileline::cyclesText(cycles->period),
             percentText(cycles->share()), cycleSource, texts.join(QStringLiteral(", ")));
}

StageBars::StageBars(PlanEditor* editor, Selection* selection, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_selection(selection)
    , m_compare(new QAction(tr("Compare with this plan"), this))
    , m_noBaseline(new QAction(tr("No baseline"), this)) {
    setFocusPolicy(Qt::StrongFocus);
    setObjectName(QStringLiteral("stageBars"));
    const QString tip =
        tr("Makes this plan the baseline: the bars of other plans then show the difference from this plan");
    m_compare->setToolTip(plainToolTip(tip));
    m_compare->setStatusTip(tip);
    connect(m_compare, &QAction::triggered, this, [this] { setBaseline(true); });
    connect(m_noBaseline, &QAction::triggered, this, [this] { setBaseline(false); });
    connect(m_session, &Session::planChanged, this, &StageBars::refresh);
    connect(m_session, &Session::resultChanged, this, &StageBars::refresh);
    connect(m_session, &Session::selfChecksChanged, this, &StageBars::refresh);
    connect(m_session, &Session::profileChanged, this, [this] { setBaseline(false); });
    connect(editor, &PlanEditor::movingChanged, this, &StageBars::onMovingChanged);
    selection->follow<StageIndex>(this, &StageBars::layOut);
    refresh();
}

StageBars::Peaks StageBars::peaksNow() const {
    return mapped(m_session->result()->estimate.stages, &StageEstimate::peakTileBytes);
}

void StageBars::onMovingChanged() {
    const bool begins = m_editor->moving() && m_session->resultIsCurrent();
    m_beforeMoves = begins ? std::optional(peaksNow()) : std::nullopt;
    refresh();
}

void StageBars::setBaseline(bool chosen) {
    m_baseline = chosen && m_session->resultIsCurrent() ? std::optional(peaksNow()) : std::nullopt;
    refresh();
}

void StageBars::refresh() {
    const std::vector<PlacedStage> ipus =
        m_session->estimator() ? m_session->placement().ipus : std::vector<PlacedStage>();
    if (m_estimator != m_session->estimator() || m_parts.size() > MaxParts) {
        m_estimator = m_session->estimator();
        m_parts.clear();
    }
    const PartitionResultPtr result = m_session->result();
    m_time = result ? m_session->timeOf(result->estimate) : std::nullopt;
    m_compare->setEnabled(m_session->resultIsCurrent());
    m_noBaseline->setEnabled(m_baseline.has_value());
    // Finds the warnings once for all bars, because the search takes as long as the rest of this function.
    const auto warnings = m_session->warnings(result ? &result->estimate : nullptr);
    std::vector<IpuBar> bars =
        mapped(ipus.size(), [&](uint32_t stage) { return barOf({stage}, ipus[stage], warnings); });
    if (bars == m_bars) {
        return;
    }
    m_bars = std::move(bars);
    m_limit = greatestOf(m_bars, &IpuBar::limit);
    const QString whose = estimateName(m_session->setting().setting);
    //: %1 is "estimate of the pipeline" or "PopLiner's estimate"
    setAccessibleName(tr("Fullest tile of each IPU (%1)").arg(whose));
    layOut();
    setCurrent({std::min(m_current.value, static_cast<uint32_t>(std::max<size_t>(m_bars.size(), 1) - 1))});
    emit changed();
}

IpuBar StageBars::barOf(StageIndex stage, const PlacedStage& placed,
                        const std::vector<PlanWarning>& warnings) {
    const Plan& plan = m_session->plan();
    IpuBar bar;
    bar.stage = stage;
    bar.placed = placed;
    bar.layerNames = placedText(placed, *m_session->layers());
    bar.setting = estimateName(m_session->setting().setting);
    bar.limit = plan.limitOf(stage);
    bar.memory = plan.memory().memoryOf(stage);
    bar.limitText = limitText(plan.memory(), stage);
    const std::optional<Peaks>& other = m_baseline ? m_baseline : m_beforeMoves;
    if (other && stage.index() < other->size()) {
        bar.comparedTo = (*other)[stage.index()];
    }
    const PartitionResultPtr result = m_session->result();
    if (result && stage.index() < result->estimate.stages.size()) {
        bar.estimate = result->estimate.stages[stage.index()];
        bar.current = result->estimate.placement.ipus[stage.index()] == placed;
        if (bar.current) {
            bar.parts = partsOf(placed, bar.estimate->peakTile);
        }
        bar.fit = {bar.estimate->peakTileBytes <= bar.limit, warnings};
    }
    addCycles(bar);
    if (m_whatIf && m_whatIf->estimate && stage.index() < m_whatIf->estimate->stages.size()) {
        const uint64_t peak = m_whatIf->estimate->stages[stage.index()].peakTileBytes;
        if (!bar.estimate || peak != bar.estimate->peakTileBytes) {
            bar.whatIfPeak = peak;
        }
    }
    return bar;
}

void StageBars::addCycles(IpuBar& bar) const {
    bar.showsCycles = m_estimator->uses() != nullptr;
    const PartitionResultPtr result = m_session->result();
    if (!m_time || bar.stage.index() >= result->estimate.placement.ipus.size()) {
        return;
    }
    IpuCycles cycles;
    for (const uint32_t number : result->estimate.placement.stagesOf(bar.stage.index())) {
        const PipelineTime::Stage& stage = m_time->stages[number];
        cycles.inPhase[0] += stage.forward;
        cycles.inPhase[1] += stage.recompute;
        cycles.inPhase[2] += stage.backward;
    }
    cycles.period = m_time->period;
    bar.cycles = cycles;
    bar.cycleSource = cycleSourceText(*m_session);
}

TileParts StageBars::partsOf(const PlacedStage& placed, TileId tile) {
    const auto [known, added] = m_parts.try_emplace({placed, tile});
    if (added) {
        known->second = m_estimator->tileParts(placed, tile);
    }
    return known->second;
}

/// The peak as text. Leaves out the unit if the limit has the same unit, because the axis shows that unit.
QString StageBars::numberOf(const IpuBar& bar) const {
    if (!bar.estimate) {
        return QStringLiteral("…");
    }
    const QString peak = bytesText(bar.estimate->peakTileBytes);
    const auto unit = [](const QString& text) { return text.section(QChar::Nbsp, 1); };
    return unit(peak) == unit(bytesText(bar.limit)) ? peak.section(QChar::Nbsp, 0, 0) : peak;
}

/// Makes each area as wide as its stage, but, if there is room, at least as wide as a rotated line of text.
void StageBars::layOut() {
    m_picture.forget();
    update();
    m_small = metrics::sized(font(), metrics::SmallType);
    const size_t count = m_bars.size();
    m_edges.assign(count + 1, m_geometry.left);
    // An area counts as wide only if it has room for the text `headroom` beside its bar.
    QString headroom =
        IpuBar::tr("%1 · headroom %2 (%3)").section(separator(), 1).section(QLatin1Char('('), 0, 0);
    headroom.replace(QLatin1String("%2"), QStringLiteral("0000.0 KiB"));
    m_wide =
        std::max<double>(WideArea, WideBar + TextGap + 2 * metrics::Inner + lineWidth(headroom, m_small));
    if (count == 0) {
        return;
    }
    const int line = QFontMetrics(m_small).height();
    for (size_t i = 0; i < count; ++i) {
        m_edges[i] = m_geometry.xOf(m_bars[i].placed.entries.first);
        m_edges[i + 1] = m_geometry.xOf(m_bars[i].placed.entries.last.next());
    }
    const double all = m_geometry.right() - m_geometry.left;
    const double least = std::min<double>(line + 1, all / static_cast<double>(count));
    for (size_t i = 0; i < count; ++i) {
        m_edges[i + 1] = std::max(m_edges[i + 1], m_edges[i] + least);
    }
    m_edges[count] = std::min(m_edges[count], m_geometry.right());
    for (size_t i = count; i-- > 0;) {
        m_edges[i] = std::min(m_edges[i], m_edges[i + 1] - least);
    }
    int widest = 0;
    bool narrow = false;
    m_turned = false;
    m_named = true;
    for (const IpuBar& bar : m_bars) {
        if (!isWide(bar.stage)) {
            const int width = lineWidth(numberOf(bar), metrics::bold(m_small));
            narrow = true;
            widest = std::max(widest, width);
            m_turned = m_turned || width + 2 > areaOf(bar.stage).width();
            m_named = m_named && lineWidth(bar.name(), m_small) + 4 <= areaOf(bar.stage).width();
        }
    }
    const int above = !narrow ? LimitReach : m_turned ? widest + 2 : line;
    const int cycles = m_bars.front().showsCycles ? CyclesHeight + 2 : 0;
    const int below = narrow ? line + 2 + cycles : 1;
    m_plot = QRect(0, above, width(), std::max(1, height() - above - below));
}

double StageBars::yOf(uint64_t bytes) const {
    return m_plot.bottom() + 1 - m_plot.height() * std::min(1.0, shareOf(bytes, scale()));
}

QRect StageBars::areaOf(StageIndex stage) const {
    const int left = qRound(m_edges[stage.index()]);
    return {left, 0, qRound(m_edges[stage.index() + 1]) - left, height()};
}

QRect StageBars::columnOf(StageIndex stage) const {
    const QRect area = areaOf(stage);
    const int width = isWide(stage) ? WideBar : std::clamp(qRound(area.width() * BarShare), 1, WideBar);
    int left = area.center().x() + 1 - width / 2;
    if (isWide(stage)) {
        // Places the bar within the visible part of its area, so that the bar does not scroll out of view.
        const QRect seen = area & visibleRegion().boundingRect();
        left = (seen.width() >= m_wide ? seen : area).left() + metrics::Inner;
    }
    return {left, m_plot.top(), width, m_plot.height()};
}

std::optional<StageIndex> StageBars::barAt(const QPoint& at) const {
    for (const IpuBar& bar : m_bars) {
        if (areaOf(bar.stage).contains(at)) {
            return bar.stage;
        }
    }
    return std::nullopt;
}

/// The texts beside a wide bar. If there is too little room, the less important parts are left out.
QStringList StageBars::linesOf(const IpuBar& bar) const {
    const int room = areaOf(bar.stage).right() - columnOf(bar.stage).right() - TextGap - metrics::Inner / 2;
    QString peak = bar.verdict().section(separator(), 0, 0);
    if (lineWidth(peak, metrics::bold(font())) > room) {
        peak = bar.verdict(false).section(separator(), 0, 0);
    }
    QString rest = bar.verdict().section(separator(), 1);
    if (lineWidth(rest, m_small) > room) {
        // Leaves out the percentage, which is in parentheses at the end of the text in every language.
        rest = rest.left(rest.lastIndexOf(QLatin1Char('('))).trimmed();
    }
    QStringList lines{peak, rest, bar.place().section(separator(), 0, 0)};
    lines.removeAll(QString());
    return lines;
}

QStringList StageBars::shownTexts(StageIndex stage) const {
    const IpuBar& bar = m_bars[stage.index()];
    if (isWide(stage)) {
        return linesOf(bar);
    }
    return {numberOf(bar), m_named ? bar.name() : QString::number(stage.value)};
}

void StageBars::draw(QPainter& painter, const QRect& part) const {
    const ChartColors colors(palette());
    painter.fillRect(QRectF(m_geometry.left, 0, m_geometry.right() - m_geometry.left, height()),
                     colors.background());
    for (const IpuBar& bar : m_bars) {
        const QRect area = areaOf(bar.stage);
        if (!area.intersects(part)) {
            continue;
        }
        if (m_selection->chosen<StageIndex>() == bar.stage) {
            painter.fillRect(area.adjusted(1, 0, 0, 0),
                             blend(colors.background(), colors.of(ColorRole::AccentTint), 0.5));
        }
        painter.fillRect(QRect(area.left(), qRound(yOf(bar.limit)), area.width(), 1), colors.grid());
        if (bar.stage.value > 0) {
            painter.fillRect(QRect(area.left(), 0, 1, height()), colors.of(ColorRole::Line));
        }
        drawBar(painter, bar);
        isWide(bar.stage) ? drawBeside(painter, bar) : drawAround(painter, bar);
    }
    painter.setPen(QPen(colors.faintText(), 1));
    painter.drawLine(QPointF(m_geometry.left, m_plot.bottom() + 1),
                     QPointF(m_geometry.right(), m_plot.bottom() + 1));
}

void StageBars::drawBar(QPainter& painter, const IpuBar& bar) const {
    const ChartColors colors(palette());
    const QRect column = columnOf(bar.stage);
    const int limit = qRound(yOf(bar.limit));
    const auto box = [&](uint64_t from, uint64_t to) {
        return QRect(QPoint(column.left(), qRound(yOf(to))), QPoint(column.right(), qRound(yOf(from)) - 1));
    };
    if (bar.limit < bar.memory) {
        // Shades the memory that must stay free: the range above the limit.
        painter.fillRect(box(bar.limit, bar.memory), colors.of(ColorRole::Sunken));
    }
    const uint64_t peak = bar.estimate ? bar.estimate->peakTileBytes : 0;
    if (bar.parts) {
        uint64_t begin = 0;
        for (const BarPart& part : barParts()) {
            const uint64_t bytes = *bar.parts.*part.bytes;
            if (begin < scale()) {
                colors.category(part.category).paint(painter, box(begin, begin + bytes));
            }
            begin += bytes;
        }
    } else {
        const FillColors last{colors.stageTint(bar.stage.index()), colors.stage(bar.stage.index())};
        last.paint(painter, box(0, peak));
    }
    if (bar.isOver()) {
        drawOver(painter, box(bar.limit, peak));
    }
    if (peak > scale()) {
        // Draws a break in the bar to show that the bar is cut off.
        const int top = column.top() + 6;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.background());
        painter.drawPolygon(QPolygon({{column.left() - 2, top + 4},
                                      {column.right() + 3, top - 2},
                                      {column.right() + 3, top + 2},
                                      {column.left() - 2, top + 8}}));
    }
    const auto line = [&](double y, int reach, const QPen& pen) {
        painter.setPen(pen);
        painter.drawLine(QPointF(column.left() - reach, y), QPointF(column.right() + 1 + reach, y));
    };
    if (!bar.difference().isEmpty()) {
        // The dashed frame shows how high the bar was in the baseline or before the split was moved.
        painter.setRenderHint(QPainter::Antialiasing, false); // antialiasing makes dashes slow
        painter.setPen(QPen(colors.text(), 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box(0, *bar.comparedTo).adjusted(-2, 0, 1, 0));
        painter.setRenderHint(QPainter::Antialiasing);
    }
    const int room = (areaOf(bar.stage).width() - column.width()) / 2 - 1;
    line(limit, std::clamp(room, 0, LimitReach), QPen(bar.isOver() ? colors.limit() : colors.text(), 1.5));
    if (bar.whatIfPeak) {
        line(yOf(*bar.whatIfPeak), std::clamp(room, 0, LimitReach),
             QPen(colors.selection(), 2, Qt::DashLine));
    }
}

/// Hatches the part of a bar that is above the limit. Other parts of bars are never hatched.
void StageBars::drawOver(QPainter& painter, const QRect& over) const {
    const ChartColors colors(palette());
    const QRect strip = over.adjusted(std::max(over.width() - HatchWidth, over.width() / 2), 0, 0, 0);
    painter.fillRect(strip, colors.background());
    hatch(painter, strip, colors.limit());
    painter.setPen(QPen(colors.limit(), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(over.adjusted(0, 1, 0, 0));
}

void StageBars::drawBeside(QPainter& painter, const IpuBar& bar) const {
    const ChartColors colors(palette());
    const int left = columnOf(bar.stage).right() + TextGap;
    const QStringList lines = linesOf(bar);
    const int big = fontMetrics().height();
    const int small = QFontMetrics(m_small).height();
    const int shown = std::clamp(1 + (m_plot.height() - big) / small, 1,
                                 static_cast<int>(lines.size()) + (bar.showsCycles));
    const int tall = big + (shown - 1) * small;
    QRect line(left, m_plot.center().y() - tall / 2, areaOf(bar.stage).right() - left, big);
    for (int i = 0; i < std::min<int>(shown, static_cast<int>(lines.size())); ++i) {
        const bool says = i == 1 && bar.isOver();
        painter.setFont(i == 0 ? metrics::bold(font()) : m_small);
        painter.setPen(bar.isOver() && (i == 0 || says) ? colors.limit()
                       : i == 0 && bar.current          ? colors.text()
                                                        : colors.faintText());
        drawLine(painter, line, Qt::AlignLeft | Qt::AlignVCenter, lines[i]);
        line = {left, line.bottom() + 1, line.width(), small};
    }
    if (bar.showsCycles && shown > lines.size()) {
        const QString share = bar.cycles ? percentText(bar.cycles->share()) : QString();
        const int text = lineWidth(share, m_small);
        const int width = std::clamp(line.width() - text - metrics::Inner - 2, 8, 64);
        drawCycles(painter, bar, {left, line.center().y() - CyclesHeight / 2 + 1, width, CyclesHeight});
        painter.setFont(m_small);
        painter.setPen(colors.faintText());
        drawLine(painter, line.adjusted(width + metrics::Inner, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                 share);
    }
    painter.setFont(font());
}

void StageBars::drawAround(QPainter& painter, const IpuBar& bar) const {
    const ChartColors colors(palette());
    const QRect area = areaOf(bar.stage);
    const QRect column = columnOf(bar.stage);
    const QStringList texts = shownTexts(bar.stage);
    const int small = QFontMetrics(m_small).height();
    painter.setFont(bar.isOver() ? metrics::bold(m_small) : m_small);
    painter.setPen(bar.isOver() ? colors.limit() : bar.current ? colors.text() : colors.faintText());
    if (m_turned) {
        painter.save();
        painter.translate(area.center().x() + 1 - small / 2.0, m_plot.top() - 2);
        painter.rotate(-90);
        drawLine(painter, QRectF(0, 0, m_plot.top(), small), Qt::AlignLeft | Qt::AlignVCenter, texts[0]);
        painter.restore();
    } else {
        drawLine(painter, QRectF(area.left(), m_plot.top() - small, area.width(), small), Qt::AlignCenter,
                 texts[0]);
    }
    if (bar.showsCycles) {
        drawCycles(painter, bar, {column.left(), m_plot.bottom() + 4, column.width(), CyclesHeight - 1});
    }
    painter.setFont(m_small);
    painter.setPen(colors.faintText());
    drawLine(painter, QRectF(area.left(), height() - small, area.width() + 1, small), Qt::AlignCenter,
             texts[1]);
    painter.setFont(font());
}

void StageBars::drawCycles(QPainter& painter, const IpuBar& bar, const QRect& area) const {
    const ChartColors colors(palette());
    painter.fillRect(area, colors.grid());
    if (!bar.cycles || bar.cycles->period <= 0) {
        return;
    }
    const auto x = [&](double at) { return qRound(area.width() * std::min(1.0, at / bar.cycles->period)); };
    double begin = 0;
    for (const CyclePhase phase : CyclePhases) {
        const double end = begin + bar.cycles->of(phase);
        colors.phase(phase).paint(
            painter, QRectF(area.left() + x(begin), area.top(), x(end) - x(begin), area.height()));
        begin = end;
    }
}

void StageBars::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    m_picture.paint(painter, *this, *event, rect(),
                    [this](QPainter& picture, const QRect& part) { draw(picture, part); });
    if (hasFocus() && m_current.index() < m_bars.size()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(areaOf(m_current)).adjusted(1.5, 1, -0.5, -1), 3, 3);
    }
}

void StageBars::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void StageBars::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        layOut();
    }
}

/// Makes `stage` the stage on which the keys act. Screen readers announce it, because its text becomes the
/// accessible description.
void StageBars::setCurrent(StageIndex stage) {
    const bool moved = stage != m_current;
    m_current = stage;
    setAccessibleDescription(valueText());
    if (hasFocus() && !m_bars.empty()) {
        emit barFocused(areaOf(stage).center().x());
        if (moved) {
            QAccessibleEvent focus(this, QAccessible::Focus);
            focus.setChild(static_cast<int>(stage.value));
            QAccessible::updateAccessibility(&focus);
        }
    }
    update();
}

void StageBars::choose(StageIndex stage) {
    const IpuBar& bar = m_bars[stage.index()];
    if (bar.estimate && bar.current) {
        m_selection->choose({stage, bar.estimate->peakTile, bar.estimate->peakStep});
    } else {
        m_selection->choose(stage);
    }
}

void StageBars::explain(StageIndex stage) {
    setCurrent(stage);
    choose(stage);
    emit explainRequested();
}

void StageBars::mousePressEvent(QMouseEvent* event) {
    const auto stage = barAt(event->pos());
    if (event->button() == Qt::LeftButton && stage) {
        explain(*stage);
    }
}

void StageBars::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto stage = barAt(event->pos());
    if (event->button() == Qt::LeftButton && stage) {
        emit limitRequested(*stage);
    }
}

void StageBars::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    setCurrent(m_current);
}

void StageBars::keyPressEvent(QKeyEvent* event) {
    const auto last = static_cast<int>(m_bars.size()) - 1;
    const auto now = static_cast<int>(m_current.value);
    const auto go = [&](int to) { setCurrent({static_cast<uint32_t>(std::clamp(to, 0, last))}); };
    if (last < 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        return go(now - 1);
    case Qt::Key_Right:
    case Qt::Key_Down:
        return go(now + 1);
    case Qt::Key_Home:
        return go(0);
    case Qt::Key_End:
        return go(last);
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return explain(m_current);
    case Qt::Key_F2:
        emit limitRequested(m_current);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void StageBars::contextMenuEvent(QContextMenuEvent* event) {
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const auto stage = byMouse ? barAt(event->pos()) : std::optional(m_current);
    if (!stage || stage->index() >= m_bars.size()) {
        return;
    }
    setCurrent(*stage);
    QMenu menu;
    menu.addAction(iconOf("peak"), IpuBar::tr("Why this peak"), this, [&] { explain(*stage); });
    menu.addAction(IpuBar::tr("Limit of this IPU…"), this, [&] { emit limitRequested(*stage); });
    menu.addAction(iconOf("copy"), IpuBar::tr("Copy"), this,
                   [&] { QApplication::clipboard()->setText(m_bars[stage->index()].summary()); });
    menu.addSeparator();
    menu.addActions(baselineActions());
    menu.exec(byMouse ? event->globalPos() : mapToGlobal(areaOf(*stage).center()));
}

bool StageBars::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        const auto stage = barAt(help->pos());
        stage ? QToolTip::showText(help->globalPos(), plainToolTip(m_bars[stage->index()].toolTip()), this)
              : QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace tileline
