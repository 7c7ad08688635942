// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editing/plancommands.h"

#include <utility>

namespace tileline {

PlanCommand::PlanCommand(Session* session, Plan before, Plan after, const QString& text, int mergeKey)
    : QUndoCommand(text)
    , m_session(session)
    , m_before(std::move(before))
    , m_after(std::move(after))
    , m_mergeKey(mergeKey) {
}

void PlanCommand::undo() {
    m_session->setPlan(m_before);
}

void PlanCommand::redo() {
    m_session->setPlan(m_after);
}

bool PlanCommand::mergeWith(const QUndoCommand* other) {
    m_after = static_cast<const PlanCommand*>(other)->m_after;
    setObsolete(m_after == m_before);
    return true;
}

LayerOptionsCommand::LayerOptionsCommand(PlanEditor* editor, LayerOptionsChange before,
                                         LayerOptionsChange after, const QString& text)
    : QUndoCommand(text)
    , m_editor(editor)
    , m_before(std::move(before))
    , m_after(std::move(after)) {
}

void LayerOptionsCommand::undo() {
    m_done = false;
    m_editor->replay(m_before);
}

void LayerOptionsCommand::redo() {
    if (!std::exchange(m_done, true)) {
        m_editor->replay(m_after);
    }
}

} // namespace tileline
