// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <QObject>
#include <QUndoStack>

#include <optional>

namespace tileline {

/// Layer options, and the plan that goes with them.
struct LayerOptionsChange {
    LayerOptions options;
    Plan plan;
};

/// The one way in which the window changes a plan: every change is an undo step. What a change may do is up
/// to Plan, which is always valid; a change that it does not allow is no step.
class PlanEditor : public QObject {
    Q_OBJECT
public:
    explicit PlanEditor(Session* session, QObject* parent = nullptr);

    Session* session() const { return m_session; }
    QUndoStack* undoStack() { return &m_stack; }
    const Plan& plan() const { return m_session->plan(); }

    /// Makes `next` the plan, as one step named `text`. Steps with the same `mergeKey` (not negative) that
    /// follow one another become one.
    void apply(const Plan& next, const QString& text, int mergeKey = -1);

    // A drag: many states, one step. Between begin and end, dragTo() shows what would be.
    void beginDrag();
    void dragTo(const Plan& next);
    void endDrag(const QString& text);
    void cancelDrag();
    bool dragging() const { return m_beforeDrag.has_value(); }

    // One step each; see the functions of Plan.
    void moveSplit(size_t split, LayerIndex to, bool repeated);
    void addSplit(LayerIndex at);
    void removeSplit(size_t split);
    void togglePinned(LayerIndex boundary);
    void toggleForbidden(LayerIndex boundary);
    void setIpus(uint32_t ipus);
    void setMemoryPerTile(uint64_t bytes);
    void setIpuMemory(const std::vector<uint64_t>& limits);

    /// For undo and redo of a change of the layers: they come later, from the session's thread.
    void replay(const LayerOptionsChange& to);

private:
    void onProfileChanged();
    void onLayersChanged();
    void remember();

    Session* const m_session;
    QUndoStack m_stack;
    std::optional<Plan> m_beforeDrag;
    // What the session said last, for the step that a change of the layers from elsewhere becomes.
    LayerOptions m_options;
    Plan m_plan;
    bool m_profileIsNew = false;
    bool m_replaying = false;
};

} // namespace tileline
