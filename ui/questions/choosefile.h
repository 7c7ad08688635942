// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace tileline {

/// The directory in which file dialogs start: that of the last file chosen or the last profile opened.
QString lastDirectory();
void setLastDirectory(const QString& directory);

/// Asks for files or a directory to read, and remembers the directory. Empty if the user cancels.
QStringList chooseFiles(QWidget* parent, const QString& title, const QString& filter);
QString chooseFile(QWidget* parent, const QString& title, const QString& filter = {});
QString chooseDirectory(QWidget* parent, const QString& title);

/// Asks for the name of a file to write, and whether to replace an existing file. Does not use Qt's question
/// about replacing a file, because that question shows the file name as HTML. `suffix`, which includes the
/// dot, is added to a name without a suffix. Empty if the user cancels.
QString chooseSaveFile(QWidget* parent, const QString& title, const QString& start,
                       const QString& filter = {}, const QString& suffix = {});

} // namespace tileline
