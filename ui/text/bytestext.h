// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>

namespace tileline {

/// The unit in which the window shows sizes. Copied and exported sizes are always exact byte counts.
enum class ByteUnit {
    Kibi,  ///< KiB, MiB, GiB: powers of 1,024
    Kilo,  ///< kB, MB, GB: powers of 1,000
    Bytes, ///< B, with digit groups
};

/// The unit in which this process shows sizes, taken from the preferences. For the GUI thread only.
ByteUnit byteUnit();
void setByteUnit(ByteUnit unit);

/// A size in the current unit and locale: "571.9 KiB". Two decimals below 10, otherwise one; none in bytes.
QString bytesText(uint64_t bytes);
/// A size for an axis, without trailing zeros after the decimal point: "200 KiB".
QString axisBytesText(uint64_t bytes);
/// A difference between sizes, with its sign: "+12.0 KiB" or "−3.10 KiB". Zero has no sign: "0 B".
QString signedBytesText(int64_t bytes);
/// A size as an exact byte count, regardless of the current unit: "585,600 B".
QString exactBytesText(uint64_t bytes);
/// Reads a size that a user typed: a number in the current locale, optionally with a unit ("600 KiB",
/// "614400"). The units are B, kB, KiB, MB, MiB, GB and GiB, in upper or lower case. A number without a unit
/// means bytes. If the text is not a size, the result is empty.
std::optional<uint64_t> bytesFromText(const QString& text);
/// Whether `text` can be the beginning of a valid size.
bool mayBecomeBytes(const QString& text);
/// A whole number with digit groups: "12,345".
QString numberText(uint64_t number);
/// A percentage with one digit after the point: "8.3 %".
QString percentText(double fraction);

} // namespace tileline
