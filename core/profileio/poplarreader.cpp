// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profileio/poplarreader.h"

#include "core/profileio/sqliteheader.h"
#include "core/profileio/tileline/tilelineformat.h"

#include <array>
#include <cstdio>

namespace tileline {

namespace {

std::string hexadecimal(uint32_t value) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "0x%08X", value);
    return text.data();
}

} // namespace

bool PoplarReader::canRead(const FileHeader& header) const {
    return isSqlite(header) && applicationIdOf(header) != format::ApplicationId;
}

Result<Done> PoplarReader::check(const FileHeader& header) const {
    const auto sqlite = readSqliteHeader(header);
    return sqlite ? Result<Done>(Done{}) : sqlite.failure();
}

Outcome<Done> PoplarReader::read(const FileHeader& header, LoadJob&) const {
    return Error{ErrorCode::ForeignProfile, header.path.string(), "application_id",
                 hexadecimal(format::ApplicationId), hexadecimal(applicationIdOf(header))};
}

} // namespace tileline
