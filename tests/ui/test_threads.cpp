// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixtures.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "ui/charts/stackchart.h"
#include "ui/mainwindow.h"
#include "ui/pagetable.h"
#include "ui/planpage/planpage.h"
#include "ui/session/latesttask.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QTimer>

#include <algorithm>

using namespace tileline;

namespace {

/// The names of the threads that the program itself started.
QStringList threadNames() {
    QStringList names;
    const QDir tasks(QStringLiteral("/proc/self/task"));
    for (const QString& task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(tasks.filePath(task) + QStringLiteral("/comm"));
        // The thread may have ended in the meantime.
        if (file.open(QIODevice::ReadOnly)) {
            const QString name = QString::fromUtf8(file.readAll()).trimmed();
            if (name.startsWith(QLatin1String("tl-"))) {
                names += name;
            }
        }
    }
    names.sort();
    return names;
}

} // namespace

/// Tests how many threads a window uses.
class TestThreads : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope,
                           QString::fromStdString((m_directory / "settings").string()));
    }

    void aWindowWithAllPagesHasFourAtMost() {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.open({QString::fromStdString(test::fixtureDirectory("bert-tiny-train").string())});
        QTRY_COMPARE(window.session()->state(), Session::State::Ready);

        QStringList maximum;
        QTimer sampling;
        connect(&sampling, &QTimer::timeout, this, [&] {
            const QStringList names = threadNames();
            maximum = names.size() > maximum.size() ? names : maximum;
        });
        sampling.start(0);
        for (const PageEntry& entry : pages()) {
            QVERIFY(window.showPage(QLatin1String(entry.id)));
            QVERIFY(settled(window));
            use(*window.page(QLatin1String(entry.id)));
            QVERIFY(settled(window));
        }
        QVERIFY(window.showPage(QStringLiteral("plan")));
        window.session()->solve(Objective::Greedy);
        QVERIFY(settled(window));
        window.session()->solve(Objective::MinPeak);
        QVERIFY(settled(window));
        // The pages compute their data again while layers, estimates and the table are being computed.
        LayerOptions options;
        options.order = LayerOrder::Natural;
        window.session()->setLayerOptions(options);
        QTRY_COMPARE(window.session()->layerOptions().order, LayerOrder::Natural);
        QVERIFY(settled(window));

        const QString seen = maximum.join(QLatin1Char(' '));
        QVERIFY2(maximum.size() <= 4, qPrintable(seen));
        for (const char* const name : {"tl-worker-0", "tl-worker-1", "tl-plan"}) {
            QVERIFY2(maximum.contains(QLatin1String(name)), qPrintable(seen));
        }
    }

    void theThreadsOfAWindowEndWithIt() {
        {
            MainWindow window;
            QVERIFY(threadNames().contains(QStringLiteral("tl-plan")));
        }
        QTRY_COMPARE(threadNames().filter(QStringLiteral("tl-plan")).size(), 0);
        QTRY_COMPARE(threadNames().filter(QStringLiteral("tl-loop")).size(), 0);
    }

private:
    /// Uses the controls of a page: clicks charts, types into filters, changes choices.
    static void use(QWidget& page) {
        for (StackChart* const chart : page.findChildren<StackChart*>()) {
            if (chart->isVisible()) {
                QTest::mouseClick(chart, Qt::LeftButton, {}, chart->rect().center());
            }
        }
        for (QLineEdit* const edit : page.findChildren<QLineEdit*>()) {
            if (edit->isVisible() && edit->isEnabled()) {
                QTest::keyClicks(edit, QStringLiteral("1"));
                QTest::keyClick(edit, Qt::Key_Return);
            }
        }
        for (QComboBox* const choice : page.findChildren<QComboBox*>()) {
            if (choice->isVisible() && choice->isEnabled()) {
                QTest::keyClick(choice, Qt::Key_Down);
            }
        }
    }

    static bool settled(MainWindow& window) {
        return QTest::qWaitFor(
            [&] {
                const auto tasks = window.findChildren<LatestTask*>();
                return window.session()->job() == Job::None && window.session()->resultIsCurrent() &&
                       std::none_of(tasks.begin(), tasks.end(),
                                    [](const auto* task) { return task->busy(); });
            },
            60000);
    }

    test::TemporaryDirectory m_directory;
};

TILELINE_TEST(TestThreads)
#include "test_threads.moc"
