// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/tablepages.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tileline {

namespace {

using Bytes = std::span<const unsigned char>;

constexpr unsigned char InteriorPage = 5;
constexpr unsigned char LeafPage = 13;
constexpr size_t InteriorHeader = 12;
constexpr size_t LeafHeader = 8;
/// Maximum depth of a tree of pages. Even the largest tree that SQLite supports is less deep.
constexpr int MaxDepth = 20;
/// Pages that are consecutive in the file are read together, up to this number of bytes at a time.
constexpr size_t ReadBytes = 65536;
/// Integers of any size are read with their following bytes, so such bytes must exist after each buffer.
constexpr size_t Padding = sizeof(uint64_t);

Error corrupt() {
    return errorAt(ErrorCode::CorruptFile, "", "a readable SQLite database",
                   "database disk image is malformed");
}

/// The big-endian number in `count` bytes from `at` on. Bytes beyond the end of `bytes` count as 0.
uint64_t number(Bytes bytes, size_t at, size_t count) {
    uint64_t value = 0;
    for (size_t i = at; i < at + count; ++i) {
        value = value << 8U | (i < bytes.size() ? bytes[i] : 0);
    }
    return value;
}

/// takeVarint() for numbers of any length.
uint64_t takeLongVarint(Bytes& bytes) {
    constexpr size_t Longest = 9;
    uint64_t value = 0;
    for (size_t i = 0; i < Longest && !bytes.empty(); ++i) {
        const unsigned char byte = bytes.front();
        bytes = bytes.subspan(1);
        if (i + 1 == Longest) {
            return value << 8U | byte;
        }
        value = value << 7U | (byte & 0x7FU);
        if (byte < 0x80) {
            break;
        }
    }
    return value;
}

/// Removes a number of variable length from the front of `bytes` and returns it.
uint64_t takeVarint(Bytes& bytes) {
    if (!bytes.empty() && bytes.front() < 0x80) {
        const uint64_t value = bytes.front();
        bytes = bytes.subspan(1);
        return value;
    }
    return takeLongVarint(bytes);
}

} // namespace

Outcome<std::unique_ptr<TablePages>> TablePages::find(Database& database, SourcePtr source,
                                                      const std::string& table,
                                                      const std::vector<std::string_view>& columns) {
    constexpr size_t HeaderBytes = 100;
    std::unique_ptr<TablePages> pages(new TablePages(std::move(source)));
    std::vector<unsigned char> header;
    pages->m_pageBytes = HeaderBytes;
    const Bytes bytes = TRY(pages->readPages(1, 1, header));
    const auto size = static_cast<uint32_t>(number(bytes, 16, 2));
    pages->m_pageBytes = size == 1 ? 65536 : size;
    pages->m_usable = pages->m_pageBytes - number(bytes, 20, 1);
    if (constexpr size_t Smallest = 512; pages->m_pageBytes < Smallest) {
        return corrupt(); // the file has changed since SQLite opened it
    }
    if (constexpr uint64_t Utf8 = 1; number(bytes, 56, 4) != Utf8) {
        return errorAt(ErrorCode::WrongType, "", "a database with text in UTF-8", "another encoding");
    }
    auto names = TRY(database.prepare("SELECT lower(name), pk AND lower(type) = 'integer' AND NOT EXISTS "
                                      "(SELECT 1 FROM pragma_index_list(?1) WHERE origin = 'pk') "
                                      "FROM pragma_table_xinfo(?1) WHERE hidden <> 2"));
    names.bind(1, table);
    pages->m_columns = columns.size();
    while (TRY(names.step())) {
        const auto found = std::find(columns.begin(), columns.end(), names.text(0));
        if (names.integer(1) != 0) {
            pages->m_rowid = pages->m_wanted.size();
        }
        pages->m_wanted.push_back(static_cast<size_t>(found - columns.begin()));
    }
    auto root = TRY(database.prepare(
        "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?1 COLLATE NOCASE"));
    root.bind(1, table);
    TRY(root.step());
    pages->m_seen.resize(pages->m_source->bytes() / pages->m_pageBytes + 1);
    TRY(pages->addLeaves(static_cast<uint32_t>(root.integer(0)), 0));
    return pages;
}

Outcome<TablePages::Bytes> TablePages::readPages(uint32_t first, size_t count,
                                                 std::vector<unsigned char>& buffer) const {
    if (first == 0) {
        return corrupt();
    }
    buffer.resize(count * m_pageBytes + Padding);
    const auto pages = std::span(buffer).first(count * m_pageBytes);
    const size_t got =
        TRY(m_source->readAt((uint64_t{first} - 1) * m_pageBytes, std::as_writable_bytes(pages)));
    return got == pages.size() ? Outcome<Bytes>(pages) : corrupt();
}

/// Adds the leaves below a page. All leaves have the same depth, so the children of a page are either all
/// leaves or all interior pages.
Outcome<Done> TablePages::addLeaves(uint32_t page, int depth) {
    std::vector<unsigned char> buffer;
    const Bytes bytes = TRY(readPages(page, 1, buffer));
    if (page < 2 || page >= m_seen.size() || m_seen[page] || depth > MaxDepth) {
        return corrupt();
    }
    m_seen[page] = true;
    if (bytes[0] == LeafPage) {
        m_leaves.push_back(page);
        return Done{};
    }
    const size_t cells = number(bytes, 3, 2);
    if (bytes[0] != InteriorPage || InteriorHeader + 2 * cells > m_usable) {
        return corrupt();
    }
    bool leaves = false;
    for (size_t i = 0; i <= cells; ++i) {
        const size_t at = i == cells ? 8 : number(bytes, InteriorHeader + 2 * i, 2);
        const auto child = static_cast<uint32_t>(number(bytes, at, 4));
        if (!leaves) {
            TRY(addLeaves(child, depth + 1));
            leaves = m_leaves.back() == child;
        } else if (child < 2 || child >= m_seen.size() || m_seen[child]) {
            return corrupt();
        } else {
            m_seen[child] = true;
            m_leaves.push_back(child);
        }
    }
    return Done{};
}

Outcome<Done> TablePages::read(size_t begin, size_t end, const Use& use) {
    std::vector<unsigned char> buffer;
    std::vector<unsigned char> whole;
    Rows rows;
    size_t bytes = 0; // of the rows together
    const auto pass = [&]() -> Outcome<Done> {
        auto used = rows.m_stored.empty() ? Outcome<Done>(Done{}) : use(rows);
        rows.m_stored.clear();
        bytes = 0;
        return used;
    };
    for (size_t i = begin; i < end;) {
        size_t run = 1;
        while (i + run < end && m_leaves[i + run] == m_leaves[i] + run && run * m_pageBytes < ReadBytes) {
            ++run;
        }
        const Bytes all = TRY(readPages(m_leaves[i], run, buffer));
        for (size_t k = 0; k < run; ++k) {
            const Bytes page = all.subspan(k * m_pageBytes, m_usable);
            const size_t cells = number(page, 3, 2);
            if (page[0] != LeafPage || LeafHeader + 2 * cells > page.size()) {
                return corrupt();
            }
            for (size_t cell = 0; cell < cells; ++cell) {
                const size_t at = number(page, LeafHeader + 2 * cell, 2);
                Bytes rest = page.subspan(std::min(at, page.size()));
                const uint64_t size = takeVarint(rest);
                const auto rowid = static_cast<int64_t>(takeVarint(rest));
                const Bytes payload = TRY(payloadOf(rest, size, whole));
                if (payload.size() < rows.m_bytes || rows.m_header.empty() ||
                    std::memcmp(rows.m_header.data(), payload.data(), rows.m_header.size()) != 0) {
                    TRY(pass());
                    if (!startRows(payload, rows)) {
                        return corrupt();
                    }
                }
                rows.m_stored.push_back({payload.data(), rowid});
                bytes += payload.size();
                if (payload.data() == whole.data() || bytes > ReadBytes) {
                    TRY(pass()); // the next chained row is stored in `whole`; in a hostile file, rows overlap
                }
            }
        }
        TRY(pass()); // before the next pages are stored in `buffer`
        i += run;
    }
    return Done{};
}

/// The payload of a cell. The part that does not fit in the cell is stored in a chain of further pages.
Outcome<TablePages::Bytes> TablePages::payloadOf(Bytes cell, uint64_t size,
                                                 std::vector<unsigned char>& whole) {
    const size_t most = m_usable - 35;
    const size_t least = (m_usable - 12) * 32 / 255 - 23;
    size_t local = size;
    if (size > most) {
        local = least + (size - least) % (m_usable - 4);
        local = local <= most ? local : least;
    }
    if (local > cell.size()) {
        return corrupt();
    }
    if (local == size) {
        return cell.first(local);
    }
    if (size > m_source->bytes() || m_chained.fetch_add(size) + size > m_source->bytes()) {
        return errorAt(ErrorCode::TooLarge, "", "rows that take at most as many bytes as the file", "more");
    }
    whole.assign(cell.begin(), cell.begin() + static_cast<ptrdiff_t>(local));
    std::vector<unsigned char> buffer;
    for (auto next = static_cast<uint32_t>(number(cell, local, 4)); whole.size() < size;) {
        const Bytes page = TRY(readPages(next, 1, buffer));
        const Bytes part = page.subspan(4, std::min<uint64_t>(m_usable - 4, size - whole.size()));
        whole.insert(whole.end(), part.begin(), part.end());
        next = static_cast<uint32_t>(number(page, 0, 4));
    }
    whole.resize(size + Padding);
    return Bytes(whole).first(size);
}

/// Finds out where the values of a record are, and of further records with the same header. Returns false if
/// the record is damaged.
bool TablePages::startRows(Bytes payload, Rows& rows) const {
    constexpr std::array<size_t, 12> Sizes{0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
    Bytes types = payload;
    const uint64_t header = takeVarint(types);
    if (header > payload.size() || header < payload.size() - types.size()) {
        return false;
    }
    types = types.first(types.size() - (payload.size() - header));
    rows.m_header.assign(payload.begin(), payload.begin() + static_cast<ptrdiff_t>(header));
    rows.m_bytes = header;
    rows.m_fields.assign(m_columns, {});
    for (size_t column = 0; column < m_wanted.size(); ++column) {
        const uint64_t type = types.empty() ? 0 : takeVarint(types);
        const uint64_t size = type < Sizes.size() ? Sizes[type] : (type - Sizes.size()) / 2;
        if (size > payload.size() - rows.m_bytes || type == 10 || type == 11) {
            return false; // the types 10 and 11 do not exist
        }
        if (const size_t wanted = m_wanted[column]; wanted < m_columns) {
            Rows::Field& field = rows.m_fields[wanted];
            field.at = rows.m_bytes;
            if (column == m_rowid) {
                field = {ValueType::Integer, Rows::Rowid};
            } else if (type >= Sizes.size()) {
                field.type = type % 2 == 0 ? ValueType::Blob : ValueType::Text;
                field.number = static_cast<int64_t>(size);
            } else if (constexpr uint64_t Real = 7; type == Real) {
                field.type = ValueType::Real;
            } else if (type != 0) {
                field.type = ValueType::Integer;
                field.place = size == 0 ? Rows::Constant : Rows::InPayload;
                field.shift = static_cast<uint32_t>(64 - 8 * size);
                field.number = static_cast<int64_t>(type) - 8;
            }
        }
        rows.m_bytes += size;
    }
    return true;
}

} // namespace tileline
