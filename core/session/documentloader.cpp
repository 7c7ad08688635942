// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/documentloader.h"

#include "core/session/workerpool.h"

#include <utility>

namespace tileline {

namespace {

/// Typical shares of the whole job.
constexpr double LoadShare = 0.8;
constexpr double LayersShare = 0.05;

Progress part(const Progress::Callback& whole, double from, double share) {
    return Progress(
        [&whole, from, share](Phase phase, double fraction) { whole(phase, from + share * fraction); });
}

/// Maps the progress of makeDocument() to the last part of a load, which begins at `from`.
Progress::Callback tail(const Progress::Callback& whole, double from) {
    return [&whole, from](Phase phase, double fraction) { whole(phase, from + (1 - from) * fraction); };
}

} // namespace

Preflight preflight(const std::vector<std::filesystem::path>& paths) {
    Preflight found{resolveSource(paths), {}};
    if (!found.source && found.source.failure().code == ErrorCode::SeveralProfiles) {
        found.choices = profileChoices(QString::fromStdString(found.source.failure().file));
    }
    return found;
}

Outcome<Document> loadDocument(const ProfileSource& source, const LayerOptions& options,
                               const Progress::Callback& progress, const std::stop_token& stop) {
    auto profile = TRY(loadProfile(source, part(progress, 0, LoadShare), stop));
    return makeDocument(std::move(profile), options, tail(progress, LoadShare), stop);
}

Outcome<Document> makeDocument(ProfilePtr profile, const LayerOptions& options,
                               const Progress::Callback& progress, const std::stop_token& stop) {
    progress(Phase::Layers, 0);
    auto layers = TRY(findLayers(*profile, options, stop));
    if (!StageEstimator::checkPossible(*profile)) {
        return Document{std::move(profile), std::move(layers), nullptr, nullptr};
    }
    const std::shared_ptr<Workers> workers = WorkerPool::loopWorkers();
    auto estimator = TRY(
        StageEstimator::build(profile, layers, *workers, part(progress, LayersShare, 1 - LayersShare), stop));
    Document document{std::move(profile), std::move(layers), std::move(estimator), nullptr};
    if (IntervalTable::feasible(document.layers->count())) {
        document.table = std::make_shared<IntervalTable>(document.estimator);
    }
    return document;
}

} // namespace tileline
