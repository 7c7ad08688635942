// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/bytestext.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

namespace tileline {

namespace {

ByteUnit currentUnit = ByteUnit::Kibi;

struct UnitScale {
    double base;
    std::array<const char*, 3> names;
};

enum class Digits { Fixed, AsNeeded };

QString scaled(double bytes, const UnitScale& scale, Digits wanted) {
    double value = bytes / scale.base;
    size_t name = 0;
    while (value >= scale.base && name + 1 < scale.names.size()) {
        value /= scale.base;
        ++name;
    }
    int digits = value < 10 ? 2 : 1;
    if (wanted == Digits::AsNeeded) {
        digits = value == std::round(value) ? 0 : 1;
    }
    return QLocale().toString(value, 'f', digits) + QChar::Nbsp + QLatin1String(scale.names[name]);
}

QString inUnit(uint64_t bytes, Digits digits) {
    const auto value = static_cast<double>(bytes);
    if (currentUnit == ByteUnit::Kibi && value >= 1024) {
        return scaled(value, {1024, {"KiB", "MiB", "GiB"}}, digits);
    }
    if (currentUnit == ByteUnit::Kilo && value >= 1000) {
        return scaled(value, {1000, {"kB", "MB", "GB"}}, digits);
    }
    return exactBytesText(bytes);
}

} // namespace

ByteUnit byteUnit() {
    return currentUnit;
}

void setByteUnit(ByteUnit unit) {
    currentUnit = unit;
}

QString bytesText(uint64_t bytes) {
    return inUnit(bytes, Digits::Fixed);
}

QString axisBytesText(uint64_t bytes) {
    return inUnit(bytes, Digits::AsNeeded);
}

QString signedBytesText(int64_t bytes) {
    if (bytes == 0) {
        return bytesText(0);
    }
    const QChar sign = bytes < 0 ? QChar(0x2212) : QLatin1Char('+');
    return sign + bytesText(static_cast<uint64_t>(std::abs(bytes)));
}

QString exactBytesText(uint64_t bytes) {
    return numberText(bytes) + QChar::Nbsp + QLatin1Char('B');
}

QString numberText(uint64_t number) {
    return QLocale().toString(static_cast<qulonglong>(number));
}

QString percentText(double fraction) {
    return QLocale().toString(fraction * 100, 'f', 1) + QChar::Nbsp + QLatin1Char('%');
}

} // namespace tileline
