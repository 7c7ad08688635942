// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/liveness.h"
#include "core/memory/tilememory.h"
#include "core/output/comparisontables.h"
#include "core/profile/tileline/profilewriter.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/compiledpipeline.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/charts/stackchart.h"
#include "ui/mainwindow.h"
#include "ui/pages/comparisonbars.h"
#include "ui/pages/comparisonpage.h"
#include "ui/pages/livenesspage.h"
#include "ui/pages/operationspage.h"
#include "ui/pages/summarypage.h"
#include "ui/pages/tilememorypage.h"
#include "ui/preferences/recentfiles.h"
#include "ui/tables/tablepanel.h"

#include <QComboBox>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <numeric>

using namespace tileline;

namespace {

constexpr int ComparisonTimeout = 60000;

QStringList fixturePaths(const char* name) {
    return {QString::fromStdString(test::fixtureDirectory(name).string())};
}

/// A session whose open report is compared with another one.
struct ComparisonFixture : test::PageFixture {
    test::TemporaryDirectory directory;
    QString compiled;

    Comparison& comparison() { return *session.comparison(); }
    ComparedReportPtr report() { return comparison().report(); }
    bool compare(const QStringList& other) {
        comparison().start(other);
        return QTest::qWaitFor([&] { return !comparison().busy(); }, ComparisonTimeout);
    }
    /// A plan of several IPUs, and the profile of the pipeline compiled from it.
    bool start(const test::CompiledChanges& changes = {}) {
        if (!open("pipeline-marked-tiny")) {
            return false;
        }
        Workers workers(1);
        const auto estimate = session.estimator()->estimate(session.plan().splitPlan(), workers);
        const auto path = directory / "compiled.tileline";
        compiled = QString::fromStdString(path.string());
        return estimate &&
               writeProfile(*test::compilePipeline(*session.estimator(), *estimate, changes), path) &&
               compare({compiled}) && report();
    }
};

bool waitForTasks(QWidget& page) {
    return QTest::qWaitFor(
        [&] {
            const auto tasks = page.findChildren<LatestTask*>();
            return std::none_of(tasks.begin(), tasks.end(), [](auto* task) { return task->busy(); });
        },
        ComparisonTimeout);
}

/// Waits until the page has been refreshed and has computed everything.
bool showPage(QWidget& page) {
    if (!test::showAt(page, {1000, 700})) {
        return false;
    }
    QCoreApplication::processEvents();
    return waitForTasks(page);
}

/// The shown table as text, with the title of a choice.
QString shown(ComparisonPage& page, const QString& title) {
    page.choice()->setCurrentIndex(page.choice()->findText(title));
    return waitForTasks(page)
               ? QString::fromStdString(toText(page.table()->model()->shown(), TableFormat::Tsv))
               : QString();
}

int64_t number(const Cell& cell) {
    const auto* const whole = std::get_if<int64_t>(&cell.value);
    const auto* const natural = std::get_if<uint64_t>(&cell.value);
    return whole ? *whole : natural ? static_cast<int64_t>(*natural) : 0;
}

/// By text of the first column: the sums of the columns first_, second_ and difference_ of a measure.
std::map<std::string, std::array<int64_t, 3>> sumsOf(const TablePanel& panel, const char* name,
                                                     const std::string& measure) {
    const Table table = panel.model()->shown();
    std::map<std::string, std::array<int64_t, 3>> sums;
    for (const auto& row : table.rows) {
        auto& sum = sums[std::get<std::string>(row[*table.find(name)].value)];
        size_t side = 0;
        for (const char* const prefix : {"first_", "second_", "difference_"}) {
            sum[side++] += number(row[*table.find(prefix + measure)]);
        }
    }
    return sums;
}

/// By name: the bytes of all variables that are live in a step.
std::map<std::string, int64_t> liveBytes(const Profile& profile, uint32_t step) {
    std::map<std::string, int64_t> bytes;
    for (uint32_t row = 0; row < profile.lowered.size(); ++row) {
        const VariableIndex variable = profile.lowered.variable[row];
        if (variable.value == NoId) {
            continue;
        }
        const Variable& of = profile.variables[variable.index()];
        const ClassIndex liveClass = profile.lowered.liveClass[row];
        const auto intervals = profile.equivalenceClasses[liveClass.index()];
        const bool live =
            of.alwaysLive || std::any_of(intervals.begin(), intervals.end(), [&](auto interval) {
                return interval.start.value <= step && step < interval.end.value;
            });
        if (live && !of.name.empty()) {
            bytes[of.name] += profile.lowered.bytes[row];
        }
    }
    return bytes;
}

} // namespace

class TestComparisonPage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("TilelineTests");
        QCoreApplication::setApplicationName("comparisonpage");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
        qputenv("XDG_STATE_HOME", m_settings.path().toUtf8());
    }
    void aPlanThatCameTrue() {
        ComparisonFixture opened;
        QVERIFY(opened.start());
        ComparisonPage page(&opened.session, &opened.selection);
        QVERIFY(showPage(page));
        QCOMPARE(page.choice()->count(), 6);
        QVERIFY2(page.message().contains("the estimate is 0.0"), qPrintable(page.message()));
        const QString ipus = shown(page, "IPUs");
        const size_t stages = opened.session.plan().stageCount();
        QCOMPARE(ipus.count('\n'), static_cast<qsizetype>(stages + 1));
        QVERIFY(page.bars()->isVisible());
        QVERIFY2(page.bars()->textOf(0).contains("(0"), qPrintable(page.bars()->textOf(0)));
        QCOMPARE(page.bars()->accessibleDescription().count('\n'), static_cast<qsizetype>(stages - 1));
        QVERIFY(!page.bars()->grab().isNull());
        // The page follows the plan.
        opened.session.setPlan(opened.session.plan().withSplitRemoved(0));
        QTRY_VERIFY_WITH_TIMEOUT(!page.message().contains("the estimate is 0.0"), ComparisonTimeout);
    }

    void differences() {
        test::CompiledChanges changes;
        for (uint32_t tile = 0; tile < 4; ++tile) {
            changes.variables.push_back({1, tile, "unheard/of", 700000, true});
        }
        ComparisonFixture opened;
        QVERIFY(opened.start(changes));
        ComparisonPage page(&opened.session, &opened.selection);
        QVERIFY(showPage(page));
        const QString rows = shown(page, "Variables and code");
        const QString first = rows.section('\n', 1, 1); // the largest difference
        QVERIFY2(first.startsWith("1\tunheard/of\t0\t700000\t700000\tvariables\t"), qPrintable(first));
        // What is copied has the ids of the command line. The window shows words for them.
        QVERIFY2(first.endsWith("\tunplanned\t0\t2800000\t2800000"), qPrintable(first));
        QCOMPARE(page.table()->model()->index(0, 7).data().toString(), QString("not in the plan"));
        QVERIFY(shown(page, "Causes").contains("1\tunplanned\t"));
        QVERIFY2(page.bars()->textOf(1).endsWith("over the limit"), qPrintable(page.bars()->textOf(1)));
    }

    /// The cycles of the stages in a measured run are one more table, which equals that of the command line.
    void stagesOfAMeasuredRun() {
        ComparisonFixture opened;
        GeneratorOptions options = test::smallModel("bert-base", true);
        options.traits.estimatedTrace = true;
        QVERIFY(writeModel(test::generateOrThrow(options), opened.directory / "one"));
        options.traits = {};
        options.traits.measuredTrace = true;
        options.traits.ipus = 3;
        QVERIFY(writeModel(test::generateOrThrow(options), opened.directory / "run"));
        Session& session = opened.session;
        session.open({QString::fromStdString((opened.directory / "one").string())});
        QVERIFY(QTest::qWaitFor([&] { return session.resultIsCurrent(); }, ComparisonTimeout));
        QVERIFY(opened.compare({QString::fromStdString((opened.directory / "run").string())}));
        ComparisonPage page(&session, &opened.selection);
        QVERIFY(showPage(page));
        QCOMPARE(page.choice()->count(), 6);
        QVERIFY2(page.message().contains("average over 4 micro-batches"), qPrintable(page.message()));
        const PlanEstimate& estimate = session.result()->estimate;
        const Study& compiled = opened.report()->study;
        CompiledComparison comparison;
        comparison.compiledIpus = 3;
        QVERIFY(comparison.addStageCycles(session.study().timeOf(estimate), estimate.placement,
                                          compiled.profile, compiled.layers, compiled.passes()));
        QCOMPARE(shown(page, "Cycles"),
                 QString::fromStdString(toText(comparedStagesTable(comparison.stages), TableFormat::Tsv)));
        const TableModel* const model = page.table()->model();
        QVERIFY(model->match(model->index(0, 1), Qt::DisplayRole, "forward and backward").size() == 1);
    }

    void anotherProfile() {
        ComparisonFixture opened;
        QVERIFY(opened.open("bert-tiny-train") && opened.compare(fixturePaths("bert-tiny-inf")));
        ComparisonPage page(&opened.session, &opened.selection);
        QVERIFY(showPage(page));
        QCOMPARE(page.choice()->count(), 9);
        QVERIFY(!page.bars()->isVisible());
        QVERIFY(shown(page, "Figures").startsWith("figure\tfirst_value\tsecond_value\tdifference_value\t"));
        const TableModel* const figures = page.table()->model();
        QCOMPARE(figures->headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QString("Value, open"));
        const auto names = figures->match(figures->index(0, 0), Qt::DisplayRole, "Program steps");
        QCOMPARE(names.size(), 1);
        QCOMPARE(figures->shown({names.front().row()}).rows.front().front(), Cell("steps"));
        const QString variables = shown(page, "Variables");
        QVERIFY(variables.startsWith("variable\trole\tfirst_bytes\tsecond_bytes\tdifference_bytes\t"));
        QVERIFY(variables.contains("\twent\n"));
        QVERIFY(shown(page, "Liveness by step").count('\n') > 10);
    }

    void errorsAreShown() {
        ComparisonFixture opened;
        QVERIFY(opened.open("bert-tiny-inf"));
        const auto path = opened.directory / "text.txt";
        test::writeFile(path, "hello");
        QVERIFY(opened.compare({QString::fromStdString(path.string())}));
        QVERIFY(opened.comparison().error() && !opened.report() && opened.comparison().paths().isEmpty());
        ComparisonPage page(&opened.session, &opened.selection);
        QVERIFY(showPage(page));
        const auto labels = page.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains("text.txt");
        }));
        QVERIFY(opened.compare(fixturePaths("bert-tiny-train")));
        QVERIFY(!opened.comparison().error());
        QTRY_COMPARE_WITH_TIMEOUT(page.choice()->count(), 9, ComparisonTimeout);
    }

    /// The line of the other report, and the difference, from the bytes that both reports state for each
    /// step.
    void livenessOfBoth() {
        ComparisonFixture opened;
        QVERIFY(opened.open("bert-tiny-train"));
        LivenessPage page(&opened.session, &opened.selection);
        QVERIFY(showPage(page));
        auto* const box = page.findChild<QComboBox*>("comparisonBox");
        QVERIFY(!box->isVisible() && page.chart()->data()->lines.empty());
        QVERIFY(opened.compare(fixturePaths("bert-tiny-inf")));
        QTRY_COMPARE_WITH_TIMEOUT(page.chart()->data()->lines.size(), size_t{1}, ComparisonTimeout);
        QVERIFY(box->isVisible() && waitForTasks(page));
        const Profile& first = *opened.session.profile();
        const Profile& second = *opened.report()->study.profile;
        const auto aligned = opened.report()->figures.alignedSteps();
        QCOMPARE(aligned.size(), size_t{first.stepCount()});
        const auto& data = *page.chart()->data();
        const uint64_t always = data.series.size() == 2 ? livenessSeries(second).alwaysLive : 0;
        const auto& line = data.lines[0].values;
        QCOMPARE(line.size(), aligned.size());
        // A step has the bytes of the aligned step or, if there is none, of the last one before it. Steps of
        // the other report between two aligned ones count before the second of these.
        const auto& bytes = second.stepNotAlwaysLive;
        std::vector<uint64_t> expected;
        int64_t last = -1;
        for (size_t step = 0; step < aligned.size(); ++step) {
            last = aligned[step] == NoId ? last : int64_t{aligned[step]};
            uint64_t most = last < 0 ? 0 : bytes[static_cast<size_t>(last)] + always;
            const size_t next = step + 1 == aligned.size() ? bytes.size() : aligned[step + 1];
            for (auto other = static_cast<size_t>(last + 1); next != NoId && other < next; ++other) {
                most = std::max(most, bytes[other] + always);
            }
            expected.push_back(most);
        }
        QVERIFY(last >= 0);
        QCOMPARE(line, expected);
        const auto peak = std::max_element(second.stepNotAlwaysLive.begin(), second.stepNotAlwaysLive.end());
        QCOMPARE(*std::max_element(line.begin(), line.end()), *peak + always);
        // One zoom for both ways to show them.
        page.chart()->showRange(10, 40);
        const std::vector<uint64_t> other = line;
        std::vector<uint64_t> open(other.size());
        for (const ChartSeries& series : data.series) {
            std::transform(open.begin(), open.end(), series.values.begin(), open.begin(), std::plus<>());
        }
        box->setCurrentIndex(1);
        QTRY_VERIFY_WITH_TIMEOUT(page.chart()->data()->lines.empty(), ComparisonTimeout);
        const std::vector<ChartSeries> difference =
            page.chart()->data()->series; // outlives a change of the data
        QCOMPARE(difference.size(), size_t{2});
        for (size_t step = 0; step < other.size(); ++step) {
            QCOMPARE(difference[0].values[step] - difference[1].values[step], other[step] - open[step]);
            QVERIFY(difference[0].values[step] == 0 || difference[1].values[step] == 0);
        }
        QCOMPARE(page.chart()->firstShown(), 10.0);
        QCOMPARE(page.chart()->lastShown(), 40.0);
        // An IPU of the plan is compared with nothing.
        opened.selection.choose(StageIndex{0});
        QTRY_VERIFY_WITH_TIMEOUT(page.chart()->data()->series[0].values != difference[0].values,
                                 ComparisonTimeout);
        opened.comparison().end();
        QTRY_VERIFY(!box->isVisible());
    }

    void variablesOfBoth() {
        ComparisonFixture opened;
        QVERIFY(opened.open("bert-tiny-train") && opened.compare(fixturePaths("bert-tiny-inf")));
        LivenessPage page(&opened.session, &opened.selection);
        QVERIFY(showPage(page));
        const auto aligned = opened.report()->figures.alignedSteps();
        uint32_t both = NoId;
        uint32_t alone = NoId;
        for (uint32_t step = 0; step < aligned.size(); ++step) {
            (aligned[step] == NoId ? alone : both) = step;
        }
        QVERIFY(both != NoId && alone != NoId);
        const Profile& first = *opened.session.profile();
        const Profile& second = *opened.report()->study.profile;
        for (const uint32_t step : {both, alone}) {
            opened.selection.choose(StepIndex{step});
            QVERIFY(waitForTasks(page));
            const auto shown = sumsOf(*page.table(), "variable", "bytes");
            auto in = liveBytes(first, step);
            auto other = step == both ? liveBytes(second, aligned[step]) : decltype(in)();
            QVERIFY(!in.empty());
            size_t compared = 0;
            for (const auto& [name, sums] : shown) {
                if (!name.starts_with('(')) {
                    QCOMPARE(sums[0], in[name]);
                    QCOMPARE(sums[1], other[name]);
                    QCOMPARE(sums[2], other[name] - in[name]);
                    ++compared;
                }
            }
            in.merge(other);
            QCOMPARE(compared, in.size());
        }
    }

    void tilesOfBoth() {
        ComparisonFixture opened;
        QVERIFY(opened.open("bert-tiny-train") && opened.compare(fixturePaths("bert-tiny-inf")));
        TileMemoryPage page(&opened.session, &opened.selection);
        QVERIFY(showPage(page));
        auto totals = [](const Profile& profile) {
            TileMemory memory = tileMemoryOf(profile);
            for (const auto& category : memory.categories) {
                for (size_t tile = 0; category.name == "gaps" && tile < memory.tileCount(); ++tile) {
                    memory.totals[tile] -= category.bytes[tile];
                }
            }
            return memory.totals;
        };
        const Profile& first = *opened.session.profile();
        const Profile& second = *opened.report()->study.profile;
        auto expected = totals(second);
        expected.resize(totals(first).size());
        const auto charts = page.findChildren<StackChart*>();
        const auto plot = std::find_if(charts.begin(), charts.end(),
                                       [](auto* chart) { return !chart->data()->lines.empty(); });
        QVERIFY(plot != charts.end());
        QCOMPARE((*plot)->data()->lines[0].values, expected);
        opened.selection.choose(TileId{3});
        QVERIFY(waitForTasks(page));
        const auto sumOn = [](const Profile& profile, uint32_t tile) {
            std::map<std::string, int64_t> bytes;
            const auto contents = tileContents(profile, TileId{tile});
            for (const TileVertex& vertex : contents->vertices) {
                bytes[vertex.name] += static_cast<int64_t>(vertex.stateBytes);
            }
            return bytes;
        };
        auto in = sumOn(first, 3);
        auto other = sumOn(second, 3);
        for (const TablePanel* const table : page.findChildren<TablePanel*>()) {
            if (table->accessibleName() == QLatin1String("Vertices")) {
                const auto shown = sumsOf(*table, "name", "state_bytes");
                for (const auto& [name, sums] : shown) {
                    QCOMPARE(sums, (std::array{in[name], other[name], other[name] - in[name]}));
                }
                in.merge(other);
                QCOMPARE(shown.size(), in.size());
                return;
            }
        }
        QFAIL("no table of vertices");
    }

    void operationsAndFiguresOfBoth() {
        ComparisonFixture opened;
        QVERIFY(opened.open("bert-tiny-train") && opened.compare(fixturePaths("bert-tiny-inf")));
        OperationsPage page(&opened.session, &opened.selection);
        QVERIFY(showPage(page));
        const auto shown = sumsOf(*page.table(), "name", "total");
        // Alone, each of the reports has the same totals.
        std::array<std::map<std::string, int64_t>, 2> alone;
        for (size_t side = 0; side < 2; ++side) {
            ComparisonFixture one;
            QVERIFY(one.open(side == 0 ? "bert-tiny-train" : "bert-tiny-inf"));
            OperationsPage its(&one.session, &one.selection);
            QVERIFY(showPage(its));
            const Table table = its.table()->model()->shown();
            for (const auto& row : table.rows) {
                alone[side][std::get<std::string>(row[*table.find("name")].value)] +=
                    number(row[*table.find("total")]);
            }
        }
        QVERIFY(shown.size() >= std::max(alone[0].size(), alone[1].size()));
        for (const auto& [name, sums] : shown) {
            QCOMPARE(sums, (std::array{alone[0][name], alone[1][name], alone[1][name] - alone[0][name]}));
        }
        SummaryPage summary(&opened.session, &opened.selection);
        QVERIFY(showPage(summary));
        const auto& steps = *opened.session.profile();
        QTRY_VERIFY(summary.text()->toPlainText().contains("Compared with another report"));
        const QString text = summary.text()->toPlainText().simplified();
        const auto between = [&](const Profile& profile) { return QLocale().toString(profile.stepCount()); };
        const auto other = opened.report()->study.profile;
        const int change = static_cast<int>(other->stepCount()) - static_cast<int>(steps.stepCount());
        const QString row =
            QString("Program steps %1 %2 %3").arg(between(steps), between(*other)).arg(change);
        QVERIFY2(text.contains(row), qPrintable(row));
    }

    void fromTheMenu() {
        MainWindow window;
        window.open(fixturePaths("bert-tiny-train"));
        const auto* const action = window.findChild<QAction*>("compare");
        QVERIFY(action != nullptr && !action->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(window.session()->state() == Session::State::Ready, ComparisonTimeout);
        QVERIFY(action->isEnabled());
        window.compareWith(fixturePaths("bert-tiny-inf").front());
        Comparison& comparison = *window.session()->comparison();
        QTRY_VERIFY_WITH_TIMEOUT(comparison.report(), ComparisonTimeout);
        const QStringList pair = fixturePaths("bert-tiny-train") + fixturePaths("bert-tiny-inf");
        QCOMPARE(RecentFiles("comparisons/recent").entries().front().paths, pair); // it is remembered

        // Reloading keeps the other report, and opening another one drops it.
        const ComparedReportPtr before = comparison.report();
        window.session()->reload();
        QTRY_VERIFY_WITH_TIMEOUT(comparison.report() && comparison.report() != before, ComparisonTimeout);
        window.open(fixturePaths("one-layer"));
        QTRY_COMPARE_WITH_TIMEOUT(window.session()->sourcePaths(), fixturePaths("one-layer"),
                                  ComparisonTimeout);
        QVERIFY(!comparison.report() && comparison.paths().isEmpty() && !comparison.busy());

        // A recent comparison opens both reports.
        auto* const recent = window.findChild<QMenu*>("recentComparisons");
        QVERIFY(recent->actions().front()->text().contains("bert-tiny-inf"));
        recent->actions().front()->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(comparison.report(), ComparisonTimeout);
        QCOMPARE(window.session()->sourcePaths(), fixturePaths("bert-tiny-train"));
        QCOMPARE(comparison.paths(), fixturePaths("bert-tiny-inf"));
    }

    /// Ending a comparison while the other report is read is safe, and so is closing the open one.
    void endedEarly() {
        ComparisonFixture opened;
        QVERIFY(opened.open("bert-tiny-train"));
        ComparisonPage page(&opened.session, &opened.selection);
        QVERIFY(showPage(page));
        for (const bool closeProfile : {false, true}) {
            opened.comparison().start(fixturePaths("bert-tiny-inf"));
            QVERIFY(opened.comparison().busy());
            QCoreApplication::processEvents();
            auto* const cancel = page.findChild<QPushButton*>("cancelComparison");
            QVERIFY(opened.report() || cancel->isVisible());
            closeProfile ? opened.session.close() : cancel->click();
            QVERIFY(!opened.comparison().busy() && !opened.report());
        }
    }

private:
    QTemporaryDir m_settings;
};

TILELINE_TEST(TestComparisonPage)
#include "test_comparisonpage.moc"
