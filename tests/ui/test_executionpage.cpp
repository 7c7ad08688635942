// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/planwarnings.h"
#include "core/explain/remedies.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/charts/chartcolors.h"
#include "ui/charts/lanechart.h"
#include "ui/pages/executionpage.h"
#include "ui/planpage/timelineview.h"
#include "ui/text/cyclestext.h"

#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTableView>
#include <QTest>

#include <map>

using namespace tileline;

namespace {

struct ShownExecution : test::PageFixture {
    ExecutionPage page{&session, &selection};

    bool start(const std::filesystem::path& directory) {
        session.open({QString::fromStdString(directory.string())});
        return test::showAt(page, {1200, 800}) && shows();
    }
    bool shows() {
        return QTest::qWaitFor(
            [this] {
                return page.data().figures && (!page.data().trace || !page.data().figures->runs.empty());
            },
            30000);
    }
    LaneChart& chart() { return *page.chart(); }
    const Lane& laneOf(const LanePosition& at) { return *chart().data()->groups[at.group].lanes[at.lane]; }
    void choose(const char* box, int index) {
        auto* const combo = page.findChild<QComboBox*>(QLatin1String(box));
        combo->setCurrentIndex(index);
        emit combo->activated(index);
    }
    QString readout() { return page.readout(); }
};

} // namespace

/// Tests the Execution page, and the lanes that it shares with the timeline of a plan.
class TestExecutionPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        GeneratorOptions options = test::smallModel("bert-base", true);
        options.traits.ipus = 3;
        options.traits.measuredTrace = true;
        options.traits.blockTrace = true;
        options.traits.estimatedTrace = true;
        QVERIFY(writeModel(test::generateOrThrow(options), m_directory / "trace"));
        QVERIFY(
            writeModel(test::generateOrThrow(test::smallModel("bert-base", false)), m_directory / "none"));
        options.traits = {};
        options.traits.estimatedTrace = true;
        QVERIFY(writeModel(test::generateOrThrow(options), m_directory / "one"));
    }

    void aReportWithoutATraceSaysHowToGetOne() {
        ShownExecution shown;
        QVERIFY(test::showAt(shown.page, {900, 600}));
        shown.session.open({QString::fromStdString((m_directory / "none").string())});
        QTRY_VERIFY(shown.session.state() == Session::State::Ready);
        const auto says = [&](const char* part) {
            const auto labels = shown.page.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisible() && label->text().contains(QLatin1String(part));
            });
        };
        QTRY_VERIFY(says("autoReport.outputExecutionProfile"));
        QVERIFY(says("profiler.includeCycleEstimates"));
    }

    /// Chooses steps with the mouse, with keys, and on other pages.
    void aStepIsChosen() {
        ShownExecution shown;
        QVERIFY(shown.start(m_directory / "trace"));
        QCOMPARE(shown.chart().data()->groups.size(), size_t{3});
        const TraceLanes& lanes = *shown.page.data().lanes;
        QVERIFY(lanes.haveRuns); // in lane 0
        LanePosition longest{1, 1, 0};
        for (size_t i = 0; i < lanes.ipus[1].lanes[1].size(); ++i) {
            const auto length = [&](size_t span) {
                return lanes.ipus[1].lanes[1].at(span).to - lanes.ipus[1].lanes[1].at(span).from;
            };
            if (length(i) > length(longest.span) && lanes.trace->steps().program(lanes.rowOf({1, 1, i}))) {
                longest.span = i;
            }
        }
        const LanePosition at{1, 1, longest.span};
        shown.chart().setChosen(at);
        shown.chart().showChoice();
        shown.chart().setChosen(std::nullopt);
        QTest::mouseClick(&shown.chart(), Qt::LeftButton, {}, shown.chart().rectOf(at).center().toPoint());
        QVERIFY(shown.chart().chosen() == at);
        QTRY_VERIFY2(shown.readout().contains(shownText(lanes.nameOf(longest))), qPrintable(shown.readout()));
        const auto program = lanes.trace->steps().program(lanes.rowOf(longest));
        QVERIFY(shown.selection.chosen<ProgramIndex>() == program);
        // Moves to the next span, and then to the next lane or IPU.
        QTest::keyClick(&shown.chart(), Qt::Key_Right);
        QCOMPARE(shown.chart().chosen()->span, longest.span + 1);
        const LanePosition before = *shown.chart().chosen();
        QTest::keyClick(&shown.chart(), Qt::Key_Down);
        QVERIFY(shown.chart().chosen()->lane != before.lane || shown.chart().chosen()->group != before.group);
        QVERIFY(shown.chart().accessibleDescription().contains(QLatin1String("IPU")));
        // Another page chooses a program.
        const auto& [other, first] = *lanes.firstOf.begin();
        shown.selection.choose(ProgramIndex{other});
        QVERIFY(shown.chart().chosen() && lanes.trace->steps().program(lanes.rowOf(
                                              {shown.chart().chosen()->group, shown.chart().chosen()->lane,
                                               shown.chart().chosen()->span})) == ProgramIndex{other});
    }

    void zoomAndPan() {
        ShownExecution shown;
        QVERIFY(shown.start(m_directory / "trace"));
        LaneChart& chart = shown.chart();
        const double length = chart.to() - chart.from();
        QTest::keyClick(&chart, Qt::Key_W);
        QCOMPARE(chart.to() - chart.from(), length / 2);
        const double before = chart.from();
        QTest::keyClick(&chart, Qt::Key_D);
        QVERIFY(chart.from() > before && qFuzzyCompare(chart.to() - chart.from(), length / 2));
        QTest::keyClick(&chart, Qt::Key_A);
        QVERIFY(std::abs(chart.from() - before) < 1e-3);
        QTest::keyClick(&chart, Qt::Key_Home);
        QCOMPARE(chart.to() - chart.from(), length);
        for (int i = 0; i < 200; ++i) { // there is an end
            QTest::keyClick(&chart, Qt::Key_W);
        }
        QVERIFY(chart.to() - chart.from() >= 1);
        QTest::keyClick(&chart, Qt::Key_Home);
        // A drag chooses a range, and F zooms to it.
        const QPoint left(300, chart.height() / 2);
        QTest::mousePress(&chart, Qt::LeftButton, {}, left);
        QTest::mouseMove(&chart, left + QPoint(100, 0));
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, left + QPoint(100, 0));
        QVERIFY(chart.range());
        QTRY_VERIFY(shown.readout().contains(QLatin1String("Range")));
        const auto range = *chart.range();
        QTest::keyClick(&chart, Qt::Key_F);
        QVERIFY(std::abs(chart.from() - range.first) < 1 && std::abs(chart.to() - range.second) < 1);
        // Drags the window in the overview.
        QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(chart.width() - 12, 12));
        QVERIFY(chart.from() > range.first);
    }

    void programsAreFound() {
        ShownExecution shown;
        QVERIFY(shown.start(m_directory / "trace"));
        auto* const find = shown.page.findChild<QLineEdit*>(QStringLiteral("traceFind"));
        const TraceLanes& lanes = *shown.page.data().lanes;
        const QString name = shownText(lanes.nameOf(lanes.firstOf.begin()->second));
        size_t expected = 0;
        for (LanePosition at; at.group < lanes.ipus.size(); ++at.group) {
            for (at.lane = 0; at.lane < lanes.ipus[at.group].lanes.size(); ++at.lane) {
                for (at.span = 0; at.span < lanes.ipus[at.group].lanes[at.lane].size(); ++at.span) {
                    expected += shownText(lanes.nameOf(at)).contains(name, Qt::CaseInsensitive) ? 1 : 0;
                }
            }
        }
        find->setText(name);
        const auto says = [&](const QString& text) {
            const auto labels = shown.page.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel* label) { return label->text() == text; });
        };
        QTRY_VERIFY(says(QStringLiteral("%1 found").arg(expected)));
        QTest::keyClick(find, Qt::Key_Return);
        QVERIFY(says(QStringLiteral("1 of %1").arg(expected)));
        QVERIFY(shown.chart().chosen());
        QTest::keyClick(find, Qt::Key_Return);
        QVERIFY(expected == 1 || says(QStringLiteral("2 of %1").arg(expected)));
        find->setText(QStringLiteral("no such program"));
        QTRY_VERIFY(says(QStringLiteral("0 found")));
    }

    /// Chooses each source, run, kind of lanes, and table.
    void everythingCanBeChosen() {
        ShownExecution shown;
        QVERIFY(shown.start(m_directory / "trace"));
        QCOMPARE(shown.page.findChild<QComboBox*>(QStringLiteral("traceSource"))->count(), 3);
        const size_t steps = shown.page.data().lanes->ipus[0].lanes.size();
        for (const int naming : {1, 2, 3, 4}) {
            shown.choose("traceNaming", naming);
            QTRY_VERIFY(shown.page.data().lanes->ipus[0].lanes.size() > steps);
            QVERIFY(!shown.chart().data()->label({0, 0, 0}).isEmpty());
            QVERIFY(!shown.chart().data()->label({0, 1, 0}).isEmpty());
            QVERIFY(!shown.chart().grab().isNull());
            shown.choose("traceNaming", 0);
            QTRY_COMPARE(shown.page.data().lanes->ipus[0].lanes.size(), steps);
        }
        QTRY_VERIFY(!shown.page.data().figures->runs.empty()); // sums follow the lanes
        const std::vector<WaitSum> folded = foldedWaits(shown.page.data().figures->waits);
        for (const int by : {0, 1, 2, 3, 5, 6, 4}) {
            shown.page.findChild<QComboBox*>(QStringLiteral("traceTable"))->setCurrentIndex(by);
            const TraceFigures& figures = *shown.page.data().figures;
            const std::array<size_t, 7> rows{
                figures.programs.size(),     figures.entries.size(), figures.kinds.size(),
                figures.runs[0].ipus.size(), folded.size(),          figures.computeSets.size(),
                figures.operations.size()};
            QTRY_COMPARE(shown.page.table()->model()->rowCount(),
                         static_cast<int>(rows[static_cast<size_t>(by)]));
        }
        // A row of waits chooses the first of them and shows its cause; most cycles come first.
        const auto& waits = shown.page.data().figures->waits;
        const auto sum = std::max_element(folded.begin(), folded.end(),
                                          [](const auto& a, const auto& b) { return a.cycles < b.cycles; });
        const Wait* const wait = &sum->first;
        QVERIFY(sum->waits > 1 && wait->causeIpu);
        shown.page.table()->view()->selectRow(0);
        QTRY_VERIFY(shown.chart().chosen());
        const TraceLanes::OfIpu& cause = shown.page.data().lanes->ipus[shown.chart().chosen()->group];
        QCOMPARE(cause.ipu, *wait->causeIpu);
        QVERIFY(shown.chart().from() <= static_cast<double>(wait->from) &&
                shown.chart().to() >= static_cast<double>(wait->to));
        // A click on the wait says so, too.
        const auto& lanes = *shown.page.data().lanes;
        for (LanePosition at{0, 1, 0}; at.group < lanes.ipus.size(); ++at.group) {
            const Lane& lane = lanes.ipus[at.group].lanes[1];
            at.span = lane.firstAfter(static_cast<double>(wait->from));
            if (lanes.ipus[at.group].ipu == wait->ipu && at.span < lane.size()) {
                const QString text = shown.chart().data()->readout(at);
                QVERIFY2(text.contains(QStringLiteral("waits for IPU %1").arg(*wait->causeIpu)),
                         qPrintable(text));
            }
        }
        QVERIFY(shown.chart().data()->arrows.size() ==
                static_cast<size_t>(std::count_if(waits.begin(), waits.end(),
                                                  [](const Wait& each) { return each.causeIpu; })));
        // The axis in time, and as share of the run.
        for (const auto& [unit, text] : {std::pair(1, "s"), {2, "%"}, {0, ""}}) {
            shown.choose("traceUnit", unit);
            QVERIFY(shown.chart().data()->axisText(2).endsWith(QLatin1String(text)));
        }
        shown.choose("traceRun", 1);
        QTRY_VERIFY(!shown.page.data().figures->runs.empty() && // until they are found
                    shown.page.data().figures->runs[0].run->id ==
                        shown.session.profile()->executionRuns[1].id);
        // All runs, with a bar for each; a click on one shows the sums of its time.
        shown.choose("traceRun", 2);
        QTRY_VERIFY(shown.page.data().figures->runs.size() == 2);
        QCOMPARE(shown.page.data().lanes->ipus[1].lanes[0].size(), size_t{2});
        const QRectF bar = shown.chart().rectOf({1, 0, 1});
        QTest::mouseClick(&shown.chart(), Qt::LeftButton, {}, bar.center().toPoint());
        QVERIFY((shown.chart().chosen() == LanePosition{1, 0, 1}));
        const auto& runs = shown.session.profile()->executionRuns;
        QTRY_VERIFY2(shown.readout().contains(QString::fromStdString(runs[1].name) + ", IPU 1") &&
                         !shown.readout().contains(QString::fromStdString(runs[0].name)),
                     qPrintable(shown.readout()));
        shown.page.findChild<QComboBox*>(QStringLiteral("traceTable"))->setCurrentIndex(0);
        for (const int source : {1, 2}) {
            shown.choose("traceSource", source);
            QTRY_VERIFY(static_cast<int>(shown.page.data().source) == source);
            QVERIFY(!shown.chart().data()->readout({0, 0, 0}).isEmpty());
            QTRY_VERIFY(shown.page.table()->model()->rowCount() > 0);
        }
        // When the layers change, the mouse no longer reaches spans of the old layers.
        std::optional<bool> stale;
        connect(
            &shown.session, &Session::layersChanged, &shown.page,
            [&] { stale = !shown.chart().data()->groups.empty() || shown.page.data().lanes; },
            Qt::QueuedConnection);
        shown.session.setSetting({Setting::PopLiner, {}});
        QTRY_VERIFY(stale);
        QVERIFY(!*stale);
        QVERIFY(shown.shows());
        shown.session.close();
        QTRY_VERIFY(shown.chart().data()->groups.empty());
    }

    /// Who is waited for, and the sums of a range and of an IPU.
    void theSummary() {
        ShownExecution shown;
        QVERIFY(shown.start(m_directory / "trace"));
        const TraceFigures& figures = *shown.page.data().figures;
        std::map<uint32_t, uint64_t> caused;
        for (const Wait& wait : figures.waits) {
            caused[wait.causeIpu.value_or(99)] += wait.causeIpu ? wait.to - wait.from : 0;
        }
        const auto most = std::max_element(caused.begin(), caused.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        QTRY_VERIFY2(shown.readout().contains(
                         QStringLiteral("The other IPUs wait longest for IPU %1").arg(most->first)),
                     qPrintable(shown.readout()));
        // The programs and layers with most cycles on all IPUs, the first of them first.
        std::map<uint32_t, uint64_t> programs;
        std::map<uint32_t, uint64_t> entries;
        for (const StepSum& sum : figures.programs) {
            programs[sum.program ? sum.program->value : NoId] += sum.program ? sum.cycles : 0;
        }
        for (const StepSum& sum : figures.entries) {
            entries[sum.entry.value] += sum.entry ? sum.cycles : 0;
        }
        const auto largest = [](const std::map<uint32_t, uint64_t>& sums) {
            return std::max_element(sums.begin(), sums.end(),
                                    [](const auto& a, const auto& b) { return a.second < b.second; });
        };
        const auto plain = [](uint64_t cycles) {
            return cyclesText(static_cast<double>(cycles)).replace(QChar::Nbsp, QLatin1Char(' '));
        };
        const QStringList lines = shown.readout().split('\n');
        const auto after = [&](const char* heading, qsizetype by) {
            const qsizetype at = lines.indexOf(QLatin1String(heading));
            return at >= 0 && at + by < lines.size() ? lines[at + by].trimmed() : QString();
        };
        const Profile& profile = *shown.session.profile();
        QCOMPARE(after("Programs with most cycles", 1),
                 shownText(traceName(profile, {largest(programs)->first})));
        QCOMPARE(after("Programs with most cycles", 2), plain(largest(programs)->second));
        QCOMPARE(after("Layers with most cycles", 2), plain(largest(entries)->second));
        QVERIFY(lines.indexOf(QLatin1String("Layers with most cycles")) -
                    lines.indexOf(QLatin1String("Programs with most cycles")) >=
                20); // ten names and numbers
        shown.choose("traceIpu", 2);
        QTRY_COMPARE(shown.page.data().lanes->ipus.size(), size_t{1});
        QCOMPARE(shown.page.data().lanes->ipus[0].ipu, 1U);
        shown.choose("traceKind", 1 + static_cast<int>(StepKind::Exchange));
        QTRY_VERIFY(shown.page.data().lanes->ipus[0].lanes[1].at(0).look == SpanLook::Exchange);
    }

    /// A line for each tile: what a tile does in each step, against the profile's rows.
    void tilesOfTheSteps() {
        ShownExecution shown;
        QVERIFY(shown.start(m_directory / "trace"));
        const Profile& profile = *shown.session.profile();
        const TraceLanes& lanes = *shown.page.data().lanes;
        QVERIFY(!profile.measuredCycles.empty());
        QCOMPARE(shown.chart().data()->groups[1].tiles, profile.target.tilesPerIpu);
        size_t kept = 0;
        std::optional<LanePosition> wide;
        for (LanePosition at{1, 1, 0}; at.span < lanes.ipus[1].lanes[1].size(); ++at.span) {
            const ExecutionStep step = lanes.trace->steps()[lanes.rowOf(at)];
            const ByTile cycles = shown.chart().data()->tileCycles(at);
            const auto row = std::find_if(
                profile.measuredCycles.begin(), profile.measuredCycles.end(),
                [&](const MeasuredCycles& each) { return each.step == step.step && each.ipu == step.ipu; });
            QCOMPARE(cycles.empty(), row == profile.measuredCycles.end());
            for (uint32_t tile = 0; !cycles.empty() && tile < profile.target.tilesPerIpu; ++tile) {
                QCOMPARE(tileline::at(cycles, tile), tileline::at(row->cycles, tile));
            }
            kept += cycles.empty() ? 0 : 1;
            wide = !cycles.empty() && tileline::at(cycles, 0) > 0 && !wide ? std::optional(at) : wide;
        }
        QVERIFY(kept > 10 && wide);
        // The first tile's line ends where its cycles end.
        LaneChart& chart = shown.chart();
        const LaneSpan span = shown.laneOf(*wide).at(wide->span);
        chart.setRange(span.from - 100, span.to + 100);
        for (int i = 0; i < 20; ++i) {
            QTest::keyClick(&chart, Qt::Key_E);
        }
        QTRY_VERIFY(chart.height() > 12 * static_cast<int>(profile.target.tilesPerIpu));
        const QRectF lane = chart.rectOf({1, lanes.ipus[1].lanes.size() - 1, 0});
        const double pixel = chart.rectOf(*wide).width() / (span.to - span.from);
        const uint32_t busy = tileline::at(chart.data()->tileCycles(*wide), 0);
        const QPoint inside(qRound(chart.rectOf(*wide).left() + pixel * busy / 2), qRound(lane.bottom()) + 8);
        QCOMPARE(chart.tileAt(inside), std::optional(0U));
        const FillColors colors = ChartColors(chart.palette()).look(span.look, 1);
        const QColor color = span.look == SpanLook::Exchange ? colors.fill : colors.edge;
        QTRY_COMPARE(chart.grab().toImage().pixelColor(inside), color);
        const int after = qRound(chart.rectOf(*wide).left() + pixel * busy) + 2;
        QVERIFY(pixel * (span.to - span.from - busy) < 4 ||
                chart.grab().toImage().pixelColor(after, inside.y()) != color);
        QTest::mouseClick(&chart, Qt::LeftButton, {}, inside);
        QVERIFY(chart.chosen() == wide);
        const int tall = chart.minimumSizeHint().height();
        QTest::keyClick(&chart, Qt::Key_Q);
        QVERIFY(chart.minimumSizeHint().height() < tall);
        shown.page.findChild<QCheckBox*>(QStringLiteral("traceTiles"))->setChecked(false);
        QTRY_COMPARE(chart.data()->groups[1].tiles, 0U);
        shown.choose("traceSource", 2);
        QTRY_COMPARE(chart.data()->groups[1].tiles, 0U);
        shown.page.findChild<QCheckBox*>(QStringLiteral("traceTiles"))->setChecked(true);
        QTRY_COMPARE(chart.data()->groups[1].tiles, profile.target.tilesPerIpu);
        QVERIFY(!chart.grab().isNull());
    }

    /// Iterations that repeat are shown once, with their number; the table and the lanes agree.
    void repeatedIterationsAreFolded() {
        ShownExecution shown;
        QVERIFY(shown.start(m_directory / "trace"));
        const std::shared_ptr<const ExecutionTrace> whole = shown.page.data().trace;
        const double length = shown.chart().data()->to - shown.chart().data()->from;
        auto* const fold = shown.page.findChild<QCheckBox*>(QStringLiteral("traceFold"));
        QVERIFY(fold->isVisible());
        fold->setChecked(true);
        QTRY_VERIFY(shown.page.data().folded && shown.shows());
        const auto& repeats = shown.page.data().folded->repeats;
        QVERIFY(!repeats.empty());
        const LaneChartDataPtr& data = shown.chart().data();
        QCOMPARE(data->brackets.size(), repeats.size());
        double leftOut = 0;
        for (size_t i = 0; i < repeats.size(); ++i) {
            QVERIFY(data->brackets[i].text.endsWith(QString::number(repeats[i].count)));
            QCOMPARE(data->brackets[i].from, static_cast<double>(repeats[i].from));
            leftOut += static_cast<double>((repeats[i].count - 1) * (repeats[i].to - repeats[i].from));
        }
        // All iterations of the generated model take equally long.
        QVERIFY(std::abs(data->to - data->from + leftOut - length) < length / 50);
        uint64_t steps = 0;
        for (const StepSum& sum : shown.page.data().figures->kinds) {
            steps += sum.steps;
        }
        QCOMPARE(steps, uint64_t{shown.page.data().trace->steps().size()});
        QTRY_VERIFY(shown.readout().contains(QStringLiteral("Iterations that repeat are counted once")));
        fold->setChecked(false);
        QTRY_VERIFY(!shown.page.data().folded);
        QVERIFY(shown.page.data().trace == whole);
        QVERIFY(shown.chart().data()->brackets.empty());
    }

    /// Of many spans, the window shows the last picture until a worker has drawn the next one.
    void manySpansAreDrawnByAWorker() {
        std::vector<LaneSpan> spans;
        for (int i = 0; i < 30'000; ++i) {
            spans.push_back({2.0 * i, 2.0 * i + 2, i < 15'000 ? SpanLook::Exchange : SpanLook::Host});
        }
        const Lane lane(std::make_shared<StoredSpans>(spans));
        auto data = std::make_shared<LaneChartData>();
        data->groups.push_back({QStringLiteral("IPU 0"), {}, 0, {&lane}});
        data->to = 60'000;
        data->label = data->readout = [](const LanePosition&) { return QStringLiteral("name"); };
        LaneChart chart;
        chart.setData(data);
        QVERIFY(test::showAt(chart, {600, 200}));
        const auto colorAt = [&](double time) {
            const QRectF rect = chart.rectOf({0, 0, static_cast<size_t>(time / 2)});
            return chart.grab().toImage().pixelColor(rect.center().toPoint());
        };
        const ChartColors colors(chart.palette());
        const QColor exchange = colors.look(SpanLook::Exchange, 0).edge;
        const QColor host = colors.look(SpanLook::Host, 0).edge;
        QTRY_COMPARE(colorAt(10'000), exchange);
        QTRY_COMPARE(colorAt(50'000), host);
        chart.setRange(20'000, 40'000);
        QCOMPARE(colorAt(25'000), exchange); // the last picture, stretched
        QCOMPARE(colorAt(35'000), host);
        QTRY_VERIFY(!chart.findChild<LatestTask*>()->busy());
        QCOMPARE(colorAt(25'000), exchange);
        QCOMPARE(colorAt(35'000), host);
    }

    /// Nothing a file says makes the window hang: times near the end of the numbers, thousands of lanes.
    void lanesOfHostileFiles() {
        LaneChart chart;
        const double end = std::ldexp(1.0, 63);
        const auto lane = [](double from, double to) {
            return Lane(std::make_shared<StoredSpans>(std::vector<LaneSpan>{{from, to, SpanLook::Forward}}));
        };
        auto data = std::make_shared<LaneChartData>();
        const std::vector<Lane> lanes(10'000, lane(end - 1'048'576, end));
        LaneChartData::Group& group = data->groups.emplace_back();
        for (const Lane& each : lanes) {
            group.lanes.push_back(&each);
        }
        data->from = end - 1'048'576;
        data->to = end;
        data->label = data->readout = [](const LanePosition&) { return QStringLiteral("name"); };
        chart.setData(data);
        QScrollArea scroll;
        scroll.setWidgetResizable(true);
        scroll.setWidget(&chart);
        QVERIFY(test::showAt(scroll, {600, 400}));
        for (int i = 0; i < 12; ++i) {
            QTest::keyClick(&chart, Qt::Key_W);
            QVERIFY(!scroll.grab().isNull());
        }
        QVERIFY(chart.to() > chart.from() && chart.to() <= end);
        scroll.takeWidget();
    }

    /// The sums over a timeline's lanes equal the figures of its IPUs, and the timeline ends at the makespan.
    void aTimelineHasAllOfItsPipeline() {
        test::PageFixture fixture;
        TimelineView view(&fixture.session);
        QVERIFY(test::showAt(view, {900, 300}));
        QVERIFY(fixture.open("pipeline-marked-tiny"));
        QTRY_VERIFY(fixture.session.resultIsCurrent() && !view.data()->groups.empty());
        const auto timeline = fixture.session.study().timelineOf(fixture.session.result()->estimate);
        QVERIFY(timeline);
        const auto sums = timeline->sums();
        QCOMPARE(view.data()->groups.size(), sums.size());
        QVERIFY(std::abs(view.data()->to - timeline->time().makespan) < 1e-6 * view.data()->to);
        for (size_t ipu = 0; ipu < sums.size(); ++ipu) {
            const Lane& lane = *view.data()->groups[ipu].lanes[0];
            double waiting = 0;
            double transfer = 0;
            double busy = 0;
            for (size_t i = 0; i < lane.size(); ++i) {
                const LaneSpan span = lane.at(i);
                (span.look == SpanLook::Waiting    ? waiting
                 : span.look == SpanLook::Exchange ? transfer
                                                   : busy) += span.to - span.from;
            }
            const double close = 1e-6 * view.data()->to;
            QVERIFY(std::abs(waiting - sums[ipu].waiting) < close);
            QVERIFY(std::abs(transfer - sums[ipu].transfer) < close);
            QVERIFY(std::abs(busy - sums[ipu].busy) < close);
        }
        const double before = view.data()->to;
        auto plan = fixture.session.plan().withSplits(SplitPlan(fixture.session.plan().layerCount()));
        QVERIFY(plan);
        const size_t kept = view.data()->groups.size();
        view.keepPlan();
        fixture.session.setPlan(*plan);
        QTRY_VERIFY(view.data()->groups.size() == 1 + kept);
        QVERIFY(view.data()->to >= before);
        QVERIFY(!view.data()->readout({kept, 0, 0}).isEmpty() && !view.data()->label({0, 0, 0}).isEmpty());
        QVERIFY(!view.grab().isNull());
        view.keepPlan();
        QTRY_VERIFY(view.data()->to != before && view.data()->groups.size() == 1);
    }

    /// The measured run of a compiled pipeline is beneath the plan's timeline, on the same scale.
    void measuredLanesBeneathATimeline() {
        test::PageFixture fixture;
        TimelineView view(&fixture.session);
        QVERIFY(test::showAt(view, {900, 500}));
        fixture.session.open({QString::fromStdString((m_directory / "one").string())});
        QVERIFY(QTest::qWaitFor([&] { return fixture.session.resultIsCurrent(); }, 30000));
        fixture.session.comparison()->start({QString::fromStdString((m_directory / "trace").string())});
        QVERIFY(QTest::qWaitFor([&] { return fixture.session.comparison()->report() != nullptr; }, 30000));
        const Profile& profile = *fixture.session.comparison()->report()->study.profile;
        const size_t planned = fixture.session.result()->estimate.stages.size();
        QTRY_COMPARE(view.data()->groups.size(), planned + 3);
        uint64_t first = UINT64_MAX;
        uint64_t last = 0;
        std::map<uint32_t, uint64_t> exchanges;
        for (const ExecutionStep step : profile.executionSteps) {
            if (step.run == profile.executionRuns[0].id && step.length() > 0) {
                first = std::min(first, step.cyclesFrom);
                last = std::max(last, step.cyclesTo);
                const std::string type = step.program ? profile.programs[step.program->index()].type : "";
                exchanges[step.ipu] +=
                    type == "DoExchange" || type == "GlobalExchange" ? step.cyclesTo - step.cyclesFrom : 0;
            }
        }
        QVERIFY(view.data()->to >= static_cast<double>(last - first));
        for (uint32_t ipu = 0; ipu < 3; ++ipu) {
            const LaneChartData::Group& group = view.data()->groups[planned + ipu];
            QVERIFY(group.title.contains(QLatin1String("run")) && group.note.contains(QLatin1String("busy")));
            double sum = 0;
            for (const Lane* const lane : group.lanes) {
                for (size_t i = 0; i < lane->size(); ++i) {
                    const LaneSpan span = lane->at(i);
                    QVERIFY(span.from >= 0 && span.to <= static_cast<double>(last - first));
                    sum += span.look == SpanLook::Exchange ? span.to - span.from : 0;
                }
            }
            QCOMPARE(sum, static_cast<double>(exchanges[ipu]));
            QVERIFY(!view.data()->readout({planned + ipu, 0, 0}).isEmpty());
        }
        QVERIFY(!view.grab().isNull());
    }

    /// The change that the timeline offers is the best of all moves of one entry.
    void aTimelineSaysWhatWouldHelp() {
        test::PageFixture fixture;
        TimelineView view(&fixture.session);
        QVERIFY(test::showAt(view, {900, 300}));
        QVERIFY(fixture.open("pipeline-marked-tiny"));
        QTRY_VERIFY(fixture.session.table() && fixture.session.table()->complete());
        Session& session = fixture.session;
        const auto periodOf = [&](const SplitPlan& plan) {
            return session.timeOf(*tabulated(*session.table(), plan))->period;
        };
        const auto uneven = [&](uint32_t at) {
            return *session.plan().withSplits(
                *SplitPlan::make(session.plan().layerCount(), {LayerIndex{at}}));
        };
        bool moved = false;
        for (uint32_t at = 1; at < session.plan().layerCount(); ++at) {
            const Plan plan = uneven(at);
            session.setPlan(plan);
            QTRY_VERIFY(session.resultIsCurrent());
            double best = periodOf(plan.splitPlan());
            const PlanFit fit = fitOf(*tabulated(*session.table(), plan.splitPlan()), plan.memory());
            for (const uint32_t to : {at - 1, at + 1}) {
                const Plan other = plan.withSplitMoved(0, LayerIndex{to});
                const auto estimate = tabulated(*session.table(), other.splitPlan());
                if (fitOf(*estimate, other.memory()).overflow <= fit.overflow &&
                    !splitsWeights(session.table()->estimator(), *estimate)) {
                    best = std::min(best, periodOf(other.splitPlan()));
                }
            }
            const bool helps = best < periodOf(plan.splitPlan());
            moved = moved || helps;
            const auto says = [&] {
                return view.data()->groups.empty() ? QString() : view.data()->readout({0, 0, 0});
            };
            if (helps) {
                QTRY_VERIFY2(says().contains(exactCyclesText(best)), qPrintable(says()));
            } else {
                QTRY_VERIFY2(says().contains(QLatin1String("No move of one layer")), qPrintable(says()));
            }
        }
        QVERIFY(moved);
    }

private:
    const test::TemporaryDirectory m_directory;
};

TILELINE_TEST(TestExecutionPage)
#include "test_executionpage.moc"
