// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/cutstrip.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/splitmarker.h"
#include "ui/planpage/stagebars.h"

#include <QAccessibleWidget>
#include <QPointer>

#include <cmath>
#include <vector>

namespace tileline {

namespace {

/// Presents a view to assistive technology. The value of the view is a text, not a number.
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

/// Presents a split marker as a slider. The slider's value is the index of the layer entry after the split.
class AccessibleMarker : public AccessibleView<SplitMarker>, public QAccessibleValueInterface {
public:
    using AccessibleView::AccessibleView;

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ValueInterface ? static_cast<QAccessibleValueInterface*>(this)
                                                   : AccessibleView::interface_cast(type);
    }
    QVariant currentValue() const override { return m_view->boundary().value; }
    QVariant minimumValue() const override { return m_view->range().first.value; }
    QVariant maximumValue() const override { return m_view->range().last.value; }
    QVariant minimumStepSize() const override { return 1; }
    void setCurrentValue(const QVariant& value) override { m_view->moveTo({value.toUInt()}); }
};

/// The accessibility interface of a painted part of a view. Qt provides such interfaces only for widgets.
template <typename View>
class AccessiblePart : public QAccessibleInterface {
public:
    AccessiblePart(View* view, uint32_t number)
        : m_view(view)
        , m_number(number) {}

    bool isValid() const override { return m_view && m_number < count(*m_view); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_view ? parent()->window() : nullptr; }
    QAccessibleInterface* parent() const override {
        return m_view ? QAccessible::queryAccessibleInterface(m_view) : nullptr;
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text kind) const override {
        const bool described = kind == QAccessible::Value || kind == QAccessible::Description;
        return !isValid() ? QString() : kind == QAccessible::Name ? name() : described ? value() : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        return isValid() ? QRect(m_view->mapToGlobal(place().topLeft()), place().size()) : QRect();
    }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        state.selectable = true;
        state.selected = isValid() && isCurrent();
        state.focusable = true;
        state.focused = state.selected && m_view->hasFocus();
        return state;
    }

    static uint32_t count(const PlanCanvas& canvas) {
        return canvas.nameOf({0}).isEmpty() ? 0 : static_cast<uint32_t>(canvas.geometry().layerCount);
    }
    static uint32_t count(const StageBars& bars) { return static_cast<uint32_t>(bars.bars().size()); }

protected:
    virtual QString name() const = 0;
    virtual QString value() const = 0;
    virtual QRect place() const = 0; ///< in coordinates of the view
    virtual bool isCurrent() const = 0;

    const QPointer<View> m_view;
    const uint32_t m_number;
};

class AccessibleLayer : public AccessiblePart<PlanCanvas> {
public:
    using AccessiblePart::AccessiblePart;

protected:
    QString name() const override { return m_view->nameOf({m_number}); }
    QString value() const override { return m_view->textOf({m_number}); }
    QRect place() const override {
        const BoundaryGeometry& geometry = m_view->geometry();
        return {static_cast<int>(std::lround(geometry.xOf({m_number}))), 0,
                static_cast<int>(std::lround(geometry.layerWidth)), m_view->height()};
    }
    bool isCurrent() const override { return m_view->cursor() == LayerIndex{m_number}; }
};

/// Presents the bar of an IPU as a level from 0 to the memory limit. The value is the peak in bytes.
class AccessibleBar : public AccessiblePart<StageBars>, public QAccessibleValueInterface {
public:
    using AccessiblePart::AccessiblePart;
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ValueInterface ? static_cast<QAccessibleValueInterface*>(this)
                                                   : AccessiblePart::interface_cast(type);
    }
    QAccessible::Role role() const override { return QAccessible::ProgressBar; }
    QVariant currentValue() const override {
        const auto estimate = isValid() ? m_view->bars()[m_number].estimate : std::nullopt;
        return qulonglong{estimate ? estimate->peakTileBytes : 0};
    }
    QVariant minimumValue() const override { return 0; }
    QVariant maximumValue() const override {
        return qulonglong{isValid() ? m_view->bars()[m_number].limit : 0};
    }
    QVariant minimumStepSize() const override { return 1; }
    void setCurrentValue(const QVariant&) override {}

protected:
    QString name() const override { return m_view->bars()[m_number].name(); }
    QString value() const override { return m_view->bars()[m_number].summary(); }
    QRect place() const override { return m_view->areaOf({m_number}); }
    bool isCurrent() const override { return m_view->current() == StageIndex{m_number}; }
};

/// Presents a view as a chart. The chart's value describes the part that the user has chosen with the keys.
/// The chart's children are the view's painted parts, followed by the view's child widgets.
template <typename View, typename PartOf>
class AccessibleChart : public AccessibleView<View> {
public:
    explicit AccessibleChart(View* view)
        : AccessibleView<View>(view, QAccessible::Chart) {}
    ~AccessibleChart() override {
        for (const QAccessible::Id id : m_parts) {
            QAccessible::deleteAccessibleInterface(id);
        }
    }

    int childCount() const override { return count() + AccessibleView<View>::childCount(); }
    QAccessibleInterface* child(int index) const override {
        return index >= 0 && index < count() ? part(index) : AccessibleView<View>::child(index - count());
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (int i = 0; i < count(); ++i) {
            if (part(i) == child) {
                return i;
            }
        }
        const int index = AccessibleView<View>::indexOfChild(child);
        return index < 0 ? index : index + count();
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        for (int i = 0; i < count(); ++i) {
            if (part(i)->rect().contains(x, y)) {
                return part(i);
            }
        }
        return nullptr;
    }

private:
    int count() const { return static_cast<int>(PartOf::count(*this->m_view)); }
    QAccessibleInterface* part(int index) const {
        while (m_parts.size() <= static_cast<size_t>(index)) {
            m_parts.push_back(QAccessible::registerAccessibleInterface(
                new PartOf(this->m_view, static_cast<uint32_t>(m_parts.size()))));
        }
        return QAccessible::accessibleInterface(m_parts[static_cast<size_t>(index)]);
    }

    mutable std::vector<QAccessible::Id> m_parts; ///< an id is added when its part is first requested
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
    if (auto* const canvas = qobject_cast<PlanCanvas*>(object)) {
        return new AccessibleChart<PlanCanvas, AccessibleLayer>(canvas);
    }
    if (auto* const strip = qobject_cast<CutStrip*>(object)) {
        return new AccessibleView(strip, QAccessible::Chart);
    }
    if (auto* const bars = qobject_cast<StageBars*>(object)) {
        return new AccessibleChart<StageBars, AccessibleBar>(bars);
    }
    auto* const marker = qobject_cast<SplitMarker*>(object);
    return marker ? new AccessibleMarker(marker, QAccessible::Slider) : nullptr;
}

} // namespace

void installMarkerAccessibility() {
    QAccessible::installFactory(makeInterface);
}

} // namespace tileline
