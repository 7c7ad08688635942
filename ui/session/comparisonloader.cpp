// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/comparisonloader.h"

#include "ui/session/profilechoice.h"
#include "ui/session/workerpool.h"

#include <utility>

namespace tileline {

namespace {

/// The typical share of reading in the whole job.
constexpr double ReadingShare = 0.8;

bool hasSeveralIpus(const Target& target) {
    return target.numTiles / std::max(target.numReplicas, 1U) > target.tilesPerIpu;
}

} // namespace

ComparisonRequest ComparisonRequest::of(const Session& session, std::vector<std::filesystem::path> paths) {
    return {std::move(paths), session.study(), session.plan(), session.layerOptions(),
            tileline::figuresHold(session.warnings())};
}

Outcome<LoadedComparison> loadComparison(const ComparisonRequest& request, const Progress::Callback& progress,
                                         const std::stop_token& stop) {
    const auto part = [&](double from, double share) {
        return Progress([&progress, from, share](Phase phase, double fraction) {
            progress(phase, from + share * fraction);
        });
    };
    const ProfileSource source = TRY(preflight(request.paths).source);
    const ProfilePtr other = TRY(loadProfile(source, part(0, ReadingShare), stop));
    LoadedComparison comparison;
    comparison.path = source.profile.name();
    const Study& open = request.study;
    if (open.estimator && hasSeveralIpus(other->target) && !hasSeveralIpus(open.profile->target)) {
        const std::shared_ptr<Workers> workers = WorkerPool::loopWorkers();
        const PlanEstimate estimate = TRY(open.estimator->estimate(request.plan.splitPlan(), *workers, stop));
        comparison.compiled = TRY(compareCompiled(*open.estimator, estimate, request.plan.memory(), *other,
                                                  *workers, part(ReadingShare, 1 - ReadingShare), stop));
        comparison.compiled->figuresHold = request.figuresHold;
        return comparison;
    }
    const LayersPtr layers = TRY(findLayers(*other, request.options, stop));
    comparison.profiles = TRY(compareProfiles(*open.profile, *open.layers, *other, *layers,
                                              part(ReadingShare, 1 - ReadingShare), stop));
    return comparison;
}

} // namespace tileline
