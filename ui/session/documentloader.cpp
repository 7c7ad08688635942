// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/documentloader.h"

#include "core/layers/pipelineentries.h"
#include "ui/session/workerpool.h"

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

Outcome<PlanCyclesPtr> findCycles(const Profile& profile, const PipelineEntries& entries,
                                  const std::stop_token& stop) {
    const ProgramCycles programs(profile);
    if (!programs.known()) {
        return PlanCyclesPtr();
    }
    auto found = TRY(EntryCycles::find(profile, entries, programs, stop));
    return std::make_shared<const PlanCycles>(PlanCycles{std::move(found), !programs.anyEstimated()});
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
                               const SettingOptions& setting, const Progress::Callback& progress,
                               const std::stop_token& stop) {
    auto profile = TRY(loadProfile(source, part(progress, 0, LoadShare), stop));
    return makeDocument(std::move(profile), options, setting, tail(progress, LoadShare), stop);
}

Outcome<Document> makeDocument(ProfilePtr profile, const LayerOptions& options, const SettingOptions& setting,
                               const Progress::Callback& progress, const std::stop_token& stop) {
    progress(Phase::Layers, 0);
    const bool pipeline = setting.traits().pipeline;
    LayerOptions toFind = options;
    toFind.unassigned = pipeline ? Unassigned::First : options.unassigned;
    auto layers = TRY(findLayers(*profile, toFind, stop, pipeline));
    if (!StageEstimator::checkPossible(*profile, setting.setting)) {
        return Document{std::move(profile), std::move(layers), nullptr, nullptr};
    }
    const std::shared_ptr<Workers> workers = WorkerPool::loopWorkers();
    Progress building = part(progress, LayersShare, 1 - LayersShare);
    Document document;
    if (pipeline) {
        auto entries = TRY(PipelineEntries::find(*profile, *layers, setting.pipeline.mode, stop));
        layers = entries->layers();
        document.cycles = TRY(findCycles(*profile, *entries, stop));
        document.warnings = TRY(findWarnings(*profile, *layers, entries.get(), stop));
        document.estimator = TRY(StageEstimator::build(profile, std::move(entries), setting.pipeline,
                                                       *workers, std::move(building), stop));
    } else {
        document.warnings = TRY(findWarnings(*profile, *layers, nullptr, stop));
        document.estimator = TRY(StageEstimator::build(profile, layers, *workers, std::move(building), stop));
    }
    document.profile = std::move(profile);
    document.layers = std::move(layers);
    if (IntervalTable::feasible(document.layers->count())) {
        document.table = std::make_shared<IntervalTable>(document.estimator);
    }
    return document;
}

Outcome<Document> withOptions(const Document& document, const PipelineOptions& options,
                              const std::stop_token& stop) {
    Document changed = document;
    changed.estimator = TRY(document.estimator->withOptions(options, *WorkerPool::loopWorkers(), stop));
    if (document.table) {
        changed.table = std::make_shared<IntervalTable>(changed.estimator, *document.table);
    }
    return changed;
}

} // namespace tileline
