// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/profileloader.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/support/unprivileged.h"
#include "tests/testmain.h"

#include <QTest>

#include <sys/stat.h>

using namespace tileline;
using namespace tileline::test;

namespace {

namespace fs = std::filesystem;

/// A directory below the test's, with a profile of the fixture one-layer.
fs::path addReport(const fs::path& directory) {
    fs::create_directories(directory);
    return copyProfile("one-layer", directory);
}

/// The paths of what is found, relative to `base`; a path with an error ends with "!".
QStringList found(const fs::path& base, const std::vector<fs::path>& roots, const SearchLimits& limits = {}) {
    const auto reports = findReports(roots, {}, limits);
    QStringList paths;
    if (!reports) {
        return {QStringLiteral("failed")};
    }
    for (const FoundReport& report : *reports) {
        paths += QString::fromStdString(report.path.lexically_relative(base).string()) +
                 (report.error ? QStringLiteral("!") : QString());
    }
    return paths;
}

} // namespace

class TestReportSearch : public QObject {
    Q_OBJECT
private slots:
    void findsProfilesAtAnyDepthInOrder() {
        const TemporaryDirectory directory;
        addReport(directory / "b");
        addReport(directory.path() / "a" / "1" / "2" / "3" / "4");
        fs::create_directories(directory / "c");
        copyPoplarReport("pipeline-marked-tiny", directory / "c");
        fs::create_directories(directory / "empty");
        writeFile(directory / "notes.txt", "nothing");
        const QStringList all{"a/1/2/3/4/profile.tileline", "b/profile.tileline", "c/profile.pop"};
        QCOMPARE(found(directory.path(), {directory.path()}), all);
        // The roots keep their order, and a profile below two of them counts once.
        QCOMPARE(found(directory.path(), {directory / "c", directory / "b", directory.path()}),
                 (QStringList{all[2], all[1], all[0]}));
        QCOMPARE(found(directory.path(), {directory / "b/profile.tileline"}), (QStringList{all[1]}));
    }
    void poplarsOwnProfileWins() {
        const TemporaryDirectory directory;
        copyPoplarReport("pipeline-marked-tiny", directory.path());
        copyProfile("one-layer", directory.path());
        QCOMPARE(found(directory.path(), {directory.path()}), QStringList{"profile.pop"});
    }
    void linksAreFollowedOnce() {
        const TemporaryDirectory directory;
        const TemporaryDirectory elsewhere;
        addReport(directory.path() / "run" / "report");
        addReport(elsewhere / "far");
        fs::create_directory_symlink(directory.path(), directory.path() / "run" / "loop");
        fs::create_directory_symlink(directory.path() / "run", directory / "latest");
        fs::create_directory_symlink(elsewhere.path(), directory / "elsewhere");
        fs::create_symlink("nowhere", directory / "dangling.pop");
        fs::create_symlink("self.pop", directory / "self.pop");
        fs::create_directories(directory / "link");
        fs::create_symlink(directory.path() / "run" / "report" / "profile.tileline",
                           directory.path() / "link" / "a.tileline");
        // "latest" and "link" come first by name, but lead to profiles that also have a path without links.
        const QStringList all{"elsewhere/far/profile.tileline", "run/report/profile.tileline"};
        QCOMPARE(found(directory.path(), {directory.path()}), all);
        QCOMPARE(
            found(directory.path(), {directory / "latest"}),
            (QStringList{"latest/loop/elsewhere/far/profile.tileline", "latest/report/profile.tileline"}));
    }
    void damagedAndUnreadableOnesHaveTheirError() {
        const TemporaryDirectory directory;
        fs::permissions(addReport(directory / "good"), fs::perms::all);
        fs::create_directories(directory / "bad");
        writeFile(directory / "bad/empty.pop", "");
        writeFile(directory / "bad/text.tileline", "this is no profile");
        writeFile(directory / "bad/other.bin", "neither is this");
        writeFile(directory / "bad/debug.cbor", "");
        QCOMPARE(::mkfifo((directory / "bad/pipe.pop").c_str(), 0600), 0);
        addReport(directory / "closed");
        fs::permissions(directory / "closed", fs::perms::none);
        fs::permissions(directory.path(), fs::perms::all);
        {
            const Unprivileged user;
            QCOMPARE(found(directory.path(), {directory.path()}),
                     (QStringList{"bad/empty.pop!", "bad/pipe.pop!", "bad/text.tileline!", "closed!",
                                  "good/profile.tileline"}));
        }
        fs::permissions(directory / "closed", fs::perms::owner_all);
        const auto reports = findReports(std::vector<fs::path>{directory / "bad", directory / "nothing"});
        QVERIFY(reports);
        QCOMPARE(reports->size(), size_t(4));
        QVERIFY((*reports)[0].error->code == ErrorCode::Truncated);
        QVERIFY((*reports)[2].error->code == ErrorCode::NotAProfile);
        QVERIFY((*reports)[3].error->code == ErrorCode::FileNotFound);
    }
    void searchesAreBounded() {
        const TemporaryDirectory directory;
        for (const char* name : {"a", "b", "c"}) {
            addReport(directory / name);
        }
        const std::vector<fs::path> roots{directory.path()};
        QCOMPARE(found(directory.path(), roots, {4, 6}).size(), 3);
        for (const SearchLimits& limits : {SearchLimits{3, 100}, SearchLimits{100, 5}}) {
            const auto refused = findReports(roots, {}, limits);
            QVERIFY(!refused && !refused.failure().cancelled());
            QVERIFY(refused.failure().error().code == ErrorCode::TooLarge);
        }
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = findReports(roots, stop.get_token());
        QVERIFY(!stopped && stopped.failure().cancelled());
    }
};

TILELINE_TEST(TestReportSearch)
#include "test_reportsearch.moc"
