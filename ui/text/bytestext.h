// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>

namespace tileline {

/// The unit in which the window shows sizes. Copies and exports always contain raw bytes.
enum class ByteUnit {
    Kibi,  ///< KiB, MiB, GiB: powers of 1,024
    Kilo,  ///< kB, MB, GB: powers of 1,000
    Bytes, ///< plain bytes with digit groups
};

/// The unit that this process uses. For the GUI thread only; set from the settings.
ByteUnit byteUnit();
void setByteUnit(ByteUnit unit);

/// "571.9 KiB", in the current unit and locale: four digits at most, unless the unit is bytes.
QString bytesText(uint64_t bytes);
/// The same without trailing zeros after the decimal point: "200 KiB". For axes.
QString axisBytesText(uint64_t bytes);
/// With a sign: "+12.0 KiB", "−3.1 KiB", and "0 B".
QString signedBytesText(int64_t bytes);
/// All digits, in any unit: "585,600 B".
QString exactBytesText(uint64_t bytes);
/// The bytes that a user typed: a number in the current locale and a unit, "600 KiB", "0.6 MB" or "614400".
/// B, kB, KiB, MB, MiB, GB and GiB in any case; without a unit, bytes. Empty if the text is something else.
std::optional<uint64_t> bytesFromText(const QString& text);
/// Whether a user who goes on typing can make such a text of it.
bool mayBecomeBytes(const QString& text);
/// A whole number with digit groups: "12,345".
QString numberText(uint64_t number);
/// "8.3 %", one digit after the point.
QString percentText(double fraction);

} // namespace tileline
