// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/guiqueue.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>

#include <memory>
#include <utility>

namespace tileline {

namespace {

QEvent::Type wakeType() {
    static const int type = QEvent::registerEventType();
    return static_cast<QEvent::Type>(type);
}

} // namespace

void GuiQueue::post(std::function<void()> call) {
    // Made under the mutex, which event() takes before it looks at it: what Qt's own mutexes order is unknown
    // to ThreadSanitizer, as Qt is not built with it.
    std::unique_ptr<QEvent> wake;
    {
        const std::lock_guard lock(m_mutex);
        m_calls.push_back(std::move(call));
        if (!std::exchange(m_woken, true)) {
            wake = std::make_unique<QEvent>(wakeType());
        }
    }
    if (wake) {
        QCoreApplication::postEvent(this, wake.release());
    }
}

bool GuiQueue::event(QEvent* event) {
    std::vector<std::function<void()>> calls;
    {
        std::unique_lock lock(m_mutex);
        if (event->type() != wakeType()) {
            lock.unlock();
            return QObject::event(event);
        }
        calls.swap(m_calls);
        m_woken = false;
    }
    // A call may run a nested event loop in which this object is destroyed.
    const QPointer<GuiQueue> self(this);
    for (const auto& call : calls) {
        call();
        if (!self) {
            break;
        }
    }
    return true;
}

} // namespace tileline
