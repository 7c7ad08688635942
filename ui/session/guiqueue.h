// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <deque>
#include <functional>
#include <mutex>

namespace tileline {

/// Passes calls from worker threads to the thread in which this object lives. Calls begin in the order in
/// which they were posted, even if a call runs a nested event loop. The destructor drops all waiting calls.
class GuiQueue : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// May be called from any thread, but not after the destructor has begun.
    void post(std::function<void()> call);

protected:
    bool event(QEvent* event) override;

private:
    std::mutex m_mutex;
    std::deque<std::function<void()>> m_calls; ///< guarded by m_mutex; if not empty, an event is pending
};

} // namespace tileline
