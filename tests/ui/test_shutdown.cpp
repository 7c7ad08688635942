// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/filesizelimit.h"
#include "tests/support/fixtures.h"
#include "tests/testmain.h"
#include "tests/ui/answer.h"
#include "ui/mainwindow.h"
#include "ui/questions/plainmessagebox.h"
#include "ui/shutdown.h"
#include "ui/startpages/messagebar.h"

#include <QApplication>
#include <QDir>
#include <QProcess>
#include <QSessionManager>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

using namespace tileline;
using test::answer;

namespace {

bool openAndEdit(MainWindow& window) {
    window.open({test::fixturePath("bert-tiny-inf")});
    if (!QTest::qWaitFor([&] { return window.session()->resultIsCurrent(); }, 60000)) {
        return false;
    }
    window.editor()->addSplit({1});
    window.document()->setNotes("at the end");
    return true;
}

/// Runs in a child process: changes a plan and sends itself a signal before the change is saved
/// automatically. `how` is "dialog": while a question is open; "twice": two signals while the event loop is
/// blocked; "waits": prints a line and waits for a signal.
int workUntilSignal(int number, const QString& how) {
    Shutdown shutdown;
    auto* const window = MainWindow::newWindow();
    QTimer::singleShot(0, window, [=] {
        if (!openAndEdit(*window)) {
            std::_Exit(99);
        }
        if (how == "waits") {
            std::puts("ready");
            std::fflush(stdout);
            return;
        }
        ::raise(number);
        if (how == "twice") {
            ::raise(number);
            std::this_thread::sleep_for(std::chrono::minutes(1));
        } else if (how == "dialog") {
            PlainMessageBox::confirm(window, "Question", "Yes or no?");
        }
    });
    return shutdown.exec();
}

/// Simulates the request of the desktop's session manager, whose object is private to Qt and is not used.
void endSession() {
    alignas(QSessionManager) static char manager[sizeof(QSessionManager)];
    QVERIFY(QMetaObject::invokeMethod(qApp, "commitDataRequest", Qt::DirectConnection,
                                      QGenericArgument("QSessionManager&", manager)));
}

} // namespace

/// Tests what happens to unsaved changes when the program is told to end.
class TestShutdown : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("TilelineTests");
        QCoreApplication::setApplicationName("shutdown");
    }
    void init() {
        m_state = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_state->path().toLocal8Bit());
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_state->path());
    }

    void aSignalKeepsTheChanges_data() {
        QTest::addColumn<int>("signal");
        QTest::addColumn<QString>("how");
        QTest::newRow("SIGTERM") << SIGTERM << "";
        QTest::newRow("SIGHUP") << SIGHUP << "";
        QTest::newRow("SIGINT") << SIGINT << "";
        QTest::newRow("while a question is open") << SIGTERM << "dialog";
    }
    void aSignalKeepsTheChanges() {
        QFETCH(int, signal);
        QFETCH(QString, how);
        QProcess child;
        start(child, signal, how);
        QVERIFY(child.waitForFinished(60000));
        QCOMPARE(child.exitStatus(), QProcess::NormalExit);
        QCOMPARE(child.exitCode(), 128 + signal);
        const QByteArray said = child.readAllStandardError();
        QVERIFY2(!said.contains("error:"), said.constData());
        const auto orphans = PlanRecovery().orphans();
        QCOMPARE(orphans.size(), size_t(1));
        QCOMPARE(orphans[0].document.plans[0].notes, std::string("at the end"));
    }
    void aSecondSignalEndsAtOnce() {
        QProcess child;
        start(child, SIGTERM, "twice");
        QVERIFY(child.waitForFinished(30000));
        QCOMPARE(child.exitStatus(), QProcess::NormalExit);
        QCOMPARE(child.exitCode(), 128 + SIGTERM);
    }
    /// A program that was started by nohup continues when its terminal is closed.
    void anIgnoredSignalStaysIgnored() {
        QProcess child;
        child.setChildProcessModifier([] { (void)std::signal(SIGHUP, SIG_IGN); });
        start(child, SIGHUP, "waits");
        QVERIFY(child.waitForReadyRead(60000));
        ::kill(static_cast<pid_t>(child.processId()), SIGHUP);
        QVERIFY(!child.waitForFinished(500));
        ::kill(static_cast<pid_t>(child.processId()), SIGTERM);
        QVERIFY(child.waitForFinished(30000));
        QCOMPARE(child.exitCode(), 128 + SIGTERM);
        QCOMPARE(PlanRecovery().orphans().size(), size_t(1));
    }

    /// The session manager first asks programs to save, then closes windows. No question may delay it.
    void theEndOfTheSessionKeepsTheChanges() {
        const Shutdown shutdown;
        auto window = std::make_unique<MainWindow>();
        window->show();
        QVERIFY(openAndEdit(*window));
        QString asked;
        answer("Cancel", &asked);
        endSession();
        QVERIFY(window->close());
        QTest::qWait(20);
        QVERIFY2(asked.isEmpty(), qPrintable(asked));
        window.reset();
        const auto orphans = PlanRecovery().orphans();
        QCOMPARE(orphans.size(), size_t(1));
        QCOMPARE(orphans[0].document.plans[0].notes, std::string("at the end"));
    }
    /// Another program has cancelled the end of the session. The window asks about later changes as usual.
    void aSessionThatGoesOn() {
        const Shutdown shutdown;
        MainWindow window;
        window.show();
        QVERIFY(openAndEdit(window));
        endSession();
        window.document()->setNotes("later");
        QString asked;
        answer("Cancel", &asked);
        QVERIFY(!window.close());
        QVERIFY2(asked.contains("has changes"), qPrintable(asked));
    }

    void aFullDiskIsReportedInTheWindow() {
        MainWindow window;
        window.show();
        const test::FileSizeLimit limit(100);
        QVERIFY(openAndEdit(window));
        QTRY_VERIFY(window.messageBar()->showsError());
        QVERIFY2(window.messageBar()->text().contains("cannot be saved automatically"),
                 qPrintable(window.messageBar()->text()));
        QVERIFY(window.document()->isModified());
    }

private:
    static void start(QProcess& child, int signal, const QString& how) {
        child.start(QCoreApplication::applicationFilePath(),
                    {"work-until-signal", QString::number(signal), how});
    }

    std::unique_ptr<QTemporaryDir> m_state;
};

TILELINE_TEST(TestShutdown)
static const TestEntry entryOfWorkUntilSignal("work-until-signal", [](int, char** argv) {
    return workUntilSignal(QByteArray(argv[1]).toInt(), argv[2]);
});
#include "test_shutdown.moc"
