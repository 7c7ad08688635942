// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preferences/theme.h"
#include "ui/text/bytestext.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace tileline {

/// The settings that the window remembers, stored in QSettings. For the GUI thread only.
namespace preferences {

Theme theme();
void setTheme(Theme theme);

ByteUnit byteUnit();
void setByteUnit(ByteUnit unit);

/// Whether the layer chart shows cycles instead of bytes if the profile has cycles.
bool chartShowsCycles();
void setChartShowsCycles(bool cycles);

/// The keys of the columns that the user has hidden in a table; empty if the user has never chosen columns.
std::optional<QStringList> hiddenColumns(const QString& table);
void setHiddenColumns(const QString& table, const QStringList& keys);

QByteArray windowGeometry();
QByteArray windowState();
void setWindow(const QByteArray& geometry, const QByteArray& state);

} // namespace preferences

} // namespace tileline
