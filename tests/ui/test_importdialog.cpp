// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/dialogs/importdialog.h"
#include "ui/plandocuments/planfiles.h"
#include "ui/text/translations.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTranslator>

#include <algorithm>

using namespace tileline;

namespace {

/// The dialog for a profile with Input, six layers and Output, where Input and Output share a weight.
struct ImportFixture : test::PageFixture {
    PlanEditor editor{&session};
    QTemporaryDir recovery;
    PlanDocument document{&editor, recovery.path()};
    std::unique_ptr<ImportDialog> dialog;

    bool start() {
        if (!open("pipeline-marked-tiny") ||
            !QTest::qWaitFor([this] { return session.resultIsCurrent(); }, 30000)) {
            return false;
        }
        dialog = std::make_unique<ImportDialog>(&session);
        return test::showAt(*dialog, {720, 560});
    }
    QPlainTextEdit* field() const { return dialog->findChild<QPlainTextEdit*>("text"); }
    QString result() const { return dialog->findChild<QPlainTextEdit*>("result")->toPlainText(); }
    QPushButton* ok() const { return dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok); }
    /// Types a text and waits for the result.
    bool type(const QString& text) const {
        field()->setFocus();
        field()->selectAll();
        QTest::keyClicks(field(), text);
        return QTest::qWaitFor([this] { return !result().isEmpty(); }, 10000);
    }
};

std::vector<LayerIndex> splitsOf(const Plan& plan) {
    return {plan.splits().begin(), plan.splits().end()};
}

} // namespace

class TestImportDialog : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("TilelineTests");
        QCoreApplication::setApplicationName("importdialog");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
    }
    void cleanup() { qDeleteAll(qApp->findChildren<QTranslator*>()); }
    void showsThePlanOrTheError() {
        ImportFixture opened;
        QVERIFY(opened.start());
        QVERIFY(!opened.ok()->isEnabled());
        QVERIFY(opened.type("layers_per_ipu: [2, 2, 2]"));
        QVERIFY2(opened.ok()->isEnabled(), qPrintable(opened.result()));
        QVERIFY2(opened.result().contains("IPU 2: 4 to 5"), qPrintable(opened.result()));
        QVERIFY2(opened.result().contains("Output runs on the first IPU, because Input and Output share"),
                 qPrintable(opened.result()));
        QVERIFY(opened.type("2 2 3"));
        QVERIFY(!opened.ok()->isEnabled());
        QVERIFY2(opened.result().contains("2 + 2 + 3 = 7"), qPrintable(opened.result()));
        QVERIFY2(opened.result().contains("line 1, column 1"), qPrintable(opened.result()));
        QVERIFY(opened.type("--layers-per-ipu 3 3"));
        QVERIFY(opened.ok()->isEnabled());
        opened.dialog->findChild<QComboBox*>("outputOn")->setCurrentIndex(1);
        QTRY_VERIFY(opened.result().contains("on the last IPU"));
        opened.field()->clear();
        QVERIFY(!opened.ok()->isEnabled() && opened.result().isEmpty());
    }
    void textIsNeverMarkup() {
        ImportFixture opened;
        QVERIFY(opened.start());
        QVERIFY(opened.type("[<b>bold</b>, <img src=x>]"));
        QVERIFY2(opened.result().contains("<b>bold</b>"), qPrintable(opened.result()));
        QVERIFY(!opened.ok()->isEnabled());
    }
    void readsAFile() {
        ImportFixture opened;
        QVERIFY(opened.start());
        const test::TemporaryDirectory directory;
        const QString path = QString::fromStdString((directory / "ipu_config.json").string());
        test::writeFile(path.toStdString(), "{\"layers_per_ipu\": [3, 3],\n \"seed\": 7}");
        opened.dialog->readText(path);
        QTRY_VERIFY(opened.ok()->isEnabled());
        QCOMPARE(opened.dialog->source(), path);
        QVERIFY2(opened.result().contains("\"seed\""), qPrintable(opened.result()));
        test::writeFile(path.toStdString(), "{\"layers_per_ipu\": [3, 4]}");
        opened.dialog->readText(path);
        QTRY_VERIFY(opened.result().contains("3 + 4 = 7"));
        QVERIFY2(opened.result().contains("ipu_config.json"), qPrintable(opened.result()));
        opened.dialog->readText(path + "-missing");
        QVERIFY(!opened.ok()->isEnabled() && opened.result().contains("-missing"));
    }
    /// The new plan and the IPU of Output are one undo step.
    void isOneUndoStep() {
        ImportFixture opened;
        QVERIFY(opened.start());
        SettingOptions setting = opened.session.setting();
        setting.pipeline.outputOn = OutputOn::Last;
        opened.session.setSetting(setting);
        QTRY_COMPARE(opened.session.setting(), setting);
        const auto before = splitsOf(opened.session.plan());
        const int steps = opened.editor.undoStack()->count();
        QVERIFY(opened.type("{\"layers_per_ipu\": [1, 5], \"ipus_per_replica\": 2, \"seed\": 7}"));
        QVERIFY2(opened.ok()->isEnabled(), qPrintable(opened.result()));
        opened.document.apply(opened.dialog->split(), opened.dialog->mode(), "dir/ipu_config.json");
        QTRY_VERIFY(opened.session.setting().pipeline.outputOn == OutputOn::First);
        QCOMPARE(splitsOf(opened.session.plan()), (std::vector<LayerIndex>{{2}}));
        QCOMPARE(opened.editor.undoStack()->count(), steps + 1);
        QCOMPARE(opened.editor.undoStack()->undoText(), QString("Import split"));
        QVERIFY(opened.document.notes().contains("Imported from ipu_config.json (optimum)."));
        QVERIFY(opened.document.notes().contains("share the weight"));
        QCOMPARE(opened.document.exportChoices().options.imported.format, std::string("optimum"));
        opened.editor.undoStack()->undo();
        QTRY_VERIFY(opened.session.setting().pipeline.outputOn == OutputOn::Last);
        QCOMPARE(splitsOf(opened.session.plan()), before);
        // If the setting stays the same, only the plan changes.
        opened.dialog->findChild<QComboBox*>("outputOn")->setCurrentIndex(1);
        QVERIFY(opened.type("4,2"));
        opened.document.apply(opened.dialog->split(), opened.dialog->mode(), {});
        QCOMPARE(splitsOf(opened.session.plan()), (std::vector<LayerIndex>{{5}}));
        opened.editor.undoStack()->undo();
        QCOMPARE(splitsOf(opened.session.plan()), before);
    }
    /// A change of the setting that the user makes during an import keeps its own name.
    void onlyTheImportHasItsName() {
        ImportFixture opened;
        QVERIFY(opened.start());
        SettingOptions first = opened.session.setting();
        first.pipeline.outputOn = OutputOn::First;
        SettingOptions own = first;
        own.pipeline.recompute = Recompute::Layers;
        opened.editor.applyOptions({opened.session.layerOptions(), first}, "Import split",
                                   opened.session.plan());
        opened.editor.applyOptions({opened.session.layerOptions(), own}, "Change setting");
        QTRY_VERIFY(opened.session.setting() == own);
        QCOMPARE(opened.editor.undoStack()->undoText(), QString("Change setting"));
    }
    void remediesAreGerman() {
        installTranslations(QLocale(QLocale::German, QLocale::Germany));
        ImportFixture opened;
        QVERIFY(opened.start());
        QVERIFY(opened.type("layers_per_ipu: [2, x]"));
        QVERIFY2(opened.result().contains("Schreiben Sie die Liste in einer dieser Formen"),
                 qPrintable(opened.result()));
        QVERIFY(opened.type("{\"pipeline_splits\": 4}"));
        QVERIFY2(opened.result().contains("Korrigieren Sie pipeline_splits in der Datei."),
                 qPrintable(opened.result()));
        QVERIFY(opened.type("pipeline_stage_assignment: [0, -1]"));
        QVERIFY2(opened.result().contains("Korrigieren Sie die Liste."), qPrintable(opened.result()));
        QVERIFY2(opened.result().contains("Erwartet: ganze Zahlen ab 0"), qPrintable(opened.result()));
    }
    /// An importer's remarks about a plan are in the language of the window, even in the plan's notes.
    void notesAreGerman() {
        installTranslations(QLocale(QLocale::German, QLocale::Germany));
        ImportFixture opened;
        QVERIFY(opened.start());
        QVERIFY(opened.type(R"({"layers_per_ipu": [1, 5], "own %1": 1})"));
        const QStringList notes{
            "layers_per_ipu ist [", "für Training.", "Der Ausgang läuft auf der",
            "die für den Export aufgehoben, aber sonst nicht benutzt werden: \"own %1\"."};
        for (const QString& note : notes) {
            QVERIFY2(opened.result().contains(note), qPrintable(opened.result()));
        }
        opened.document.apply(opened.dialog->split(), opened.dialog->mode(), "dir/ipu_config.json");
        QVERIFY2(opened.document.notes().startsWith("Aus ipu_config.json importiert (optimum).\n"),
                 qPrintable(opened.document.notes()));
        for (const QString& note : notes) {
            QVERIFY2(opened.document.notes().contains(note), qPrintable(opened.document.notes()));
        }
    }
    void fromTheMenu() {
        ImportFixture opened;
        QVERIFY(opened.start());
        QWidget window;
        PlanFiles files(&opened.document, &window);
        QMenu menu;
        files.addTo(&menu);
        const auto actions = menu.actions();
        const auto found = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
            return action->text().remove('&').startsWith("Import split");
        });
        QVERIFY(found != actions.end() && (*found)->isEnabled());
        QTimer::singleShot(0, [] {
            auto* const dialog = qobject_cast<ImportDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->findChild<QPlainTextEdit*>("text")->setPlainText("[2, 4]");
            auto* const button = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
            QTRY_VERIFY(button->isEnabled());
            QTest::mouseClick(button, Qt::LeftButton);
        });
        (*found)->trigger();
        QTRY_COMPARE(splitsOf(opened.session.plan()), (std::vector<LayerIndex>{{3}}));
    }
    /// The export dialog keeps the other contents of an ipu_config.json.
    void exportKeepsTheRestOfAFile() {
        ImportFixture opened;
        QVERIFY(opened.start());
        const test::TemporaryDirectory directory;
        const auto path = directory / "ipu_config.json";
        test::writeFile(path, "{\"seed\": 7, \"layers_per_ipu\": [6]}");
        ExportDialog dialog(&opened.session);
        dialog.show();
        dialog.setExporter(*findExporter("optimum"));
        QTRY_VERIFY(dialog.findChild<QPushButton*>("save")->isEnabled());
        QVERIFY(dialog.saveTo(QString::fromStdString(path.string())));
        const auto written = QJsonDocument::fromJson(QByteArray::fromStdString(test::readAll(path))).object();
        QCOMPARE(written["seed"].toInt(), 7);
        QVERIFY(written["ipus_per_replica"].toInt() > 1 || written["inference_ipus_per_replica"].toInt() > 1);
    }

private:
    QTemporaryDir m_settings;
};

TILELINE_TEST(TestImportDialog)
#include "test_importdialog.moc"
