// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/theme.h"

#include "ui/settings/controlstyle.h"

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

QPalette lightPalette() {
    QPalette palette;
    palette.setColor(QPalette::Window, QColor(0xF3, 0xF4, 0xF6));
    palette.setColor(QPalette::WindowText, QColor(0x1B, 0x1F, 0x24));
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::AlternateBase, QColor(0xF6, 0xF8, 0xFA));
    palette.setColor(QPalette::ToolTipBase, QColor(0xFF, 0xFF, 0xF0));
    palette.setColor(QPalette::ToolTipText, QColor(0x1B, 0x1F, 0x24));
    palette.setColor(QPalette::Text, QColor(0x1B, 0x1F, 0x24));
    palette.setColor(QPalette::PlaceholderText, QColor(0x6A, 0x73, 0x7D));
    palette.setColor(QPalette::Button, QColor(0xEC, 0xEE, 0xF1));
    palette.setColor(QPalette::ButtonText, QColor(0x1B, 0x1F, 0x24));
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x05, 0x5A, 0xA8));
    palette.setColor(QPalette::Highlight, QColor(0x00, 0x66, 0xB8));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    return palette;
}

QPalette darkPalette() {
    QPalette palette;
    palette.setColor(QPalette::Window, QColor(0x25, 0x28, 0x2D));
    palette.setColor(QPalette::WindowText, QColor(0xE6, 0xE8, 0xEB));
    palette.setColor(QPalette::Base, QColor(0x1B, 0x1D, 0x21));
    palette.setColor(QPalette::AlternateBase, QColor(0x22, 0x25, 0x2A));
    palette.setColor(QPalette::ToolTipBase, QColor(0x33, 0x37, 0x3E));
    palette.setColor(QPalette::ToolTipText, QColor(0xE6, 0xE8, 0xEB));
    palette.setColor(QPalette::Text, QColor(0xE6, 0xE8, 0xEB));
    palette.setColor(QPalette::PlaceholderText, QColor(0x92, 0x98, 0xA1));
    palette.setColor(QPalette::Button, QColor(0x31, 0x35, 0x3B));
    palette.setColor(QPalette::ButtonText, QColor(0xE6, 0xE8, 0xEB));
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x6C, 0xB6, 0xF5));
    palette.setColor(QPalette::Highlight, QColor(0x2B, 0x7F, 0xC7));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Light, QColor(0x45, 0x4A, 0x52));
    palette.setColor(QPalette::Midlight, QColor(0x3A, 0x3F, 0x46));
    palette.setColor(QPalette::Mid, QColor(0x20, 0x23, 0x27));
    palette.setColor(QPalette::Dark, QColor(0x16, 0x18, 0x1B));
    palette.setColor(QPalette::Shadow, Qt::black);
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
    const QPalette palette = withDisabledColours(theme == Theme::Dark ? darkPalette() : lightPalette());
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
