// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace tileline {

/// The Fusion style with outlines that can be seen. Fusion draws those of boxes, buttons and fields in a
/// darker window colour, which in a dark window has nearly no contrast. Here they have a contrast of at least
/// 3:1. Buttons that are down, and controls with the keyboard focus, have a stronger outline.
class ControlStyle : public QProxyStyle {
    Q_OBJECT
public:
    /// The object name.
    static constexpr QLatin1String Name{"tileline"};

    ControlStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget = nullptr) const override;
};

} // namespace tileline
