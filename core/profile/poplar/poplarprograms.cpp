// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplartables.h"

#include <algorithm>

namespace tileline::poplar {

/// Reads the details of all programs of one type. `detailsOf` makes Details from the values of a row.
template <class... Columns, class Use>
Outcome<Done> PoplarTables::readDetails(const format::TableOf<Columns...>& table, const Use& detailsOf) {
    if (!m_schema.has(table)) {
        return Done{};
    }
    RowsById<Details>& known = m_details[std::string(table.name)];
    return read(table, [&](TableCursor& rows, uint32_t id, auto&&... values) {
        Details details = detailsOf(std::move(values)...);
        details.id = id;
        details.table = &table;
        if (!known.add(id, std::move(details))) {
            rows.failDuplicate(id);
        }
    });
}

Outcome<Done> PoplarTables::readAllDetails() {
    using Id = std::optional<uint32_t>;
    using Cycles = std::vector<uint64_t>;
    const auto known = [](std::initializer_list<Id> regions) {
        std::vector<uint32_t> ids;
        for (const Id& region : regions) {
            if (region) {
                ids.push_back(*region);
            }
        }
        return ids;
    };
    TRY(readDetails(OnTileExecute, [](uint32_t computeSet) { return Details{.computeSet = computeSet}; }));
    TRY(readDetails(DoExchange, [&](ByTile code, Id source, Id destination, Cycles cycles) {
        return Details{.code = code, .regions = known({source, destination}), .cycles = std::move(cycles)};
    }));
    using ByIpu = std::vector<uint64_t>;
    TRY(readDetails(GlobalExchange, [&](Id source, Id destination, ByIpu in, ByIpu out, Cycles cycles) {
        return Details{.regions = known({source, destination}),
                       .cycles = std::move(cycles),
                       .bytesIn = std::move(in),
                       .bytesOut = std::move(out)};
    }));
    TRY(readDetails(CodeCopy, [&](Id destination, Cycles cycles) {
        return Details{.regions = known({destination}), .cycles = std::move(cycles)};
    }));
    TRY(readDetails(StreamCopyMid, [](ByIpu in, ByIpu out, Cycles cycles) {
        return Details{.cycles = std::move(cycles), .bytesIn = std::move(in), .bytesOut = std::move(out)};
    }));
    TRY(read(Sync, [&](uint32_t id, std::string type) { m_syncs[id] = std::move(type); }));
    for (const format::Table* const table : {&static_cast<const format::Table&>(GlobalExchange),
                                             &static_cast<const format::Table&>(StreamCopyMid)}) {
        if (m_schema.has(*table, BytesIn) || m_schema.has(*table, BytesOut)) {
            m_builder.knowProgramBytes();
        }
    }
    TRY(readDetails(Repeat, [](std::optional<uint64_t> count) { return Details{.repeatCount = count}; }));
    TRY(readDetails(Call, [](Id function) { return Details{.function = function}; }));
    const auto copies = m_details.find(StreamCopyMid.name);
    const auto addRegion = [&](TableCursor& rows, Id copy, Id region) {
        if (!copy || !region || copies == m_details.end()) {
            return;
        }
        if (Details* const details = copies->second.find(*copy)) {
            details->regions.push_back(*region);
        } else {
            rows.failUnknown(0, StreamCopyMid.name, *copy);
        }
    };
    TRY(read(FromHost, addRegion));
    return read(ToHost, addRegion);
}

Outcome<Done> PoplarTables::readArrays(const format::TableOf<U32, RunsOfIpu>& table, Arrays& arrays) {
    return read(table, [&](TableCursor& rows, uint32_t id, ByTile array) {
        if (!arrays.add(id, array)) {
            rows.failDuplicate(id);
        }
    });
}

Outcome<PoplarTables::RawPrograms> PoplarTables::readRawPrograms() {
    std::map<uint32_t, std::string> types;
    TRY(read(ProgramTypes, [&](uint32_t id, std::string name) { types[id] = std::move(name); }));
    RawPrograms programs;
    // Reading the rows is half of the progress; adding the programs is the other half.
    TRY(readRows({m_schema.select(Programs), Programs, m_job.meter, bytesOfRow(Programs) / 2}, Programs,
                 m_blobs,
                 [&](TableCursor& rows, uint32_t id, uint32_t variant, std::optional<uint32_t> typeId,
                     const std::vector<uint64_t>& children, std::string name, std::optional<uint64_t> context,
                     ByTile controlCode) {
                     const auto type = types.find(variant);
                     if (type == types.end()) {
                         rows.failUnknown(1, ProgramTypes.name, variant);
                         return;
                     }
                     rows.accept(m_job.meter.spend(type->second.size()), 1);
                     RawProgram raw{{}, typeId, programs.rows.size()};
                     raw.program.id = id;
                     raw.program.type = type->second;
                     raw.program.name = std::move(name);
                     raw.program.debugContext = context == uint64_t{0} ? std::nullopt : context;
                     raw.program.controlCode = controlCode;
                     programs.rows.push_back(std::move(raw));
                     programs.children.append(std::vector<uint32_t>(children.begin(), children.end()));
                 }));
    std::stable_sort(programs.rows.begin(), programs.rows.end(),
                     [](const RawProgram& a, const RawProgram& b) { return a.program.id < b.program.id; });
    return programs;
}

/// The details of a program, from the table for the program's type; null if there is no such table.
Result<const PoplarTables::Details*> PoplarTables::detailsOf(const RawProgram& raw) const {
    const auto table = m_details.find(detailTable(raw.program.type));
    if (table == m_details.end()) {
        return nullptr;
    }
    const Details* const details = raw.typeId ? table->second.find(*raw.typeId) : nullptr;
    if (details == nullptr) {
        return errorAt(
            ErrorCode::UnknownId,
            {.table = Programs.name, .key = "id", .row = raw.program.id, .column = "variant_index"},
            "the id of a row in " + table->first, raw.typeId ? std::to_string(*raw.typeId) : "NULL");
    }
    return details;
}

/// The programs of the function that a program calls.
Result<std::span<const uint32_t>> PoplarTables::functionOf(const RawProgram& raw,
                                                           const Details& details) const {
    const auto function = m_functions.find(*details.function);
    if (function == m_functions.end()) {
        return errorAt(ErrorCode::UnknownId,
                       {.table = Call.name, .key = "id", .row = details.id, .column = "function_id"},
                       "the id of a row in function_programs",
                       std::to_string(*details.function) + " (program " + std::to_string(raw.program.id) +
                           ")");
    }
    return std::span<const uint32_t>(function->second);
}

/// The total length of the lists that variablesOf() makes; may be too low if the file is damaged.
size_t PoplarTables::countVariables(const RawPrograms& programs) const {
    size_t entries = 0;
    for (const RawProgram& raw : programs.rows) {
        const auto details = detailsOf(raw);
        if (!details || *details == nullptr) {
            continue;
        }
        if ((*details)->computeSet) {
            const auto* const set = m_computeSets.find(*(*details)->computeSet);
            entries += set == nullptr ? 0 : set->variableCount;
        }
        for (const uint32_t id : (*details)->regions) {
            for (const Region& region : regionsOf(id)) {
                entries += region.end - region.begin;
            }
        }
    }
    return entries;
}

/// All rows of the table exchange_regions with the id `id`.
std::span<const PoplarTables::Region> PoplarTables::regionsOf(uint32_t id) const {
    const auto [first, last] = std::equal_range(m_regions.begin(), m_regions.end(), Region{id, 0, 0},
                                                [](const Region& a, const Region& b) { return a.id < b.id; });
    return {first, last};
}

/// The place in errors about the variables of a compute set or, if `entry` is given, about one of them.
static std::string placeInSet(uint32_t computeSet, std::optional<uint64_t> entry) {
    return Location{.table = ComputeSets.name,
                    .key = "compute_set",
                    .row = computeSet,
                    .column = "var_ids_diff_rle",
                    .entry = entry}
        .text();
}

Result<Done> PoplarTables::variablesOf(const Details& details, std::vector<uint32_t>& variables) {
    const size_t known = m_builder.profile().lowered.size();
    if (known == 0) {
        return Done{};
    }
    if (const auto* const set = details.computeSet ? m_computeSets.find(*details.computeSet) : nullptr) {
        auto decoded = decodeDifferences(m_computeSetVariables[set->variables], known, variables);
        if (!decoded) {
            Error error = std::move(decoded).failure();
            error.item = placeInSet(*details.computeSet, {});
            return error;
        }
    }
    for (const uint32_t id : details.regions) {
        for (const Region& region : regionsOf(id)) {
            variables.insert(variables.end(), m_regionVariables.begin() + region.begin,
                             m_regionVariables.begin() + region.end);
            TRY(m_blobs.spend(region.end - region.begin));
        }
    }
    return details.computeSet ? m_blobs.spend(variables.size()) : Done{};
}

/// Returns `error` with the place of a variable in the table that lists it. `entry` is the variable's
/// position in the list of a program's variables.
Error PoplarTables::unknownVariable(const Details& details, uint64_t entry, Error error) const {
    if (details.computeSet) {
        error.item = placeInSet(*details.computeSet, entry);
        return error;
    }
    for (const uint32_t id : details.regions) {
        for (const Region& region : regionsOf(id)) {
            const uint64_t count = region.end - region.begin;
            if (entry < count) {
                error.item =
                    Location{.table = ExchangeRegions.name, .key = "id", .row = id, .column = "var_id"}
                        .text();
                return error;
            }
            entry -= count;
        }
    }
    return error;
}

/// Adds a program with the details `found`, which is null if there is no table for the program's type.
Outcome<Done> PoplarTables::addProgram(RawProgram& raw, const Details* found,
                                       std::span<const uint32_t> children) {
    static const Details None;
    const Details& details = found == nullptr ? None : *found;
    Program& program = raw.program;
    program.codeBytes = details.code;
    program.repeatCount = details.repeatCount;
    program.function = details.function;
    if (children.empty() && details.function) {
        children = TRY(functionOf(raw, details));
    }
    const auto* const set = details.computeSet ? m_computeSets.find(*details.computeSet) : nullptr;
    if (program.name.empty() && set != nullptr) {
        program.name = set->name;
        TRY(m_job.meter.spend(program.name.size()));
    }
    m_variables.clear();
    TRY(variablesOf(details, m_variables));
    auto added = m_builder.addProgram(std::move(program), details.computeSet, children, m_variables);
    if (!added) {
        Error error = std::move(added).failure();
        const auto entry = entryOf(error);
        return entry ? unknownVariable(details, *entry, std::move(error)) : error;
    }
    return Done{};
}

Outcome<Done> PoplarTables::addEstimatedCycles(uint32_t program, std::span<const uint64_t> ids,
                                               const format::Table& table, uint32_t row) {
    TRY(m_blobs.spend(ids.size() * (sizeof(EstimatedCycles) / sizeof(uint32_t))));
    for (uint32_t ipu = 0; ipu < ids.size(); ++ipu) {
        const ByTile* const array = m_estimatedCycles.find(ids[ipu]);
        if (array == nullptr) {
            return errorAt(ErrorCode::UnknownId,
                           {.table = table.name,
                            .key = table.columns.front().name,
                            .row = row,
                            .column = table.columns.back().name,
                            .entry = ipu},
                           "the id of a row in compilation_cycles_by_tile", std::to_string(ids[ipu]));
        }
        TRY(m_builder.addEstimatedCycles(program, ipu, *array));
    }
    return Done{};
}

Outcome<Done> PoplarTables::addBytes(uint32_t program, const Details& details) {
    const auto of = [](const std::vector<uint64_t>& list, uint32_t ipu) {
        return ipu < list.size() ? list[ipu] : 0;
    };
    for (uint32_t ipu = 0; ipu < std::max(details.bytesIn.size(), details.bytesOut.size()); ++ipu) {
        if (const ProgramTraffic bytes{{}, ipu, of(details.bytesIn, ipu), of(details.bytesOut, ipu)};
            bytes.in > 0 || bytes.out > 0) {
            TRY(m_blobs.spend(sizeof(bytes) / sizeof(uint32_t)));
            TRY(m_builder.addProgramBytes(program, bytes));
        }
    }
    return Done{};
}

Outcome<Done> PoplarTables::readPrograms() {
    TRY(readAllDetails());
    TRY(read(FunctionPrograms, [&](uint32_t function, uint32_t program) {
        m_functions[function].push_back(program);
        m_builder.addFunctionProgram(function, program);
    }));
    TRY(readArrays(EstimatedCyclesByTile, m_estimatedCycles));
    auto programs = TRY(readRawPrograms());
    m_builder.reservePrograms(programs.rows.size(), programs.children.values().size(),
                              countVariables(programs));
    for (RawProgram& raw : programs.rows) {
        if (m_job.meter.stopRequested()) {
            return Cancelled{};
        }
        m_job.meter.advance(bytesOfRow(Programs) / 2);
        const Details* const details = TRY(detailsOf(raw));
        const uint32_t id = raw.program.id;
        if (raw.typeId && raw.program.type == "Sync") {
            m_syncOf[id] = *raw.typeId;
        }
        TRY(addProgram(raw, details, programs.children[raw.children]));
        if (details != nullptr) {
            TRY(addBytes(id, *details));
        }
        if (details == nullptr || m_estimatedCycles.empty()) {
            continue;
        }
        if (details->computeSet) {
            TRY(addEstimatedCycles(id, m_computeSets.find(*details->computeSet)->cycles, ComputeSets,
                                   *details->computeSet));
        } else if (!details->cycles.empty()) {
            TRY(addEstimatedCycles(id, details->cycles, *details->table, details->id));
        }
    }
    m_regions = {};
    m_regionVariables = {};
    m_computeSetVariables = {};
    std::map<uint32_t, uint32_t> roots; ///< by position
    TRY(read(ControlPrograms, [&](TableCursor& rows, uint32_t position, uint32_t program) {
        if (!roots.emplace(position, program).second) {
            rows.failDuplicate(position);
        }
    }));
    for (const auto& [position, program] : roots) {
        m_builder.addRootProgram(program);
    }
    TRY(m_builder.resolve());
    return Done{};
}

} // namespace tileline::poplar
