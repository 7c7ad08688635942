// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/source.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace tileline {

/// The SQLite storage class of a value. The numbers are the same as SQLite's, except for Null.
enum class ValueType : uint8_t { Null, Integer, Real, Text, Blob };

/// The name of a type in errors: "an integer", "text", ...
std::string_view nameOf(ValueType type);

/// If the failure does not name a place yet, sets its place to `item`. A cancellation is returned unchanged.
Failure located(Failure failure, std::string_view item);

struct ReadingWork;

/// A prepared statement. The values of a row stay valid until the next step().
class Statement {
public:
    explicit Statement(sqlite3_stmt* statement, const ReadingWork* work = nullptr)
        : m_statement(statement)
        , m_work(work) {}

    /// Moves to the next row. Returns false after the last row. Error: TooLarge if the connection has done
    /// more work than a file of this size can need.
    Outcome<bool> step();
    /// Prepares the statement to run again with other values.
    void reset();

    ValueType type(int column) const;
    int64_t integer(int column) const;
    double real(int column) const;
    std::string_view text(int column) const;
    std::span<const std::byte> blob(int column) const;

    /// Sets parameter `index`, counted from 1. Text and blobs must live until the statement has run.
    void bind(int index, int64_t value);
    void bind(int index, double value);
    void bind(int index, std::string_view value);
    void bindBlob(int index, std::span<const std::byte> value);
    void bindNull(int index);

private:
    struct Finalise {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalise> m_statement;
    const ReadingWork* m_work; ///< the connection's work so far; null if the connection has no limits
};

/// A connection to an SQLite file. After a request to stop, long statements soon return Cancelled.
class Database {
public:
    /// Opens a source as read-only and immutable, so that SQLite neither locks the file nor looks for files
    /// beside it. Views, triggers, virtual tables and untrusted functions in the file's schema are disabled.
    /// No temporary file is written. All statements together may do only a limited amount of work, which
    /// depends on the size of the file.
    static Result<Database> openReadOnly(SourcePtr source, std::stop_token stop = {});
    /// Creates an empty database that is fast to fill but not safe against a crash. Use it only for a
    /// temporary file that is renamed once it is complete.
    static Result<Database> create(const std::filesystem::path& file);

    Outcome<Statement> prepare(std::string_view sql);
    /// Runs a statement that returns no rows.
    Outcome<Done> run(std::string_view sql);

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };

    static Result<Database> open(const char* name, int flags, const char* vfs);

    std::shared_ptr<ReadingWork> m_work; ///< null for a database that is opened for writing
    std::unique_ptr<sqlite3, Close> m_database;
};

/// Whether a file begins with the signature of SQLite files.
bool isSqlite(std::string_view firstBytes);

/// The file's application_id, or 0 if the file is shorter than an SQLite header.
uint32_t applicationIdOf(std::string_view firstBytes);

/// Returns the file's user_version. Errors: Truncated if the file is shorter than its header states;
/// FileChanged if a non-empty journal or write-ahead log shows that the file is still being written.
Result<uint32_t> checkSqlite(const Source& source, std::string_view firstBytes);

} // namespace tileline
