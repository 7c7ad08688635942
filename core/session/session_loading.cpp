// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Session that opens, closes and re-reads profiles and their layers.
#include "core/session/session_p.h"

#include <utility>

namespace tileline {

namespace {

std::vector<std::filesystem::path> toPaths(const QStringList& paths) {
    std::vector<std::filesystem::path> result;
    for (const QString& path : paths) {
        result.emplace_back(path.toStdString());
    }
    return result;
}

} // namespace

Session::Private::Private(Session* session)
    : q(session)
    , scheduler(partitionEvents()) {
}

Session::Private::~Private() = default;

void Session::Private::open(const QStringList& newPaths) {
    if (newPaths.isEmpty()) {
        return;
    }
    reopening = false;
    restored = false;
    lastError.reset();
    startLoad(newPaths);
}

void Session::Private::startLoad(const QStringList& newPaths) {
    const uint64_t ofLoad = ++load;
    findingLayers = false;
    setLoading(newPaths);
    if (!document) {
        setState(State::Loading);
    }
    loader.post([this, ofLoad, from = toPaths(newPaths), settings = convertSettings,
                 progress = progressOf(ofLoad)](const std::stop_token& stop) {
        auto found = std::make_shared<Preflight>(preflight(from, settings, progress, stop));
        queue.post([this, ofLoad, found] {
            if (ofLoad == load) {
                preflightDone(*found);
            }
        });
    });
}

void Session::Private::preflightDone(const Preflight& found) {
    if (!found.choices.empty()) {
        askForChoice(found.choices);
        return;
    }
    if (!found.source) {
        if (!found.source.failure().cancelled()) {
            fail(found.source.failure().error());
        }
        return;
    }
    if (document) {
        Layers names;
        names.names = document.layers->names;
        bookmark = Bookmark{paths, options, plan, std::move(names)};
        // The old profile goes to the loader's thread first, which frees it before it reads the new one.
        const uint64_t ofLoad = load;
        release();
        setState(State::Loading);
        if (ofLoad != load) {
            return;
        }
    }
    read(*found.source);
}

void Session::Private::askForChoice(const std::vector<ProfileChoice>& choices) {
    const QStringList directory = loadingPaths;
    setLoading({});
    if (!document) {
        setState(State::Empty);
    }
    emit q->choiceNeeded(directory.first(), choices);
}

void Session::Private::read(const ProfileSource& source) {
    loader.post([this, ofLoad = load, source, wanted = options,
                 progress = progressOf(load)](const std::stop_token& stop) {
        auto outcome = std::make_shared<Outcome<Document>>(loadDocument(source, wanted, progress, stop));
        queue.post([this, ofLoad, outcome] {
            if (ofLoad == load) {
                readDone(std::move(*outcome));
            }
        });
    });
}

Progress::Callback Session::Private::progressOf(uint64_t ofLoad) {
    return [this, ofLoad](Phase phase, double fraction) {
        queue.post([this, ofLoad, phase, fraction] {
            if (ofLoad == load) {
                emit q->loadProgress(phase, fraction);
            }
        });
    };
}

void Session::Private::readDone(Outcome<Document> outcome) {
    if (outcome) {
        adopt(*std::move(outcome));
    } else if (!outcome.failure().cancelled()) {
        fail(outcome.failure().error());
    }
}

void Session::Private::adopt(Document newDocument) {
    document = std::move(newDocument);
    paths = std::exchange(loadingPaths, {});
    restored = reopening;
    plan = reopening && bookmark ? bookmark->plan.remapped(bookmark->names, *document.layers)
                                 : Plan::initial(*document.profile, *document.layers);
    reopening = false;
    bookmark.reset();
    startPartition();
    reportJob();
    setState(State::Ready);
    emit q->profileChanged();
    emit q->layersChanged();
    emit q->planChanged();
}

void Session::Private::fail(const Error& failure) {
    lastError = failure;
    setLoading({});
    if (!document && !reopen()) {
        setState(State::Failed);
    }
    emit q->loadFailed(failure);
}

bool Session::Private::reopen() {
    if (!bookmark || reopening) {
        bookmark.reset();
        reopening = false;
        return false;
    }
    reopening = true;
    options = bookmark->options;
    startLoad(bookmark->paths);
    return true;
}

void Session::Private::cancel() {
    scheduler.cancelSolve();
    loader.cancel();
    if (std::exchange(findingLayers, false)) {
        ++load;
        reportJob();
        return;
    }
    if (loadingPaths.isEmpty()) {
        return;
    }
    ++load;
    setLoading({});
    if (!document && !reopen()) {
        setState(State::Empty);
    }
    emit q->loadCancelled();
}

void Session::Private::close() {
    ++load;
    loader.cancel();
    findingLayers = false;
    bookmark.reset();
    reopening = false;
    restored = false;
    lastError.reset();
    setLoading({});
    release();
    setState(State::Empty);
}

/// Lets go of the open document, if there is one.
void Session::Private::release() {
    if (!document) {
        return;
    }
    dispose();
    paths.clear();
    plan = Plan();
    emit q->profileChanged();
    emit q->layersChanged();
    emit q->planChanged();
}

/// Hands the document to the loader's thread to be freed, those that hold others first.
void Session::Private::dispose() {
    Document old = std::exchange(document, {});
    partitioning = scheduler.setDocument(nullptr, nullptr);
    result.reset();
    optimum.reset();
    layerEstimates.reset();
    tableFraction = 0;
    loader.dispose(std::move(old.table));
    loader.dispose(std::move(old.estimator));
    loader.dispose(std::move(old.layers));
    loader.dispose(std::move(old.profile));
}

void Session::Private::setState(State newState) {
    if (state != newState) {
        state = newState;
        emit q->stateChanged(newState);
    }
}

void Session::Private::setLoading(const QStringList& newPaths) {
    loadingPaths = newPaths;
    reportJob();
}

void Session::Private::setLayerOptions(const LayerOptions& newOptions, const std::optional<Plan>& planThen) {
    if (!document) {
        if (loadingPaths.isEmpty()) {
            options = newOptions;
        }
        return;
    }
    if (!loadingPaths.isEmpty()) {
        return;
    }
    const uint64_t ofLoad = ++load;
    findingLayers = true;
    reportJob();
    loader.post([this, ofLoad, newOptions, planThen, profile = document.profile,
                 progress = progressOf(ofLoad)](const std::stop_token& stop) {
        auto outcome = std::make_shared<Outcome<Document>>(makeDocument(profile, newOptions, progress, stop));
        queue.post([this, ofLoad, outcome, newOptions, planThen] {
            if (ofLoad == load) {
                layersDone(std::move(*outcome), newOptions, planThen);
            }
        });
    });
}

void Session::Private::layersDone(Outcome<Document> outcome, const LayerOptions& newOptions,
                                  const std::optional<Plan>& planThen) {
    findingLayers = false;
    reportJob();
    if (!outcome) {
        if (!outcome.failure().cancelled()) {
            lastError = outcome.failure().error();
            emit q->layerOptionsFailed(*lastError);
        }
        return;
    }
    const LayersPtr oldLayers = document.layers;
    const bool planFits = planThen && planThen->layerCount() == outcome->layers->count();
    const Plan newPlan = planFits ? *planThen : plan.remapped(*oldLayers, *outcome->layers);
    dispose();
    document = *std::move(outcome);
    options = newOptions;
    plan = newPlan;
    startPartition();
    emit q->layersChanged();
    emit q->planChanged();
}

} // namespace tileline
