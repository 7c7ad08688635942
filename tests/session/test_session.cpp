// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include "app/generate/modelgenerator.h"
#include "core/profile/tileline/profilewriter.h"
#include "tests/support/fixtures.h"
#include "tests/support/incompletereports.h"
#include "tests/support/runsql.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"
#include "ui/session/profilewatch.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <fstream>
#include <utility>

using namespace tileline;

namespace {

QString fixture(const std::string& name) {
    return QString::fromStdString((test::fixtureDirectory(name) / "profile.tileline").string());
}

bool openAndWait(Session& session, const QString& path) {
    session.open({path});
    return QTest::qWaitFor([&] { return !session.loading(); }, 60000) &&
           session.state() == Session::State::Ready;
}

bool waitForOptimum(Session& session) {
    return QTest::qWaitFor([&] { return session.optimum() != nullptr && session.resultIsCurrent(); }, 60000);
}

/// The copy lacks a table. The first check accepts it, but the load fails.
void writeIncompleteCopy(const std::string& name, const std::filesystem::path& to) {
    std::filesystem::copy_file(test::fixtureDirectory(name) / "profile.tileline", to);
    test::runSql(to, "DROP TABLE equivalence_class");
}

} // namespace

class TestSession : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        GeneratorOptions options;
        options.layers = 12;
        options.tiles = 256;
        const auto generated = generateModel(options);
        QVERIFY(generated);
        m_large = m_directory / "large.tileline";
        QVERIFY(writeProfile(*generated->profile, m_large));
    }

    void opensAndEstimates() {
        Session session;
        QSignalSpy states(&session, &Session::stateChanged);
        QSignalSpy profiles(&session, &Session::profileChanged);
        QCOMPARE(session.state(), Session::State::Empty);
        QVERIFY(openAndWait(session, fixture("bert-tiny-train")));
        QCOMPARE(states.count(), 2);
        QCOMPARE(profiles.count(), 1);
        QCOMPARE(session.plan().memory().perTile, session.profile()->target.bytesPerTile);
        QCOMPARE(session.plan().splitPlan().layerCount(), session.layers()->count());
        QVERIFY(waitForOptimum(session));
        QCOMPARE(session.tableFraction(), 1.0);
        Workers workers(1);
        const auto expected = session.estimator()->estimate(session.plan().splitPlan(), workers);
        QVERIFY(session.result()->estimate.stages == expected->stages);
        QTRY_COMPARE(session.job(), Job::None);
    }

    /// The plan stays, by layer names, even if the file cannot be read for a while.
    void aReloadKeepsThePlan() {
        const QString path = copyOf("bert-tiny-train");
        Session session;
        ProfileWatch watch(&session);
        QSignalSpy changed(&watch, &ProfileWatch::changed);
        QVERIFY(openAndWait(session, path));
        session.setPlan(Plan::fitted(*SplitPlan::make(session.layers()->count(), {{2}, {3}}),
                                     session.plan().constraints()));
        const Plan plan = session.plan();
        const std::weak_ptr<const Profile> former = session.profile();

        // A file that is still being written.
        std::filesystem::copy_file(path.toStdString(), path.toStdString() + ".whole");
        test::runSql(path.toStdString(), "DROP TABLE equivalence_class");
        QTRY_COMPARE(changed.count(), 1);
        session.reload();
        QTRY_COMPARE(session.state(), Session::State::Failed);
        QVERIFY(session.canRetryReload());

        // A file that was removed.
        std::filesystem::remove(path.toStdString());
        session.reload();
        QTRY_VERIFY(!session.loading());
        QCOMPARE(session.state(), Session::State::Failed);
        QVERIFY(session.canRetryReload());

        std::filesystem::rename(path.toStdString() + ".whole", path.toStdString());
        session.reload();
        QTRY_COMPARE(session.state(), Session::State::Ready);
        QVERIFY(session.reloaded() && !session.canRetryReload());
        QVERIFY(former.expired());
        QVERIFY(session.plan() == plan);
        // The files are those that have just been read.
        QTest::qWait(1500);
        QCOMPARE(changed.count(), 1);
        session.reload();
        QTRY_VERIFY(!session.loading() && session.state() == Session::State::Ready);
        QVERIFY(session.plan() == plan);
    }

    /// Reloading a file that was removed changes nothing.
    void aReloadOfAMissingFileChangesNothing() {
        const QString path = copyOf("bert-tiny-inf");
        Session session;
        QVERIFY(openAndWait(session, path));
        const ProfilePtr before = session.profile();
        std::filesystem::remove(path.toStdString());
        QSignalSpy failed(&session, &Session::loadFailed);
        session.reload();
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(session.state(), Session::State::Ready);
        QCOMPARE(session.profile(), before);
    }

    void aReplacedProfileIsNoticedOnce() {
        const QString path = copyOf("bert-tiny-inf");
        Session session;
        ProfileWatch watch(&session);
        QSignalSpy changed(&watch, &ProfileWatch::changed);
        QVERIFY(openAndWait(session, path));
        const auto other = test::fixtureDirectory("one-layer") / "profile.tileline";
        std::filesystem::remove(path.toStdString());
        QTest::qWait(1500);
        QCOMPARE(changed.count(), 0);
        std::filesystem::copy_file(other, path.toStdString());
        QTRY_COMPARE(changed.count(), 1);
        QTest::qWait(1500);
        QCOMPARE(changed.count(), 1);
        std::ofstream(std::filesystem::path(path.toStdString()).parent_path() / "debug.cbor") << "new";
        QTRY_COMPARE(changed.count(), 2);
    }

    void withTheTableResultsAreThereAtOnce() {
        Session session;
        QVERIFY(openAndWait(session, fixture("bert-tiny-train")));
        QVERIFY(waitForOptimum(session));
        for (uint32_t split = 1; split < session.layers()->count(); ++split) {
            const SplitPlan splits = SplitPlan(session.layers()->count()).withAdded({split});
            session.setPlan(*session.plan().withSplits(splits), ChangeKind::Dragging);
            QVERIFY(session.resultIsCurrent());
        }
    }

    /// Everything but plans works.
    void aProfileWithoutAnEstimate_data() { test::addIncompleteReports(); }
    void aProfileWithoutAnEstimate() {
        const test::TemporaryDirectory directory;
        const auto path = test::writeIncompleteReport(directory.path());
        Session session;
        QVERIFY(openAndWait(session, QString::fromStdString(path.string())));
        QVERIFY(session.profile() && session.layers() && !session.estimator() && !session.table());
        QTRY_VERIFY(session.selfChecks());
        QSignalSpy solved(&session, &Session::solved);
        session.solve(Objective::MinPeak);
        session.setPlan(session.plan().withIpus(2));
        session.setLayerOptions(LayerOptions{.order = LayerOrder::Natural});
        QTRY_COMPARE(session.layerOptions().order, LayerOrder::Natural);
        QVERIFY(!session.result() && solved.isEmpty());
        QTRY_COMPARE(session.job(), Job::None);
        // Another profile can be opened after it, and begins with its own layers.
        QVERIFY(openAndWait(session, fixture("bert-tiny-inf")));
        QCOMPARE(session.layerOptions(), LayerOptions());
        QVERIFY(waitForOptimum(session));
    }

    void selfChecksAfterTheFirstResult() {
        const test::TemporaryDirectory directory;
        const auto path = test::copyPoplarReport(
            "pipeline-marked-tiny", directory.path(),
            "UPDATE memory_by_tile SET always_live_bytes = always_live_bytes + 4 WHERE tile = 3");
        Session session;
        connect(&session, &Session::selfChecksChanged, &session, [&] { QVERIFY(session.result()); });
        QVERIFY(openAndWait(session, QString::fromStdString(path.string())));
        QVERIFY(!session.selfChecks());
        QTRY_VERIFY(session.selfChecks());
        const SelfCheckResultPtr checks = session.selfChecks();
        QCOMPARE(checks->failed.size(), size_t{1});
        QCOMPARE(checks->failed.front().identity, Identity::AlwaysLive);
        QCOMPARE(checks->failed.front().tile->value, 3U);
        session.setLayerOptions(LayerOptions{.order = LayerOrder::Natural});
        QTRY_COMPARE(session.layerOptions().order, LayerOrder::Natural);
        QCOMPARE(session.selfChecks(), checks);
        session.close();
        QVERIFY(!session.selfChecks());
    }

    void aMissingFileFails() {
        Session session;
        QSignalSpy failures(&session, &Session::loadFailed);
        session.open({QStringLiteral("/no/such/file.tileline")});
        QTRY_COMPARE(session.state(), Session::State::Failed);
        QCOMPARE(failures.count(), 1);
        QCOMPARE(session.lastError()->code, ErrorCode::FileNotFound);
    }

    void aFileThatIsNoProfileLeavesTheOpenOneAlone() {
        Session session;
        QVERIFY(openAndWait(session, fixture("bert-tiny-inf")));
        const ProfilePtr before = session.profile();
        const std::filesystem::path bad = m_directory / "bad.tileline";
        std::ofstream(bad) << "this is no profile";
        QSignalSpy failures(&session, &Session::loadFailed);
        QSignalSpy profiles(&session, &Session::profileChanged);
        session.open({QString::fromStdString(bad.string())});
        QTRY_COMPARE(failures.count(), 1);
        QCOMPARE(session.state(), Session::State::Ready);
        QCOMPARE(session.profile(), before);
        QCOMPARE(profiles.count(), 0);
    }

    void aLoadThatFailsLaterBringsTheFormerDocumentBack() {
        Session session;
        QVERIFY(openAndWait(session, fixture("bert-tiny-train")));
        const SplitPlan splits = SplitPlan(session.layers()->count()).withAdded({2});
        const Plan plan = session.plan().withSplits(splits)->withIpus(7).withPinToggled({2});
        session.setPlan(plan);
        LayerOptions options;
        options.order = LayerOrder::Natural;
        session.setLayerOptions(options);
        QTRY_COMPARE(session.layerOptions().order, LayerOrder::Natural);
        const Plan before = session.plan();
        const std::filesystem::path damaged = m_directory / "damaged.tileline";
        writeIncompleteCopy("bert-tiny-inf", damaged);
        QSignalSpy failures(&session, &Session::loadFailed);
        session.open({QString::fromStdString(damaged.string())});
        QTRY_COMPARE(failures.count(), 1);
        QTRY_COMPARE(session.state(), Session::State::Ready);
        QVERIFY(session.restored());
        QVERIFY(session.plan() == before);
        QCOMPARE(session.layerOptions(), options);
        QCOMPARE(session.sourcePaths(), QStringList{fixture("bert-tiny-train")});
        QVERIFY(session.lastError().has_value());
    }

    void theOldProfileIsFreedBeforeTheNewOneIsRead() {
        Session session;
        QVERIFY(openAndWait(session, QString::fromStdString(m_large.string())));
        QVERIFY(session.profile()->lowered.size() > 10000);
        const std::weak_ptr<const Profile> old = session.profile();
        bool seen = false;
        bool heldWhileReading = false;
        connect(&session, &Session::loadProgress, this, [&] {
            seen = true;
            heldWhileReading = heldWhileReading || !old.expired();
        });
        QVERIFY(openAndWait(session, fixture("bert-tiny-inf")));
        QVERIFY(seen);
        QVERIFY(!heldWhileReading);
    }

    void cancelEndsALoad() {
        Session session;
        QSignalSpy cancelled(&session, &Session::loadCancelled);
        session.open({QString::fromStdString(m_large.string())});
        QCOMPARE(session.state(), Session::State::Loading);
        session.cancel();
        QCOMPARE(cancelled.count(), 1);
        QCOMPARE(session.state(), Session::State::Empty);
        // Results of the cancelled load are dropped.
        QTest::qWait(100);
        QCOMPARE(session.state(), Session::State::Empty);
        QVERIFY(!session.profile());
    }

    void cancelWhileReadingBringsTheFormerDocumentBack() {
        Session session;
        QVERIFY(openAndWait(session, fixture("bert-tiny-inf")));
        bool done = false;
        connect(&session, &Session::loadProgress, this, [&] {
            if (!std::exchange(done, true)) {
                session.cancel();
            }
        });
        session.open({QString::fromStdString(m_large.string())});
        QTRY_VERIFY(done);
        QTRY_COMPARE(session.state(), Session::State::Ready);
        QCOMPARE(session.sourcePaths(), QStringList{fixture("bert-tiny-inf")});
    }

    void theNewestOfSeveralOpensWins() {
        Session session;
        for (const char* const name : {"bert-tiny-train", "one-layer", "bert-tiny-inf", "shuffled-layers"}) {
            session.open({fixture(name)});
        }
        QTRY_COMPARE(session.state(), Session::State::Ready);
        QCOMPARE(session.sourcePaths(), QStringList{fixture("shuffled-layers")});
    }

    void isDestroyedWhileLoading_data() {
        QTest::addColumn<int>("microseconds");
        for (int i = 0; i < 20; ++i) {
            QTest::addRow("%d", i) << i * i * 400;
        }
    }
    void isDestroyedWhileLoading() {
        QFETCH(const int, microseconds);
        Session session;
        session.open({QString::fromStdString(m_large.string())});
        QElapsedTimer timer;
        timer.start();
        while (timer.nsecsElapsed() < microseconds * 1000) {
            QCoreApplication::processEvents();
        }
    }

    void closes() {
        Session session;
        QVERIFY(openAndWait(session, fixture("bert-tiny-inf")));
        const std::weak_ptr<const Profile> profile = session.profile();
        session.close();
        QCOMPARE(session.state(), Session::State::Empty);
        QVERIFY(!session.result());
        QTRY_VERIFY(profile.expired());
    }

    void badLayerOptionsLeaveAllAsItWas() {
        Session session;
        QVERIFY(openAndWait(session, fixture("bert-tiny-inf")));
        const LayersPtr before = session.layers();
        LayerOptions options;
        options.layerRegex = "layer(";
        QSignalSpy failures(&session, &Session::layerOptionsFailed);
        session.setLayerOptions(options);
        QTRY_COMPARE(failures.count(), 1);
        QCOMPARE(session.layers(), before);
        QCOMPARE(session.lastError()->code, ErrorCode::BadRegex);
        QVERIFY(session.layerOptions() == LayerOptions());
    }

    void splitsFollowLayersByName() {
        Session session;
        QVERIFY(openAndWait(session, fixture("shuffled-layers")));
        const LayersPtr before = session.layers();
        session.setPlan(
            Plan::fitted(SplitPlan(before->count()).withAdded({3}), session.plan().constraints()));
        const std::string name = *before->names[3];
        LayerOptions options;
        options.order = LayerOrder::Natural;
        session.setLayerOptions(options);
        QTRY_COMPARE(session.layerOptions().order, LayerOrder::Natural);
        const auto expected = session.layers()->find(name);
        if (expected && expected->value > 0) {
            QCOMPARE(session.plan().splits().size(), size_t{1});
            QCOMPARE(session.plan().splits()[0], *expected);
        }
        QTRY_VERIFY(session.resultIsCurrent());
    }

    void constraintsChangeTheOptimum() {
        Session session;
        QVERIFY(openAndWait(session, fixture("bert-tiny-train")));
        QVERIFY(waitForOptimum(session));
        session.setPlan(session.plan().withIpus(1));
        QVERIFY(!session.optimum());
        QVERIFY(waitForOptimum(session));
        QCOMPARE(std::get<SolvedPlan>(session.optimum()->result).plan.stageCount(), size_t{1});
    }

    /// The answer to a request that is no longer current must not become the plan.
    void aSolveWhoseConstraintsChangedIsNotAnswered() {
        Session session;
        QVERIFY(openAndWait(session, fixture("bert-tiny-train")));
        QSignalSpy solved(&session, &Session::solved);
        // The table is still being filled, so the solve waits.
        session.solve(Objective::MinPeak);
        const LayerIndex last{static_cast<uint32_t>(session.layers()->count() - 1)};
        QVERIFY(!session.plan().splitPlan().isSplit(last));
        session.setPlan(session.plan().withForbiddenToggled(last));
        QVERIFY(waitForOptimum(session));
        QCOMPARE(solved.count(), 0);
        session.solve(Objective::MinPeak);
        QTRY_COMPARE(solved.count(), 1);
        const auto answer = solved[0][0].value<SolveAnswer>();
        QVERIFY(answer.request.constraints == session.plan().constraints());
        QVERIFY(session.plan().withSplits(*answer.plan()).has_value());
    }

    void plansForOtherLayersAreRefused() {
        Session session;
        QVERIFY(openAndWait(session, fixture("bert-tiny-inf")));
        const Plan before = session.plan();
        session.setPlan(Plan(3));
        QVERIFY(session.plan() == before);
    }

    void profilesWithoutLayersOrWithOneWork() {
        for (const char* const name : {"no-layers", "one-layer"}) {
            Session session;
            QVERIFY(openAndWait(session, fixture(name)));
            QVERIFY(waitForOptimum(session));
        }
    }

private:
    /// A copy of a fixture's profile in a directory of its own.
    QString copyOf(const std::string& name) {
        const std::filesystem::path directory = m_directory / ("copy" + std::to_string(++m_copies));
        std::filesystem::create_directory(directory);
        const std::filesystem::path path = directory / "profile.tileline";
        std::filesystem::copy_file(test::fixtureDirectory(name) / "profile.tileline", path);
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return QString::fromStdString(path.string());
    }

    int m_copies = 0;
    test::TemporaryDirectory m_directory;
    std::filesystem::path m_large;
};

TILELINE_TEST(TestSession)
#include "test_session.moc"
