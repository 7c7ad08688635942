// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/theme.h"

#include "ui/preferences/controlstyle.h"

#include <QApplication>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>
#include <QWidget>

#include <algorithm>
#include <array>

namespace tileline {

namespace {

/// The colours of a role in a light and in a dark window. A role without a light colour has there what the
/// style makes of the others.
struct RoleColors {
    QPalette::ColorRole role;
    QRgb dark;
    QRgb light = 0;
};

constexpr RoleColors Colors[] = {
    {QPalette::Window, 0xFF25282D, 0xFFF3F4F6},
    {QPalette::WindowText, 0xFFE6E8EB, 0xFF1B1F24},
    {QPalette::Base, 0xFF1B1D21, 0xFFFFFFFF},
    {QPalette::AlternateBase, 0xFF22252A, 0xFFF6F8FA},
    {QPalette::ToolTipBase, 0xFF33373E, 0xFFFFFFF0},
    {QPalette::ToolTipText, 0xFFE6E8EB, 0xFF1B1F24},
    {QPalette::Text, 0xFFE6E8EB, 0xFF1B1F24},
    {QPalette::PlaceholderText, 0xFF9298A1, 0xFF6A737D},
    {QPalette::Button, 0xFF31353B, 0xFFECEEF1},
    {QPalette::ButtonText, 0xFFE6E8EB, 0xFF1B1F24},
    {QPalette::BrightText, 0xFFFFFFFF, 0xFFFFFFFF},
    {QPalette::Link, 0xFF6CB6F5, 0xFF055AA8},
    {QPalette::Highlight, 0xFF2B7FC7, 0xFF0066B8},
    {QPalette::HighlightedText, 0xFFFFFFFF, 0xFFFFFFFF},
    {QPalette::Light, 0xFF454A52},
    {QPalette::Midlight, 0xFF3A3F46},
    {QPalette::Mid, 0xFF202327},
    {QPalette::Dark, 0xFF16181B},
    {QPalette::Shadow, 0xFF000000},
};

QPalette paletteOf(Theme theme) {
    QPalette palette;
    for (const RoleColors& colors : Colors) {
        if (theme == Theme::Dark || colors.light != 0) {
            palette.setColor(colors.role, QColor(theme == Theme::Dark ? colors.dark : colors.light));
        }
    }
    return palette;
}

/// Disabled text: halfway between text and background.
QPalette withDisabledColours(QPalette palette) {
    constexpr std::array roles{std::pair(QPalette::WindowText, QPalette::Window),
                               std::pair(QPalette::Text, QPalette::Base),
                               std::pair(QPalette::ButtonText, QPalette::Button)};
    for (const auto& [text, background] : roles) {
        const QColor a = palette.color(QPalette::Active, text);
        const QColor b = palette.color(QPalette::Active, background);
        const QColor faint((a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2);
        palette.setColor(QPalette::Disabled, text, faint);
    }
    return palette;
}

/// The style of the desktop. The first call must come before the first change of the style.
QString systemStyle() {
    static const QString name = QApplication::style()->objectName();
    return name;
}

} // namespace

void applyTheme(Theme theme) {
    // Qt paints a widget with all that is in it, and then its parts again, if the widget was updated first.
    for (const QWidget* const window : QApplication::topLevelWidgets()) {
        const auto parts = window->findChildren<QWidget*>(); // each after the widget that it is in
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
    const QPalette palette = withDisabledColours(paletteOf(theme));
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

QString themeName(Theme theme) {
    switch (theme) {
    case Theme::System:
        return QStringLiteral("system");
    case Theme::Light:
        return QStringLiteral("light");
    case Theme::Dark:
        return QStringLiteral("dark");
    }
    return {};
}

std::optional<Theme> themeOf(const QString& name) {
    for (const Theme theme : {Theme::System, Theme::Light, Theme::Dark}) {
        if (themeName(theme) == name) {
            return theme;
        }
    }
    return std::nullopt;
}

} // namespace tileline
