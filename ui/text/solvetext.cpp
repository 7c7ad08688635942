// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/solvetext.h"

#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"

#include <QCoreApplication>
#include <QLocale>

namespace tileline {

namespace {

/// The context of this file's texts.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Solve)
};

QString reasonText(const Infeasible& why, const QString& layer) {
    switch (why.reason) {
    case Infeasible::Reason::PinnedAndForbidden:
        return Text::tr("The boundary before layer %1 is both pinned and forbidden.").arg(layer);
    case Infeasible::Reason::TooManyPins:
        return Text::tr("The pinned splits alone make more stages than there are IPUs.");
    case Infeasible::Reason::LayersPerStage:
        return Text::tr("The pinned and forbidden boundaries leave no plan.");
    case Infeasible::Reason::Memory:
        return Text::tr("No plan fits into the memory of these IPUs.");
    }
    return {};
}

QString fitText(uint64_t peak, bool fits) {
    return (fits ? Text::tr("Its fullest tile holds %1; it fits.")
                 : Text::tr("Its fullest tile holds %1; it does not fit."))
        .arg(bytesText(peak));
}

QString greedyText(const SolveAnswer& answer) {
    if (answer.greedyResult.solved()) {
        return Text::tr("Greedy plan with a target proportion of %1.")
            .arg(QLocale().toString(*answer.greedyResult.proportion, 'f', 1));
    }
    return answer.plan ? Text::tr("The greedy search found no plan that fits. This is its "
                                  "last attempt, with the rest on the last IPU.")
                       : Text::tr("The greedy search found no plan: not even the first "
                                  "layer fits.");
}

} // namespace

QString infeasibleText(const Infeasible& why, const Layers& layers) {
    const QString layer = why.layer ? layerName(layers, *why.layer) : QString();
    QStringList sentences{reasonText(why, layer)};
    if (why.wouldDo.ipus) {
        sentences += Text::tr("%n IPU(s) would do.", nullptr, static_cast<int>(*why.wouldDo.ipus));
    }
    if (why.wouldDo.memoryPerTile) {
        sentences +=
            Text::tr("%1 of memory per tile would do.").arg(exactBytesText(*why.wouldDo.memoryPerTile));
    }
    return sentences.join(QLatin1Char(' '));
}

QString answerText(const SolveAnswer& answer, const Session& session) {
    if (answer.greedy) {
        return greedyText(answer);
    }
    if (!answer.optimal) {
        return Text::tr("There are too many layers to try all plans. The greedy search works.");
    }
    if (const auto* const why = std::get_if<Infeasible>(&*answer.optimal)) {
        const LayersPtr layers = session.layers();
        return layers ? infeasibleText(*why, *layers) : QString();
    }
    const auto& solved = std::get<SolvedPlan>(*answer.optimal);
    return Text::tr("Best plan, on %n IPU(s).", nullptr, static_cast<int>(solved.plan.stageCount())) +
           QLatin1Char(' ') + fitText(solved.peakTileBytes, solved.fits);
}

QString gapText(const Session& session) {
    if (!session.profile()) {
        return {};
    }
    if (!session.table()) {
        return Text::tr("Optimum: too many layers");
    }
    const OptimumPtr optimum = session.optimum();
    if (!optimum) {
        return Text::tr("Optimum: computing… %1").arg(percentText(session.tableFraction()));
    }
    const auto* const best = std::get_if<SolvedPlan>(&optimum->result);
    if (!best) {
        return Text::tr("No plan obeys the constraints");
    }
    if (!session.resultIsCurrent()) {
        return Text::tr("Optimum %1").arg(bytesText(best->peakTileBytes));
    }
    const uint64_t peak = session.result()->estimate.peakTileBytes();
    if (peak <= best->peakTileBytes) {
        return Text::tr("Optimal: %1").arg(bytesText(peak));
    }
    const uint64_t gap = peak - best->peakTileBytes;
    return Text::tr("%1 above the optimum (%2)")
        .arg(percentText(static_cast<double>(gap) / static_cast<double>(best->peakTileBytes)),
             bytesText(best->peakTileBytes));
}

QString solveName(const SolveAnswer& answer) {
    if (answer.greedy) {
        return Text::tr("Auto-split: greedy");
    }
    return answer.objective == Objective::LeastPeak ? Text::tr("Auto-split: least peak")
                                                    : Text::tr("Auto-split: fewest IPUs");
}

} // namespace tileline
