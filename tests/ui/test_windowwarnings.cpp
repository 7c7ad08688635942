// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/frameworks/checkconf.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/stagebars.h"
#include "ui/session/selection.h"
#include "ui/text/solvetext.h"
#include "ui/text/warningtext.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace tileline;

namespace {

/// The options for a small model with the given traits.
GeneratorOptions generated(const QString& model, bool training, const ModelTraits& traits = {}) {
    GeneratorOptions options = test::smallModel(model, training);
    options.layers = 4;
    options.tiles = 8;
    options.traits = traits;
    return options;
}

} // namespace

Q_DECLARE_METATYPE(tileline::GeneratorOptions)
Q_DECLARE_METATYPE(tileline::SettingOptions)
Q_DECLARE_METATYPE(tileline::LayerOptions)

/// Tests what the plan page and the export dialog say about a plan whose figures are not reliable.
class TestWindowWarnings : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("TilelineTests");
        QCoreApplication::setApplicationName("windowwarnings");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
    }
    void init() { QSettings().clear(); }
    void cleanup() {
        m_dialog.reset();
        m_page.reset();
        m_editor.reset();
        m_selection.reset();
        m_session.reset();
    }
    void cleanupTestCase() { QCOMPARE(m_walk.problem(), QString()); }

    void voidedFigures_data() {
        QTest::addColumn<GeneratorOptions>("options");
        QTest::addColumn<SettingOptions>("setting");
        QTest::addColumn<LayerOptions>("layers");
        QTest::addColumn<QString>("says");
        QTest::addColumn<bool>("mayBeSaved");
        const SettingOptions pipeline;
        const SettingOptions popliner{Setting::PopLiner, {}};
        ModelTraits stacks;
        stacks.twoStacks = true;
        LayerOptions nothing;
        nothing.layerRegex = "nothing";
        SettingOptions inference;
        inference.pipeline.mode = PassMode::Inference;
        QTest::newRow("two stacks") << generated("bert-base", false, stacks) << pipeline << LayerOptions()
                                    << "bert.encoder.layer.0 and bert.decoder.layer.0" << false;
        QTest::newRow("no layers") << generated("bert-base", false) << pipeline << nothing
                                   << "nothing to split" << true;
        QTest::newRow("variables on no stage")
            << generated("gpt", false) << popliner << LayerOptions() << "transformer.wte.weight" << true;
        QTest::newRow("another mode") << generated("bert-base", true) << inference << LayerOptions()
                                      << "the profile is of training" << true;
        ModelTraits recomputed;
        recomputed.recomputed = true;
        QTest::newRow("already recomputed")
            << generated("bert-base", true, recomputed) << pipeline << LayerOptions()
            << "itself was compiled with recomputation" << true;
        QTest::newRow("accumulators") << generated("cnn", true) << pipeline << LayerOptions()
                                      << "which gradient belongs to which weight" << true;
    }
    void voidedFigures() {
        QFETCH(GeneratorOptions, options);
        QFETCH(SettingOptions, setting);
        QFETCH(LayerOptions, layers);
        QFETCH(QString, says);
        QFETCH(bool, mayBeSaved);
        open(options, setting, layers);
        const bool splits = m_session->layers()->count() > 2;
        if (splits) {
            splitAt({2});
        }
        auto* const warnings = m_page->findChild<QToolButton*>(QStringLiteral("planWarnings"));
        QTRY_VERIFY(warnings->isVisible());
        QVERIFY2(warnings->accessibleDescription().startsWith(QStringLiteral("\u26A0 ")) &&
                     warnings->accessibleDescription().contains(says),
                 qPrintable(warnings->accessibleDescription()));
        QVERIFY(!bars().empty());
        for (const IpuBar& bar : bars()) {
            QVERIFY2(!bar.summary().contains(QLatin1String("headroom")), qPrintable(bar.summary()));
        }
        QTRY_VERIFY(m_session->optimum());
        QVERIFY2(gapText(*m_session) == QLatin1String("The figures are not reliable"),
                 qPrintable(gapText(*m_session)));
        // The plan can be exported only after a question, or not at all.
        openDialog();
        auto* const save = m_dialog->findChild<QPushButton*>(QStringLiteral("save"));
        QVERIFY2(issues().contains(says), qPrintable(issues()));
        if (!mayBeSaved) {
            QVERIFY(!save->isEnabled());
            QVERIFY(!m_dialog->saveTo(m_settings.filePath("refused.conf")));
            return;
        }
        m_dialog->setExporter(*findExporter("tensorflow"));
        QVERIFY(save->isEnabled());
        QString asked;
        test::answer(QStringLiteral("No"), &asked);
        save->click();
        QVERIFY2(asked.contains(says) && asked.contains(QLatin1String("Save anyway?")), qPrintable(asked));
    }

    /// No framework can train a plan that splits a weight: the export asks unless the user has allowed it.
    void aSplitWeightIsAskedAbout() {
        ModelTraits tied;
        tied.tiedWeights = true;
        const QString says = QStringLiteral("transformer.wte.weight");
        SettingOptions setting;
        setting.pipeline.outputOn = OutputOn::Last;
        open(generated("gpt", true, tied), setting);
        splitAt({2});
        openDialog();
        QVERIFY2(issues().contains(says), qPrintable(issues()));
        auto* const save = m_dialog->findChild<QPushButton*>(QStringLiteral("save"));
        QVERIFY(save->isEnabled());
        QString asked;
        test::answer(QStringLiteral("No"), &asked);
        save->click();
        QVERIFY2(asked.contains(says) && asked.contains(QLatin1String("Save anyway?")), qPrintable(asked));
        setting.pipeline.allowSharedWeights = true;
        m_session->setSetting(setting);
        QTRY_VERIFY2(!issues().isEmpty() && !issues().contains(says), qPrintable(issues()));
    }

    /// As on the command line, accumulators cannot be added if the weights are unknown.
    void accumulatorsOfUnknownWeightsAreRefused() {
        SettingOptions setting;
        open(generated("cnn", true), setting);
        const QSignalSpy failed(m_session.get(), &Session::layerOptionsFailed);
        setting.pipeline.accumulators = Accumulators::Add;
        m_session->setSetting(setting);
        QTRY_COMPARE(failed.count(), 1);
        const Error error = m_session->lastError().value();
        QCOMPARE(error.item, std::string("--accumulators"));
        QVERIFY(!error.remedy.empty());
        QVERIFY(m_session->setting().pipeline.accumulators == Accumulators::Auto);
        setting.pipeline.accumulators = Accumulators::None;
        m_session->setSetting(setting);
        QTRY_VERIFY(m_session->setting() == setting);
    }

    void aGoodPlanHasItsVerdict() {
        open(generated("bert-base", false));
        splitAt({2});
        QTRY_VERIFY(m_session->selfChecks() && m_session->optimum());
        QVERIFY(!m_page->findChild<QToolButton*>(QStringLiteral("planWarnings"))->isVisible());
        for (const IpuBar& bar : bars()) {
            QVERIFY2(bar.summary().contains(QLatin1String("headroom")), qPrintable(bar.summary()));
        }
        QVERIFY(gapText(*m_session).contains(QLatin1String("ptim")));
        openDialog();
        QVERIFY(m_dialog->findChild<QPushButton*>(QStringLiteral("save"))->isEnabled());
        QVERIFY2(!issues().contains(QLatin1String("Warning:")), qPrintable(issues()));
    }

    /// Exported options match the estimate's assumptions; the dialog lists those without an option.
    void exportsAgreeWithTheEstimate() {
        ModelTraits traits;
        traits.tiedWeights = true;
        SettingOptions setting;
        setting.pipeline.outputOn = OutputOn::First;
        open(generated("gpt", true, traits), setting);
        splitAt({2, 4});
        openDialog();
        m_dialog->findChild<QComboBox*>(QStringLiteral("mode"))->setCurrentIndex(1);
        QVERIFY2(mainText().contains(QLatin1String("poptorch.Stage(\"stage3\").ipu(0)))")),
                 qPrintable(mainText()));
        QVERIFY(mainText().contains(QLatin1String("\nTraining.gradientAccumulation(64)\n")));
        auto* const accumulation = m_dialog->findChild<QSpinBox*>(QStringLiteral("gradientAccumulation"));
        QCOMPARE(accumulation->specialValueText(), "64, as estimated");
        accumulation->setValue(6);
        QVERIFY2(issues().contains(QLatin1String("raised from 6 to 7")), qPrintable(issues()));
        QVERIFY(mainText().contains(QLatin1String("\nTraining.gradientAccumulation(7)\n")));
        // A number that is set only for the export differs from the estimate's number.
        QVERIFY2(issues().contains(QLatin1String("Warning: The export works on 7 micro-batches")),
                 qPrintable(issues()));
        accumulation->setValue(0);
        setting.pipeline.microBatches = 6;
        m_session->setSetting(setting);
        QTRY_VERIFY(issues().contains(QLatin1String("Note: Gradient accumulation is raised from 6 to 7")));
        QVERIFY(!issues().contains(QLatin1String("The export works on")));
        QCOMPARE(accumulation->specialValueText(), "7, as estimated");
        setting.pipeline.microBatches.reset();
        m_session->setSetting(setting);
        QTRY_COMPARE(accumulation->specialValueText(), "64, as estimated");
        // The modules of Input and Output are guessed, and the user can change them.
        auto* const modules = m_dialog->findChild<QTableView*>(QStringLiteral("modules"))->model();
        const int last = modules->rowCount() - 1;
        QCOMPARE(modules->index(0, 0).data().toString(), "Input");
        QCOMPARE(modules->index(0, 2).data().toString(), "transformer.wte");
        QCOMPARE(modules->index(last, 0).data().toString(), "Output");
        QCOMPARE(modules->index(last, 1).data().toString(), "0");
        QCOMPARE(modules->index(last, 2).data().toString(), "transformer.ln_f");
        QVERIFY(modules->setData(modules->index(last, 2), "lm_head", Qt::EditRole));
        QVERIFY(pythonText().contains(QLatin1String("(\"lm_head\", \"stage3\")")));
        const std::vector<LayerModule> typed{{"@output", "lm_head"}};
        QVERIFY(m_dialog->choices().modules == typed);
        m_walk.add(mainText().toStdString());
        // The dialog follows the setting.
        setting.pipeline.recompute = Recompute::Layers;
        m_session->setSetting(setting);
        QTRY_VERIFY(pythonText().contains(QLatin1String("CHECKPOINTS = [\n    \"transformer.blocks.0\",")));
        QVERIFY2(
            issues().contains(QLatin1String("Note: The estimate assumes a checkpoint after every layer")),
            qPrintable(issues()));
        setting.pipeline.recompute = Recompute::Off;
        m_session->setSetting(setting);
        QTRY_VERIFY(mainText().contains(QLatin1String("\n_Popart.set(\"autoRecomputation\", 0)\n")));
        QVERIFY(!pythonText().contains(QLatin1String("CHECKPOINTS")));
        m_dialog->findChild<QComboBox*>(QStringLiteral("strategy"))->setCurrentIndex(2);
        QVERIFY2(issues().contains(QLatin1String("Warning: The stages take turns on IPU 0.")),
                 qPrintable(issues()));
        QVERIFY(mainText().contains(QLatin1String("\n# The stages take turns on IPU 0.")));
        m_walk.add(mainText().toStdString());
        setting.pipeline.outputOn = OutputOn::Last;
        m_session->setSetting(setting);
        QTRY_COMPARE(modules->index(last, 1).data().toString(), "2");
    }

private:
    void open(const GeneratorOptions& options, const SettingOptions& setting = {},
              const LayerOptions& layers = {}) {
        m_directory = std::make_unique<test::TemporaryDirectory>();
        QVERIFY(writeModel(test::generateOrThrow(options), m_directory->path()));
        m_session = std::make_unique<Session>();
        m_selection = std::make_unique<Selection>();
        m_editor = std::make_unique<PlanEditor>(m_session.get());
        m_page = std::make_unique<PlanPage>(m_editor.get(), m_selection.get());
        m_page->resize(1200, 700);
        m_page->show();
        m_session->setOptions({layers, setting});
        m_session->open({QString::fromStdString(m_directory->path().string())});
        QTRY_VERIFY(m_session->resultIsCurrent());
    }
    void splitAt(std::initializer_list<uint32_t> splits) {
        std::vector<LayerIndex> entries;
        for (const uint32_t split : splits) {
            entries.push_back(LayerIndex{split});
        }
        m_session->setPlan(Plan::fitted(*SplitPlan::make(m_session->layers()->count(), std::move(entries)),
                                        m_session->plan().constraints()));
        QTRY_VERIFY(m_session->resultIsCurrent());
    }
    void openDialog() {
        m_dialog = std::make_unique<ExportDialog>(m_session.get());
        m_dialog->show();
        QTRY_VERIFY(!mainText().isEmpty());
    }
    QString issues() const {
        const auto* const list = m_dialog->findChild<QListWidget*>(QStringLiteral("issues"));
        QStringList texts;
        for (int i = 0; i < list->count(); ++i) {
            texts << list->item(i)->text();
        }
        return texts.join('\n');
    }
    QString mainText() const {
        return m_dialog->findChild<QPlainTextEdit*>(QStringLiteral("mainText"))->toPlainText();
    }
    QString pythonText() const {
        return m_dialog->findChild<QPlainTextEdit*>(QStringLiteral("pythonText"))->toPlainText();
    }
    const std::vector<IpuBar>& bars() const { return m_page->bars()->bars(); }

    QTemporaryDir m_settings;
    test::ConfWalk m_walk; ///< finds the options files that the tests wrote
    std::unique_ptr<test::TemporaryDirectory> m_directory;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<PlanEditor> m_editor;
    std::unique_ptr<PlanPage> m_page;
    std::unique_ptr<ExportDialog> m_dialog;
};

TILELINE_TEST(TestWindowWarnings)
#include "test_windowwarnings.moc"
