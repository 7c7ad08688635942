// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/canvasaccessibility.h"
#include "ui/planpage/cutstrip.h"
#include "ui/planpage/ipubar.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/splitmarker.h"

#include <QAccessibleWidget>

namespace tileline {

namespace {

/// Presents a split marker as a slider. Its value is the index of the layer entry after the split.
class AccessibleMarker : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit AccessibleMarker(SplitMarker* marker)
        : QAccessibleWidget(marker, QAccessible::Slider)
        , m_marker(marker) {}

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ValueInterface ? static_cast<QAccessibleValueInterface*>(this)
                                                   : QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Value ? m_marker->valueText() : QAccessibleWidget::text(kind);
    }
    QVariant currentValue() const override { return m_marker->boundary().value; }
    QVariant minimumValue() const override { return m_marker->range().first.value; }
    QVariant maximumValue() const override { return m_marker->range().last.value; }
    QVariant minimumStepSize() const override { return 1; }
    void setCurrentValue(const QVariant& value) override { m_marker->moveTo({value.toUInt()}); }

private:
    SplitMarker* const m_marker;
};

/// Presents the bar of an IPU as a level, with the bytes of the fullest tile as its value and the limit as
/// its maximum.
class AccessibleBar : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit AccessibleBar(IpuBar* bar)
        : QAccessibleWidget(bar, QAccessible::ProgressBar)
        , m_bar(bar) {}

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ValueInterface ? static_cast<QAccessibleValueInterface*>(this)
                                                   : QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Value ? m_bar->summary() : QAccessibleWidget::text(kind);
    }
    QVariant currentValue() const override {
        const IpuBarData& values = m_bar->values();
        return qulonglong{values.estimate ? values.estimate->peakTileBytes : 0};
    }
    QVariant minimumValue() const override { return 0; }
    QVariant maximumValue() const override { return qulonglong{m_bar->values().limit}; }
    QVariant minimumStepSize() const override { return 1; }
    void setCurrentValue(const QVariant&) override {}

private:
    IpuBar* const m_bar;
};

/// Presents the strip that shows where to cut as a chart. Its value is what the pointer has chosen.
class AccessibleStrip : public QAccessibleWidget {
public:
    explicit AccessibleStrip(CutStrip* strip)
        : QAccessibleWidget(strip, QAccessible::Chart)
        , m_strip(strip) {}

    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Value ? m_strip->valueText() : QAccessibleWidget::text(kind);
    }

private:
    CutStrip* const m_strip;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
    if (auto* const canvas = qobject_cast<PlanCanvas*>(object)) {
        return accessibleCanvas(canvas);
    }
    if (auto* const strip = qobject_cast<CutStrip*>(object)) {
        return new AccessibleStrip(strip);
    }
    if (auto* const bar = qobject_cast<IpuBar*>(object)) {
        return new AccessibleBar(bar);
    }
    auto* const marker = qobject_cast<SplitMarker*>(object);
    return marker ? new AccessibleMarker(marker) : nullptr;
}

} // namespace

void installMarkerAccessibility() {
    QAccessible::installFactory(makeInterface);
}

} // namespace tileline
