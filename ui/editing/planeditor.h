// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

#include <QObject>
#include <QUndoStack>

#include <optional>
#include <utility>
#include <vector>

namespace tileline {

/// Makes all changes to the plan and the options of a window. Each change is an undo step. PlanEditor does
/// not make a change that breaks a rule of Plan, and adds no step for it.
class PlanEditor : public QObject {
    Q_OBJECT
public:
    explicit PlanEditor(Session* session);

    Session* session() const { return m_session; }
    QUndoStack* undoStack() { return &m_stack; }
    const Plan& plan() const { return m_session->plan(); }

    /// Makes `next` the plan, as one undo step named `text`. Consecutive steps with the same non-negative
    /// `mergeKey` are merged into one.
    void apply(const Plan& next, const QString& text, int mergeKey = -1);
    /// Changes the options, as one undo step named `text`. A worker thread finds the new layers before the
    /// step is added. The new plan is `plan` or, if `plan` is empty, the old plan with its splits matched by
    /// layer name.
    void applyOptions(const StudyOptions& next, const QString& text, const std::optional<Plan>& plan = {});

    // A drag of a split changes the plan many times but is one undo step. Between beginDrag() and endDrag(),
    // dragTo() changes the plan. A drag also ends when the profile or the layers change.
    void beginDrag(size_t split);
    void dragTo(LayerIndex boundary);
    void endDrag();
    void cancelDrag();
    bool dragging() const { return m_drag.has_value(); }
    std::optional<size_t> dragged() const { return m_drag ? std::optional(m_drag->split) : std::nullopt; }
    /// Whether a split is being dragged or moved with the keyboard. Keyboard moves begin with moveSplit() and
    /// end with endMoves() or with any other change to the plan.
    bool moving() const { return dragging() || m_movedSplit.has_value(); }
    void endMoves();

    // Each of the following functions adds one undo step. The class Plan documents what each function does.
    void moveSplit(size_t split, LayerIndex to, bool repeated);
    void addSplit(LayerIndex at) { apply(plan().withSplitAdded(at), tr("Add split")); }
    void removeSplit(size_t split) { apply(plan().withSplitRemoved(split), tr("Remove split")); }
    void togglePinned(LayerIndex boundary);
    void toggleForbidden(LayerIndex boundary);
    void setIpus(uint32_t ipus) { apply(plan().withIpus(ipus), tr("Number of IPUs")); }
    void setMemoryPerTile(uint64_t bytes) { setMemory(&MemoryLimits::perTile, bytes, tr("Memory per tile")); }
    /// Sets the limits of individual IPUs, in bytes per tile. `bytes` has the format of MemoryLimits::ofIpu.
    void setIpuMemory(const std::vector<uint64_t>& bytes) {
        setMemory(&MemoryLimits::ofIpu, bytes, tr("Limits of single IPUs"));
    }
    /// Sets the percentage of each tile's memory that plans must keep free.
    void setKeepFree(uint32_t perCent) {
        setMemory(&MemoryLimits::keepFree, perCent, tr("Memory kept free"));
    }

signals:
    /// Emitted when a drag begins (before the plan changes), and when it ends (after the last change).
    void dragChanged();
    /// Emitted before the first of several moves of a split, and after the last one.
    void movingChanged();

private:
    void dropDrag();
    void onProfileChanged();
    template <typename Value>
    void setMemory(Value MemoryLimits::*limit, const Value& value, const QString& text) {
        MemoryLimits memory = plan().memory();
        memory.*limit = value;
        apply(plan().withMemory(std::move(memory)), text);
    }

    Session* const m_session;
    QUndoStack m_stack;
    struct Drag {
        size_t split;
        Plan before;
    };
    std::optional<Drag> m_drag;
    std::optional<size_t> m_movedSplit; ///< the split that is being moved with the keyboard
    bool m_applyingMove = false;
};

} // namespace tileline
