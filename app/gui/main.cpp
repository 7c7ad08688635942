// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/arguments.h"
#include "core/base/parallel.h"
#include "ui/mainwindow.h"
#include "ui/preferences/preferences.h"
#include "ui/session/memoryshortage.h"
#include "ui/shutdown.h"
#include "ui/text/translations.h"

#include <QApplication>
#include <QSemaphore>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

namespace {

/// The application drops an event if there is too little memory to handle it, for example to draw a very
/// large picture. It then continues, so that the user's plan is not lost.
class Application : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        try {
            return QApplication::notify(receiver, event);
        } catch (const std::bad_alloc&) {
            tileline::MemoryShortage::report();
            return false;
        }
    }
};

/// Starts the threads of Qt's pool, which then keeps them. Qt fills large areas in these threads, and waits
/// forever for one that the system refuses to start. Throws ThreadShortage if not even one can be started.
void startThreadsOfQt() {
    constexpr int MaxThreads = 4;
    constexpr int PatienceMs = 10'000;
    QThreadPool& pool = *QThreadPool::globalInstance();
    pool.setExpiryTimeout(-1);
    static QSemaphore started;
    static QSemaphore finish;
    const int wanted = std::clamp(QThread::idealThreadCount(), 1, MaxThreads);
    int threads = 0;
    try {
        for (; threads < wanted; ++threads) {
            tileline::startThread([](const std::stop_token&) {}).join(); // throws, which the pool does not
            pool.setMaxThreadCount(threads + 1);
            pool.start([] {
                started.release();
                finish.acquire(); // so that the pool does not give the next task to this thread
            });
            if (!started.tryAcquire(1, PatienceMs)) {
                throw tileline::ThreadShortage();
            }
        }
    } catch (const tileline::ThreadShortage&) {
        if (threads == 0) {
            throw;
        }
    }
    finish.release(wanted);
}

int openWindows(const tileline::Arguments& arguments) {
    tileline::Shutdown shutdown;
    tileline::applyTheme(arguments.theme.value_or(tileline::preferences::theme()));
    QStringList paths = arguments.paths;
    bool first = true;
    do {
        auto* const window = tileline::MainWindow::newWindow();
        if (!paths.isEmpty()) {
            window->open({paths.takeFirst()});
            if (!arguments.compared.isEmpty()) {
                window->compareWith(arguments.compared);
            }
        }
        if (std::exchange(first, false)) {
            // offerRecovery() runs in the event loop, so that SIGTERM can also close its message box.
            QMetaObject::invokeMethod(window, &tileline::MainWindow::offerRecovery, Qt::QueuedConnection);
        }
    } while (!paths.isEmpty());
    return shutdown.exec();
}

} // namespace

int main(int argc, char* argv[]) {
    if (tileline::needsNoDisplay(argc, argv)) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    // SIGXFSZ would end the program when a file grows too large. Ignoring the signal makes the write fail
    // instead.
    (void)std::signal(SIGXFSZ, SIG_IGN);
    const Application application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Tileline"));
    QApplication::setOrganizationName(QStringLiteral("Tileline"));
    QApplication::setApplicationVersion(QStringLiteral(TILELINE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.tileline.Tileline"));
    tileline::installTranslations();
    tileline::setByteUnit(tileline::preferences::byteUnit());
    const tileline::Arguments arguments = tileline::parseArguments(QApplication::arguments());
    if (arguments.exitStatus) {
        return *arguments.exitStatus;
    }
    try {
        startThreadsOfQt();
        return arguments.pictures.empty() ? openWindows(arguments) : tileline::renderPictures(arguments);
    } catch (const std::bad_alloc& error) { // also thrown if no thread can be started
        std::fprintf(stderr, "error: no window can be opened: %s\n", error.what());
        std::_Exit(tileline::ExitBadInput); // Qt cannot always destroy what it has made in part
    }
}
