// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Changes single values of an SQLite file, in memory. Random bytes in such a file damage its pages, which
// SQLite itself finds; what the readers make of the values would hardly be tried.
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

namespace {

struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    void operator()(unsigned char* memory) const { sqlite3_free(memory); }
};

using Statement = std::unique_ptr<sqlite3_stmt, Close>;

class Mutator {
public:
    Mutator(sqlite3* database, unsigned seed)
        : m_database(database)
        , m_random(seed) {}

    /// Changes something in a table chosen at random; false if there is none.
    bool mutate() {
        const std::vector<std::string> tables = texts("SELECT name FROM sqlite_schema WHERE type = 'table'");
        if (tables.empty()) {
            return false;
        }
        m_table = quoted(tables[below(tables.size())]);
        const std::vector<std::string> columns = texts("SELECT name FROM pragma_table_info(" + m_table + ")");
        if (columns.empty()) {
            return false;
        }
        m_column = quoted(columns[below(columns.size())]);
        chooseRow();
        switch (below(14)) {
        case 0:
            return run("DELETE FROM " + m_table + m_where);
        case 1:
            return run("INSERT OR REPLACE INTO " + m_table + " SELECT * FROM " + m_table + m_where);
        case 2:
            return below(8) == 0 && run("ALTER TABLE " + m_table + " DROP COLUMN " + m_column);
        case 3:
            return below(8) == 0 && run("DROP TABLE " + m_table);
        case 4:
            return setToOtherType();
        case 5:
        case 6: // ids of other rows are valid more often than other numbers
            return set("(SELECT " + m_column + " FROM " + m_table + " ORDER BY random() LIMIT 1)");
        default:
            return changeValue();
        }
    }

private:
    size_t below(size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(m_random); }

    static std::string quoted(const std::string& name) {
        std::string result = "\"";
        for (const char character : name) {
            result += character == '"' ? std::string("\"\"") : std::string(1, character);
        }
        return result + "\"";
    }

    Statement prepare(const std::string& sql) {
        sqlite3_stmt* statement = nullptr;
        sqlite3_prepare_v2(m_database, sql.c_str(), -1, &statement, nullptr);
        return Statement(statement);
    }

    bool run(const std::string& sql) {
        const Statement statement = prepare(sql);
        return statement && sqlite3_step(statement.get()) == SQLITE_DONE;
    }

    std::vector<std::string> texts(const std::string& sql) {
        std::vector<std::string> result;
        const Statement statement = prepare(sql);
        while (statement && sqlite3_step(statement.get()) == SQLITE_ROW) {
            if (const unsigned char* text = sqlite3_column_text(statement.get(), 0)) {
                result.emplace_back(reinterpret_cast<const char*>(text));
            }
        }
        return result;
    }

    void chooseRow() {
        const Statement last = prepare("SELECT max(rowid) FROM " + m_table);
        int64_t row = 0;
        if (last && sqlite3_step(last.get()) == SQLITE_ROW) {
            row = std::uniform_int_distribution<int64_t>(
                0, std::max<int64_t>(sqlite3_column_int64(last.get(), 0), 0))(m_random);
        }
        m_where = " WHERE rowid = (SELECT rowid FROM " + m_table + " WHERE rowid >= " + std::to_string(row) +
                  " ORDER BY rowid LIMIT 1)";
    }

    bool set(const std::string& value) {
        return run("UPDATE OR REPLACE " + m_table + " SET " + m_column + " = " + value + m_where);
    }

    bool setToOtherType() {
        constexpr std::array Values{"NULL",
                                    "-1",
                                    "0",
                                    "1.5",
                                    "9e99",
                                    "'text'",
                                    "x'80'",
                                    "x''",
                                    "zeroblob(3000)",
                                    "9223372036854775807",
                                    "4294967295",
                                    "4294967296"};
        return set(Values[below(Values.size())]);
    }

    bool changeValue() {
        const Statement value = prepare("SELECT " + m_column + " FROM " + m_table + m_where);
        if (!value || sqlite3_step(value.get()) != SQLITE_ROW) {
            return false;
        }
        if (sqlite3_column_type(value.get(), 0) == SQLITE_INTEGER) {
            const int64_t old = sqlite3_column_int64(value.get(), 0);
            const std::array<int64_t, 6> next{old ^ (int64_t{1} << below(63)),
                                              -old,
                                              old / 2,
                                              old < std::numeric_limits<int64_t>::max() ? old + 1 : 0,
                                              old > std::numeric_limits<int64_t>::min() ? old - 1 : 0,
                                              static_cast<int64_t>(below(2000))};
            return set(std::to_string(next[below(next.size())]));
        }
        const int type = sqlite3_column_type(value.get(), 0);
        if (type != SQLITE_BLOB && type != SQLITE_TEXT) {
            return setToOtherType();
        }
        const auto size = static_cast<size_t>(sqlite3_column_bytes(value.get(), 0));
        std::vector<uint8_t> bytes(size + 64);
        if (size > 0) {
            std::memcpy(bytes.data(), sqlite3_column_blob(value.get(), 0), size);
        }
        bytes.resize(LLVMFuzzerMutate(bytes.data(), size, bytes.size()));
        const Statement update =
            prepare("UPDATE OR REPLACE " + m_table + " SET " + m_column + " = ?" + m_where);
        if (!update) {
            return false;
        }
        const auto length = static_cast<int>(bytes.size());
        if (type == SQLITE_BLOB) {
            sqlite3_bind_blob(update.get(), 1, bytes.data(), length, SQLITE_STATIC);
        } else {
            sqlite3_bind_text(update.get(), 1, reinterpret_cast<const char*>(bytes.data()), length,
                              SQLITE_STATIC);
        }
        return sqlite3_step(update.get()) == SQLITE_DONE;
    }

    sqlite3* m_database;
    std::mt19937 m_random;
    std::string m_table;
    std::string m_column;
    std::string m_where;
};

/// The file after up to four changes; its size, or 0 if it could not be changed.
size_t mutated(uint8_t* data, size_t size, size_t maxSize, unsigned seed) {
    sqlite3* opened = nullptr;
    sqlite3_open(":memory:", &opened);
    const std::unique_ptr<sqlite3, Close> database(opened);
    auto* const copy = static_cast<unsigned char*>(sqlite3_malloc64(size));
    std::memcpy(copy, data, size);
    const auto length = static_cast<sqlite3_int64>(size);
    if (sqlite3_deserialize(opened, "main", copy, length, length,
                            SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE) != SQLITE_OK) {
        return 0;
    }
    Mutator mutator(opened, seed);
    bool changed = false;
    for (unsigned i = 0; i <= seed % 4; ++i) {
        changed = mutator.mutate() || changed;
    }
    sqlite3_int64 newLength = 0;
    const std::unique_ptr<unsigned char, Close> bytes(
        changed ? sqlite3_serialize(opened, "main", &newLength, 0) : nullptr);
    const auto newSize = static_cast<size_t>(newLength);
    if (!bytes || newSize > maxSize) {
        return 0;
    }
    std::memcpy(data, bytes.get(), newSize);
    return newSize;
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned seed) {
    constexpr std::string_view Magic = "SQLite format 3";
    if (size > 100 && std::memcmp(data, Magic.data(), Magic.size()) == 0 && seed % 32 != 0) {
        if (const size_t newSize = mutated(data, size, maxSize, seed / 32)) {
            return newSize;
        }
    }
    return LLVMFuzzerMutate(data, size, maxSize);
}
