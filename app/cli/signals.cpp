// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/signals.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace tileline::cli {

namespace {

constexpr int Caught[] = {SIGINT, SIGTERM, SIGHUP};
int pipeEnds[2] = {-1, -1};
/// After a signal, the program waits this many milliseconds for the command to end, and then exits. A slower
/// command is probably waiting for something, such as the reader of its output.
constexpr int Patience = 150;

void forward(int signal) {
    const int before = errno;
    const auto number = static_cast<unsigned char>(signal);
    (void)!::write(pipeEnds[1], &number, 1);
    errno = before;
}

void setHandler(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
}

} // namespace

Signals::Signals() {
    setHandler(SIGPIPE, SIG_DFL);
    setHandler(SIGXFSZ, SIG_IGN);
    if (::pipe2(pipeEnds, O_CLOEXEC) != 0) {
        return;
    }
    m_watcher = std::jthread([this] { watch(); });
    for (const int signal : Caught) {
        setHandler(signal, forward);
    }
}

Signals::~Signals() {
    for (const int signal : Caught) {
        setHandler(signal, SIG_DFL);
    }
    ::close(pipeEnds[1]);
    if (m_watcher.joinable()) {
        m_watcher.join();
    }
    ::close(pipeEnds[0]);
}

void Signals::watch() {
    unsigned char signal = 0;
    // The loop ends when the write end of the pipe is closed.
    while (::read(pipeEnds[0], &signal, 1) == 1) {
        if (m_received != 0) {
            ::_exit(128 + signal);
        }
        m_received = signal;
        m_stop.request_stop();
        pollfd end{pipeEnds[0], POLLIN, 0};
        if (::poll(&end, 1, Patience) == 0) {
            ::_exit(128 + signal);
        }
    }
}

} // namespace tileline::cli
