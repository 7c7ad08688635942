// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pipelinereference.h"
#include "tests/testmain.h"
#include "tests/ui/planpagefixture.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/settingline.h"
#include "ui/planpage/stagebars.h"
#include "ui/planpage/verdictline.h"
#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/linetext.h"
#include "ui/text/settingtext.h"
#include "ui/text/solvetext.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

using namespace tileline;

/// Tests the choice between the pipeline's and PopLiner's estimate, in a real window, with keys and the
/// mouse. Compares figures with the naive definition of the pipeline setting.
class TestSettingToolBar : public QObject, protected test::PlanPageFixture {
    Q_OBJECT
private slots:
    void init() { openPage("pipeline-marked-tiny"); }

    void cleanup() { closePage(); }

    void theSwitchIsAStepThatCanBeUndone() {
        const Plan before = m_session->plan();
        const uint64_t popliner = m_session->result()->estimate.peakTileBytes();
        QVERIFY(!field("outputOn")->isVisible());
        choose("setting", 0);
        QTRY_COMPARE(m_session->setting().setting, Setting::Pipeline);
        QTRY_VERIFY(field("outputOn")->isVisible());
        QTRY_VERIFY(m_session->resultIsCurrent());
        const LayersPtr entries = m_session->layers();
        QCOMPARE(layerName(*entries, {0}), QStringLiteral("Input"));
        QCOMPARE(layerName(*entries, entries->last()), QStringLiteral("Output"));
        QVERIFY(titles().contains(QLatin1String("estimate of the pipeline")));
        QVERIFY(m_session->result()->estimate.peakTileBytes() != popliner);
        QCOMPARE(m_editor->undoStack()->count(), 1);
        m_editor->undoStack()->undo();
        QTRY_COMPARE(m_session->setting().setting, Setting::PopLiner);
        QVERIFY(m_session->plan() == before);
        QCOMPARE(field("setting")->currentIndex(), 1);
        QVERIFY(titles().contains(QLatin1String("PopLiner's estimate")));
        QTRY_VERIFY(m_session->resultIsCurrent());
        QCOMPARE(m_session->result()->estimate.peakTileBytes(), popliner);
        m_editor->undoStack()->redo();
        QTRY_COMPARE(m_session->setting().setting, Setting::Pipeline);
    }

    void aChangeThatOvertakesAnUndoIsAStep() {
        usePipeline();
        choose("outputOn", 2);
        QTRY_COMPARE(m_session->setting().pipeline.outputOn, OutputOn::First);
        m_editor->undoStack()->undo();
        choose("recompute", 0); // before the undo has found its layers
        QTRY_COMPARE(m_session->setting().pipeline.recompute, Recompute::Off);
        QCOMPARE(m_session->setting().pipeline.outputOn, OutputOn::First);
        QCOMPARE(m_editor->undoStack()->undoText(), QStringLiteral("Change setting"));
        m_editor->undoStack()->undo();
        QTRY_VERIFY(m_session->setting().pipeline.recompute != Recompute::Off);
    }

    void figuresAreThoseOfTheDefinition_data() {
        QTest::addColumn<int>("recompute");
        QTest::addColumn<OutputOn>("outputOn");
        for (int recompute = 0; recompute < 3; ++recompute) {
            // Input and Output share a weight.
            QTest::addRow("%d auto", recompute) << recompute << OutputOn::Auto;
            QTest::addRow("%d last", recompute) << recompute << OutputOn::Last;
            QTest::addRow("%d first", recompute) << recompute << OutputOn::First;
        }
    }
    void figuresAreThoseOfTheDefinition() {
        QFETCH(const int, recompute);
        QFETCH(const OutputOn, outputOn);
        const bool onFirst = outputOn != OutputOn::Last;
        usePipeline();
        splitAt({1, 3, 7});
        choose("recompute", recompute);
        QTRY_COMPARE(static_cast<int>(m_session->setting().pipeline.recompute), recompute);
        choose("outputOn", static_cast<int>(outputOn));
        QTRY_COMPARE(m_session->setting().pipeline.outputOn, outputOn);
        QTRY_VERIFY(m_session->resultIsCurrent());
        const test::ReferencePlan expected = reference();
        QCOMPARE(bars().size(), expected.ipus.size());
        QCOMPARE(bars().size(), onFirst ? size_t{3} : size_t{4});
        for (size_t ipu = 0; ipu < bars().size(); ++ipu) {
            const IpuBar& shown = bars()[ipu];
            QVERIFY(shown.current);
            QCOMPARE(shown.estimate->peakTileBytes, expected.ipus[ipu].peakTileBytes);
            QCOMPARE(shown.estimate->bytes.stash, expected.ipus[ipu].bytes.at("stash"));
            QCOMPARE(shown.estimate->bytes.accumulators, expected.ipus[ipu].bytes.at("accumulators"));
            if (shown.estimate->bytes.stash > 0) {
                const QString stash = QStringLiteral("stash ") + bytesText(shown.estimate->bytes.stash);
                QVERIFY2(bars()[ipu].toolTip().contains(stash), qPrintable(bars()[ipu].toolTip()));
                QVERIFY(bars()[ipu].summary().contains(stash));
            }
            QVERIFY(bars()[ipu].summary().contains(QLatin1String("estimate of the pipeline")));
        }
        QCOMPARE(bars()[0].layerNames.contains(QLatin1String("Output")), onFirst);
        // The optimum agrees with the definition, too.
        QTRY_VERIFY(m_session->optimum());
        const auto* const best = std::get_if<SolvedPlan>(&m_session->optimum()->result);
        QVERIFY(best);
        std::vector<uint32_t> splits;
        for (const LayerIndex split : best->plan.splits()) {
            splits.push_back(split.value);
        }
        const test::ReferencePlan solved = reference(splits);
        QCOMPARE(best->peakTileBytes, solved.peakTileBytes());
        QVERIFY(solved.sharedWeights.empty());
    }

    void aPlanThatSplitsAWeightSaysSo() {
        usePipeline();
        choose("outputOn", 1);
        QTRY_COMPARE(m_session->setting().pipeline.outputOn, OutputOn::Last);
        m_editor->undoStack()->clear();
        splitAt({1, 3, 7});
        QTRY_VERIFY(m_session->resultIsCurrent());
        const test::ReferencePlan expected = reference();
        QCOMPARE(expected.sharedWeights.size(), size_t{1});
        auto* const warnings = m_page->findChild<QToolButton*>(QStringLiteral("planWarnings"));
        QVERIFY(warnings->isVisible());
        for (const QString& part :
             {QString::fromStdString(expected.sharedWeights[0].name),
              bytesText(expected.sharedWeights[0].bytes), QStringLiteral("Input and Output"),
              QStringLiteral("Run Output on the first IPU")}) {
            QVERIFY2(warnings->accessibleDescription().contains(part),
                     qPrintable(warnings->accessibleDescription()));
        }
        QVERIFY(warnings->accessibleDescription().startsWith(QStringLiteral("\u26A0 ")));
        QCOMPARE(m_page->verdict()->verdict().text, "The plan splits a weight");
        QTRY_VERIFY(m_session->optimum());
        auto* const gap = m_page->findChild<KeyFigures*>();
        QTRY_VERIFY2(gap->text().contains(QLatin1String("Splits a weight")), qPrintable(gap->text()));
        // The remedy helps.
        QTest::keyClick(field("outputOn"), Qt::Key_Down);
        QTRY_COMPARE(m_session->setting().pipeline.outputOn, OutputOn::First);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QVERIFY(!warnings->isVisible());
        QVERIFY(bars()[0].summary().contains(QLatin1String("headroom")));
        m_editor->undoStack()->undo();
        QTRY_COMPARE(m_session->setting().pipeline.outputOn, OutputOn::Last);
        QTRY_VERIFY(warnings->isVisible());
    }

    /// A click on a part of the line opens the field that changes this part.
    void aClickInTheLineOpensAField() {
        usePipeline();
        auto* const line = m_page->findChild<SettingLine*>();
        auto* const text = line->findChild<QWidget*>(QStringLiteral("settingText"));
        line->setUnfolded(false);
        QTest::mouseClick(text, Qt::LeftButton, {},
                          {lineWidth(settingText(*m_session), text->font()) + 20, 5});
        auto* const free = line->findChild<QSpinBox*>(QStringLiteral("keepFree"));
        QTRY_VERIFY(free->isVisible() && free->hasFocus());
        QTest::keyClicks(free, QStringLiteral("7"));
        QTest::keyClick(free, Qt::Key_Return);
        QCOMPARE(m_session->plan().memory().keepFree, 7U);
        line->setUnfolded(false);
        QTest::mouseClick(text, Qt::LeftButton, {}, {5, 5});
        QTRY_VERIFY(field("recompute")->view()->isVisible());
        field("recompute")->hidePopup();
    }

    void theRarerOptionsAreInAMenu() {
        usePipeline();
        auto* const button = m_page->findChild<QToolButton*>(QStringLiteral("moreOptions"));
        QMenu* const schedules = button->menu()->actions()[0]->menu();
        QVERIFY(schedules->actions()[0]->isChecked());
        schedules->actions()[1]->trigger();
        QTRY_COMPARE(m_session->setting().pipeline.schedule, Schedule::Grouped);
        QVERIFY(schedules->actions()[1]->isChecked());
        QVERIFY(!schedules->actions()[0]->isChecked());
        m_editor->undoStack()->undo();
        QTRY_COMPARE(m_session->setting().pipeline.schedule, Schedule::PopTorch);
        button->menu()->findChild<QAction*>(QStringLiteral("allowSharedWeights"))->trigger();
        QTRY_VERIFY(m_session->setting().pipeline.allowSharedWeights);
    }

    void aModeThatIsNotTheProfilesIsSaid() {
        usePipeline();
        choose("mode", 1);
        QTRY_COMPARE(m_session->setting().pipeline.mode, PassMode::Inference);
        auto* const warnings = m_page->findChild<QToolButton*>(QStringLiteral("planWarnings"));
        QTRY_VERIFY(warnings->accessibleDescription().contains(QLatin1String("the profile is of training")));
    }

    void theTableIsKeptWhenAnOptionChanges() {
        usePipeline();
        QTRY_VERIFY(m_session->table()->complete());
        choose("recompute", 0);
        QTRY_COMPARE(m_session->setting().pipeline.recompute, Recompute::Off);
        // No worker has run, because the estimate is in the table.
        QVERIFY(m_session->table()->complete());
        QVERIFY(m_session->resultIsCurrent());
    }

    void greedyIsInPopLinersSettingOnly() {
        QAction* const greedy = m_page->toolBar()->solveActions().back();
        QVERIFY(greedy->isEnabled());
        usePipeline();
        QVERIFY(!greedy->isEnabled());
        QSignalSpy solved(m_session.get(), &Session::solved);
        m_page->toolBar()->solveActions().front()->trigger();
        QTRY_COMPARE(solved.count(), 1);
        const auto answer = solved[0][0].value<SolveAnswer>();
        QVERIFY(answerText(answer, *m_session)
                    .contains(QLatin1String("The figures are an estimate of the pipeline.")));
    }

private:
    QComboBox* field(const char* name) const { return m_page->findChild<QComboBox*>(QLatin1String(name)); }
    /// Chooses an item with keys.
    void choose(const char* name, int item) {
        QComboBox* const box = field(name);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        for (int i = 0; i < item; ++i) {
            QTRY_VERIFY(m_session->job() != Job::FindingLayers);
            QTest::keyClick(box, Qt::Key_Down);
        }
        QCOMPARE(box->currentIndex(), item);
    }
    void usePipeline() {
        m_session->setSetting({Setting::Pipeline, {}});
        QTRY_COMPARE(m_session->setting().setting, Setting::Pipeline);
        m_editor->undoStack()->clear();
        QTRY_VERIFY(m_session->resultIsCurrent());
    }
    void splitAt(std::vector<uint32_t> splits) {
        m_splits = std::move(splits);
        SplitPlan plan(m_session->layers()->count());
        for (const uint32_t split : m_splits) {
            plan = plan.withAdded({split});
        }
        m_editor->apply(*m_session->plan().withSplits(plan), QStringLiteral("test"));
    }
    test::ReferencePlan reference() const { return reference(m_splits); }
    test::ReferencePlan reference(const std::vector<uint32_t>& splits) const {
        const LayersPtr layers = *findLayers(*m_session->profile(), {});
        const test::PipelineReference naive(*m_session->profile(), *layers);
        return naive.plan(m_session->study().decidedSetting().pipeline, splits);
    }
    QString titles() const {
        QString text;
        for (const QLabel* const label : m_page->findChildren<QLabel*>()) {
            text += label->text() + QLatin1Char('\n');
        }
        return text + m_page->findChild<QWidget*>(QStringLiteral("chartTitle"))->accessibleDescription();
    }
    const std::vector<IpuBar>& bars() const { return m_page->bars()->bars(); }

    std::vector<uint32_t> m_splits;
};

TILELINE_TEST(TestSettingToolBar)
#include "test_settingtoolbar.moc"
