// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/temporaryfile.h"
#include "core/base/textfile.h"
#include "tests/support/filesizelimit.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/support/unprivileged.h"
#include "tests/testmain.h"

#include <QTest>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <future>
#include <set>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace tileline;
using namespace tileline::test;

namespace fs = std::filesystem;

namespace {

using Names = std::set<std::string>;

/// The names in a directory, to check that no temporary file is left.
Names namesIn(const fs::path& directory) {
    Names names;
    for (const auto& entry : fs::directory_iterator(directory)) {
        names.insert(entry.path().filename().string());
    }
    return names;
}

mode_t modeOf(const fs::path& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

bool isOpen(int fd) {
    return ::fcntl(fd, F_GETFD) != -1;
}

/// Runs `work` in another process, which ends without destructors, as if it were killed.
pid_t inAProcess(const std::function<void()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        work();
        ::_exit(0);
    }
    return child;
}

/// Leaves a temporary file for `path`, as a process does that is killed while it writes.
void leaveTemporary(const fs::path& path) {
    const pid_t child = inAProcess([&] {
        auto file = TemporaryFile::beside(path);
        (void)(file && file->append("half of the new con"));
        ::_exit(0);
    });
    ::waitpid(child, nullptr, 0);
}

/// The name of a temporary file of "file".
std::string nameOfALeftover() {
    const TemporaryDirectory directory;
    leaveTemporary(directory / "file");
    return *namesIn(directory.path()).begin();
}

} // namespace

/// Files are written completely or not at all, and descriptors are closed.
class TestFiles : public QObject {
    Q_OBJECT

private slots:
    void descriptorsAreClosed() {
        QVERIFY(!UniqueFd());
        int fd = -1;
        {
            const UniqueFd descriptor(::open("/dev/null", O_RDONLY));
            QVERIFY(descriptor);
            fd = descriptor.get();
            QVERIFY(isOpen(fd));
        }
        QVERIFY(!isOpen(fd));
    }

    void descriptorsMove() {
        UniqueFd first(::open("/dev/null", O_RDONLY));
        const int fd = first.get();
        UniqueFd second(std::move(first));
        QVERIFY(!first); // NOLINT(bugprone-use-after-move)
        QCOMPARE(second.get(), fd);
        UniqueFd third(::open("/dev/null", O_RDONLY));
        const int replaced = third.get();
        third = std::move(second);
        QVERIFY(!isOpen(replaced));
        QVERIFY(isOpen(fd));
        QCOMPARE(third.release(), fd);
        QVERIFY(!third && isOpen(fd));
        UniqueFd last(fd);
        last.reset();
        QVERIFY(!last && !isOpen(fd));
    }

    void writesANewFile() {
        const TemporaryDirectory directory;
        const mode_t before = ::umask(027);
        const auto written = writeFileAtomically(directory / "new", "content\n");
        ::umask(before);
        QVERIFY(written);
        QCOMPARE(readAll(directory / "new"), std::string("content\n"));
        QCOMPARE(modeOf(directory / "new"), mode_t{0640});
        QCOMPARE(namesIn(directory.path()), Names{"new"});
    }

    /// A process that has opened the old file can still read it. The new file has the permissions of the old
    /// one.
    void replacesAFile() {
        const TemporaryDirectory directory;
        writeFile(directory / "file", "old content, which is longer");
        fs::permissions(directory / "file", fs::perms(0604));
        const UniqueFd reader(::open((directory / "file").c_str(), O_RDONLY));
        QVERIFY(writeFileAtomically(directory / "file", "new"));
        QCOMPARE(readAll(directory / "file"), std::string("new"));
        QCOMPARE(modeOf(directory / "file"), mode_t{0604});
        std::array<char, 64> old{};
        QCOMPARE(::read(reader.get(), old.data(), old.size()), ssize_t{28});
        QCOMPARE(namesIn(directory.path()), Names{"file"});
    }

    void anyContent() {
        const TemporaryDirectory directory;
        std::string content(3'000'000, '\0');
        for (size_t i = 0; i < content.size(); ++i) {
            content[i] = static_cast<char>(i * 7919 >> 3U);
        }
        for (const std::string& some : {std::string(), std::string("a\0b", 3), content}) {
            QVERIFY(writeFileAtomically(directory / "file", some));
            const auto read = readFile(directory / "file", content.size());
            QVERIFY(read);
            QVERIFY(*read == some);
        }
    }

    void contentInPieces() {
        const TemporaryDirectory directory;
        auto file = TemporaryFile::beside(directory / "file");
        QVERIFY(file);
        QCOMPARE(file->path().parent_path(), directory.path());
        QVERIFY(file->append("first "));
        QVERIFY(!fs::exists(directory / "file"));
        QVERIFY(file->append(""));
        QVERIFY(file->append("second"));
        QVERIFY(file->commit());
        QCOMPARE(readAll(directory / "file"), std::string("first second"));
        QVERIFY(file->path().empty());
    }

    void abandonedFilesGo() {
        const TemporaryDirectory directory;
        writeFile(directory / "file", "old");
        {
            auto file = TemporaryFile::beside(directory / "file");
            QVERIFY(file && file->append("half of the new con"));
            QCOMPARE(namesIn(directory.path()).size(), size_t{2});
            const TemporaryFile moved = *std::move(file);
            QCOMPARE(namesIn(directory.path()).size(), size_t{2});
        }
        QCOMPARE(namesIn(directory.path()), Names{"file"});
        QCOMPARE(readAll(directory / "file"), std::string("old"));
    }

    /// Files left by a killed process, and no others, are removed when the same file is written again.
    void whatAKilledProcessLeftGoes() {
        const TemporaryDirectory directory;
        writeFile(directory / "file", "old");
        const std::string left = nameOfALeftover();
        std::string changed = left;
        changed[left.size() - 9] = changed[left.size() - 9] == 'a' ? 'b' : 'a';
        const Names others{"file.tileline-original", // a user's names
                           "file.tileline-backup22",
                           "file.tileline-originalbackup22",
                           "file.tileline-",
                           "file.abcdef",
                           "other" + left.substr(4), // made for another file
                           changed,
                           left + "a"};
        for (const std::string& name : others) {
            writeFile(directory / name, "");
        }
        fs::create_symlink("file", directory / left);
        const std::string folder = nameOfALeftover();
        fs::create_directory(directory / folder);
        Names kept = others;
        kept.insert({"file", left, folder});
        // The second process removes what the first one left.
        leaveTemporary(directory / "file");
        leaveTemporary(directory / "file");
        QCOMPARE(namesIn(directory.path()).size(), kept.size() + 1);
        // Writing another file does not remove them.
        QVERIFY(writeFileAtomically(directory / "another", "content"));
        kept.insert("another");
        QCOMPARE(namesIn(directory.path()).size(), kept.size() + 1);
        QVERIFY(writeFileAtomically(directory / "file", "new"));
        QCOMPARE(namesIn(directory.path()), kept);
        QCOMPARE(readAll(directory / "file"), std::string("new"));
    }

    /// A file that another process is still writing is not removed.
    void aTemporaryFileInUseStays() {
        const TemporaryDirectory directory;
        auto mine = TemporaryFile::beside(directory / "file");
        QVERIFY(mine && mine->append("mine"));
        const pid_t child = inAProcess([&] { (void)writeFileAtomically(directory / "file", "theirs"); });
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
        QCOMPARE(readAll(directory / "file"), std::string("theirs"));
        QVERIFY(mine->commit());
        QCOMPARE(readAll(directory / "file"), std::string("mine"));
        QCOMPARE(namesIn(directory.path()), Names{"file"});
    }

    void temporaryFilesOfOthersStay() {
        const TemporaryDirectory directory;
        fs::permissions(directory.path(), fs::perms(0777));
        leaveTemporary(directory / "file");
        const size_t left = ::geteuid() == 0 ? 1 : 0;
        {
            const Unprivileged user;
            QVERIFY(writeFileAtomically(directory / "file", "content"));
        }
        QCOMPARE(namesIn(directory.path()).size(), left + 1);
    }

    /// Kills a process while it replaces a file over and over.
    void killedWritersLeaveAWholeFile() {
        const TemporaryDirectory directory;
        const std::string first(300'000, 'a');
        const std::string second(400'000, 'b');
        QVERIFY(writeFileAtomically(directory / "file", first));
        for (int round = 0; round < 40; ++round) {
            const pid_t child = inAProcess([&] {
                for (;;) {
                    (void)writeFileAtomically(directory / "file", first);
                    (void)writeFileAtomically(directory / "file", second);
                }
            });
            std::this_thread::sleep_for(std::chrono::microseconds(round * 997 % 20'000));
            ::kill(child, SIGKILL);
            ::waitpid(child, nullptr, 0);
            const std::string content = readAll(directory / "file");
            QVERIFY(content == first || content == second);
        }
        QVERIFY(writeFileAtomically(directory / "file", "last"));
        QCOMPARE(namesIn(directory.path()), Names{"file"});
    }

    /// A file that replaces a program must not run as the user under whom the program was meant to run.
    void specialPermissionsGo() {
        const TemporaryDirectory directory;
        writeFile(directory / "file", "old");
        QCOMPARE(::chmod((directory / "file").c_str(), 07755), 0);
        QVERIFY(writeFileAtomically(directory / "file", "new"));
        QCOMPARE(modeOf(directory / "file"), mode_t{0755});
    }

    /// A file that root replaces still belongs to its user.
    void theOwnerIsKept() {
        const TemporaryDirectory directory;
        writeFile(directory / "file", "old");
        const bool root = ::geteuid() == 0;
        constexpr uid_t Other = 65534;
        QCOMPARE(
            ::chown((directory / "file").c_str(), root ? Other : ::geteuid(), root ? Other : ::getegid()), 0);
        QVERIFY(writeFileAtomically(directory / "file", "new"));
        struct stat status {};
        QCOMPARE(::stat((directory / "file").c_str(), &status), 0);
        QCOMPARE(status.st_uid, root ? Other : ::geteuid());
        QCOMPARE(status.st_gid, root ? Other : ::getegid());
    }

    /// A lock ends with its object or its process. A file that remains has no meaning.
    void locks() {
        const TemporaryDirectory directory;
        const fs::path path = directory / "lock";
        writeFile(path, "");
        {
            const auto lock = FileLock::tryLock(path);
            QVERIFY(lock && *lock);
            const auto second = FileLock::tryLock(path);
            QVERIFY(second && !*second);
            const pid_t child = inAProcess([&] {
                const auto third = FileLock::tryLock(path);
                ::_exit(third && !*third ? 0 : 1);
            });
            int status = -1;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QCOMPARE(status, 0);
        }
        QVERIFY(!fs::exists(path));
        const pid_t child = inAProcess([&] {
            const auto lock = FileLock::tryLock(path);
            ::_exit(lock && *lock ? 0 : 1);
        });
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
        QVERIFY(fs::exists(path));
        const auto lock = FileLock::tryLock(path);
        QVERIFY(lock && *lock);
        const auto missing = FileLock::tryLock(directory / "none/lock");
        QVERIFY(!missing);
        QCOMPARE(missing.failure().code, ErrorCode::WriteFailed);
    }

    /// No path to an input can be overwritten while somebody holds it.
    void inputsAreNotReplaced() {
        const TemporaryDirectory directory;
        writeFile(directory / "file", "old");
        fs::create_symlink("file", directory / "symbolic");
        fs::create_hard_link(directory / "file", directory / "hard");
        InputFilePtr first = holdInput(directory / "file", InputKind::PlanFile);
        const InputFilePtr gone = holdInput(directory / "none", InputKind::Other);
        const auto replaced = [&](const char* name, std::optional<InputKind> replaceable = {}) {
            const auto written = writeFileAtomically(directory / name, "new", {}, replaceable);
            return written ? std::string() : written.failure().actual;
        };
        for (const char* name : {"file", "symbolic", "hard"}) {
            QCOMPARE(replaced(name), std::string("the plan file"));
            QCOMPARE(replaced(name, InputKind::Profile), std::string("the plan file"));
            QCOMPARE(readAll(directory / name), std::string("old"));
        }
        // Another file may have taken its place.
        QCOMPARE(replaced("file", InputKind::PlanFile), std::string());
        QCOMPARE(replaced("file"), std::string("the plan file"));
        InputFilePtr second = holdInput(directory / "file", InputKind::Profile);
        QCOMPARE(replaced("symbolic", InputKind::PlanFile), std::string("the profile"));
        second.reset();
        first.reset();
        QCOMPARE(replaced("file"), std::string());
        QCOMPARE(namesIn(directory.path()), (Names{"file", "hard", "symbolic"}));
    }

    void aCheckKeepsTheOldFile() {
        const TemporaryDirectory directory;
        writeFile(directory / "file", "old");
        const Error reason{ErrorCode::FileChanged, "file", {}, {}, "why"};
        const auto refused =
            writeFileAtomically(directory / "file", "new", [&]() -> Result<Done> { return reason; });
        QVERIFY(!refused);
        QCOMPARE(refused.failure(), reason);
        QCOMPARE(readAll(directory / "file"), std::string("old"));
        QCOMPARE(namesIn(directory.path()), Names{"file"});
        QVERIFY(writeFileAtomically(directory / "file", "new", [] { return Result<Done>(Done{}); }));
        QCOMPARE(readAll(directory / "file"), std::string("new"));
    }

    /// Several processes read a number and replace it by the next one, if it is still the number that they
    /// have read. Without the lock during the check, some of their changes would be lost.
    void noReplacementIsLost() {
        const TemporaryDirectory directory;
        const fs::path path = directory / "number";
        QVERIFY(writeFileAtomically(path, "0"));
        constexpr int Each = 100;
        const auto count = [&] {
            for (int done = 0; done < Each;) {
                const std::string before = readAll(path);
                done += static_cast<bool>(
                    writeFileAtomically(path, std::to_string(std::stoi(before) + 1), [&]() -> Result<Done> {
                        if (readAll(path) == before) {
                            return Done{};
                        }
                        return Error{ErrorCode::FileChanged, {}, {}, {}, {}};
                    }));
            }
        };
        const std::array children{inAProcess(count), inAProcess(count), inAProcess(count)};
        for (const pid_t child : children) {
            int status = -1;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QCOMPARE(status, 0);
        }
        QCOMPARE(readAll(path), std::to_string(children.size() * Each));
        QCOMPARE(namesIn(directory.path()), Names{"number"});
    }

    /// If the disk becomes full during a write, the old file stays and the partial new one is removed.
    void aFullDiskLeavesTheOldFile() {
        const TemporaryDirectory directory;
        writeFile(directory / "file", "old");
        Result<Done> written(Done{});
        {
            const FileSizeLimit limit(100'000);
            written = writeFileAtomically(directory / "file", std::string(1'000'000, 'x'));
        }
        QVERIFY(!written);
        QCOMPARE(written.failure().code, ErrorCode::WriteFailed);
        QCOMPARE(written.failure().file, (directory / "file").string());
        QVERIFY(!written.failure().actual.empty());
        QCOMPARE(readAll(directory / "file"), std::string("old"));
        QCOMPARE(namesIn(directory.path()), Names{"file"});
    }

    void aFailedRenameLeavesNothing() {
        const TemporaryDirectory directory;
        {
            auto file = TemporaryFile::beside(directory / "file");
            QVERIFY(file && file->append("content"));
            fs::create_directory(directory / "file");
            const auto committed = file->commit();
            QVERIFY(!committed);
            QCOMPARE(committed.failure().code, ErrorCode::WriteFailed);
            QCOMPARE(committed.failure().file, (directory / "file").string());
        }
        QCOMPARE(namesIn(directory.path()), Names{"file"});
    }

    void directoriesThatAreNotThere() {
        const TemporaryDirectory directory;
        writeFile(directory / "plain", "");
        for (const char* path : {"missing/file", "missing/further/file", "plain/file", "plain/"}) {
            const auto written = writeFileAtomically(directory / path, "content");
            QVERIFY(!written);
            QCOMPARE(written.failure().code, ErrorCode::WriteFailed);
            QCOMPARE(written.failure().file, (directory / path).string());
            QVERIFY(written.failure().expected.find("directory") != std::string::npos);
            QVERIFY(written.failure().remedy.find("directory") != std::string::npos);
        }
        QCOMPARE(namesIn(directory.path()), Names{"plain"});
    }

    void aDirectoryThatGoesMeanwhile() {
        const TemporaryDirectory directory;
        fs::create_directory(directory / "below");
        auto file = TemporaryFile::beside(directory / "below/file");
        QVERIFY(file && file->append("content"));
        fs::remove_all(directory / "below");
        const auto committed = file->commit();
        QVERIFY(!committed);
        QCOMPARE(committed.failure().code, ErrorCode::WriteFailed);
    }

    void aDirectoryIsNoFile() {
        const TemporaryDirectory directory;
        fs::create_directory(directory / "below");
        for (const char* path : {"below", "below/"}) {
            const auto written = writeFileAtomically(directory / path, "content");
            QVERIFY(!written);
            QCOMPARE(written.failure().code, ErrorCode::WriteFailed);
        }
        QVERIFY(fs::is_directory(directory / "below"));
        QCOMPARE(namesIn(directory.path()), Names{"below"});
        QVERIFY(namesIn(directory / "below").empty());
    }

    void withoutPermission() {
        const TemporaryDirectory directory;
        fs::create_directory(directory / "closed");
        writeFile(directory / "closed/file", "old");
        fs::permissions(directory.path(), fs::perms(0755));
        fs::permissions(directory / "closed", fs::perms(0555));
        for (const char* name : {"closed/file", "closed/new"}) {
            Result<Done> written(Done{});
            {
                const Unprivileged user;
                written = writeFileAtomically(directory / name, "content");
            }
            QVERIFY(!written);
            QCOMPARE(written.failure().code, ErrorCode::PermissionDenied);
            QCOMPARE(written.failure().file, (directory / name).string());
        }
        QCOMPARE(readAll(directory / "closed/file"), std::string("old"));
        QCOMPARE(namesIn(directory / "closed"), Names{"file"});
        fs::permissions(directory / "closed", fs::perms::owner_all);
    }

    /// A rename needs only write permission for the directory, but a user who write-protects a file wants to
    /// keep it.
    void aProtectedFileIsKept() {
        const TemporaryDirectory directory;
        fs::permissions(directory.path(), fs::perms(0777));
        writeFile(directory / "file", "old");
        fs::permissions(directory / "file", fs::perms(0444));
        Result<Done> written(Done{});
        {
            const Unprivileged user;
            written = writeFileAtomically(directory / "file", "new");
        }
        QVERIFY(!written);
        QCOMPARE(written.failure().code, ErrorCode::PermissionDenied);
        QCOMPARE(readAll(directory / "file"), std::string("old"));
        QCOMPARE(namesIn(directory.path()), Names{"file"});
    }

    /// The target of a link is replaced, not the link itself. The target need not exist.
    void linksAreFollowed() {
        const TemporaryDirectory directory;
        fs::create_directory(directory / "far");
        writeFile(directory / "far/file", "old");
        fs::create_symlink("far/file", directory / "near");
        fs::create_symlink("near", directory / "link");
        fs::create_symlink("far/new", directory / "dangling");
        for (const auto& [link, target] : {std::pair("link", "far/file"), std::pair("dangling", "far/new")}) {
            QVERIFY(writeFileAtomically(directory / link, link));
            QVERIFY(fs::is_symlink(directory / link));
            QVERIFY(!fs::is_symlink(directory / target));
            QCOMPARE(readAll(directory / target), std::string(link));
        }
        QCOMPARE(namesIn(directory / "far"), (Names{"file", "new"}));
        QCOMPARE(namesIn(directory.path()), (Names{"far", "near", "link", "dangling"}));
    }

    void linksThatLeadNowhere() {
        const TemporaryDirectory directory;
        fs::create_symlink("loop", directory / "loop");
        fs::create_symlink("missing/file", directory / "lost");
        for (const char* name : {"loop", "lost"}) {
            const auto written = writeFileAtomically(directory / name, "content");
            QVERIFY(!written);
            QCOMPARE(written.failure().code, ErrorCode::WriteFailed);
            QVERIFY(fs::is_symlink(directory / name));
        }
        QCOMPARE(namesIn(directory.path()), (Names{"loop", "lost"}));
    }

    /// A name may have the maximum length of the file system: the name of the temporary file must not exceed
    /// it.
    void longNames() {
        const TemporaryDirectory directory;
        const std::string longest(255, 'n');
        QVERIFY(writeFileAtomically(directory / longest, "content"));
        QCOMPARE(readAll(directory / longest), std::string("content"));
        const auto written = writeFileAtomically(directory / (longest + "n"), "content");
        QVERIFY(!written);
        QCOMPARE(written.failure().code, ErrorCode::WriteFailed);
        QCOMPARE(namesIn(directory.path()), Names{longest});
    }

    void oddNames() {
        const TemporaryDirectory directory;
        const Names names{"with space", "line\nfeed", "\xff\xfe", "-o", "\u00e9", "XXXXXX", "~"};
        for (const std::string& name : names) {
            QVERIFY(writeFileAtomically(directory / name, name));
            QCOMPARE(readAll(directory / name), name);
        }
        QCOMPARE(namesIn(directory.path()), names);
    }

    /// Reading such a file could take for ever.
    void specialFilesAreNotRead() {
        const TemporaryDirectory directory;
        QCOMPARE(::mkfifo((directory / "pipe").c_str(), 0600), 0);
        QCOMPARE(::mknod((directory / "socket").c_str(), S_IFSOCK | 0600, 0), 0);
        fs::create_symlink("/dev/zero", directory / "device");
        fs::create_symlink("pipe", directory / "link");
        for (const char* name : {"pipe", "socket", "device", "link"}) {
            const auto read = readFile(directory / name, 1000);
            QVERIFY(!read);
            QCOMPARE(read.failure().code, ErrorCode::BadArgument);
            QCOMPARE(read.failure().file, (directory / name).string());
            QCOMPARE(read.failure().actual, std::string("a device, pipe or socket"));
        }
    }

    /// They stay unchanged. Opening a pipe without a reader would block for ever.
    void specialFilesAreNotWritten() {
        const TemporaryDirectory directory;
        QCOMPARE(::mkfifo((directory / "pipe").c_str(), 0600), 0);
        fs::create_symlink("/dev/null", directory / "null");
        for (const char* name : {"pipe", "null"}) {
            const auto written = writeFileAtomically(directory / name, "content");
            QVERIFY(!written);
            QCOMPARE(written.failure().code, ErrorCode::WriteFailed);
            QCOMPARE(written.failure().actual, std::string("a device, pipe or socket"));
        }
        QVERIFY(fs::is_fifo(directory / "pipe") && fs::is_character_file("/dev/null"));
        QCOMPARE(namesIn(directory.path()), (Names{"pipe", "null"}));
    }

    /// A database cannot be written into a pipe.
    void noTemporaryFileForADevice() {
        const TemporaryDirectory directory;
        fs::create_symlink("/dev/null", directory / "null");
        QCOMPARE(::mkfifo((directory / "pipe").c_str(), 0600), 0);
        for (const char* name : {"null", "pipe"}) {
            const auto file = TemporaryFile::beside(directory / name);
            QVERIFY(!file);
            QCOMPARE(file.failure().code, ErrorCode::WriteFailed);
            QVERIFY(!file.failure().expected.empty());
        }
        QCOMPARE(namesIn(directory.path()), (Names{"null", "pipe"}));
    }

    /// Runs many rounds: a writer used to take another writer's new file for abandoned once in some thousand.
    void manyWritersOneFile() {
        const TemporaryDirectory directory;
        std::vector<std::future<bool>> writers;
        for (const char letter : {'a', 'b', 'c', 'd'}) {
            writers.push_back(std::async(std::launch::async, [&directory, letter] {
                bool sound = true;
                for (int round = 0; round < 100; ++round) {
                    sound = sound && writeFileAtomically(directory / "file", std::string(100'000, letter));
                    const auto content = readFile(directory / "file", 100'000);
                    sound = sound && content && content->size() == 100'000 &&
                            content->find_first_not_of(content->front()) == std::string::npos;
                }
                return sound;
            }));
        }
        for (auto& writer : writers) {
            QVERIFY(writer.get());
        }
        QCOMPARE(namesIn(directory.path()), Names{"file"});
    }

    void readingFails() {
        const TemporaryDirectory directory;
        writeFile(directory / "file", "12345");
        QCOMPARE(readFile(directory / "missing", 10).failure().code, ErrorCode::FileNotFound);
        QCOMPARE(readFile(directory / "file/below", 10).failure().code, ErrorCode::FileNotFound);
        const auto folder = readFile(directory.path(), 10);
        QVERIFY(!folder);
        QCOMPARE(folder.failure().file, directory.path().string());
        QVERIFY(readFile(directory / "file", 5));
        const auto large = readFile(directory / "file", 4);
        QVERIFY(!large);
        QCOMPARE(large.failure().code, ErrorCode::TooLarge);
        QCOMPARE(large.failure().expected, std::string("at most 4 bytes"));
    }

    void readingWithoutPermission() {
        const TemporaryDirectory directory;
        fs::permissions(directory.path(), fs::perms(0755));
        writeFile(directory / "file", "12345");
        fs::permissions(directory / "file", fs::perms(0200));
        const Unprivileged user;
        QCOMPARE(readFile(directory / "file", 10).failure().code, ErrorCode::PermissionDenied);
    }

    void systemErrorsAreTold() {
        const Error missing = systemError("some/file", ENOENT);
        QCOMPARE(missing.code, ErrorCode::FileNotFound);
        QCOMPARE(missing.file, std::string("some/file"));
        QCOMPARE(missing.actual, std::string("No such file or directory"));
        QCOMPARE(systemError("f", ENOTDIR).code, ErrorCode::FileNotFound);
        for (const int error : {EACCES, EPERM, EROFS}) {
            QCOMPARE(systemError("f", error).code, ErrorCode::PermissionDenied);
        }
        for (const int error : {ENOSPC, EIO, EMFILE}) {
            QCOMPARE(systemError("f", error).code, ErrorCode::SystemError);
            QVERIFY(!systemError("f", error).actual.empty());
        }
    }
};

TILELINE_TEST(TestFiles)
#include "test_files.moc"
