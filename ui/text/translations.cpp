// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/translations.h"

#include "core/wording/phasetext.h"
#include "ui/text/bytestext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QTranslator>

#include <memory>

namespace tileline {

namespace {

void install(const QLocale& locale, const QString& name, const QString& directory) {
    auto translator = std::make_unique<QTranslator>(QCoreApplication::instance());
    if (translator->load(locale, name, QStringLiteral("_"), directory)) {
        QCoreApplication::installTranslator(translator.release());
    }
}

struct TranslatedValue {
    QString operator()(const std::string& name) const { return shownText(name); }
    QString operator()(uint64_t number) const { return numberText(number); }
    QString operator()(ByteCount count) const { return bytesText(count.bytes); }
    QString operator()(ExactByteCount count) const { return exactBytesText(count.bytes); }
    QString operator()(Share share) const { return percentText(share.of1); }
    QString operator()(const std::vector<Phrase>& phrase) const { return translated(phrase.front()); }
};

} // namespace

QString translated(const Phrase& phrase) {
    std::vector<std::string> values;
    QStringList list;
    for (const PhraseValue& value : phrase.values) {
        list += std::visit(TranslatedValue{}, value);
        values.push_back(list.back().toStdString());
    }
    if (phrase.context == nullptr) {
        return list.join(exactText(phrase.text));
    }
    const int count = phrase.count == Phrase::NoCount ? -1 : static_cast<int>(phrase.count);
    const QString text = QCoreApplication::translate(phrase.context, phrase.text, nullptr, count);
    return exactText(withValues(text.toStdString(), values));
}

QString phaseText(Phase phase) {
    return translated(phasePhrase(phase));
}

void installTranslations(const QLocale& locale) {
    const QString own = QStringLiteral(":/i18n");
    const QString program = QStringLiteral("tileline");
    // Qt asks the translators in the reverse order of their installation. The English plural forms are
    // installed first, so Qt uses them only for texts that no other translator contains.
    install(QLocale(QLocale::English), program, own);
    install(locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(locale, program, own);
}

} // namespace tileline
