// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/markercontroller.h"

#include <QKeyEvent>

#include <algorithm>

namespace tileline {

void MarkerController::press(size_t index, double x) {
    if (m_editor->dragging() || index >= m_editor->plan().splits().size()) {
        return;
    }
    m_grip = x - m_geometry.xOf(split(index));
    m_editor->beginDrag(index);
}

void MarkerController::moveTo(double x) {
    if (const auto boundary = m_geometry.nearestBoundary(x - m_grip)) {
        m_editor->dragTo(*boundary);
    }
}

bool MarkerController::key(size_t index, const QKeyEvent& event) {
    if (m_editor->dragging()) {
        if (event.key() == Qt::Key_Escape) {
            m_editor->cancelDrag();
        }
        return true;
    }
    if (index >= m_editor->plan().splits().size()) {
        return false;
    }
    switch (event.key()) {
    case Qt::Key_Escape:
        if (!m_editor->moving()) {
            return false;
        }
        m_editor->endMoves();
        return true;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        m_editor->removeSplit(index);
        return true;
    case Qt::Key_P:
        m_editor->togglePinned(split(index));
        return true;
    case Qt::Key_F:
        m_editor->toggleForbidden(split(index));
        return true;
    default:
        return moveKey(index, event);
    }
}

bool MarkerController::moveKey(size_t index, const QKeyEvent& event) {
    const LayerRange range = m_editor->plan().splitPlan().rangeOf(index);
    const int step = event.modifiers().testFlag(Qt::ShiftModifier) ? LongStep : 1;
    const auto now = static_cast<int>(split(index).value);
    const auto first = static_cast<int>(range.first.value);
    const auto last = static_cast<int>(range.last.value);
    const auto moveTo = [&](int to) {
        const auto within = static_cast<uint32_t>(std::clamp(to, first, last));
        m_editor->moveSplit(index, {within}, event.isAutoRepeat());
        return true;
    };
    switch (event.key()) {
    case Qt::Key_Left:
        return moveTo(now - step);
    case Qt::Key_Right:
        return moveTo(now + step);
    case Qt::Key_Home:
        return moveTo(first);
    case Qt::Key_End:
        return moveTo(last);
    default:
        return false;
    }
}

} // namespace tileline
