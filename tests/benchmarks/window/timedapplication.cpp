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
    return time(std::string(type ? type : "event") + " of " + receiverClass,
                [&] { return QApplication::notify(receiver, event); });
}

bool TimedApplication::time(const std::string& what, const std::function<bool()>& work) {
    ++m_depth;
    const double busyBefore = threadMilliseconds();
    const auto begin = std::chrono::steady_clock::now();
    const bool result = work();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    m_times.push_back({took.count(), threadMilliseconds() - busyBefore, what + ", " + place()});
    --m_depth;
    return result;
}

} // namespace tileline::benchmarks
