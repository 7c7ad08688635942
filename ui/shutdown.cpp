// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shutdown.h"

#include "core/base/errortext.h"
#include "ui/mainwindow.h"

#include <QApplication>
#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace tileline {

namespace {

constexpr int EndingSignals[] = {SIGTERM, SIGHUP, SIGINT};
int signalPipe[2] = {-1, -1};
volatile std::sig_atomic_t signalReceived = 0;

void onEndingSignal(int signal) {
    if (signalReceived != 0) {
        ::_exit(128 + signal);
    }
    signalReceived = signal;
    const int before = errno;
    (void)!::write(signalPipe[1], "", 1);
    errno = before;
}

QList<MainWindow*> allWindows() {
    QList<MainWindow*> windows;
    for (QWidget* const widget : QApplication::topLevelWidgets()) {
        if (auto* const window = qobject_cast<MainWindow*>(widget)) {
            windows += window;
        }
    }
    return windows;
}

void keepAllChanges() {
    for (MainWindow* const window : allWindows()) {
        const auto kept = window->document()->keepChanges();
        if (!kept) {
            std::fprintf(stderr, "error: %s\n", describe(kept.failure()).c_str());
        }
    }
}

} // namespace

Shutdown::Shutdown() {
    connect(qApp, &QGuiApplication::commitDataRequest, this, keepAllChanges, Qt::DirectConnection);
    if (::pipe2(signalPipe, O_CLOEXEC | O_NONBLOCK) != 0) {
        return;
    }
    auto* const notifier = new QSocketNotifier(signalPipe[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, &Shutdown::onSignal);
    for (const int signal : EndingSignals) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
            action = {};
            action.sa_handler = onEndingSignal;
            action.sa_flags = SA_RESTART;
            ::sigaction(signal, &action, nullptr);
        }
    }
}

Shutdown::~Shutdown() {
    for (const int signal : EndingSignals) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == onEndingSignal) {
            (void)std::signal(signal, SIG_DFL);
        }
    }
    for (int& end : signalPipe) {
        ::close(std::exchange(end, -1));
    }
    signalReceived = 0;
}

int Shutdown::exec() {
    const int status = QApplication::exec();
    if (signalReceived != 0) {
        // Closing the open dialogs may have changed plans after onSignal() kept the changes.
        keepAllChanges();
        qDeleteAll(allWindows());
    }
    return status;
}

void Shutdown::onSignal() {
    char byte = 0;
    (void)!::read(signalPipe[0], &byte, 1);
    keepAllChanges();
    QCoreApplication::exit(128 + static_cast<int>(signalReceived));
}

} // namespace tileline
