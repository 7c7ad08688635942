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

} // namespace tileline
