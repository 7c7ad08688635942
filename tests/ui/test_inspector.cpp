// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/operationfigures.h"
#include "core/explain/remedies.h"
#include "core/memory/liveness.h"
#include "core/memory/tilememory.h"
#include "tests/support/fixtures.h"
#include "tests/support/pipelinereference.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "tests/ui/windowfixture.h"
#include "ui/frame/workspace.h"
#include "ui/pages/inspector.h"
#include "ui/pages/richpage.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/splitmarker.h"
#include "ui/text/bytestext.h"

#include <QAction>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>

#include <cmath>

using namespace tileline;

/// Tests in a real window what the inspector says about each kind of choice, and where its links lead.
class TestInspector : public QObject, private test::WindowFixture {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_directory); }

    void init() {
        showWindow({1700, 900});
        m_window->open({test::fixturePath("pipeline-marked-tiny")});
        QTRY_VERIFY(m_window->session()->optimum() && m_window->session()->job() == Job::None);
    }

    void cleanup() { m_window.reset(); }

    void beginsWithTheFullestIpu() {
        QVERIFY(inspector()->isVisible());
        const PlanEstimate& estimate = m_window->session()->result()->estimate;
        const uint32_t ipu = fullestIpu(estimate, m_window->session()->plan().memory());
        QTRY_VERIFY(says(QStringLiteral("IPU %1").arg(ipu)));
        QTRY_VERIFY(says(bytesText(estimate.stages[ipu].peakTileBytes)));
    }

    void describesWhatIsChosen_data() {
        QTest::addColumn<Choice>("choice");
        QTest::addColumn<QString>("page");
        QTest::newRow("layer") << Choice(LayerIndex{2}) << QStringLiteral("operations");
        QTest::newRow("operation") << Choice(OperationIndex{3}) << QStringLiteral("operations");
        QTest::newRow("variable") << Choice(VariableIndex{5}) << QStringLiteral("tilememory");
        QTest::newRow("program") << Choice(ProgramIndex{4}) << QStringLiteral("programtree");
        QTest::newRow("step") << Choice(StepIndex{7}) << QStringLiteral("liveness");
        QTest::newRow("tile") << Choice(TileId{1}) << QStringLiteral("tilememory");
    }

    void describesWhatIsChosen() {
        QFETCH(const Choice, choice);
        QFETCH(const QString, page);
        m_window->selection()->choose(choice);
        QTRY_VERIFY(says(titleOf(choice)));
        QTRY_VERIFY(says(figureOf(choice)));
        followLink(QStringLiteral("page:") + page);
        QCOMPARE(m_window->workspace()->shownPage(), page);
    }

    /// A request that was stopped may leave only a part of its figures in the cache.
    void completesWhatAStoppedRequestLeft() {
        Session* const session = m_window->session();
        InspectorRequest request{OperationIndex{3},         session->study(),
                                 session->plan(),           session->result(),
                                 session->layerEstimates(), std::make_shared<InspectorCache>()};
        const auto whole = tileline::inspect(request, {});
        QVERIFY(whole && request.cache->bytes && request.cache->cycles);
        request.cache->cycles.reset();
        const auto again = tileline::inspect(request, {});
        QVERIFY(again && request.cache->cycles);
        QCOMPARE(again->html, whole->html);
    }

    void describesASplit() {
        Session* const session = m_window->session();
        const SplitPlan& plan = session->plan().splitPlan();
        QVERIFY(plan.splits().size() > 1);
        SplitMarker* const marker = m_window->planPage()->canvas()->markers()[1];
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::mouseClick(marker, Qt::LeftButton, {}, {marker->width() / 2, 12});
        QCOMPARE(m_window->selection()->latest(), std::optional<Choice>(SplitIndex{1}));
        const LayerIndex at = plan.splits()[1];
        QTRY_VERIFY(says(QStringLiteral("Split 2")));
        QVERIFY(says(bytesText(session->estimator()->crossingBytes(at))));
        Workers workers(1);
        for (const int by : {-1, 1}) {
            const LayerIndex next{at.value + static_cast<uint32_t>(by)};
            const SplitPlan moved = plan.withMoved(1, next);
            QVERIFY(says(bytesText(session->estimator()->estimate(moved, workers)->peakTileBytes())));
        }
    }

    /// Bars are relative to the largest, and a lifetime is drawn along the steps.
    void drawsBarsAndLifetimes() {
        const Profile& profile = *m_window->session()->profile();
        m_window->selection()->choose(TileId{0});
        QTRY_VERIFY(says(QStringLiteral("Tile 0")));
        const TileMemory memory = tileMemoryOf(profile);
        uint64_t most = 0;
        for (const TileMemory::Category& category : memory.categories) {
            most = std::max<uint64_t>(most, category.bytes[0]);
        }
        const QString html = inspector()->text()->toHtml();
        for (const TileMemory::Category& category : memory.categories) {
            const auto share =
                std::lround(1000.0 * static_cast<double>(category.bytes[0]) / static_cast<double>(most));
            QVERIFY(category.bytes[0] == 0 || html.contains(QStringLiteral("/%1\"").arg(share)));
        }
        QVERIFY(html.contains(QLatin1String("bar:")) && html.contains(QLatin1String("/1000\"")));
        // The first variable that is live for a time.
        for (uint32_t row = 0; row < profile.lowered.size(); ++row) {
            if (isAlwaysLive(profile, LoweredIndex{row})) {
                continue;
            }
            const VariableIndex variable = profile.lowered.variable[row];
            std::vector<bool> live(profile.stepCount());
            for (uint32_t other = 0; other < profile.lowered.size(); ++other) {
                if (profile.lowered.variable[other] == variable) {
                    for (const StepInterval& each :
                         profile.equivalenceClasses[profile.lowered.liveClass[other].index()]) {
                        std::fill(live.begin() + each.start.value, live.begin() + each.end.value, true);
                    }
                }
            }
            QStringList intervals;
            for (size_t from = 0; from < live.size(); ++from) {
                if (live[from] && (from == 0 || !live[from - 1])) {
                    const auto to = std::find(live.begin() + static_cast<ptrdiff_t>(from), live.end(), false);
                    intervals += QStringLiteral("%1-%2").arg(from).arg(to - live.begin());
                }
            }
            m_window->selection()->choose(variable);
            QTRY_VERIFY(inspector()->text()->toHtml().contains(QStringLiteral("band:%1/%2\"")
                                                                   .arg(profile.stepCount())
                                                                   .arg(intervals.join(QLatin1Char(',')))));
            return;
        }
        QFAIL("every variable is always live");
    }

    /// A link chooses, and Back goes to what was chosen before.
    void linksChoose() {
        m_window->selection()->choose(StepIndex{7});
        QTRY_VERIFY(says(QStringLiteral("Step 7")));
        const ProgramIndex program = m_window->session()->profile()->stepProgram[7];
        QVERIFY(inspector()->text()->toHtml().contains(linkTo(program)));
        followLink(linkTo(program));
        QCOMPARE(m_window->selection()->latest(), std::optional<Choice>(program));
        QTRY_VERIFY(says(QStringLiteral("Program: ")));
        m_window->selection()->back();
        QTRY_VERIFY(says(QStringLiteral("Step 7")));
    }

    void aLinkOfAnotherKindIsIgnored() {
        for (const char* const link : {"choose:99/1", "choose:", "http://x/", "choose:1"}) {
            QVERIFY2(!choiceOf(QLatin1String(link)), link);
        }
        QCOMPARE(choiceOf(linkTo(TileId{17})), std::optional<Choice>(TileId{17}));
    }

    /// Checks PopLiner's figure for the same layers, and the parts of the difference.
    void popLinersFigureStandsBesideThePipelines() {
        PipelineOptions options;
        options.outputOn = OutputOn::Last;
        m_window->session()->setSetting({Setting::Pipeline, options});
        QTRY_VERIFY(m_window->session()->setting().pipeline.outputOn == OutputOn::Last &&
                    m_window->session()->resultIsCurrent());
        const std::vector<uint32_t> splits{3, 5};
        SplitPlan plan(m_window->session()->layers()->count());
        for (const uint32_t split : splits) {
            plan = plan.withAdded({split});
        }
        m_window->editor()->apply(*m_window->session()->plan().withSplits(plan), QStringLiteral("test"));
        QTRY_VERIFY(m_window->session()->resultIsCurrent());
        const LayersPtr popliner = *findLayers(*m_window->session()->profile(), {});
        const test::PipelineReference naive(*m_window->session()->profile(), *popliner);
        const auto expected = naive.plan(m_window->session()->study().decidedSetting().pipeline, splits);
        Workers workers(1);
        const auto estimator = *StageEstimator::build(m_window->session()->profile(), popliner, workers);
        // The user has not asked for it yet.
        QTRY_VERIFY(says(QStringLiteral("Compare with PopLiner")));
        QVERIFY(!inspector()->popliner());
        followLink(QStringLiteral("popliner:"));
        // Layers have the same position in both lists: one begins with Input, the other with none.
        for (uint32_t ipu = 0; ipu < 3; ++ipu) {
            m_window->selection()->choose(StageIndex{ipu});
            const uint64_t pipeline = expected.ipus[ipu].peakTileBytes;
            QTRY_VERIFY(says(QStringLiteral("IPU %1").arg(ipu)) && inspector()->popliner() &&
                        inspector()->popliner()->pipeline == pipeline);
            const PopLinerFigure& shown = *inspector()->popliner();
            const uint32_t first = ipu == 0 ? 0 : splits[ipu - 1];
            const uint32_t last =
                ipu < splits.size() ? splits[ipu] - 1 : static_cast<uint32_t>(popliner->count() - 1);
            QCOMPARE(shown.popliner,
                     estimator->estimate(LayerRange{{first}, {last}}, workers)->peakTileBytes);
            QCOMPARE(shown.parts.total(), pipeline);
            QCOMPARE(shown.difference(), static_cast<int64_t>(shown.parts.stash + shown.parts.accumulators +
                                                              shown.parts.unowned) +
                                             shown.rest());
            QVERIFY(says(bytesText(shown.popliner)));
        }
    }

    /// A narrow window hides the inspector unless the user shows it. The layout remembers the choice.
    void isRememberedAndFolds() {
        m_window->resize(1200, 800);
        QTRY_VERIFY(!inspector()->isVisible());
        command("inspector")->trigger();
        QVERIFY(inspector()->isVisible());
        const QByteArray layout = m_window->workspace()->layoutState();
        command("inspector")->trigger();
        QVERIFY(!inspector()->isVisible());
        m_window->workspace()->restoreLayout(layout);
        QVERIFY(inspector()->isVisible());
        m_window->workspace()->resetLayout();
        QVERIFY(!inspector()->isVisible());
    }

private:
    Inspector* inspector() const { return m_window->findChild<Inspector*>(); }
    /// QTextDocument replaces non-breaking spaces by ordinary ones.
    bool says(QString text) const {
        return inspector()->text()->toPlainText().contains(text.replace(QChar::Nbsp, QLatin1Char(' ')));
    }
    void followLink(const QString& link) const { emit inspector()->text()->anchorClicked(QUrl(link)); }

    QString titleOf(const Choice& choice) const {
        const Profile& profile = *m_window->session()->profile();
        const Layers& layers = *m_window->session()->layers();
        if (const auto* const operation = std::get_if<OperationIndex>(&choice)) {
            return QString::fromStdString(layers.operations[operation->index()].name);
        }
        if (const auto* const variable = std::get_if<VariableIndex>(&choice)) {
            return QString::fromStdString(profile.variables[variable->index()].name);
        }
        if (const auto* const program = std::get_if<ProgramIndex>(&choice)) {
            return QStringLiteral("Program: %1")
                .arg(QString::fromStdString(profile.programs[program->index()].type));
        }
        return std::holds_alternative<StepIndex>(choice) ? QStringLiteral("Step 7")
               : std::holds_alternative<TileId>(choice)  ? QStringLiteral("Tile 1")
                                                         : QStringLiteral("Layer");
    }

    /// The figure of a choice, computed in another way.
    QString figureOf(const Choice& choice) const {
        const Profile& profile = *m_window->session()->profile();
        const Layers& layers = *m_window->session()->layers();
        if (const auto* const operation = std::get_if<OperationIndex>(&choice)) {
            Workers workers(1);
            return bytesText((*operationFigures(profile, layers, workers))[operation->index()].total());
        }
        if (const auto* const variable = std::get_if<VariableIndex>(&choice)) {
            uint64_t bytes = 0;
            for (size_t row = 0; row < profile.lowered.size(); ++row) {
                bytes += profile.lowered.variable[row] == *variable ? profile.lowered.bytes[row] : 0;
            }
            return bytesText(bytes);
        }
        if (const auto* const step = std::get_if<StepIndex>(&choice)) {
            return bytesText(livenessSeries(profile).total(*step));
        }
        if (const auto* const layer = std::get_if<LayerIndex>(&choice)) {
            Workers workers(1);
            const auto alone =
                m_window->session()->estimator()->estimate(LayerRange{*layer, *layer}, workers);
            return bytesText(alone->bytes.total());
        }
        if (const auto* const tile = std::get_if<TileId>(&choice)) {
            return bytesText(tileMemoryOf(profile).totals[tile->index()]);
        }
        const ProgramIndex program = std::get<ProgramIndex>(choice);
        return numberText(profile.programs[program.index()].id);
    }
};

TILELINE_TEST(TestInspector)
#include "test_inspector.moc"
