// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/tableschema.h"
#include "core/profile/tileline/profiletables.h"
#include "core/profile/tileline/tilelineformat.h"

namespace tileline {

Outcome<bool> ProfileTables::checkSchema() {
    auto schema = TRY(SchemaCheck::make(m_database));
    size_t optionals = 0;
    for (const format::Table* table : format::tables()) {
        auto absent = TRY(schema.absentColumns(*table));
        optionals += absent && table->optional ? 1 : 0;
        m_absent.emplace(table, std::move(absent));
    }
    for (const format::Table* table : format::addedTables()) {
        auto absent = TRY(schema.absentColumns(*table));
        m_absent.emplace(table, std::move(absent));
    }
    if (optionals == 1) {
        return Error{ErrorCode::MissingTable,
                     {},
                     "operation, operation_detail",
                     "both tables or neither",
                     "one of them"};
    }
    return optionals == 2;
}

} // namespace tileline
