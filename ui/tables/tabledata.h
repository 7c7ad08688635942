// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/tables.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace tileline {

/// How the cells of a column are shown. Copies and exports contain the raw values.
enum class CellStyle {
    Plain,
    Bytes,
    ByteChange,
    Rounded, ///< a real number, rounded to a whole one
    Share,   ///< of 1, in per cent
};

/// A table for a view: the data, the titles of the columns and what explains them, and a key for each row.
/// Built on a worker thread, and immutable from then on.
struct TableData {
    Table table;
    std::vector<QString> titles;   ///< by column
    std::vector<QString> tips;     ///< by column: tool tips of the titles; may be empty
    std::vector<CellStyle> styles; ///< by column; Plain for columns without an entry
    std::vector<uint32_t> keys;    ///< by row: index of the object that the row shows

    CellStyle style(size_t column) const {
        return column < styles.size() ? styles[column] : CellStyle::Plain;
    }
    /// Adds a column. Exports use `name`; the window shows `title`.
    void addColumn(const char* name, ColumnType type, QString title, CellStyle style = CellStyle::Plain,
                   QString tip = {}) {
        table.columns.push_back({name, type});
        titles.push_back(std::move(title));
        tips.push_back(std::move(tip));
        styles.push_back(style);
    }
    void addRow(uint32_t key, std::vector<Cell> cells) {
        keys.push_back(key);
        table.rows.push_back(std::move(cells));
    }
};

using TableDataPtr = std::shared_ptr<const TableData>;

/// A cell as the window shows it: sizes by unit and locale, numbers by locale.
QString cellText(const Cell& cell, CellStyle style);

} // namespace tileline
