// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/sqliteheader.h"

#include <string_view>
#include <system_error>

namespace tileline {

namespace {

// The database header, as SQLite documents it (fileformat2).
constexpr std::string_view Magic{"SQLite format 3\0", 16};
constexpr size_t HeaderBytes = 100;
constexpr size_t PageSizeAt = 16;
constexpr size_t ChangeCounterAt = 24;
constexpr size_t PageCountAt = 28;
constexpr size_t UserVersionAt = 60;
constexpr size_t ApplicationIdAt = 68;
constexpr size_t VersionValidForAt = 92;

uint32_t bigEndian(const std::string& bytes, size_t at, size_t count) {
    uint32_t value = 0;
    for (size_t i = 0; i < count; ++i) {
        value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
    }
    return value;
}

uint64_t statedBytes(const std::string& header) {
    const uint32_t pageSize = bigEndian(header, PageSizeAt, 2);
    const bool valid = bigEndian(header, ChangeCounterAt, 4) == bigEndian(header, VersionValidForAt, 4);
    const uint64_t pageBytes = pageSize == 1 ? 65536 : pageSize;
    return valid ? pageBytes * bigEndian(header, PageCountAt, 4) : 0;
}

Result<Done> checkNobodyWrites(const std::filesystem::path& path) {
    for (const char* suffix : {"-wal", "-journal"}) {
        const std::string beside = path.string() + suffix;
        std::error_code error;
        const auto size = std::filesystem::file_size(beside, error);
        if (!error && size > 0) {
            return Error{ErrorCode::FileChanged,
                         path.string(),
                         {},
                         "a database that is complete by itself",
                         "a journal beside it: " + std::filesystem::path(beside).filename().string(),
                         "Close the program that writes the profile, then open it again."};
        }
    }
    return Done{};
}

} // namespace

bool isSqlite(const FileHeader& head) {
    return std::string_view(head.bytes).substr(0, Magic.size()) == Magic;
}

uint32_t applicationIdOf(const FileHeader& head) {
    return head.bytes.size() < HeaderBytes ? 0 : bigEndian(head.bytes, ApplicationIdAt, 4);
}

Result<SqliteHeader> readSqliteHeader(const FileHeader& head) {
    const auto truncated = [&](uint64_t expected) {
        return Error{ErrorCode::Truncated, head.path.string(), "byte " + std::to_string(head.stamp.bytes),
                     std::to_string(expected) + " bytes", std::to_string(head.stamp.bytes) + " bytes"};
    };
    if (head.bytes.size() < HeaderBytes) {
        return truncated(HeaderBytes);
    }
    const SqliteHeader result{bigEndian(head.bytes, UserVersionAt, 4), statedBytes(head.bytes)};
    if (head.stamp.bytes < result.bytes) {
        return truncated(result.bytes);
    }
    TRY(checkNobodyWrites(head.path));
    return result;
}

} // namespace tileline
