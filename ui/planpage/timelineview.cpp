// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/timelineview.h"

#include "core/output/timelinechart.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/cyclestext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>
#include <QMenu>
#include <QToolTip>

#include <algorithm>

namespace tileline {

namespace {

using Kind = VisibleTimeline::Kind;

struct TimelineText {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

constexpr std::array<SpanLook, VisibleTimeline::KindCount> Looks{SpanLook::Forward,  SpanLook::Recompute,
                                                                 SpanLook::Backward, SpanLook::Update,
                                                                 SpanLook::Exchange, SpanLook::Waiting};

QString kindText(Kind kind) {
    return wordFor(ColumnType::Step, VisibleTimeline::KindIds[static_cast<size_t>(kind)]);
}

/// The timeline that the view shows, and the spans of each lane.
struct Shown {
    VisibleTimeline timeline;
    std::vector<Lane> lanes{};                            ///< by IPU
    std::vector<std::vector<VisibleTimeline::Span>> of{}; ///< the spans of each IPU
    uint32_t slowest = 0; ///< the IPU that the others wait for in a full cycle
};

QString readoutOf(const Shown& shown, const LanePosition& at) {
    const VisibleTimeline::Span& span = shown.of[at.group][at.span];
    QStringList lines{TimelineText::tr("IPU %1: %2").arg(span.ipu).arg(kindText(span.kind))};
    if (span.kind == Kind::Waiting && span.ipu != shown.slowest) {
        lines += TimelineText::tr("Waits for IPU %1, which takes longest in a full cycle. To shorten the "
                                  "period, move a layer from there to another IPU")
                     .arg(shown.slowest);
    }
    if (span.microBatch) {
        lines += TimelineText::tr("micro-batch %1").arg(*span.microBatch);
    }
    lines += exactCyclesText(span.to - span.from);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

LaneChartDataPtr timelineData(const PipelineTimeline& timeline) {
    auto shown = std::make_shared<Shown>(Shown{visibleTimeline(timeline)});
    const auto sums = timeline.periodSums();
    shown->of.resize(timeline.ipus());
    for (const VisibleTimeline::Span& span : shown->timeline.spans) {
        shown->of[span.ipu].push_back(span);
    }
    auto data = std::make_shared<LaneChartData>();
    for (uint32_t ipu = 0; ipu < timeline.ipus(); ++ipu) {
        shown->slowest = sums[ipu].busy > sums[shown->slowest].busy ? ipu : shown->slowest;
        std::vector<LaneSpan> spans;
        for (const VisibleTimeline::Span& span : shown->of[ipu]) {
            spans.push_back({span.from, span.to, Looks[static_cast<size_t>(span.kind)]});
        }
        shown->lanes.emplace_back(std::make_shared<StoredSpans>(std::move(spans)));
    }
    for (uint32_t ipu = 0; ipu < timeline.ipus(); ++ipu) {
        const double period = timeline.time().period;
        data->groups.push_back(
            {TimelineText::tr("IPU %1").arg(ipu),
             //: share of the period in which an IPU works
             period > 0 ? TimelineText::tr("%1 busy").arg(percentText(sums[ipu].busy / period)) : QString(),
             ipu,
             {&shown->lanes[ipu]}});
    }
    for (const VisibleTimeline::Phase& phase : shown->timeline.phases) {
        data->brackets.push_back({phase.from, phase.to, wordFor(ColumnType::Step, phase.name)});
    }
    if (const auto& gap = shown->timeline.leftOut) {
        data->brackets.push_back({gap->first, gap->second, QStringLiteral("…")});
    }
    data->highlight = shown->timeline.period;
    data->to = std::max(1.0, shown->timeline.length);
    data->label = [shown](const LanePosition& at) {
        const VisibleTimeline::Span& span = shown->of[at.group][at.span];
        return span.microBatch ? QString::number(*span.microBatch) : kindText(span.kind);
    };
    data->readout = [shown](const LanePosition& at) { return readoutOf(*shown, at); };
    data->owner = shown;
    return data;
}

TimelineView::TimelineView(const Session* session, QWidget* parent)
    : LaneChart(parent)
    , m_session(session) {
    setObjectName(QStringLiteral("timeline"));
    setTitle(tr("Timeline"));
    setSummary(tr("An estimate of how the pipeline of the plan would run, cycle by cycle"));
    for (const auto signal : {&Session::planChanged, &Session::resultChanged, &Session::profileChanged}) {
        connect(session, signal, this, &TimelineView::refresh);
    }
    connect(session, &Session::profileChanged, this, [this] { m_kept.reset(); });
    connect(this, &LaneChart::spanChosen, this, [this](const LanePosition& at) {
        QToolTip::showText(mapToGlobal(rectOf(at).center().toPoint()), plainToolTip(data()->readout(at)),
                           this);
    });
    refresh();
}

void TimelineView::addActions(QMenu& menu) {
    LaneChart::addActions(menu);
    menu.addAction(m_kept ? tr("Show this plan alone") : tr("Compare other plans with this one"), this,
                   &TimelineView::keepPlan);
}

void TimelineView::keepPlan() {
    m_kept = m_kept ? nullptr : data();
    refresh();
}

/// The timeline of `plan`, with the timeline that was kept beneath it on the same scale.
LaneChartDataPtr TimelineView::withKept(const LaneChartDataPtr& plan) const {
    if (!m_kept || plan->groups.empty()) {
        return plan;
    }
    auto both = std::make_shared<LaneChartData>(*plan);
    for (LaneChartData::Group group : m_kept->groups) {
        group.title = tr("%1, kept").arg(group.title);
        both->groups.push_back(std::move(group));
    }
    both->to = std::max(plan->to, m_kept->to);
    both->owner = std::make_shared<std::pair<LaneChartDataPtr, LaneChartDataPtr>>(plan, m_kept);
    const auto of = [plan, kept = m_kept](const auto text) {
        return [plan, kept, text](LanePosition at) {
            const LaneChartData& shown = at.group < plan->groups.size() ? *plan : *kept;
            at.group -= &shown == kept.get() ? plan->groups.size() : 0;
            return (shown.*text)(at);
        };
    };
    both->label = of(&LaneChartData::label);
    both->readout = of(&LaneChartData::readout);
    return both;
}

void TimelineView::refresh() {
    const PartitionResultPtr result = m_session->result();
    if (!result || !m_session->cycles()) {
        m_task.cancel();
        setData(std::make_shared<LaneChartData>());
        return;
    }
    m_task.run(
        [study = m_session->study(), result](const std::stop_token&) {
            const auto timeline = study.timelineOf(result->estimate);
            return timeline ? timelineData(*timeline) : std::make_shared<const LaneChartData>();
        },
        [this](LaneChartDataPtr data) {
            const bool all = from() <= this->data()->from && to() >= this->data()->to;
            const double first = from();
            const double last = to();
            setData(withKept(data));
            if (!all) {
                setRange(first, last);
            }
        });
}

} // namespace tileline
