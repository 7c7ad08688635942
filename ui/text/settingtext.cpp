// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/settingtext.h"

#include "core/estimate/stageplacement.h"
#include "core/layers/pipelineentries.h"

#include <QCoreApplication>

namespace tileline {

namespace {

struct SettingText {
    Q_DECLARE_TR_FUNCTIONS(Setting)
};

/// The translation of a text in settingoptions.cpp.
QString settingWords(const char* english) {
    return QCoreApplication::translate("Setting", english);
}

/// A short text about the value that an option has in `setting`; empty if the value need not be mentioned.
QString wordsOf(const SettingOption& option, const SettingOptions& setting) {
    const char* const words = option.type == SettingOption::Type::OneOf ? option.choiceIn(setting).words
                              : option.get(setting).value_or(0) != 0    ? option.words
                                                                        : nullptr;
    return words == nullptr ? QString() : settingWords(words);
}

} // namespace

QString estimateName(Setting setting) {
    return settingWords(traitsOf(setting).estimateName);
}

QString popLinerSettingText() {
    return settingWords(traitsOf(Setting::PopLiner).estimateWords);
}

QString settingText(const Session& session) {
    const SettingOptions setting = session.study().decidedSetting();
    QStringList parts{settingWords(setting.traits().estimateWords)};
    if (!setting.traits().pipeline) {
        return parts.front();
    }
    const PipelineOptions& options = setting.pipeline;
    const bool training = session.estimator() && session.estimator()->uses()
                              ? session.estimator()->entries()->passes().training()
                              : options.mode == PassMode::Training;
    parts += training ? SettingText::tr("training") : SettingText::tr("inference");
    for (const SettingOption* const option : settingOptionsInWindow()) {
        const QString words = training || !option->ofTraining ? wordsOf(*option, setting) : QString();
        if (!words.isEmpty()) {
            parts += words;
        }
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
                         placeStages(session.plan().splitPlan(), estimator->layers().kinds, options))
        .empty();
}

bool splitsWeights(const PlanEstimate& estimate, const Session& session) {
    const StageEstimatorPtr estimator = session.estimator();
    return estimator && splitsWeights(*estimator, estimate);
}

} // namespace tileline
