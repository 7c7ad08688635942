// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planfile/planfile.h"
#include "tests/support/profilefiles.h"
#include "tests/support/reportpage.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/pagefixture.h"
#include "ui/plandocuments/planfiles.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>

using namespace tileline;

namespace {

/// The plan commands of the File menu, for a profile with six layers.
struct ReportFixture : test::PageFixture {
    PlanEditor editor{&session};
    QTemporaryDir recovery;
    PlanDocument document{&editor, recovery.path()};
    QWidget window;
    PlanFiles files{&document, &window};
    QMenu menu;
    QAction* action = nullptr;

    ReportFixture() {
        files.addTo(&menu);
        const QList<QAction*> actions = menu.actions();
        action = *std::find_if(actions.begin(), actions.end(), [](const QAction* each) {
            return each->text().remove('&').startsWith("Report");
        });
    }
    bool start() {
        return open("pipeline-marked-tiny") &&
               QTest::qWaitFor(
                   [this] { return session.resultIsCurrent() && session.selfChecks() != nullptr; }, 30000);
    }
};

} // namespace

/// File > Report.
class TestReport : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("TilelineTests");
        QCoreApplication::setApplicationName("report");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
    }

    void fromTheMenu() {
        ReportFixture opened;
        QVERIFY(!opened.action->isEnabled());
        QVERIFY(opened.start());
        QVERIFY(opened.action->isEnabled());
        opened.editor.apply(*opened.session.plan().withSplits(*SplitPlan::make(8, {{3}, {5}})), "Split");
        QTRY_VERIFY(opened.session.resultIsCurrent());
        const test::TemporaryDirectory directory;
        const QString path = QString::fromStdString((directory / "plan").string());
        QTimer::singleShot(0, [path] {
            auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
            QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save),
                              Qt::LeftButton);
        });
        QSignalSpy messages(&opened.files, &PlanFiles::message);
        opened.action->trigger();
        QTRY_COMPARE(messages.size(), 1);
        QVERIFY2(messages[0][0].toString().contains("plan.html"), qPrintable(messages[0][0].toString()));
        const test::ReadPage page =
            test::readPage(QByteArray::fromStdString(test::readAll(directory / "plan.html")));
        QCOMPARE(page.error, QString());
        const test::PageTable stages = page.tables["stages"];
        const PlanEstimate estimate = opened.session.result()->estimate;
        QCOMPARE(stages.rows.size(), qsizetype{3});
        for (qsizetype ipu = 0; ipu < 3; ++ipu) {
            QCOMPARE(stages.column("peak tile bytes")[ipu],
                     test::pageNumber(estimate.stages[static_cast<size_t>(ipu)].peakTileBytes));
        }
        const auto taken = parsePlanFile(page.planFile.toStdString());
        QVERIFY(taken);
        QCOMPARE(taken->plans.size(), size_t{1});
        QVERIFY(taken->plans[0].splits == (std::vector<std::string>{"2", "4"}));
    }

    /// There is no report before the figures of a new profile are ready.
    void notBeforeTheFigures() {
        ReportFixture opened;
        QSignalSpy messages(&opened.files, &PlanFiles::message);
        connect(&opened.session, &Session::profileChanged, &opened.menu, [&] { opened.action->trigger(); });
        QVERIFY(opened.start());
        QCOMPARE(messages.size(), 1);
        QVERIFY(messages[0][0].toString().contains("still being estimated"));
    }

    void doesNotReplaceAProfile() {
        ReportFixture opened;
        QVERIFY(opened.start());
        const test::TemporaryDirectory directory;
        const auto profile = test::copyReport("one-layer", directory.path());
        const std::string before = test::readAll(profile);
        QSignalSpy failures(&opened.files, &PlanFiles::failed);
        QSignalSpy written(&opened.files, &PlanFiles::message);
        opened.files.writeReport(opened.files.reportSource(), QString::fromStdString(profile.string()));
        QTRY_COMPARE(failures.size(), 1);
        QVERIFY(test::readAll(profile) == before);
        QVERIFY(written.isEmpty());
        opened.files.writeReport(opened.files.reportSource(),
                                 QString::fromStdString((directory / "no" / "page.html").string()));
        QTRY_COMPARE(failures.size(), 2);
        QVERIFY(written.isEmpty());
    }

private:
    QTemporaryDir m_settings;
};

TILELINE_TEST(TestReport)
#include "test_report.moc"
