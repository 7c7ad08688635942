// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace tileline {

/// The unit in which people see bytes. Copies and exports always carry raw bytes.
enum class ByteUnit {
    Kibi,  ///< KiB, MiB, GiB: powers of 1,024
    Kilo,  ///< kB, MB, GB: powers of 1,000
    Bytes, ///< plain bytes with digit groups
};

/// The unit that this process shows. Of the GUI thread; set from the settings.
ByteUnit byteUnit();
void setByteUnit(ByteUnit unit);

/// "571.9 KiB", in the current unit and locale: four digits at most, unless the unit is bytes.
QString bytesText(uint64_t bytes);
/// The same without digits after the point where they are 0: "200 KiB", for axes.
QString axisBytesText(uint64_t bytes);
/// With a sign: "+12.0 KiB", "−3.1 KiB", and "0 B".
QString signedBytesText(int64_t bytes);
/// All digits, whatever the unit: "585,600 B".
QString exactBytesText(uint64_t bytes);
/// "8.3 %", one digit after the point.
QString percentText(double fraction);

} // namespace tileline
