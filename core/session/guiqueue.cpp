// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/guiqueue.h"

#include <QCoreApplication>
#include <QEvent>

#include <utility>

namespace tileline {

namespace {

QEvent::Type wakeType() {
    static const int type = QEvent::registerEventType();
    return static_cast<QEvent::Type>(type);
}

} // namespace

void GuiQueue::post(std::function<void()> call) {
    // The calls and the events are made under the mutex, which event() takes before it looks at them: what
    // Qt's own mutexes order is unknown to ThreadSanitizer, as Qt is not built with it.
    const std::lock_guard lock(m_mutex);
    m_calls.push_back(std::move(call));
    if (m_calls.size() == 1) {
        QCoreApplication::postEvent(this, new QEvent(wakeType()));
    }
}

bool GuiQueue::event(QEvent* event) {
    std::function<void()> call;
    {
        std::unique_lock lock(m_mutex);
        if (event->type() != wakeType()) {
            lock.unlock();
            return QObject::event(event);
        }
        call = std::move(m_calls.front());
        m_calls.pop_front();
        // Before the call: it may run a nested event loop, which goes on with the next one, or destroy this.
        if (!m_calls.empty()) {
            QCoreApplication::postEvent(this, new QEvent(wakeType()));
        }
    }
    call();
    return true;
}

} // namespace tileline
