// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errortext.h"
#include "core/profile/reading/profileloader.h"
#include "core/profile/reading/sourceformats.h"
#include "core/profile/tileline/profilewriter.h"
#include "core/wording/warningtext.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/randomprofile.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

namespace fs = std::filesystem;

constexpr const char* TrainFixture = "bert-tiny-train";

/// A change of the file while it is being read.
struct Change {
    const char* name;
    std::function<void(const fs::path&)> apply;
};

const std::vector<Change>& changes() {
    static const std::vector<Change> all{
        {"grows", [](const fs::path& path) { fs::resize_file(path, fs::file_size(path) + 1); }},
        {"is truncated", [](const fs::path& path) { fs::resize_file(path, 5000); }},
        {"is removed", [](const fs::path& path) { fs::remove(path); }},
        {"is replaced",
         [](const fs::path& path) {
             const std::string bytes = readAll(path);
             writeFile(path.string() + ".new", bytes);
             fs::rename(path.string() + ".new", path);
         }},
        {"is written over",
         [](const fs::path& path) {
             std::string bytes = readAll(path);
             std::fill(bytes.begin() + 4096, bytes.end(), '\xEE');
             writeFile(path, bytes);
         }},
    };
    return all;
}

} // namespace

/// Tests which files are found for the user's path, cancelling, progress, and files that change.
class TestProfileLoader : public QObject {
    Q_OBJECT
private slots:
    void tellsFilesApartByContent() {
        const TemporaryDirectory directory;
        copyReport(TrainFixture, directory.path());
        fs::rename(directory / "profile.tileline", directory / "debug.json");
        fs::rename(directory / "debug.cbor", directory / "x.tileline");
        QCOMPARE(*detectSource(directory / "debug.json"), SourceKind::TilelineProfile);
        QCOMPARE(*detectSource(directory / "x.tileline"), SourceKind::DebugInformation);
        QVERIFY(openProfile({directory.path()}));
        runSql(directory / "debug.json", "PRAGMA application_id = 0");
        QCOMPARE(*detectSource(directory / "debug.json"), SourceKind::ForeignProfile);
        writeFile(directory / "j", R"({ "contexts": [], "stringTable": [] })");
        QCOMPARE(*detectSource(directory / "j"), SourceKind::DebugInformation);
        writeFile(directory / "k", R"({"splits": []})");
        QCOMPARE(detectSource(directory / "k").failure().code, ErrorCode::NotAProfile);
    }

    /// Such a profile opens. A note says what it lacks.
    void withoutWhatAnEstimateNeeds() {
        const TemporaryDirectory directory;
        const auto path =
            copyProfile(TrainFixture, directory.path(),
                        "UPDATE lowered_variable SET id = X'', bytes = X'', equivalence_class = "
                        "X'', variable = X'', address = NULL; "
                        "UPDATE program SET variables = NULL; "
                        "UPDATE operation_detail SET variables = X''");
        const ProfilePtr empty = loadOrThrow({path});
        QVERIFY(empty->findNote(LoadNote::Kind::NoLoweredVariables));
        QCOMPARE(empty->lowered.size(), size_t{0});
        QVERIFY(!empty->operations.empty() && !empty->findNote(LoadNote::Kind::NoOperations));
        const auto without = loadOrThrow({copyProfile(TrainFixture, directory.path(), DropOperations)});
        QVERIFY(without->operations.empty() && without->lowered.size() > 0);
        QCOMPARE(without->findNote(LoadNote::Kind::NoOperations)->count, uint64_t{0});
        QVERIFY(without->findNote(LoadNote::Kind::NoDebugInformation));
        // Debug information of another compilation has no operations of this one.
        writeFile(directory / "debug.json",
                  R"({"contexts": [{"id": 1000000, "layer": "popart"}], "stringTable": []})");
        const auto other = loadOrThrow({directory.path()});
        QCOMPARE(other->findNote(LoadNote::Kind::NoOperations)->count, uint64_t{1});
        QVERIFY(!other->findNote(LoadNote::Kind::NoDebugInformation));
    }

    /// A file that has the name of debug information but other contents does not count as missing.
    void unreadableDebugInformation() {
        for (const char* content : {"", "neither JSON nor CBOR"}) {
            for (const char* name : {"debug.cbor", "debug.json"}) {
                const TemporaryDirectory directory;
                fs::create_directory(directory / "training");
                const auto path = copyProfile(TrainFixture, directory / "training", DropOperations);
                writeFile(directory / name, content);
                for (const fs::path& opened : {directory.path(), path}) {
                    const ProfilePtr profile = loadOrThrow({opened});
                    for (const auto kind :
                         {LoadNote::Kind::NoOperations, LoadNote::Kind::NoDebugInformation}) {
                        const LoadNote* const note = profile->findNote(kind);
                        QVERIFY(note);
                        QCOMPARE(note->detail, (directory / name).string());
                        const Advice advice = adviceOn(*note, Surface::CommandLine);
                        QVERIFY(englishText(advice.text).find(note->detail + " cannot be read") !=
                                std::string::npos);
                        QVERIFY(englishText(advice.remedy).starts_with("Copy the debug information again"));
                    }
                }
                copyReport(TrainFixture, directory / "training", DropOperations);
                QVERIFY(!loadOrThrow({path})->findNote(LoadNote::Kind::NoDebugInformation));
            }
        }
    }

    /// Everything readable in it is read.
    void truncatedDebugInformation_data() {
        QTest::addColumn<uint64_t>("length");
        for (const uint64_t length : {1000, 20'000, 51'931}) {
            QTest::addRow("%d bytes", static_cast<int>(length)) << length;
        }
    }
    void truncatedDebugInformation() {
        QFETCH(uint64_t, length);
        const TemporaryDirectory directory;
        copyReport(TrainFixture, directory.path(), DropOperations);
        const ProfilePtr whole = loadOrThrow({directory.path()});
        QVERIFY(!whole->findNote(LoadNote::Kind::OperationsTruncated));
        QVERIFY(fs::file_size(directory / "debug.cbor") > length);
        fs::resize_file(directory / "debug.cbor", length);
        const ProfilePtr part = loadOrThrow({directory.path()});
        const LoadNote* const note = part->findNote(LoadNote::Kind::OperationsTruncated);
        QVERIFY(note);
        QVERIFY(voidsPlan(note->kind));
        QCOMPARE(note->detail, "byte " + std::to_string(length) + " of debug.cbor");
        QVERIFY(part->operations.size() <= whole->operations.size());
        std::set<std::string> names;
        for (const Operation& operation : whole->operations) {
            names.insert(operation.name);
        }
        for (const Operation& operation : part->operations) {
            QVERIFY2(names.contains(operation.name), operation.name.c_str());
        }
        // If the profile has the operations itself, only source lines are missing.
        copyProfile(TrainFixture, directory.path());
        const ProfilePtr own = loadOrThrow({directory.path()});
        QVERIFY(own->findNote(LoadNote::Kind::DebugTruncated));
        QVERIFY(!own->findNote(LoadNote::Kind::OperationsTruncated));
        QCOMPARE(own->operations.size(), whole->operations.size());
    }

    /// Poplar's own profile is opened. A Tileline profile beside it is named if it is from another
    /// compilation.
    void twoProfilesInADirectory() {
        const TemporaryDirectory directory;
        copyPoplarReport("pipeline-marked-tiny", directory.path());
        copyProfile("pipeline-marked-tiny", directory.path());
        const ProfilePtr same = loadOrThrow({directory.path()});
        QCOMPARE(same->path, (directory / "profile.pop").string());
        QVERIFY(!same->findNote(LoadNote::Kind::OtherProfileBeside));
        for (const char* sql :
             {"UPDATE target SET bytes_per_tile = 1000000", "DELETE FROM vertex_type WHERE id = 0"}) {
            copyProfile("pipeline-marked-tiny", directory.path(), sql);
            const ProfilePtr profile = loadOrThrow({directory.path()});
            QCOMPARE(profile->path, (directory / "profile.pop").string());
            QVERIFY(profile->findNote(LoadNote::Kind::OtherProfileBeside));
            QCOMPARE(profile->findNote(LoadNote::Kind::OtherProfileBeside)->detail,
                     (directory / "profile.tileline").string());
        }
        // A profile that cannot be read is not offered.
        copyProfile("pipeline-marked-tiny", directory.path(), "DROP TABLE target");
        QVERIFY(!loadOrThrow({directory.path()})->findNote(LoadNote::Kind::OtherProfileBeside));
    }

    /// An entry in the readers' table is enough for a format to be recognised and named.
    void eachFormatIsNamed() {
        const TemporaryDirectory directory;
        writeFile(directory / "text", "no profile");
        const std::string expected = detectSource(directory / "text").failure().expected;
        const std::string names = sourceFileNames();
        for (const SourceFormat& format : sourceFormats()) {
            QVERIFY2(expected.find(format.title) != std::string::npos, expected.c_str());
            QVERIFY2(names.find(format.names) != std::string::npos, names.c_str());
            QVERIFY(format.names.starts_with("*."));
        }
    }

    void resolvesWhatIsOpened() {
        const TemporaryDirectory directory;
        const fs::path profile = copyReport(TrainFixture, directory.path());
        const fs::path debug = directory / "debug.cbor";
        const std::vector<std::vector<fs::path>> ways{
            {directory.path()}, {profile},        {debug},
            {profile, debug},   {debug, profile}, {directory.path(), debug}};
        for (const auto& paths : ways) {
            const auto source = resolveSource(paths);
            QVERIFY(source);
            QCOMPARE(source->profile.name(), profile.string());
            QCOMPARE(source->debug->name(), debug.string());
        }
        for (const auto& paths :
             std::vector<std::vector<fs::path>>{{}, {profile, profile}, {profile, debug, profile}}) {
            const auto source = resolveSource(paths);
            QVERIFY(!source);
            QCOMPARE(source.failure().code, ErrorCode::BadArgument);
        }
        QCOMPARE(resolveSource({debug, debug}).failure().code, ErrorCode::BadArgument);
    }

    /// PopART writes one debug.cbor above the profiles of training and inference.
    void findsProfilesInReports() {
        const TemporaryDirectory directory;
        for (const auto& [name, fixture] :
             {std::pair("training", "bert-tiny-train"), std::pair("inference", "bert-tiny-inf")}) {
            fs::create_directory(directory / name);
            copyProfile(fixture, directory / name);
        }
        fs::copy_file(fixtureDirectory(TrainFixture) / "debug.cbor", directory / "debug.cbor");
        const auto found = findProfiles(directory.path());
        QVERIFY(found);
        QCOMPARE(found->size(), size_t{2});
        QVERIFY(found->front().profile.name() == directory / "training" / "profile.tileline");
        QVERIFY(found->front().debug->name() == directory / "debug.cbor");
        QCOMPARE(found->front().profile.source->bytes(), uint64_t{413696});
        QCOMPARE(resolveSource({directory.path()}).failure().code, ErrorCode::SeveralProfiles);
        const auto one = resolveSource({directory / "training"});
        QVERIFY(one);
        QVERIFY(!one->debug);
        const auto file = resolveSource({directory / "training" / "profile.tileline"});
        QVERIFY(file);
        QVERIFY(file->debug && file->debug->name() == directory / "debug.cbor");
    }

    void nothingIsLeftBesideTheFile() {
        const TemporaryDirectory directory;
        const fs::path path = copyProfile(TrainFixture, directory.path());
        const std::string before = readAll(path);
        QVERIFY(openProfile({path}));
        QVERIFY(readAll(path) == before);
        QCOMPARE(std::distance(fs::directory_iterator(directory.path()), {}), ptrdiff_t{1});
    }

    /// A stop request at any progress report ends the load as Cancelled.
    void cancelsAnywhere() {
        const TemporaryDirectory directory;
        copyReport(TrainFixture, directory.path(), DropOperations);
        std::set<Phase> phases;
        QVERIFY(
            openProfile({directory.path()}, Progress([&](Phase phase, double) { phases.insert(phase); })));
        QVERIFY(phases.contains(Phase::ReadingVariables));
        QVERIFY(phases.contains(Phase::ReadingDebug));
        for (const Phase at : phases) {
            std::stop_source stop;
            const auto outcome = openProfile({directory.path()}, Progress([&](Phase phase, double) {
                                                 if (phase == at) {
                                                     stop.request_stop();
                                                 }
                                             }),
                                             stop.get_token());
            QVERIFY(!outcome);
            QVERIFY(outcome.failure().cancelled());
        }
    }

    /// The profile is read first, so that its error is reported.
    void bothFilesAreBroken() {
        const TemporaryDirectory directory;
        copyReport(TrainFixture, directory.path(), "DELETE FROM liveness_step");
        writeFile(directory / "debug.cbor", "\xa1\x68"
                                            "contexts");
        const auto outcome = openProfile({directory.path()});
        QVERIFY(!outcome);
        QCOMPARE(outcome.failure().error().file, (directory / "profile.tileline").string());
    }

    void progressRises() {
        std::vector<double> fractions;
        const Progress progress([&](Phase, double fraction) { fractions.push_back(fraction); });
        QVERIFY(openProfile({fixtureDirectory(TrainFixture)}, progress));
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
        QVERIFY(fractions.front() >= 0.0 && fractions.front() < 0.1);
        QCOMPARE(fractions.back(), 1.0);
    }

    void fileThatChanges_data() {
        QTest::addColumn<size_t>("change");
        for (size_t i = 0; i < changes().size(); ++i) {
            QTest::newRow(changes()[i].name) << i;
        }
    }
    void fileThatChanges() {
        QFETCH(size_t, change);
        for (const char* name : {"profile.tileline", "debug.cbor"}) {
            const TemporaryDirectory directory;
            copyReport(TrainFixture, directory.path(), DropOperations);
            const fs::path path = directory / name;
            const bool debug = path.extension() == ".cbor";
            bool done = false;
            const Progress progress([&](Phase phase, double) {
                if (!done && phase == (debug ? Phase::ReadingDebug : Phase::ReadingVariables)) {
                    done = true;
                    changes()[change].apply(path);
                }
            });
            const auto outcome = openProfile({directory.path()}, progress);
            QVERIFY(!outcome);
            const Error& error = outcome.failure().error();
            QVERIFY2(error.code == ErrorCode::FileChanged, describe(error).c_str());
            QCOMPARE(error.file, path.string());
        }
    }

    void notesWhatIsMissing() {
        const TemporaryDirectory directory;
        copyProfile(TrainFixture, directory.path(), "DELETE FROM execution_step; DELETE FROM execution_run");
        const ProfilePtr alone = loadOrThrow({directory.path()});
        QVERIFY(hasNote(*alone, LoadNote::Kind::NoDebugInformation));
        QVERIFY(hasNote(*alone, LoadNote::Kind::NoExecution));
        QVERIFY(!hasNote(*alone, LoadNote::Kind::SeveralIpusOrReplicas));
        QVERIFY(hasNote(*loadFixture("replicated"), LoadNote::Kind::SeveralIpusOrReplicas));
        writeFile(directory / "debug.json",
                  R"({"contexts": [{"id": 4000000, "parentId": 4000001}], "stringTable": []})");
        const ProfilePtr other = loadOrThrow({directory.path()});
        QVERIFY(hasNote(*other, LoadNote::Kind::DebugFromOtherProfile));
        QVERIFY(hasNote(*other, LoadNote::Kind::UnknownParentContexts));
    }
};

TILELINE_TEST(TestProfileLoader)
#include "test_profileloader.moc"
