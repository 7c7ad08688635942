// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wording/solvetext.h"
#include "tests/support/fixtures.h"
#include "tests/testmain.h"
#include "tests/ui/showntexts.h"
#include "ui/mainwindow.h"
#include "ui/pagetable.h"
#include "ui/text/errortext.h"
#include "ui/text/translations.h"

#include <QApplication>
#include <QFile>
#include <QMenuBar>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

using namespace tileline;

namespace {

const QLocale German(QLocale::German, QLocale::Germany);
const QLocale English(QLocale::English, QLocale::UnitedKingdom);

/// The English texts whose German translation differs, and that are not themselves the translation of another
/// text.
QSet<QString> englishOnly() {
    QFile file(QStringLiteral(TILELINE_TRANSLATIONS "/tileline_de.ts"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QSet<QString> english;
    QSet<QString> german;
    QString source;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("source")) {
            source = xml.readElementText();
        } else if (xml.isStartElement() && xml.name() == QLatin1String("translation") &&
                   !xml.attributes().hasAttribute(QLatin1String("type"))) {
            english += source;
            german += xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    return english - german;
}

QString mnemonicOf(const QString& text) {
    const auto at = text.indexOf(QLatin1Char('&'));
    return at < 0 ? QString() : text.mid(at + 1, 1).toLower();
}

/// The text of an action whose mnemonic another action in the list has, too; empty if all are unique.
QString ambiguous(const QList<QAction*>& actions) {
    QStringList seen;
    for (const QAction* const action : actions) {
        const QString mnemonic = mnemonicOf(action->text());
        if (!mnemonic.isEmpty() && seen.contains(mnemonic)) {
            return action->text();
        }
        seen += mnemonic;
    }
    return {};
}

QString relaxation(uint32_t ipus) {
    return translated(relaxationPhrase({ipus, std::nullopt}));
}

QString helpIn(const QString& language) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* const name : {"LANGUAGE", "LC_ALL", "LC_MESSAGES"}) {
        environment.remove(QLatin1String(name));
    }
    environment.insert(QStringLiteral("LANG"), language);
    QProcess program;
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(TILELINE_PROGRAM), {QStringLiteral("--help")});
    program.waitForFinished();
    return QString::fromUtf8(program.readAllStandardOutput());
}

} // namespace

class TestLanguages : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QApplication::setApplicationName(QStringLiteral("Tileline"));
        QApplication::setOrganizationName(QStringLiteral("Tileline-tests"));
        QSettings().clear();
    }

    void cleanup() {
        qDeleteAll(qApp->findChildren<QTranslator*>());
        QLocale::setDefault(QLocale::c());
    }

    void theProgramHoldsTheTranslations() {
        QVERIFY(QFile::exists(QStringLiteral(":/i18n/tileline_de.qm")));
        QVERIFY(QFile::exists(QStringLiteral(":/i18n/tileline_en.qm")));
    }

    void theProgramSpeaksTheLanguageOfTheUser() {
        QVERIFY(helpIn(QStringLiteral("de_DE.UTF-8")).contains(QLatin1String("Zeichnet eine Ansicht")));
        QVERIFY(helpIn(QStringLiteral("C.UTF-8")).contains(QLatin1String("Draw a view")));
    }

    /// The texts of Qt's dialogs and dock buttons are translated by files that are installed with Qt.
    void qtIsGerman() {
        installTranslations(German);
        QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("Abbrechen"));
    }

    void menusAreGerman() {
        installTranslations(German);
        const MainWindow window;
        QStringList titles;
        for (const QAction* const action : window.menuBar()->actions()) {
            titles += action->text().remove(QLatin1Char('&'));
        }
        QCOMPARE(titles,
                 (QStringList{QStringLiteral("Datei"), QStringLiteral("Bearbeiten"), QStringLiteral("Plan"),
                              QStringLiteral("Ansicht"), QStringLiteral("Hilfe")}));
    }

    void nothingInTheWindowIsEnglish() {
        const QSet<QString> english = englishOnly();
        // Tests the test: without a translation, it finds many English texts.
        QVERIFY((test::shownTexts(MainWindow()) & english).size() > 100);
        QLocale::setDefault(German);
        installTranslations(German);
        MainWindow window;
        window.show();
        window.open({QString::fromStdString(test::fixtureDirectory("bert-tiny-train").string())});
        QTRY_VERIFY_WITH_TIMEOUT(window.session()->optimum() && window.session()->job() == Job::None, 60000);
        for (const PageEntry& page : pages()) {
            QVERIFY(window.showPage(QLatin1String(page.id)));
            QTest::qWait(300);
        }
        const QStringList left = (test::shownTexts(window) & english).values();
        QVERIFY2(left.empty(), qPrintable(left.join(QStringLiteral(" | "))));
    }

    void mnemonicsAreUnique_data() {
        QTest::addColumn<QLocale>("locale");
        QTest::newRow("German") << German;
        QTest::newRow("English") << English;
    }

    void mnemonicsAreUnique() {
        QFETCH(const QLocale, locale);
        installTranslations(locale);
        const MainWindow window;
        QCOMPARE(ambiguous(window.menuBar()->actions()), QString());
        for (const QMenu* const menu : window.findChildren<QMenu*>()) {
            QCOMPARE(ambiguous(menu->actions()), QString());
        }
    }

    void stepsAreUndoneInTheOrderOfTheLanguage() {
        installTranslations(German);
        MainWindow window;
        window.open({QString::fromStdString(test::fixtureDirectory("bert-tiny-train").string())});
        QTRY_COMPARE(window.session()->state(), Session::State::Ready);
        window.editor()->addSplit({1});
        const auto actions = window.menuBar()->actions()[1]->menu()->actions();
        QCOMPARE(actions[0]->text(), QStringLiteral("&Rückgängig: Split hinzufügen"));
        QCOMPARE(actions[1]->text(), QStringLiteral("&Wiederholen"));
    }

    void errorsAreGerman() {
        installTranslations(German);
        const ErrorText words = errorText({ErrorCode::FileNotFound, "profile.pop", {}, {}, {}});
        QCOMPARE(words.summary, QStringLiteral("Die Datei existiert nicht"));
        QCOMPARE(words.details, QStringLiteral("Datei: profile.pop"));
        QVERIFY(words.remedy.startsWith(QStringLiteral("Prüfen Sie den Pfad")));
    }

    void countsHaveTheirForm_data() {
        QTest::addColumn<QLocale>("locale");
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("four");
        const auto one = QStringLiteral("1 IPU would be enough.");
        const auto four = QStringLiteral("4 IPUs would be enough.");
        QTest::newRow("English") << English << one << four;
        QTest::newRow("a language without a translation") << QLocale(QLocale::Finnish) << one << four;
        QTest::newRow("German") << German << QStringLiteral("1 IPU würde reichen.")
                                << QStringLiteral("4 IPUs würden reichen.");
    }

    void countsHaveTheirForm() {
        QFETCH(const QLocale, locale);
        QFETCH(const QString, one);
        QFETCH(const QString, four);
        installTranslations(locale);
        QCOMPARE(relaxation(1), one);
        QCOMPARE(relaxation(4), four);
    }
};

TILELINE_TEST(TestLanguages)
#include "test_languages.moc"
