// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/theme.h"

#include "ui/look/icons.h"
#include "ui/look/metrics.h"
#include "ui/look/palette.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolTip>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tileline {

namespace {

/// The names of the themes, in the order of the enumeration Theme.
constexpr std::array ThemeNames{QLatin1String("system"), QLatin1String("light"), QLatin1String("dark")};

/// The name of the desktop's style. Must be called once before the style is changed for the first time.
QString systemStyle() {
    static const QString name = QApplication::style()->objectName();
    return name;
}

/// The colour of an outline contains this share of the text colour; the rest is the window colour.
constexpr double OutlineShare = 0.6;
constexpr double DisabledShare = 0.25;
constexpr double CornerRadius = 2;

QColor outlineColor(const QStyleOption& option) {
    const double share = option.state.testFlag(QStyle::State_Enabled) ? OutlineShare : DisabledShare;
    const QColor from = option.palette.color(QPalette::Active, QPalette::Window);
    const QColor to = option.palette.color(QPalette::Active, QPalette::WindowText);
    return blend(from, to, share);
}

/// The colour for controls that are pressed or have the focus. The link colour is used, because the selection
/// colour hardly stands out from the background of our dark windows. If the desktop's link colour hardly
/// stands out either, the text colour is used.
QColor strongColor(const QStyleOption& option) {
    constexpr int MinDifference = 80;
    const QColor link = option.palette.color(QPalette::Active, QPalette::Link);
    const QColor window = option.palette.color(QPalette::Active, QPalette::Window);
    return std::abs(qGray(link.rgb()) - qGray(window.rgb())) >= MinDifference
               ? link
               : option.palette.color(QPalette::Active, QPalette::WindowText);
}

void drawOutline(QPainter& painter, const QRect& rect, const QColor& color, int width = 1,
                 double radius = CornerRadius) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, width));
    painter.setBrush(Qt::NoBrush);
    const double inset = width / 2.0;
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.restore();
}

void drawControlOutline(QPainter& painter, const QRect& rect, const QStyleOption& option, bool strong) {
    drawOutline(painter, rect, strong ? strongColor(option) : outlineColor(option), strong ? 2 : 1);
}

bool hasKeyFocus(const QStyleOption& option) {
    return option.state.testFlag(QStyle::State_HasFocus) &&
           option.state.testFlag(QStyle::State_KeyboardFocusChange);
}

/// The Fusion style with visible outlines. The outlines that Fusion draws around boxes, buttons and fields
/// have almost no contrast in a dark window. The outlines of this style have a contrast of at least 3:1. They
/// are stronger on pressed buttons and on controls with the keyboard focus.
class ControlStyle : public QProxyStyle {
public:
    static constexpr QLatin1String Name{"tileline"};

    ControlStyle()
        : QProxyStyle(QStringLiteral("Fusion")) {
        setObjectName(Name);
    }

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget = nullptr) const override {
        const auto* const item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
        if (element == CE_MenuItem && item && item->state.testFlag(State_Selected) && !item->icon.isNull()) {
            // Fusion would draw the icon as if the menu item were not selected.
            QStyleOptionMenuItem shown = *item;
            const int size = pixelMetric(PM_SmallIconSize, option, widget);
            const auto mode = item->state.testFlag(State_Enabled) ? QIcon::Selected : QIcon::Disabled;
            shown.icon = item->icon.pixmap({size, size}, ratioOf(*painter), mode);
            QProxyStyle::drawControl(element, &shown, painter, widget);
            return;
        }
        painter->save();
        if (element == CE_MenuBarItem) {
            // Clips away the line that Fusion draws along the bottom of the menu bar.
            painter->setClipRect(option->rect.adjusted(0, 0, 0, -1));
        }
        QProxyStyle::drawControl(element, option, painter, widget);
        painter->restore();
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override {
        if (element == PE_FrameFocusRect) {
            drawOutline(*painter, option->rect, strongColor(*option), 2);
            return;
        }
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        switch (element) {
        case PE_IndicatorCheckBox:
            drawOutline(*painter, option->rect, outlineColor(*option), 1, 0);
            break;
        case PE_IndicatorRadioButton:
            // The outline is a circle that touches the sides of the rectangle, like Fusion's own outline.
            drawOutline(*painter, option->rect, outlineColor(*option), 1, option->rect.width() / 2.0);
            break;
        case PE_Frame:
            // Lists and multi-line fields need an outline, because Fusion's frame can hardly be seen.
            if (qobject_cast<const QAbstractScrollArea*>(widget)) {
                drawControlOutline(*painter, option->rect, *option, option->state.testFlag(State_HasFocus));
            }
            break;
        case PE_FrameLineEdit:
            drawControlOutline(*painter, option->rect, *option, option->state.testFlag(State_HasFocus));
            break;
        case PE_PanelButtonCommand: {
            const auto* const button = qstyleoption_cast<const QStyleOptionButton*>(option);
            const bool down = option->state.testFlag(State_On);
            if (!button || !button->features.testFlag(QStyleOptionButton::Flat) || down) {
                drawControlOutline(*painter, option->rect, *option, down || hasKeyFocus(*option));
            }
            break;
        }
        default:
            break;
        }
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget = nullptr) const override {
        const auto* const button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        if (button && button->state.testFlag(State_Enabled) && widget &&
            widget->property(metrics::MainCommand).toBool()) {
            drawMainButton(*button, painter, widget);
            return;
        }
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        switch (control) {
        case CC_ComboBox:
        case CC_SpinBox:
            drawControlOutline(*painter, option->rect, *option, option->state.testFlag(State_HasFocus));
            break;
        case CC_ToolButton: {
            const auto* const tool = qobject_cast<const QAbstractButton*>(widget);
            const bool raised =
                option->state.testFlag(State_Raised) && !option->state.testFlag(State_AutoRaise);
            const bool down = option->state.testFlag(State_On);
            if (down || raised || hasKeyFocus(*option) || (tool && tool->isCheckable())) {
                drawControlOutline(*painter, option->rect, *option, down || hasKeyFocus(*option));
            }
            break;
        }
        case CC_ScrollBar:
            drawOutline(*painter, subControlRect(control, option, SC_ScrollBarSlider, widget),
                        outlineColor(*option));
            break;
        default:
            break;
        }
    }

    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget = nullptr) const override {
        // Menu titles get extra height, so that they are centred like the buttons beside them.
        const int taller = type == CT_MenuBarItem ? metrics::Margin : 0;
        return QProxyStyle::sizeFromContents(type, option, size, widget) + QSize(0, taller);
    }

private:
    /// Draws the tool button of a window's main command in the colours of a selected item.
    void drawMainButton(const QStyleOptionToolButton& option, QPainter* painter,
                        const QWidget* widget) const {
        QStyleOptionToolButton shown = option;
        const QColor ground = option.palette.color(QPalette::Highlight);
        const QColor text = option.palette.color(QPalette::HighlightedText);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(blend(ground, text, option.state.testFlag(State_MouseOver) ? 0.15 : 0));
        painter->drawRoundedRect(option.rect, 2 * CornerRadius, 2 * CornerRadius);
        painter->restore();
        shown.palette.setColor(QPalette::ButtonText, text);
        shown.icon = option.icon.pixmap(option.iconSize, ratioOf(*painter), QIcon::Selected);
        drawControl(CE_ToolButtonLabel, &shown, painter, widget);
        if (hasKeyFocus(option)) {
            drawOutline(*painter, option.rect.adjusted(1, 1, -1, -1), text, 2);
        }
    }
};

} // namespace

void applyTheme(Theme theme) {
    // Updates children before their parents, because Qt would otherwise paint the children twice.
    for (const QWidget* const window : QApplication::topLevelWidgets()) {
        const auto parts = window->findChildren<QWidget*>(); // each child comes after its parent
        std::for_each(parts.rbegin(), parts.rend(), [](QWidget* part) { part->update(); });
    }
    const QString system = systemStyle();
    if (theme == Theme::System && system != QLatin1String("fusion")) {
        if (QApplication::style()->objectName() != system) {
            QApplication::setStyle(QStyleFactory::create(system));
        }
    } else if (QApplication::style()->objectName() != ControlStyle::Name) {
        QApplication::setStyle(new ControlStyle);
    }
    if (theme == Theme::System) {
        QApplication::setPalette(QPalette());
        QToolTip::setPalette(QApplication::palette("QTipLabel"));
        return;
    }
    const QPalette palette = paletteOf(theme == Theme::Dark);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

QString themeName(Theme theme) {
    return ThemeNames[static_cast<size_t>(theme)];
}

std::optional<Theme> themeOf(const QString& name) {
    const auto found = std::ranges::find(ThemeNames, name);
    return found == ThemeNames.end() ? std::nullopt
                                     : std::optional(static_cast<Theme>(found - ThemeNames.begin()));
}

} // namespace tileline
