// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/childprocess.h"

#include "core/base/uniquefd.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace tileline {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int PollMilliseconds = 20;
constexpr size_t ErrorTailBytes = 4096;
/// Maximum number of bytes to read from a pipe at a time, so that a stop request is noticed even if the
/// program never stops writing.
constexpr size_t ReadAtATime = 256 * 1024;

struct Pipe {
    UniqueFd read;
    UniqueFd write;
};

std::optional<Pipe> makePipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return std::nullopt;
    }
    Pipe pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
    ::fcntl(pipe.read.get(), F_SETFL, O_NONBLOCK);
    return pipe;
}

/// The file descriptors that posix_spawn gives the program.
class FileActions {
public:
    FileActions(int standardOutput, int standardError) {
        ::posix_spawn_file_actions_init(&m_actions);
        ::posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_adddup2(&m_actions, standardOutput, STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&m_actions, standardError, STDERR_FILENO);
    }
    ~FileActions() { ::posix_spawn_file_actions_destroy(&m_actions); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
    const posix_spawn_file_actions_t* get() const { return &m_actions; }

private:
    posix_spawn_file_actions_t m_actions{};
};

/// The process group and signals that posix_spawn gives the program: its own group, and no signal blocked or
/// ignored.
class SpawnAttributes {
public:
    SpawnAttributes() {
        ::posix_spawnattr_init(&m_attributes);
        sigset_t none;
        sigset_t defaults;
        ::sigemptyset(&none);
        ::sigemptyset(&defaults);
        for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) {
            ::sigaddset(&defaults, number);
        }
        ::posix_spawnattr_setsigmask(&m_attributes, &none);
        ::posix_spawnattr_setsigdefault(&m_attributes, &defaults);
        ::posix_spawnattr_setpgroup(&m_attributes, 0);
        ::posix_spawnattr_setflags(&m_attributes,
                                   POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnAttributes() { ::posix_spawnattr_destroy(&m_attributes); }
    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;
    const posix_spawnattr_t* get() const { return &m_attributes; }

private:
    posix_spawnattr_t m_attributes{};
};

Error cannotStart(const ChildCommand& command, int error) {
    return {ErrorCode::ExternalTool,
            {},
            command.arguments.front(),
            "a program that can be started",
            std::generic_category().message(error)};
}

/// Splits the output into lines and passes them to the handler.
class LineSplitter {
public:
    explicit LineSplitter(const LineHandler& handler)
        : m_handler(handler) {}

    /// False if a line was not accepted or is too long.
    bool take(std::string_view text) {
        for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
            m_line.append(text.substr(0, end));
            text.remove_prefix(end + 1);
            if (m_line.size() > MaxLine || !m_handler(m_line)) {
                return false;
            }
            ++m_lines;
            m_line.clear();
        }
        m_line.append(text);
        if (m_line.size() > MaxLine) {
            // The handler needs the beginning of the line for the error message.
            m_handler(std::string_view(m_line).substr(0, MaxLine));
            return false;
        }
        return true;
    }
    /// Handles the end of the output. The last line may lack a line feed.
    bool finish() { return m_line.empty() || m_handler(m_line); }
    size_t lines() const { return m_lines; }

private:
    const LineHandler& m_handler;
    std::string m_line;
    size_t m_lines = 0;
};

/// One run of a program. The destructor kills the program and its children if they still run.
class ChildRun {
public:
    ChildRun(const ChildCommand& command, const LineHandler& onLine)
        : m_command(command)
        , m_lines(onLine) {}
    ~ChildRun() {
        if (m_pid > 0) {
            killGroup();
            reap(Clock::now() + GraceForKilled);
        }
    }
    ChildRun(const ChildRun&) = delete;
    ChildRun& operator=(const ChildRun&) = delete;

    Result<Done> start();
    Outcome<ChildEnd> follow(const std::stop_token& stop);

private:
    /// How long to wait for a killed process. A process that is stuck in the kernel, or that frees much
    /// memory, may take longer. It then remains in the process table until this program ends.
    static constexpr std::chrono::milliseconds GraceForKilled{50};

    void waitForOutput();
    bool readOutput();
    void readErrors();
    bool ended() const;
    void killGroup() const { ::kill(-m_pid, SIGKILL); }
    std::optional<int> reap(Clock::time_point deadline);
    ChildEnd finish();
    ChildEnd end(ChildEnd::How how, int status) { return {how, status, m_errorTail}; }

    const ChildCommand& m_command;
    LineSplitter m_lines;
    pid_t m_pid = -1;
    UniqueFd m_output;
    UniqueFd m_errors;
    std::string m_errorTail;
};

Result<Done> ChildRun::start() {
    std::optional<Pipe> output = makePipe();
    std::optional<Pipe> errors = makePipe();
    if (!output || !errors) {
        return cannotStart(m_command, errno);
    }
    std::vector<char*> arguments;
    for (const std::string& argument : m_command.arguments) {
        arguments.push_back(const_cast<char*>(argument.c_str())); // NOLINT: the interface of exec
    }
    arguments.push_back(nullptr);
    const FileActions actions(output->write.get(), errors->write.get());
    const SpawnAttributes attributes;
    const int error =
        ::posix_spawnp(&m_pid, arguments.front(), actions.get(), attributes.get(), arguments.data(), environ);
    if (error != 0) {
        m_pid = -1;
        return cannotStart(m_command, error);
    }
    m_output = std::move(output->read);
    m_errors = std::move(errors->read);
    return Done{};
}

void ChildRun::waitForOutput() {
    // A closed descriptor is -1 here, which poll skips.
    std::array<pollfd, 2> watched{pollfd{m_output.get(), POLLIN, 0}, pollfd{m_errors.get(), POLLIN, 0}};
    ::poll(watched.data(), watched.size(), PollMilliseconds);
}

/// Reads the available bytes of a pipe, about ReadAtATime at most, and closes the pipe at its end. `take`
/// returns false to stop reading.
template <class Take>
bool drain(UniqueFd& pipe, const Take& take) {
    std::array<char, 16 * 1024> buffer{};
    for (size_t total = 0; pipe && total < ReadAtATime;) {
        const ssize_t got = ::read(pipe.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0 && errno == EAGAIN) {
            return true;
        }
        if (got <= 0) {
            pipe.reset();
            return true;
        }
        total += static_cast<size_t>(got);
        if (!take(std::string_view(buffer.data(), static_cast<size_t>(got)))) {
            return false;
        }
    }
    return true;
}

bool ChildRun::readOutput() {
    return drain(m_output, [&](std::string_view text) { return m_lines.take(text); });
}

void ChildRun::readErrors() {
    drain(m_errors, [&](std::string_view text) {
        m_errorTail += text;
        if (m_errorTail.size() > 2 * ErrorTailBytes) {
            m_errorTail.erase(0, m_errorTail.size() - ErrorTailBytes);
        }
        return true;
    });
}

bool ChildRun::ended() const {
    // WNOWAIT leaves the process in the process table, so that its ID still identifies the group.
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == m_pid;
}

std::optional<int> ChildRun::reap(Clock::time_point deadline) {
    int status = 0;
    pid_t got = 0;
    while ((got = ::waitpid(m_pid, &status, WNOHANG)) == 0 && Clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    m_pid = -1;
    return got > 0 ? std::optional(status) : std::nullopt;
}

ChildEnd ChildRun::finish() {
    killGroup();
    const std::optional<int> status = reap(Clock::now() + GraceForKilled);
    const bool accepted = readOutput() && m_lines.finish();
    readErrors();
    if (!accepted) {
        return end(ChildEnd::How::Rejected, 0);
    }
    if (status && WIFSIGNALED(*status)) {
        return end(ChildEnd::How::Signalled, WTERMSIG(*status));
    }
    return end(ChildEnd::How::Exited, status ? WEXITSTATUS(*status) : 0);
}

Outcome<ChildEnd> ChildRun::follow(const std::stop_token& stop) {
    Clock::time_point lastLine = Clock::now();
    size_t lines = 0;
    for (;;) {
        waitForOutput();
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        if (!readOutput()) {
            readErrors();
            return end(ChildEnd::How::Rejected, 0);
        }
        readErrors();
        if (ended()) {
            return finish();
        }
        if (m_lines.lines() != lines) {
            lines = m_lines.lines();
            lastLine = Clock::now();
        }
        if (m_command.silenceLimit.count() > 0 && Clock::now() - lastLine > m_command.silenceLimit) {
            return end(ChildEnd::How::Silent, 0);
        }
        if (!m_output && !m_errors) {
            // The program has closed both pipes, so there is nothing to poll, but it still runs.
            std::this_thread::sleep_for(std::chrono::milliseconds(PollMilliseconds));
        }
    }
}

} // namespace

Outcome<ChildEnd> runChild(const ChildCommand& command, const LineHandler& onLine, std::stop_token stop) {
    ChildRun run(command, onLine);
    TRY(run.start());
    return run.follow(stop);
}

} // namespace tileline
