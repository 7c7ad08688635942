// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/database.h"

#include <sqlite3.h>

namespace tileline {

namespace {

/// Maximum length of a text or blob. The longest sensible value is a list of all lowered variables. Longer
/// values would only delay cancelling.
constexpr int MaxValueBytes = 256 * 1024 * 1024;
/// SQLite virtual machine instructions between two checks of the stop token: well under a millisecond.
constexpr int InstructionsBetweenPolls = 4000;

ErrorCode codeOf(int result) {
    switch (result & 0xFF) {
    case SQLITE_NOTADB:
        return ErrorCode::NotAProfile;
    case SQLITE_CORRUPT:
    case SQLITE_FORMAT:
    case SQLITE_ERROR:
        return ErrorCode::CorruptFile;
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_READONLY:
        return ErrorCode::PermissionDenied;
    case SQLITE_TOOBIG:
        return ErrorCode::TooLarge;
    case SQLITE_FULL:
        return ErrorCode::WriteFailed;
    default:
        return ErrorCode::SystemError;
    }
}

Failure failureOf(sqlite3* database, int result) {
    if ((result & 0xFF) == SQLITE_INTERRUPT) {
        return Cancelled{};
    }
    const std::string message = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(result);
    return Error{codeOf(result), {}, {}, "a readable SQLite database", message};
}

/// The file as an SQLite URI. Escapes '?', '#' and '%', so that any file name works.
std::string uriOf(const std::filesystem::path& file, std::string_view options) {
    std::string uri = "file:";
    std::error_code ignored;
    for (const char c : std::filesystem::absolute(file, ignored).string()) {
        constexpr std::string_view digits = "0123456789abcdef";
        if (c == '?' || c == '#' || c == '%') {
            const auto byte = static_cast<unsigned char>(c);
            uri += {'%', digits[byte / 16], digits[byte % 16]};
        } else {
            uri += c;
        }
    }
    return uri.append("?").append(options);
}

int pollStop(void* token) {
    return static_cast<std::stop_token*>(token)->stop_requested() ? 1 : 0;
}

} // namespace

std::string_view nameOf(ValueType type) {
    switch (type) {
    case ValueType::Null:
        return "NULL";
    case ValueType::Integer:
        return "an integer";
    case ValueType::Real:
        return "a real number";
    case ValueType::Text:
        return "text";
    case ValueType::Blob:
        return "a blob";
    }
    return "nothing";
}

Failure located(Failure failure, std::string_view item) {
    if (failure.cancelled() || !failure.error().item.empty()) {
        return failure;
    }
    Error error = failure.error();
    error.item = item;
    return error;
}

Statement::Statement(sqlite3_stmt* statement)
    : m_statement(statement) {
}
Statement::~Statement() = default;
Statement::Statement(Statement&&) noexcept = default;
Statement& Statement::operator=(Statement&&) noexcept = default;

void Statement::Finalise::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

Outcome<bool> Statement::step() {
    const int result = sqlite3_step(m_statement.get());
    if (result == SQLITE_ROW) {
        return true;
    }
    if (result == SQLITE_DONE) {
        return false;
    }
    return failureOf(sqlite3_db_handle(m_statement.get()), result);
}

void Statement::reset() {
    sqlite3_reset(m_statement.get());
}

ValueType Statement::type(int column) const {
    switch (sqlite3_column_type(m_statement.get(), column)) {
    case SQLITE_INTEGER:
        return ValueType::Integer;
    case SQLITE_FLOAT:
        return ValueType::Real;
    case SQLITE_TEXT:
        return ValueType::Text;
    case SQLITE_BLOB:
        return ValueType::Blob;
    default:
        return ValueType::Null;
    }
}

int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(m_statement.get(), column);
}

double Statement::real(int column) const {
    return sqlite3_column_double(m_statement.get(), column);
}

std::string_view Statement::text(int column) const {
    const auto* begin = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
    const auto size = static_cast<size_t>(sqlite3_column_bytes(m_statement.get(), column));
    return begin == nullptr ? std::string_view{} : std::string_view{begin, size};
}

std::span<const std::byte> Statement::blob(int column) const {
    const auto* begin = static_cast<const std::byte*>(sqlite3_column_blob(m_statement.get(), column));
    const auto size = static_cast<size_t>(sqlite3_column_bytes(m_statement.get(), column));
    return begin == nullptr ? std::span<const std::byte>{} : std::span{begin, size};
}

void Statement::bind(int index, int64_t value) {
    sqlite3_bind_int64(m_statement.get(), index, value);
}

void Statement::bind(int index, double value) {
    sqlite3_bind_double(m_statement.get(), index, value);
}

void Statement::bind(int index, std::string_view value) {
    const char* begin = value.empty() ? "" : value.data();
    sqlite3_bind_text64(m_statement.get(), index, begin, value.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bindBlob(int index, std::span<const std::byte> value) {
    if (value.empty()) {
        sqlite3_bind_zeroblob(m_statement.get(), index, 0);
        return;
    }
    sqlite3_bind_blob64(m_statement.get(), index, value.data(), value.size(), SQLITE_STATIC);
}

void Statement::bindNull(int index) {
    sqlite3_bind_null(m_statement.get(), index);
}

Database::Database()
    : m_stop(std::make_unique<std::stop_token>()) {
}

void Database::Close::operator()(sqlite3* database) const {
    sqlite3_close_v2(database);
}

Result<Database> Database::open(const std::string& uri, int flags) {
    Database database;
    sqlite3* handle = nullptr;
    const int result =
        sqlite3_open_v2(uri.c_str(), &handle, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    database.m_database.reset(handle);
    if (result != SQLITE_OK) {
        return failureOf(handle, result).error();
    }
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, MaxValueBytes);
    return database;
}

Result<Database> Database::openReadOnly(const std::filesystem::path& file, std::stop_token stop) {
    auto database = open(uriOf(file, "mode=ro&immutable=1"), SQLITE_OPEN_READONLY);
    if (!database) {
        return database;
    }
    sqlite3* const handle = database->m_database.get();
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    for (const char* pragma : {"PRAGMA mmap_size = 0", "PRAGMA cell_size_check = ON"}) {
        if (auto done = database->run(pragma); !done) {
            return done.failure().error();
        }
    }
    *database->m_stop = std::move(stop);
    sqlite3_progress_handler(handle, InstructionsBetweenPolls, pollStop, database->m_stop.get());
    return database;
}

Result<Database> Database::create(const std::filesystem::path& file) {
    auto database = open(uriOf(file, "mode=rwc"), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!database) {
        return database;
    }
    // Long BLOBs are read three times as fast from pages of 64 KiB as from the default of 4 KiB.
    for (const char* pragma : {"PRAGMA page_size = 65536", "PRAGMA journal_mode = OFF",
                               "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE"}) {
        if (auto done = database->run(pragma); !done) {
            return done.failure().error();
        }
    }
    return database;
}

Outcome<Statement> Database::prepare(std::string_view sql) {
    sqlite3_stmt* statement = nullptr;
    const int result = sqlite3_prepare_v3(m_database.get(), sql.data(), static_cast<int>(sql.size()), 0,
                                          &statement, nullptr);
    if (result != SQLITE_OK) {
        return failureOf(m_database.get(), result);
    }
    return Statement(statement);
}

Outcome<Done> Database::run(std::string_view sql) {
    auto statement = TRY(prepare(sql));
    for (;;) {
        auto row = TRY(statement.step());
        if (!row) {
            return Done{};
        }
    }
}

} // namespace tileline
