// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editing/planeditor.h"

#include <algorithm>

namespace tileline {

namespace {

/// While an arrow key is held down, the moves of split i use the key MoveKey + i and become one undo step.
constexpr int MoveKey = 1000;

/// Options, and a plan for the layers that are found with these options.
struct OptionsAndPlan {
    StudyOptions options;
    Plan plan;

    bool operator==(const OptionsAndPlan&) const = default;
};

/// One change to the plan or to the options.
class PlanCommand : public QUndoCommand {
public:
    /// If `done` is set, the session has already made the change, so the first redo() does nothing.
    PlanCommand(Session* session, OptionsAndPlan before, OptionsAndPlan after, const QString& text,
                int mergeKey, bool done = false)
        : QUndoCommand(text)
        , m_session(session)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_mergeKey(mergeKey)
        , m_done(done) {}

    void undo() override { restore(m_before); }
    void redo() override {
        if (!std::exchange(m_done, false)) {
            restore(m_after);
        }
    }
    int id() const override { return m_mergeKey; }
    bool mergeWith(const QUndoCommand* other) override {
        m_after = static_cast<const PlanCommand*>(other)->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    void restore(const OptionsAndPlan& state) {
        // If a change of options is still running, setOptions() replaces that change; setPlan() would not.
        if (m_before.options == m_after.options && state.options == m_session->options()) {
            m_session->setPlan(state.plan);
        } else {
            m_session->setOptions(state.options, state.plan);
        }
    }

    Session* const m_session;
    const OptionsAndPlan m_before;
    OptionsAndPlan m_after;
    const int m_mergeKey;
    bool m_done;
};

} // namespace

PlanEditor::PlanEditor(Session* session)
    : m_session(session) {
    connect(session, &Session::profileChanged, this, &PlanEditor::onProfileChanged);
    connect(session, &Session::layersChanged, this, &PlanEditor::dropDrag);
    connect(session, &Session::planChanged, this, [this] {
        if (!m_applyingMove) {
            endMoves();
        }
    });
    connect(this, &PlanEditor::dragChanged, this, &PlanEditor::movingChanged);
}

void PlanEditor::apply(const Plan& next, const QString& text, int mergeKey) {
    if (next != plan()) {
        const StudyOptions& options = m_session->options();
        m_stack.push(new PlanCommand(m_session, {options, plan()}, {options, next}, text, mergeKey));
    }
}

void PlanEditor::applyOptions(const StudyOptions& next, const QString& text,
                              const std::optional<Plan>& plan) {
    if (next != m_session->options()) {
        m_session->setOptions(next, plan, [this, text](const StudyOptions& options, const Plan& before) {
            m_stack.push(new PlanCommand(m_session, {options, before},
                                         {m_session->options(), m_session->plan()}, text, -1, true));
        });
    } else if (plan) {
        apply(*plan, text);
    }
}

void PlanEditor::beginDrag(size_t split) {
    m_movedSplit.reset();
    m_drag = {split, plan()};
    emit dragChanged();
}

void PlanEditor::dragTo(LayerIndex boundary) {
    if (m_drag) {
        m_session->setPlan(plan().withSplitMoved(m_drag->split, boundary), ChangeKind::Dragging);
    }
}

void PlanEditor::endDrag() {
    if (const auto drag = std::exchange(m_drag, std::nullopt)) {
        if (drag->before != plan()) {
            // push() calls redo(), which sets the current plan again, now with ChangeKind::Final.
            const StudyOptions& options = m_session->options();
            m_stack.push(
                new PlanCommand(m_session, {options, drag->before}, {options, plan()}, tr("Move split"), -1));
        }
        emit dragChanged();
    }
}

void PlanEditor::cancelDrag() {
    if (const auto drag = std::exchange(m_drag, std::nullopt)) {
        m_session->setPlan(drag->before);
        emit dragChanged();
    }
}

/// Ends a drag and leaves the plan as it is. Called when the profile or the layers have been replaced.
void PlanEditor::dropDrag() {
    if (std::exchange(m_drag, std::nullopt)) {
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

void PlanEditor::togglePinned(LayerIndex boundary) {
    apply(plan().withPinToggled(boundary), plan().isPinned(boundary) ? tr("Unpin split") : tr("Pin split"));
}

void PlanEditor::toggleForbidden(LayerIndex boundary) {
    apply(plan().withForbiddenToggled(boundary),
          plan().isForbidden(boundary) ? tr("Allow splits") : tr("Forbid splits"));
}

void PlanEditor::onProfileChanged() {
    dropDrag();
    // No profile is open during a load. If the load fails, the old profile returns with its undo steps.
    if (m_session->profile() && !m_session->restored()) {
        m_stack.clear();
    }
}

} // namespace tileline
