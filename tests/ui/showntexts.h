// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QString>

class QWidget;

namespace tileline::test {

/// Everything that `window` and what is in it say: texts, titles, tool tips, items, headers, axes, what
/// screen readers are told.
QSet<QString> shownTexts(const QWidget& window);

} // namespace tileline::test
