// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/cutstrip.h"
#include "ui/planpage/ipubar.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/splitmarker.h"

#include <QAccessibleWidget>
#include <QPointer>

#include <cmath>
#include <vector>

namespace tileline {

namespace {

/// A view whose value is a text.
template <typename View>
class AccessibleView : public QAccessibleWidget {
public:
    AccessibleView(View* view, QAccessible::Role role)
        : QAccessibleWidget(view, role)
        , m_view(view) {}

    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Value ? m_view->valueText() : QAccessibleWidget::text(kind);
    }

protected:
    View* const m_view;
};

/// A view whose value is also a number.
template <typename View>
class AccessibleLevel : public AccessibleView<View>, public QAccessibleValueInterface {
public:
    using AccessibleView<View>::AccessibleView;

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ValueInterface ? static_cast<QAccessibleValueInterface*>(this)
                                                   : AccessibleView<View>::interface_cast(type);
    }
    QVariant minimumStepSize() const override { return 1; }
};

/// Presents a split marker as a slider. Its value is the index of the layer entry after the split.
class AccessibleMarker : public AccessibleLevel<SplitMarker> {
public:
    using AccessibleLevel::AccessibleLevel;

    QVariant currentValue() const override { return m_view->boundary().value; }
    QVariant minimumValue() const override { return m_view->range().first.value; }
    QVariant maximumValue() const override { return m_view->range().last.value; }
    void setCurrentValue(const QVariant& value) override { m_view->moveTo({value.toUInt()}); }
};

/// Presents the bar of an IPU as a level, with the bytes of the fullest tile as its value and the limit as
/// its maximum.
class AccessibleBar : public AccessibleLevel<IpuBar> {
public:
    using AccessibleLevel::AccessibleLevel;

    QVariant currentValue() const override {
        const IpuBarData& values = m_view->values();
        return qulonglong{values.estimate ? values.estimate->peakTileBytes : 0};
    }
    QVariant minimumValue() const override { return 0; }
    QVariant maximumValue() const override { return qulonglong{m_view->values().limit}; }
    void setCurrentValue(const QVariant&) override {}
};

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

/// Presents the canvas as a chart. Its value is the layer that the keys have chosen. Its children are the
/// layers, as items of a list with their bytes and IPU, and the split markers.
class AccessibleCanvas : public AccessibleView<PlanCanvas> {
public:
    explicit AccessibleCanvas(PlanCanvas* canvas)
        : AccessibleView(canvas, QAccessible::Chart) {}
    ~AccessibleCanvas() override {
        for (const QAccessible::Id id : m_layers) {
            QAccessible::deleteAccessibleInterface(id);
        }
    }

    int childCount() const override { return layerCount() + AccessibleView::childCount(); }
    QAccessibleInterface* child(int index) const override {
        return index >= 0 && index < layerCount() ? layer(index)
                                                  : AccessibleView::child(index - layerCount());
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (int i = 0; i < layerCount(); ++i) {
            if (layer(i) == child) {
                return i;
            }
        }
        const int index = AccessibleView::indexOfChild(child);
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
        return m_view->nameOf(first).isEmpty() ? 0 : static_cast<int>(m_view->geometry().layerCount);
    }
    QAccessibleInterface* layer(int index) const {
        while (m_layers.size() <= static_cast<size_t>(index)) {
            const LayerIndex next{static_cast<uint32_t>(m_layers.size())};
            m_layers.push_back(QAccessible::registerAccessibleInterface(new AccessibleLayer(m_view, next)));
        }
        return QAccessible::accessibleInterface(m_layers[static_cast<size_t>(index)]);
    }

    mutable std::vector<QAccessible::Id> m_layers; ///< made when they are asked for
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
    if (auto* const canvas = qobject_cast<PlanCanvas*>(object)) {
        return new AccessibleCanvas(canvas);
    }
    if (auto* const strip = qobject_cast<CutStrip*>(object)) {
        return new AccessibleView(strip, QAccessible::Chart);
    }
    if (auto* const bar = qobject_cast<IpuBar*>(object)) {
        return new AccessibleBar(bar, QAccessible::ProgressBar);
    }
    auto* const marker = qobject_cast<SplitMarker*>(object);
    return marker ? new AccessibleMarker(marker, QAccessible::Slider) : nullptr;
}

} // namespace

void installMarkerAccessibility() {
    QAccessible::installFactory(makeInterface);
}

} // namespace tileline
