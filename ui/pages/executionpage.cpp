// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/executionpage.h"

#include "core/base/sequences.h"
#include "core/output/executiontables.h"
#include "ui/charts/chartcolors.h"
#include "ui/look/icons.h"
#include "ui/look/metrics.h"
#include "ui/pages/richpage.h"
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

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>
#include <map>

namespace tileline {

namespace {

struct ExecutionText {
    Q_DECLARE_TR_FUNCTIONS(Execution)
};

constexpr size_t MaxMatches = 1'000'000;
constexpr size_t MaxRunChoices = 1000;
/// The search for the cause of a wait gives up after this many syncs.
constexpr size_t MaxSyncs = 100;
/// If the runs of a profile have more steps in total than this, the page first shows a coarse picture.
constexpr size_t MaxStepsAtOnce = 200'000;
constexpr size_t SpansPerStop = size_t{1} << 14U;

constexpr double BarWidth = 240;
/// The maximum number of summaries; each summary is for one run on one IPU.
constexpr size_t MaxSummaries = 64;
constexpr size_t MostCycles = 10;

enum class By : uint8_t { Program, Entry, Kind, Ipu, Waits, ComputeSet, Operation };

QString sourceText(TraceSource source) {
    return source == TraceSource::Measured ? ExecutionText::tr("Measured")
           : source == TraceSource::Blocks ? ExecutionText::tr("Blocks")
                                           : ExecutionText::tr("Estimated");
}

QString runText(const ExecutionRun& run) {
    return run.name.empty() ? ExecutionText::tr("Run %1").arg(run.id) : shownText(run.name);
}

QString timeText(double microseconds) {
    const auto [value, name] = microseconds < 1e3   ? std::pair(microseconds, QStringLiteral("µs"))
                               : microseconds < 1e6 ? std::pair(microseconds / 1e3, QStringLiteral("ms"))
                                                    : std::pair(microseconds / 1e6, QStringLiteral("s"));
    return QLocale().toString(value, 'g', 5) + QChar::Nbsp + name;
}

/// The brackets of a folded trace. A bracket is above an iteration that stands for several, and shows how
/// many. A trace can have hundreds of thousands of brackets, so a worker thread makes them.
std::shared_ptr<const std::vector<LaneChartData::Bracket>> bracketsOf(const FoldedTrace& folded) {
    return std::make_shared<const std::vector<LaneChartData::Bracket>>(
        mapped(folded.repeats, [](const FoldedTrace::Repeat& repeat) {
            return LaneChartData::Bracket{static_cast<double>(repeat.from), static_cast<double>(repeat.to),
                                          QStringLiteral("× ") + numberText(repeat.count)};
        }));
}

Outcome<ExecutionData> makeData(const Study& study, ExecutionData known, TraceSource source,
                                std::optional<uint32_t> run, LaneNaming naming, const TraceFilter& filter,
                                bool tiles, bool folds, const std::function<void(ExecutionData)>& showFirst,
                                const std::stop_token& stop) {
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
    if (!known.whole) {
        if (source == TraceSource::Measured && study.profile->executionSteps.size() > MaxStepsAtOnce) {
            const auto programs = programMarks(*study.profile, *study.layers, study.passes());
            if (auto coarse = TraceLanes::coarse(*study.profile, programs, run, stop)) {
                ExecutionData first = known;
                first.lanes = std::make_shared<TraceLanes>(*std::move(coarse));
                first.figures = std::make_shared<TraceFigures>();
                showFirst(std::move(first));
            }
        }
        known.whole = std::make_shared<ExecutionTrace>(
            TRY(ExecutionTrace::find(study.profile, study.layers, study.passes(), source, stop)));
    }
    if (!known.trace || run != known.run || folds != (known.folded != nullptr)) {
        known.folded =
            folds ? std::make_shared<FoldedTrace>(TRY(known.whole->folded(run.value_or(0), stop))) : nullptr;
        known.brackets = folds ? bracketsOf(*known.folded) : nullptr;
        known.trace = folds ? known.folded->trace : known.whole;
        known.figures = std::make_shared<TraceFigures>(); // empty until findFigures() has run
        known.run = run;
    }
    known.tileTimes = tiles ? std::make_shared<TileTimes>(*known.trace) : nullptr;
    known.lanes = std::make_shared<TraceLanes>(TRY(TraceLanes::find(known.trace, run, naming, filter, stop)));
    return known;
}

/// Adds two columns: the mean cycles of a row's steps, and the share of the IPU's time that these steps take.
/// The IPU's time extends from the start of its first step to the end of its last step.
Columns<StepSum> withShares(Columns<StepSum> columns, const TraceFigures& figures) {
    std::map<std::pair<uint32_t, uint32_t>, double> spans; ///< each IPU's time in cycles, by run and IPU
    for (const RunFigures& run : figures.runs) {
        for (const IpuFigures& of : run.ipus) {
            spans[{run.run->id, of.ipu}] = std::max(1.0, static_cast<double>(of.span()));
        }
    }
    columns.add({{{"mean", ColumnType::Cycles, ColumnText::tr("Cycles of a step")},
                  [](const StepSum& sum) {
                      return static_cast<double>(sum.cycles) / static_cast<double>(sum.steps);
                  }},
                 {{"share", ColumnType::Share, ColumnText::tr("Share of the time")},
                  [spans = std::move(spans)](const StepSum& sum) {
                      return static_cast<double>(sum.cycles) / spans.at({sum.run, sum.ipu});
                  }}});
    return columns;
}

TableDataPtr makeTable(const ExecutionData& data, const TraceFigures& figures,
                       const std::vector<WaitSum>& waits, const Profile& profile, By by) {
    Table table;
    const auto sums = [&](SumBy of, const std::vector<StepSum>& rows) {
        return withShares(sumColumns(*data.trace, of), figures).table(rows);
    };
    if (data.source == TraceSource::Blocks) {
        table = blockColumns(profile).table(data.blocks->blocks);
    } else if (by == By::Ipu) {
        std::vector<IpuFigures> rows;
        for (const RunFigures& run : figures.runs) {
            rows.insert(rows.end(), run.ipus.begin(), run.ipus.end());
        }
        table = runColumns().table(rows).without({"name"});
    } else if (by == By::Waits) {
        table = waitSumColumns(profile).table(waits);
    } else {
        table = by == By::Kind         ? sums(SumBy::Kind, figures.kinds)
                : by == By::Entry      ? sums(SumBy::Entry, figures.entries)
                : by == By::ComputeSet ? sums(SumBy::ComputeSet, figures.computeSets)
                : by == By::Operation  ? sums(SumBy::Operation, figures.operations)
                                       : sums(SumBy::Program, figures.programs);
    }
    return makeTableData(data.run ? std::move(table).without({"run"}) : std::move(table));
}

/// A stacked bar, as HTML, of the time that an IPU spends on each kind of work. Where steps overlap, the time
/// is counted only once.
QString barOf(const IpuFigures& ipu, const ChartColors& colors) {
    const auto of = [&](StepKind kind) { return static_cast<double>(ipu.byKind[static_cast<size_t>(kind)]); };
    const double compute = of(StepKind::Compute) + of(StepKind::Other);
    const double exchange = of(StepKind::Exchange) + of(StepKind::GlobalExchange);
    const double all = std::max(1.0, compute + exchange + of(StepKind::HostTransfer));
    const double pixel = static_cast<double>(std::max<uint64_t>(1, ipu.span())) / BarWidth;
    const double shared = static_cast<double>(ipu.working) / all / pixel;
    QString cells;
    for (const auto& [width, look] : {std::pair(compute * shared, SpanLook::Backward),
                                      {exchange * shared, SpanLook::Exchange},
                                      {of(StepKind::HostTransfer) * shared, SpanLook::Host},
                                      {static_cast<double>(ipu.waiting()) / pixel, SpanLook::Waiting}}) {
        if (width >= 1) {
            cells += QStringLiteral("<td width='%1' bgcolor='%2'>&nbsp;</td>")
                         .arg(qRound(width))
                         .arg(colors.look(look, ipu.ipu).fill.name());
        }
    }
    return QStringLiteral("<table cellspacing='0' cellpadding='0'><tr>%1</tr></table>").arg(cells);
}

/// Sums up the cycles of all IPUs by key, and adds a table of the keys with the most cycles. `keyOf` returns
/// the key of an element of `sums`. If `keyOf` returns nothing, the element is left out.
template <class KeyOf, class NameOf>
void addLargest(RichPage& page, const QString& heading, const std::vector<StepSum>& sums,
                const CycleUnit& amount, const KeyOf& keyOf, const NameOf& nameOf) {
    std::map<uint32_t, uint64_t> cycles;
    for (const StepSum& sum : sums) {
        if (const std::optional<uint32_t> key = keyOf(sum); key && sum.cycles > 0) {
            cycles[*key] += sum.cycles;
        }
    }
    std::vector<std::pair<uint64_t, uint32_t>> most;
    for (const auto& [key, sum] : cycles) {
        most.emplace_back(sum, ~key); // among equal sums, the lowest key comes first
    }
    std::sort(most.rbegin(), most.rend());
    RichPage::Rows rows;
    for (const auto& [sum, key] : std::span(most).first(std::min(most.size(), MostCycles))) {
        rows.emplace_back(nameOf(~key).toHtmlEscaped(), amount(static_cast<double>(sum)));
    }
    if (!rows.empty()) {
        page.heading(heading);
        page.table(rows);
    }
}

/// The figures of a run or of a part of a run, as HTML.
QString summaryOf(const TraceFigures& figures, const ExecutionTrace& trace, const CycleUnit& amount,
                  const QPalette& palette) {
    RichPage page;
    /// For each run, each IPU that waits and each IPU that causes waits: the cycles and the number of these
    /// waits.
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::pair<uint64_t, int>> causes;
    std::map<uint32_t, uint64_t> caused;
    for (const Wait& wait : figures.waits) {
        if (wait.causeIpu) {
            auto& [cycles, times] = causes[{wait.run, wait.ipu, *wait.causeIpu}];
            cycles += wait.to - wait.from;
            ++times;
            caused[*wait.causeIpu] += wait.to - wait.from;
        }
    }
    const auto most = std::max_element(caused.begin(), caused.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most != caused.end()) {
        page.paragraph(QStringLiteral("<b>%1</b>")
                           .arg(ExecutionText::tr("The other IPUs wait longest for IPU %1: %2 in total")
                                    .arg(most->first)
                                    .arg(amount(static_cast<double>(most->second)))));
    }
    size_t summaries = 0;
    for (const RunFigures& run : figures.runs) {
        for (const IpuFigures& ipu : run.ipus) {
            if (ipu.span() == 0 || ++summaries > MaxSummaries) {
                continue;
            }
            const auto share = [&](uint64_t cycles) {
                return percentText(static_cast<double>(cycles) /
                                   static_cast<double>(std::max<uint64_t>(1, ipu.span())));
            };
            page.heading(
                (figures.runs.size() == 1 ? QString()
                                          : runText(*run.run).toHtmlEscaped() + QStringLiteral(", ")) +
                ExecutionText::tr("IPU %1: %2").arg(ipu.ipu).arg(amount(static_cast<double>(ipu.span()))));
            page.paragraph(barOf(ipu, ChartColors(palette)));
            RichPage::Rows rows{{ExecutionText::tr("At work"), share(ipu.working)}};
            for (size_t kind = 0; kind < StepKindCount; ++kind) {
                if (ipu.byKind[kind] > 0) {
                    rows.emplace_back(wordFor(ColumnType::Step, idOf(static_cast<StepKind>(kind))),
                                      amount(static_cast<double>(ipu.byKind[kind])));
                }
            }
            for (const auto& [of, sum] : causes) {
                if (const auto& [ofRun, waiting, cause] = of; ofRun == run.run->id && waiting == ipu.ipu) {
                    rows.emplace_back(
                        ExecutionText::tr("Waits for IPU %1, %Ln time(s)", nullptr, sum.second).arg(cause),
                        share(sum.first));
                }
            }
            for (const auto& [title, value] :
                 {std::pair(ExecutionText::tr("Tile balance"), ipu.tileBalance),
                  {ExecutionText::tr("Parallel efficiency"), ipu.parallelEfficiency}}) {
                value ? rows.emplace_back(title, percentText(*value)), void() : void();
            }
            if (ipu.bytesIn && ipu.bytesOut) {
                rows.emplace_back(ExecutionText::tr("Bytes in, out"),
                                  bytesText(*ipu.bytesIn) + QStringLiteral(", ") + bytesText(*ipu.bytesOut));
            }
            page.table(rows);
        }
    }
    addLargest(
        page, ExecutionText::tr("Programs with most cycles"), figures.programs, amount,
        [](const StepSum& sum) { return sum.program ? std::optional(sum.program->value) : std::nullopt; },
        [&](uint32_t program) { return shownText(traceName(trace.profile(), {program})); });
    addLargest(
        page, ExecutionText::tr("Layers with most cycles"), figures.entries, amount,
        [](const StepSum& sum) { return sum.entry ? std::optional(sum.entry.value) : std::nullopt; },
        [&](uint32_t value) {
            const StepEntry entry{value};
            return layerName(trace.layers(), entry.entry()) + QStringLiteral(", ") +
                   wordFor(ColumnType::Step, entry.isBackward() ? "backward" : "forward");
        });
    return page.html();
}

struct Matches {
    std::vector<LanePosition> found; ///< the matching spans, but at most MaxMatches of them
    size_t count = 0;
};

/// The spans whose names match, sorted by IPU, lane and time. Each distinct name is tested only once.
Outcome<Matches> findSpans(const TraceLanes& lanes, const TextFilter& filter, const std::stop_token& stop) {
    Matches matches;
    const TextMatcher matcher(filter);
    enum class Known : uint8_t { No, Match, Other };
    std::vector<Known> programs(lanes.trace ? lanes.trace->profile().programs.size() : 0);
    std::vector<Known> names(lanes.names.size());
    size_t seen = 0;
    LanePosition at;
    for (at.group = 0; at.group < lanes.ipus.size(); ++at.group) {
        const TraceLanes::OfIpu& ipu = lanes.ipus[at.group];
        for (at.lane = 0; at.lane < ipu.lanes.size(); ++at.lane) {
            const bool isStep = lanes.isStep(at);
            for (at.span = 0; at.span < ipu.rows[at.lane].size(); ++at.span) {
                if (++seen % SpansPerStop == 0 && stop.stop_requested()) {
                    return Cancelled{};
                }
                const auto program =
                    isStep ? lanes.trace->steps().program(ipu.rows[at.lane][at.span]) : std::nullopt;
                if (isStep && !program) {
                    continue; // a step without a program has no name
                }
                Known& known = isStep ? programs[program->index()] : names[ipu.names[at.lane][at.span]];
                if (known == Known::No) {
                    known = matcher.matches(shownText(lanes.nameOf(at))) ? Known::Match : Known::Other;
                }
                if (known == Known::Match && ++matches.count <= MaxMatches) {
                    matches.found.push_back(at);
                }
            }
        }
    }
    return matches;
}

} // namespace

const Wait* ExecutionData::waitIn(uint32_t ipu, const LaneSpan& span) const {
    const auto wait =
        std::partition_point(figures->waits.begin(), figures->waits.end(), [&](const Wait& each) {
            return std::pair(each.ipu, static_cast<double>(each.to)) <= std::pair(ipu, span.from);
        });
    const bool found = wait != figures->waits.end() && wait->ipu == ipu;
    return found && static_cast<double>(wait->from) < span.to ? &*wait : nullptr;
}

std::optional<LanePosition> ExecutionData::causeOf(const Wait& wait) const {
    for (LanePosition at; at.group < lanes->ipus.size(); ++at.group) {
        const TraceLanes::OfIpu& ipu = lanes->ipus[at.group];
        for (at.lane = 0; at.lane < ipu.lanes.size() && ipu.ipu == wait.causeIpu; ++at.lane) {
            // Searches backwards from the end of the wait. All steps that end between the cause and the end
            // of the wait are syncs.
            size_t tried = 0;
            for (at.span = ipu.lanes[at.lane].firstAfter(static_cast<double>(wait.to));
                 at.span-- > 0 && lanes->isStep(at) && ++tried < MaxSyncs;) {
                if (trace->steps().step(lanes->rowOf(at)) == wait.step) {
                    return at;
                }
            }
        }
    }
    return std::nullopt;
}

QString CycleUnit::operator()(double cycles) const {
    return kind == Kind::Cycles ? cyclesText(cycles)
           : kind == Kind::Time ? timeText(cycles * microseconds)
                                : percentText(cycles / span);
}

ExecutionPage::ExecutionPage(Session* session, Selection* selection, QWidget* parent)
    : DataPage(session, selection, tr("Open a profile to see when its programs ran."), parent)
    , m_source(comboBox({}, tr("Source"), tr("Where the times come from")))
    , m_run(comboBox({}, tr("Run"), tr("The run that is shown")))
    , m_naming(comboBox(
          {tr("Steps"), tr("Names"), tr("Layers"), tr("Modules"), tr("Program tree")}, tr("Lanes"),
          tr("Show the steps alone, or below lanes with their names, layers, modules or the program tree")))
    , m_unit(comboBox({tr("Cycles"), tr("Time"), tr("Share")}, tr("Unit"),
                      tr("Cycles, time, or the share of the run")))
    , m_tiles(checkBox(tr("Tiles"), "traceTiles", tr("Show a line for each tile, beneath the lanes")))
    , m_fold(checkBox(tr("Fold"), "traceFold",
                      tr("Of several iterations that run the same programs, show and count only one")))
    , m_by(comboBox({tr("By program"), tr("By layer"), tr("By kind"), tr("By IPU"), tr("Waits"),
                     tr("By compute set"), tr("By operation")},
                    tr("Table"), tr("What each row of the table stands for")))
    , m_kind(comboBox({tr("All kinds")}, tr("Kind"), tr("The lanes show only steps of this kind")))
    , m_ipu(comboBox({}, tr("IPU"), tr("The IPU that is shown")))
    , m_layer(comboBox({}, tr("Layer"), tr("The lanes show only steps of this layer")))
    , m_find(new QLineEdit)
    , m_regex(m_find->addAction(iconOf("filter"), QLineEdit::TrailingPosition))
    , m_summary(new QTextBrowser) {
    setProperty(metrics::NeedsHeight, true);
    m_source->setObjectName(QStringLiteral("traceSource"));
    m_run->setObjectName(QStringLiteral("traceRun"));
    m_naming->setObjectName(QStringLiteral("traceNaming"));
    m_unit->setObjectName(QStringLiteral("traceUnit"));
    m_by->setObjectName(QStringLiteral("traceTable"));
    m_kind->setObjectName(QStringLiteral("traceKind"));
    m_ipu->setObjectName(QStringLiteral("traceIpu"));
    m_layer->setObjectName(QStringLiteral("traceLayer"));
    m_find->setObjectName(QStringLiteral("traceFind"));
    m_summary->setObjectName(QStringLiteral("traceSummary"));
    m_summary->setAccessibleName(tr("Summary"));
    m_find->setPlaceholderText(tr("Find"));
    m_find->setAccessibleName(tr("Find a program"));
    m_find->setClearButtonEnabled(true);
    m_regex->setCheckable(true);
    m_regex->setText(tr("Find a regular expression"));
    m_regex->setToolTip(plainToolTip(m_regex->text()));
    for (size_t kind = 0; kind < StepKindCount; ++kind) {
        m_kind->addItem(wordFor(ColumnType::Step, idOf(static_cast<StepKind>(kind))));
    }
    m_chart->setTitle(tr("Execution"));
    auto* const scroll = new QScrollArea;
    scroll->setWidget(m_chart);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* const lower = new QSplitter;
    lower->addWidget(m_table);
    lower->addWidget(m_summary);
    lower->setStretchFactor(0, 3);
    lower->setStretchFactor(1, 2);
    const auto step = [this](const QString& text, const QString& name, int by) {
        auto* const made = new QToolButton;
        made->setText(text);
        made->setAccessibleName(name);
        made->setToolTip(plainToolTip(name));
        connect(made, &QToolButton::clicked, this, [this, by] { goToMatch(by); });
        return made;
    };
    addParts(rowOf({m_source, m_run, m_naming, m_unit, m_tiles, m_fold, Part::stretch(), m_find,
                    step(QStringLiteral("‹"), tr("The one before"), -1),
                    step(QStringLiteral("›"), tr("The next one"), 1), m_matchCount}),
             scroll,
             {rowOf({m_by, Part::stretch(), m_kind, m_ipu, m_layer,
                     button(tr("Save trace…"), this, &ExecutionPage::saveTrace, "saveTrace")}),
              {lower, 1}});
    for (QComboBox* const box : {m_source, m_run, m_naming, m_kind, m_ipu, m_layer}) {
        connect(box, &QComboBox::activated, this, &ExecutionPage::compute);
    }
    // The boxes have a limited width, because names of layers can be long. "All layers" always fits.
    for (QComboBox* const box : {m_ipu, m_layer}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(12);
        box->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    }
    connect(m_unit, &QComboBox::currentIndexChanged, this, &ExecutionPage::showUnit);
    m_tiles->setChecked(true);
    connect(m_tiles, &QCheckBox::toggled, this, &ExecutionPage::compute);
    connect(m_fold, &QCheckBox::toggled, this, &ExecutionPage::compute);
    connect(m_by, &QComboBox::currentIndexChanged, this, &ExecutionPage::showTable);
    connect(m_find, &QLineEdit::textChanged, this, &ExecutionPage::find);
    connect(m_regex, &QAction::toggled, this, &ExecutionPage::find);
    connect(m_find, &QLineEdit::returnPressed, this,
            [this] { goToMatch(QApplication::keyboardModifiers() & Qt::ShiftModifier ? -1 : 1); });
    connect(m_chart, &LaneChart::spanChosen, this, &ExecutionPage::chooseSpan);
    connect(m_chart, &LaneChart::rangeChanged, this, &ExecutionPage::showTable);
    connect(m_table, &TablePanel::keySelected, this, &ExecutionPage::chooseRow);
    connect(selection, &Selection::changed, this, &ExecutionPage::follow);
}

void ExecutionPage::refresh() {
    reset();
    if (firstSourceOf(*session()->profile()) == TraceSource::None) {
        showMessage(tr("The report does not say when its programs ran"),
                    tr("To record when they run, compile and run with the engine option "
                       "autoReport.outputExecutionProfile. For estimates only, compile with "
                       "profiler.includeCycleEstimates. A model that ran out of memory was never run."));
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
    m_kind->setCurrentIndex(0);
    for (QComboBox* const box : {m_ipu, m_layer}) {
        box->clear();
        box->addItem(box == m_ipu ? tr("All IPUs") : tr("All layers"));
    }
    for (uint32_t entry = 0; entry < session()->layers()->count(); ++entry) {
        m_layer->addItem(layerName(*session()->layers(), {entry}));
    }
    m_run->clear();
    for (const ExecutionRun& run :
         std::span(profile.executionRuns).first(std::min(MaxRunChoices, profile.executionRuns.size()))) {
        m_run->addItem(runText(run));
    }
    m_run->addItem(tr("All runs"));
    m_run->setToolTip(plainToolTip(profile.executionRuns.size() <= MaxRunChoices
                                       ? tr("The run that is shown")
                                       : tr("The first %Ln run(s); the command line lists all runs", nullptr,
                                            static_cast<int>(MaxRunChoices))));
}

void ExecutionPage::reset() {
    for (LatestTask* const task : {&m_task, &m_figuresTask, &m_tableTask, &m_findTask}) {
        task->cancel();
    }
    m_chart->setData(std::make_shared<LaneChartData>());
    m_matches.clear();
    m_shown.reset();
    m_summary->clear();
    WorkerPool::shared().add([data = std::exchange(m_data, {})] {}); // freeing a large trace is slow
}

void ExecutionPage::compute() {
    const auto source = static_cast<TraceSource>(m_source->currentData().toInt());
    m_run->setVisible(source == TraceSource::Measured && m_run->count() > 2);
    for (QWidget* const part :
         std::initializer_list<QWidget*>{m_naming, m_by, m_kind, m_ipu, m_layer, m_summary}) {
        part->setVisible(source != TraceSource::Blocks);
    }
    m_tiles->setVisible(source == TraceSource::Estimated ||
                        (source == TraceSource::Measured && !session()->profile()->measuredCycles.empty()));
    const bool all = source == TraceSource::Measured && m_run->currentIndex() == m_run->count() - 1;
    const auto run = all ? std::nullopt
                         : std::optional(static_cast<uint32_t>(
                               source == TraceSource::Measured ? std::max(0, m_run->currentIndex()) : 0));
    m_fold->setVisible(source == TraceSource::Measured && !all);
    m_table->showWorking();
    DataPage::compute(
        m_task,
        [study = session()->study(), known = m_data, source, run, filter = filter(),
         tiles = m_tiles->isChecked(), folds = m_fold->isChecked() && !m_fold->isHidden(),
         naming = static_cast<LaneNaming>(m_naming->currentIndex()),
         this](const std::stop_token& stop, const LatestTask::Post& post) {
            const auto showFirst = [&](ExecutionData data) {
                post([this, data = std::move(data)] {
                    m_data = data;
                    showLanes();
                });
            };
            return makeData(study, known, source, run, naming, filter, tiles, folds, showFirst, stop);
        },
        [this](ExecutionData data) { show(std::move(data)); });
}

void ExecutionPage::show(ExecutionData data) {
    m_data = std::move(data);
    const bool listed = m_ipu->count() > 1;
    for (size_t i = 0; !listed && i < m_data.lanes->ipus.size(); ++i) {
        m_ipu->addItem(tr("IPU %1").arg(m_data.lanes->ipus[i].ipu), m_data.lanes->ipus[i].ipu);
    }
    showLanes();
    if (m_data.trace && m_data.figures->runs.empty()) {
        findFigures();
    } else {
        showTable();
    }
    follow();
    find();
}

void ExecutionPage::showLanes() {
    m_chart->setData(chartData());
    m_chart->setSummary(tr("%1: %Ln IPU(s)", nullptr, static_cast<int>(m_data.lanes->ipus.size()))
                            .arg(m_source->currentText()));
}

/// Computes the sums and the waiting times of the run. Meanwhile, the page already shows the run's lanes.
void ExecutionPage::findFigures() {
    DataPage::compute(
        m_figuresTask,
        [trace = m_data.trace, run = m_data.runId()](const std::stop_token& stop) {
            return TraceFigures::find(*trace, run, stop);
        },
        [this](TraceFigures figures) {
            std::stable_sort(figures.waits.begin(), figures.waits.end(), [](const Wait& a, const Wait& b) {
                return std::pair(a.ipu, a.to) < std::pair(b.ipu, b.to); // sorted by IPU and time, not by run
            });
            m_data.figures = std::make_shared<TraceFigures>(std::move(figures));
            showUnit();
        });
}

TraceFilter ExecutionPage::filter() const {
    TraceFilter filter{.runs = true};
    if (const int kind = m_kind->currentIndex(); kind > 0) {
        filter.kind = static_cast<StepKind>(kind - 1);
    }
    if (m_ipu->currentIndex() > 0) {
        filter.ipu = m_ipu->currentData().toUInt();
    }
    if (const int entry = m_layer->currentIndex(); entry > 0) {
        filter.entry = LayerIndex{static_cast<uint32_t>(entry - 1)};
    }
    return filter;
}

CycleUnit ExecutionPage::unit() const {
    const uint32_t ipu = m_data.lanes->ipus.empty() ? 0 : m_data.lanes->ipus[0].ipu;
    constexpr uint64_t Many = 1'000'000;
    return {static_cast<CycleUnit::Kind>(m_unit->currentIndex()),
            m_data.clocks->microseconds(m_data.runId(), ipu, Many) / double{Many},
            std::max(1.0, m_data.lanes->to - m_data.lanes->from)};
}

void ExecutionPage::showUnit() {
    if (m_data.lanes) {
        const auto chosen = m_chart->chosen();
        m_chart->setData(chartData());
        m_chart->setChosen(chosen);
        showTable();
    }
}

LaneChartDataPtr ExecutionPage::chartData() const {
    auto chart = std::make_shared<LaneChartData>();
    const std::shared_ptr<const TraceLanes> lanes = m_data.lanes;
    for (const TraceLanes::OfIpu& ipu : lanes->ipus) {
        LaneChartData::Group& group = chart->groups.emplace_back();
        group.title = tr("IPU %1").arg(ipu.ipu);
        group.ipu = ipu.ipu;
        group.tiles = m_data.tileTimes ? m_data.trace->profile().target.tilesPerIpu : 0;
        for (size_t lane = 0; lane < ipu.lanes.size(); ++lane) {
            group.lanes.push_back(&ipu.lanes[lane]);
            group.parents += m_data.trace && !ipu.names[lane].empty() ? 1 : 0;
        }
        for (const RunFigures& run : m_data.figures->runs) {
            for (const IpuFigures& of : run.ipus) {
                if (of.ipu == ipu.ipu && of.span() > 0 && m_data.run &&
                    m_data.source == TraceSource::Measured) {
                    //: share of the time in which an IPU works
                    group.note = tr("%1 busy").arg(
                        percentText(static_cast<double>(of.working) / static_cast<double>(of.span())));
                }
            }
        }
    }
    std::map<uint32_t, size_t> groups; ///< by IPU
    for (size_t group = 0; group < lanes->ipus.size(); ++group) {
        groups[lanes->ipus[group].ipu] = group;
    }
    for (const Wait& wait : m_data.figures->waits) {
        if (wait.causeIpu && groups.count(*wait.causeIpu) + groups.count(wait.ipu) == 2) {
            chart->arrows.push_back({groups[*wait.causeIpu], static_cast<double>(wait.causeEnd),
                                     groups[wait.ipu], static_cast<double>(wait.from),
                                     static_cast<double>(wait.to)});
        }
    }
    const CycleUnit amount = unit();
    if (amount.kind == CycleUnit::Kind::Time) {
        chart->unit = 1 / amount.microseconds;
        chart->axisText = timeText;
    } else if (amount.kind == CycleUnit::Kind::Share) {
        chart->unit = amount.span / 100;
        chart->axisText = [](double share) {
            return QLocale().toString(share, 'g', 6) + QStringLiteral("\u00a0%");
        };
    }
    chart->from = lanes->from;
    chart->to = std::max(lanes->to, lanes->from + 1);
    const bool byEntry = m_naming->currentIndex() == static_cast<int>(LaneNaming::Entries) && m_data.trace;
    const size_t top = lanes->haveRuns ? 1 : 0;
    if (m_data.brackets) {
        chart->brackets = *m_data.brackets;
    }
    chart->label = [lanes, byEntry, top](const LanePosition& at) {
        if (lanes->ipus[at.group].lanes[at.lane].at(at.span).look == SpanLook::Waiting) {
            return wordFor(ColumnType::Step, "waiting");
        }
        const std::string name = lanes->nameOf(at);
        if (lanes->isStep(at)) {
            return shownText(name).section(QLatin1Char('/'), -1);
        }
        return at.lane < top                                           ? shownText(name)
               : name == StreamCopyName || (byEntry && at.lane == top) ? wordFor(ColumnType::Step, name)
               : byEntry                                               ? wordFor(ColumnType::Layer, name)
                                                                       : shownText(name);
    };
    chart->readout = [this](const LanePosition& at) { return textOf(at); };
    chart->tileCycles = [lanes, times = m_data.tileTimes](const LanePosition& at) {
        return times->of(*lanes->trace, lanes->rowOf(at));
    };
    chart->owner = lanes;
    return chart;
}

/// The readout of a span: several lines, each about one property.
QString ExecutionPage::textOf(const LanePosition& at) const {
    const TraceLanes::OfIpu& ipu = m_data.lanes->ipus[at.group];
    const LaneSpan span = ipu.lanes[at.lane].at(at.span);
    const bool isStep = m_data.lanes->isStep(at);
    const double cycles = isStep ? static_cast<double>(m_data.trace->steps().length(m_data.lanes->rowOf(at)))
                                 : span.to - span.from;
    CycleUnit time = unit();
    const QString share = std::exchange(time.kind, CycleUnit::Kind::Share) == CycleUnit::Kind::Share
                              ? QString()
                              : QStringLiteral(", ") + time(cycles);
    time.kind = CycleUnit::Kind::Time;
    QStringList lines{
        shownText(m_data.lanes->nameOf(at)),
        //: %2 and %3 are the same duration, such as "12.3 k cycles" and "9.2 µs"
        tr("IPU %1: %2, %3").arg(ipu.ipu).arg(exactCyclesText(cycles), time(cycles)) + share,
        tr("from %1 to %2").arg(QLocale().toString(span.from, 'f', 0), QLocale().toString(span.to, 'f', 0))};
    if (isStep) {
        const uint32_t row = m_data.lanes->rowOf(at);
        const ExecutionStep step = m_data.trace->steps()[row];
        const StepMark mark = m_data.trace->markOf(row);
        lines.insert(1, wordFor(ColumnType::Step, idOf(mark.kind())));
        const Wait* const wait =
            mark.kind() == StepKind::ExternalSync ? m_data.waitIn(ipu.ipu, span) : nullptr;
        if (wait != nullptr && wait->causeIpu) {
            const auto cause = m_data.causeOf(*wait);
            lines.insert(2, tr("waits for IPU %1, which works until %2: %3")
                                .arg(*wait->causeIpu)
                                .arg(QLocale().toString(static_cast<qulonglong>(wait->causeEnd)),
                                     cause ? shownText(m_data.lanes->nameOf(*cause)) : QString()));
        }
        if (mark.entry()) {
            lines += layerName(m_data.trace->layers(), mark.entry().entry()) + QStringLiteral(", ") +
                     wordFor(ColumnType::Step, mark.entry().isBackward() ? "backward" : "forward");
        }
        if (step.activeTiles) {
            lines += tr("%Ln tile(s) at work", nullptr, static_cast<int>(*step.activeTiles));
        }
        if (step.dataIn && step.dataOut) {
            lines += tr("%1 in, %2 out").arg(bytesText(*step.dataIn), bytesText(*step.dataOut));
        }
        if (step.tileBalance) {
            lines += tr("tile balance %1").arg(percentText(*step.tileBalance));
        }
    }
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QString ExecutionPage::readout() const {
    return m_summary->toPlainText();
}

std::optional<std::pair<double, double>> ExecutionPage::shownRange() const {
    const auto& at = m_chart->chosen();
    if (m_chart->range() || !at || m_data.lanes->isStep(*at)) {
        return m_chart->range();
    }
    const LaneSpan span = m_data.lanes->ipus[at->group].lanes[at->lane].at(at->span);
    return std::pair(span.from, span.to);
}

void ExecutionPage::showTable() {
    if (!m_data.isComplete()) {
        return;
    }
    struct Shown {
        std::shared_ptr<const TraceFigures> figures;
        std::vector<WaitSum> waits;
        TableDataPtr table;
        QString summary;
    };
    const auto at = m_chart->chosen();
    const auto range = m_data.trace ? shownRange() : std::nullopt;
    const QString step = at && !range ? textOf(*at) : QString();
    const QString title = range && m_chart->range()
                              ? tr("Range of %1").arg(unit()(range->second - range->first))
                          : at ? textOf(*at)
                               : QString();
    DataPage::compute(
        m_tableTask,
        [=, data = m_data, amount = unit(), colors = palette(), profile = session()->profile(),
         by = static_cast<By>(m_by->currentIndex())](const std::stop_token& stop) -> Outcome<Shown> {
            TraceFigures figures = *data.figures;
            if (range) {
                const auto from = static_cast<uint64_t>(std::max(0.0, range->first));
                const auto to = static_cast<uint64_t>(std::max(range->first + 1, range->second));
                figures = TRY(TraceFigures::find(*data.trace, data.runId(), stop, std::pair(from, to)));
                for (Wait wait : data.figures->waits) {
                    wait.from = std::max(wait.from, from);
                    wait.to = std::min(wait.to, to);
                    wait.from < wait.to ? figures.waits.push_back(wait) : void();
                }
            }
            for (std::vector<StepSum>* const sums : {&figures.programs, &figures.entries, &figures.kinds,
                                                     &figures.computeSets, &figures.operations}) {
                std::stable_sort(sums->begin(), sums->end(),
                                 [](const StepSum& a, const StepSum& b) { return a.cycles > b.cycles; });
            }
            std::vector<WaitSum> waits = foldedWaits(figures.waits);
            const QString html =
                data.trace && step.isEmpty() ? summaryOf(figures, *data.trace, amount, colors) : QString();
            TableDataPtr table = makeTable(data, figures, waits, *profile, by);
            return Shown{std::make_shared<TraceFigures>(std::move(figures)), std::move(waits),
                         std::move(table), html};
        },
        [this, title](Shown shown) {
            m_shown = std::move(shown.figures);
            m_shownWaits = std::move(shown.waits);
            m_table->setData(std::move(shown.table));
            const QString note =
                m_data.source == TraceSource::Estimated
                    ? tr("Poplar's estimates: each loop body is counted once, the IPUs have no common time, "
                         "and no waits are included")
                : !m_data.folded                 ? QString()
                : m_data.folded->repeats.empty() ? tr("No iterations repeat")
                                                 : tr("Iterations that repeat are counted once");
            m_summary->setHtml(
                QStringLiteral("<p>%1</p>")
                    .arg((title + note).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br/>"))) +
                shown.summary);
        });
}

/// Chooses four objects for all pages: the program, the operation and the layer of a step, and the first
/// liveness step of the program.
void ExecutionPage::chooseSpan(const LanePosition& at) {
    showTable();
    const auto program = m_data.trace && m_data.lanes->isStep(at)
                             ? m_data.trace->steps().program(m_data.lanes->rowOf(at))
                             : std::nullopt;
    if (!program) {
        return;
    }
    const Profile& profile = *session()->profile();
    const StepEntry entry = m_data.trace->markOf(m_data.lanes->rowOf(at)).entry();
    std::optional<Choice> operation;
    const auto& operations = m_data.trace->layers().operations;
    for (uint32_t i = 0; i < operations.size() && entry && !operation; ++i) {
        const auto programs = profile.operationPrograms[operations[i].detail.index()];
        if (operations[i].layer == entry.entry() &&
            std::find(programs.begin(), programs.end(), *program) != programs.end()) {
            operation = OperationIndex{i};
        }
    }
    const auto step = std::find(profile.stepProgram.begin(), profile.stepProgram.end(), *program);
    selection()->choose(
        {*program, operation, entry ? std::optional<Choice>(entry.entry()) : std::nullopt,
         step != profile.stepProgram.end()
             ? std::optional<Choice>(StepIndex{static_cast<uint32_t>(step - profile.stepProgram.begin())})
             : std::nullopt});
}

/// For a row of a program, compute set or operation, shows its first step. For a row of waits, shows the
/// first wait and its cause.
void ExecutionPage::chooseRow(std::optional<uint32_t> key) {
    if (!key || m_data.source == TraceSource::Blocks || !m_shown) {
        return;
    }
    const auto by = static_cast<By>(m_by->currentIndex());
    if (by == By::Program && *key < m_shown->programs.size()) {
        selection()->choose(m_shown->programs[*key].program);
    } else if (by == By::ComputeSet && *key < m_shown->computeSets.size()) {
        selection()->choose(m_shown->computeSets[*key].program);
    } else if (by == By::Operation && *key < m_shown->operations.size() &&
               m_shown->operations[*key].operation) {
        selection()->choose(OperationIndex{*m_shown->operations[*key].operation});
    } else if (by == By::Waits && *key < m_shownWaits.size()) {
        const Wait& wait = m_shownWaits[*key].first;
        const auto cause = m_data.causeOf(wait);
        const double from =
            cause ? std::min(static_cast<double>(wait.from),
                             m_data.lanes->ipus[cause->group].lanes[cause->lane].at(cause->span).from)
                  : static_cast<double>(wait.from);
        const double room = (static_cast<double>(wait.to) - from) / 2;
        m_chart->setRange(from - room, static_cast<double>(wait.to) + room);
        m_chart->setChosen(cause);
    }
}

/// If the latest choice is a program, a liveness step or an operation, shows the first step of that choice.
void ExecutionPage::follow() {
    if (!m_data.trace || !selection()->latest()) {
        return;
    }
    const Profile& profile = *session()->profile();
    std::vector<ProgramIndex> programs;
    if (const auto* const step = std::get_if<StepIndex>(&*selection()->latest())) {
        programs = {profile.stepProgram[step->index()]};
    } else if (const auto* const operation = std::get_if<OperationIndex>(&*selection()->latest())) {
        const auto all =
            profile.operationPrograms[m_data.trace->layers().operations[operation->index()].detail.index()];
        programs.assign(all.begin(), all.end());
    } else if (const auto* const program = std::get_if<ProgramIndex>(&*selection()->latest())) {
        programs = {*program};
    }
    const auto& chosen = m_chart->chosen();
    for (const ProgramIndex program : programs) {
        const auto first = m_data.lanes->firstOf.find(program.value);
        if (chosen && m_data.trace->steps().program(m_data.lanes->rowOf(*chosen)) == program) {
            return;
        }
        if (first != m_data.lanes->firstOf.end()) {
            m_chart->setChosen(first->second);
            return showTable();
        }
    }
}

void ExecutionPage::find() {
    m_matches.clear();
    m_matchCount->clear();
    m_findTask.cancel();
    if (!m_data.lanes || m_find->text().isEmpty()) {
        return;
    }
    const TextFilter filter{m_find->text(), m_regex->isChecked()};
    if (!filter.expression().isValid()) {
        m_matchCount->setText(tr("not an expression"));
        return;
    }
    m_findTask.run([lanes = m_data.lanes,
                    filter](const std::stop_token& stop) { return findSpans(*lanes, filter, stop); },
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
    if (path.isEmpty() || !m_data.isComplete()) {
        return;
    }
    m_saveTask.run(
        [data = m_data, profile = session()->profile(), path](const std::stop_token& stop) -> Outcome<Done> {
            return TraceEvents::writeFile(path.toStdString(), [&](TraceEvents& events) {
                return data.whole ? writeSteps(*data.whole, {}, events, stop)
                                  : writeBlocks(*profile, data.blocks->blocks, events, stop);
            });
        },
        [](Done) {},
        [this](const Error& error) { PlainMessageBox::warn(this, tr("Save trace"), plainText(error)); });
}

} // namespace tileline
