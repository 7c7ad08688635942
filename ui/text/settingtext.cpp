// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/settingtext.h"

#include "core/estimate/stageplacement.h"
#include "core/layers/pipelineentries.h"

#include <QCoreApplication>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct SettingText {
    Q_DECLARE_TR_FUNCTIONS(Setting)
};

QString recomputeText(Recompute recompute) {
    switch (recompute) {
    case Recompute::Off:
        return SettingText::tr("no recomputation");
    case Recompute::Inputs:
        return SettingText::tr("all but the inputs of stages recomputed");
    case Recompute::Layers:
        break;
    }
    return SettingText::tr("all but the inputs of layers recomputed");
}

QString scheduleText(Schedule schedule) {
    switch (schedule) {
    case Schedule::Grouped:
        return SettingText::tr("TensorFlow's grouped schedule");
    case Schedule::Interleaved:
        return SettingText::tr("TensorFlow's interleaved schedule");
    case Schedule::Sequential:
        return SettingText::tr("TensorFlow's sequential schedule");
    case Schedule::None:
        return SettingText::tr("no pipeline");
    case Schedule::PopTorch:
        break;
    }
    return SettingText::tr("PopTorch's schedule");
}

} // namespace

QString estimateName(Setting setting) {
    return setting == Setting::Pipeline ? SettingText::tr("estimate of the pipeline")
                                        : SettingText::tr("PopLiner's estimate");
}

QString popLinerSettingText() {
    return SettingText::tr("estimate, PopLiner's setting");
}

QString settingText(const Session& session) {
    const SettingOptions& setting = session.setting();
    if (setting.setting == Setting::PopLiner) {
        return popLinerSettingText();
    }
    QStringList parts{SettingText::tr("estimate, pipeline setting")};
    const PipelineOptions& options = setting.pipeline;
    const bool training = session.estimator() && session.estimator()->uses()
                              ? session.estimator()->entries()->passes().training()
                              : options.mode == PassMode::Training;
    parts += training ? SettingText::tr("training") : SettingText::tr("inference");
    if (training) {
        parts += recomputeText(options.recompute);
    }
    parts += options.outputOn == OutputOn::First ? SettingText::tr("Output on the first IPU")
                                                 : SettingText::tr("Output on the last IPU");
    if (training && options.schedule != Schedule::PopTorch) {
        parts += scheduleText(options.schedule);
    }
    if (options.accumulators != Accumulators::Auto) {
        parts += options.accumulators == Accumulators::None
                     ? SettingText::tr("no gradient accumulators added")
                     : SettingText::tr("gradient accumulators added");
    }
    if (options.unowned != Unowned::Share) {
        parts += options.unowned == Unowned::None
                     ? SettingText::tr("without bytes that belong to no operation")
                     : SettingText::tr("all bytes that belong to no operation on each IPU");
    }
    if (options.allowSharedWeights) {
        parts += SettingText::tr("weights may be split over IPUs");
    }
    return parts.join(QStringLiteral(", "));
}

bool outputOnFirstHelps(const Session& session) {
    const StageEstimatorPtr estimator = session.estimator();
    if (!session.resultIsCurrent() || !splitsWeights(session.result()->estimate, session) ||
        estimator->options().outputOn == OutputOn::First) {
        return false;
    }
    PipelineOptions options = estimator->options();
    options.outputOn = OutputOn::First;
    return sharedWeights(*estimator->uses(),
                         placeStages(session.plan().splitPlan(), estimator->layers(), options))
        .empty();
}

bool splitsWeights(const PlanEstimate& estimate, const Session& session) {
    const StageEstimatorPtr estimator = session.estimator();
    return estimator && splitsWeights(*estimator, estimate);
}

} // namespace tileline
