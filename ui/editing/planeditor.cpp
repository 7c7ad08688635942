// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editing/planeditor.h"

#include "ui/editing/plancommands.h"

#include <utility>

namespace tileline {

namespace {

/// Base of the merge keys for an arrow key that is held down; the index of the split point is added.
constexpr int MoveKey = 1000;

} // namespace

PlanEditor::PlanEditor(Session* session, QObject* parent)
    : QObject(parent)
    , m_session(session) {
    connect(session, &Session::profileChanged, this, &PlanEditor::onProfileChanged);
    connect(session, &Session::layersChanged, this, &PlanEditor::onLayersChanged);
    connect(session, &Session::planChanged, this, &PlanEditor::remember);
    connect(this, &PlanEditor::dragChanged, this, &PlanEditor::movingChanged);
    connect(session, &Session::layerOptionsFailed, this, [this] {
        m_replaying = false;
        m_named.reset();
    });
    remember();
}

void PlanEditor::apply(const Plan& next, const QString& text, int mergeKey) {
    if (next != plan()) {
        m_stack.push(new PlanCommand(m_session, plan(), next, text, mergeKey));
    }
}

void PlanEditor::beginDrag() {
    m_movedSplit.reset();
    m_beforeDrag = m_session->plan();
    emit dragChanged();
}

void PlanEditor::dragTo(const Plan& next) {
    if (m_beforeDrag) {
        m_session->setPlan(next, ChangeKind::Dragging);
    }
}

void PlanEditor::endDrag(const QString& text) {
    const auto before = std::exchange(m_beforeDrag, std::nullopt);
    if (!before) {
        return;
    }
    const Plan after = m_session->plan();
    if (*before != after) {
        // push() calls redo(), which sets the same plan again, now as a final change.
        m_stack.push(new PlanCommand(m_session, *before, after, text, -1));
    }
    emit dragChanged();
}

void PlanEditor::cancelDrag() {
    if (const auto before = std::exchange(m_beforeDrag, std::nullopt)) {
        m_session->setPlan(*before);
        emit dragChanged();
    }
}

/// Another profile or other layers have come: nothing is left of the dragged plan.
void PlanEditor::dropDrag() {
    if (std::exchange(m_beforeDrag, std::nullopt)) {
        emit dragChanged();
    }
}

void PlanEditor::moveSplit(size_t split, LayerIndex to, bool repeated) {
    const Plan moved = plan().withSplitMoved(split, to);
    if (moved == plan()) {
        return;
    }
    if (m_movedSplit != split) {
        endMoves();
        m_movedSplit = split;
        emit movingChanged();
    }
    m_applyingMove = true;
    apply(moved, tr("Move split"), repeated ? MoveKey + static_cast<int>(split) : -1);
    m_applyingMove = false;
}

void PlanEditor::endMoves() {
    if (std::exchange(m_movedSplit, std::nullopt)) {
        emit movingChanged();
    }
}

void PlanEditor::addSplit(LayerIndex at) {
    apply(plan().withSplitAdded(at), tr("Add split"));
}

void PlanEditor::removeSplit(size_t split) {
    apply(plan().withSplitRemoved(split), tr("Remove split"));
}

void PlanEditor::togglePinned(LayerIndex boundary) {
    apply(plan().withPinToggled(boundary), plan().isPinned(boundary) ? tr("Unpin split") : tr("Pin split"));
}

void PlanEditor::toggleForbidden(LayerIndex boundary) {
    apply(plan().withForbiddenToggled(boundary),
          plan().isForbidden(boundary) ? tr("Allow splits") : tr("Forbid splits"));
}

void PlanEditor::setIpus(uint32_t ipus) {
    apply(plan().withIpus(ipus), tr("Number of IPUs"));
}

void PlanEditor::setMemoryPerTile(uint64_t bytes) {
    MemoryLimits memory = plan().memory();
    memory.perTile = bytes;
    apply(plan().withMemory(std::move(memory)), tr("Memory per tile"));
}

void PlanEditor::setIpuMemory(const std::vector<uint64_t>& ofIpu) {
    MemoryLimits memory = plan().memory();
    memory.ofIpu = ofIpu;
    apply(plan().withMemory(std::move(memory)), tr("Limits of single IPUs"));
}

void PlanEditor::setKeepFree(uint32_t perCent) {
    MemoryLimits memory = plan().memory();
    memory.keepFree = perCent;
    apply(plan().withMemory(std::move(memory)), tr("Memory kept free"));
}

void PlanEditor::onProfileChanged() {
    dropDrag();
    m_profileIsNew = true;
    // There is no profile while another one is loaded. If that load fails, the old profile returns with its
    // undo steps.
    if (m_session->profile() && !m_session->restored()) {
        m_stack.clear();
    }
}

void PlanEditor::onLayersChanged() {
    dropDrag();
    const LayerOptionsChange before{m_options, m_setting, m_plan};
    const LayerOptionsChange after{m_session->layerOptions(), m_session->setting(), m_session->plan()};
    const bool newProfile = std::exchange(m_profileIsNew, false);
    const bool replayed = std::exchange(m_replaying, false);
    remember();
    const bool sameOptions = before.options == after.options;
    const auto named = std::exchange(m_named, std::nullopt);
    QString text = sameOptions ? tr("Change setting") : tr("Layer options");
    if (named && named->first == after) {
        text = named->second;
    }
    if (!newProfile && !replayed && !(sameOptions && before.setting == after.setting)) {
        m_stack.push(new LayerOptionsCommand(this, before, after, text));
    }
}

void PlanEditor::applyOptions(const LayerOptionsChange& to, const QString& text) {
    m_named = {to, text};
    m_session->setOptions(to.options, to.setting, to.plan);
}

void PlanEditor::replay(const LayerOptionsChange& to) {
    m_replaying = true;
    m_session->setOptions(to.options, to.setting, to.plan);
}

void PlanEditor::remember() {
    if (!m_applyingMove) {
        endMoves();
    }
    m_options = m_session->layerOptions();
    m_setting = m_session->setting();
    m_plan = m_session->plan();
}

} // namespace tileline
