// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include "ui/session/documentloader.h"
#include "ui/session/memoryshortage.h"
#include "ui/session/workerpool.h"

#include <chrono>
#include <thread>
#include <utility>

namespace tileline {

namespace {

/// Waits until a profile is freed, because work that was just stopped may still hold it. Gives up after half
/// a second.
void waitForEnd(const std::weak_ptr<const Profile>& former, const std::stop_token& stop) {
    constexpr auto Patience = std::chrono::milliseconds(500);
    const auto giveUp = std::chrono::steady_clock::now() + Patience;
    while (!former.expired() && !stop.stop_requested() && std::chrono::steady_clock::now() < giveUp) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

/// Frees a document on the pool, because this takes many milliseconds for a large one. The views must have
/// released the document before; otherwise the last view would free it on its own thread.
void freeOnPool(Document document) {
    WorkerPool::shared().add([document = std::move(document)] {});
}

/// The callback runs on a worker thread. It uses `session` only in the calls that it posts to the GUI thread.
Progress::Callback progressTo(Session* session, const LatestTask::Post& post) {
    return [session, post](Phase phase, double fraction) {
        post([session, phase, fraction] { emit session->loadProgress(phase, fraction); });
    };
}

std::vector<std::filesystem::path> toPaths(const QStringList& paths) {
    std::vector<std::filesystem::path> result;
    for (const QString& path : paths) {
        result.emplace_back(path.toStdString());
    }
    return result;
}

} // namespace

Session::Session(QObject* parent)
    : QObject(parent)
    , m_scheduler(partitionEvents()) {
    connect(&m_loading, &LatestTask::busyChanged, this, &Session::reportJob);
    connect(&m_loading, &LatestTask::outOfMemory, this, [this] {
        const Error error = memoryError(m_loadingPaths.value(0).toStdString());
        m_loadingPaths.isEmpty() ? layersDone(error, {}, {}, {}) : fail(error);
    });
}

Session::~Session() = default;

void Session::open(const QStringList& paths) {
    if (!paths.isEmpty()) {
        if (m_state == State::Failed) {
            m_previous.reset();
        }
        beginOpening(paths, false);
    }
}

void Session::reload() {
    if (!loading() && (m_document || canRetryReload())) {
        beginOpening(m_document ? m_paths : m_previous->paths, true);
    }
}

void Session::beginOpening(const QStringList& paths, bool again) {
    m_reopening = false;
    m_restored = false;
    m_reloading = again;
    m_reloaded = false;
    m_lastError.reset();
    startLoad(paths);
}

void Session::startLoad(const QStringList& paths) {
    m_loadingPaths = paths;
    m_loading.run([from = toPaths(paths)](const std::stop_token&) { return preflight(from); },
                  [this](const Preflight& found) { preflightDone(found); });
    reportJob();
    if (!m_document) {
        setState(State::Loading);
    }
}

void Session::preflightDone(const Preflight& found) {
    if (!found.choices.empty()) {
        askForChoice(found.choices);
        return;
    }
    if (!found.source) {
        fail(found.source.failure());
        return;
    }
    if (m_document) {
        Layers names;
        names.names = m_document.layers->names;
        m_previous = PreviousDocument{m_paths, m_options, m_setting, m_plan, std::move(names)};
        release();
        setState(State::Loading);
        // A view may have reacted by opening another profile or by closing this one.
        if (m_loading.busy() || m_loadingPaths.isEmpty()) {
            return;
        }
    }
    read(*found.source);
}

void Session::askForChoice(const std::vector<ProfileChoice>& choices) {
    const QStringList directory = m_loadingPaths;
    setLoading({});
    if (!m_document) {
        setState(State::Empty);
    }
    emit choiceNeeded(directory.first(), choices);
}

void Session::read(const ProfileSource& source) {
    const bool again = m_reopening || m_reloading;
    m_loading.run(
        [session = this, source, options = again ? m_previous->options : m_options,
         setting = again ? m_previous->setting : m_setting,
         former = m_former](const std::stop_token& stop, const LatestTask::Post& post) {
            waitForEnd(former, stop);
            return loadDocument(source, options, setting, progressTo(session, post), stop);
        },
        [this](Outcome<Document> outcome) { readDone(std::move(outcome)); });
}

void Session::readDone(Outcome<Document> outcome) {
    if (!outcome) {
        if (!outcome.failure().cancelled()) {
            fail(outcome.failure().error());
        }
        return;
    }
    m_document = *std::move(outcome);
    m_paths = std::exchange(m_loadingPaths, {});
    m_restored = std::exchange(m_reopening, false);
    m_reloaded = std::exchange(m_reloading, false);
    if (m_restored || m_reloaded) {
        m_plan = m_previous->plan.remapped(m_previous->names, *m_document.layers);
        m_options = m_previous->options;
        m_setting = m_previous->setting;
    } else {
        m_plan = Plan::initial(*m_document.profile, *m_document.layers);
    }
    m_previous.reset();
    startPartition();
    reportJob();
    setState(State::Ready);
    emit profileChanged();
    emit layersChanged();
    emit planChanged();
    if (m_document && (m_result || !m_document.estimator)) {
        beginSelfChecks();
    }
}

void Session::fail(const Error& failure) {
    m_lastError = failure;
    setLoading({});
    // If a reload fails, there is nothing else to read.
    if (!m_document && (m_reloading || !reopen())) {
        setState(State::Failed);
    }
    emit loadFailed(failure);
}

bool Session::reopen() {
    if (!m_previous || m_reopening) {
        m_previous.reset();
        m_reopening = false;
        return false;
    }
    m_reopening = true;
    startLoad(m_previous->paths);
    return true;
}

void Session::cancel() {
    m_scheduler.cancelSolve();
    m_loading.cancel();
    if (m_loadingPaths.isEmpty()) {
        return;
    }
    setLoading({});
    if (!m_document && !reopen()) {
        setState(State::Empty);
    }
    emit loadCancelled();
}

void Session::close() {
    m_loading.cancel();
    m_previous.reset();
    m_reopening = false;
    m_restored = false;
    m_reloading = false;
    m_reloaded = false;
    m_lastError.reset();
    setLoading({});
    release();
    setState(State::Empty);
}

/// Releases the open document, if there is one.
void Session::release() {
    if (!m_document) {
        return;
    }
    m_former = m_document.profile;
    m_checking.cancel();
    m_checksBegun = false;
    m_selfChecks.reset();
    Document old = replaceDocument({});
    m_paths.clear();
    m_plan = Plan();
    m_options = {}; // they belong to the plan
    m_setting = {};
    emit profileChanged();
    emit layersChanged();
    emit planChanged();
    freeOnPool(std::move(old));
}

/// Returns the former document.
Document Session::replaceDocument(Document next) {
    m_partitioning = m_scheduler.setDocument(nullptr, nullptr);
    m_result.reset();
    m_optimum.reset();
    m_layerEstimates.reset();
    m_tableFraction = 0;
    return std::exchange(m_document, std::move(next));
}

void Session::setState(State newState) {
    if (m_state != newState) {
        m_state = newState;
        emit stateChanged(newState);
    }
}

void Session::setLoading(const QStringList& paths) {
    m_loadingPaths = paths;
    reportJob();
}

void Session::setOptions(const LayerOptions& options, const SettingOptions& setting,
                         const std::optional<Plan>& plan) {
    if (!m_document) {
        if (m_loadingPaths.isEmpty()) {
            m_options = options;
            m_setting = setting;
        }
        return;
    }
    if (!m_loadingPaths.isEmpty()) {
        return;
    }
    const bool sameEntries = m_document.estimator && options == m_options && setting.traits().pipeline &&
                             haveSameEntries(setting, m_setting);
    m_loading.run(
        [session = this, options, setting, sameEntries, document = m_document](const std::stop_token& stop,
                                                                               const LatestTask::Post& post) {
            return sameEntries
                       ? withOptions(document, setting.pipeline, stop)
                       : makeDocument(document.profile, options, setting, progressTo(session, post), stop);
        },
        [this, options, setting, plan](Outcome<Document> outcome) {
            layersDone(std::move(outcome), options, setting, plan);
        });
}

void Session::layersDone(Outcome<Document> outcome, const LayerOptions& options,
                         const SettingOptions& setting, const std::optional<Plan>& plan) {
    if (!outcome) {
        if (!outcome.failure().cancelled()) {
            m_lastError = outcome.failure().error();
            emit layerOptionsFailed(*m_lastError);
        }
        return;
    }
    const bool planFits = plan && plan->layerCount() == outcome->layers->count();
    m_plan = planFits ? *plan : m_plan.remapped(*m_document.layers, *outcome->layers);
    m_options = options;
    m_setting = setting;
    Document old = replaceDocument(*std::move(outcome));
    startPartition();
    emit layersChanged();
    emit planChanged();
    freeOnPool(std::move(old));
}

} // namespace tileline
