// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/childprocess.h"
#include "tests/testmain.h"

#include <QTest>

#include <cerrno>
#include <csignal>
#include <thread>

using namespace tileline;

namespace {

ChildCommand shell(const std::string& script) {
    return {{"sh", "-c", script}};
}

struct Run {
    std::vector<std::string> lines;
    Outcome<ChildEnd> end;
};

Run run(const ChildCommand& command, std::stop_token stop = {}) {
    std::vector<std::string> lines;
    auto end = runChild(
        command,
        [&](std::string_view line) {
            lines.emplace_back(line);
            return true;
        },
        stop);
    return {std::move(lines), std::move(end)};
}

bool isAlive(const std::string& process) {
    const auto pid = static_cast<pid_t>(std::stol(process));
    return ::kill(pid, 0) == 0 || errno != ESRCH;
}

} // namespace

class TestChildProcess : public QObject {
    Q_OBJECT

private slots:
    void linesAndStatus() {
        const Run done = run(shell("echo one; echo; printf last; echo oops >&2; exit 7"));
        QVERIFY(done.end);
        QCOMPARE(done.lines, (std::vector<std::string>{"one", "", "last"}));
        QCOMPARE(done.end->how, ChildEnd::How::Exited);
        QCOMPARE(done.end->status, 7);
        QCOMPARE(done.end->errorTail, std::string("oops\n"));
    }

    void inputIsEmpty() {
        const Run done = run({{"cat"}});
        QVERIFY(done.end);
        QVERIFY(done.lines.empty());
        QCOMPARE(done.end->status, 0);
    }

    void endOfErrorsIsKept() {
        const Run done = run(shell("yes error | head -c 1000000 >&2; echo the end >&2"));
        QVERIFY(done.end);
        QVERIFY(done.end->errorTail.size() <= 8192);
        QVERIFY(done.end->errorTail.ends_with("the end\n"));
    }

    void moreThanAPipeHolds() {
        const Run done = run(shell("yes line | head -n 100000"));
        QVERIFY(done.end);
        QCOMPARE(done.lines.size(), size_t{100000});
    }

    void killedBySignal() {
        const Run done = run(shell("kill -SEGV $$"));
        QVERIFY(done.end);
        QCOMPARE(done.end->how, ChildEnd::How::Signalled);
        QCOMPARE(done.end->status, SIGSEGV);
    }

    void noSuchProgram() {
        const Run done = run({{"/nowhere/python3"}});
        QVERIFY(!done.end);
        QCOMPARE(done.end.failure().error().code, ErrorCode::ExternalTool);
        QCOMPARE(done.end.failure().error().item, std::string("/nowhere/python3"));
    }

    void noPermission() {
        const Run done = run({{"/etc/passwd"}});
        QVERIFY(!done.end);
        QCOMPARE(done.end.failure().error().code, ErrorCode::ExternalTool);
    }

    void signalsHaveTheirDefaults() {
        // The child process must not inherit our handling of SIGPIPE.
        ::signal(SIGPIPE, SIG_IGN);
        const Run done = run(shell("kill -PIPE $$; echo survived"));
        ::signal(SIGPIPE, SIG_DFL);
        QVERIFY(done.end);
        QCOMPARE(done.end->how, ChildEnd::How::Signalled);
        QCOMPARE(done.end->status, SIGPIPE);
    }

    void cancelKillsTheGroup() {
        std::stop_source stop;
        std::vector<std::string> processes;
        const auto end = runChild(
            shell("sleep 1000 & echo $!; echo $$; wait"),
            [&](std::string_view line) {
                processes.emplace_back(line);
                if (processes.size() == 2) {
                    stop.request_stop();
                }
                return true;
            },
            stop.get_token());
        QVERIFY(!end);
        QVERIFY(end.failure().cancelled());
        QCOMPARE(processes.size(), size_t{2});
        for (const std::string& process : processes) {
            QTRY_VERIFY(!isAlive(process));
        }
    }

    void cancelOfAnEndlessWriter() {
        std::stop_source stop;
        size_t lines = 0;
        const auto end = runChild(
            {{"yes"}},
            [&](std::string_view) {
                if (++lines == 1000) {
                    stop.request_stop();
                }
                return true;
            },
            stop.get_token());
        QVERIFY(!end);
        QVERIFY(end.failure().cancelled());
    }

    void silenceIsTakenForAHang() {
        ChildCommand command = shell("echo $$; exec sleep 1000");
        command.silenceLimit = std::chrono::milliseconds(200);
        const Run done = run(command);
        QVERIFY(done.end);
        QCOMPARE(done.end->how, ChildEnd::How::Silent);
        QTRY_VERIFY(!isAlive(done.lines.front()));
    }

    void closedOutputIsSilence() {
        ChildCommand command = shell("exec >&- 2>&-; sleep 1000");
        command.silenceLimit = std::chrono::milliseconds(200);
        const Run done = run(command);
        QVERIFY(done.end);
        QCOMPARE(done.end->how, ChildEnd::How::Silent);
    }

    void rejectedLine() {
        const auto end = runChild({{"yes"}}, [](std::string_view) { return false; });
        QVERIFY(end);
        QCOMPARE(end->how, ChildEnd::How::Rejected);
    }

    void lineWithoutEnd() {
        const Run done = run(shell("yes | tr -d '\\n'"));
        QVERIFY(done.end);
        QCOMPARE(done.end->how, ChildEnd::How::Rejected);
        QCOMPARE(done.lines.front().size(), MaxLine);
    }

    /// A background process that keeps the pipes open does not delay the end.
    void leftoversAreKilled() {
        const Run done = run(shell("sleep 1000 & echo $!"));
        QVERIFY(done.end);
        QCOMPARE(done.end->how, ChildEnd::How::Exited);
        QTRY_VERIFY(!isAlive(done.lines.front()));
    }
};

TILELINE_TEST(TestChildProcess)
#include "test_childprocess.moc"
