// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/generatorrandom.h"
#include "core/profile/reading/profileloader.h"
#include "core/profile/tileline/profilewriter.h"
#include "core/profile/tileline/tilelineformat.h"
#include "tests/support/compareprofiles.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/randomprofile.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>

using namespace tileline;
using namespace tileline::test;

namespace {

namespace fs = std::filesystem;

/// Makes a few changes at random places: flipped bytes, extreme values, cuts, repetitions.
std::string mutated(std::string bytes, GeneratorRandom& random) {
    const uint32_t changes = 1 + random.below(6);
    for (uint32_t i = 0; i < changes && !bytes.empty(); ++i) {
        const size_t at = random.below(static_cast<uint32_t>(bytes.size()));
        switch (random.below(6)) {
        case 0:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
            break;
        case 1:
            bytes[at] = static_cast<char>(random.below(256));
            break;
        case 2:
            bytes[at] = random.below(2) == 0 ? '\xFF' : '\x7F';
            break;
        case 3:
            bytes.erase(at, 1 + random.below(20));
            break;
        case 4:
            bytes.insert(at, bytes.substr(at, random.below(20)));
            break;
        default:
            if (random.below(10) == 0) {
                bytes.resize(at);
            }
        }
    }
    return bytes;
}

/// An SQL literal that a hostile or broken exporter could have written into a column.
std::string hostileValue(GeneratorRandom& random) {
    static const std::vector<std::string> values{"NULL",
                                                 "0",
                                                 "1",
                                                 "-1",
                                                 "4294967295",
                                                 "4294967296",
                                                 "9223372036854775807",
                                                 "-9223372036854775808",
                                                 "1e300",
                                                 "''",
                                                 "'text'",
                                                 "X''",
                                                 "X'00'",
                                                 "X'00000000'",
                                                 "X'FFFFFFFF'",
                                                 "X'01000000'",
                                                 "X'0000000001000000'",
                                                 "X'FFFFFF7FFFFFFF7F'",
                                                 "zeroblob(32)",
                                                 "zeroblob(40000)",
                                                 "randomblob(64)",
                                                 "X'0500000003000000'",
                                                 "'{\"inputs\": [1, [], {}], \"instanceId\": 1e30}'"};
    return values[random.below(static_cast<uint32_t>(values.size()))];
}

std::string hostileSql(GeneratorRandom& random, std::span<const format::Table* const> tables) {
    const format::Table& table = *tables[random.below(static_cast<uint32_t>(tables.size()))];
    const auto& columns = table.columns;
    const std::string column(columns[random.below(static_cast<uint32_t>(columns.size()))].name);
    const std::string name(table.name);
    // The copy has no constraints that could refuse the value.
    return "CREATE TABLE loose AS SELECT * FROM " + name + "; DROP TABLE " + name +
           "; ALTER TABLE loose RENAME TO " + name + "; UPDATE " + name + " SET " + column + " = " +
           hostileValue(random) + " WHERE rowid % " + std::to_string(1 + random.below(5)) + " = 0";
}

} // namespace

/// Thousands of mutations of good files, the same ones in every run. Each mutated file loads, or fails with
/// an error that names the file. Also run under AddressSanitizer.
class TestMutations : public QObject {
    Q_OBJECT
private slots:
    void profileBytes() { mutateFile("profile.tileline", 1200, 1); }
    void debugBytes() { mutateFile("debug.cbor", 2000, 2); }
    void debugBytesBesideTables() {
        m_sql.clear();
        mutateFile("debug.cbor", 300, 3);
        m_sql = DropOperations;
    }

    void values() {
        const TemporaryDirectory directory;
        copyReport(Fixture, directory.path());
        // Written again, so that it has the optional columns.
        QVERIFY(writeProfile(*loadFixture(Fixture), directory / "profile.tileline"));
        mutateValues(directory, 600, format::tables());
    }
    void valuesOfAddedParts() {
        const TemporaryDirectory directory;
        QVERIFY(writeProfile(*randomProfile(3, {.further = true}), directory / "profile.tileline"));
        std::vector<const format::Table*> tables(format::addedTables().begin(), format::addedTables().end());
        tables.insert(tables.end(), {&format::LoweredVariable, &format::Program});
        mutateValues(directory, 400, tables);
    }

private:
    static constexpr const char* Fixture = "one-layer";

    void mutateValues(const TemporaryDirectory& directory, int times,
                      std::span<const format::Table* const> tables) {
        GeneratorRandom random(4);
        const std::string good = readAll(directory / "profile.tileline");
        for (int i = 0; i < times; ++i) {
            writeFile(directory / "profile.tileline", good);
            const std::string sql = hostileSql(random, tables);
            runSql(directory / "profile.tileline", "PRAGMA synchronous = OFF; " + sql);
            check(openProfile({directory.path()}), sql);
        }
    }

    void mutateFile(const std::string& name, int times, uint64_t seed) {
        const TemporaryDirectory directory;
        GeneratorRandom random(seed);
        copyReport(Fixture, directory.path(), m_sql);
        const std::string good = readAll(directory / name);
        for (int i = 0; i < times; ++i) {
            writeFile(directory / name, mutated(good, random));
            const auto load = [&]() -> Outcome<ProfilePtr> {
                return loadProfile({TRY(openSource(directory / "profile.tileline")),
                                    TRY(openSource(directory / "debug.cbor"))});
            };
            check(load(), name + ", mutation " + std::to_string(i));
        }
        QVERIFY(m_loaded > 0);
        QVERIFY(m_refused > 0);
    }

    void check(const Outcome<ProfilePtr>& outcome, const std::string& what) {
        if (outcome) {
            ++m_loaded;
            // Reads everything in the profile.
            QCOMPARE(QString::fromStdString(profileDifference(**outcome, **outcome)), QString());
            return;
        }
        ++m_refused;
        QVERIFY2(!outcome.failure().cancelled(), what.c_str());
        const Error& error = outcome.failure().error();
        QVERIFY2(!error.file.empty(), what.c_str());
        QVERIFY2(error.code != ErrorCode::FileChanged && error.code != ErrorCode::FileNotFound, what.c_str());
    }

    std::string m_sql = DropOperations;
    int m_loaded = 0;
    int m_refused = 0;
};

TILELINE_TEST(TestMutations)
#include "test_mutations.moc"
