// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profileio/poplarreader.h"

#include "core/profileio/sqlitehead.h"
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

bool PoplarReader::canRead(const FileHead& head) const {
    return isSqlite(head) && applicationIdOf(head) != format::ApplicationId;
}

Result<Done> PoplarReader::check(const FileHead& head) const {
    const auto sqlite = readSqliteHead(head);
    return sqlite ? Result<Done>(Done{}) : sqlite.failure();
}

Outcome<Done> PoplarReader::read(const FileHead& head, LoadJob&) const {
    return Error{ErrorCode::ForeignProfile, head.path.string(), "application_id",
                 hexadecimal(format::ApplicationId), hexadecimal(applicationIdOf(head))};
}

} // namespace tileline
