// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/translatable.h"

#include <QLocale>
#include <QString>

namespace tileline {

/// Installs the translations for the language of `locale`: the texts of the window, and Qt's own where they
/// are installed. Call this before the first widget is created. If there is no translation for the language,
/// the English text of the sources is shown.
void installTranslations(const QLocale& locale = QLocale());

/// The phrase in the language of the window. Bytes are in the window's unit, texts as shownText() makes them.
QString translated(const Phrase& phrase);
/// The current phase of a long job: "Reading lowered variables".
QString phaseText(Phase phase);

} // namespace tileline
