// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include "core/session/session_p.h"

namespace tileline {

Session::Session(QObject* parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this)) {
}

Session::~Session() = default;

Session::State Session::state() const {
    return d->state;
}

ProfilePtr Session::profile() const {
    return d->document.profile;
}

LayersPtr Session::layers() const {
    return d->document.layers;
}

StageEstimatorPtr Session::estimator() const {
    return d->document.estimator;
}

IntervalTablePtr Session::table() const {
    return d->document.table;
}

const LayerOptions& Session::layerOptions() const {
    return d->options;
}

const Plan& Session::plan() const {
    return d->plan;
}

PartitionResultPtr Session::result() const {
    return d->result;
}

bool Session::resultIsCurrent() const {
    return d->result && d->result->estimate.plan == d->plan.splitPlan();
}

OptimumPtr Session::optimum() const {
    return d->optimum;
}

std::optional<Error> Session::lastError() const {
    return d->lastError;
}

QStringList Session::sourcePaths() const {
    return d->paths;
}

QStringList Session::loadingPaths() const {
    return d->loadingPaths;
}

bool Session::loading() const {
    return !d->loadingPaths.isEmpty();
}

LayerEstimatesPtr Session::layerEstimates() const {
    return d->layerEstimates;
}

double Session::tableFraction() const {
    return d->tableFraction;
}

Job Session::job() const {
    return d->job;
}

bool Session::restored() const {
    return d->restored;
}

void Session::setConvertSettings(const ConvertSettings& settings) {
    d->convertSettings = settings;
}

void Session::open(const QStringList& paths) {
    d->open(paths);
}

void Session::cancel() {
    d->cancel();
}

void Session::close() {
    d->close();
}

void Session::setLayerOptions(const LayerOptions& options, const std::optional<Plan>& plan) {
    d->setLayerOptions(options, plan);
}

void Session::setPlan(const Plan& state, Change change) {
    d->setPlan(state, change);
}

void Session::solve(Objective objective) {
    d->solve(objective);
}

} // namespace tileline
