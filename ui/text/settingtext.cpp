// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/settingtext.h"

#include "core/analysis/pipelineentries.h"
#include "core/partition/stageplacement.h"
#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/warningtext.h"

#include <QCoreApplication>

#include <algorithm>

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

/// The largest weight that the plan splits; the remedy depends on whether Output uses it.
QString sharedWeightText(const PlanEstimate& estimate, const Session& session) {
    const auto& weights = estimate.sharedWeights;
    const SharedWeight& weight =
        *std::max_element(weights.begin(), weights.end(),
                          [](const SharedWeight& a, const SharedWeight& b) { return a.bytes < b.bytes; });
    const Layers& layers = *session.layers();
    const auto nameOf = [&](LayerIndex entry) { return layersText({entry, entry}, layers); };
    const QString name = QString::fromStdString(session.profile()->variables[weight.variable.index()].name);
    //: %1 is the name of a weight, %2 a number of bytes, %3 and %4 are "Input", "layer 3" or "Output"
    QString text =
        (splitsWeights(estimate, session)
             ? SettingText::tr("The weight %1 (%2) is split over IPUs: %3 and %4 use it. No "
                               "framework compiles this.")
             : SettingText::tr("%1 (%2) is used on several IPUs, by %3 and %4. If it is a weight "
                               "that is trained, no framework compiles this."))
            .arg(name, bytesText(weight.bytes), nameOf(weight.entries[0]), nameOf(weight.entries[1]));
    if (weights.size() > 1) {
        text += QLatin1Char(' ') + SettingText::tr("The same is true of %n more weight(s).", nullptr,
                                                   static_cast<int>(weights.size() - 1));
    }
    const bool outputMoves = layers.kinds[weight.entries[1].index()] == EntryKind::Output &&
                             session.setting().pipeline.outputOn == OutputOn::Last;
    return text + QLatin1Char(' ') +
           (outputMoves ? SettingText::tr("Run Output on the first IPU, or untie the weight.")
                        : SettingText::tr("Keep both on one IPU, or untie the weight."));
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
    return !estimate.sharedWeights.empty() && estimate.sharedWeightsAreCertain && estimator &&
           estimator->uses() && estimator->entries()->passes().training() &&
           !estimator->options().allowSharedWeights;
}

QStringList planWarnings(const Session& session) {
    QStringList warnings;
    const LayersPtr layers = session.layers();
    if (!layers) {
        return warnings;
    }
    if (session.resultIsCurrent() && !session.result()->estimate.sharedWeights.empty()) {
        warnings += sharedWeightText(session.result()->estimate, session);
    }
    for (const LayerWarning& warning : layers->warnings) {
        if (warning.kind == LayerWarning::Kind::NoLayers) {
            const WarningText text = warningText(warning);
            warnings += text.text + QLatin1Char(' ') + text.remedy;
        }
    }
    if (session.estimator() && session.estimator()->uses()) {
        const Passes& passes = session.estimator()->entries()->passes();
        if (passes.training() != passes.profileIsTraining()) {
            warnings += passes.training()
                            ? SettingText::tr("The plan is for training, but the profile is of inference: "
                                              "it has no gradients.")
                            : SettingText::tr("The plan is for inference, but the profile is of training.");
        }
    }
    return warnings;
}

} // namespace tileline
