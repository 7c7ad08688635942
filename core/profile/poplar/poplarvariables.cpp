// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"
#include "core/base/printable.h"
#include "core/profile/poplar/poplartables.h"

#include <algorithm>
#include <functional>

namespace tileline::poplar {

namespace {

/// The columns of the table VarsInfo.
enum VarsColumn {
    VarId,
    Tile,
    Size,
    Class,
    Unlowered,
    Category,
    Offset,
    Bitset,
    NameBase,
    NameVertexField,
    NameSuffix
};

/// The minimum size of a row of vars_info in the file, in bytes.
constexpr uint64_t MinBytesOfVariable = 20;

} // namespace

Outcome<Done> PoplarTables::readVariables() {
    std::map<uint32_t, std::vector<uint64_t>> contexts;
    TRY(read(DebugIds, [&](uint32_t variable, const std::vector<uint64_t>& ids) {
        std::copy_if(ids.begin(), ids.end(), std::back_inserter(contexts[variable]),
                     [](uint64_t id) { return id != 0; });
    }));
    TRY(read(UnloweredVars, [&](uint32_t id, std::string name) {
        Variable variable{id, std::move(name), {}, false, {}, {}, {}};
        if (const auto found = contexts.find(id); found != contexts.end() && !found->second.empty()) {
            variable.debugContext = found->second.front();
            variable.furtherContexts.assign(found->second.begin() + 1, found->second.end());
        }
        return m_builder.addVariable(std::move(variable));
    }));
    TRY(read(VarCategories, [&](uint32_t id, std::string name) {
        return m_builder.addVariableCategory(id, std::move(name));
    }));
    TRY(read(VarsStringTable, [&](TableCursor& rows, uint32_t id, const std::string& text) {
        if (!m_nameBases.insert(id, m_builder.addLoweredString(text))) {
            rows.failDuplicate(id);
        }
    }));
    return readLowered();
}

/// Passes all rows to `use`. Passes the bytes of the rows to LoadMeter::take(), as a TableCursor does.
Outcome<Done> PoplarTables::useRows(ColumnScan& scan, const format::Table& table,
                                    const std::function<Outcome<Done>(const ScannedRows&)>& use) {
    while (const ScannedRows* const rows = TRY(scan.next())) {
        if (!m_job.meter.take(rows->count * table.minRowBytes() + rows->text.size())) {
            return errorAt(ErrorCode::TooLarge, std::string(table.name),
                           "rows that take at most as many bytes as the file", "more");
        }
        TRY(use(*rows));
        m_job.meter.advance(rows->count * bytesOfRow(table));
    }
    return Done{};
}

Outcome<Done> PoplarTables::readLowered() {
    const auto rows = TRY(scan(VarsInfo));
    m_builder.reserveLowered(std::min(rows->maximumRows(), m_source->bytes() / MinBytesOfVariable));
    TRY(useRows(*rows, VarsInfo, std::bind_front(&PoplarTables::addLowered, this)));
    m_suffixes = {};
    if (m_builder.profile().lowered.size() == 0) {
        m_builder.addNote({LoadNote::Kind::NoLoweredVariables, 0, {}});
        return Done{};
    }
    // One thread groups the variables by tile while another reads the next table and reports the progress.
    Outcome<Done> exchanges = Done{};
    bool grouped = false;
    Workers(2).forEach(2, 1, [&](size_t task, size_t, size_t) {
        if (task == 0) {
            grouped = m_builder.groupLoweredByTile(m_job.meter.stop());
        } else {
            exchanges = readExchanges();
        }
    });
    TRY(exchanges);
    return grouped ? Outcome<Done>(Done{}) : Cancelled{};
}

/// Fills the columns whose form in the profile differs from their form in the file.
Result<Done> PoplarTables::prepareLowered(const ScannedRows& rows) {
    const auto& columns = rows.columns;
    const bool hasFlags = m_schema.has(VarsInfo, "bitset");
    const bool hasNames = m_nameBases.size() > 0;
    m_addresses = columns[Offset];
    m_bases.assign(hasNames ? rows.count : 0, NoId);
    m_suffixColumn.assign(hasNames ? rows.count : 0, NoId);
    const auto placeOf = [&](size_t row, VarsColumn column) {
        return Location{.table = VarsInfo.name,
                        .key = VarsInfo.columns[VarId].name,
                        .row = columns[VarId][row],
                        .column = VarsInfo.columns[column].name};
    };
    for (size_t row = 0; row < rows.count; ++row) {
        if (!hasFlags || columns[Bitset][row] == NoId ||
            (columns[Bitset][row] & LoweredFlag::Allocated) == 0) {
            // If a variable is not known to be allocated, its row may contain only a size, and its
            // equivalence class may be missing from the file. An empty class is added then.
            const uint32_t id = columns[Class][row];
            if (m_classes.find(id) == NoId) {
                TRY(m_builder.addEquivalenceClass(id, {}));
                m_classes.insert(id, 0);
            }
            m_addresses[row] = hasFlags ? NoId : m_addresses[row];
        }
        const uint32_t base = columns[NameBase][row];
        if (!hasNames || base == NoId) {
            continue;
        }
        m_bases[row] = m_nameBases.find(base);
        if (m_bases[row] == NoId) {
            return errorAt(ErrorCode::UnknownId, placeOf(row, NameBase),
                           "the id of a row in vars_string_table", std::to_string(base));
        }
        const size_t begin = row == 0 ? 0 : rows.textEnds[row - 1];
        if (begin == rows.textEnds[row]) {
            continue;
        }
        const std::string suffix = rows.text.substr(begin, rows.textEnds[row] - begin);
        const auto [known, isNew] = m_suffixes.try_emplace(suffix, 0);
        if (isNew && !isUtf8(suffix)) {
            return errorAt(ErrorCode::WrongType, placeOf(row, NameSuffix), "text in UTF-8", "other bytes");
        }
        if (isNew) {
            known->second = m_builder.addLoweredString(suffix);
        }
        m_suffixColumn[row] = known->second;
    }
    return Done{};
}

Outcome<Done> PoplarTables::addLowered(const ScannedRows& rows) {
    TRY(prepareLowered(rows));
    const auto& columns = rows.columns;
    const auto column = [&](VarsColumn index) -> std::span<const uint32_t> {
        return m_schema.has(VarsInfo, VarsInfo.columns[index].name) ? columns[index]
                                                                    : std::span<const uint32_t>();
    };
    const bool hasAddresses = m_schema.has(VarsInfo, "offset");
    const bool hasCategories = !m_builder.profile().variableCategories.empty();
    const bool hasNames = !m_bases.empty();
    auto added = m_builder.addLoweredRows(
        columns[Tile],
        {.id = columns[VarId],
         .bytes = columns[Size],
         .equivalenceClass = columns[Class],
         .variable = columns[Unlowered],
         .address = hasAddresses ? std::span<const uint32_t>(m_addresses) : std::span<const uint32_t>(),
         .category = hasCategories ? column(Category) : std::span<const uint32_t>(),
         .flags = column(Bitset),
         .nameBase = m_bases,
         .nameVertexField =
             hasNames ? std::span<const uint32_t>(columns[NameVertexField]) : std::span<const uint32_t>(),
         .nameSuffix = m_suffixColumn});
    if (added) {
        return Done{};
    }
    Error error = inPoplarNames(std::move(added).failure());
    if (const auto entry = entryOf(error); entry && *entry < rows.count) {
        // The error's entry number is a position in `rows`. It is replaced with the var_id of that row.
        const size_t at = error.item.rfind(", entry ");
        const size_t columnAt = error.item.find(", column ");
        const std::string row = ", var_id " + std::to_string(columns[VarId][*entry]);
        error.item = error.item.substr(0, at).insert(std::min(columnAt, at), row);
    }
    return error;
}

Outcome<Done> PoplarTables::readExchanges() {
    const auto rows = TRY(scan(ExchangeRegions));
    m_regionVariables.reserve(std::min(rows->maximumRows(), m_source->bytes() / sizeof(uint32_t)));
    TRY(useRows(*rows, ExchangeRegions, [&](const ScannedRows& part) -> Outcome<Done> {
        const auto& ids = part.columns[0];
        for (size_t row = 0; row < part.count; ++row) {
            if (m_regions.empty() || m_regions.back().id != ids[row]) {
                const auto begin = static_cast<uint32_t>(m_regionVariables.size() + row);
                m_regions.push_back({ids[row], begin, begin});
            }
            ++m_regions.back().end;
        }
        m_regionVariables.insert(m_regionVariables.end(), part.columns[1].begin(), part.columns[1].end());
        return Done{};
    }));
    const auto byId = [](const Region& a, const Region& b) { return a.id < b.id; };
    if (!std::is_sorted(m_regions.begin(), m_regions.end(), byId)) {
        std::stable_sort(m_regions.begin(), m_regions.end(), byId);
    }
    return Done{};
}

} // namespace tileline::poplar
