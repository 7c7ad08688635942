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
    PlanState plan;
};

/// The one way in which the window changes a plan: every change is an undo step. Keeps three rules that the
/// session does not know: a plan has at most as many stages as IPUs, its pinned boundaries are split points,
/// and its forbidden ones are not.
class PlanEditor : public QObject {
    Q_OBJECT
public:
    explicit PlanEditor(Session* session, QObject* parent = nullptr);

    Session* session() const { return m_session; }
    QUndoStack* undoStack() { return &m_stack; }
    const PlanState& state() const { return m_session->planState(); }

    /// Makes `state` the plan, as one step named `text`. Steps with the same `mergeKey` (not negative) that
    /// follow one another become one.
    void apply(const PlanState& state, const QString& text, int mergeKey = -1);

    // A drag: many states, one step. Between begin and end, dragTo() shows what would be.
    void beginDrag();
    void dragTo(const PlanState& state);
    void endDrag(const QString& text);
    void cancelDrag();
    bool dragging() const { return m_beforeDrag.has_value(); }

    /// Split point number `split` at `to`, or as near as its neighbours and the forbidden boundaries let it.
    /// A pinned one stays where it is.
    PlanState withMoved(size_t split, LayerIndex to) const;
    void moveSplit(size_t split, LayerIndex to, bool repeated);
    /// Does nothing where one is already. Takes one IPU more if there is none left.
    void addSplit(LayerIndex at);
    /// Does nothing to a pinned one.
    void removeSplit(size_t split);
    void togglePinned(LayerIndex boundary);
    void toggleForbidden(LayerIndex boundary);
    /// Where there are more stages, the last split points go, pinned ones last.
    void setIpus(uint32_t ipus);
    void setMemoryPerTile(uint64_t bytes);
    void setIpuMemory(const std::vector<uint64_t>& limits);

    /// For undo and redo of a change of the layers: they come later, from the session's thread.
    void replay(const LayerOptionsChange& to);
    bool replaying() const { return m_replaying; }

private:
    void adoptProfile();
    void adoptLayers();
    void remember();

    Session* const m_session;
    QUndoStack m_stack;
    std::optional<PlanState> m_beforeDrag;
    // What the session said last, for the step that a change of the layers from elsewhere becomes.
    LayerOptions m_options;
    PlanState m_plan;
    bool m_profileIsNew = false;
    bool m_replaying = false;
};

} // namespace tileline
