// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preferences/theme.h"
#include "ui/text/bytestext.h"

#include <QByteArray>
#include <QSettings>
#include <QStringList>

#include <optional>

/// The preferences of the window, stored in QSettings. For the GUI thread only.
namespace tileline::preferences {

inline Theme theme() {
    return themeOf(QSettings().value("window/theme").toString()).value_or(Theme::System);
}
inline void setTheme(Theme theme) {
    QSettings().setValue("window/theme", themeName(theme));
}

inline ByteUnit byteUnit() {
    const QString name = QSettings().value("window/byteUnit").toString();
    return name == QLatin1String("kB")  ? ByteUnit::Kilo
           : name == QLatin1String("B") ? ByteUnit::Bytes
                                        : ByteUnit::Kibi;
}
inline void setByteUnit(ByteUnit unit) {
    QSettings().setValue("window/byteUnit", unit == ByteUnit::Kibi   ? "KiB"
                                            : unit == ByteUnit::Kilo ? "kB"
                                                                     : "B");
}

/// Whether the layer chart shows cycles instead of bytes, provided that the profile contains cycles.
inline bool chartShowsCycles() {
    return QSettings().value("plan/chartShowsCycles").toBool();
}
inline void setChartShowsCycles(bool cycles) {
    QSettings().setValue("plan/chartShowsCycles", cycles);
}

/// The keys of the columns that the user has hidden in a table; empty if the user has never chosen columns.
inline std::optional<QStringList> hiddenColumns(const QString& table) {
    const QVariant hidden = QSettings().value("tables/hidden/" + table);
    return hidden.isValid() ? std::optional(hidden.toStringList()) : std::nullopt;
}
inline void setHiddenColumns(const QString& table, const QStringList& keys) {
    QSettings().setValue("tables/hidden/" + table, keys);
}

inline QByteArray windowGeometry() {
    return QSettings().value("window/geometry").toByteArray();
}
inline QByteArray windowState() {
    return QSettings().value("window/state").toByteArray();
}
inline void setWindow(const QByteArray& geometry, const QByteArray& state) {
    QSettings store;
    store.setValue("window/geometry", geometry);
    store.setValue("window/state", state);
}

} // namespace tileline::preferences
