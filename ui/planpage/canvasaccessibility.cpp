// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/canvasaccessibility.h"

#include "ui/planpage/plancanvas.h"

#include <QAccessibleWidget>
#include <QPointer>

#include <cmath>
#include <vector>

namespace tileline {

namespace {

/// A layer is not a widget, so it has an interface of its own.
class AccessibleLayer : public QAccessibleInterface {
public:
    AccessibleLayer(PlanCanvas* canvas, LayerIndex layer)
        : m_canvas(canvas)
        , m_layer(layer) {}

    bool isValid() const override {
        return m_canvas && m_layer.index() < m_canvas->geometry().layerCount &&
               !m_canvas->nameOf(m_layer).isEmpty();
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override {
        return m_canvas ? QAccessible::queryAccessibleInterface(m_canvas)->window() : nullptr;
    }
    QAccessibleInterface* parent() const override {
        return m_canvas ? QAccessible::queryAccessibleInterface(m_canvas) : nullptr;
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text kind) const override {
        if (!isValid()) {
            return {};
        }
        switch (kind) {
        case QAccessible::Name:
            return m_canvas->nameOf(m_layer);
        case QAccessible::Value:
        case QAccessible::Description:
            return m_canvas->textOf(m_layer);
        default:
            return {};
        }
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        if (!isValid()) {
            return {};
        }
        const auto left = static_cast<int>(std::lround(m_canvas->geometry().xOf(m_layer)));
        const auto width = static_cast<int>(std::lround(m_canvas->geometry().layerWidth));
        return {m_canvas->mapToGlobal(QPoint(left, 0)), QSize(width, m_canvas->height())};
    }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        state.selectable = true;
        state.selected = isValid() && m_canvas->cursor() == m_layer;
        return state;
    }

private:
    const QPointer<PlanCanvas> m_canvas;
    const LayerIndex m_layer;
};

class AccessibleCanvas : public QAccessibleWidget {
public:
    explicit AccessibleCanvas(PlanCanvas* canvas)
        : QAccessibleWidget(canvas, QAccessible::Chart)
        , m_canvas(canvas) {}
    ~AccessibleCanvas() override {
        for (const QAccessible::Id id : m_layers) {
            QAccessible::deleteAccessibleInterface(id);
        }
    }

    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Value ? m_canvas->valueText() : QAccessibleWidget::text(kind);
    }
    int childCount() const override { return layerCount() + QAccessibleWidget::childCount(); }
    QAccessibleInterface* child(int index) const override {
        return index >= 0 && index < layerCount() ? layer(index)
                                                  : QAccessibleWidget::child(index - layerCount());
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (int i = 0; i < layerCount(); ++i) {
            if (layer(i) == child) {
                return i;
            }
        }
        const int index = QAccessibleWidget::indexOfChild(child);
        return index < 0 ? index : index + layerCount();
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        for (int i = 0; i < layerCount(); ++i) {
            if (layer(i)->rect().contains(x, y)) {
                return layer(i);
            }
        }
        return nullptr;
    }

private:
    int layerCount() const {
        const LayerIndex first{0};
        return m_canvas->nameOf(first).isEmpty() ? 0 : static_cast<int>(m_canvas->geometry().layerCount);
    }
    QAccessibleInterface* layer(int index) const {
        while (m_layers.size() <= static_cast<size_t>(index)) {
            const LayerIndex next{static_cast<uint32_t>(m_layers.size())};
            m_layers.push_back(QAccessible::registerAccessibleInterface(new AccessibleLayer(m_canvas, next)));
        }
        return QAccessible::accessibleInterface(m_layers[static_cast<size_t>(index)]);
    }

    PlanCanvas* const m_canvas;
    mutable std::vector<QAccessible::Id> m_layers; ///< made when they are asked for
};

} // namespace

QAccessibleInterface* accessibleCanvas(PlanCanvas* canvas) {
    return new AccessibleCanvas(canvas);
}

} // namespace tileline
