// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editing/planeditor.h"

#include <QUndoCommand>

namespace tileline {

/// One change of a plan.
class PlanCommand : public QUndoCommand {
public:
    PlanCommand(Session* session, Plan before, Plan after, const QString& text, int mergeKey);

    void undo() override;
    void redo() override;
    int id() const override { return m_mergeKey; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    Session* const m_session;
    const Plan m_before;
    Plan m_after;
    const int m_mergeKey;
};

/// A change of the layer options, with the plan before and after it. Pushed after the session made the
/// change.
class LayerOptionsCommand : public QUndoCommand {
public:
    LayerOptionsCommand(PlanEditor* editor, LayerOptionsChange before, LayerOptionsChange after,
                        const QString& text);

    void undo() override;
    void redo() override;

private:
    PlanEditor* const m_editor;
    const LayerOptionsChange m_before;
    const LayerOptionsChange m_after;
    bool m_done = true; ///< the change is in effect: redo(), which push() calls, must do nothing
};

} // namespace tileline
