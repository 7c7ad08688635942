// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <functional>
#include <string>
#include <vector>

namespace tileline::benchmarks {

/// Processor time of the calling thread.
double threadMilliseconds();

/// How long one event blocked the window's thread, and a description of the event.
struct EventTime {
    double milliseconds = 0;
    double busyMilliseconds = 0; ///< processor time; during the rest, other threads ran
    std::string what;            ///< type of the event, class of its receiver, and the page
};

/// Times every event from its delivery until the handler returns, including all events that are delivered in
/// between. A window that paints itself paints all its widgets in one event.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;

    /// What is written after the description of each event: the page that a scene uses.
    static std::string& place() {
        static std::string name;
        return name;
    }

    bool notify(QObject* receiver, QEvent* event) override;
    /// Times a call as if an event of the user had made it, such as a click on a tab.
    template <class Work>
    static void act(const Work& work) {
        static_cast<TimedApplication*>(instance())->time("act", [&] {
            work();
            return true;
        });
    }
    /// The events that were timed since the last call.
    std::vector<EventTime> take() { return std::exchange(m_times, {}); }

private:
    bool time(const std::string& what, const std::function<bool()>& work);

    int m_depth = 0;
    std::vector<EventTime> m_times;
};

} // namespace tileline::benchmarks
