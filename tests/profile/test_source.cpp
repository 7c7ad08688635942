// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/sourceformats.h"
#include "tests/support/compareprofiles.h"
#include "tests/support/fixtures.h"
#include "tests/support/memorysource.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <array>

using namespace tileline;
using namespace tileline::test;

namespace {

namespace fs = std::filesystem;

SourceFile inMemory(const std::string& bytes) {
    return *identify(std::make_shared<const MemorySource>("memory", std::as_bytes(std::span(bytes))));
}

/// The preferred ones of the profiles in one directory, in the order of the files "0", "1", ...
std::string preferred(std::span<const SourceFormat> formats) {
    struct Entry {
        SourceFile file;
    };
    std::vector<Entry> entries;
    for (size_t i = 0; i < formats.size(); ++i) {
        entries.push_back(
            {{std::make_shared<const MemorySource>("report/" + std::to_string(i), std::span<std::byte>()),
              &formats[i]}});
    }
    keepPreferred(entries, &Entry::file);
    std::string names;
    for (const Entry& entry : entries) {
        names += fs::path(entry.file.name()).filename().string();
    }
    return names;
}

} // namespace

/// Where the bytes of a profile come from, and how its format is found.
class TestSource : public QObject {
    Q_OBJECT
private slots:
    /// No reader needs a path: neither SQLite, on one connection or on several, nor a stream.
    void profilesNeedNoFile_data() {
        QTest::addColumn<QString>("fixture");
        QTest::addColumn<QString>("profile");
        QTest::newRow("ours") << "bert-tiny-train"
                              << "profile.tileline";
        QTest::newRow("Poplar's") << "pipeline-marked-tiny"
                                  << "profile.pop";
    }
    void profilesNeedNoFile() {
        QFETCH(const QString, fixture);
        QFETCH(const QString, profile);
        const fs::path directory = fixtureDirectory(fixture.toStdString());
        const std::string bytes = readAll(directory / profile.toStdString());
        const std::string debug = readAll(directory / "debug.cbor");
        const auto loaded = loadProfile({inMemory(bytes), inMemory(debug)});
        QVERIFY(loaded);
        QCOMPARE((*loaded)->path, std::string("memory"));
        const ProfilePtr fromFile = loadOrThrow({directory / profile.toStdString()});
        QCOMPARE(QString::fromStdString(profileDifference(**loaded, *fromFile)), QString());
    }

    void partsOfAFile() {
        const TemporaryDirectory directory;
        writeFile(directory / "file", "0123456789");
        const SourcePtr source = *localSource(directory / "file");
        QCOMPARE(source->bytes(), uint64_t{10});
        std::array<char, 4> part{};
        const auto read = [&](uint64_t offset) {
            const size_t count = *source->readAt(offset, std::as_writable_bytes(std::span(part)));
            return std::string(part.data(), count);
        };
        QCOMPARE(read(3), std::string("3456"));
        source->close();
        QCOMPARE(read(8), std::string("89"));
        QCOMPARE(read(10), std::string());
        QVERIFY(source->checkUnchanged());
        QVERIFY(!source->hasBeside("-wal"));
        writeFile(directory / "file-wal", "x");
        QVERIFY(source->hasBeside("-wal"));
        writeFile(directory / "file", "012345678");
        QCOMPARE(source->checkUnchanged().failure().code, ErrorCode::FileChanged);
        QCOMPARE(localSource(directory.path()).failure().code, ErrorCode::NotAProfile);
        QCOMPARE(localSource(directory / "none").failure().code, ErrorCode::FileNotFound);
    }

    /// A Tileline profile beside another program's profile was probably made from it. Of two foreign
    /// profiles, the first format in the table counts.
    void formatsInOneDirectory() {
        using enum SourceKind;
        const SourceFormat ours{"ours", "*.a", TilelineProfile, nullptr, nullptr, nullptr};
        const SourceFormat theirs{"theirs", "*.b", ForeignProfile, nullptr, nullptr, nullptr};
        const SourceFormat trace{"a trace", "*.c", ForeignProfile, nullptr, nullptr, nullptr};
        const std::array<SourceFormat, 3> table{ours, theirs, trace};
        QCOMPARE(preferred(std::span(table)), std::string("1"));
        QCOMPARE(preferred(std::span(table).last(2)), std::string("0"));
        QCOMPARE(preferred(std::span(table).first(1)), std::string("0"));
    }

    /// Another format in JSON may use the words of debug information.
    void textThatNamesTheKeys() {
        const TemporaryDirectory directory;
        writeFile(directory / "trace", R"({"title": "contexts and their stringTable"})");
        QCOMPARE(detectSource(directory / "trace").failure().code, ErrorCode::NotAProfile);
        writeFile(directory / "debug", R"({"stringTable": []})");
        QCOMPARE(*detectSource(directory / "debug"), SourceKind::DebugInformation);
    }
};

TILELINE_TEST(TestSource)
#include "test_source.moc"
