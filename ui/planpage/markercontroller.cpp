// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/markercontroller.h"

#include <QKeyEvent>

#include <algorithm>
#include <utility>

namespace tileline {

MarkerController::MarkerController(PlanEditor* editor, QObject* parent)
    : QObject(parent)
    , m_editor(editor) {
    // Another profile or other layers end a drag.
    connect(editor->session(), &Session::layersChanged, this, [this] {
        if (std::exchange(m_dragged, std::nullopt)) {
            emit dragChanged();
        }
    });
}

void MarkerController::press(size_t index, double x) {
    if (m_dragged || index >= m_editor->plan().splits().size()) {
        return;
    }
    m_dragged = index;
    m_grip = x - m_geometry.xOf(split(index));
    m_editor->beginDrag();
    emit dragChanged();
}

void MarkerController::moveTo(double x) {
    const auto boundary = m_geometry.nearestBoundary(x - m_grip);
    if (m_dragged && boundary) {
        m_editor->dragTo(m_editor->plan().withSplitMoved(*m_dragged, *boundary));
    }
}

void MarkerController::release() {
    if (std::exchange(m_dragged, std::nullopt)) {
        m_editor->endDrag(tr("Move split"));
        emit dragChanged();
    }
}

void MarkerController::cancel() {
    if (std::exchange(m_dragged, std::nullopt)) {
        m_editor->cancelDrag();
        emit dragChanged();
    }
}

bool MarkerController::key(size_t index, const QKeyEvent& event) {
    if (m_dragged) {
        if (event.key() == Qt::Key_Escape) {
            cancel();
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
        endMoves();
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

void MarkerController::endMoves() {
    m_editor->endMoves();
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
