// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the window goes on, with its plan, when something does not fit into the memory.
#include "core/memory/layermatrices.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/dialogs/importdialog.h"
#include "ui/dialogs/layersdialog.h"
#include "ui/dialogs/messageopener.h"
#include "ui/pages/communicationpage.h"
#include "ui/pagetable.h"
#include "ui/session/latesttask.h"
#include "ui/session/memoryshortage.h"
#include "ui/startpages/messagebar.h"

#include <QApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QStackedLayout>
#include <QTest>

#include <algorithm>
#include <functional>
#include <map>
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

/// Whether a visible text says that memory is short.
bool saysThatMemoryIsShort(const QWidget& dialog) {
    const QString words = QStringLiteral("not enough memory");
    const auto labels = dialog.findChildren<QLabel*>();
    const auto texts = dialog.findChildren<QPlainTextEdit*>();
    return std::any_of(
               labels.begin(), labels.end(),
               [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); }) ||
           std::any_of(texts.begin(), texts.end(), [&](const QPlainTextEdit* text) {
               return text->isVisible() && text->toPlainText().contains(words);
           });
}

QString fixtureText(const std::string& name) {
    return QString::fromStdString(fixtureDirectory(name).string());
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

/// The dialogs that compute something, by name.
const std::map<QString, std::function<QDialog*(MainWindow&)>>& computingDialogs() {
    static const std::map<QString, std::function<QDialog*(MainWindow&)>> dialogs{
        {"export", [](MainWindow& window) { return new ExportDialog(window.session(), &window); }},
        {"import", [](MainWindow& window) { return new ImportDialog(window.session(), &window); }},
        {"layers", [](MainWindow& window) { return new LayersDialog(window.editor(), &window); }},
    };
    return dialogs;
}

} // namespace

class TestMemoryShortage : public QObject, private test::WindowFixture {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_directory); }
    void init() { showWindow({1300, 850}); }
    void cleanup() { m_window.reset(); }

    void everyPageShowsTheMessage_data() {
        QTest::addColumn<QString>("id");
        for (const PageEntry& entry : pages()) {
            QTest::newRow(entry.id) << QString::fromLatin1(entry.id);
        }
    }
    /// Each query of a page fails in turn. The page shows a message, and computes again the next time it is
    /// shown.
    void everyPageShowsTheMessage() {
        QFETCH(const QString, id);
        open(fixtureText("bert-tiny-inf"));
        const Plan plan = m_window->session()->plan();
        QWidget* const page = m_window->page(id);
        if (id == QLatin1String("comparison")) {
            m_window->compareWith(fixtureText("bert-tiny-train"));
            QTRY_VERIFY(m_window->session()->comparison()->report());
        }
        QVERIFY(m_window->showPage(id));
        QTest::qWait(50);
        const auto queries = page->findChildren<LatestTask*>();
        QVERIFY(!queries.isEmpty());
        if (!qobject_cast<QStackedLayout*>(page->layout())) { // the window shows the message for it
            QTRY_VERIFY(isIdle(*page));
            runOutOfMemory(*queries.front());
            QTRY_VERIFY(m_window->messageBar()->isVisible());
            return;
        }
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

    void everyDialogShowsTheMessage_data() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, make] : computingDialogs()) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    /// A dialog hides the window's message, so it has its own.
    void everyDialogShowsTheMessage() {
        QFETCH(const QString, name);
        open(fixtureText("bert-tiny-inf"));
        const std::unique_ptr<QDialog> dialog(computingDialogs().at(name)(*m_window));
        dialog->show();
        const auto queries = dialog->findChildren<LatestTask*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(!queries.isEmpty());
        for (LatestTask* const query : queries) {
            QTRY_VERIFY_WITH_TIMEOUT(isIdle(*dialog), 30000);
            QVERIFY(!saysThatMemoryIsShort(*dialog));
            runOutOfMemory(*query);
            QTRY_VERIFY(saysThatMemoryIsShort(*dialog));
        }
        QVERIFY(m_window->messageBar()->isHidden());
    }

    /// An object that has a signal for errors reports a shortage as an error.
    void aMessageOfPoplarThatCannotBeExplained() {
        MessageOpener opener(m_window->session(), m_window.get());
        QSignalSpy failures(&opener, &MessageOpener::failed);
        runOutOfMemory(*opener.findChild<LatestTask*>());
        QTRY_COMPARE(failures.count(), 1);
        QCOMPARE(failures[0][0].value<Error>(), memoryError());
        QVERIFY(m_window->messageBar()->isHidden());
    }

    /// Other parts of the window have no space for their own messages.
    void theWindowShowsTheMessage() {
        open(fixtureText("bert-tiny-inf"));
        const Plan plan = m_window->session()->plan();
        LatestTask query(m_window.get());
        runOutOfMemory(query);
        QTRY_VERIFY(m_window->messageBar()->isVisible());
        QVERIFY(m_window->messageBar()->text().contains(QStringLiteral("The plan is kept")));
        QVERIFY(m_window->session()->plan() == plan);
        QVERIFY(m_window->session()->result());
    }

    /// A matrix of 60,000 layers needed 58 GB, and the window ended.
    void tooManyLayersForAMatrix() {
        const QString report = makeManyLayers(m_directory / "many", static_cast<int>(MaxMatrixParts));
        m_window->session()->setSetting({Setting::PopLiner, {}});
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
        // Waits for results and tables, which would make a page compute again.
        QTRY_VERIFY(session.resultIsCurrent() && (session.optimum() || !session.table()) &&
                    session.job() == Job::None);
    }
};

TILELINE_TEST(TestMemoryShortage)
#include "test_memoryshortage.moc"
