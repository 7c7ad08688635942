// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QStringList>

#include <vector>

namespace tileline {

/// Groups paths that were chosen or dropped together, one group per window. A profile or a directory is a
/// group by itself. Debug information is grouped with the profile in its directory, or with the only profile.
/// Reads the first bytes of the files. A file of unknown kind is a group by itself, so that opening it
/// reports the error.
std::vector<QStringList> groupSources(const QStringList& paths);

/// Whether an output file may replace the file at `path`. BadArgument if that file is a profile or debug
/// information, because those take long to make again.
Result<Done> checkOutputFile(const QString& path);

/// The usual names of the files that can be opened, for file dialogs: "*.tileline *.cbor".
QString openableFileNames();

} // namespace tileline
