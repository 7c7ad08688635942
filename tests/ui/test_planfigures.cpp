// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/modelgenerator.h"
#include "core/planfile/planfile.h"
#include "tests/support/fixtures.h"
#include "tests/support/pipelinereference.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "ui/plandocuments/plandocument.h"
#include "ui/plandocuments/planlistpanel.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/plantoolbar.h"
#include "ui/planpage/splitmarker.h"
#include "ui/planpage/stagebars.h"
#include "ui/planpage/tiedweights.h"
#include "ui/session/selection.h"
#include "ui/text/bytestext.h"
#include "ui/text/settingtext.h"
#include "ui/text/timetext.h"

#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace tileline;

namespace {

/// A small language model in training whose head uses the table of the embedding, as Poplar reports it.
bool writeTied(const std::filesystem::path& directory, bool cycles) {
    GeneratorOptions options;
    options.model = "gpt";
    options.layers = 5;
    options.tiles = 16;
    options.training = true;
    options.traits.tiedWeights = true;
    options.traits.tileLayout = cycles;
    const auto model = generateModel(options);
    PoplarVariant neverRun;
    neverRun.execution = false;
    return model && writePoplarModel(*model, directory, neverRun);
}

} // namespace

/// Tests the plan page's figures in the pipeline setting, in a real window: the parts of the bars, cycles and
/// time, and tied weights.
class TestPlanFigures : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        installMarkerAccessibility();
        QVERIFY(writeTied(m_directory / "estimated", true));
        QVERIFY(writeTied(m_directory / "none", false));
    }

    void init() { open(test::fixtureDirectory("pipeline-marked-tiny")); }

    void cleanup() {
        m_page.reset();
        m_document.reset();
        m_editor.reset();
        m_selection.reset();
        m_session.reset();
    }

    void partsAreThoseOfTheFullestTile_data() {
        QTest::addColumn<OutputOn>("outputOn");
        QTest::newRow("last") << OutputOn::Last;
        QTest::newRow("first") << OutputOn::First;
    }
    void partsAreThoseOfTheFullestTile() {
        QFETCH(const OutputOn, outputOn);
        PipelineOptions options;
        options.outputOn = outputOn;
        set(options);
        splitAt({1, 3, 7});
        const test::ReferencePlan expected = reference({1, 3, 7});
        QCOMPARE(bars().size(), expected.ipus.size());
        bool stashes = false;
        for (size_t ipu = 0; ipu < bars().size(); ++ipu) {
            const IpuBar& shown = bars()[ipu];
            const auto& bytes = expected.ipus[ipu].peakBytes;
            QVERIFY(shown.parts);
            QCOMPARE(shown.parts->variables, bytes.at("variables"));
            QCOMPARE(shown.parts->stash, bytes.at("stash"));
            QCOMPARE(shown.parts->accumulators, bytes.at("accumulators"));
            QCOMPARE(shown.parts->unowned, bytes.at("unowned"));
            QCOMPARE(shown.parts->statics, bytes.at("vertex_code") + bytes.at("vertex_state") +
                                               bytes.at("exchange_code") + bytes.at("control_code"));
            QCOMPARE(shown.parts->total(), shown.estimate->peakTileBytes);
            uint64_t sum = 0;
            for (const BarPart& part : barParts()) {
                const uint64_t of = *shown.parts.*part.bytes;
                sum += of;
                const QString named = part.name + QLatin1Char(' ') + bytesText(of);
                QCOMPARE(bars()[ipu].toolTip().contains(named), of > 0);
                QCOMPARE(described(ipu).contains(named), of > 0);
            }
            QCOMPARE(sum, expected.ipus[ipu].peakTileBytes);
            stashes = stashes || shown.parts->stash > 0;
        }
        QVERIFY(stashes);
    }

    /// Each part is painted at the right position and in its own colour.
    void partsAreDrawn() {
        splitAt({3, 7});
        // With less memory, each part is several pixels high.
        m_editor->setMemoryPerTile(m_session->result()->estimate.peakTileBytes() + 1000);
        const IpuBar& bar = bars()[0];
        QRect column = barsWidget()->columnOf({0});
        const double whole = column.height();
        column.setTop(qRound(barsWidget()->yOf(bar.estimate->peakTileBytes)));
        const QImage picture = barsWidget()->grab(column).toImage();
        const ChartColors colors(barsWidget()->palette());
        for (const BarPart& part : barParts()) {
            const uint64_t bytes = *bar.parts.*part.bytes;
            const FillColors expected = colors.category(part.category);
            int pixels = 0;
            for (int y = 0; y < picture.height(); ++y) {
                const QColor pixel = picture.pixelColor(picture.width() / 3, y);
                pixels += pixel == expected.fill || pixel == expected.edge ? 1 : 0;
            }
            const double high =
                whole * static_cast<double>(bytes) / static_cast<double>(barsWidget()->scale());
            // The edge of variables has the colour of the stash.
            QVERIFY2(std::abs(pixels - high) <= 3, qPrintable(part.name));
        }
    }

    void barsAreLevelsForAssistiveTechnology() {
        QAccessibleInterface* const bar = barInterface(1);
        QVERIFY(bar);
        QCOMPARE(bar->role(), QAccessible::ProgressBar);
        QVERIFY(bar->valueInterface());
        QCOMPARE(bar->valueInterface()->currentValue().toULongLong(),
                 qulonglong{m_session->result()->estimate.stages[1].peakTileBytes});
        QCOMPARE(bar->valueInterface()->maximumValue().toULongLong(), qulonglong{638976});
        QVERIFY(bar->text(QAccessible::Value).contains(QLatin1String("Variables")));
    }

    void partsFollowADrag() {
        splitAt({3, 7});
        QTRY_VERIFY(m_session->table()->complete());
        SplitMarker* const marker = m_page->canvas()->markers()[0];
        QTest::mousePress(marker, Qt::LeftButton, {}, QPoint(marker->width() / 2, 12));
        for (const uint32_t to : {4U, 5U, 2U}) {
            const auto x = static_cast<int>(m_page->canvas()->geometry().xOf({to}));
            QTest::mouseMove(marker, marker->mapFrom(m_page->canvas(), QPoint(x, 40)));
            QCOMPARE(marker->boundary(), LayerIndex{to});
            // The table has the result, so there is no need to wait.
            QVERIFY(m_session->resultIsCurrent());
            const test::ReferencePlan expected = reference({to, 7});
            for (size_t ipu = 0; ipu < bars().size(); ++ipu) {
                const IpuBar& shown = bars()[ipu];
                QCOMPARE(shown.parts->total(), expected.ipus[ipu].peakTileBytes);
                QCOMPARE(shown.parts->stash, expected.ipus[ipu].peakBytes.at("stash"));
                QVERIFY(near(shown.cycles->period, expected.period));
            }
        }
        QTest::mouseRelease(marker, Qt::LeftButton);
    }

    void cyclesAreThoseOfTheDefinition_data() { partsAreThoseOfTheFullestTile_data(); }
    void cyclesAreThoseOfTheDefinition() {
        QFETCH(const OutputOn, outputOn);
        PipelineOptions options;
        options.outputOn = outputOn;
        set(options);
        splitAt({1, 3, 7});
        const test::ReferencePlan expected = reference({1, 3, 7});
        for (size_t ipu = 0; ipu < bars().size(); ++ipu) {
            double forward = 0;
            double backward = 0;
            double recompute = 0;
            for (const uint32_t stage : expected.ipus[ipu].pipelineStages) {
                forward += expected.stageTimes[stage].forward;
                backward += expected.stageTimes[stage].backward;
                recompute += expected.stageTimes[stage].recompute;
            }
            const auto& shown = bars()[ipu].cycles;
            QVERIFY(shown);
            QVERIFY(near(shown->of(CyclePhase::Forward), forward));
            QVERIFY(near(shown->of(CyclePhase::Backward), backward));
            QVERIFY(near(shown->of(CyclePhase::Recompute), recompute));
            QVERIFY(near(shown->period, expected.period));
            QVERIFY(bars()[ipu].toolTip().contains(QStringLiteral("Forward ") + cyclesText(forward)));
            QVERIFY(described(ipu).contains(QLatin1String("measured")));
        }
        const QString text = time()->text();
        for (const QString& part :
             {cyclesText(expected.period), percentText(expected.utilisation), QStringLiteral("measured")}) {
            QVERIFY2(text.contains(part), qPrintable(text));
        }
    }

    void whatTheTimeDependsOnIsAStepAndIsKept() {
        splitAt({3, 7});
        QTRY_VERIFY(!time()->text().contains(QLatin1String("computing"))); // the optimum
        const QString before = time()->text();
        const double utilisation = m_session->timeOf(m_session->result()->estimate)->utilisation;
        const int steps = m_editor->undoStack()->count();
        m_page->findChild<QAction*>(QStringLiteral("editNumbers"))->trigger();
        QDialog* dialog = nullptr;
        QTRY_VERIFY(dialog = m_page->findChild<QDialog*>(QStringLiteral("numbersDialog")));
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        auto* const batches = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("microBatches"));
        batches->setFocus();
        batches->selectAll();
        QTest::keyClicks(batches, QStringLiteral("8"));
        auto* const rate = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("linkRate"));
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, QLocale().toString(3.5));
        QTest::keyClick(rate, Qt::Key_Return);
        QTRY_COMPARE(m_session->setting().pipeline.microBatches, std::optional(8U));
        QCOMPARE(m_session->setting().time.gigabytesPerSecond(), 3.5);
        QCOMPARE(m_session->setting().time.linkIdleCycles, 3000.0);
        QCOMPARE(m_editor->undoStack()->count(), steps + 1);
        QTRY_VERIFY(m_session->resultIsCurrent());
        const auto now = m_session->timeOf(m_session->result()->estimate);
        QVERIFY(now && now->microBatches == 8 && now->utilisation < utilisation);
        QTRY_VERIFY(time()->text().contains(percentText(now->utilisation)));
        // The plan file stores the numbers.
        const std::filesystem::path path = m_directory / "time.tileplan";
        QVERIFY(m_document->saveAs(QString::fromStdString(path.string())));
        const auto file = readPlanFile(path);
        QVERIFY(file);
        QVERIFY(file->setting == m_session->setting());
        m_editor->undoStack()->undo();
        QTRY_VERIFY(m_session->setting() == SettingOptions());
        QTRY_COMPARE(time()->text(), before);
        m_editor->undoStack()->redo();
        QTRY_COMPARE(m_session->setting().pipeline.microBatches, std::optional(8U));
    }

    /// If a plan of one stage accumulates gradients, its bar and the table of plans include the accumulators.
    void oneStageAccumulatesWhatItIsToldTo() {
        splitAt({});
        QTRY_VERIFY(m_session->resultIsCurrent());
        const auto accumulated = [this] {
            return m_session->result()->estimate.stages[0].bytes.accumulators;
        };
        const uint64_t before = m_session->result()->estimate.peakTileBytes();
        QCOMPARE(accumulated(), uint64_t{0});
        SettingOptions setting = m_session->setting();
        setting.pipeline.microBatches = 8;
        m_session->setSetting(setting);
        QTRY_VERIFY(m_session->resultIsCurrent() && accumulated() > 0);
        QVERIFY(m_session->result()->estimate.peakTileBytes() > before);
        QTRY_VERIFY(m_session->optimum());
        const auto& alone = m_session->optimum()->tradeOff.front();
        QVERIFY(alone);
        QCOMPARE(alone->peakTileBytes, m_session->result()->estimate.peakTileBytes());
        // Plans with several stages always accumulate. Too small a number of micro-batches is raised.
        setting.pipeline.microBatches = 2;
        m_session->setSetting(setting);
        QTRY_VERIFY(m_session->setting() == setting);
        splitAt({3, 7});
        QTRY_VERIFY(m_session->resultIsCurrent());
        const QString explained = timeExplanation(*m_session);
        QVERIFY2(explained.contains(QLatin1String("with 5 micro-batches")) &&
                     explained.contains(QLatin1String("raised from 2")),
                 qPrintable(explained));
    }

    void withoutCyclesThePlanSaysNothingOfTime() {
        open(m_directory / "none");
        QVERIFY(!m_session->cycles());
        const QRect bar = barsWidget()->geometry();
        const QRect plot = barsWidget()->plot();
        for (const QString& part : {QStringLiteral("profiler.includeCycleEstimates"),
                                    QStringLiteral("IPU Model"), QStringLiteral("profile an execution")}) {
            QVERIFY2(time()->accessibleDescription().contains(part), qPrintable(time()->text()));
        }
        for (const QString& word : {QStringLiteral("Utilisation"), QStringLiteral("samples/s")}) {
            QVERIFY(!time()->text().contains(word));
        }
        QVERIFY(!bars()[0].cycles);
        QVERIFY(bars()[0].summary().contains(QLatin1String("Cycles unknown")));
        const QRect place = time()->geometry();
        open(m_directory / "estimated");
        QVERIFY(m_session->cycles());
        QVERIFY(time()->text().contains(QLatin1String("estimated")));
        // Neither the new text nor the bars have moved other widgets.
        QCOMPARE(barsWidget()->geometry().top(), bar.top());
        QCOMPARE(barsWidget()->plot(), plot);
        QCOMPARE(time()->geometry().top(), place.top());
        QCOMPARE(time()->geometry().height(), place.height());
    }

    void aTiedWeightHasARemedy() {
        open(m_directory / "estimated");
        QVERIFY2(settingText(*m_session).contains(QLatin1String("Output on the first IPU")),
                 qPrintable(settingText(*m_session)));
        set(withOutputOn(OutputOn::Last));
        const auto tied = tiedWeights(*m_session->estimator());
        QCOMPARE(tied.size(), size_t{1});
        QCOMPARE(tied[0].entries.front(), LayerIndex{0});
        QCOMPARE(tied[0].entries.back(), m_session->layers()->last());
        QVERIFY(isSplit(tied[0], m_session->placement()));
        const QString tip = tiedText(tied[0], {0}, *m_session->estimator());
        QVERIFY2(tip.contains(QLatin1String("Output")) && tip.contains(bytesText(tied[0].bytes)),
                 qPrintable(tip));
        auto* const remedy = m_page->findChild<QToolButton*>(QStringLiteral("outputOnFirst"));
        QVERIFY(remedy->isVisible());
        QTest::mouseClick(remedy, Qt::LeftButton);
        QTRY_COMPARE(m_session->setting().pipeline.outputOn, OutputOn::First);
        QTRY_VERIFY(m_session->resultIsCurrent());
        QVERIFY(!remedy->isVisible());
        QVERIFY(!isSplit(tied[0], m_session->placement()));
        QVERIFY(m_session->result()->estimate.sharedWeights.empty());
        m_editor->undoStack()->undo();
        QTRY_VERIFY(remedy->isVisible());
    }

    void figuresNameTheirSetting() {
        set(withOutputOn(OutputOn::Last));
        const QString text = settingText(*m_session);
        for (const char* part :
             {"estimate", "pipeline setting", "training", "everything recomputed except the inputs of stages",
              "Output on the last IPU"}) {
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
        }
        PlanListPanel plans(m_document.get());
        const auto* const shown = plans.findChild<QLabel*>(QStringLiteral("planSetting"));
        QVERIFY(shown->text().contains(text));
        PipelineOptions options;
        options.recompute = Recompute::Off;
        options.outputOn = OutputOn::First;
        options.schedule = Schedule::Grouped;
        options.unowned = Unowned::All;
        set(options);
        for (const char* part : {"no recomputation", "Output on the first IPU", "grouped", "all bytes"}) {
            QVERIFY2(shown->text().contains(QLatin1String(part)), qPrintable(shown->text()));
        }
        m_session->setSetting({Setting::PopLiner, {}});
        QTRY_VERIFY(shown->text().contains(QLatin1String("PopLiner's setting")));
        QVERIFY(!shown->text().contains(QLatin1String("pipeline setting")));
    }

    void cyclesAreShort_data() {
        QTest::addColumn<double>("cycles");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << 0.0 << QStringLiteral("0");
        QTest::newRow("few") << 812.4 << QStringLiteral("812");
        QTest::newRow("four digits") << 9999.0 << QStringLiteral("9,999");
        QTest::newRow("more") << 12345.0 << QStringLiteral("12.35\u00A0k");
        QTest::newRow("nearly a million") << 999'960.0 << QStringLiteral("1.000\u00A0M");
        QTest::newRow("many") << 1234567.0 << QStringLiteral("1.235\u00A0M");
        QTest::newRow("thousands of trillions") << 5e15 << QStringLiteral("5000\u00A0T");
    }
    void cyclesAreShort() {
        QFETCH(const double, cycles);
        QFETCH(QString, text);
        QCOMPARE(cyclesText(cycles).remove(QLatin1Char(',')), text.remove(QLatin1Char(',')));
    }

private:
    void open(const std::filesystem::path& path) {
        cleanup();
        m_session = std::make_unique<Session>();
        m_selection = std::make_unique<Selection>();
        m_editor = std::make_unique<PlanEditor>(m_session.get());
        m_document = std::make_unique<PlanDocument>(m_editor.get());
        m_page = std::make_unique<PlanPage>(m_editor.get(), m_selection.get());
        m_page->resize(1200, 700);
        m_page->show();
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        m_session->open({QString::fromStdString(path.string())});
        QTRY_VERIFY_WITH_TIMEOUT(m_session->resultIsCurrent(), 60000);
    }
    void set(const PipelineOptions& options) {
        m_session->setSetting({Setting::Pipeline, options});
        QTRY_VERIFY(m_session->setting().pipeline == options);
        QTRY_VERIFY(m_session->resultIsCurrent());
    }
    static PipelineOptions withOutputOn(OutputOn place) {
        PipelineOptions options;
        options.outputOn = place;
        return options;
    }
    void splitAt(const std::vector<uint32_t>& splits) {
        SplitPlan plan(m_session->layers()->count());
        for (const uint32_t split : splits) {
            plan = plan.withAdded({split});
        }
        m_editor->apply(*m_session->plan().withSplits(plan), QStringLiteral("test"));
        QTRY_VERIFY(m_session->resultIsCurrent());
    }
    test::ReferencePlan reference(const std::vector<uint32_t>& splits) const {
        const LayersPtr layers = *findLayers(*m_session->profile(), {});
        const test::PipelineReference naive(*m_session->profile(), *layers);
        return naive.plan(m_session->study().decidedSetting().pipeline, splits);
    }
    static bool near(double actual, double expected) {
        return std::abs(actual - expected) <= 1e-9 * std::max(1.0, std::abs(expected));
    }
    KeyFigures* time() const { return m_page->findChild<KeyFigures*>(); }
    StageBars* barsWidget() const { return m_page->bars(); }
    QAccessibleInterface* barInterface(size_t ipu) const {
        return QAccessible::queryAccessibleInterface(barsWidget())->child(static_cast<int>(ipu));
    }
    QString described(size_t ipu) const { return barInterface(ipu)->text(QAccessible::Description); }
    const std::vector<IpuBar>& bars() const { return m_page->bars()->bars(); }

    test::TemporaryDirectory m_directory;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<PlanEditor> m_editor;
    std::unique_ptr<PlanDocument> m_document;
    std::unique_ptr<PlanPage> m_page;
};

TILELINE_TEST(TestPlanFigures)
#include "test_planfigures.moc"
