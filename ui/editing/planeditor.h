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

/// Makes all changes of a window's plan and of its options; each one is an undo step. Plan enforces its own
/// rules: a change that it does not allow adds no step.
class PlanEditor : public QObject {
    Q_OBJECT
public:
    explicit PlanEditor(Session* session, QObject* parent = nullptr);

    Session* session() const { return m_session; }
    QUndoStack* undoStack() { return &m_stack; }
    const Plan& plan() const { return m_session->plan(); }
    /// The split of the plan at a boundary.
    std::optional<size_t> splitAt(LayerIndex boundary) const;

    /// Makes `next` the plan, as one undo step named `text`. Consecutive steps with the same non-negative
    /// `mergeKey` are merged into one.
    void apply(const Plan& next, const QString& text, int mergeKey = -1);
    /// Changes the options, as one undo step named `text`. The layers arrive later, from a worker thread, and
    /// the step with them. `plan` becomes the plan; without it, the splits are matched by layer name.
    void applyOptions(const StudyOptions& next, const QString& text, const std::optional<Plan>& plan = {});

    // A drag of a split changes the plan many times but is one undo step. Between beginDrag() and endDrag(),
    // dragTo() shows the plan as it would become. Another profile or other layers end a drag.
    void beginDrag(size_t split);
    void dragTo(LayerIndex boundary);
    void endDrag();
    void cancelDrag();
    bool dragging() const { return m_drag.has_value(); }
    /// The split that is being dragged.
    std::optional<size_t> dragged() const { return m_drag ? std::optional(m_drag->split) : std::nullopt; }
    /// Whether one split is being moved: dragged, or moved by keys. These moves begin with moveSplit() and
    /// end with endMoves() or any other change of the plan.
    bool moving() const { return dragging() || m_movedSplit.has_value(); }
    void endMoves();

    // Each of these is one undo step. Plan documents the effects.
    void moveSplit(size_t split, LayerIndex to, bool repeated);
    void addSplit(LayerIndex at);
    void removeSplit(size_t split);
    void togglePinned(LayerIndex boundary);
    void toggleForbidden(LayerIndex boundary);
    void setIpus(uint32_t ipus);
    void setMemoryPerTile(uint64_t bytes);
    /// Memory of single IPUs, as MemoryLimits::ofIpu.
    void setIpuMemory(const std::vector<uint64_t>& ofIpu);
    /// Per cent of the memory that stays free.
    void setKeepFree(uint32_t perCent);

signals:
    /// A drag began, before the first change of the plan; or it ended in any way, after the last one.
    void dragChanged();
    /// Moves began, before the first change of the plan; or they ended, after the last one.
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
    std::optional<size_t> m_movedSplit; ///< by keys
    bool m_applyingMove = false;
};

} // namespace tileline
