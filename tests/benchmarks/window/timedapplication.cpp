// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/window/timedapplication.h"

#include <QMetaEnum>

#include <chrono>
#include <ctime>

namespace tileline::benchmarks {

double threadMilliseconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

bool TimedApplication::notify(QObject* receiver, QEvent* event) {
    if (m_depth > 0) {
        return QApplication::notify(receiver, event);
    }
    // Read now, because the receiver and the event may be deleted by the call.
    const char* const receiverClass = receiver->metaObject()->className();
    const char* const type = QMetaEnum::fromType<QEvent::Type>().valueToKey(event->type());
    ++m_depth;
    const double busyBefore = threadMilliseconds();
    const auto begin = std::chrono::steady_clock::now();
    const bool handled = QApplication::notify(receiver, event);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    --m_depth;
    m_times.push_back({took.count(), threadMilliseconds() - busyBefore,
                       std::string(type ? type : "event") + " of " + receiverClass + ", " + place()});
    return handled;
}

} // namespace tileline::benchmarks
