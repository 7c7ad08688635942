// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace tileline {

/// Asks for the name of a file to write, and whether to replace the file where there is one: Qt's own
/// question would show its name as HTML. `suffix`, with its dot, is added to a name without any. Empty where
/// the user wants no file.
QString chooseSaveFile(QWidget* parent, const QString& title, const QString& start,
                       const QString& filter = {}, const QString& suffix = {});

} // namespace tileline
