// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/database.h"

#include <algorithm>
#include <sqlite3.h>

namespace tileline {

/// The work that a connection for reading has done so far, and the limits of that work.
struct ReadingWork {
    SourcePtr source;
    std::stop_token stop;
    uint64_t maxPolls = 0; ///< see InstructionsBetweenPolls
    uint64_t maxPages = 0;
    uint64_t polls = 0;
    uint64_t pageReads = 0; ///< number of reads from the file; reads from SQLite's cache do not count
    sqlite3* database = nullptr;
};

namespace {

/// The maximum length of a text or blob is the file's length, but at least MinValueBytes and at most
/// MaxValueBytes. The longest value in a valid file is a list of all lowered variables. SQLite cannot be
/// stopped while it reads a value, so longer values would only delay a cancellation.
constexpr uint64_t MinValueBytes = uint64_t{1} << 20U;
constexpr uint64_t MaxValueBytes = uint64_t{256} << 20U;
/// The maximum length of a statement in a schema. The length is limited because SQLite keeps these statements
/// in memory, in parsed form. In a profile, the statements contain comments on the columns and take a few
/// thousand bytes.
constexpr int MaxSchemaBytes = 65536;
/// The stop token is checked whenever SQLite has run this many instructions, which takes far less than 1 ms.
constexpr int InstructionsBetweenPolls = 4000;
/// The limits of a connection's work: a fixed amount, plus an amount for each byte of the file. Reading a
/// file takes at most 2 instructions per byte, but a damaged file may refer to one page a billion times.
constexpr uint64_t FreeInstructions = 4'000'000;
constexpr uint64_t InstructionsPerByte = 8;
constexpr uint64_t FreePages = 100'000;
constexpr uint64_t BytesPerPage = 64;

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

Failure failureOf(sqlite3* database, int result, const ReadingWork* work) {
    if ((result & 0xFF) == SQLITE_INTERRUPT) {
        if (work != nullptr && !work->stop.stop_requested()) {
            return errorAt(ErrorCode::TooLarge, "",
                           "at most the rows and pages that fit in a file of this size", "more");
        }
        return Cancelled{};
    }
    const std::string message = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(result);
    return errorAt(codeOf(result), "", "a readable SQLite database", message);
}

/// Lets SQLite use a Source as one of its files.
struct SourceHandle : sqlite3_file {
    ReadingWork* work = nullptr;
};

ReadingWork& workOf(sqlite3_file* file) {
    return *static_cast<SourceHandle*>(file)->work;
}

int readFrom(sqlite3_file* file, void* out, int count, sqlite3_int64 offset) {
    const std::span bytes(static_cast<std::byte*>(out), static_cast<size_t>(count));
    ReadingWork& work = workOf(file);
    ++work.pageReads;
    const auto got = work.source->readAt(static_cast<uint64_t>(offset), bytes);
    if (!got) {
        return SQLITE_IOERR_READ;
    }
    std::fill(bytes.begin() + static_cast<ptrdiff_t>(*got), bytes.end(), std::byte{});
    return *got == bytes.size() ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

sqlite3_io_methods sourceMethods() {
    sqlite3_io_methods methods{};
    methods.iVersion = 1;
    methods.xClose = [](sqlite3_file*) { return SQLITE_OK; };
    methods.xRead = readFrom;
    methods.xWrite = [](sqlite3_file*, const void*, int, sqlite3_int64) { return SQLITE_READONLY; };
    methods.xTruncate = [](sqlite3_file*, sqlite3_int64) { return SQLITE_READONLY; };
    methods.xSync = [](sqlite3_file*, int) { return SQLITE_OK; };
    methods.xFileSize = [](sqlite3_file* file, sqlite3_int64* size) {
        *size = static_cast<sqlite3_int64>(workOf(file).source->bytes());
        return SQLITE_OK;
    };
    methods.xLock = methods.xUnlock = [](sqlite3_file*, int) { return SQLITE_OK; };
    methods.xCheckReservedLock = [](sqlite3_file*, int* reserved) { return *reserved = SQLITE_OK; };
    methods.xFileControl = [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; };
    methods.xSectorSize = [](sqlite3_file*) { return 4096; };
    // SQLite does not lock an immutable file, and does not look for its journal.
    methods.xDeviceCharacteristics = [](sqlite3_file*) { return SQLITE_IOCAP_IMMUTABLE; };
    return methods;
}

/// The connection that this thread is opening: sqlite3_open_v2() calls openFrom(), which reads `opening`.
thread_local ReadingWork* opening = nullptr;

int openFrom(sqlite3_vfs*, const char*, sqlite3_file* file, int flags, int*) {
    static const sqlite3_io_methods methods = sourceMethods();
    auto* const handle = new (file) SourceHandle{};
    if ((flags & SQLITE_OPEN_MAIN_DB) == 0) {
        return SQLITE_CANTOPEN; // reading needs no temporary files
    }
    handle->pMethods = &methods;
    handle->work = opening;
    return SQLITE_OK;
}

/// The name of the interface (VFS) through which SQLite reads sources.
constexpr const char* SourceFiles = "tileline-source";

bool registerSourceFiles() {
    static sqlite3_vfs vfs = *sqlite3_vfs_find(nullptr);
    vfs.zName = SourceFiles;
    vfs.szOsFile = std::max(vfs.szOsFile, static_cast<int>(sizeof(SourceHandle)));
    vfs.xOpen = openFrom;
    vfs.xFullPathname = [](sqlite3_vfs*, const char* name, int size, char* out) {
        sqlite3_snprintf(size, out, "%s", name);
        return SQLITE_OK;
    };
    return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK;
}

int poll(void* data) {
    auto& work = *static_cast<ReadingWork*>(data);
    int hits = 0;
    int highest = 0;
    sqlite3_db_status(work.database, SQLITE_DBSTATUS_CACHE_HIT, &hits, &highest, 0);
    return work.stop.stop_requested() || ++work.polls > work.maxPolls ||
                   work.pageReads + static_cast<uint32_t>(hits) > work.maxPages
               ? 1
               : 0;
}

} // namespace

std::string_view nameOf(ValueType type) {
    constexpr std::string_view Names[] = {"NULL", "an integer", "a real number", "text", "a blob"};
    return Names[static_cast<size_t>(type)];
}

Failure located(Failure failure, std::string_view item) {
    if (failure.cancelled() || !failure.error().item.empty()) {
        return failure;
    }
    Error error = failure.error();
    error.item = item;
    return error;
}

void Statement::Finalise::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

Outcome<bool> Statement::step() {
    const int result = sqlite3_step(m_statement.get());
    if (result == SQLITE_ROW || result == SQLITE_DONE) {
        return result == SQLITE_ROW;
    }
    return failureOf(sqlite3_db_handle(m_statement.get()), result, m_work);
}

void Statement::reset() {
    sqlite3_reset(m_statement.get());
}

ValueType Statement::type(int column) const {
    static_assert(SQLITE_INTEGER == 1 && SQLITE_FLOAT == 2 && SQLITE_TEXT == 3 && SQLITE_BLOB == 4);
    const int type = sqlite3_column_type(m_statement.get(), column);
    return type == SQLITE_NULL ? ValueType::Null : static_cast<ValueType>(type);
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

void Database::Close::operator()(sqlite3* database) const {
    sqlite3_close_v2(database);
}

Result<Database> Database::open(const char* name, int flags, const char* vfs) {
    Database database;
    sqlite3* handle = nullptr;
    const int result = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, vfs);
    database.m_database.reset(handle);
    if (result != SQLITE_OK) {
        return failureOf(handle, result, nullptr).error();
    }
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, static_cast<int>(MaxValueBytes));
    return database;
}

Result<Database> Database::openReadOnly(SourcePtr source, std::stop_token stop) {
    static const bool registered = registerSourceFiles();
    const uint64_t bytes = source->bytes();
    auto work = std::make_shared<ReadingWork>(
        ReadingWork{std::move(source), std::move(stop),
                    (FreeInstructions + bytes * InstructionsPerByte) / InstructionsBetweenPolls,
                    FreePages + bytes / BytesPerPage});
    opening = work.get();
    auto database = TRY(open("source", SQLITE_OPEN_READONLY, registered ? SourceFiles : ""));
    sqlite3* const handle = work->database = database.m_database.get();
    database.m_work = std::move(work);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_drop_modules(handle, nullptr); // disables virtual tables, even if the schema declares some
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH,
                  static_cast<int>(std::clamp(bytes, MinValueBytes, MaxValueBytes)));
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, MaxSchemaBytes);
    sqlite3_progress_handler(handle, InstructionsBetweenPolls, poll, database.m_work.get());
    for (const char* pragma : {"PRAGMA cell_size_check = ON", "PRAGMA temp_store = MEMORY"}) {
        if (auto done = database.run(pragma); !done) {
            return done.failure().error();
        }
    }
    return database;
}

Result<Database> Database::create(const std::filesystem::path& file) {
    std::error_code ignored;
    // The path is made absolute, because SQLite could take a relative path for a URI.
    const std::string path = std::filesystem::absolute(file, ignored).string();
    auto database = TRY(open(path.c_str(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr));
    // SQLite reads long BLOBs three times as fast from pages of 64 KiB as from its default pages of 4 KiB.
    for (const char* pragma : {"PRAGMA page_size = 65536", "PRAGMA journal_mode = OFF",
                               "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE"}) {
        if (auto done = database.run(pragma); !done) {
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
        return failureOf(m_database.get(), result, m_work.get());
    }
    return Statement(statement, m_work.get());
}

Outcome<Done> Database::run(std::string_view sql) {
    auto statement = TRY(prepare(sql));
    while (TRY(statement.step())) {
    }
    return Done{};
}

namespace {

// The database header, as SQLite documents it (fileformat2).
constexpr std::string_view Magic{"SQLite format 3\0", 16};
constexpr size_t SqliteHeaderBytes = 100;
constexpr size_t PageSizeAt = 16;
constexpr size_t ChangeCounterAt = 24;
constexpr size_t PageCountAt = 28;
constexpr size_t UserVersionAt = 60;
constexpr size_t ApplicationIdAt = 68;
constexpr size_t VersionValidForAt = 92;

uint32_t bigEndian(std::string_view bytes, size_t at, size_t count) {
    uint32_t value = 0;
    for (size_t i = 0; i < count; ++i) {
        value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
    }
    return value;
}

uint64_t statedBytes(std::string_view header) {
    const uint32_t pageSize = bigEndian(header, PageSizeAt, 2);
    const bool valid = bigEndian(header, ChangeCounterAt, 4) == bigEndian(header, VersionValidForAt, 4);
    const uint64_t pageBytes = pageSize == 1 ? 65536 : pageSize;
    return valid ? pageBytes * bigEndian(header, PageCountAt, 4) : 0;
}

} // namespace

bool isSqlite(std::string_view firstBytes) {
    return firstBytes.starts_with(Magic);
}

uint32_t applicationIdOf(std::string_view firstBytes) {
    return firstBytes.size() < SqliteHeaderBytes ? 0 : bigEndian(firstBytes, ApplicationIdAt, 4);
}

Result<uint32_t> checkSqlite(const Source& source, std::string_view firstBytes) {
    const bool whole = firstBytes.size() >= SqliteHeaderBytes;
    const uint64_t expected = whole ? statedBytes(firstBytes) : SqliteHeaderBytes;
    if (!whole || source.bytes() < expected) {
        return Error{ErrorCode::Truncated, source.name(), "byte " + std::to_string(source.bytes()),
                     std::to_string(expected) + " bytes", std::to_string(source.bytes()) + " bytes"};
    }
    for (const char* suffix : {"-wal", "-journal"}) {
        if (source.hasBeside(suffix)) {
            return errorIn(source.name(), ErrorCode::FileChanged, "a database that is complete by itself",
                           "a journal beside it: " +
                               std::filesystem::path(source.name() + suffix).filename().string(),
                           "Close the program that writes the profile, then open the profile again.");
        }
    }
    return bigEndian(firstBytes, UserVersionAt, 4);
}

} // namespace tileline
