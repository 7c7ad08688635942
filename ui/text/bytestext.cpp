// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/bytestext.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tileline {

namespace {

ByteUnit currentUnit = ByteUnit::Kibi;

enum class Digits { Fixed, AsNeeded };

QString inUnit(uint64_t bytes, Digits wanted) {
    using Names = std::array<const char*, 3>;
    const bool kibi = currentUnit == ByteUnit::Kibi;
    const uint64_t base = kibi ? 1024 : 1000;
    if (currentUnit == ByteUnit::Bytes || bytes < base) {
        return exactBytesText(bytes);
    }
    const Names names = kibi ? Names{"KiB", "MiB", "GiB"} : Names{"kB", "MB", "GB"};
    const auto factor = static_cast<double>(base);
    double value = static_cast<double>(bytes) / factor;
    size_t name = 0;
    for (; value >= factor && name + 1 < names.size(); ++name) {
        value /= factor;
    }
    const int digits = wanted == Digits::AsNeeded ? (value == std::round(value) ? 0 : 1) : value < 10 ? 2 : 1;
    return QLocale().toString(value, 'f', digits) + QChar::Nbsp + QLatin1String(names[name]);
}

/// The units that a user can type, in upper or lower case, with the number of bytes in each unit.
constexpr std::pair<const char*, double> Units[]{{"", 1},     {"b", 1},
                                                 {"kb", 1e3}, {"kib", 1024},
                                                 {"mb", 1e6}, {"mib", 1024.0 * 1024},
                                                 {"gb", 1e9}, {"gib", 1024.0 * 1024 * 1024}};

/// Splits a text into a number and the letters after it.
std::pair<QString, QString> numberAndUnit(const QString& text) {
    const QString trimmed = text.trimmed();
    qsizetype unit = trimmed.size();
    while (unit > 0 && trimmed[unit - 1].isLetter()) {
        --unit;
    }
    return {trimmed.left(unit).trimmed(), trimmed.mid(unit)};
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

std::optional<uint64_t> bytesFromText(const QString& text) {
    const auto [number, unit] = numberAndUnit(text);
    for (const auto& [name, factor] : Units) {
        if (unit.compare(QLatin1String(name), Qt::CaseInsensitive) != 0) {
            continue;
        }
        bool valid = false;
        const qulonglong whole = QLocale().toULongLong(number, &valid);
        if (valid && factor == 1) {
            return whole;
        }
        const double value = std::round(QLocale().toDouble(number, &valid) * factor);
        constexpr double MaxExact = 9e15; // a double represents every integer up to this number exactly
        return valid && value >= 0 && value <= MaxExact ? std::optional(static_cast<uint64_t>(value))
                                                        : std::nullopt;
    }
    return std::nullopt;
}

bool mayBecomeBytes(const QString& text) {
    const auto [number, unit] = numberAndUnit(text);
    const bool numeric = std::ranges::all_of(number, [](QChar c) {
        return c.isDigit() || c.isSpace() || QStringLiteral(".,'\u2019").contains(c);
    });
    return numeric && std::ranges::any_of(Units, [&unit = unit](const auto& known) {
               return QLatin1String(known.first).startsWith(unit, Qt::CaseInsensitive);
           });
}

QString numberText(uint64_t number) {
    return QLocale().toString(static_cast<qulonglong>(number));
}

QString percentText(double fraction) {
    const QString number = QLocale().toString(std::abs(fraction) * 100, 'f', 1);
    return (fraction < 0 ? QChar(0x2212) + number : number) + QChar::Nbsp + QLatin1Char('%');
}

} // namespace tileline
