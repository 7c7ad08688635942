// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/guiqueue.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>

#include <utility>

namespace tileline {

namespace {

QEvent::Type wakeType() {
    static const int type = QEvent::registerEventType();
    return static_cast<QEvent::Type>(type);
}

} // namespace

void GuiQueue::post(std::function<void()> call) {
    bool wake = false;
    {
        const std::lock_guard lock(m_mutex);
        m_calls.push_back(std::move(call));
        wake = !std::exchange(m_woken, true);
    }
    if (wake) {
        QCoreApplication::postEvent(this, new QEvent(wakeType()));
    }
}

bool GuiQueue::event(QEvent* event) {
    if (event->type() != wakeType()) {
        return QObject::event(event);
    }
    std::vector<std::function<void()>> calls;
    {
        const std::lock_guard lock(m_mutex);
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
