// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/contenthash.h"
#include "core/convert/profilecache.h"
#include "tests/convert/poplarreport.h"
#include "tests/support/fixtures.h"
#include "tests/testmain.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <fstream>
#include <thread>

using namespace tileline;
using namespace tileline::test;
namespace fs = std::filesystem;

namespace {

const std::string Fixture = "one-layer";

void makeOlder(const fs::path& path) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(2));
}

} // namespace

class TestProfileCache : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_directory;
    std::atomic<int> m_made = 0;

    fs::path root() const { return m_directory->path().toStdString(); }
    CacheSettings settings(uint64_t limit = uint64_t{1} << 30) const { return {root() / "cache", limit}; }
    ProfileSource report(const std::string& name) const { return writePoplarReport(Fixture, root() / name); }
    /// Changes the content of the debug information. The user version field of the database is ignored.
    ProfileSource reportWith(const std::string& name, char difference) const {
        const ProfileSource source = report(name);
        std::fstream file(*source.debug, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(0, std::ios::end);
        file.put(difference);
        return source;
    }
    ProfileCache::Make make() {
        return [this](const fs::path& path) -> Outcome<Done> {
            ++m_made;
            fs::copy_file(fixtureDirectory(Fixture) / "profile.tileline", path,
                          fs::copy_options::overwrite_existing);
            return Done{};
        };
    }
    fs::path obtain(const ProfileSource& source, uint64_t limit = uint64_t{1} << 30) {
        const auto path = ProfileCache(settings(limit)).obtain(source, make());
        return path ? *path : fs::path();
    }

private slots:
    void init() {
        m_directory = std::make_unique<QTemporaryDir>();
        m_made = 0;
    }

    void knownHash() {
        QCOMPARE(*hashOfText("abc"),
                 std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        std::ofstream(root() / "abc") << "abc";
        uint64_t bytes = 0;
        QCOMPARE(*hashOfFile(root() / "abc", [&](uint64_t read) { bytes = read; }), *hashOfText("abc"));
        QCOMPARE(bytes, uint64_t{3});
    }

    void secondTimeIsCached() {
        const ProfileSource source = report("a");
        const fs::path first = obtain(source);
        QVERIFY(fs::exists(first));
        QCOMPARE(obtain(source), first);
        QCOMPARE(m_made, 1);
    }

    /// The source is not even read again: its content is no longer valid, and yet the cache entry is found.
    void hashIsRemembered() {
        const ProfileSource source = report("a");
        const fs::path first = obtain({source.profile, {}});
        const auto time = fs::last_write_time(source.profile);
        std::fstream file(source.profile, std::ios::in | std::ios::out | std::ios::binary);
        file.put('x'); // keeps the size; the time is restored below
        file.close();
        fs::last_write_time(source.profile, time);
        QCOMPARE(obtain({source.profile, {}}), first);
    }

    void contentCounts() {
        const fs::path first = obtain(report("a"));
        QCOMPARE(obtain(report("elsewhere")), first);
        QVERIFY(obtain(reportWith("b", 'x')) != first);
        QVERIFY(obtain({report("a").profile, {}}) !=
                first); // without debug information, it is a different entry
        QCOMPARE(m_made, 3);
    }

    void findMakesNothing() {
        const ProfileSource source = report("a");
        QVERIFY(!*ProfileCache(settings()).find(source));
        const fs::path made = obtain(source);
        QCOMPARE(**ProfileCache(settings()).find(source), made);
    }

    void truncatedEntryIsMadeAgain() {
        const ProfileSource source = report("a");
        const fs::path entry = obtain(source);
        fs::resize_file(entry, fs::file_size(entry) / 2);
        QCOMPARE(obtain(source), entry);
        QCOMPARE(m_made, 2);
        QCOMPARE(fs::file_size(entry), fs::file_size(fixtureDirectory(Fixture) / "profile.tileline"));
        fs::resize_file(entry, 0);
        obtain(source);
        QCOMPARE(m_made, 3);
    }

    void entryOfAnotherVersionIsMadeAgain() {
        const ProfileSource source = report("a");
        const fs::path entry = obtain(source);
        std::fstream file(entry, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(60); // user_version, big-endian
        file.write("\0\0\0\7", 4);
        file.close();
        obtain(source);
        QCOMPARE(m_made, 2);
    }

    void failureLeavesNothing() {
        const ProfileSource source = report("a");
        const auto failing = [](const fs::path&) -> Outcome<Done> {
            return Error{ErrorCode::ExternalTool, {}, {}, {}, "broken"};
        };
        const auto outcome = ProfileCache(settings()).obtain(source, failing);
        QVERIFY(!outcome);
        QCOMPARE(outcome.failure().error().actual, std::string("broken"));
        QVERIFY(fs::exists(obtain(source)));
    }

    void oldestIsDroppedFirst() {
        const uint64_t size = fs::file_size(fixtureDirectory(Fixture) / "profile.tileline");
        const uint64_t limit = 2 * size;
        const ProfileSource first = report("a");
        const fs::path entryA = obtain(first, limit);
        makeOlder(entryA);
        const fs::path entryB = obtain(reportWith("b", 'b'), limit);
        makeOlder(entryB);
        QCOMPARE(obtain(first, limit), entryA); // used again, so the second entry is now the oldest
        const fs::path entryC = obtain(reportWith("c", 'c'), limit);
        QVERIFY(fs::exists(entryA));
        QVERIFY(!fs::exists(entryB));
        QVERIFY(fs::exists(entryC));
    }

    void oneThatIsTooLargeStays() {
        const fs::path first = obtain(report("a"), 1);
        QVERIFY(fs::exists(first));
        const fs::path second = obtain(reportWith("b", 'b'), 1);
        QVERIFY(fs::exists(second));
        QVERIFY(!fs::exists(first));
    }

    void entriesOfOldExportersAreDropped() {
        const fs::path old = root() / "cache" / "profiles-0-0" / "old.tileline";
        fs::create_directories(old.parent_path());
        std::ofstream(old) << std::string(1000, 'x');
        makeOlder(old);
        obtain(report("a"), fs::file_size(fixtureDirectory(Fixture) / "profile.tileline"));
        QVERIFY(!fs::exists(old));
    }

    void manyAtOnceMakeOne() {
        const ProfileSource source = report("a");
        std::vector<fs::path> found(8);
        {
            std::vector<std::jthread> threads;
            for (fs::path& path : found) {
                threads.emplace_back([this, &source, &path] { path = obtain(source); });
            }
        }
        QCOMPARE(m_made, 1);
        for (const fs::path& path : found) {
            QCOMPARE(path, found.front());
            QVERIFY(!path.empty());
        }
    }

    void waitingCanBeCancelled() {
        const ProfileSource source = report("a");
        std::stop_source stop;
        std::jthread waiting;
        std::atomic<bool> cancelled = false;
        const auto outcome = ProfileCache(settings()).obtain(source, [&](const fs::path& path) {
            waiting = std::jthread([&] {
                const auto second = ProfileCache(settings()).obtain(source, make(), {}, stop.get_token());
                cancelled = !second && second.failure().cancelled();
            });
            stop.request_stop();
            waiting.join();
            return make()(path);
        });
        QVERIFY(outcome);
        QVERIFY(cancelled);
        QCOMPARE(m_made, 1);
    }

    void sourceThatIsMissing() {
        const auto outcome = ProfileCache(settings()).obtain({root() / "none.pop", {}}, make());
        QVERIFY(!outcome);
        QCOMPARE(outcome.failure().error().code, ErrorCode::FileNotFound);
    }

    void cacheThatCannotBeMade() {
        std::ofstream(root() / "cache") << "a file";
        const auto outcome = ProfileCache(settings()).obtain(report("a"), make());
        QVERIFY(!outcome);
        QVERIFY(!outcome.failure().error().remedy.empty());
    }

    void defaultDirectoryFollowsXdg() {
        qputenv("XDG_CACHE_HOME", "/some/where");
        QCOMPARE(defaultCacheDirectory(), fs::path("/some/where/tileline"));
        qputenv("XDG_CACHE_HOME", "relative");
        qputenv("HOME", "/home/somebody");
        QCOMPARE(defaultCacheDirectory(), fs::path("/home/somebody/.cache/tileline"));
    }
};

TILELINE_TEST(TestProfileCache)
#include "test_profilecache.moc"
