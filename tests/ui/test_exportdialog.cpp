// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/formats.h"
#include "core/frameworks/poptorchplan.h"
#include "tests/frameworks/checkconf.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/preferences/theme.h"
#include "ui/session/session.h"
#include "ui/text/plaintext.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextLayout>
#include <QTimer>

using namespace tileline;

namespace {

QString contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestExportDialog : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("TilelineTests");
        QCoreApplication::setApplicationName("exportdialog");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_directory.path());
        m_session.open({QString::fromStdString(test::fixtureDirectory("bert-tiny-inf").string())});
        QTRY_COMPARE_WITH_TIMEOUT(m_session.state(), Session::State::Ready, 60000);
    }
    void init() {
        QSettings().clear();
        m_session.setPlan(Plan::fitted(*SplitPlan::make(m_session.layers()->count(), {{2}, {4}}),
                                       m_session.plan().constraints()));
        QTRY_VERIFY(m_session.resultIsCurrent());
        m_dialog = std::make_unique<ExportDialog>(&m_session);
        m_dialog->show();
        QTRY_VERIFY(!mainText().isEmpty());
    }
    void cleanup() {
        if (m_dialog->exporter().forPoptorch) {
            m_walk.add(mainText().toStdString());
        }
        m_dialog.reset();
    }
    void cleanupTestCase() { QCOMPARE(m_walk.problem(), QString()); }

    void showsWhatIsWritten() {
        ExportPlan plan = exportPlanOf(*m_session.layers(), m_session.plan().splitPlan());
        setEstimate(plan, *m_session.profile(), m_session.estimator()->entries().get(), {});
        QCOMPARE(mainText().toStdString(), poptorchConf(plan, {}));
        QVERIFY(mainText().contains("deviceIterations(64)"));
        QCOMPARE(find<QSpinBox>("deviceIterations")->specialValueText(), "64, as estimated");
        QVERIFY(pythonText().contains("(\"Layer1\", \"stage1\")"));
        QCOMPARE(find<QLabel>("ipus")->text(), "3 used of 4 acquired, 1 idle");
        QVERIFY(find<QPushButton>("save")->isEnabled());
    }
    void aFailedSaveLeavesNoWordOfAnEarlierOne() {
        QVERIFY(m_dialog->saveTo(m_directory.filePath("first.conf")));
        QVERIFY(find<QLabel>("status")->text().contains("first"));
        test::answer("OK");
        QVERIFY(!m_dialog->saveTo("/nowhere/at/all/plan.conf"));
        QVERIFY2(find<QLabel>("status")->text().isEmpty(), qPrintable(find<QLabel>("status")->text()));
    }
    void followsThePlan() {
        m_session.setPlan(
            Plan::fitted(SplitPlan(m_session.layers()->count()), m_session.plan().constraints()));
        QTRY_VERIFY(mainText().contains("deviceIterations(1)"));
        QVERIFY(!pythonText().contains("stage1"));
    }
    void optionsChangeTheFiles() {
        QSignalSpy changed(m_dialog.get(), &ExportDialog::choicesChanged);
        find<QComboBox>("mode")->setCurrentIndex(1);
        QVERIFY(mainText().contains("Training.gradientAccumulation(64)"));
        QCOMPARE(find<QSpinBox>("gradientAccumulation")->specialValueText(), "64, as estimated");
        find<QComboBox>("strategy")->setCurrentIndex(2);
        QVERIFY(mainText().contains("SerialPhasedExecution"));
        find<QComboBox>("strategy")->setCurrentIndex(0);
        find<QComboBox>("blocks")->setCurrentIndex(1);
        QVERIFY(pythonText().contains("(\"Layer3\", \"layer3\")"));
        find<QSpinBox>("replicas")->setValue(4);
        QVERIFY(mainText().contains("replicationFactor(4)"));
        find<QAbstractButton>("setsProportion")->click();
        find<QDoubleSpinBox>("proportion")->setValue(0.25);
        QVERIFY(mainText().contains("\"IPU2\": 0.25"));
        QVERIFY(changed.count() >= 6);
    }
    void brokenRulesForbidSaving() {
        QTest::keyClicks(find<QPlainTextEdit>("extraLines"), "randomSeed(1); import os");
        QVERIFY(!find<QPushButton>("save")->isEnabled());
        QVERIFY(find<QListWidget>("issues")->item(0)->text().startsWith("Error: Extra line 1"));
        QVERIFY(!mainText().contains("import os"));
        const QString path = m_directory.filePath("refused.conf");
        QVERIFY(!m_dialog->saveTo(path));
        QVERIFY(!QFile::exists(path));
        find<QPlainTextEdit>("extraLines")->setPlainText("randomSeed(1)");
        QVERIFY(find<QPushButton>("save")->isEnabled());
        QVERIFY(mainText().endsWith("randomSeed(1)\n"));
        QVERIFY(issues().contains("Note: Extra line 1, typed: randomSeed(1)"));
    }
    /// Lines of a plan file are listed. Lines that use files are accepted only if the user typed them.
    void linesOfAPlanFileHaveToBeTypedToUseFiles() {
        const QString line = "logDir(\"x\")";
        setLines({{"randomSeed(1)", OptionSource::PlanFile}, {line.toStdString(), OptionSource::PlanFile}});
        QVERIFY(issues().contains("Note: Extra line 1, from the plan file: randomSeed(1)"));
        QVERIFY(issues().contains("Error: Extra line 2, from the plan file, is refused"));
        QVERIFY(!find<QPushButton>("save")->isEnabled());
        auto* const field = find<QPlainTextEdit>("extraLines");
        field->setFocus();
        // Typing a space into a line, or a new line next to it, does not make the line count as typed.
        QTest::keyClick(field, Qt::Key_End, Qt::ControlModifier);
        QTest::keyClicks(field, " ");
        QVERIFY(!find<QPushButton>("save")->isEnabled());
        QTest::keyClick(field, Qt::Key_Return);
        QTest::keyClicks(field, "useIpuId(3)");
        QVERIFY(!find<QPushButton>("save")->isEnabled());
        QVERIFY(issues().contains("Note: Extra line 3, typed: useIpuId(3)"));
        // If the user types the same line again, the first one still counts as a line of the plan file.
        QTest::keyClick(field, Qt::Key_Return);
        QTest::keyClicks(field, line);
        QVERIFY(!find<QPushButton>("save")->isEnabled());
        // If the line is deleted and typed again, it counts as typed.
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(field, Qt::Key_Delete);
        QVERIFY(find<QPushButton>("save")->isEnabled());
        QTest::keyClicks(field, line);
        QVERIFY(find<QPushButton>("save")->isEnabled());
        QVERIFY(mainText().endsWith("\nlogDir(\"x\")\n"));
        QVERIFY(m_dialog->choices().options.extraLines ==
                (std::vector<OptionLine>{{line.toStdString(), OptionSource::Typed}}));
        // The line counts as typed until the program ends.
        ExportDialog second(&m_session);
        second.setChoices(m_dialog->choices());
        QVERIFY(second.choices() == m_dialog->choices());
    }
    void undoingTypesNothing() {
        setLines({{"logDir(\"x\")", OptionSource::PlanFile}});
        auto* const field = find<QPlainTextEdit>("extraLines");
        field->setFocus();
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(field, Qt::Key_Delete);
        QVERIFY(find<QPushButton>("save")->isEnabled());
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(field->toPlainText(), "logDir(\"x\")");
        QVERIFY(!find<QPushButton>("save")->isEnabled());
        QTest::keyClick(field, Qt::Key_End, Qt::ControlModifier);
        QTest::keyClick(field, Qt::Key_Return);
        QTest::keyClicks(field, "useIpuId(3)");
        QVERIFY(!find<QPushButton>("save")->isEnabled());
    }
    /// A line of a plan file cannot hide a second line after a line feed or another separator that the field
    /// accepts.
    void aLineFeedInALineOfAPlanFileTypesNothing() {
        for (const char* separator : {"\n", "\r", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
            setLines({{std::string("randomSeed(1)") + separator + "logDir(\"x\")", OptionSource::PlanFile}});
            QTest::keyClick(find<QPlainTextEdit>("extraLines"), Qt::Key_End, Qt::ControlModifier);
            QTest::keyClicks(find<QPlainTextEdit>("extraLines"), " ");
            QVERIFY(!find<QPushButton>("save")->isEnabled());
            QVERIFY(!mainText().contains("logDir"));
        }
    }
    void modulePathsAreTyped() {
        find<QTabWidget>("settings")->setCurrentIndex(1);
        auto* const table = find<QTableView>("modules");
        const QModelIndex cell = table->model()->index(2, 2);
        QCOMPARE(cell.data().toString(), "Layer1");
        table->setCurrentIndex(cell);
        table->edit(cell);
        auto* const editor = table->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, "bert.encoder.layer.1");
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(pythonText().contains("(\"bert.encoder.layer.1\", \"stage1\")"));
        const std::vector<LayerModule> expected{{"1", "bert.encoder.layer.1"}};
        QVERIFY(m_dialog->choices().modules == expected);
        // An empty path restores the guessed one.
        table->model()->setData(cell, "", Qt::EditRole);
        QVERIFY(m_dialog->choices().modules.empty());
        QVERIFY(pythonText().contains("(\"Layer1\", \"stage1\")"));
    }
    void aFaultyPathIsFoundFromItsError() {
        find<QTableView>("modules")->model()->setData(find<QTableView>("modules")->model()->index(4, 2),
                                                      "a..b", Qt::EditRole);
        auto* const issues = find<QListWidget>("issues");
        QVERIFY(issues->item(0)->text().contains("\"a..b\" is no module path"));
        const QRect place = issues->visualItemRect(issues->item(0));
        QTest::mouseClick(issues->viewport(), Qt::LeftButton, {}, place.center());
        QCOMPARE(find<QTabWidget>("settings")->currentIndex(), 1);
        QCOMPARE(find<QTableView>("modules")->currentIndex().row(), 4);
    }
    void modelIsChecked() {
        find<QPlainTextEdit>("printedModel")
            ->setPlainText("Model(\n  (Layer0): L()\n  (Layer1): ModuleList()\n)\n");
        QVERIFY(issues().contains("\"Layer1\" is a ModuleList"));
        QVERIFY(issues().contains("The model has no module \"Layer3\""));
        QVERIFY(!find<QPushButton>("save")->isEnabled());
    }
    void savesBothFiles() {
        const QString path = m_directory.filePath("plan.conf");
        QVERIFY(m_dialog->saveTo(path));
        QCOMPARE(contents(path), mainText());
        QCOMPARE(contents(m_directory.filePath("plan_blocks.py")), pythonText());
    }
    void aFailedSaveSaysWhy() {
        QString said;
        QTimer::singleShot(0, this, [&] {
            auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            said = box ? box->text() : "no message";
            if (box) {
                box->accept();
            }
        });
        QVERIFY(!m_dialog->saveTo(m_directory.filePath("missing/plan.conf")));
        QVERIFY2(said.contains("missing"), qPrintable(said));
    }
    void copiesTheShownFile() {
        find<QTabWidget>("previews")->setCurrentIndex(1);
        find<QPushButton>("copy")->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), pythonText());
    }
    void remembersChoicesAfterSaving() {
        find<QComboBox>("mode")->setCurrentIndex(1);
        find<QSpinBox>("replicas")->setValue(2);
        find<QSpinBox>("gradientAccumulation")->setValue(64);
        QVERIFY(m_dialog->saveTo(m_directory.filePath("remembered.conf")));
        ExportDialog second(&m_session);
        QCOMPARE(second.choices().options.mode, ExportMode::Training);
        QCOMPARE(second.choices().options.replicationFactor, 2U);
        QVERIFY(!second.choices().options.gradientAccumulation);
    }
    void choicesGoInAndOut() {
        ExportChoices choices;
        choices.options.mode = ExportMode::Training;
        choices.options.strategy = ExecutionStrategy::ParallelPhased;
        choices.options.blocks = BlockNaming::PerLayer;
        choices.options.deviceIterations = 7;
        choices.options.gradientAccumulation = 9;
        choices.options.replicationFactor = 3;
        choices.options.availableMemoryProportion = 0.125;
        choices.options.extraLines = {{"# a", OptionSource::PlanFile}, {"useIpuId(1)", OptionSource::Typed}};
        choices.modules = {{std::nullopt, "m"}, {"2", "m.2"}, {"gone", "m.gone"}};
        m_dialog->setChoices(choices);
        QVERIFY(m_dialog->choices() == choices);
    }
    void everyExporterIsOffered() {
        const auto* const box = find<QComboBox>("framework");
        QCOMPARE(box->count(), static_cast<int>(exporters().size()));
        for (const Exporter& exporter : exporters()) {
            m_dialog->setExporter(exporter);
            QCOMPARE(&m_dialog->exporter(), &exporter);
            QCOMPARE(box->currentText(), exactText(exporter.title));
            QVERIFY(!mainText().isEmpty());
            QCOMPARE(find<QTabWidget>("previews")->tabText(0), "plan" + exactText(exporter.suffix));
            const QString path = m_directory.filePath("offered" + exactText(exporter.suffix));
            QVERIFY(m_dialog->saveTo(path));
            QCOMPARE(&rememberedExporter(), &exporter);
        }
    }
    void otherFrameworks() {
        m_dialog->setExporter(*findExporter("popart"));
        QVERIFY(mainText().contains("virtualGraph"));
        QVERIFY(pythonText().contains("builder.pipelineStage(stage)"));
        QVERIFY(m_dialog->saveTo(m_directory.filePath("stages.json")));
        QVERIFY(QFile::exists(m_directory.filePath("stages_blocks.py")));
        m_dialog->setExporter(*findExporter("csv"));
        QVERIFY(mainText().startsWith("layer,stage,ipu,module\n"));
        QVERIFY(!find<QTabWidget>("previews")->isTabVisible(1));
    }
    void coloursFollowTheTheme() {
        const auto colourOfComment = [this] {
            const auto formats =
                find<QPlainTextEdit>("mainText")->document()->firstBlock().layout()->formats();
            return formats.isEmpty() ? QColor() : formats.first().format.foreground().color();
        };
        applyTheme(Theme::Light);
        QTRY_VERIFY(colourOfComment().isValid() && colourOfComment().lightness() < 128);
        applyTheme(Theme::Dark);
        QTRY_VERIFY(colourOfComment().lightness() > 128);
        applyTheme(Theme::Light);
    }
    void incompleteDebugInformationIsAskedAbout() {
        const test::TemporaryDirectory directory;
        test::copyPoplarReport("pipeline-marked-tiny", directory.path());
        std::filesystem::resize_file(directory / "debug.cbor", 20'000);
        Session session;
        session.open({QString::fromStdString(directory.path().string())});
        QTRY_VERIFY(session.resultIsCurrent());
        ExportDialog dialog(&session);
        dialog.show();
        auto* const save = dialog.findChild<QPushButton*>("save");
        QTRY_VERIFY(save->isEnabled());
        QString asked;
        test::answer(QStringLiteral("No"), &asked);
        save->click();
        QVERIFY2(asked.contains(QLatin1String("byte 20000")), qPrintable(asked));
        QVERIFY(!QApplication::activeModalWidget() || QApplication::activeModalWidget() == &dialog);
    }
    void withoutAProfileThereIsNothingToSave() {
        Session empty;
        ExportDialog dialog(&empty);
        dialog.show();
        QVERIFY(!dialog.findChild<QPushButton*>("save")->isEnabled());
        QCOMPARE(dialog.findChild<QLabel*>("status")->text(), "No profile is open.");
        QVERIFY(!dialog.saveTo(m_directory.filePath("nothing.conf")));
    }

private:
    void setLines(const std::vector<OptionLine>& lines) {
        ExportChoices choices;
        choices.options.extraLines = lines;
        m_dialog->setChoices(choices);
    }
    QString issues() const {
        QStringList texts;
        for (int i = 0; i < find<QListWidget>("issues")->count(); ++i) {
            texts << find<QListWidget>("issues")->item(i)->text();
        }
        return texts.join('\n');
    }
    template <class T>
    T* find(const char* name) const {
        return m_dialog->findChild<T*>(name);
    }
    QString mainText() const { return find<QPlainTextEdit>("mainText")->toPlainText(); }
    QString pythonText() const { return find<QPlainTextEdit>("pythonText")->toPlainText(); }

    QTemporaryDir m_directory;
    test::ConfWalk m_walk; ///< finds the options files that the tests wrote
    Session m_session;
    std::unique_ptr<ExportDialog> m_dialog;
};

TILELINE_TEST(TestExportDialog)
#include "test_exportdialog.moc"
