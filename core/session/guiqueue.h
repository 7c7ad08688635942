// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <mutex>
#include <vector>

namespace tileline {

/// Hands calls from worker threads to the thread that this object lives on, in the order they were posted.
/// The calls travel under a mutex of its own; the event loop is only woken, once per batch. What is still
/// waiting when the object goes is dropped without being called.
class GuiQueue : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// From any thread. Must not be called any more once the destructor has begun: join the workers first.
    void post(std::function<void()> call);

protected:
    bool event(QEvent* event) override;

private:
    std::mutex m_mutex;
    std::vector<std::function<void()>> m_calls; ///< guarded by m_mutex
    bool m_woken = false;                       ///< guarded by m_mutex: an event is on its way
};

} // namespace tileline
