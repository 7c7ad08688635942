// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/settingtext.h"

#include <QCoreApplication>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct SettingText {
    Q_DECLARE_TR_FUNCTIONS(Setting)
};

} // namespace

QString estimateName(Setting setting) {
    return setting == Setting::Pipeline ? SettingText::tr("estimate of the pipeline")
                                        : SettingText::tr("PopLiner's estimate");
}

bool splitsWeights(const PlanEstimate& estimate, const Session& session) {
    const StageEstimatorPtr estimator = session.estimator();
    return estimator && splitsWeights(*estimator, estimate);
}

} // namespace tileline
