// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wording/solvetext.h"

#include "core/base/sequences.h"
#include "core/wording/layertext.h"

#include <span>

namespace tileline {

namespace {

struct SolveText {
    TILELINE_PHRASES(Solve)
};

Phrase reasonPhrase(Infeasible::Reason reason) {
    static const Phrase Phrases[] = {
        SolveText::tr("The pinned splits alone make more stages than there are IPUs."),
        SolveText::tr("No plan obeys the pinned and forbidden boundaries and the limits on the number of "
                      "layers on an IPU."),
        SolveText::tr("Every plan overflows an IPU."),
        SolveText::tr("The greedy search ignores pinned and forbidden boundaries, so it was not run."),
        SolveText::tr("Every plan that obeys the other constraints splits a weight over several IPUs."),
        SolveText::tr("There are too many layers to try all plans. The greedy search still works."),
        SolveText::tr("The profile has cycle counts for too few programs to tell how fast a plan runs."),
    };
    static_assert(std::size(Phrases) == static_cast<size_t>(Infeasible::Reason::NoCycles) + 1);
    return Phrases[static_cast<size_t>(reason)];
}

Phrase namesOf(std::span<const LayerIndex> boundaries, const Layers& layers) {
    return joined(mapped(boundaries, [&](LayerIndex boundary) { return entryPhrase(boundary, layers); }),
                  ", ");
}

} // namespace

Phrase reasonPhrase(const Infeasible& why, const PlanConstraints& constraints, const Layers* layers) {
    std::vector<Phrase> sentences{reasonPhrase(why.reason)};
    const bool ignores = why.reason == Infeasible::Reason::GreedyConstraints && layers != nullptr;
    if (ignores && !constraints.pinned().empty()) {
        //: %1 is a list of layer names
        sentences.push_back(
            SolveText::tr("Pinned, before layer: %1.").arg(namesOf(constraints.pinned(), *layers)));
    }
    if (ignores && !constraints.forbidden().empty()) {
        //: %1 is a list of layer names
        sentences.push_back(
            SolveText::tr("Forbidden, before layer: %1.").arg(namesOf(constraints.forbidden(), *layers)));
    }
    return joined(std::move(sentences));
}

Phrase relaxationPhrase(const Relaxation& relaxation) {
    Phrase ipus =
        relaxation.ipus ? SolveText::tr("%n IPU(s) would be enough.", nullptr, *relaxation.ipus) : Phrase{};
    Phrase memory = relaxation.memoryPerTile ? SolveText::tr("%1 of memory per tile would be enough.")
                                                   .arg(ExactByteCount{*relaxation.memoryPerTile})
                                             : Phrase{};
    return joined({std::move(ipus), std::move(memory)});
}

} // namespace tileline
