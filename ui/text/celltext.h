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

/// A cell as the window shows it: a size in the chosen unit, a number in the format of the locale, a word in
/// place of an id, a source file without its directory. Copied and exported cells contain raw values.
QString cellText(const Cell& cell, ColumnType type);

/// The word that the window shows for `id` in a column of type `type`. For a category, `id` may also be
/// Poplar's name: "category.vertexCode" becomes "vertex code".
QString wordFor(ColumnType type, std::string_view id);

} // namespace tileline
