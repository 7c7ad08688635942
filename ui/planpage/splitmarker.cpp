// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/splitmarker.h"

#include "ui/charts/chartcolors.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace tileline {

SplitMarker::SplitMarker(size_t split, MarkerController* controller, QWidget* parent)
    : QWidget(parent)
    , m_split(split)
    , m_controller(controller) {
    setFocusPolicy(Qt::StrongFocus);
    setObjectName(QStringLiteral("splitMarker%1").arg(split + 1));
    setAttribute(Qt::WA_NoSystemBackground);
    setAttribute(Qt::WA_Hover); // repaints when the pointer enters or leaves
    refresh();
}

LayerIndex SplitMarker::boundary() const {
    const auto splits = m_controller->editor()->plan().splits();
    return m_split < splits.size() ? splits[m_split] : LayerIndex{1};
}

LayerRange SplitMarker::range() const {
    const SplitPlan& plan = m_controller->editor()->plan().splitPlan();
    return m_split < plan.splits().size() ? plan.rangeOf(m_split) : LayerRange{boundary(), boundary()};
}

void SplitMarker::setHead(int top, int height) {
    m_headTop = top;
    m_headHeight = height;
    update();
}

QString SplitMarker::valueText() const {
    const LayersPtr layers = m_controller->editor()->session()->layers();
    if (!layers || boundary().index() >= layers->count()) {
        return {};
    }
    const QString layer = layerName(*layers, boundary());
    if (layers->kinds[boundary().index()] == EntryKind::Output) {
        return pinned() ? tr("before Output, pinned") : tr("before Output");
    }
    return pinned() ? tr("before layer %1, pinned").arg(layer) : tr("before layer %1").arg(layer);
}

void SplitMarker::refresh() {
    setCursor(pinned() ? Qt::ArrowCursor : Qt::SplitHCursor);
    setAccessibleName(tr("Split %1").arg(m_split + 1));
    setAccessibleDescription(
        tr("Arrow keys move it; with Shift, by five layers. Home and End move it as far as possible. Delete "
           "removes it, P pins it, and F forbids splits at this boundary."));
    if (m_announced != boundary()) {
        m_announced = boundary();
        QAccessibleValueChangeEvent change(this, static_cast<int>(boundary().value));
        QAccessible::updateAccessibility(&change);
    }
    update();
}

double SplitMarker::parentX(const QMouseEvent& event) const {
    return mapToParent(event.position()).x();
}

void SplitMarker::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool active = hasFocus() || underMouse() || m_controller->editor()->dragged() == m_split;
    const QColor line = palette().color(QPalette::Text);
    const double middle = width() / 2.0;
    painter.setPen(QPen(line, active ? 2.5 : 1.5));
    painter.drawLine(QPointF(middle, m_headTop), QPointF(middle, height()));

    const QRectF head(middle - 5, m_headTop, 10, m_headHeight);
    painter.setBrush(active ? palette().color(QPalette::Highlight) : palette().color(QPalette::Base));
    painter.setPen(QPen(active ? palette().color(QPalette::Highlight) : line, 1.5));
    painter.drawRoundedRect(head, 4, 4);
    const QColor grip = active ? palette().color(QPalette::HighlightedText) : line;
    if (pinned()) {
        // Draws a padlock, which consists of a shackle and a body.
        painter.setPen(QPen(grip, 1.3));
        painter.setBrush(Qt::NoBrush);
        painter.drawArc(QRectF(middle - 2, head.center().y() - 5.5, 4, 6), 0, 180 * 16);
        painter.fillRect(QRectF(middle - 3, head.center().y() - 2, 6, 5.5), grip);
    } else {
        painter.setPen(QPen(grip, 1));
        for (const double x : {-1.5, 1.5}) {
            painter.drawLine(QPointF(middle + x, head.center().y() - 4),
                             QPointF(middle + x, head.center().y() + 4));
        }
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
        painter.drawRoundedRect(head.adjusted(-2.25, -2.25, 2.25, 2.25), 6, 6);
    }
}

void SplitMarker::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        m_controller->press(m_split, parentX(*event));
        update();
    }
    event->accept();
}

void SplitMarker::mouseMoveEvent(QMouseEvent* event) {
    if (m_controller->editor()->dragged() == m_split) {
        m_controller->moveTo(parentX(*event));
        if (pinned()) {
            explainPin(event->globalPosition().toPoint());
        }
    }
    event->accept();
}

void SplitMarker::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        m_controller->editor()->endDrag();
        update();
    }
    event->accept();
}

void SplitMarker::keyPressEvent(QKeyEvent* event) {
    const bool wasPinned = pinned();
    const LayerIndex before = boundary();
    if (!m_controller->key(m_split, *event)) {
        QWidget::keyPressEvent(event);
    } else if (wasPinned && pinned() && before == boundary()) {
        explainPin(mapToGlobal(QPoint(width() / 2, m_headTop + m_headHeight)));
    }
}

/// Shows a tool tip that explains why the marker cannot be moved.
void SplitMarker::explainPin(const QPoint& at) {
    QToolTip::showText(at, plainToolTip(tr("This split is pinned. Press P to unpin it.")), this);
}

bool SplitMarker::event(QEvent* event) {
    // The focused marker handles P, F, Delete and the arrow keys, even if the window uses them as shortcuts.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        const auto plain = key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
        if (plain == Qt::NoModifier && key->key() != Qt::Key_Tab && key->key() < Qt::Key_F1) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void SplitMarker::contextMenuEvent(QContextMenuEvent* event) {
    const QPoint at = event->reason() == QContextMenuEvent::Mouse
                          ? event->globalPos()
                          : mapToGlobal(QPoint(width() / 2, m_headTop + m_headHeight));
    emit menuRequested(boundary(), at);
    event->accept();
}

void SplitMarker::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    emit focused(event->reason());
}

void SplitMarker::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason) {
        m_controller->editor()->endMoves();
    }
}

void SplitMarker::enterEvent(QEnterEvent* event) {
    QWidget::enterEvent(event);
    emit pointed();
}

} // namespace tileline
