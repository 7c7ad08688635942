// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/bytetext.h"

#include <QCoreApplication>

#include <cstdlib>

namespace tileline {

namespace {

ByteUnit unitOfViews = ByteUnit::Binary;

} // namespace

ByteUnit byteUnit() {
    return unitOfViews;
}

void setByteUnit(ByteUnit unit) {
    unitOfViews = unit;
}

QString byteText(uint64_t bytes, const QLocale& locale) {
    if (unitOfViews == ByteUnit::Bytes) {
        return exactByteText(bytes, locale);
    }
    const auto format =
        unitOfViews == ByteUnit::Binary ? QLocale::DataSizeIecFormat : QLocale::DataSizeSIFormat;
    return locale.formattedDataSize(static_cast<qint64>(bytes), bytes < 1000 ? 0 : 2, format);
}

QString exactByteText(uint64_t bytes, const QLocale& locale) {
    QString digits = locale.toString(static_cast<qulonglong>(bytes));
    return QCoreApplication::translate("tileline::bytes", "%1 bytes").arg(digits);
}

QString byteChangeText(int64_t bytes, const QLocale& locale) {
    const QString size = byteText(static_cast<uint64_t>(std::abs(bytes)), locale);
    if (bytes == 0) {
        return size;
    }
    return (bytes > 0 ? QStringLiteral("+") : QStringLiteral("\u2212")) + size;
}

} // namespace tileline
