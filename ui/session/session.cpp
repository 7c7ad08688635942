// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include "core/profile/reading/profileloader.h"
#include "ui/session/memoryshortage.h"
#include "ui/session/workerpool.h"

#include <chrono>
#include <thread>
#include <utility>

namespace tileline {

namespace {

/// Loading a profile typically takes LoadShare of the total time, and finding layers LayersShare of the rest.
constexpr double LoadShare = 0.8;
constexpr double LayersShare = 0.05;

Progress part(const Progress::Callback& whole, double from, double share) {
    return Progress(
        [&whole, from, share](Phase phase, double fraction) { whole(phase, from + share * fraction); });
}

/// Opens a study with all that plans need. `done` is the fraction of the whole job that is already complete.
Outcome<Study> openStudy(ProfilePtr profile, const StudyOptions& options, const Progress::Callback& progress,
                         double done, const std::stop_token& stop) {
    progress(Phase::Layers, done);
    Study study = TRY(Study::open(std::move(profile), options, stop));
    // Plans can be made only for a model that is compiled for one IPU. Reports of other models are only
    // shown.
    if (!study.profile->target.hasSeveralIpus() &&
        StageEstimator::checkPossible(*study.profile, options.setting.setting)) {
        const double left = 1 - done;
        TRY(study.addFigures(stop));
        TRY(study.addEstimator(*WorkerPool::loopWorkers(),
                               part(progress, done + LayersShare * left, (1 - LayersShare) * left), stop));
    }
    return study;
}

/// Waits, for at most half a second, until a profile has been freed. Work that is stopping may still use it.
void waitForEnd(const std::weak_ptr<const Profile>& former, const std::stop_token& stop) {
    constexpr auto Patience = std::chrono::milliseconds(500);
    const auto giveUp = std::chrono::steady_clock::now() + Patience;
    while (!former.expired() && !stop.stop_requested() && std::chrono::steady_clock::now() < giveUp) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

/// Frees a study on the pool, because freeing a large study takes many milliseconds. All views must already
/// have released the study; otherwise, the last view would free it on the GUI thread.
void freeOnPool(Study study) {
    WorkerPool::shared().add([study = std::move(study)] {});
}

/// The callback to which a worker tells its progress. Uses `session` only on the GUI thread.
Progress::Callback progressTo(Session* session, const LatestTask::Post& post) {
    return [session, post](Phase phase, double fraction) {
        post([session, phase, fraction] { emit session->loadProgress(phase, fraction); });
    };
}

} // namespace

Session::Session()
    : m_scheduler(partitionEvents()) {
    connect(&m_loading, &LatestTask::busyChanged, this, &Session::reportJob);
    connect(&m_loading, &LatestTask::outOfMemory, this, [this] {
        const Error error = memoryError(m_loadingPaths.value(0).toStdString());
        m_loadingPaths.isEmpty() ? layersFailed(error) : fail(error);
    });
}

void Session::open(const QStringList& paths) {
    if (!paths.isEmpty()) {
        if (m_state == State::Failed) {
            m_previous.reset();
        }
        beginOpening(paths, false);
    }
}

void Session::reload() {
    if (!loading() && (m_study || canRetryReload())) {
        beginOpening(m_study ? m_paths : m_previous->paths, true);
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
    m_loading.run([paths](const std::stop_token&) { return preflight(paths); },
                  [this](const Preflight& found) { preflightDone(found); });
    reportJob();
    if (!m_study) {
        setState(State::Loading);
    }
}

void Session::preflightDone(const Preflight& found) {
    if (!found.choices.empty()) {
        const QString directory = m_loadingPaths.first();
        setLoading({});
        if (!m_study) {
            setState(State::Empty);
        }
        emit choiceNeeded(directory, found.choices);
        return;
    }
    if (!found.source) {
        fail(found.source.failure());
        return;
    }
    if (m_study) {
        Layers names;
        names.names = m_study.layers->names;
        m_previous = PreviousStudy{m_paths, m_options, m_plan, std::move(names)};
        release();
        setState(State::Loading);
        // A view may have reacted to the signals by opening another profile or by cancelling this load.
        if (m_loading.busy() || m_loadingPaths.isEmpty()) {
            return;
        }
    }
    read(*found.source);
}

void Session::read(const ProfileSource& source) {
    const bool again = m_reopening || m_reloading;
    m_loading.run(
        [session = this, source, options = again ? m_previous->options : m_options,
         former = m_former](const std::stop_token& stop, const LatestTask::Post& post) -> Outcome<Study> {
            waitForEnd(former, stop);
            const Progress::Callback progress = progressTo(session, post);
            auto profile = TRY(loadProfile(source, part(progress, 0, LoadShare), stop));
            return openStudy(std::move(profile), options, progress, LoadShare, stop);
        },
        [this](Study study) { readDone(std::move(study)); }, [this](const Error& error) { fail(error); });
}

void Session::readDone(Study study) {
    m_study = std::move(study);
    m_paths = std::exchange(m_loadingPaths, {});
    m_study.path = m_paths.value(0).toStdString();
    m_restored = std::exchange(m_reopening, false);
    m_reloaded = std::exchange(m_reloading, false);
    if (m_restored || m_reloaded) {
        m_plan = m_previous->plan.remapped(m_previous->names, *m_study.layers);
        m_options = m_previous->options;
    } else {
        m_plan = Plan::initial(*m_study.profile, *m_study.layers);
    }
    m_previous.reset();
    startPartition();
    reportJob();
    setState(State::Ready);
    emit profileChanged();
    emit layersChanged();
    emit planChanged();
    if (m_study && (m_result || !m_study.estimator)) {
        beginSelfChecks();
    }
}

void Session::fail(const Error& failure) {
    m_lastError = failure;
    setLoading({});
    // After a failed reload, there is no other profile to which the session could return.
    if (!m_study && (m_reloading || !reopen())) {
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
    if (!m_study && !reopen()) {
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

void Session::release() {
    if (!m_study) {
        return;
    }
    m_former = m_study.profile;
    m_checking.cancel();
    m_checksBegun = false;
    Study old = replaceStudy({});
    m_paths.clear();
    m_plan = Plan();
    m_options = {}; // the options belonged to the closed profile
    emit profileChanged();
    emit layersChanged();
    emit planChanged();
    freeOnPool(std::move(old));
}

/// Replaces the study and drops all figures of the old study. Returns the old study.
Study Session::replaceStudy(Study next) {
    m_partitioning = m_scheduler.setStudy({});
    m_result.reset();
    m_optimum.reset();
    m_layerEstimates.reset();
    m_tableFraction = 0;
    return std::exchange(m_study, std::move(next));
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

void Session::setOptions(const StudyOptions& options, const std::optional<Plan>& plan,
                         const std::function<void(const StudyOptions& options, const Plan& plan)>& replaced) {
    if (!m_study) {
        if (m_loadingPaths.isEmpty()) {
            m_options = options;
        }
        return;
    }
    if (!m_loadingPaths.isEmpty()) {
        return;
    }
    const bool sameEntries = m_study.estimator && options.layers == m_options.layers &&
                             options.setting.traits().pipeline &&
                             haveSameEntries(options.setting, m_study.setting);
    m_loading.run(
        [session = this, options, sameEntries, study = m_study](const std::stop_token& stop,
                                                                const LatestTask::Post& post) {
            return sameEntries ? study.withSetting(options.setting, *WorkerPool::loopWorkers(), stop)
                               : openStudy(study.profile, options, progressTo(session, post), 0, stop);
        },
        [this, options, plan, replaced](Study study) {
            const StudyOptions oldOptions = std::exchange(m_options, options);
            const bool planFits = plan && plan->layerCount() == study.layers->count();
            const Plan oldPlan =
                std::exchange(m_plan, planFits ? *plan : m_plan.remapped(*m_study.layers, *study.layers));
            study.path = m_study.path;
            study.checks = m_study.checks;
            Study old = replaceStudy(std::move(study));
            startPartition();
            if (replaced) {
                replaced(oldOptions, oldPlan);
            }
            emit layersChanged();
            emit planChanged();
            freeOnPool(std::move(old));
        },
        [this](const Error& error) { layersFailed(error); });
}

void Session::layersFailed(const Error& error) {
    m_lastError = error;
    emit layerOptionsFailed(error);
}

} // namespace tileline
