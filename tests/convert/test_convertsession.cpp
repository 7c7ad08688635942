// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"
#include "tests/convert/poplarreport.h"
#include "tests/support/fixtures.h"
#include "tests/testmain.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace tileline;
using namespace tileline::test;
namespace fs = std::filesystem;

/// A session that opens Poplar's own profiles. The exporter runs in a separate process, with the stand-in for
/// libpva.
class TestConvertSession : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_directory;

    fs::path root() const { return m_directory->path().toStdString(); }
    QString report(const std::string& name = "report") const {
        writePoplarReport("one-layer", root() / name);
        return QString::fromStdString((root() / name).string());
    }
    ConvertSettings settings() const { return {{}, {root() / "cache"}}; }

    /// Opens a path and waits until that succeeds, fails or is cancelled.
    static void open(Session& session, const QString& path) {
        session.open({path});
        QTRY_VERIFY_WITH_TIMEOUT(!session.loading(), 60000);
    }

private slots:
    void init() {
        m_directory = std::make_unique<QTemporaryDir>();
        useStandInPva();
    }
    void cleanup() { useNoPva(); }

    void opensAReport() {
        Session session;
        session.setConvertSettings(settings());
        QList<Phase> phases;
        connect(&session, &Session::loadProgress, this, [&](Phase phase, double) {
            if (!phases.contains(phase)) {
                phases += phase;
            }
        });
        const QString path = report();
        open(session, path);
        QCOMPARE(session.state(), Session::State::Ready);
        QVERIFY(phases.contains(Phase::Converting));
        QCOMPARE(QString::fromStdString(session.profile()->path), path + "/profile.pop");
        QCOMPARE(session.sourcePaths(), QStringList{path});
        QCOMPARE(session.profile()->operations.size(), loadFixture("one-layer")->operations.size());
    }

    void opensItAgainWithoutAnSdk() {
        Session session;
        session.setConvertSettings(settings());
        const QString path = report();
        open(session, path);
        session.close();
        useNoPva();
        open(session, path);
        QCOMPARE(session.state(), Session::State::Ready);
    }

    void noSdk() {
        useNoPva();
        Session session;
        session.setConvertSettings(settings());
        const QString path = report();
        open(session, path);
        QCOMPARE(session.state(), Session::State::Failed);
        QCOMPARE(session.lastError()->code, ErrorCode::NoPoplarSdk);
        QCOMPARE(QString::fromStdString(session.lastError()->file), path + "/profile.pop");
    }

    /// If a conversion fails, the open document stays open.
    void openDocumentStays() {
        Session session;
        session.setConvertSettings(settings());
        open(session, QString::fromStdString(fixtureDirectory("bert-tiny-inf").string()));
        const ProfilePtr before = session.profile();
        QVERIFY(before);
        useNoPva();
        QSignalSpy failed(&session, &Session::loadFailed);
        open(session, report());
        QCOMPARE(failed.size(), 1);
        QCOMPARE(session.state(), Session::State::Ready);
        QCOMPARE(session.profile(), before);
    }

    void cancel() {
        qputenv("PVA_FAULT", "hang");
        Session session;
        session.setConvertSettings(settings());
        QSignalSpy cancelled(&session, &Session::loadCancelled);
        session.open({report()});
        QTRY_VERIFY(isExporting(root() / "cache"));
        session.cancel();
        QVERIFY(!session.loading());
        QCOMPARE(cancelled.size(), 1);
        QCOMPARE(session.state(), Session::State::Empty);
        QTRY_VERIFY(!holdsConversion(root() / "cache"));
    }

    void closingWhileConverting() {
        qputenv("PVA_FAULT", "hang");
        auto session = std::make_unique<Session>();
        session->setConvertSettings(settings());
        session->open({report()});
        QTRY_VERIFY(isExporting(root() / "cache"));
        session.reset();
        QTRY_VERIFY(!holdsConversion(root() / "cache"));
    }

    void severalProfiles() {
        report("all/training");
        writePoplarReport("bert-tiny-inf", root() / "all" / "inference");
        fs::remove(root() / "all" / "inference" / "debug.cbor");
        Session session;
        session.setConvertSettings(settings());
        QSignalSpy failed(&session, &Session::loadFailed);
        std::vector<ProfileChoice> choices;
        connect(&session, &Session::choiceNeeded, this,
                [&](const QString&, const std::vector<ProfileChoice>& found) { choices = found; });
        open(session, QString::fromStdString((root() / "all").string()));
        QCOMPARE(session.state(), Session::State::Empty);
        QCOMPARE(failed.size(), 0);
        QCOMPARE(choices.size(), size_t{2});
        QCOMPARE(choices[0].name, QStringLiteral("inference/profile.pop"));
        QVERIFY(choices[0].bytes > choices[1].bytes);
        QCOMPARE(choices[0].paths.size(), 1);
        QCOMPARE(choices[1].paths.size(), 2);
        QVERIFY(choices[0].modified < QDateTime::currentDateTime());
        session.open(choices[1].paths);
        QTRY_VERIFY_WITH_TIMEOUT(!session.loading(), 60000);
        QCOMPARE(session.state(), Session::State::Ready);
    }
};

TILELINE_TEST(TestConvertSession)
#include "test_convertsession.moc"
