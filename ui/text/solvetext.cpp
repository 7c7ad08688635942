// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/solvetext.h"

#include "core/wording/solvetext.h"
#include "ui/text/bytestext.h"
#include "ui/text/settingtext.h"
#include "ui/text/timetext.h"
#include "ui/text/translations.h"
#include "ui/text/warningtext.h"

#include <QCoreApplication>
#include <QLocale>

namespace tileline {

namespace {

struct SolveText {
    Q_DECLARE_TR_FUNCTIONS(Solve)
};

QString fitText(uint64_t peak, Fit fit) {
    return (!fit.known() ? SolveText::tr("Its fullest tile holds %1, but the figures are not reliable.")
            : fit.fits() ? SolveText::tr("Its fullest tile holds %1; it fits.")
                         : SolveText::tr("Its fullest tile holds %1; it does not fit."))
        .arg(bytesText(peak));
}

QString greedyText(const GreedyResult& greedy) {
    if (greedy.solved()) {
        return SolveText::tr("Greedy plan with a target proportion of %1.")
            .arg(QLocale().toString(*greedy.proportion, 'f', 1));
    }
    return !greedy.stages.empty()
               ? SolveText::tr("The greedy search found no plan that fits. The result is its last attempt, "
                               "which puts all remaining layers on the last IPU.")
               : SolveText::tr("The greedy search found no plan: not even the first layer fits.");
}

} // namespace

QString answerText(const SolveAnswer& answer, const Session& session) {
    const QString doubt =
        figuresHold(session.warnings(nullptr))
            ? QString()
            : SolveText::tr(
                  "The following may be wrong, because the figures are not reliable (see the warnings):") +
                  QLatin1Char(' ');
    if (const auto* const greedy = std::get_if<GreedyResult>(&answer.result)) {
        return doubt + greedyText(*greedy);
    }
    if (const auto* const why = std::get_if<Infeasible>(&answer.result)) {
        return (why->reason == Infeasible::Reason::Memory ? doubt : QString()) +
               translated(joined({reasonPhrase(*why, answer.request.constraints, session.layers().get()),
                                  relaxationPhrase(why->relaxation)}));
    }
    const auto& solved = std::get<SolvedPlan>(answer.result);
    const QString period =
        solved.period
            ? SolveText::tr("Its period is %1 cycles.").arg(cyclesText(*solved.period)) + QLatin1Char(' ')
            : QString();
    return SolveText::tr("Best plan, on %n IPU(s).", nullptr, static_cast<int>(solved.plan.stageCount())) +
           QLatin1Char(' ') + period +
           fitText(solved.peakTileBytes, fitOf(solved.plan, solved.fits, session)) + QLatin1Char(' ') +
           (session.setting().traits().pipeline
                ? SolveText::tr("The figures are an estimate of the pipeline.")
                : SolveText::tr("The figures are PopLiner's estimate."));
}

QString gapText(const Session& session) {
    if (!session.estimator()) {
        return {};
    }
    if (!session.table()) {
        return SolveText::tr("Optimum: too many layers");
    }
    const OptimumPtr optimum = session.optimum();
    if (!optimum) {
        return SolveText::tr("Optimum: computing… %1").arg(percentText(session.tableFraction()));
    }
    const auto* const best = std::get_if<SolvedPlan>(&optimum->result);
    if (!best) {
        return SolveText::tr("No plan obeys the constraints");
    }
    const Fit fit = fitOf(best->plan, best->fits, session);
    const PartitionResultPtr result = session.result();
    const uint64_t peak = result ? result->estimate.peakTileBytes() : best->peakTileBytes;
    if (!(result ? fitOf(result->estimate, session) : fit).known()) {
        return SolveText::tr("The figures are not reliable");
    }
    if (!session.resultIsCurrent()) {
        return SolveText::tr("Optimum %1").arg(bytesText(best->peakTileBytes));
    }
    if (splitsWeights(result->estimate, session)) {
        return SolveText::tr("Splits a weight · optimum %1").arg(bytesText(best->peakTileBytes));
    }
    if (peak <= best->peakTileBytes) {
        return fit.fits() ? SolveText::tr("Optimal") : SolveText::tr("Lowest peak, does not fit");
    }
    const uint64_t gap = peak - best->peakTileBytes;
    return SolveText::tr("%1 above the optimum (%2)")
        .arg(percentText(static_cast<double>(gap) / static_cast<double>(best->peakTileBytes)),
             bytesText(best->peakTileBytes));
}

QString solveName(const SolveAnswer& answer) {
    const Objective objective = answer.request.objective;
    return objective == Objective::MinPeak     ? SolveText::tr("Auto-split: lowest peak")
           : objective == Objective::MinIpus   ? SolveText::tr("Auto-split: fewest IPUs")
           : objective == Objective::MinPeriod ? SolveText::tr("Auto-split: shortest period")
                                               : SolveText::tr("Auto-split: greedy");
}

} // namespace tileline
