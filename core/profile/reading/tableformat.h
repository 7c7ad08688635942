// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tileline::format {

struct Column {
    std::string_view name;
    std::string_view declaration{}; ///< as in CREATE TABLE
    bool optional = false;          ///< may be absent; it is then read as NULL
};

/// Names of columns, in lower case.
using ColumnNames = std::set<std::string, std::less<>>;

/// A table of a format. Readers and writers refer to columns by their positions in `columns`.
struct Table {
    std::string_view name;
    std::vector<Column> columns;
    std::string_view constraint{}; ///< further table constraints
    bool withoutRowid = false;
    bool keyed = true;        ///< the first column is an integer that identifies the row in errors
    std::string_view order{}; ///< columns by which rows are sorted; empty: in the order of the file
    bool optional = false;    ///< may be absent
    uint32_t rowCost = 1;     ///< time to read a row, compared with rows of the format's other tables

    std::string createStatement() const;
    /// Selects NULL for the columns in `absent`.
    std::string selectStatement(const ColumnNames& absent = {}) const;
    std::string insertStatement() const;
};

} // namespace tileline::format
