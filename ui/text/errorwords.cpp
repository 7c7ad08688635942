// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/errorwords.h"

#include "core/base/errortext.h"

#include <QCoreApplication>
#include <QStringList>

namespace tileline {

namespace {

/// The labels; the sentences themselves are those of core/base/errortext.cpp, translated from there.
QString label(const char* source) {
    return QCoreApplication::translate("ErrorLabel", source);
}

QString sentence(const char* english) {
    return QCoreApplication::translate("ErrorWording", english);
}

} // namespace

ErrorWords errorWords(const Error& error) {
    const ErrorWording wording = wordingOf(error.code);
    QStringList details;
    const auto add = [&](const char* source, const std::string& value) {
        if (!value.empty()) {
            details += label(source).arg(QString::fromStdString(value));
        }
    };
    add(QT_TRANSLATE_NOOP("ErrorLabel", "File: %1"), error.file);
    add(QT_TRANSLATE_NOOP("ErrorLabel", "Place: %1"), error.item);
    add(QT_TRANSLATE_NOOP("ErrorLabel", "Expected: %1"), error.expected);
    add(QT_TRANSLATE_NOOP("ErrorLabel", "Found: %1"), error.actual);
    return {sentence(wording.summary), details.join(QLatin1Char('\n')),
            error.remedy.empty() ? sentence(wording.remedy) : QString::fromStdString(error.remedy)};
}

QString plainText(const Error& error) {
    const ErrorWords words = errorWords(error);
    QStringList lines{words.summary};
    if (!words.details.isEmpty()) {
        lines += words.details;
    }
    lines += words.remedy;
    return lines.join(QLatin1Char('\n'));
}

} // namespace tileline
