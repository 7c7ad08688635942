// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/convert/poplarreport.h"
#include "tests/support/fixtures.h"
#include "tests/testmain.h"
#include "ui/dialogs/chooseprofiledialog.h"
#include "ui/dialogs/sdkdialog.h"
#include "ui/mainwindow.h"
#include "ui/settings/convertsettings.h"
#include "ui/startpages/convertpage.h"
#include "ui/startpages/loadingpage.h"

#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace tileline;
using namespace tileline::test;

namespace {

/// Saves a picture of a widget, if an environment variable names a directory for it.
void takePicture(QWidget& widget, const QString& name) {
    const QString directory = qEnvironmentVariable("TILELINE_SCREENSHOTS");
    if (!directory.isEmpty()) {
        QVERIFY(widget.grab().save(directory + QLatin1Char('/') + name + QStringLiteral(".png")));
    }
}

std::vector<ProfileChoice> someChoices() {
    const QDateTime date(QDate(2026, 3, 14), QTime(15, 9));
    return {{"training/profile.pop", {"/r/training/profile.pop", "/r/debug.cbor"}, 1140000000, date},
            {"inference/profile.pop", {"/r/inference/profile.pop"}, 183000000, date.addSecs(-3600)}};
}

QPushButton* button(QWidget& parent, const QString& text) {
    for (QPushButton* const found : parent.findChildren<QPushButton*>()) {
        if (QString(found->text()).remove(QLatin1Char('&')) == text) {
            return found;
        }
    }
    return nullptr;
}

} // namespace

/// Tests what the window shows for Poplar's own profiles.
class TestConvertWindow : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_directory;

    Error noSdk() const {
        const auto source = writePoplarReport("one-layer", m_directory->path().toStdString() + "/my report");
        return {ErrorCode::NoPoplarSdk,
                source.profile.string(),
                "exporter",
                {},
                "The Python module pva cannot be imported: No module named 'pva'"};
    }

    QString report(const QString& name) const {
        const QString path = m_directory->filePath(name);
        writePoplarReport("bert-tiny-inf", path.toStdString());
        return path;
    }
    /// Shows a window that has its own cache.
    void show(MainWindow& window) const {
        ConvertSettings settings;
        settings.cache.directory = m_directory->filePath(QStringLiteral("cache")).toStdString();
        window.session()->setConvertSettings(settings);
        window.resize(1200, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
    }
    template <class Page>
    static bool isShown(const MainWindow& window) {
        const Page* const page = window.findChild<Page*>();
        return page != nullptr && page->isVisible();
    }

private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("tileline-test"));
        QSettings().clear();
    }
    void init() {
        m_directory = std::make_unique<QTemporaryDir>();
        QSettings().clear();
        useStandInPva();
    }
    void cleanup() { useNoPva(); }

    void pageSaysWhyAndHow() {
        ConvertPage page;
        page.resize(1000, 700);
        page.showError(noSdk(), {});
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QCOMPARE(page.commands().size(), 2);
        QVERIFY(page.commands()[0].startsWith(QStringLiteral("tileline-cli convert --print-exporter")));
        QVERIFY(page.commands()[1].contains(QStringLiteral("my report/profile.pop'")));
        QVERIFY(page.commands()[1].contains(QStringLiteral("debug.cbor")));
        bool reason = false;
        for (const QLabel* const label : page.findChildren<QLabel*>()) {
            reason = reason || label->text().contains(QStringLiteral("No module named 'pva'"));
        }
        QVERIFY(reason);
        takePicture(page, QStringLiteral("convert-no-sdk"));
    }

    void commandsAreCopied() {
        ConvertPage page;
        page.showError(noSdk(), {});
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QList<QPushButton*> copies;
        for (QPushButton* const found : page.findChildren<QPushButton*>()) {
            if (found->text() == QStringLiteral("Copy")) {
                copies += found;
            }
        }
        QCOMPARE(copies.size(), 2);
        for (int i = 0; i < 2; ++i) {
            QTest::mouseClick(copies[i], Qt::LeftButton);
            QCOMPARE(QApplication::clipboard()->text(), page.commands()[i]);
        }
    }

    void shownTwiceItHasTwoCommands() {
        ConvertPage page;
        page.showError(noSdk(), {});
        page.showError(noSdk(), {});
        int commands = 0;
        for (const QLineEdit* const edit : page.findChildren<QLineEdit*>()) {
            commands += edit->isReadOnly() ? 1 : 0;
        }
        QCOMPARE(commands, 2);
    }

    void retryTakesTheFields() {
        ConvertPage page;
        page.showError(noSdk(), {});
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        ConvertSettings asked;
        connect(&page, &ConvertPage::retryRequested, this,
                [&](const ConvertSettings& settings) { asked = settings; });
        auto* const activate = page.findChild<QLineEdit*>(QStringLiteral("sdkActivate"));
        activate->setFocus();
        QTest::keyClicks(activate, QStringLiteral("/opt/sdk/enable"));
        QTest::mouseClick(page.findChild<QPushButton*>(QStringLiteral("retryConversion")), Qt::LeftButton);
        QCOMPARE(asked.sdk.activate, std::string("/opt/sdk/enable"));
        QCOMPARE(asked.sdk.python, std::string("python3"));
    }

    void emptyInterpreterIsPython3() {
        ConvertPage page;
        page.showError(noSdk(), {{"mypython"}, {}});
        auto* const python = page.findChild<QLineEdit*>(QStringLiteral("sdkPython"));
        QCOMPARE(python->text(), QStringLiteral("mypython"));
        python->clear();
        ConvertSettings asked;
        connect(&page, &ConvertPage::retryRequested, this,
                [&](const ConvertSettings& settings) { asked = settings; });
        page.findChild<QPushButton*>(QStringLiteral("retryConversion"))->click();
        QCOMPARE(asked.sdk.python, std::string("python3"));
    }

    void settingsAreRemembered() {
        QCOMPARE(settings::convertSettings(), ConvertSettings());
        ConvertSettings other;
        other.sdk = {"/opt/python", "/opt/enable"};
        other.cache.limitBytes = uint64_t{3} << 30;
        settings::setConvertSettings(other);
        QCOMPARE(settings::convertSettings(), other);
    }

    void dialogGivesItsSettings() {
        ConvertSettings given;
        given.sdk.activate = "/opt/enable";
        SdkDialog dialog(given);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        takePicture(dialog, QStringLiteral("convert-sdk-dialog"));
        QCOMPARE(dialog.settings(), given);
        dialog.findChild<QSpinBox*>(QStringLiteral("cacheSize"))->setValue(5);
        QCOMPARE(dialog.settings().cache.limitBytes, uint64_t{5} << 30);
    }

    void largestIsSelected() {
        ChooseProfileDialog dialog(QStringLiteral("/r"), someChoices());
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        takePicture(dialog, QStringLiteral("convert-choose"));
        QCOMPARE(dialog.chosenPaths(), someChoices()[0].paths);
        auto* const list = dialog.findChild<QTreeWidget*>(QStringLiteral("profiles"));
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(dialog.chosenPaths(), someChoices()[1].paths);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
    }

    void nothingSelectedCannotBeOpened() {
        ChooseProfileDialog dialog(QStringLiteral("/r"), someChoices());
        dialog.findChild<QTreeWidget*>(QStringLiteral("profiles"))->clearSelection();
        QVERIFY(dialog.chosenPaths().isEmpty());
        QPushButton* const open = button(dialog, QStringLiteral("Open"));
        QVERIFY(open);
        QVERIFY(!open->isEnabled());
    }

    // --- the whole window ---

    void windowOpensAReport() {
        MainWindow window;
        show(window);
        window.open({report(QStringLiteral("report"))});
        QTRY_COMPARE_WITH_TIMEOUT(window.session()->state(), Session::State::Ready, 60000);
        QVERIFY(window.windowTitle().contains(QStringLiteral("profile.pop (report)")));
        takePicture(window, QStringLiteral("convert-opened"));
    }

    void windowWithoutSdk() {
        useNoPva();
        MainWindow window;
        show(window);
        window.open({report(QStringLiteral("report"))});
        QTRY_VERIFY_WITH_TIMEOUT(isShown<ConvertPage>(window), 60000);
        takePicture(window, QStringLiteral("convert-window-no-sdk"));
        // Now the SDK can be found.
        useStandInPva();
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("retryConversion")), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(window.session()->state(), Session::State::Ready, 60000);
        QVERIFY(!isShown<ConvertPage>(window));
    }

    void windowWithoutSdkIsDismissed() {
        useNoPva();
        MainWindow window;
        show(window);
        window.open({report(QStringLiteral("report"))});
        QTRY_VERIFY_WITH_TIMEOUT(isShown<ConvertPage>(window), 60000);
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("dismissConversion")),
                          Qt::LeftButton);
        QCOMPARE(window.session()->state(), Session::State::Empty);
        QVERIFY(!isShown<ConvertPage>(window));
    }

    /// An open document stays, and is shown again after a cancelled conversion or if there is no SDK.
    void windowKeepsItsDocument() {
        MainWindow window;
        show(window);
        window.open({QString::fromStdString(fixtureDirectory("one-layer").string())});
        QTRY_COMPARE_WITH_TIMEOUT(window.session()->state(), Session::State::Ready, 60000);
        const ProfilePtr before = window.session()->profile();

        qputenv("PVA_FAULT", "hang");
        window.open({report(QStringLiteral("report"))});
        QTRY_VERIFY_WITH_TIMEOUT(isShown<LoadingPage>(window), 60000);
        takePicture(window, QStringLiteral("convert-progress"));
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("cancelLoad")), Qt::LeftButton);
        QVERIFY(!isShown<LoadingPage>(window));
        QCOMPARE(window.session()->profile(), before);

        useNoPva();
        window.open({report(QStringLiteral("other"))});
        QTRY_VERIFY_WITH_TIMEOUT(isShown<ConvertPage>(window), 60000);
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("dismissConversion")),
                          Qt::LeftButton);
        QVERIFY(!isShown<ConvertPage>(window));
        QCOMPARE(window.session()->profile(), before);
    }

    void windowAsksWhichProfile() {
        report(QStringLiteral("all/training"));
        writePoplarReport("one-layer", m_directory->filePath(QStringLiteral("all/inference")).toStdString());
        MainWindow window;
        show(window);
        window.open({m_directory->filePath(QStringLiteral("all"))});
        QTRY_VERIFY_WITH_TIMEOUT(window.findChild<ChooseProfileDialog*>() != nullptr, 60000);
        auto* const dialog = window.findChild<ChooseProfileDialog*>();
        takePicture(*dialog, QStringLiteral("convert-window-choose"));
        QTest::keyClick(dialog->findChild<QTreeWidget*>(QStringLiteral("profiles")), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(window.session()->state(), Session::State::Ready, 60000);
        QVERIFY(window.windowTitle().contains(QStringLiteral("(training)")));
    }
};

TILELINE_TEST(TestConvertWindow)
#include "test_convertwindow.moc"
