// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the one choice of what all pages show: the whole model, or an IPU of the plan.
#include "core/estimate/operationfigures.h"
#include "core/estimate/stagecontents.h"
#include "core/estimate/stageliveness.h"
#include "core/memory/liveness.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "tests/ui/windowfixture.h"
#include "ui/charts/stackchart.h"
#include "ui/pages/livenesspage.h"
#include "ui/pages/operationspage.h"
#include "ui/pages/peakpage.h"
#include "ui/pages/stagebox.h"
#include "ui/pages/tilememorypage.h"
#include "ui/planpage/layerchart.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/stagebars.h"
#include "ui/tables/tablepanel.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSettings>
#include <QSpinBox>
#include <QTest>

#include <algorithm>
#include <memory>
#include <numeric>

using namespace tileline;

class TestStageBox : public QObject, private test::WindowFixture {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_directory); }

    void init() { showWindow({1500, 1000}); }

    void cleanup() { m_window.reset(); }

    /// A click on a bar chooses its IPU, and each page shows this IPU with the figures of the bar.
    void aBarChoosesForAllPages() {
        QVERIFY(open(test::fixturePath("pipeline-marked-tiny")));
        m_window->selection()->drop<StageIndex>();
        QCOMPARE(boxOn("liveness")->currentIndex(), 0);
        StageBars* const bars = m_window->planPage()->bars();
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->columnOf({1}).center());
        const StageEstimate estimate = session().result()->estimate.stages[1];
        QCOMPARE(boxOn("peak")->currentIndex(), 2);
        auto* const peak = page<PeakPage>("peak");
        QTRY_VERIFY(peak->shown() && peak->shown()->explanation.ipu == 1);

        QCOMPARE(boxOn("tilememory")->currentIndex(), 2);
        QVERIFY2(boxOn("tilememory")->currentText().startsWith(QStringLiteral("IPU 1: ")),
                 qPrintable(boxOn("tilememory")->currentText()));
        const auto* const memory = page<TileMemoryPage>("tilememory");
        QTRY_COMPARE(highest(*memory->map()), estimate.peakTileBytes);

        QCOMPARE(boxOn("liveness")->currentIndex(), 2);
        LivenessPage* const liveness = stackedLiveness();
        liveness->findChild<QComboBox*>(QStringLiteral("tiles"))->setCurrentIndex(1);
        QTRY_COMPARE(limitOf(*liveness->chart()), session().plan().limitOf({1}));
        QTRY_COMPARE(highest(*liveness->chart()), estimate.peakTileBytes);
        QCOMPARE(liveness->findChild<QSpinBox*>()->value(), static_cast<int>(estimate.peakTile.value));
        // The bands in the background are the layers of the IPU.
        const PlacedStage placed = session().placement().ipus[1];
        QVERIFY(!liveness->chart()->data()->bands.empty());
        for (const ChartBand& band : liveness->chart()->data()->bands) {
            QVERIFY(placed.holds({band.key}, session().layers()->last()));
        }
        // The peak step is selected: the bytes of its variables and in the heading add up to the bar.
        QTRY_VERIFY(liveness->table()->model()->rowCount() > 0 && !liveness->table()->busy());
        const auto listed =
            *stageVariablesLiveIn(*session().estimator(), placed, estimate.peakStep, estimate.peakTile);
        QCOMPARE(static_cast<size_t>(liveness->table()->model()->rowCount()), listed.size());

        QCOMPARE(boxOn("operations")->currentIndex(), 2);
        const auto* const operations = page<OperationsPage>("operations");
        const auto& all = session().layers()->operations;
        const auto held = std::count_if(all.begin(), all.end(), [&](const LayeredOperation& operation) {
            return placed.holds(operation.layer, session().layers()->last());
        });
        QVERIFY(held > 0 && held < static_cast<qsizetype>(all.size()));
        QTRY_COMPARE(operations->table()->model()->rowCount(), static_cast<int>(held));
    }

    /// All pages show a report of several IPUs as a whole, or one of its IPUs. It cannot be planned.
    void aReportOfSeveralIpusIsOnlyShown() {
        m_window->open({test::fixturePath("replicated")});
        QTRY_VERIFY(!session().loading() && session().state() == Session::State::Ready);
        const Profile& profile = *session().profile();
        const uint32_t ipus = profile.target.ipusOfTiles();
        const uint32_t tiles = profile.target.tilesPerIpu;
        QVERIFY(ipus > 1 && !session().estimator());
        QVERIFY(m_window->showPage(QStringLiteral("plan")));
        const auto* const why = m_window->planPage()->findChild<QLabel*>(QStringLiteral("planMissing"));
        QTRY_VERIFY(why->isVisible() && why->text().contains(QStringLiteral("several IPUs")));
        QVERIFY(!m_window->planPage()->canvas()->isVisible());

        StageBox* const box = boxOn("tilememory");
        QCOMPARE(box->count(), static_cast<int>(ipus) + 1);
        const auto* const memory = page<TileMemoryPage>("tilememory");
        QTRY_COMPARE(memory->plot()->data()->length(), size_t{profile.target.numTiles});
        QCOMPARE(memory->plot()->data()->bands.size(), size_t{ipus});
        box->setFocus();
        QTest::keyClick(box, Qt::Key_End);
        QTRY_COMPARE(memory->plot()->data()->length(), size_t{tiles});
        QCOMPARE(memory->plot()->data()->xFrom, uint64_t{ipus - 1} * tiles);

        // Computes the not-always-live bytes on the IPU's tiles from its variables.
        std::vector<uint64_t> expected(profile.stepCount());
        for (size_t row = profile.lowered.tileBegin[(ipus - 1) * tiles]; row < profile.lowered.size();
             ++row) {
            if (!isAlwaysLive(profile, {static_cast<uint32_t>(row)})) {
                for (const StepInterval& live :
                     profile.equivalenceClasses[profile.lowered.liveClass[row].index()]) {
                    for (uint32_t step = live.start.value; step < live.end.value; ++step) {
                        expected[step] += profile.lowered.bytes[row];
                    }
                }
            }
        }
        QCOMPARE(boxOn("liveness")->currentIndex(), static_cast<int>(ipus));
        const StackChart* const chart = page<LivenessPage>("liveness")->chart();
        QTRY_VERIFY(!chart->data()->series.empty());
        QTRY_COMPARE(chart->data()->series.back().values, expected);

        QVERIFY(boxOn("operations")->isVisible());
        const auto* const operations = page<OperationsPage>("operations")->table();
        Workers workers(1);
        const auto figures =
            *operationFigures(profile, *session().layers(), workers, {}, TileRange::ofIpu(profile, ipus - 1));
        const auto there = std::count_if(figures.begin(), figures.end(),
                                         [](const CategoryBytes& bytes) { return bytes.total() > 0; });
        QTRY_COMPARE(operations->model()->rowCount(), static_cast<int>(there));

        QVERIFY(boxOn("peak")->isVisible());
        const TablePanel* const fullest = page<PeakPage>("peak")->insights()->table(InsightsData::Tiles);
        const auto allOnIt = [&] {
            bool all = fullest->model()->rowCount() > 0;
            for (int row = 0; row < fullest->model()->rowCount(); ++row) {
                all &= fullest->model()->index(row, 1).data().toString() == QString::number(ipus - 1);
            }
            return all;
        };
        QTRY_VERIFY(allOnIt());
    }

    /// A choice that is made with keys on one page applies to all pages. The first entry is the whole model.
    void eachPageChoosesForAll() {
        QVERIFY(open(test::fixturePath("pipeline-marked-tiny")));
        m_window->selection()->drop<StageIndex>();
        const LivenessPage* const liveness = stackedLiveness();
        StageBox* box = boxOn("operations");
        QCOMPARE(box->count(), static_cast<int>(session().placement().ipus.size()) + 1);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(m_window->selection()->chosen<StageIndex>(), std::optional(StageIndex{0}));
        QCOMPARE(boxOn("peak")->currentIndex(), 1);
        box = boxOn("liveness");
        QCOMPARE(box->currentIndex(), 1);
        Workers workers(1);
        const LivenessSeries expected =
            *stageLiveness(*session().estimator(), session().placement().ipus[0], std::nullopt, workers);
        QTRY_COMPARE(liveness->chart()->data()->series.back().values, expected.notAlwaysLive);
        QCOMPARE(limitOf(*liveness->chart()),
                 session().plan().limitOf({0}) * session().profile()->target.tilesPerIpu);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        QVERIFY(!m_window->selection()->chosen<StageIndex>());
        QTRY_COMPARE(liveness->chart()->data()->series.back().values, session().profile()->stepNotAlwaysLive);
        QVERIFY(expected.notAlwaysLive != session().profile()->stepNotAlwaysLive);
        QCOMPARE(boxOn("tilememory")->currentIndex(), 0);
        QCOMPARE(boxOn("peak")->currentText(), QStringLiteral("Fullest IPU"));
    }

    /// The line shows the limit of the IPU: its memory, minus the part to keep free.
    void theLimitIsThatOfTheIpu() {
        QVERIFY(open(test::fixturePath("pipeline-marked-tiny")));
        const LivenessPage* const liveness = stackedLiveness();
        liveness->findChild<QComboBox*>(QStringLiteral("tiles"))->setCurrentIndex(1);
        m_window->selection()->choose(StageIndex{1});
        m_window->editor()->setIpuMemory({600000, 500000});
        m_window->editor()->setKeepFree(10);
        QTRY_COMPARE(limitOf(*liveness->chart()), uint64_t{450000});
        QVERIFY(m_window->showPage(QStringLiteral("tilememory")));
        const auto* const memory = page<TileMemoryPage>("tilememory");
        QTRY_COMPARE(limitOf(*memory->plot()), uint64_t{450000});
        m_window->selection()->choose(StageIndex{0});
        QTRY_COMPARE(limitOf(*memory->plot()), uint64_t{540000});
        m_window->selection()->drop<StageIndex>();
        QTRY_COMPARE(limitOf(*memory->plot()), session().plan().memory().limit());
        QVERIFY(session().plan().memory().limit() < session().plan().memory().perTile);
    }

    /// A visible page follows the plan. An IPU that the plan no longer has is not chosen any more.
    void followsThePlan() {
        QVERIFY(open(test::fixturePath("pipeline-marked-tiny")));
        const auto* const memory = page<TileMemoryPage>("tilememory");
        StageBox* const box = boxOn("tilememory");
        const auto last = static_cast<uint32_t>(session().placement().ipus.size() - 1);
        QVERIFY(last > 1);
        m_window->selection()->choose(StageIndex{last});
        QTRY_COMPARE(highest(*memory->map()), session().result()->estimate.stages[last].peakTileBytes);
        const QString before = box->currentText();
        const LayerIndex split = session().plan().splits().back();
        m_window->editor()->moveSplit(last - 1, {split.value - 1}, false);
        QVERIFY(box->currentText() != before);
        QTRY_VERIFY(session().resultIsCurrent());
        QTRY_COMPARE(highest(*memory->map()), session().result()->estimate.stages[last].peakTileBytes);
        m_window->editor()->removeSplit(0);
        QCOMPARE(box->currentIndex(), 0);
        QCOMPARE(box->count(), static_cast<int>(last) + 1);
        QTRY_VERIFY(highest(*memory->map()) > session().result()->estimate.peakTileBytes());
        m_window->editor()->undoStack()->undo();
        QCOMPARE(box->currentIndex(), static_cast<int>(last) + 1);
    }

    /// A click on a layer chooses the layer; a click on the header of a stage chooses its IPU.
    void layersAndStagesAreChosenApart() {
        QVERIFY(open(test::fixturePath("pipeline-marked-tiny")));
        m_window->selection()->drop<StageIndex>();
        PlanCanvas* const canvas = m_window->planPage()->canvas();
        const PlacedStage last = session().placement().ipus.back();
        const auto x =
            static_cast<int>(canvas->geometry().xOf(last.entries.first) + canvas->geometry().layerWidth / 2);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, {x, canvas->height() / 2});
        QCOMPARE(m_window->selection()->chosen<LayerIndex>(), std::optional(last.entries.first));
        QVERIFY(!m_window->selection()->chosen<StageIndex>());
        QTest::mouseClick(canvas, Qt::LeftButton, {}, {x, 4});
        QCOMPARE(m_window->selection()->chosen<StageIndex>(),
                 std::optional(StageIndex{static_cast<uint32_t>(session().placement().ipus.size() - 1)}));
    }

    void closingTheProfileForgetsTheStage() {
        QVERIFY(open(test::fixturePath("pipeline-marked-tiny")));
        m_window->selection()->choose(StageIndex{1});
        for (const char* const name : {"liveness", "tilememory", "operations", "peak"}) {
            boxOn(name);
            QTest::qWait(50);
        }
        const std::weak_ptr<const Profile> profile = session().profile();
        session().close();
        QTRY_VERIFY(profile.expired());
        QVERIFY(!m_window->selection()->chosen<StageIndex>());
    }

    /// If programs stand in for operations, views that are based on them say so.
    void standInsAreLabelled() {
        const test::TemporaryDirectory directory;
        test::copyPlainReport(directory.path(), true);
        QVERIFY(open(QString::fromStdString(directory.path().string())));
        QVERIFY(m_window->showPage(QStringLiteral("liveness")));
        const auto* const liveness = page<LivenessPage>("liveness");
        QTRY_VERIFY(!liveness->chart()->data()->bands.empty());
        const QString words = QStringLiteral("programs stand in for operations");
        QVERIFY2(liveness->chart()->data()->xLabel.contains(words),
                 qPrintable(liveness->chart()->data()->xLabel));
        const LayerChart* const chart = m_window->planPage()->canvas()->chart();
        QVERIFY2(chart->title().contains(words), qPrintable(chart->title()));
        QVERIFY(m_window->showPage(QStringLiteral("operations")));
        const auto* const note =
            m_window->page(QStringLiteral("operations"))->findChild<QLabel*>(QStringLiteral("standIns"));
        QTRY_VERIFY(note->isVisible() && note->text().contains(QStringLiteral("take their place")));
        // Operations of a framework need no label.
        QVERIFY(open(test::fixturePath("pipeline-marked-tiny")));
        QVERIFY(m_window->showPage(QStringLiteral("liveness")));
        QTRY_VERIFY(!liveness->chart()->data()->bands.empty());
        QVERIFY(!liveness->chart()->data()->xLabel.contains(words));
        QVERIFY(!chart->title().contains(words));
    }

private:
    Session& session() const { return *m_window->session(); }
    bool open(const QString& path) {
        m_window->open({path});
        return QTest::qWaitFor(
            [this] {
                return !session().loading() && session().state() == Session::State::Ready &&
                       session().resultIsCurrent();
            },
            60000);
    }
    template <class Page>
    Page* page(const char* name) const {
        return qobject_cast<Page*>(m_window->page(QLatin1String(name)));
    }
    /// Brings a page to the front and returns its box.
    StageBox* boxOn(const char* name) const {
        m_window->showPage(QLatin1String(name));
        auto* const box = m_window->page(QLatin1String(name))->findChild<StageBox*>();
        return QTest::qWaitFor([box] { return box->isVisible(); }, 60000) ? box : nullptr;
    }
    static uint64_t highest(const HeatMap& map) {
        const auto& values = map.data()->values;
        return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    }
    /// The liveness page in front, with the always-live bytes in the chart.
    LivenessPage* stackedLiveness() const {
        m_window->showPage(QStringLiteral("liveness"));
        auto* const liveness = page<LivenessPage>("liveness");
        auto* const box = liveness->findChild<QCheckBox*>(QStringLiteral("stackAlwaysLive"));
        const bool shown = QTest::qWaitFor([&] { return liveness->chart()->data()->length() > 0; }, 60000);
        if (shown && !box->isChecked()) {
            box->click();
        }
        return shown ? liveness : nullptr;
    }
    /// The highest sum of all series.
    static uint64_t highest(const StackChart& chart) {
        const StackChartDataPtr data = chart.data();
        uint64_t maximum = 0;
        for (size_t i = 0; i < data->length(); ++i) {
            uint64_t sum = 0;
            for (const ChartSeries& series : data->series) {
                sum += series.values[i];
            }
            maximum = std::max(maximum, sum);
        }
        return maximum;
    }
    static uint64_t limitOf(const StackChart& chart) {
        return chart.data()->limit ? chart.data()->limit->value : 0;
    }
};

TILELINE_TEST(TestStageBox)
#include "test_stagebox.moc"
