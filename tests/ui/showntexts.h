// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QString>

class QWidget;

namespace tileline::test {

/// All texts in `window` and its children: texts, titles, tool tips, items, headers, axes, and the texts for
/// screen readers.
QSet<QString> shownTexts(const QWidget& window);

} // namespace tileline::test
