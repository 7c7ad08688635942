// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/preferences.h"

#include <QSettings>

namespace tileline::preferences {

namespace {

constexpr auto ThemeKey = "window/theme";
constexpr auto UnitKey = "window/byteUnit";
constexpr auto ChartKey = "plan/chartShowsCycles";
constexpr auto ColumnsKey = "tables/hidden/"; ///< followed by the name of the table
constexpr auto GeometryKey = "window/geometry";
constexpr auto StateKey = "window/state";

} // namespace

Theme theme() {
    return themeOf(QSettings().value(ThemeKey).toString()).value_or(Theme::System);
}

void setTheme(Theme theme) {
    QSettings().setValue(ThemeKey, themeName(theme));
}

ByteUnit byteUnit() {
    const QString name = QSettings().value(UnitKey).toString();
    if (name == QLatin1String("kB")) {
        return ByteUnit::Kilo;
    }
    return name == QLatin1String("B") ? ByteUnit::Bytes : ByteUnit::Kibi;
}

void setByteUnit(ByteUnit unit) {
    const char* const name = unit == ByteUnit::Kibi ? "KiB" : unit == ByteUnit::Kilo ? "kB" : "B";
    QSettings().setValue(UnitKey, QLatin1String(name));
}

bool chartShowsCycles() {
    return QSettings().value(ChartKey).toBool();
}

void setChartShowsCycles(bool cycles) {
    QSettings().setValue(ChartKey, cycles);
}

std::optional<QStringList> hiddenColumns(const QString& table) {
    const QVariant hidden = QSettings().value(ColumnsKey + table);
    return hidden.isValid() ? std::optional(hidden.toStringList()) : std::nullopt;
}

void setHiddenColumns(const QString& table, const QStringList& keys) {
    QSettings().setValue(ColumnsKey + table, keys);
}

QByteArray windowGeometry() {
    return QSettings().value(GeometryKey).toByteArray();
}

QByteArray windowState() {
    return QSettings().value(StateKey).toByteArray();
}

void setWindow(const QByteArray& geometry, const QByteArray& state) {
    QSettings store;
    store.setValue(GeometryKey, geometry);
    store.setValue(StateKey, state);
}

} // namespace tileline::preferences
