// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/executionpage.h"

#include "core/output/executiontables.h"
#include "ui/look/metrics.h"
#include "ui/questions/choosefile.h"
#include "ui/questions/plainmessagebox.h"
#include "ui/session/workerpool.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/cyclestext.h"
#include "ui/text/errortext.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"
#include "ui/text/timetext.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>
#include <unordered_map>

namespace tileline {

namespace {

struct ExecutionText {
    Q_DECLARE_TR_FUNCTIONS(Execution)
};

constexpr size_t MaxMatches = 1'000'000;
constexpr size_t MaxRunChoices = 1000;
/// The maximum number of syncs to skip when looking for the step that another IPU waits for.
constexpr size_t MaxSyncs = 100;
constexpr size_t SpansPerStop = size_t{1} << 14U;

enum class By : uint8_t { Program, Entry, Kind, Ipu, Waits };

QString sourceText(TraceSource source) {
    return source == TraceSource::Measured ? ExecutionText::tr("Measured")
           : source == TraceSource::Blocks ? ExecutionText::tr("Blocks")
                                           : ExecutionText::tr("Estimated");
}

/// "12.3 k cycles, 9.23 µs".
QString durationText(double cycles, double microseconds) {
    //: %1 is a number of cycles, %2 a number of microseconds
    return ExecutionText::tr("%1 cycles, %2 µs")
        .arg(cyclesText(cycles), QLocale().toString(microseconds, 'f', 2));
}

Outcome<ExecutionData> makeData(const Study& study, ExecutionData known, TraceSource source, uint32_t run,
                                LaneNaming naming, const std::stop_token& stop) {
    if (known.source != source) {
        known = {source};
    }
    known.clocks = std::make_shared<TraceClocks>(*study.profile);
    if (source == TraceSource::Blocks) {
        known.blocks = std::make_shared<TraceBlocks>(traceBlocks(*study.profile));
        known.lanes = std::make_shared<TraceLanes>(
            TraceLanes::ofBlocks(*study.profile, known.blocks->blocks, blockNames(*study.profile)));
        known.figures = std::make_shared<TraceFigures>();
        return known;
    }
    if (!known.trace) {
        known.trace = std::make_shared<ExecutionTrace>(
            TRY(ExecutionTrace::find(study.profile, study.layers, study.passes(), source, stop)));
    }
    run = std::min(run, static_cast<uint32_t>(known.trace->runs().size()) - 1);
    const uint32_t id = known.trace->runs()[run].id;
    known.figures = std::make_shared<TraceFigures>(TRY(TraceFigures::find(*known.trace, id, stop)));
    known.lanes = std::make_shared<TraceLanes>(TRY(TraceLanes::find(known.trace, run, naming, stop)));
    return known;
}

TableDataPtr makeTable(const ExecutionData& data, const Profile& profile, By by) {
    Table table;
    if (data.source == TraceSource::Blocks) {
        table = blockColumns(profile).table(data.blocks->blocks);
    } else if (by == By::Ipu) {
        for (const RunFigures& run : data.figures->runs) {
            table = runColumns().table(run.ipus).without({"name"});
        }
    } else if (by == By::Waits) {
        table = waitColumns().table(data.figures->waits);
    } else {
        table = by == By::Kind    ? sumColumns(*data.trace, SumBy::Kind).table(data.figures->kinds)
                : by == By::Entry ? sumColumns(*data.trace, SumBy::Entry).table(data.figures->entries)
                                  : sumColumns(*data.trace, SumBy::Program).table(data.figures->programs);
    }
    return makeTableData(std::move(table).without({"run"})); // there is only one run
}

struct Matches {
    std::vector<LanePosition> found; ///< at most MaxMatches of them
    size_t count = 0;
};

/// The spans whose names contain a text, by IPU, lane and time.
Outcome<Matches> findSpans(const TraceLanes& lanes, const QString& text, const std::stop_token& stop) {
    Matches matches;
    const TextMatcher matcher({text, false});
    std::unordered_map<uint32_t, bool> programs;
    size_t seen = 0;
    LanePosition at;
    for (at.group = 0; at.group < lanes.ipus.size(); ++at.group) {
        for (at.lane = 0; at.lane < lanes.ipus[at.group].lanes.size(); ++at.lane) {
            const size_t count = lanes.ipus[at.group].lanes[at.lane].size();
            for (at.span = 0; at.span < count; ++at.span) {
                if (++seen % SpansPerStop == 0 && stop.stop_requested()) {
                    return Cancelled{};
                }
                const auto program =
                    lanes.isStep(at) ? lanes.trace->steps().program(lanes.rowOf(at)) : std::nullopt;
                const auto isNamed = [&] { return matcher.matches(shownText(lanes.nameOf(at))); };
                bool isMatch = false;
                if (program) {
                    const auto [entry, added] = programs.try_emplace(program->value);
                    entry->second = added ? isNamed() : entry->second;
                    isMatch = entry->second;
                } else {
                    isMatch = isNamed();
                }
                if (isMatch) {
                    ++matches.count;
                    if (matches.found.size() < MaxMatches) {
                        matches.found.push_back(at);
                    }
                }
            }
        }
    }
    return matches;
}

} // namespace

ExecutionPage::ExecutionPage(Session* session, Selection* selection, QWidget* parent)
    : DataPage(session, selection, tr("Open a profile to see when its programs ran."), parent)
    , m_source(comboBox({}, tr("Source"), tr("Where the times come from")))
    , m_run(comboBox({}, tr("Run"), tr("The run that is shown")))
    , m_naming(comboBox({tr("Steps"), tr("Names"), tr("Layers")}, tr("Lanes"),
                        tr("Show the steps alone, with the parts of their names, or with passes and layers")))
    , m_by(comboBox({tr("By program"), tr("By layer"), tr("By kind"), tr("By IPU"), tr("Waits")}, tr("Table"),
                    tr("What the rows of the table are")))
    , m_find(new QLineEdit) {
    setProperty(metrics::NeedsHeight, true);
    m_source->setObjectName(QStringLiteral("traceSource"));
    m_run->setObjectName(QStringLiteral("traceRun"));
    m_naming->setObjectName(QStringLiteral("traceNaming"));
    m_by->setObjectName(QStringLiteral("traceTable"));
    m_find->setObjectName(QStringLiteral("traceFind"));
    m_find->setPlaceholderText(tr("Find"));
    m_find->setAccessibleName(tr("Find a program"));
    m_find->setClearButtonEnabled(true);
    m_readout->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_chart->setTitle(tr("Execution"));
    auto* const scroll = new QScrollArea;
    scroll->setWidget(m_chart);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    addParts(rowOf({m_source, m_run, m_naming, {m_readout, 1}, m_find, m_matchCount}), scroll,
             {rowOf({m_by, Part::stretch(),
                     button(tr("Save trace…"), this, &ExecutionPage::saveTrace, "saveTrace")}),
              {m_table, 1}});
    for (QComboBox* const box : {m_source, m_run, m_naming}) {
        connect(box, &QComboBox::activated, this, &ExecutionPage::compute);
    }
    connect(m_by, &QComboBox::currentIndexChanged, this, &ExecutionPage::showTable);
    connect(m_find, &QLineEdit::textChanged, this, &ExecutionPage::find);
    connect(m_find, &QLineEdit::returnPressed, this,
            [this] { goToMatch(QApplication::keyboardModifiers() & Qt::ShiftModifier ? -1 : 1); });
    connect(m_chart, &LaneChart::spanChosen, this, &ExecutionPage::chooseSpan);
    connect(m_chart, &LaneChart::rangeChanged, this, &ExecutionPage::showReadout);
    connect(m_table, &TablePanel::keySelected, this, &ExecutionPage::chooseRow);
    selection->follow<ProgramIndex>(this, &ExecutionPage::followProgram);
}

void ExecutionPage::refresh() {
    reset();
    if (firstSourceOf(*session()->profile()) == TraceSource::None) {
        showMessage(
            tr("The report does not say when its programs ran"),
            tr("Compile and run with the engine option autoReport.outputExecutionProfile, or compile with "
               "profiler.includeCycleEstimates for estimates. A model that ran out of memory was never "
               "run."));
        return;
    }
    fillChoices();
    compute();
}

void ExecutionPage::fillChoices() {
    const Profile& profile = *session()->profile();
    m_source->clear();
    for (const TraceSource source : {TraceSource::Measured, TraceSource::Blocks, TraceSource::Estimated}) {
        if (hasSource(profile, source)) {
            m_source->addItem(sourceText(source), static_cast<int>(source));
        }
    }
    m_run->clear();
    for (const ExecutionRun& run :
         std::span(profile.executionRuns).first(std::min(MaxRunChoices, profile.executionRuns.size()))) {
        m_run->addItem(run.name.empty() ? tr("Run %1").arg(run.id) : shownText(run.name));
    }
    m_run->setToolTip(plainToolTip(profile.executionRuns.size() <= MaxRunChoices
                                       ? tr("The run that is shown")
                                       : tr("The first %Ln run(s); the command line lists all runs", nullptr,
                                            static_cast<int>(MaxRunChoices))));
}

void ExecutionPage::reset() {
    for (LatestTask* const task : {&m_task, &m_tableTask, &m_findTask}) {
        task->cancel();
    }
    m_chart->setData(std::make_shared<LaneChartData>());
    m_matches.clear();
    WorkerPool::shared().add([data = std::exchange(m_data, {})] {}); // freeing a large trace takes long
}

void ExecutionPage::compute() {
    const auto source = static_cast<TraceSource>(m_source->currentData().toInt());
    m_run->setVisible(source == TraceSource::Measured && m_run->count() > 1);
    m_naming->setVisible(source != TraceSource::Blocks);
    m_by->setVisible(source != TraceSource::Blocks);
    const auto run =
        static_cast<uint32_t>(source == TraceSource::Measured ? std::max(0, m_run->currentIndex()) : 0);
    m_table->showWorking();
    DataPage::compute(
        m_task,
        [study = session()->study(), known = m_data, source, run,
         naming = static_cast<LaneNaming>(m_naming->currentIndex())](const std::stop_token& stop) {
            return makeData(study, known, source, run, naming, stop);
        },
        [this](ExecutionData data) { show(std::move(data)); });
}

void ExecutionPage::show(ExecutionData data) {
    m_data = std::move(data);
    m_chart->setData(chartData());
    m_chart->setSummary(tr("%1: %Ln IPU(s)", nullptr, static_cast<int>(m_data.lanes->ipus.size()))
                            .arg(m_source->currentText()));
    showTable();
    followProgram();
    find();
    showReadout();
}

LaneChartDataPtr ExecutionPage::chartData() const {
    auto chart = std::make_shared<LaneChartData>();
    const std::shared_ptr<const TraceLanes> lanes = m_data.lanes;
    for (const TraceLanes::OfIpu& ipu : lanes->ipus) {
        LaneChartData::Group& group = chart->groups.emplace_back();
        group.title = tr("IPU %1").arg(ipu.ipu);
        group.ipu = ipu.ipu;
        for (const Lane& lane : ipu.lanes) {
            group.lanes.push_back(&lane);
        }
        for (const RunFigures& run : m_data.figures->runs) {
            for (const IpuFigures& of : run.ipus) {
                if (of.ipu == ipu.ipu && of.span() > 0 && m_data.source == TraceSource::Measured) {
                    //: share of the time in which an IPU works
                    group.note = tr("%1 busy").arg(
                        percentText(static_cast<double>(of.working) / static_cast<double>(of.span())));
                }
            }
        }
    }
    chart->from = lanes->from;
    chart->to = std::max(lanes->to, lanes->from + 1);
    const bool byEntry = m_naming->currentIndex() == static_cast<int>(LaneNaming::Entries) && m_data.trace;
    chart->label = [lanes, byEntry](const LanePosition& at) {
        if (lanes->ipus[at.group].lanes[at.lane].at(at.span).look == SpanLook::Waiting) {
            return wordFor(ColumnType::Step, "waiting");
        }
        const std::string name = lanes->nameOf(at);
        if (lanes->isStep(at)) {
            return shownText(name).section(QLatin1Char('/'), -1);
        }
        return !byEntry      ? shownText(name)
               : at.lane > 0 ? wordFor(ColumnType::Layer, name)
                             : wordFor(ColumnType::Step, name);
    };
    chart->readout = [this](const LanePosition& at) { return textOf(at); };
    chart->owner = lanes;
    return chart;
}

/// Everything that is known about a span, one fact per line.
QString ExecutionPage::textOf(const LanePosition& at) const {
    const TraceLanes::OfIpu& ipu = m_data.lanes->ipus[at.group];
    const LaneSpan span = ipu.lanes[at.lane].at(at.span);
    const bool isStep = m_data.lanes->isStep(at);
    const auto run =
        m_data.trace ? std::optional(m_data.trace->steps().run(m_data.lanes->rowOf(at))) : std::nullopt;
    const double cycles = isStep ? static_cast<double>(m_data.trace->steps().length(m_data.lanes->rowOf(at)))
                                 : span.to - span.from;
    QStringList lines{
        shownText(m_data.lanes->nameOf(at)),
        tr("IPU %1").arg(ipu.ipu) + QStringLiteral(": ") +
            durationText(cycles, m_data.clocks->microseconds(run, ipu.ipu, static_cast<uint64_t>(cycles))),
        tr("from %1 to %2").arg(QLocale().toString(span.from, 'f', 0), QLocale().toString(span.to, 'f', 0))};
    if (isStep) {
        const uint32_t row = m_data.lanes->rowOf(at);
        const ExecutionStep step = m_data.trace->steps()[row];
        const StepMark mark = m_data.trace->markOf(row);
        lines.insert(1, wordFor(ColumnType::Step, idOf(mark.kind())));
        if (mark.entry()) {
            lines += layerName(m_data.trace->layers(), mark.entry().entry()) + QStringLiteral(", ") +
                     wordFor(ColumnType::Step, mark.entry().isBackward() ? "backward" : "forward");
        }
        if (step.activeTiles) {
            lines += tr("%Ln tile(s) at work", nullptr, static_cast<int>(*step.activeTiles));
        }
        if (step.tileBalance) {
            lines += tr("tile balance %1").arg(percentText(*step.tileBalance));
        }
    }
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QString ExecutionPage::readout() const {
    return m_readout->text();
}

void ExecutionPage::showReadout() {
    QString text;
    if (const auto range = m_chart->range()) {
        //: %1 is a number of cycles
        text = tr("Range of %1 cycles").arg(cyclesText(range->second - range->first));
    } else if (m_chart->chosen()) {
        text = textOf(*m_chart->chosen()).replace(QLatin1Char('\n'), QStringLiteral(" · "));
    } else if (m_data.lanes) {
        text = m_data.source == TraceSource::Estimated
                   ? tr("Poplar's estimates: loop bodies count once, the IPUs share no clock, and there are "
                        "no waits")
                   : tr("%1 cycles").arg(cyclesText(m_data.lanes->to - m_data.lanes->from));
    }
    m_readout->setText(text);
}

void ExecutionPage::showTable() {
    if (!m_data.lanes) {
        return;
    }
    m_table->showWorking();
    m_tableTask.run(
        [data = m_data, profile = session()->profile(), by = static_cast<By>(m_by->currentIndex())](
            const std::stop_token&) { return makeTable(data, *profile, by); },
        [this](TableDataPtr table) { m_table->setData(std::move(table)); });
}

void ExecutionPage::chooseSpan(const LanePosition& at) {
    showReadout();
    if (m_data.trace) {
        const uint32_t row = m_data.lanes->rowOf(at);
        const StepEntry entry = m_data.trace->markOf(row).entry();
        selection()->choose({m_data.trace->steps().program(row),
                             entry ? std::optional<Choice>(entry.entry()) : std::nullopt});
    }
}

/// A click on a program's row shows its first step; a click on a wait's row shows the wait and its cause.
void ExecutionPage::chooseRow(std::optional<uint32_t> key) {
    if (!key || m_data.source == TraceSource::Blocks) {
        return;
    }
    const auto by = static_cast<By>(m_by->currentIndex());
    if (by == By::Program && *key < m_data.figures->programs.size()) {
        selection()->choose(m_data.figures->programs[*key].program);
    } else if (by == By::Waits && *key < m_data.figures->waits.size()) {
        const Wait& wait = m_data.figures->waits[*key];
        double from = static_cast<double>(wait.from);
        std::optional<LanePosition> cause;
        for (LanePosition at; at.group < m_data.lanes->ipus.size() && wait.causeIpu; ++at.group) {
            const TraceLanes::OfIpu& ipu = m_data.lanes->ipus[at.group];
            for (at.lane = 0; at.lane < ipu.lanes.size() && ipu.ipu == *wait.causeIpu; ++at.lane) {
                // The cause is the last step that has ended on one of the lanes, apart from syncs.
                size_t tried = 0;
                for (at.span = ipu.lanes[at.lane].firstAfter(static_cast<double>(wait.to));
                     at.span-- > 0 && m_data.lanes->isStep(at) && ++tried < MaxSyncs;) {
                    if (m_data.trace->steps().step(m_data.lanes->rowOf(at)) == wait.step) {
                        cause = at;
                        from = std::min(from, ipu.lanes[at.lane].at(at.span).from);
                    }
                }
            }
        }
        const double room = (static_cast<double>(wait.to) - from) / 2;
        m_chart->setRange(from - room, static_cast<double>(wait.to) + room);
        m_chart->setChosen(cause);
        showReadout();
    }
}

void ExecutionPage::followProgram() {
    const auto program = selection()->chosen<ProgramIndex>();
    if (!m_data.trace || !program) {
        return;
    }
    const auto& chosen = m_chart->chosen();
    if (chosen && m_data.trace->steps().program(m_data.lanes->rowOf(*chosen)) == *program) {
        return;
    }
    const auto first = m_data.lanes->firstOf.find(program->value);
    if (first != m_data.lanes->firstOf.end()) {
        m_chart->setChosen(first->second);
        showReadout();
    }
}

void ExecutionPage::find() {
    m_matches.clear();
    m_matchCount->clear();
    m_findTask.cancel();
    if (!m_data.lanes || m_find->text().isEmpty()) {
        return;
    }
    m_findTask.run([lanes = m_data.lanes, text = m_find->text()](
                       const std::stop_token& stop) { return findSpans(*lanes, text, stop); },
                   [this](Outcome<Matches> matches) {
                       if (matches) {
                           m_matches = std::move(matches->found);
                           m_match = m_matches.size() - 1;
                           m_matchCount->setText(tr("%Ln found", nullptr, static_cast<int>(matches->count)));
                       }
                   });
}

void ExecutionPage::goToMatch(int by) {
    if (m_matches.empty()) {
        return;
    }
    m_match = (m_match + m_matches.size() + static_cast<size_t>(by)) % m_matches.size();
    m_chart->setChosen(m_matches[m_match]);
    //: %1 is the number of a match, %2 the number of all matches
    m_matchCount->setText(tr("%1 of %2").arg(numberText(m_match + 1), numberText(m_matches.size())));
    chooseSpan(m_matches[m_match]);
}

void ExecutionPage::saveTrace() {
    const QString path = chooseSaveFile(this, tr("Save trace"), QStringLiteral("trace.json"),
                                        tr("Trace Event format (*.json)"), QStringLiteral(".json"));
    if (path.isEmpty() || !m_data.lanes) {
        return;
    }
    m_saveTask.run(
        [data = m_data, profile = session()->profile(), path](const std::stop_token& stop) -> Outcome<Done> {
            return TraceEvents::writeFile(path.toStdString(), [&](TraceEvents& events) {
                return data.trace ? writeSteps(*data.trace, {}, events, stop)
                                  : writeBlocks(*profile, data.blocks->blocks, events, stop);
            });
        },
        [](Done) {},
        [this](const Error& error) { PlainMessageBox::warn(this, tr("Save trace"), plainText(error)); });
}

} // namespace tileline
