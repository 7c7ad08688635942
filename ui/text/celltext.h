// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/tables.h"

#include <QString>

#include <string_view>

namespace tileline {

/// The title of a column and its explanation, in the language of the window.
QString columnTitle(const Column& column);
QString columnTip(const Column& column);

/// A cell as the window shows it: sizes by unit and locale, numbers by locale, words for ids, and the file
/// name of a source without its directory. Copies and exports contain the cell itself.
QString cellText(const Cell& cell, ColumnType type);

/// The word for an id in a column of layers, categories, roles, causes, changes or figures. A category may
/// also be given by Poplar's name for it: "category.vertexCode" becomes "vertex code".
QString wordFor(ColumnType type, std::string_view id);

} // namespace tileline
