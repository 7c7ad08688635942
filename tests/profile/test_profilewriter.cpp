// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/modelgenerator.h"
#include "app/generate/poplarvariant.h"
#include "core/profile/reading/database.h"
#include "core/profile/reading/profileloader.h"
#include "core/profile/tileline/profilewriter.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/compareprofiles.h"
#include "tests/support/fixtures.h"
#include "tests/support/randomprofile.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <fstream>

using namespace tileline;
using namespace tileline::test;

namespace {

/// The number that a query answers.
int64_t valueOf(const std::filesystem::path& path, std::string_view query) {
    auto database = Database::openReadOnly(*localSource(path));
    auto statement = database->prepare(query);
    return statement && statement->step() ? statement->integer(0) : -1;
}

} // namespace

Q_DECLARE_METATYPE(tileline::PoplarVariant)

/// A profile that is written and read again is the same.
class TestProfileWriter : public QObject {
    Q_OBJECT
private slots:
    void fixturesRoundTrip() {
        const TemporaryDirectory directory;
        for (const std::string& name : fixtureNames()) {
            const ProfilePtr profile = loadFixture(name);
            QVERIFY(writeProfile(*profile, directory / "copy.tileline"));
            const ProfilePtr copy = loadOrThrow({directory / "copy.tileline"});
            QCOMPARE(QString::fromStdString(profileDifference(*profile, *copy)), QString());
        }
    }

    /// A profile with everything that Poplar can write.
    void poplarVariantsRoundTrip_data() {
        QTest::addColumn<PoplarVariant>("variant");
        QTest::newRow("as usual") << PoplarVariant{};
        QTest::newRow("minor 2") << PoplarVariant{.minor = 2};
        QTest::newRow("minor 9") << PoplarVariant{.minor = 9};
        QTest::newRow("no lowered variables") << PoplarVariant{.loweredVariables = false};
        QTest::newRow("no debug information") << PoplarVariant{.debugContexts = false};
        QTest::newRow("neither") << PoplarVariant{.loweredVariables = false, .debugContexts = false};
        QTest::newRow("children") << PoplarVariant{.calls = PoplarCalls::Children};
        QTest::newRow("functions") << PoplarVariant{.calls = PoplarCalls::Functions};
        QTest::newRow("both") << PoplarVariant{.calls = PoplarCalls::FunctionsAndChildren};
        QTest::newRow("container steps") << PoplarVariant{.containerSteps = true};
        QTest::newRow("no execution") << PoplarVariant{.execution = false};
        QTest::newRow("dangling variables") << PoplarVariant{.danglingVariables = true};
        QTest::newRow("compilation steps") << PoplarVariant{.compilationSteps = true};
    }
    void poplarVariantsRoundTrip() {
        QFETCH(PoplarVariant, variant);
        for (const bool real : {false, true}) {
            GeneratorOptions options = smallModel("bert-base", true);
            options.replicas = real ? 2 : 1;
            options.traits.ipus = real ? 2 : 1;
            options.traits.tileLayout = real;
            options.traits.layerFunction = real;
            options.traits.branches = real;
            const TemporaryDirectory directory;
            QVERIFY(writePoplarModel(generateOrThrow(options), directory.path(), variant));
            const ProfilePtr profile = loadOrThrow({directory.path()});
            QCOMPARE(profile->lowered.size() > 0, variant.loweredVariables);
            QCOMPARE(profile->operations.empty(), !variant.debugContexts);
            const auto path = directory / "converted" / "copy.tileline";
            std::filesystem::create_directory(path.parent_path());
            QVERIFY(writeProfile(*profile, path));
            const ProfilePtr copy = loadOrThrow({path});
            QCOMPARE(QString::fromStdString(profileDifference(*profile, *copy)), QString());
            for (const auto kind : {LoadNote::Kind::NoLoweredVariables, LoadNote::Kind::NoOperations}) {
                QCOMPARE(copy->findNote(kind) != nullptr, profile->findNote(kind) != nullptr);
            }
        }
    }

    void randomProfilesRoundTrip() {
        const TemporaryDirectory directory;
        for (uint64_t seed = 0; seed < 200; ++seed) {
            const ProfilePtr profile =
                randomProfile(seed, {.tiles = 1 + static_cast<uint32_t>(seed % 7), .further = seed % 2 == 1});
            QVERIFY(writeProfile(*profile, directory / "copy.tileline"));
            const ProfilePtr copy = loadOrThrow({directory / "copy.tileline"});
            QCOMPARE(QString::fromStdString(profileDifference(*profile, *copy)), QString());
        }
    }

    /// A table without rows is not written, so that the file looks as it always did.
    void addedTablesOnlyIfTheyHaveRows() {
        const TemporaryDirectory directory;
        const auto path = directory / "copy.tileline";
        const auto count = [&] {
            return valueOf(path, "SELECT count(*) FROM sqlite_schema WHERE name IN ('engine_option', "
                                 "'compile_phase', 'function_program', 'variable_context', "
                                 "'variable_category', 'lowered_string', 'estimated_cycles', "
                                 "'measured_cycles')");
        };
        QVERIFY(writeProfile(*randomProfile(1), path));
        QCOMPARE(count(), int64_t{0});
        QVERIFY(writeProfile(*randomProfile(1, {.further = true}), path));
        QCOMPARE(count(), int64_t{8});
        QCOMPARE(valueOf(path, "PRAGMA page_size"), int64_t{65536});
    }

    void replacesTheOldFileOnlyWhenComplete() {
        const TemporaryDirectory directory;
        const auto path = directory / "profile.tileline";
        std::ofstream(path) << "old";
        std::stop_source stop;
        stop.request_stop();
        const auto cancelled = writeProfile(*randomProfile(1), path, {}, stop.get_token());
        QVERIFY(!cancelled);
        QVERIFY(cancelled.failure().cancelled());
        QCOMPARE(std::filesystem::file_size(path), uintmax_t{3});
        QCOMPARE(std::distance(std::filesystem::directory_iterator(directory.path()), {}), ptrdiff_t{1});
        QVERIFY(writeProfile(*randomProfile(1), path));
        QVERIFY(loadOrThrow({path}));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(directory.path()), {}), ptrdiff_t{1});
    }

    void namesTheFileThatItCannotWrite() {
        const auto done = writeProfile(*randomProfile(1), "/nowhere/at/all.tileline");
        QVERIFY(!done);
        QCOMPARE(done.failure().error().code, ErrorCode::WriteFailed);
        QCOMPARE(done.failure().error().file, std::string("/nowhere/at/all.tileline"));
    }

    void progressGoesFromZeroToOne() {
        const TemporaryDirectory directory;
        std::vector<double> fractions;
        const Progress progress([&](Phase phase, double fraction) {
            QCOMPARE(phase, Phase::Writing);
            fractions.push_back(fraction);
        });
        QVERIFY(writeProfile(*randomProfile(1), directory / "copy.tileline", progress));
        QVERIFY(!fractions.empty());
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
        QVERIFY(fractions.back() <= 1.0);
    }
};

TILELINE_TEST(TestProfileWriter)
#include "test_profilewriter.moc"
