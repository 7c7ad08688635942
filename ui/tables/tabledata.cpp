// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/tabledata.h"

#include "ui/text/bytestext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace tileline {

namespace {

struct CellWriter {
    CellStyle style;

    QString operator()(std::monostate) const { return {}; }
    QString operator()(bool yes) const {
        return yes ? QCoreApplication::translate("tileline::TableData", "yes")
                   : QCoreApplication::translate("tileline::TableData", "no");
    }
    QString operator()(int64_t number) const {
        if (style == CellStyle::Bytes && number >= 0) {
            return bytesText(static_cast<uint64_t>(number));
        }
        return style == CellStyle::Bytes || style == CellStyle::ByteChange
                   ? signedBytesText(number)
                   : QLocale().toString(static_cast<qlonglong>(number));
    }
    QString operator()(uint64_t number) const {
        return style == CellStyle::Bytes ? bytesText(number) : numberText(number);
    }
    QString operator()(double number) const {
        if (style == CellStyle::Share) {
            return percentText(number);
        }
        return style == CellStyle::Rounded ? QLocale().toString(std::round(number), 'f', 0)
                                           : QLocale().toString(number, 'g', 6);
    }
    QString operator()(const std::string& text) const { return shownText(text); }
};

} // namespace

QString cellText(const Cell& cell, CellStyle style) {
    return std::visit(CellWriter{style}, cell.value);
}

} // namespace tileline
