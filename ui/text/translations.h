// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/translatable.h"

#include <QLocale>
#include <QString>

namespace tileline {

/// Installs translators for the language of `locale`: for the window's texts and, if available, for Qt's.
/// Call this before the first widget is created. If there is no translation for the language, the English
/// text of the sources is shown.
void installTranslations(const QLocale& locale = QLocale());

/// Translates a phrase for the window. Sizes are in the window's unit; names are as shownText() returns them.
QString translated(const Phrase& phrase);
/// The words for a phase of a long job, for example "Reading lowered variables".
QString phaseText(Phase phase);

} // namespace tileline
