// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

#include <cstdint>

namespace tileline {

/// How sizes are written in the window. Copies and exports always carry raw bytes.
enum class ByteUnit { Binary, Decimal, Bytes }; ///< KiB, kB, bytes

/// The unit that all views use; on the GUI thread only.
ByteUnit byteUnit();
void setByteUnit(ByteUnit unit);

/// "624 KiB", "639 kB" or "638,976 bytes", by the unit and the locale.
QString byteText(uint64_t bytes, const QLocale& locale = QLocale());
/// All digits, whatever the unit: "638,976 bytes".
QString exactByteText(uint64_t bytes, const QLocale& locale = QLocale());
/// With a sign: "+12 KiB", "−3 bytes", "0 bytes".
QString byteChangeText(int64_t bytes, const QLocale& locale = QLocale());

} // namespace tileline
