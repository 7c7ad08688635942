// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/window/timedapplication.h"

#include <QMetaEnum>

#include <chrono>

namespace tileline::benchmarks {

bool TimedApplication::notify(QObject* receiver, QEvent* event) {
    if (m_depth > 0) {
        return QApplication::notify(receiver, event);
    }
    // The receiver and the event may be gone afterwards.
    const char* const receiverClass = receiver->metaObject()->className();
    const char* const type = QMetaEnum::fromType<QEvent::Type>().valueToKey(event->type());
    ++m_depth;
    const auto begin = std::chrono::steady_clock::now();
    const bool handled = QApplication::notify(receiver, event);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    --m_depth;
    m_times.push_back({took.count(), std::string(type ? type : "event") + " of " + receiverClass});
    return handled;
}

} // namespace tileline::benchmarks
