// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the window goes on, with its plan, when something does not fit into the memory.
#include "core/analysis/layermatrices.h"
#include "core/session/latesttask.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/ownsettings.h"
#include "ui/mainwindow.h"
#include "ui/pages/communicationpage.h"
#include "ui/pagetable.h"
#include "ui/startpages/messagebar.h"

#include <QApplication>
#include <QLabel>
#include <QSettings>
#include <QStackedLayout>
#include <QTest>

#include <new>

using namespace tileline;
using namespace tileline::test;

namespace {

bool isIdle(const QWidget& page) {
    const auto queries = page.findChildren<LatestTask*>();
    return std::none_of(queries.begin(), queries.end(),
                        [](const LatestTask* query) { return query->busy(); });
}

void runOutOfMemory(LatestTask& query) {
    query.run([](const std::stop_token&) -> int { throw std::bad_alloc(); }, [](int) {});
}

/// The message that a page shows in place of its content; empty if it shows the content.
QString messageOf(const QWidget& page) {
    const auto* const stack = qobject_cast<const QStackedLayout*>(page.layout());
    const auto* const label = stack ? qobject_cast<const QLabel*>(stack->currentWidget()) : nullptr;
    return label ? label->text() : QString();
}

/// A fixture with `layers` more layers.
QString makeManyLayers(const std::filesystem::path& directory, int layers) {
    const std::string numbers =
        "WITH RECURSIVE n(i) AS (SELECT 100000 UNION ALL SELECT i + 1 FROM n WHERE i < " +
        std::to_string(99999 + layers) + ") ";
    std::filesystem::create_directory(directory);
    copyProfile(
        "bert-tiny-inf", directory,
        numbers + "INSERT INTO operation SELECT i, i, 'Layer' || i || '/x' FROM n;" + numbers +
            "INSERT INTO operation_detail SELECT i, first_step, last_step, debug_json, programs, variables "
            "FROM n, operation_detail WHERE uid = 12;");
    return QString::fromStdString(directory.string());
}

} // namespace

class TestMemoryShortage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_directory); }
    void init() {
        QSettings().clear();
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1300, 850);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void everyPageShowsTheMessage_data() {
        QTest::addColumn<QString>("id");
        for (const PageEntry& entry : pages()) {
            QTest::newRow(entry.id) << QString::fromLatin1(entry.id);
        }
    }
    /// Each query of a page fails in turn. The page says so, and computes again when it is shown the next
    /// time.
    void everyPageShowsTheMessage() {
        QFETCH(const QString, id);
        open(QString::fromStdString(fixtureDirectory("bert-tiny-inf").string()));
        const Plan plan = m_window->session()->plan();
        QWidget* const page = m_window->page(id);
        QVERIFY(m_window->showPage(id));
        QTest::qWait(50);
        const auto queries = page->findChildren<LatestTask*>();
        if (!qobject_cast<QStackedLayout*>(page->layout())) {
            QVERIFY(queries.isEmpty());
            return;
        }
        QVERIFY(!queries.isEmpty());
        for (LatestTask* const query : queries) {
            QTRY_VERIFY(isIdle(*page));
            QCOMPARE(messageOf(*page), QString());
            runOutOfMemory(*query);
            QTRY_VERIFY2(messageOf(*page).contains(QStringLiteral("not enough memory")), qPrintable(id));
            page->hide();
            page->show();
            QTRY_COMPARE(messageOf(*page), QString());
        }
        QVERIFY(m_window->session()->plan() == plan);
        QVERIFY(m_window->messageBar()->isHidden());
    }

    /// Other parts of the window have no place for a message of their own.
    void theWindowShowsTheMessage() {
        open(QString::fromStdString(fixtureDirectory("bert-tiny-inf").string()));
        const Plan plan = m_window->session()->plan();
        LatestTask query;
        runOutOfMemory(query);
        QTRY_VERIFY(m_window->messageBar()->isVisible());
        QVERIFY(m_window->messageBar()->text().contains(QStringLiteral("The plan is kept")));
        QVERIFY(m_window->session()->plan() == plan);
        QVERIFY(m_window->session()->result());
    }

    /// A matrix of 60,000 layers needed 58 GB, and the window ended.
    void tooManyLayersForAMatrix() {
        const QString report = makeManyLayers(m_directory / "many", static_cast<int>(MaxMatrixParts));
        m_window->session()->setOptions(m_window->session()->layerOptions(), {Setting::PopLiner, {}});
        open(report);
        QVERIFY(m_window->session()->layers()->count() > MaxMatrixParts);
        QVERIFY(m_window->showPage(QStringLiteral("communication")));
        QTRY_VERIFY(messageOf(*m_window->page(QStringLiteral("communication")))
                        .contains(QStringLiteral("too many layers")));
    }

private:
    void open(const QString& path) {
        m_window->open({path});
        const Session& session = *m_window->session();
        // A result or a table that is still to come would make a page compute again.
        QTRY_VERIFY(session.resultIsCurrent() && (session.optimum() || !session.table()) &&
                    session.job() == Job::None);
    }

    TemporaryDirectory m_directory;
    std::unique_ptr<MainWindow> m_window;
};

TILELINE_TEST(TestMemoryShortage)
#include "test_memoryshortage.moc"
