// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/tables.h"

#include <QString>

class QWidget;

namespace tileline {

/// Asks for a file, proposing `name`, and writes `table` as CSV, TSV or JSON, depending on the suffix. On
/// failure, shows the error and keeps the existing file.
void exportTable(QWidget* parent, const QString& name, const Table& table);

/// Copies a table so that it can be pasted into a spreadsheet: its texts do not become formulas.
void copyTable(const Table& table);
/// Copies one row in the same way, without the names of the columns.
void copyRow(const std::vector<Column>& columns, const std::vector<Cell>& cells);

} // namespace tileline
