// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/tileline/profilewriter.h"
#include "tests/support/compiledpipeline.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/mainwindow.h"
#include "ui/pages/comparisonbars.h"
#include "ui/pages/comparisondialog.h"
#include "ui/tables/tablepanel.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace tileline;

namespace {

constexpr int ComparisonTimeout = 60000;

/// A plan of several IPUs, and the profile of the pipeline compiled from it.
struct ComparisonFixture : test::PageFixture {
    test::TemporaryDirectory directory;
    QString compiled;

    bool start(const test::CompiledChanges& changes = {}) {
        if (!open("pipeline-marked-tiny")) {
            return false;
        }
        Workers workers(1);
        const auto estimate = session.estimator()->estimate(session.plan().splitPlan(), workers);
        const auto path = directory / "compiled.tileline";
        compiled = QString::fromStdString(path.string());
        return estimate &&
               writeProfile(*test::compilePipeline(*session.estimator(), *estimate, changes), path);
    }
};

bool waitFor(const ComparisonDialog& dialog) {
    return QTest::qWaitFor([&] { return !dialog.busy() && !dialog.table()->busy(); }, ComparisonTimeout);
}

/// Chooses a table by its title, and returns it as text.
QString shown(ComparisonDialog& dialog, const QString& title) {
    dialog.choice()->setCurrentIndex(dialog.choice()->findText(title));
    return waitFor(dialog)
               ? QString::fromStdString(toText(dialog.table()->model()->shown(), TableFormat::Tsv))
               : QString();
}

} // namespace

class TestComparisonDialog : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("TilelineTests");
        QCoreApplication::setApplicationName("comparisondialog");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
        qputenv("XDG_STATE_HOME", m_settings.path().toUtf8());
    }
    void aPlanThatCameTrue() {
        ComparisonFixture opened;
        QVERIFY(opened.start());
        ComparisonDialog dialog(&opened.session, {opened.compiled});
        QVERIFY(test::showAt(dialog, {1000, 700}));
        QVERIFY(waitFor(dialog));
        QCOMPARE(dialog.choice()->count(), 5);
        QVERIFY2(dialog.message().startsWith("The estimate is 0.0"), qPrintable(dialog.message()));
        const QString ipus = shown(dialog, "IPUs");
        const size_t stages = opened.session.plan().stageCount();
        QCOMPARE(ipus.count('\n'), static_cast<qsizetype>(stages + 1));
        QVERIFY(dialog.bars()->isVisible());
        QVERIFY2(dialog.bars()->textOf(0).contains("(0"), qPrintable(dialog.bars()->textOf(0)));
        QCOMPARE(dialog.bars()->accessibleDescription().count('\n'), static_cast<qsizetype>(stages - 1));
        QVERIFY(!dialog.bars()->grab().isNull());
    }

    void differences() {
        test::CompiledChanges changes;
        for (uint32_t tile = 0; tile < 4; ++tile) {
            changes.variables.push_back({1, tile, "unheard/of", 700000, true});
        }
        ComparisonFixture opened;
        QVERIFY(opened.start(changes));
        ComparisonDialog dialog(&opened.session, {opened.compiled});
        QVERIFY(test::showAt(dialog, {1000, 700}));
        QVERIFY(waitFor(dialog));
        const QString rows = shown(dialog, "Variables and code");
        const QString first = rows.section('\n', 1, 1); // the largest difference
        QVERIFY2(first.startsWith("1\tunheard/of\t0\t700000\t700000\tvariables\t"), qPrintable(first));
        // Copied rows contain the ids that the command line uses. The window shows words for them.
        QVERIFY2(first.endsWith("\tunplanned\t0\t2800000\t2800000"), qPrintable(first));
        QCOMPARE(dialog.table()->model()->index(0, 7).data().toString(), QString("not in the plan"));
        QVERIFY(shown(dialog, "Causes").contains("1\tunplanned\t"));
        QVERIFY2(dialog.bars()->textOf(1).endsWith("over the limit"), qPrintable(dialog.bars()->textOf(1)));
    }

    void anotherProfile() {
        ComparisonFixture opened;
        QVERIFY(opened.open("bert-tiny-train"));
        ComparisonDialog dialog(&opened.session,
                                {QString::fromStdString(test::fixtureDirectory("bert-tiny-inf").string())});
        QVERIFY(test::showAt(dialog, {1000, 700}));
        QVERIFY(waitFor(dialog));
        QCOMPARE(dialog.choice()->count(), 9);
        QVERIFY(!dialog.bars()->isVisible());
        QVERIFY(shown(dialog, "Figures").startsWith("figure\tfirst_value\tsecond_value\tdifference_value\t"));
        const TableModel* const figures = dialog.table()->model();
        QCOMPARE(figures->headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QString("Value, open profile"));
        const auto names = figures->match(figures->index(0, 0), Qt::DisplayRole, "Program steps");
        QCOMPARE(names.size(), 1);
        QCOMPARE(figures->shown({names.front().row()}).rows.front().front(), Cell("steps"));
        const QString variables = shown(dialog, "Variables");
        QVERIFY(variables.startsWith("variable\trole\tfirst_bytes\tsecond_bytes\tdifference_bytes\t"));
        QVERIFY(variables.contains("\twent\n"));
        QVERIFY(shown(dialog, "Liveness by step").count('\n') > 10);
    }

    void errorsAreShown() {
        ComparisonFixture opened;
        QVERIFY(opened.start());
        const auto path = opened.directory / "text.txt";
        test::writeFile(path, "hello");
        ComparisonDialog dialog(&opened.session, {QString::fromStdString(path.string())});
        QVERIFY(test::showAt(dialog, {1000, 700}));
        QVERIFY(waitFor(dialog));
        QVERIFY2(dialog.message().contains("text.txt"), qPrintable(dialog.message()));
        QVERIFY(!dialog.choice()->isEnabled());
    }

    void fromTheMenu() {
        MainWindow window;
        window.open({QString::fromStdString(test::fixtureDirectory("bert-tiny-train").string())});
        const auto* const action = window.findChild<QAction*>("compare");
        QVERIFY(action != nullptr && !action->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(window.session()->state() == Session::State::Ready, ComparisonTimeout);
        QVERIFY(action->isEnabled());
        window.compareWith(QString::fromStdString(test::fixtureDirectory("bert-tiny-inf").string()));
        const QPointer<ComparisonDialog> dialog = window.findChild<ComparisonDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QVERIFY(waitFor(*dialog));
        QCOMPARE(dialog->choice()->count(), 9);
        dialog->reject();
        QTRY_VERIFY(dialog.isNull());
    }

    /// The dialog and the profile can safely be closed while the dialog is reading.
    void closedEarly() {
        ComparisonFixture opened;
        QVERIFY(opened.start());
        for (const bool closeProfile : {false, true}) {
            auto dialog = std::make_unique<ComparisonDialog>(&opened.session, QStringList{opened.compiled});
            QVERIFY(dialog->busy());
            if (closeProfile) {
                opened.session.close();
                QVERIFY(waitFor(*dialog));
                QCOMPARE(dialog->choice()->count(), 5);
            }
            auto* const close = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Close);
            QCOMPARE(close->text(), QString(closeProfile ? "Close" : "Cancel"));
            close->click();
            QVERIFY(!dialog->busy());
            dialog.reset();
        }
    }

private:
    QTemporaryDir m_settings;
};

TILELINE_TEST(TestComparisonDialog)
#include "test_comparisondialog.moc"
