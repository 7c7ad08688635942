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
    int to = static_cast<int>(split(index).value);
    switch (event.key()) {
    case Qt::Key_Left:
        to -= step;
        break;
    case Qt::Key_Right:
        to += step;
        break;
    case Qt::Key_Home:
        to = static_cast<int>(range.first.value);
        break;
    case Qt::Key_End:
        to = static_cast<int>(range.last.value);
        break;
    default:
        return false;
    }
    to = std::clamp(to, static_cast<int>(range.first.value), static_cast<int>(range.last.value));
    m_editor->moveSplit(index, {static_cast<uint32_t>(to)}, event.isAutoRepeat());
    return true;
}

} // namespace tileline
