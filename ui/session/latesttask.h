// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/guiqueue.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace tileline {

/// Computes a value on the shared WorkerPool, so that the thread of this object is never blocked. The latest
/// request wins:
///
///     run(1)   run(2)   run(3)
///     [1------x         [3----]                 on the pool: 1 is stopped, 2 never begins
///                              deliver(3)       on the thread of this object
///
/// One request runs at a time. The destructor stops the running request and drops all values that have not
/// been delivered. The destructor does not wait: the stopped request ends later, on the pool.
class LatestTask : public QObject {
    Q_OBJECT
public:
    using Call = std::function<void()>;
    /// A function that posts a call to the thread of this object. `work` gets this function as its optional
    /// second parameter. The call runs before the value is delivered. If a newer request exists by then, the
    /// call is dropped.
    using Post = std::function<void(Call)>;

    /// `parent` owns the task. A task of a page must have the page or one of its descendants as `parent`:
    /// DataPage and --render look for tasks with findChildren().
    explicit LatestTask(QObject* parent);
    ~LatestTask() override;

    /// Calls `work(std::stop_token)` or `work(std::stop_token, Post)` on the pool, and then `deliver(value)`
    /// on the thread of this object. `work` must own or share the data that it reads (a ProfilePtr, copies of
    /// settings), and must poll the token. If a stop was requested, the value that `work` returns is dropped.
    template <class Work, class Deliver>
    void run(Work work, Deliver deliver) {
        start([work = std::move(work), deliver = std::move(deliver)](const std::stop_token& stop,
                                                                     const Post& post) mutable -> Call {
            const auto call = [&] {
                if constexpr (std::is_invocable_v<Work&, std::stop_token, const Post&>) {
                    return work(stop, post);
                } else {
                    return work(stop);
                }
            };
            auto value = std::make_shared<decltype(call())>(call());
            return [value, deliver = std::move(deliver)]() mutable { deliver(std::move(*value)); };
        });
    }

    /// Like the other run(), but for work that returns an Outcome. Calls `deliver(value)` or `failed(error)`;
    /// calls neither function if the work was cancelled.
    template <class Work, class Deliver, class Failed>
    void run(Work work, Deliver deliver, Failed failed) {
        run(std::move(work),
            [deliver = std::move(deliver), failed = std::move(failed)](auto outcome) mutable {
                if (outcome) {
                    deliver(*std::move(outcome));
                } else if (!outcome.failure().cancelled()) {
                    failed(outcome.failure().error());
                }
            });
    }
    /// Stops the running request and drops the waiting request. Neither request will deliver a value.
    void cancel();
    /// Like cancel(), but waits until the stopped request has ended. Meant for work that writes files.
    void cancelAndWait();

    /// Whether a request is pending: it was made, but its value has not been delivered.
    bool busy() const { return m_busy; }

signals:
    void busyChanged(bool busy);
    /// Emitted if the work or the delivery of the latest request ran out of memory. If nothing is connected
    /// to this signal, MemoryShortage reports the failure.
    void outOfMemory();

private:
    struct Lane;
    using Job = std::function<Call(const std::stop_token&, const Post&)>;

    void start(Job job);
    void setBusy(bool busy);

    std::stop_source m_stop{std::nostopstate}; ///< stops the latest request
    bool m_busy = false;
    GuiQueue m_calls;
    const std::shared_ptr<Lane> m_lane;
};

} // namespace tileline
