// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/timelineview.h"

#include "core/execution/tracefigures.h"
#include "core/execution/tracelanes.h"
#include "core/output/timelinechart.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/cyclestext.h"
#include "ui/text/plaintext.h"
#include "ui/text/verdicttext.h"

#include <QCoreApplication>
#include <QMenu>
#include <QToolTip>

#include <algorithm>
#include <tuple>

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

/// The timeline to show, and the lanes, spans and texts that are made from it.
struct Shown {
    VisibleTimeline timeline;
    std::vector<Lane> lanes{};                            ///< one per IPU
    std::vector<std::vector<VisibleTimeline::Span>> of{}; ///< the spans of each IPU
    uint32_t slowest = 0;            ///< the IPU that works longest in a full cycle; other IPUs wait for it
    std::vector<QString> shares{};   ///< by IPU: says how much of a period the IPU works and waits
    std::vector<QStringList> help{}; ///< by IPU: lines about remedies that concern the IPU
};

QString readoutOf(const Shown& shown, const LanePosition& at) {
    const VisibleTimeline::Span& span = shown.of[at.group][at.span];
    QStringList lines{TimelineText::tr("IPU %1: %2").arg(span.ipu).arg(kindText(span.kind))};
    if (span.kind == Kind::Waiting && span.ipu != shown.slowest) {
        lines += TimelineText::tr("Waits for IPU %1, which takes longest in a full cycle").arg(shown.slowest);
    }
    if (span.microBatch) {
        lines += TimelineText::tr("micro-batch %1").arg(*span.microBatch);
    }
    lines += {exactCyclesText(span.to - span.from), shown.shares[span.ipu]};
    lines += shown.help[span.ipu];
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

/// The lanes of `plan`, with the lanes of `other` beneath them on the same scale. `title` is the new title
/// for groups of lanes from `other`. In `title`, %1 stands for the former title of the group.
LaneChartDataPtr withBeneath(const LaneChartDataPtr& plan, const LaneChartDataPtr& other,
                             const QString& title) {
    if (!other || plan->groups.empty()) {
        return plan;
    }
    auto both = std::make_shared<LaneChartData>(*plan);
    for (LaneChartData::Group group : other->groups) {
        group.title = title.arg(group.title);
        both->groups.push_back(std::move(group));
    }
    both->to = std::max(plan->to, other->to);
    both->owner = std::make_shared<std::pair<LaneChartDataPtr, LaneChartDataPtr>>(plan, other);
    const auto of = [plan, other](const auto text) {
        return [plan, other, text](LanePosition at) {
            const bool isPlan = at.group < plan->groups.size();
            at.group -= isPlan ? 0 : plan->groups.size();
            return ((isPlan ? *plan : *other).*text)(at);
        };
    };
    both->label = of(&LaneChartData::label);
    both->readout = of(&LaneChartData::readout);
    return both;
}

/// Says which move of a single layer would shorten the period and by how much, or that no such move exists.
QString helpText(const std::optional<Remedy>& quicker, const PipelineTime& time, const Layers& layers) {
    return quicker
               //: %1 is "Move layer 3 to IPU 1", %2 "1.2 M cycles", %3 "5 %"
               ? TimelineText::tr("%1: shortens the period by %3, to %2 (see the context menu)")
                     .arg(remedyName(*quicker, layers), exactCyclesText(quicker->period),
                          percentText(1 - quicker->period / time.period))
               : TimelineText::tr("No move of one layer shortens the period");
}

/// The lanes of the first measured run of a compiled pipeline, from cycle 0 on. Null if no run was measured.
Outcome<LaneChartDataPtr> measuredData(const Study& study, const std::stop_token& stop) {
    if (study.profile->executionSteps.empty() || !study.profile->target.hasSeveralIpus()) {
        return LaneChartDataPtr();
    }
    const auto trace = std::make_shared<const ExecutionTrace>(
        TRY(ExecutionTrace::find(study.profile, study.layers, study.passes(), TraceSource::Measured, stop)));
    const TraceLanes found = TRY(TraceLanes::find(trace, 0, LaneNaming::Steps, {}, stop));
    const TraceFigures figures = TRY(TraceFigures::find(*trace, trace->runs()[0].id, stop));
    auto lanes = std::make_shared<std::vector<std::vector<Lane>>>();
    auto data = std::make_shared<LaneChartData>();
    for (size_t ipu = 0; ipu < found.ipus.size(); ++ipu) {
        std::vector<Lane>& made = lanes->emplace_back();
        for (const Lane& lane : found.ipus[ipu].lanes) {
            std::vector<LaneSpan> spans; // adjoining spans with the same look are merged
            for (size_t i = 0; i < lane.size(); ++i) {
                const LaneSpan span = lane.at(i);
                if (!spans.empty() && spans.back().look == span.look &&
                    spans.back().to == span.from - found.from) {
                    spans.back().to = span.to - found.from;
                } else {
                    spans.push_back({span.from - found.from, span.to - found.from, span.look});
                }
            }
            made.emplace_back(std::make_shared<StoredSpans>(std::move(spans)));
        }
        const IpuFigures& of = figures.runs[0].ipus[ipu];
        LaneChartData::Group& group = data->groups.emplace_back();
        group.title = TimelineText::tr("IPU %1").arg(of.ipu);
        group.note = TimelineText::tr("%1 busy").arg(percentText(
            static_cast<double>(of.working) / static_cast<double>(std::max<uint64_t>(1, of.span()))));
        group.ipu = of.ipu;
        for (const Lane& lane : made) {
            group.lanes.push_back(&lane);
        }
    }
    data->to = found.to - found.from;
    data->label = [](const LanePosition&) { return QString(); };
    data->readout = [lanes](const LanePosition& at) {
        constexpr std::array<std::string_view, SpanLookCount> Ids{"forward",       "recompute", "backward",
                                                                  "update",        "other",     "exchange",
                                                                  "host_transfer", "sync",      "waiting"};
        const LaneSpan span = (*lanes)[at.group][at.lane].at(at.span);
        return wordFor(ColumnType::Step, Ids[static_cast<size_t>(span.look)]) + QLatin1Char('\n') +
               exactCyclesText(span.to - span.from);
    };
    data->owner = lanes;
    return LaneChartDataPtr(data);
}

/// The lanes of a timeline, one per IPU. `help` contains, for each IPU, lines for its tool tip.
LaneChartDataPtr timelineData(const PipelineTimeline& timeline, std::vector<QStringList> help) {
    auto shown = std::make_shared<Shown>(Shown{visibleTimeline(timeline)});
    shown->help = std::move(help);
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
        const double period = std::max(1e-300, timeline.time().period);
        shown->shares.push_back(
            TimelineText::tr("In a period: %1 busy, %2 waiting")
                .arg(percentText(sums[ipu].busy / period), percentText(sums[ipu].waiting / period)));
        data->groups.push_back({TimelineText::tr("IPU %1").arg(ipu),
                                //: how much of the period an IPU works
                                TimelineText::tr("%1 busy").arg(percentText(sums[ipu].busy / period)),
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

} // namespace

TimelineView::TimelineView(Session* session, QWidget* parent)
    : LaneChart(parent)
    , m_session(session) {
    setObjectName(QStringLiteral("timeline"));
    setTitle(tr("Timeline"));
    setSummary(tr("An estimate of how the pipeline of the plan would run, cycle by cycle"));
    for (const auto signal : {&Session::planChanged, &Session::resultChanged}) {
        connect(session, signal, this, &TimelineView::refresh);
    }
    connect(session, &Session::tableProgress, this, [this](double fraction) {
        fraction >= 1 ? refresh() : void(); // only a complete table shows which moves shorten the period
    });
    for (const auto signal : {&Session::profileChanged, &Session::layersChanged}) {
        connect(session, signal, this, &TimelineView::readMeasured);
    }
    connect(session->comparison(), &Comparison::changed, this, &TimelineView::readMeasured);
    connect(session, &Session::profileChanged, this, [this] { m_kept.reset(); });
    connect(this, &LaneChart::spanChosen, this, [this](const LanePosition& at) {
        QToolTip::showText(mapToGlobal(rectOf(at).center().toPoint()), plainToolTip(data()->readout(at)),
                           this);
    });
    refresh();
}

void TimelineView::addActions(QMenu& menu) {
    LaneChart::addActions(menu);
    if (m_quicker) {
        menu.addAction(remedyName(*m_quicker, *m_session->layers()), this,
                       [this, quicker = *m_quicker] { emit remedyChosen(quicker); });
    }
    menu.addAction(m_kept ? tr("Show this plan alone") : tr("Compare other plans with this one"), this,
                   &TimelineView::keepPlan);
}

void TimelineView::keepPlan() {
    m_kept = m_kept ? nullptr : m_plan;
    refresh();
}

void TimelineView::setRemedies(const std::vector<Remedy>& remedies) {
    if (!remedies.empty() || !m_remedies.empty()) {
        m_remedies = remedies;
        refresh();
    }
}

void TimelineView::readMeasured() {
    const ComparedReportPtr compared = m_session->comparison()->report();
    m_measured.reset();
    refresh();
    m_measuring.cancel();
    if (compared) {
        m_measuring.run(
            [compared](const std::stop_token& stop) { return measuredData(compared->study, stop); },
            [this](const Outcome<LaneChartDataPtr>& measured) {
                m_measured = measured ? *measured : nullptr;
                refresh();
            });
    }
}

void TimelineView::refresh() {
    const PartitionResultPtr result = m_session->result();
    if (!result || !m_session->cycles()) {
        m_task.cancel();
        setData(std::make_shared<LaneChartData>());
        return;
    }
    /// A line with a remedy is for the IPUs that the remedy changes; a line without a remedy is for all IPUs.
    std::vector<std::pair<std::optional<Remedy>, QString>> help;
    for (const Remedy& remedy : m_remedies) {
        if (remedy.plan.layerCount() ==
            m_session->plan().layerCount()) { // skips remedies for an earlier layer list
            help.emplace_back(remedy, remedyName(remedy, *m_session->layers()) + QStringLiteral(": ") +
                                          remedyEffect(remedy, *m_session));
        }
    }
    m_task.run(
        [study = m_session->study(), plan = m_session->plan(), result,
         help = std::move(help)](const std::stop_token& stop) mutable {
            std::pair made(std::make_shared<const LaneChartData>(), std::optional<Remedy>());
            const auto timeline = study.timelineOf(result->estimate);
            if (timeline) {
                if (study.table && study.table->complete() && plan.splitPlan() == result->estimate.plan) {
                    const auto periodOf = [&](const PlanEstimate& of) { return study.timeOf(of)->period; };
                    const auto found = findQuickerMove(plan, *study.table, periodOf, stop);
                    made.second = found ? *found : std::nullopt;
                    help.emplace_back(made.second, helpText(made.second, timeline->time(), *study.layers));
                }
                const auto& now = result->estimate.placement.ipus;
                std::vector<QStringList> lines(timeline->ipus());
                for (const auto& [remedy, line] : help) {
                    const auto then = remedy ? study.place(remedy->plan.splitPlan()).ipus : now;
                    for (size_t ipu = 0; ipu < lines.size(); ++ipu) {
                        if (!remedy || ipu >= then.size() || now[ipu].entries != then[ipu].entries ||
                            (remedy->kind == Remedy::Kind::OutputOnFirst &&
                             (ipu == 0 || ipu + 1 == lines.size()))) {
                            lines[ipu] += line;
                        }
                    }
                }
                made.first = timelineData(*timeline, std::move(lines));
            }
            return made;
        },
        [this](auto made) {
            std::tie(m_plan, m_quicker) = std::move(made);
            const bool all = from() <= this->data()->from && to() >= this->data()->to;
            const double first = from();
            const double last = to();
            setData(withBeneath(withBeneath(m_plan, m_kept, tr("%1, kept")), m_measured, tr("%1, run")));
            if (!all) {
                setRange(first, last);
            }
        });
}

} // namespace tileline
