// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/tables.h"

#include <QString>

class QWidget;

namespace tileline {

/// Asks for a file, `name` proposed, and writes `table` there as CSV, TSV or JSON, by the file's ending. Says
/// what went wrong; the former file is kept then.
void exportTable(QWidget* parent, const QString& name, const Table& table);

} // namespace tileline
