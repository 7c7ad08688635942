// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/dialogs/messageopener.h"
#include "ui/pages/tilememorypage.h"
#include "ui/startpages/messagebar.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace tileline;
using namespace tileline::test;

namespace {

constexpr const char* TileThree =
    "Out of memory on tile 3: 826928 bytes used but tiles only have 638976 bytes of memory";

QString pathOf(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

bool showsLabel(const QWidget& page, const QString& part) {
    const auto labels = page.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->isVisible() && label->text().contains(part);
    });
}

/// The dialog that the window shows.
struct ShownDialog {
    ErrorMessageDialog* dialog = nullptr;

    explicit ShownDialog(MainWindow& window) {
        window.messageOpener()->ask();
        dialog = window.findChild<ErrorMessageDialog*>();
    }
    QPlainTextEdit* field() const { return dialog->findChild<QPlainTextEdit*>("text"); }
    QLineEdit* path() const { return dialog->findChild<QLineEdit*>("path"); }
    QString result() const { return dialog->findChild<QPlainTextEdit*>("result")->toPlainText(); }
    QPushButton* open() const {
        return dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
    }
    void paste(const QString& text) const {
        QApplication::clipboard()->setText(text);
        field()->selectAll();
        QTest::mouseClick(dialog->findChild<QPushButton*>("paste"), Qt::LeftButton);
    }
};

} // namespace

/// Tests the way from Poplar's error message to the tile, in the window.
class TestErrorMessage : public QObject, private test::WindowFixture {
    Q_OBJECT
private slots:
    void initTestCase() { test::useOwnSettings(m_directory); }
    void init() { showWindow(); }
    void cleanup() { m_window.reset(); }

    void opensTheReportAndShowsTheTile() {
        const TemporaryDirectory directory;
        copyPoplarReport("pipeline-marked-tiny", directory.path());
        const ShownDialog shown(*m_window);
        QVERIFY(!shown.open()->isEnabled());
        shown.paste(QString(TileThree) + "\nProfile saved to: " + pathOf(directory / "profile.pop") + "\n");
        QTRY_VERIFY(shown.open()->isEnabled());
        QVERIFY2(shown.result().contains("Tile 3 needs 807.5 KiB and has 624.0 KiB."),
                 qPrintable(shown.result()));
        QCOMPARE(shown.path()->text(), pathOf(directory / "profile.pop"));
        QTest::mouseClick(shown.open(), Qt::LeftButton);
        QTRY_VERIFY(m_window->messageBar()->text().contains("Tile 3 holds"));
        QVERIFY(m_window->session()->profile() != nullptr);
        QVERIFY(m_window->selection()->chosen<TileId>() == TileId{3});
        const auto* const memory = qobject_cast<TileMemoryPage*>(m_window->page("tilememory"));
        QTRY_VERIFY(memory->isVisible());
        QVERIFY2(m_window->messageBar()->text().contains("from different compilations"),
                 qPrintable(m_window->messageBar()->text()));
        // The tables below the chart show that tile.
        QTRY_COMPARE(memory->shownTiles().text(), std::string("3"));
        QTRY_VERIFY(showsLabel(*memory, "The whole profile"));
    }
    void explainsWithTheOpenProfile() {
        m_window->open({pathOf(fixtureDirectory("bert-tiny-train"))});
        QTRY_VERIFY(m_window->session()->state() == Session::State::Ready);
        const ProfilePtr before = m_window->session()->profile();
        const ShownDialog shown(*m_window);
        shown.paste(TileThree);
        QTRY_VERIFY(shown.open()->isEnabled());
        QVERIFY(shown.result().contains("does not say where the report is"));
        QTest::mouseClick(shown.open(), Qt::LeftButton);
        QTRY_VERIFY(m_window->selection()->chosen<TileId>() == TileId{3});
        QVERIFY(m_window->session()->profile() == before);
        // The path of the open profile does not open it again.
        PoplarMessage message = parsePoplarMessage("Out of memory on tile 5: 2 bytes");
        m_window->messageOpener()->open(message, pathOf(fixtureDirectory("bert-tiny-train")));
        QTRY_VERIFY(m_window->selection()->chosen<TileId>() == TileId{5});
        QVERIFY(m_window->session()->profile() == before);
        // A tile that the profile does not have is an error.
        message = parsePoplarMessage("Out of memory on tile 5000: 2 bytes");
        m_window->messageOpener()->open(message, {});
        QTRY_VERIFY(m_window->messageBar()->showsError());
    }
    void asksWhereTheReportIs() {
        const TemporaryDirectory directory;
        copyPoplarReport("pipeline-marked-tiny", directory.path());
        const ShownDialog shown(*m_window);
        shown.paste("Out of memory: Cannot fit all variable data onto one or more tiles. Profile saved to: "
                    "./no-such-report/profile.pop");
        QTRY_VERIFY(shown.open()->isEnabled());
        QTest::mouseClick(shown.open(), Qt::LeftButton);
        QVERIFY(shown.dialog->isVisible());
        QVERIFY2(shown.result().contains("relative to where the model was compiled") &&
                     shown.result().contains("autoReport.directory"),
                 qPrintable(shown.result()));
        for (const char* const path : {"/dev/zero", "/no/such/file"}) {
            shown.path()->setText(path);
            QTest::mouseClick(shown.open(), Qt::LeftButton);
            QVERIFY(shown.dialog->isVisible());
        }
        shown.path()->clear();
        QTest::mouseClick(shown.open(), Qt::LeftButton);
        QVERIFY(shown.result().contains("Choose the report first"));
        shown.path()->setText(pathOf(directory.path()));
        QTest::mouseClick(shown.open(), Qt::LeftButton);
        QTRY_VERIFY(m_window->messageBar()->text().contains("so the fullest one is explained"));
        QVERIFY(m_window->selection()->chosen<TileId>().has_value());
    }
    /// The message is not applied to another report that the user opens in the meantime.
    void anotherProfileIsNotExplained() {
        const TemporaryDirectory directory;
        copyPoplarReport("pipeline-marked-tiny", directory.path());
        std::filesystem::resize_file(directory / "profile.pop", 5000);
        m_window->messageOpener()->open(parsePoplarMessage(TileThree), pathOf(directory / "profile.pop"));
        QTRY_VERIFY(m_window->session()->state() == Session::State::Failed);
        m_window->open({pathOf(fixtureDirectory("bert-tiny-train"))});
        QTRY_VERIFY(m_window->session()->state() == Session::State::Ready);
        QTest::qWait(300);
        QTRY_VERIFY(m_window->session()->resultIsCurrent());
        // That of the window itself.
        const PlanEstimate& estimate = m_window->session()->result()->estimate;
        QCOMPARE(
            m_window->selection()->chosen<TileId>(),
            std::optional(estimate.stages[m_window->selection()->chosen<StageIndex>()->index()].peakTile));
    }
    void textsAreBoundedAndNeverMarkup() {
        const ShownDialog shown(*m_window);
        shown.field()->setPlainText(QString(int(MessageLimit) + 10, 'x'));
        QTRY_VERIFY(shown.result().contains("too long"));
        QVERIFY(!shown.open()->isEnabled());
        shown.field()->setPlainText("hello");
        QTRY_VERIFY(shown.result().contains("not one of Poplar's messages"));
        shown.field()->setPlainText(
            "Tile 1 receives more data than it has total memory in exchange '<b>bold</b>'");
        QTRY_VERIFY(shown.open()->isEnabled());
        QVERIFY(shown.result().contains("in the exchange <b>bold</b>"));
        const TemporaryDirectory directory;
        writeFile(directory / "log", std::string("x\n") + TileThree + "\n");
        shown.dialog->readText(pathOf(directory / "log"));
        QVERIFY(shown.open()->isEnabled());
        shown.dialog->readText(pathOf(directory / "nothing"));
        QVERIFY(shown.result().contains("does not exist"));
        m_window->open({pathOf(fixtureDirectory("bert-tiny-train"))});
        QTRY_VERIFY(m_window->session()->state() == Session::State::Ready);
        m_window->messageOpener()->open(
            parsePoplarMessage(
                "Tile 1 receives more data than it has total memory in exchange '<b>bold</b>'"),
            {});
        QTRY_VERIFY(m_window->messageBar()->text().contains("<b>bold</b>"));
        QVERIFY(m_window->messageBar()->text().contains("does not contain the exchange"));
    }
};

TILELINE_TEST(TestErrorMessage)
#include "test_errormessage.moc"
