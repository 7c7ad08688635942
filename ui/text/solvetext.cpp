// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/solvetext.h"

#include "ui/text/bytestext.h"

#include <QCoreApplication>

namespace tileline {

namespace {

QString text(const char* source) {
    return QCoreApplication::translate("Solve", source);
}

QString counted(const char* source, uint32_t count) {
    return QCoreApplication::translate("Solve", source, nullptr, static_cast<int>(count));
}

QString reasonText(const Infeasible& why, const QString& layer) {
    switch (why.reason) {
    case Infeasible::Reason::PinnedAndForbidden:
        return text(QT_TRANSLATE_NOOP("Solve", "The boundary before layer %1 is both pinned and forbidden."))
            .arg(layer);
    case Infeasible::Reason::TooManyPins:
        return text(
            QT_TRANSLATE_NOOP("Solve", "The pinned splits alone make more stages than there are IPUs."));
    case Infeasible::Reason::LayersPerStage:
        return text(QT_TRANSLATE_NOOP("Solve", "The pinned and forbidden boundaries leave no plan."));
    case Infeasible::Reason::Memory:
        return text(QT_TRANSLATE_NOOP("Solve", "No plan fits into the memory of these IPUs."));
    }
    return {};
}

QString fitText(uint64_t peak, bool fits) {
    return (fits ? text(QT_TRANSLATE_NOOP("Solve", "Its fullest tile holds %1; it fits."))
                 : text(QT_TRANSLATE_NOOP("Solve", "Its fullest tile holds %1; it does not fit.")))
        .arg(bytesText(peak));
}

QString greedyText(const SolveAnswer& answer) {
    if (answer.greedyResult.solved()) {
        return text(QT_TRANSLATE_NOOP("Solve", "Greedy plan with a target proportion of %1."))
            .arg(*answer.greedyResult.proportion, 0, 'f', 1);
    }
    return answer.plan
               ? text(QT_TRANSLATE_NOOP("Solve", "The greedy search found no plan that fits. This is its "
                                                 "last attempt, with the rest on the last IPU."))
               : text(QT_TRANSLATE_NOOP("Solve", "The greedy search found no plan: not even the first "
                                                 "layer fits."));
}

} // namespace

QString infeasibleText(const Infeasible& why, const Layers& layers) {
    const QString layer = why.layer ? QString::fromStdString(layers.displayName(*why.layer)) : QString();
    QStringList sentences{reasonText(why, layer)};
    if (why.wouldDo.ipus) {
        sentences += counted(QT_TRANSLATE_NOOP("Solve", "%n IPU(s) would do."), *why.wouldDo.ipus);
    }
    if (why.wouldDo.memoryPerTile) {
        sentences += text(QT_TRANSLATE_NOOP("Solve", "%1 of memory per tile would do."))
                         .arg(exactBytesText(*why.wouldDo.memoryPerTile));
    }
    return sentences.join(QLatin1Char(' '));
}

QString answerText(const SolveAnswer& answer, const Session& session) {
    if (answer.greedy) {
        return greedyText(answer);
    }
    if (!answer.optimal) {
        return text(QT_TRANSLATE_NOOP(
            "Solve", "There are too many layers to try all plans. The greedy search works."));
    }
    if (const auto* const why = std::get_if<Infeasible>(&*answer.optimal)) {
        const LayersPtr layers = session.layers();
        return layers ? infeasibleText(*why, *layers) : QString();
    }
    const auto& solved = std::get<SolvedPlan>(*answer.optimal);
    return counted(QT_TRANSLATE_NOOP("Solve", "Best plan, on %n IPU(s)."),
                   static_cast<uint32_t>(solved.plan.stageCount())) +
           QLatin1Char(' ') + fitText(solved.peakTileBytes, solved.fits);
}

QString gapText(const Session& session) {
    if (!session.profile()) {
        return {};
    }
    if (!session.table()) {
        return text(QT_TRANSLATE_NOOP("Solve", "Optimum: too many layers"));
    }
    const OptimumPtr optimum = session.optimum();
    if (!optimum) {
        return text(QT_TRANSLATE_NOOP("Solve", "Optimum: computing… %1"))
            .arg(percentText(session.tableFraction()));
    }
    const auto* const best = std::get_if<SolvedPlan>(&optimum->result);
    if (!best) {
        return text(QT_TRANSLATE_NOOP("Solve", "No plan obeys the constraints"));
    }
    if (!session.resultIsCurrent()) {
        return text(QT_TRANSLATE_NOOP("Solve", "Optimum %1")).arg(bytesText(best->peakTileBytes));
    }
    const uint64_t peak = session.result()->estimate.peakTileBytes();
    if (peak <= best->peakTileBytes) {
        return text(QT_TRANSLATE_NOOP("Solve", "Optimal: %1")).arg(bytesText(peak));
    }
    const uint64_t gap = peak - best->peakTileBytes;
    return text(QT_TRANSLATE_NOOP("Solve", "%1 above the optimum (%2)"))
        .arg(percentText(static_cast<double>(gap) / static_cast<double>(best->peakTileBytes)),
             bytesText(best->peakTileBytes));
}

QString solveName(const SolveAnswer& answer) {
    if (answer.greedy) {
        return text(QT_TRANSLATE_NOOP("Solve", "Auto-split: greedy"));
    }
    return answer.objective == Objective::LeastPeak
               ? text(QT_TRANSLATE_NOOP("Solve", "Auto-split: least peak"))
               : text(QT_TRANSLATE_NOOP("Solve", "Auto-split: fewest IPUs"));
}

} // namespace tileline
