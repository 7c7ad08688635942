// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/guiqueue.h"

#include <QCoreApplication>
#include <QEvent>

#include <utility>

namespace tileline {

void GuiQueue::post(std::function<void()> call) {
    // post() adds calls and events under the mutex, and event() takes them under the same mutex. Qt's own
    // mutexes already order these accesses, but ThreadSanitizer cannot see that in an uninstrumented Qt.
    const std::lock_guard lock(m_mutex);
    m_calls.push_back(std::move(call));
    if (m_calls.size() == 1) {
        QCoreApplication::postEvent(this, new QEvent(QEvent::User));
    }
}

bool GuiQueue::event(QEvent* event) {
    std::function<void()> call;
    {
        std::unique_lock lock(m_mutex);
        if (event->type() != QEvent::User) {
            lock.unlock();
            return QObject::event(event);
        }
        call = std::move(m_calls.front());
        m_calls.pop_front();
        // The next event is posted before the call, because the call may destroy this object. Also, the call
        // may run a nested event loop, which must be able to begin the next call.
        if (!m_calls.empty()) {
            QCoreApplication::postEvent(this, new QEvent(QEvent::User));
        }
    }
    call();
    return true;
}

} // namespace tileline
