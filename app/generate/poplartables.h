// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/poplarencoding.h"
#include "core/profile/reading/database.h"

#include <concepts>
#include <optional>

namespace tileline {

/// An SQLite file that is written in one transaction. After the first failure, nothing more is written, and
/// finish() returns that failure.
class PoplarTables {
public:
    explicit PoplarTables(const std::filesystem::path& file);

    /// A table with its insert statement.
    class Table {
    public:
        /// Inserts a row: numbers, texts and BLOBs, one per column. Empty BLOBs and nullptr become NULL.
        template <class... Values>
        void row(const Values&... values) {
            if (m_tables.m_failure) {
                return;
            }
            int column = 0;
            (bind(++column, values), ...);
            m_tables.keep(m_statement->step());
            m_statement->reset();
        }

    private:
        friend class PoplarTables;
        Table(PoplarTables& tables, const std::string& name, const std::string& columns);

        void bind(int column, std::integral auto value) {
            m_statement->bind(column, static_cast<int64_t>(value));
        }
        void bind(int column, double value) { m_statement->bind(column, value); }
        void bind(int column, std::string_view value) { m_statement->bind(column, value); }
        void bind(int column, const std::string& value) { bind(column, std::string_view(value)); }
        void bind(int column, const char* value) { bind(column, std::string_view(value)); }
        void bind(int column, const PoplarBlob& blob) {
            if (blob.bytes.empty()) {
                m_statement->bindNull(column);
            } else {
                m_statement->bindBlob(column, std::as_bytes(std::span(blob.bytes)));
            }
        }
        void bind(int column, std::nullptr_t) { m_statement->bindNull(column); }
        template <class T>
        void bind(int column, const std::optional<T>& value) {
            if (value) {
                bind(column, *value);
            } else {
                m_statement->bindNull(column);
            }
        }

        PoplarTables& m_tables;
        std::optional<Statement> m_statement;
    };

    /// Creates a table. `columns` are written as in SQL: "id INTEGER PRIMARY KEY, name TEXT".
    Table table(const std::string& name, const std::string& columns) { return {*this, name, columns}; }

    /// Ends the transaction.
    Outcome<Done> finish();

private:
    template <class T>
    void keep(Outcome<T> result) {
        if (!result && !m_failure) {
            m_failure = std::move(result).failure();
        }
    }
    void run(std::string_view sql);

    std::optional<Database> m_database;
    std::optional<Failure> m_failure;
};

} // namespace tileline
