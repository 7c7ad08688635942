// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>

namespace tileline {

/// Has the texts of the window, and Qt's own where they are installed, shown in the language of `locale` from
/// now on: call it before the first widget. A language without a translation shows the English of the
/// sources.
void installTranslations(const QLocale& locale = QLocale());

} // namespace tileline
