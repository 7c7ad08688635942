// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <string>
#include <vector>

namespace tileline::benchmarks {

/// How long one event kept the thread of the window, and what it was.
struct EventTime {
    double milliseconds = 0;
    double busyMilliseconds = 0; ///< of the processor; the rest, other threads had it
    std::string what;            ///< type of the event and class of its receiver
};

/// Times every event from its delivery to the return from it, with all that is delivered meanwhile: a
/// painting window paints all its widgets in one event.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;
    /// What was timed since the last call.
    std::vector<EventTime> take() { return std::exchange(m_times, {}); }

private:
    int m_depth = 0;
    std::vector<EventTime> m_times;
};

} // namespace tileline::benchmarks
