// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/verdicttext.h"

#include "core/wording/explaintext.h"
#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/settingtext.h"
#include "ui/text/translations.h"
#include "ui/text/warningtext.h"

#include <QCoreApplication>

#include <algorithm>

namespace tileline {

namespace {

struct VerdictTexts {
    Q_DECLARE_TR_FUNCTIONS(Verdict)
};

QString headroomText(const PlanVerdict& verdict, bool tight) {
    const auto bytes = static_cast<uint64_t>(verdict.headroom < 0 ? -verdict.headroom : verdict.headroom);
    const QString share =
        percentText(static_cast<double>(bytes) / static_cast<double>(std::max<uint64_t>(verdict.limit, 1)));
    if (verdict.over == 0) {
        const QString text =
            tight
                //: %1 is a number of bytes, %2 its percentage of the limit, %3 the number of an IPU
                ? VerdictTexts::tr("Fits, but tightly: headroom %1 (%2), least on IPU %3")
                : VerdictTexts::tr("Fits: headroom %1 (%2), least on IPU %3");
        return text.arg(bytesText(bytes), share, QString::number(verdict.tightest.value));
    }
    const QString text =
        verdict.over == 1
            //: %1 is 1, %2 a number of IPUs, %3 the number of the IPU, %4 bytes, %5 their percentage
            ? VerdictTexts::tr("%1 of %2 IPUs overflows: IPU %3 by %4 (%5)")
            //: %1 and %2 are numbers of IPUs, %3 the number of an IPU, %4 bytes, %5 their percentage
            : VerdictTexts::tr("%1 of %2 IPUs overflow, IPU %3 most: by %4 (%5)");
    return text.arg(QString::number(verdict.over), QString::number(verdict.ipus),
                    QString::number(verdict.tightest.value), bytesText(bytes), share);
}

QString idleText(size_t stages, uint32_t ipus) {
    const IpuUse use = ipuUse(stages, ipus);
    if (use.idle() == 0) {
        return {};
    }
    if (use.acquired) {
        //: %1 and %2 are numbers of IPUs
        return VerdictTexts::tr("%1 IPUs used; %2 are acquired, because IPUs are acquired in powers of two")
            .arg(use.used)
            .arg(use.of);
    }
    //: %1 and %2 are numbers of IPUs
    return VerdictTexts::tr("%1 of %2 IPUs used").arg(use.used).arg(use.of);
}

} // namespace

VerdictText verdictText(const Session& session) {
    using State = VerdictText::State;
    const PartitionResultPtr result = session.result();
    if (!session.estimator()) {
        return {};
    }
    if (!result) {
        return {State::Computing, VerdictTexts::tr("Computing…"), {}, {}};
    }
    const MemoryLimits& memory = session.plan().memory();
    const PlanVerdict verdict = verdictOf(result->estimate, memory);
    const QString details =
        //: %1 is a number, %2 "limit 638,976 B"
        VerdictTexts::tr("IPU %1: %2")
            .arg(QString::number(verdict.tightest.value), limitText(memory, verdict.tightest)) +
        QLatin1Char('\n') + settingText(session);
    const Fit fit = fitOf(result->estimate, session);
    if (!fit.known()) {
        return {State::Doubtful, VerdictTexts::tr("The figures are not reliable"), details, {}};
    }
    if (splitsWeights(result->estimate, session)) {
        return {State::Refused, VerdictTexts::tr("The plan splits a weight"), details, {}};
    }
    const auto slack = layoutSlackOf(*session.profile());
    const bool tight = fit.isTight(result->estimate, memory, slack);
    VerdictText text{fit.fits() ? State::Fits : State::Over, headroomText(verdict, tight), details,
                     idleText(result->estimate.stages.size(), session.plan().ipus())};
    if (tight) {
        text.note = translated(tightPhrase(*slack));
        text.keepFree = slack->keepFree();
    }
    text.outputMoved =
        session.setting().pipeline.outputOn == OutputOn::Auto && result->estimate.placement.outputOnFirst();
    if (text.outputMoved && !tight) {
        text.note = VerdictTexts::tr("Output runs on the first IPU, because it shares a weight with Input");
    }
    return text;
}

QString hopelessText(const Session& session) {
    const OptimumPtr optimum = session.optimum();
    uint64_t lowest = UINT64_MAX;
    for (const auto& plan : optimum ? optimum->tradeOff : std::vector<std::optional<SolvedPlan>>()) {
        if (plan && !fitOf(plan->plan, plan->fits, session).overflows()) {
            return {};
        }
        lowest = plan ? std::min(lowest, plan->peakTileBytes) : lowest;
    }
    return lowest == UINT64_MAX ? QString()
                                //: %1 is a number of bytes; Roles is a tab of the Tile memory page
                                : VerdictTexts::tr("No number of IPUs is enough: the lowest peak is %1. Tile "
                                                   "memory > Roles shows the effect of changes to the model.")
                                      .arg(bytesText(lowest));
}

QString limitText(const MemoryLimits& memory, StageIndex ipu) {
    const QString limit = exactBytesText(memory.limitOf(ipu));
    if (memory.keepFree == 0) {
        //: %1 is a number of bytes
        return VerdictTexts::tr("limit %1").arg(limit);
    }
    //: %1 and %3 are numbers of bytes, %2 is a whole number
    return VerdictTexts::tr("limit %1, %2 % of %3 kept free")
        .arg(limit, QString::number(memory.keepFree), exactBytesText(memory.memoryOf(ipu)));
}

QString remedyName(const Remedy& remedy, const Layers& layers) {
    switch (remedy.kind) {
    case Remedy::Kind::MoveEntry:
        //: %1 is "layer 3", "Input" or "Output", %2 a number
        return VerdictTexts::tr("Move %1 to IPU %2")
            .arg(layersText({remedy.entry, remedy.entry}, layers), QString::number(remedy.to.value));
    case Remedy::Kind::OutputOnFirst:
        return VerdictTexts::tr("Run Output on the first IPU");
    case Remedy::Kind::BestPlan:
        return VerdictTexts::tr("Best plan");
    case Remedy::Kind::MoreIpus:
        return VerdictTexts::tr("Use %n IPU(s)", nullptr, static_cast<int>(remedy.plan.ipus()));
    }
    return {};
}

QString remedyEffect(const Remedy& remedy, const Session& session) {
    const QString peak = bytesText(remedy.fit.peakTileBytes);
    const Fit fit = fitOf(remedy.plan.splitPlan(), remedy.fit.overflow == 0, session);
    return !fit.known() ? VerdictTexts::tr("Then the fullest tile holds %1").arg(peak)
           : fit.fits() ? VerdictTexts::tr("Then the fullest tile holds %1, and the plan fits").arg(peak)
                        : VerdictTexts::tr("Then the fullest tile holds %1; the plan is still over by %2")
                              .arg(peak, bytesText(remedy.fit.overflow));
}

QString remedyResult(const Remedy& remedy, const Session& session) {
    const QString peak = bytesText(remedy.fit.peakTileBytes);
    const Fit fit = fitOf(remedy.plan.splitPlan(), remedy.fit.overflow == 0, session);
    //: what a remedy leads to; %1 is the peak, %2 the bytes over the limit
    return !fit.known() ? peak
           : fit.fits() ? VerdictTexts::tr("%1, fits").arg(peak)
                        : VerdictTexts::tr("%1, over by %2").arg(peak, bytesText(remedy.fit.overflow));
}

} // namespace tileline
