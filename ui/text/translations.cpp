// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/translations.h"

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

} // namespace

void installTranslations(const QLocale& locale) {
    const QString own = QStringLiteral(":/i18n");
    const QString program = QStringLiteral("tileline");
    // Qt searches the translators in reverse order. The English plurals are the last resort for every
    // language.
    install(QLocale(QLocale::English), program, own);
    install(locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(locale, program, own);
}

} // namespace tileline
