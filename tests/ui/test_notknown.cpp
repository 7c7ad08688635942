// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Where the figures are void, nothing in the window says that anything fits, or does not.
#include "core/explain/remedies.h"
#include "core/profile/tileline/profilewriter.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/compiledpipeline.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/showntexts.h"
#include "tests/ui/windowfixture.h"
#include "ui/pages/comparisonpage.h"
#include "ui/pages/livenessdata.h"
#include "ui/pages/rolespanel.h"
#include "ui/pages/tilememorydata.h"
#include "ui/pages/tilememorypage.h"
#include "ui/planpage/cutstrip.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/stagebars.h"
#include "ui/planpage/tradeoffcharts.h"
#include "ui/planpage/verdictline.h"
#include "ui/planpage/whatif.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/solvetext.h"
#include "ui/text/warningtext.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QRegularExpression>
#include <QSettings>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace tileline;

namespace {

/// Finds statements about bytes and their limit, and about the optimum.
QStringList verdictsIn(const QStringList& texts) {
    static const QRegularExpression said(
        QStringLiteral("[Hh]eadroom( then| of)?:? [0-9]|[Oo]verflow( then)?:? [0-9]|over by [0-9]|"
                       "more than its limit|tiles over the limit|, fits|does not fit|IPUs? overflow|"
                       "Every stage fits|A stage does not|it fits|Optimal: |[Oo]ptimum [0-9(]|plan fits"));
    return texts.filter(said);
}

QStringList verdictsOn(const QWidget& widget) {
    QStringList texts = test::shownTexts(widget).values();
    for (const auto* const view : widget.findChildren<QAbstractItemView*>()) {
        for (int row = 0; view->model() && row < view->model()->rowCount(); ++row) {
            for (int column = 0; column < view->model()->columnCount(); ++column) {
                texts += view->model()->index(row, column).data(Qt::ToolTipRole).toString();
            }
        }
    }
    return verdictsIn(texts);
}

QByteArray textOf(const QStringList& texts) {
    return texts.join('\n').toUtf8();
}

} // namespace

class TestNotKnown : public QObject, private test::WindowFixture {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_directory); }
    void init() {
        showWindow({1500, 1000});
        // With Output on the last IPU, every plan with more than one stage splits a weight.
        choose([](SettingOptions& setting) { setting.pipeline.outputOn = OutputOn::First; });
    }
    void cleanup() { m_window.reset(); }

    /// Each page is tested with figures that hold and with figures that do not.
    void pages_data() {
        QTest::addColumn<uint64_t>("memory");
        QTest::addColumn<QString>("page");
        for (const char* page : {"plan", "peak", "tilememory", "plans"}) {
            QTest::addRow("%s, much memory", page) << uint64_t{10'000'000} << QString(page);
            QTest::addRow("%s, little memory", page) << uint64_t{1000} << QString(page);
        }
    }
    void pages() {
        QFETCH(uint64_t, memory);
        QFETCH(QString, page);
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        session().setPlan(session().plan().withMemory({memory, {}}));
        QTRY_VERIFY(session().resultIsCurrent() && session().optimum() && session().selfChecks());
        StageBars* const bars = m_window->planPage()->bars();
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->columnOf({1}).center());
        const QWidget* shown = m_window->planPage();
        if (page != "plan") {
            QVERIFY(m_window->showPage(page));
            shown = m_window->page(page);
        }
        QTRY_VERIFY(!verdictsOn(*shown).isEmpty());
        useOtherMode();
        QTRY_VERIFY2(verdictsOn(*shown).isEmpty(), textOf(verdictsOn(*shown)));
        const auto gap = m_window->planPage()->findChild<KeyFigures*>();
        QTRY_VERIFY2(gap->text().contains("The figures are not reliable"), qPrintable(gap->text()));
    }

    void linesAndBars() {
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        useOtherMode();
        const VerdictLine* const line = m_window->planPage()->verdict();
        for (const uint64_t memory : {10'000'000, 1000}) {
            session().setPlan(session().plan().withMemory({memory, {}}));
            QTRY_VERIFY(session().resultIsCurrent() && session().optimum());
            QCOMPARE(line->verdict().state, VerdictText::State::Doubtful);
            QVERIFY(line->remedies().isEmpty());
            for (const IpuBar& bar : m_window->planPage()->bars()->bars()) {
                QVERIFY2(!bar.fit.known() && verdictsIn({bar.summary()}).isEmpty(),
                         qPrintable(bar.summary()));
            }
        }
    }

    /// A point shows the verdict on its plan.
    void charts() {
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        PlanPage* const plan = m_window->planPage();
        for (PlanPointChart* const chart :
             std::initializer_list<PlanPointChart*>{plan->tradeOff(), plan->front()}) {
            for (const bool known : {true, false}) {
                choose([&](SettingOptions& setting) {
                    setting.pipeline.mode = known ? PassMode::Training : PassMode::Inference;
                });
                QTRY_VERIFY(!chart->points().empty() && chart->points().front().fit.known() == known);
                for (const PlanPointChart::Point& point : chart->points()) {
                    QCOMPARE(point.fit.answer(), known ? std::optional(true) : std::nullopt);
                }
                const QString description = chart->accessibleDescription();
                QVERIFY2(description.contains("fit") == known, qPrintable(description));
            }
        }
    }

    void aDashIsFlat() {
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        TradeOffChart* const chart = m_window->planPage()->tradeOff();
        QTRY_VERIFY(!chart->points().empty() && ink(*chart) > 25);
        useOtherMode();
        QTRY_VERIFY(!chart->points().empty() && ink(*chart) > 0);
        QVERIFY2(ink(*chart) < 25, qPrintable(QString::number(ink(*chart))));
    }

    void whatIfsAndAnswers() {
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        for (const bool known : {true, false}) {
            if (!known) {
                useOtherMode();
            }
            QTRY_VERIFY(session().optimum());
            std::optional<WhatIf> whatIf;
            for (uint32_t at = 1; !whatIf && at < session().layers()->count(); ++at) {
                whatIf = ifAdded(session(), {at});
            }
            QVERIFY(whatIf && whatIf->estimate);
            QCOMPARE(verdictsIn({whatIfText(*whatIf, session())}).size(), known ? 1 : 0);
            const SolveRequest request{Objective::MinPeak, session().plan().constraints()};
            const auto& best = std::get<SolvedPlan>(session().optimum()->result);
            QCOMPARE(verdictsIn({answerText({request, best}, session())}).size(), known ? 1 : 0);
            const QString none = answerText({request, Infeasible{Infeasible::Reason::Memory, {}}}, session());
            QCOMPARE(none.startsWith("The following may be wrong, because the figures are not reliable"),
                     !known);
            Remedy remedy;
            remedy.plan = session().plan();
            for (const uint64_t overflow : {0, 1}) {
                remedy.fit.overflow = overflow;
                const QString effect = remedyEffect(remedy, session());
                QCOMPARE(effect.contains("fits") || effect.contains("still over"), known);
            }
        }
    }

    /// A remedy can lead to figures that are not reliable: with several stages, accumulators matter, and they
    /// are unknown here.
    void aRemedyWithOtherFigures() {
        QVERIFY(writeModel(test::generateOrThrow(test::smallModel("cnn", true)), m_directory / "cnn"));
        open(m_directory / "cnn");
        session().setPlan(session().plan().withIpus(1).withMemory({1000, {}}));
        QTRY_VERIFY(session().resultIsCurrent() && session().optimum());
        QCOMPARE(m_window->planPage()->verdict()->verdict().state, VerdictText::State::Over);
        const Plan two = session().plan().withIpus(2);
        Remedy remedy{
            Remedy::Kind::MoreIpus, *two.withSplits(*SplitPlan::make(two.layerCount(), {{2}})), {}, {}, {}};
        QVERIFY2(!remedyEffect(remedy, session()).contains("fits"),
                 qPrintable(remedyEffect(remedy, session())));
        remedy.plan = session().plan();
        QVERIFY(remedyEffect(remedy, session()).contains("fits"));
        QVERIFY2(hopelessText(session()).isEmpty(), qPrintable(hopelessText(session())));
        // A point of a chart can also lead to such figures.
        const auto& points = m_window->planPage()->tradeOff()->points();
        QVERIFY(points.size() > 1 && points[0].fit.overflows() && !points[1].fit.known());
    }

    void cellsThatMayNotFitAreEven() {
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        session().setPlan(session().plan().withMemory({1000, {}}));
        QTRY_VERIFY(session().resultIsCurrent() && session().table()->complete());
        auto* const strip = m_window->planPage()->findChild<CutStrip*>(QStringLiteral("cutStrip"));
        const auto hatched = [&] {
            const QImage image = strip->grab().toImage();
            int count = 0;
            for (const CutPosition& position : strip->positions()) {
                QSet<QRgb> colors;
                const QRect cell = strip->cellOf(position.at).adjusted(3, 3, -3, -3);
                for (int x = cell.left(); x < cell.center().x() - 4; ++x) { // beside the dot
                    for (int y = cell.top(); y <= cell.bottom(); ++y) {
                        colors += image.pixel(x, y);
                    }
                }
                count += position.known && !position.splitsWeight && colors.size() > 1 ? 1 : 0;
            }
            return count;
        };
        QTRY_VERIFY(hatched() > 0);
        useOtherMode();
        QTRY_VERIFY(session().table()->complete());
        QTRY_VERIFY(!strip->positions().empty() && strip->positions().front().overflow > 0);
        QCOMPARE(hatched(), 0);
    }

    void readouts() {
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        const ShownStage stage{{1}, session().placement().ipus[1], session().estimator()};
        for (const std::optional<uint64_t>& limit :
             {std::optional(uint64_t{10'000'000}), std::optional(uint64_t{10}), std::optional<uint64_t>()}) {
            const auto tiles = *makeTileMemoryData(*session().profile(), stage, {}, limit, {}, {});
            QCOMPARE(verdictsIn({tiles->readout({0})}).size(), limit ? 1 : 0);
            QCOMPARE(verdictsIn({tiles->summary()}).size(), limit ? 1 : 0);
            QCOMPARE(tiles->plot->limit.has_value(), limit.has_value());
            QCOMPARE(tiles->map->over[0], limit == uint64_t{10});
            QCOMPARE(tiles->histogram->bands.empty(), limit != uint64_t{10});
            const LivenessRequest request{{stage, TileId{0}}, limit, true};
            const auto steps = *makeLivenessData(session().profile(), session().layers(), request, {});
            QCOMPARE(verdictsIn({steps->readout({0})}).size(), limit ? 1 : 0);
            QCOMPARE(steps->chart->limit.has_value(), limit.has_value());
        }
    }

    void roles() {
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        StageBars* const bars = m_window->planPage()->bars();
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->columnOf({1}).center());
        QVERIFY(m_window->showPage("tilememory"));
        const auto* const tiles = qobject_cast<TileMemoryPage*>(m_window->page("tilememory"));
        QVERIFY(tiles);
        tiles->findChild<QTabWidget*>()->setCurrentWidget(tiles->roles());
        tiles->roles()->findChild<QCheckBox*>(QStringLiteral("doubleActivations"))->click();
        const QLabel* const result = tiles->roles()->result();
        QTRY_VERIFY2(result->text().contains("Headroom then"), qPrintable(result->text()));
        useOtherMode();
        QTRY_VERIFY2(result->text().contains("rule of thumb") && !result->text().contains("then"),
                     qPrintable(result->text()));
    }

    /// The self-checks end after the estimate. If they fail, earlier verdicts are withdrawn.
    void failedSelfChecks() {
        const test::TemporaryDirectory report;
        test::copyPoplarReport(
            "pipeline-marked-tiny", report.path(),
            "UPDATE memory_by_tile SET always_live_bytes = always_live_bytes + 4 WHERE tile = 3");
        open(report.path());
        QTRY_VERIFY(session().selfChecks() && session().optimum());
        QVERIFY(!session().selfChecks()->failed.empty());
        const PlanPage* const plan = m_window->planPage();
        QTRY_VERIFY(!plan->tradeOff()->points().empty() && !plan->front()->points().empty());
        QVERIFY2(verdictsOn(*plan).isEmpty(), textOf(verdictsOn(*plan)));
        QVERIFY(!plan->tradeOff()->points().front().fit.known());
        QVERIFY(!plan->front()->points().front().fit.known());
        QCOMPARE(plan->verdict()->verdict().state, VerdictText::State::Doubtful);
    }

    void comparedPlans() {
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        Workers workers(1);
        const auto estimate = session().estimator()->estimate(session().plan().splitPlan(), workers);
        const auto path = m_directory.path() / "compiled.tileline";
        QVERIFY(writeProfile(*test::compilePipeline(*session().estimator(), *estimate, {}), path));
        for (const bool known : {true, false}) {
            if (!known) {
                useOtherMode();
            }
            m_window->compareWith(QString::fromStdString(path.string()));
            auto* const page = qobject_cast<ComparisonPage*>(m_window->page(QStringLiteral("comparison")));
            QTRY_VERIFY_WITH_TIMEOUT(session().comparison()->report(), 60000);
            const auto cell =
                [&](qsizetype right) { // of the first row: the estimated headroom, or a cell to its right
                    const QStringList lines =
                        QString::fromStdString(toText(page->table()->model()->shown(), TableFormat::Tsv))
                            .split('\n');
                    const auto column = lines[0].split('\t').indexOf("estimated_headroom");
                    return column < 0 || lines.size() < 2 ? QStringLiteral("?")
                                                          : lines[1].split('\t')[column + right];
                };
            QTRY_VERIFY_WITH_TIMEOUT(cell(0) != "?" && cell(0).isEmpty() == !known, 60000);
            QVERIFY(!cell(1).isEmpty());
        }
    }

    /// A split weight makes no figure doubtful, but prevents the plan from being built.
    void aSplitWeight() {
        choose([](SettingOptions& setting) { setting.pipeline.outputOn = OutputOn::Last; });
        open(test::fixtureDirectory("pipeline-marked-tiny"));
        session().setPlan(*session().plan().withSplits(*SplitPlan::make(session().layers()->count(), {{2}})));
        QTRY_VERIFY(session().resultIsCurrent() && session().optimum());
        const VerdictLine* const line = m_window->planPage()->verdict();
        QCOMPARE(line->verdict().state, VerdictText::State::Refused);
        QCOMPARE(line->verdict().text, "The plan splits a weight");
        QVERIFY(line->warnings().front().startsWith(QStringLiteral("\u26A0 ")));
        for (const IpuBar& bar : m_window->planPage()->bars()->bars()) {
            QVERIFY(bar.fit.fits());
            QVERIFY2(bar.summary().contains("headroom"), qPrintable(bar.summary()));
        }
        QTRY_VERIFY(!line->remedies().isEmpty());
        QVERIFY(m_window->showPage("plans"));
        const auto* const plans = m_window->page("plans")->findChild<QTableView*>(QStringLiteral("plans"));
        QTRY_VERIFY(!plans->model()->index(0, 3).data().toString().isEmpty()); // the headroom
        QCOMPARE(plans->model()->index(0, 3).data(Qt::ToolTipRole).toString(), "The plan splits a weight.");
        // If both apply, the verdict is unknown.
        useOtherMode();
        QCOMPARE(line->verdict().state, VerdictText::State::Doubtful);
    }

private:
    void open(const std::filesystem::path& directory) {
        m_window->open({QString::fromStdString(directory.string())});
        QTRY_VERIFY_WITH_TIMEOUT(!session().loading() && session().state() == Session::State::Ready &&
                                     session().resultIsCurrent(),
                                 60000);
    }
    template <class Change>
    void choose(const Change& change) {
        SettingOptions setting = session().setting();
        change(setting);
        session().setSetting(setting);
    }
    void useOtherMode() {
        choose([](SettingOptions& setting) { setting.pipeline.mode = PassMode::Inference; });
        QTRY_VERIFY(session().resultIsCurrent() && !figuresHold(session().warnings()));
    }
    /// Takes the point that is furthest from the plan's diamond, and counts its pixels that have the colour
    /// of its middle. -1 if that point is too near.
    static int ink(PlanPointChart& chart) {
        const auto distance = [&](const PlanPointChart::Point& point) {
            return (chart.positionOf(point) - chart.positionOf(*chart.current())).manhattanLength();
        };
        const auto point = std::max_element(
            chart.points().begin(), chart.points().end(),
            [&](const auto& left, const auto& right) { return distance(left) < distance(right); });
        if (distance(*point) < 20) {
            return -1;
        }
        const QPoint at = chart.positionOf(*point).toPoint();
        const QImage image = chart.grab().toImage();
        int count = 0;
        for (int x = -4; x <= 4; ++x) {
            for (int y = -4; y <= 4; ++y) {
                count += image.pixel(at + QPoint(x, y)) == image.pixel(at) ? 1 : 0;
            }
        }
        return count;
    }
    Session& session() { return *m_window->session(); }
};

TILELINE_TEST(TestNotKnown)
#include "test_notknown.moc"
