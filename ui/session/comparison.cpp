// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/comparison.h"

#include "ui/session/memoryshortage.h"
#include "ui/session/profilechoice.h"
#include "ui/session/session.h"
#include "ui/session/workerpool.h"

#include <utility>

namespace tileline {

namespace {

/// Reading the other report typically takes this fraction of the total time.
constexpr double ReadingShare = 0.8;

} // namespace

Comparison::Comparison(Session* session)
    : QObject(session)
    , m_session(session) {
    connect(session, &Session::layersChanged, this, &Comparison::follow);
    connect(session, &Session::loadFailed, this, [this] {
        if (std::exchange(m_waiting, false)) {
            end();
        }
    });
    connect(&m_task, &LatestTask::outOfMemory, this,
            [this] { fail(memoryError(m_paths.value(0).toStdString())); });
}

void Comparison::start(const QStringList& paths) {
    m_paths = paths;
    drop();
    m_waiting = m_session->loading();
    if (!m_waiting) {
        run(nullptr);
    }
}

void Comparison::end() {
    m_paths.clear();
    drop();
}

void Comparison::fail(const Error& error) {
    end();
    m_error = error;
    emit changed();
}

void Comparison::drop() {
    m_task.cancel();
    m_error.reset();
    auto former = std::exchange(m_report, nullptr);
    emit changed();
    // Freeing a large profile takes many milliseconds, so a worker does it. By now, no view uses the report.
    WorkerPool::shared().add([former = std::move(former)] {});
}

void Comparison::follow() {
    if (!m_session->profile()) {
        drop();
    } else if (m_report || m_task.busy()) {
        if (m_layers != m_session->layers()) {
            run(m_report ? m_report->study.profile : nullptr);
        }
    } else if (std::exchange(m_waiting, false) || m_session->reloaded() || m_session->restored()) {
        if (!m_paths.isEmpty()) {
            run(nullptr);
        }
    } else if (!m_paths.isEmpty()) {
        end();
    }
}

/// Starts the comparison. `known` is the other report's profile, or null if that must still be read.
void Comparison::run(const ProfilePtr& known) {
    m_layers = m_session->layers();
    m_task.run(
        [this, known, paths = m_paths, open = m_session->study(), options = m_session->options()](
            const std::stop_token& stop, const LatestTask::Post& post) -> Outcome<ComparedReportPtr> {
            // Only posted calls use `this`: on this object's thread, and never after its destruction.
            const auto part = [this, post](double from, double share) {
                return Progress([=, this](Phase phase, double fraction) {
                    post([=, this] { emit progress(phase, from + share * fraction); });
                });
            };
            auto other = known;
            if (!other) {
                const ProfileSource source = TRY(preflight(paths).source);
                other = TRY(loadProfile(source, part(0, ReadingShare), stop));
            }
            auto report = std::make_shared<ComparedReport>();
            report->study = TRY(Study::open(std::move(other), options, stop));
            report->study.path = paths.front().toStdString();
            const Study& study = report->study;
            report->origins = TRY(VariableOrigins::build(study.profile, study.layers, stop));
            report->figures = TRY(compareProfiles(*open.profile, *open.layers, *study.profile, *study.layers,
                                                  part(ReadingShare, 1 - ReadingShare), stop));
            return ComparedReportPtr(std::move(report));
        },
        [this](ComparedReportPtr report) {
            m_report = std::move(report);
            emit changed();
        },
        [this](const Error& error) { fail(error); });
}

} // namespace tileline
