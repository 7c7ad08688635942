// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli.h"
#include "tests/support/compareprofiles.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>

using namespace tileline;
using namespace tileline::test;
namespace fs = std::filesystem;

namespace {

bool sameLocations(const Profile& a, const Profile& b) {
    return std::equal(a.operationDetails.begin(), a.operationDetails.end(), b.operationDetails.begin(),
                      b.operationDetails.end(),
                      [](const auto& x, const auto& y) { return x.location == y.location; });
}

size_t contextsOf(const Profile& profile) {
    return profile.debug ? profile.debug->contexts.size() : 0;
}

} // namespace

/// The command convert: any profile as a Tileline profile.
class TestCliConvert : public QObject {
    Q_OBJECT

private slots:
    void givesAnEqualProfile_data() { addFixtureRows(); }
    void givesAnEqualProfile() {
        QFETCH(QString, fixture);
        for (const char* sql : {"", DropOperations}) {
            const TemporaryDirectory directory;
            fs::create_directory(directory / "report");
            fs::create_directory(directory / "converted");
            copyReport(fixture.toStdString(), directory / "report", sql);
            const fs::path output = directory / "converted" / "model.tileline";
            const CliRun run = runCli({"convert", pathText(directory / "report"), "-o", pathText(output)});
            QCOMPARE(run.error, QByteArray());
            QCOMPARE(run.status, 0);
            const ProfilePtr before =
                loadOrThrow({directory / "report" / "profile.tileline", directory / "report" / "debug.cbor"});
            const ProfilePtr after = loadOrThrow({output, directory / "converted" / "debug.cbor"});
            QCOMPARE(QString::fromStdString(profileDifference(*before, *after)), QString());
            QVERIFY(sameLocations(*before, *after));
            QVERIFY(contextsOf(*after) > 0);
            QCOMPARE(contextsOf(*after), contextsOf(*before));
            // The operations no longer need the debug information.
            const ProfilePtr alone = loadOrThrow({output});
            QCOMPARE(QString::fromStdString(profileDifference(*before, *alone)), QString());
        }
    }

    void debugInformationThatIsThereAlready() {
        const TemporaryDirectory directory;
        copyReport("one-layer", directory.path());
        const QString output = pathText(directory / "model.tileline");
        for (int round = 0; round < 2; ++round) { // the second time over the first output
            QCOMPARE(runCli({"convert", pathText(directory / "profile.tileline"), "-o", output}).status, 0);
            QCOMPARE(std::distance(fs::directory_iterator(directory.path()), {}), ptrdiff_t{3});
        }
        const std::string before = readAll(directory / "debug.cbor");
        const CliRun other = runCli({"convert", fixture("bert-tiny-inf"), "-o", output});
        QCOMPARE(other.status, 2);
        QVERIFY2(other.error.contains("debug.cbor"), other.error.constData());
        QVERIFY(readAll(directory / "debug.cbor") == before);
        QCOMPARE(std::distance(fs::directory_iterator(directory.path()), {}), ptrdiff_t{3});
        // A copy of the same debug information is accepted.
        fs::create_directory(directory / "copy");
        fs::copy_file(directory / "debug.cbor", directory / "copy" / "debug.cbor");
        const QString copy = pathText(directory / "copy" / "model.tileline");
        QCOMPARE(runCli({"convert", pathText(directory / "profile.tileline"), "-o", copy}).status, 0);
    }

    void keepsWhatPoplarWrote() {
        const TemporaryDirectory directory;
        fs::rename(copyProfile("one-layer", directory.path(), "PRAGMA application_id = 0"),
                   directory / "profile.pop");
        copyReport("one-layer", directory.path());
        for (const char* name : {"profile.tileline", "profile.pop", "debug.cbor"}) {
            const std::string before = readAll(directory / name);
            const CliRun run = runCli(
                {"convert", pathText(directory / "profile.tileline"), "-o", pathText(directory / name)});
            QCOMPARE(run.status, 2);
            QVERIFY2(run.error.contains("--output"), run.error.constData());
            QVERIFY(readAll(directory / name) == before);
        }
        QCOMPARE(runCli({"convert", pathText(directory.path())}).status, 2);
    }

    void leavesNothingIfItFails() {
        const TemporaryDirectory directory;
        fs::create_directory(directory / "report");
        fs::create_directory(directory / "converted");
        copyReport("one-layer", directory / "report", "DELETE FROM liveness_step");
        const CliRun run = runCli({"convert", pathText(directory / "report"), "-o",
                                   pathText(directory / "converted" / "model.tileline")});
        QCOMPARE(run.status, 3);
        QVERIFY(fs::is_empty(directory / "converted"));
        const CliRun nowhere = runCli({"convert", fixture("one-layer"), "-o", "/nowhere/model.tileline"});
        QCOMPARE(nowhere.status, 3);
    }
};

TILELINE_TEST(TestCliConvert)
#include "test_cliconvert.moc"
