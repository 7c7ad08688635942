// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/errortext.h"

#include "core/base/errortext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>
#include <QStringList>

namespace tileline {

namespace {

struct Label {
    Q_DECLARE_TR_FUNCTIONS(ErrorLabel)
};

/// Translates a sentence if core/base/errortext.cpp or core/frameworks marks it for translation. Returns any
/// other text unchanged.
QString sentence(const char* english) {
    return QCoreApplication::translate("ErrorWording", english);
}

/// Translates `words` if core/frameworks marks this text for translation. Escapes any other text.
QString sentence(const std::string& words) {
    const QString translated = sentence(words.c_str());
    const QString plain = shownText(words, LineFeeds::Kept);
    return translated == exactText(words) ? plain : translated;
}

} // namespace

ErrorText errorText(const Error& error) {
    const ErrorWording wording = wordingOf(error.code);
    QStringList details;
    const auto add = [&](const QString& label, const QString& value) {
        if (!value.isEmpty()) {
            details += label.arg(value);
        }
    };
    add(Label::tr("File: %1"), shownText(printable(error.file), LineFeeds::Kept));
    //: the place within the file where the error is: a table, a row, a byte
    add(Label::tr("Place: %1"), shownText(error.item, LineFeeds::Kept));
    add(Label::tr("Expected: %1"), error.expected.empty() ? QString() : sentence(error.expected));
    add(Label::tr("Found: %1"), error.actual.empty() ? QString() : sentence(error.actual));
    return {
        sentence(wording.summary), details.join(QLatin1Char('\n')),
        shownText(sentence(error.remedy.empty() ? wording.remedy : error.remedy.c_str()), LineFeeds::Kept)};
}

QString outOfMemoryText() {
    return Label::tr("There is not enough memory for this. Close other windows or programs, and try again. "
                     "The plan is kept.");
}

QString plainText(const Error& error) {
    const ErrorText text = errorText(error);
    return text.summary + QLatin1Char('\n') + text.rest();
}

} // namespace tileline
