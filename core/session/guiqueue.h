// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <deque>
#include <functional>
#include <mutex>

namespace tileline {

/// Hands calls from worker threads to the thread that this object lives on. They begin in the order in which
/// they were posted, also where a call runs an event loop of its own. Calls that still wait when the object
/// is destroyed are dropped.
class GuiQueue : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// From any thread. Must not be called any more once the destructor has begun.
    void post(std::function<void()> call);

protected:
    bool event(QEvent* event) override;

private:
    std::mutex m_mutex;
    std::deque<std::function<void()>> m_calls; ///< guarded by m_mutex; an event is on its way unless empty
};

} // namespace tileline
