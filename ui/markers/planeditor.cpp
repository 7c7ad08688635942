// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/markers/planeditor.h"

#include "ui/markers/plancommands.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace tileline {

namespace {

/// Merge keys of key presses that are held down: one for each split point.
constexpr int MoveKey = 1000;

void insertSorted(std::vector<LayerIndex>& list, LayerIndex layer) {
    list.insert(std::upper_bound(list.begin(), list.end(), layer), layer);
}

/// The boundary in `range` nearest to `to` that is not forbidden; nothing if all are.
std::optional<LayerIndex> nearestAllowed(const PlanState& state, LayerRange range, LayerIndex to) {
    std::optional<LayerIndex> best;
    uint32_t bestDistance = 0;
    for (LayerIndex at = range.first; at <= range.last; at = at.next()) {
        const uint32_t distance = at < to ? to.value - at.value : at.value - to.value;
        if (!state.isForbidden(at) && (!best || distance < bestDistance)) {
            best = at;
            bestDistance = distance;
        }
    }
    return best;
}

/// Drops split points until there are no more stages than IPUs: the last ones first, pinned ones last.
void dropSurplusSplits(PlanState& state) {
    while (state.plan.stageCount() > state.ipus) {
        const auto splits = state.plan.splits();
        size_t victim = splits.size() - 1;
        for (size_t i = splits.size(); i-- > 0;) {
            if (!state.isPinned(splits[i])) {
                victim = i;
                break;
            }
        }
        std::erase(state.pinned, splits[victim]);
        state.plan = state.plan.withRemoved(victim);
    }
}

} // namespace

PlanEditor::PlanEditor(Session* session, QObject* parent)
    : QObject(parent)
    , m_session(session) {
    connect(session, &Session::profileChanged, this, &PlanEditor::adoptProfile);
    connect(session, &Session::layersChanged, this, &PlanEditor::adoptLayers);
    connect(session, &Session::planChanged, this, &PlanEditor::remember);
    connect(session, &Session::layerOptionsFailed, this, [this] { m_replaying = false; });
    remember();
}

void PlanEditor::apply(const PlanState& state, const QString& text, int mergeKey) {
    if (state != m_session->planState()) {
        m_stack.push(new PlanCommand(m_session, m_session->planState(), state, text, mergeKey));
    }
}

void PlanEditor::beginDrag() {
    m_beforeDrag = m_session->planState();
}

void PlanEditor::dragTo(const PlanState& state) {
    if (m_beforeDrag) {
        m_session->setPlanState(state, Change::Dragging);
    }
}

void PlanEditor::endDrag(const QString& text) {
    const auto before = std::exchange(m_beforeDrag, std::nullopt);
    if (!before) {
        return;
    }
    const PlanState after = m_session->planState();
    if (*before != after) {
        // Its redo() gives the session the state that it has, now as a final one.
        m_stack.push(new PlanCommand(m_session, *before, after, text, -1));
    }
}

void PlanEditor::cancelDrag() {
    if (const auto before = std::exchange(m_beforeDrag, std::nullopt)) {
        m_session->setPlanState(*before);
    }
}

PlanState PlanEditor::withMoved(size_t split, LayerIndex to) const {
    PlanState next = state();
    if (split >= next.plan.splits().size() || next.isPinned(next.plan.splits()[split])) {
        return next;
    }
    if (const auto allowed = nearestAllowed(next, next.plan.rangeOf(split), to)) {
        next.plan = next.plan.withMoved(split, *allowed);
    }
    return next;
}

void PlanEditor::moveSplit(size_t split, LayerIndex to, bool repeated) {
    apply(withMoved(split, to), tr("Move split"), repeated ? MoveKey + static_cast<int>(split) : -1);
}

void PlanEditor::addSplit(LayerIndex at) {
    PlanState next = state();
    if (!next.plan.canSplitAt(at) || next.plan.stageCount() >= GreatestIpus) {
        return;
    }
    next.plan = next.plan.withAdded(at);
    std::erase(next.forbidden, at);
    next.ipus = std::max(next.ipus, static_cast<uint32_t>(next.plan.stageCount()));
    apply(next, tr("Add split"));
}

void PlanEditor::removeSplit(size_t split) {
    PlanState next = state();
    if (split < next.plan.splits().size() && !next.isPinned(next.plan.splits()[split])) {
        next.plan = next.plan.withRemoved(split);
        apply(next, tr("Remove split"));
    }
}

void PlanEditor::togglePinned(LayerIndex boundary) {
    PlanState next = state();
    if (std::erase(next.pinned, boundary) > 0) {
        apply(next, tr("Unpin split"));
        return;
    }
    if (!next.plan.isSplit(boundary)) {
        if (!next.plan.canSplitAt(boundary) || next.plan.stageCount() >= GreatestIpus) {
            return;
        }
        next.plan = next.plan.withAdded(boundary);
        next.ipus = std::max(next.ipus, static_cast<uint32_t>(next.plan.stageCount()));
    }
    std::erase(next.forbidden, boundary);
    insertSorted(next.pinned, boundary);
    apply(next, tr("Pin split"));
}

void PlanEditor::toggleForbidden(LayerIndex boundary) {
    PlanState next = state();
    if (std::erase(next.forbidden, boundary) > 0) {
        apply(next, tr("Allow splits"));
        return;
    }
    if (boundary.value == 0 || boundary.index() >= next.plan.layerCount()) {
        return;
    }
    const auto splits = next.plan.splits();
    if (const auto split = std::find(splits.begin(), splits.end(), boundary); split != splits.end()) {
        next.plan = next.plan.withRemoved(static_cast<size_t>(split - splits.begin()));
    }
    std::erase(next.pinned, boundary);
    insertSorted(next.forbidden, boundary);
    apply(next, tr("Forbid splits"));
}

void PlanEditor::setIpus(uint32_t ipus) {
    PlanState next = state();
    next.ipus = std::clamp(ipus, 1U, GreatestIpus);
    dropSurplusSplits(next);
    apply(next, tr("Number of IPUs"));
}

void PlanEditor::setMemoryPerTile(uint64_t bytes) {
    PlanState next = state();
    next.memoryPerTile = bytes;
    apply(next, tr("Memory per tile"));
}

void PlanEditor::setIpuMemory(const std::vector<uint64_t>& limits) {
    PlanState next = state();
    next.ipuMemory = limits;
    apply(next, tr("Limits of single IPUs"));
}

void PlanEditor::adoptProfile() {
    m_beforeDrag.reset();
    m_profileIsNew = true;
    // While another profile is loaded there is none. Should that fail, the old one comes back with its steps.
    if (m_session->profile() && !m_session->restored()) {
        m_stack.clear();
    }
}

void PlanEditor::adoptLayers() {
    m_beforeDrag.reset();
    const LayerOptionsChange before{m_options, m_plan};
    const LayerOptionsChange after{m_session->layerOptions(), m_session->planState()};
    const bool newProfile = std::exchange(m_profileIsNew, false);
    const bool replayed = std::exchange(m_replaying, false);
    remember();
    if (!newProfile && !replayed && before.options != after.options) {
        m_stack.push(new LayerOptionsCommand(this, before, after, tr("Layer options")));
    }
}

void PlanEditor::replay(const LayerOptionsChange& to) {
    m_replaying = true;
    m_session->setLayerOptions(to.options, to.plan);
}

void PlanEditor::remember() {
    m_options = m_session->layerOptions();
    m_plan = m_session->planState();
}

} // namespace tileline
