// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profilebuilder.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <utility>

namespace tileline {

namespace {

/// The maximum number of rows. It is limited because rows, ids and steps are 32-bit indices.
constexpr size_t MaxRows = NoId - 1;
/// The minimum size of a lowered variable in a file of any format: its four numbers.
constexpr size_t MinBytesOfLowered = 4 * sizeof(uint32_t);

/// The location that an error states: a row, or a column of that row.
Location at(std::string_view table, std::string_view key, uint64_t row, std::string_view column = {}) {
    return {.table = table, .key = key, .row = row, .column = column};
}

ProgramKind kindOf(std::string_view type) {
    return type == "OnTileExecute" ? ProgramKind::OnTileExecute
           : type == "DoExchange"  ? ProgramKind::DoExchange
           : type == "Call"        ? ProgramKind::Call
                                   : ProgramKind::Other;
}

Result<uint32_t> rowOf(const IdTable& table, uint32_t id, std::string_view kind, const Location& location) {
    const uint32_t row = table.find(id);
    if (row == NoId) {
        return errorAt(ErrorCode::UnknownId, location, "the id of a " + std::string(kind),
                       std::to_string(id));
    }
    return row;
}

/// Looks up each id in `table` and appends its row to `rows`.
template <class Index>
Result<Done> appendRows(const IdTable& table, std::span<const uint32_t> ids, Lists<Index>& rows,
                        std::string_view kind, Location location) {
    const std::span<Index> out = rows.appendUninitialised(ids.size());
    for (size_t i = 0; i < ids.size(); ++i) {
        out[i] = {table.find(ids[i])};
        if (out[i].value == NoId) {
            location.entry = i;
            TRY(rowOf(table, ids[i], kind, location));
        }
    }
    return Done{};
}

/// Adds row number `row` with the id `id`; fails if another row has the same id.
Result<Done> claimId(IdTable& table, uint32_t id, size_t row, const Location& location) {
    if (row >= MaxRows) {
        return errorAt(ErrorCode::TooLarge, location, "at most " + std::to_string(MaxRows) + " rows", "more");
    }
    if (!table.insert(id, static_cast<uint32_t>(row))) {
        return errorAt(ErrorCode::DuplicateId, location, "an id that occurs once", std::to_string(id));
    }
    return Done{};
}

/// Moves value i of a column to position rowOf[i]. An empty column stays empty. `grouped` is scratch memory:
/// memory that is used for the first time costs more than the copy.
template <class T>
void permute(std::vector<T>& column, const std::vector<uint32_t>& rowOf, std::vector<uint32_t>& grouped) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(uint32_t));
    for (size_t i = 0; i < column.size(); ++i) {
        std::memcpy(&grouped[rowOf[i]], &column[i], sizeof(T));
    }
    if constexpr (std::is_same_v<T, uint32_t>) {
        if (!column.empty()) {
            column.swap(grouped);
        }
    } else {
        for (size_t i = 0; i < column.size(); ++i) {
            std::memcpy(static_cast<void*>(&column[i]), &grouped[i], sizeof(T));
        }
    }
}

/// Returns a program that is its own descendant, if there is one. The search uses a vector instead of
/// recursion, so a chain of a million programs does not overflow the stack.
std::optional<ProgramIndex> findCycle(const Lists<ProgramIndex>& children) {
    enum class Mark : uint8_t { New, OnPath, Done };
    struct Position {
        ProgramIndex program;
        size_t next = 0; ///< position of the next child to visit
    };
    std::vector<Mark> marks(children.size(), Mark::New);
    std::vector<Position> path;
    const auto enter = [&](ProgramIndex program) {
        marks[program.index()] = Mark::OnPath;
        path.push_back({program});
    };
    for (uint32_t start = 0; start < children.size(); ++start) {
        if (marks[start] == Mark::New) {
            enter({start});
        }
        while (!path.empty()) {
            Position& top = path.back();
            const auto list = children[top.program.index()];
            if (top.next == list.size()) {
                marks[top.program.index()] = Mark::Done;
                path.pop_back();
                continue;
            }
            const ProgramIndex child = list[top.next++];
            if (marks[child.index()] == Mark::OnPath) {
                return child;
            }
            if (marks[child.index()] == Mark::New) {
                enter(child);
            }
        }
    }
    return std::nullopt;
}

} // namespace

void IdTable::reserve(size_t count) {
    expect(std::max(m_expected, count));
    m_dense.reserve(count);
}

bool IdTable::insertFurther(uint32_t id, uint32_t row) {
    if (find(id) != NoId) {
        return false;
    }
    (growDense(id) ? m_dense[id] : m_sparse[id]) = row;
    ++m_count;
    return true;
}

std::optional<size_t> IdTable::insertRun(std::span<const uint32_t> ids, uint32_t firstRow) {
    if (!ids.empty()) {
        growDense(*std::max_element(ids.begin(), ids.end()));
    }
    for (size_t i = 0; i < ids.size(); ++i) {
        if (!insert(ids[i], static_cast<uint32_t>(firstRow + i))) {
            return i;
        }
    }
    return std::nullopt;
}

void IdTable::moveRows(std::span<const uint32_t> rowOf) {
    for (uint32_t& row : m_dense) {
        row = row == NoId ? NoId : rowOf[row];
    }
    for (auto& [id, row] : m_sparse) {
        row = rowOf[row];
    }
}

bool IdTable::growDense(uint32_t id) {
    constexpr size_t SpareIds = 4096;
    constexpr size_t IdsPerRow = 2;
    if (id < m_dense.size()) {
        return true;
    }
    if (id >= std::max(m_count, m_expected) * IdsPerRow + SpareIds) {
        return false;
    }
    if (id >= m_dense.capacity()) {
        m_dense.reserve(std::max<size_t>(size_t{id} + 1, m_dense.capacity() * 2));
    }
    m_dense.resize(size_t{id} + 1, NoId);
    return true;
}

Result<Done> ProfileBuilder::checkByTile(ByTile array, const Location& location) const {
    if (array.size() <= m_profile.target.numTiles) {
        return Done{};
    }
    return errorAt(ErrorCode::OutOfRange, location,
                   "at most " + std::to_string(m_profile.target.numTiles) + " entries, one for each tile",
                   std::to_string(array.size()) + " entries");
}

void ProfileBuilder::setFileBytes(uint64_t bytes) {
    constexpr uint64_t BytesOfTile = 8;
    m_fileBytes = bytes;
    m_lowered.expect(bytes / MinBytesOfLowered);
    m_maxTiles = static_cast<uint32_t>(std::min<uint64_t>(MaxTiles, MaxTilesOfIpu + bytes / BytesOfTile));
}

Result<Done> ProfileBuilder::setTarget(Target target) {
    if (m_profile.target.numTiles > 0) {
        return errorAt(ErrorCode::DuplicateId, at("target", "row", 1, "architecture"), "one row", "more");
    }
    const uint32_t tiles = target.numTiles;
    struct Limits {
        std::string_view column;
        uint64_t value;
        uint64_t maximum;
    };
    for (const Limits& checked :
         {Limits{"num_tiles", tiles, m_maxTiles},
          Limits{"tiles_per_ipu", target.tilesPerIpu, std::min(tiles, MaxTilesOfIpu)},
          Limits{"num_ipus", target.numIpus, tiles}, Limits{"num_replicas", target.numReplicas, tiles},
          Limits{"bytes_per_tile", target.bytesPerTile, TileSums::Limit}}) {
        if (checked.value < 1 || checked.value > checked.maximum) {
            return errorAt(ErrorCode::OutOfRange, {.table = "target", .column = checked.column},
                           "1 to " + std::to_string(checked.maximum), std::to_string(checked.value));
        }
    }
    m_profile.target = std::move(target);
    m_sums.resize(tiles);
    m_sumsOfPrograms.resize(tiles);
    return Done{};
}

Result<Done> ProfileBuilder::addVertexCode(std::string name, ByTile bytes) {
    const auto position = static_cast<uint32_t>(m_profile.vertexCode.size());
    if (!m_vertexNames.emplace(name, position).second) {
        return errorAt(ErrorCode::DuplicateId, {.table = "vertex_code", .column = "name"},
                       "a name that occurs once", name);
    }
    TRY(checkByTile(bytes, {.table = "vertex_code", .column = "bytes_by_tile"}));
    m_profile.vertexCode.push_back({std::move(name), bytes});
    return Done{};
}

Result<Done> ProfileBuilder::addVertexType(uint32_t id, std::string name, uint32_t size) {
    TRY(claimId(m_vertexTypes, id, m_profile.vertexTypes.size(), at("vertex_type", "id", id)));
    std::optional<VertexNameIndex> code;
    if (const auto found = m_vertexNames.find(name); found != m_vertexNames.end()) {
        code = VertexNameIndex{found->second};
        if (m_countedTypes.emplace(name, size).second) {
            m_sums.add(m_profile.vertexCode[code->index()].bytes);
        }
    }
    m_profile.vertexTypes.push_back({id, std::move(name), size, code});
    return Done{};
}

Result<Done> ProfileBuilder::addComputeSet(uint32_t id, std::string name, std::optional<uint64_t> flops) {
    TRY(claimId(m_computeSets, id, m_profile.computeSets.size(), at("compute_set", "id", id)));
    m_profile.computeSets.push_back({id, std::move(name), {}, flops});
    m_computeSetUses.push_back(0);
    return Done{};
}

Result<Done> ProfileBuilder::addVertices(uint32_t computeSet, uint32_t vertexType, ByTile count) {
    Location location = at("compute_set_vertex", "compute_set", computeSet, "compute_set");
    const uint32_t set = TRY(rowOf(m_computeSets, computeSet, "compute set", location));
    location.column = "vertex_type";
    const uint32_t type = TRY(rowOf(m_vertexTypes, vertexType, "vertex type", location));
    if (!m_vertexRows.emplace(set, type).second) {
        return errorAt(ErrorCode::DuplicateId, location, "each vertex type at most once in a compute set",
                       std::to_string(vertexType));
    }
    location.column = "count_by_tile";
    TRY(checkByTile(count, location));
    m_profile.computeSets[set].vertices.push_back({VertexTypeIndex{type}, count});
    return Done{};
}

Result<Done> ProfileBuilder::addStep(uint32_t program, uint64_t notAlwaysLiveBytes) {
    if (m_stepPrograms.size() >= MaxRows) {
        return errorAt(ErrorCode::TooLarge, {.table = "liveness_step"},
                       "at most " + std::to_string(MaxRows) + " steps", "more");
    }
    m_stepPrograms.push_back(program);
    m_profile.stepNotAlwaysLive.push_back(notAlwaysLiveBytes);
    return Done{};
}

Result<Done> ProfileBuilder::addIpuStepBytes(const IpuStepBytes& bytes) {
    const uint32_t ipus = m_profile.target.ipusOfTiles();
    std::vector<IpuStepBytes>& all = m_profile.ipuStepBytes;
    if (bytes.ipu >= ipus || bytes.step.index() >= m_stepPrograms.size() ||
        (!all.empty() && std::pair(all.back().ipu, all.back().step) >= std::pair(bytes.ipu, bytes.step))) {
        return errorAt(ErrorCode::OutOfRange, at("liveness_ipu", "ipu", bytes.ipu, "step"),
                       "IPUs below " + std::to_string(ipus) +
                           " in ascending order and, for each IPU, ascending steps below " +
                           std::to_string(m_stepPrograms.size()),
                       std::to_string(bytes.step.value));
    }
    all.push_back(bytes);
    return Done{};
}

Result<Done> ProfileBuilder::addEquivalenceClass(uint32_t id, std::span<const uint32_t> intervals) {
    Location location = at("equivalence_class", "id", id);
    TRY(claimId(m_classes, id, m_profile.equivalenceClasses.size(), location));
    location.column = "intervals";
    if (intervals.size() % 2 != 0) {
        return errorAt(ErrorCode::BlobLength, location, "pairs of start and end",
                       std::to_string(intervals.size()) + " entries");
    }
    const size_t steps = m_stepPrograms.size();
    const auto out = m_profile.equivalenceClasses.appendUninitialised(intervals.size() / 2);
    uint32_t previousEnd = 0;
    for (size_t i = 0; i < out.size(); ++i) {
        const uint32_t start = intervals[2 * i];
        const uint32_t end = intervals[2 * i + 1];
        if (start < previousEnd || end <= start || end > steps) {
            location.entry = i;
            return errorAt(ErrorCode::OutOfRange, location,
                           "ascending intervals [start, end) within [" + std::to_string(previousEnd) + ", " +
                               std::to_string(steps) + ")",
                           "[" + std::to_string(start) + ", " + std::to_string(end) + ")");
        }
        out[i] = {{start}, {end}};
        previousEnd = end;
    }
    m_profile.equivalenceClassIds.push_back(id);
    m_alwaysLiveClasses.push_back(out.size() == 1 && intervals[0] == 0 && intervals[1] == steps);
    return Done{};
}

Result<Done> ProfileBuilder::addVariable(Variable variable) {
    const Location location = at("variable", "id", variable.id);
    TRY(claimId(m_variables, variable.id, m_profile.variables.size(), location));
    m_profile.variables.push_back(std::move(variable));
    return Done{};
}

void ProfileBuilder::reserveLowered(size_t rows) {
    LoweredVariables& lowered = m_profile.lowered;
    lowered.id.reserve(rows);
    lowered.bytes.reserve(rows);
    lowered.liveClass.reserve(rows);
    lowered.variable.reserve(rows);
    m_lowered.reserve(rows);
}

void ProfileBuilder::reservePrograms(size_t rows, size_t children, size_t variables) {
    m_profile.programs.reserve(rows);
    m_children.reserve(rows, children);
    m_profile.programVariables.reserve(rows, variables);
    m_programs.reserve(rows);
}

void ProfileBuilder::reserveOperationDetails(size_t rows, size_t programs, size_t variables) {
    m_profile.operationDetails.reserve(rows);
    m_profile.operationPrograms.reserve(rows, programs);
    m_profile.operationVariables.reserve(rows, variables);
    m_details.reserve(rows);
}

Result<Done> ProfileBuilder::appendLoweredIds(Location location, std::span<const uint32_t> id) {
    auto& ids = m_profile.lowered.id;
    location.column = "id";
    if (id.size() > MaxRows - ids.size()) {
        return errorAt(ErrorCode::TooLarge, location,
                       "at most " + std::to_string(MaxRows) + " lowered variables", "more");
    }
    if (const auto repeated = m_lowered.insertRun(id, static_cast<uint32_t>(ids.size()))) {
        location.entry = *repeated;
        return errorAt(ErrorCode::DuplicateId, location, "an id that occurs only once on all tiles together",
                       std::to_string(id[*repeated]));
    }
    ids.insert(ids.end(), id.begin(), id.end());
    return Done{};
}

/// Appends `values` to an optional column. The column stays empty until a tile has values for it.
template <class T>
void ProfileBuilder::appendOptional(std::vector<T>& column, std::span<const T> values, size_t rows,
                                    T missing) {
    if (values.empty()) {
        if (!column.empty()) {
            column.resize(column.size() + rows, missing);
        }
        return;
    }
    if (column.empty()) {
        column.reserve(m_profile.lowered.id.capacity());
        column.resize(m_profile.lowered.id.size() - rows, missing);
    }
    column.insert(column.end(), values.begin(), values.end());
}

Result<Done> ProfileBuilder::addVariableCategory(uint32_t id, std::string name) {
    auto& categories = m_profile.variableCategories;
    const Location location = at("variable_category", "id", id);
    if (categories.size() == NoCategory) {
        return errorAt(ErrorCode::TooLarge, location, "at most " + std::to_string(NoCategory) + " categories",
                       "more");
    }
    TRY(claimId(m_variableCategories, id, categories.size(), location));
    categories.push_back({id, std::move(name)});
    return Done{};
}

Result<Done> ProfileBuilder::addLoweredVariables(TileId tile, const LoweredColumns& columns) {
    LoweredVariables& lowered = m_profile.lowered;
    const Location tileColumn{.table = "lowered_variable", .column = "tile"};
    if (tile.value >= m_profile.target.numTiles) {
        return errorAt(ErrorCode::OutOfRange, tileColumn,
                       "a tile from 0 to " + std::to_string(m_profile.target.numTiles - 1),
                       std::to_string(tile.value));
    }
    if (tile.index() + 1 < lowered.tileBegin.size()) {
        return errorAt(ErrorCode::DuplicateId, tileColumn, "one row for each tile, in ascending order",
                       std::to_string(tile.value));
    }
    const size_t rows = columns.id.size();
    const auto lengthOf = [rows](std::span<const uint32_t> optional) {
        return optional.empty() ? rows : optional.size();
    };
    for (const auto& [column, length] :
         {std::pair("bytes", columns.bytes.size()),
          std::pair("equivalence_class", columns.equivalenceClass.size()),
          std::pair("variable", columns.variable.size()), std::pair("address", lengthOf(columns.address)),
          std::pair("category", lengthOf(columns.category)), std::pair("flags", lengthOf(columns.flags)),
          std::pair("name_base", lengthOf(columns.nameBase)),
          std::pair("name_vertex_field", lengthOf(columns.nameVertexField)),
          std::pair("name_suffix", lengthOf(columns.nameSuffix))}) {
        if (length != rows) {
            return errorAt(ErrorCode::BlobLength, at("lowered_variable", "tile", tile.value, column),
                           std::to_string(rows) + " entries, as many as in the column \"id\"",
                           std::to_string(length) + " entries");
        }
    }
    const size_t capacity = lowered.id.capacity();
    if (const size_t needed = lowered.size() + rows; needed > capacity) {
        // Usually, the other tiles have about as many rows as the tiles so far. At least half of the capacity
        // is added, so that the columns are copied only a few times even if that is not so.
        const size_t atThisRate = needed * m_profile.target.numTiles / (tile.index() + 1);
        reserveLowered(std::max({needed, capacity + capacity / 2,
                                 std::min(atThisRate + atThisRate / 8, m_fileBytes / MinBytesOfLowered)}));
    }
    const Location location = at("lowered_variable", "tile", tile.value);
    lowered.tileBegin.resize(tile.index() + 1, lowered.size());
    TRY(appendLoweredIds(location, columns.id));
    lowered.tileBegin.push_back(lowered.size());
    m_sums.addTo(tile, columns.bytes);
    return appendLowered(columns, Missing::NoIdOnly, location);
}

/// Appends all columns except the ids.
Result<Done> ProfileBuilder::appendLowered(const LoweredColumns& columns, Missing variables,
                                           Location location) {
    /// Looks up each id and appends its row. For an id without a row, appends NoId if `missing` allows that.
    const auto appendColumn = [&location](const IdTable& table, std::span<const uint32_t> ids, auto& rows,
                                          Missing missing) -> Result<Done> {
        const size_t before = rows.size();
        rows.resize(before + ids.size());
        for (size_t i = 0; i < ids.size(); ++i) {
            const uint32_t row = missing != Missing::Error && ids[i] == NoId ? NoId : table.find(ids[i]);
            const bool allowed = missing == Missing::Any || (missing == Missing::NoIdOnly && ids[i] == NoId);
            if (row == NoId && !allowed) {
                location.entry = i;
                return errorAt(ErrorCode::UnknownId, location, "an id that the file defines",
                               std::to_string(ids[i]));
            }
            rows[before + i] = {row};
        }
        return Done{};
    };
    LoweredVariables& out = m_profile.lowered;
    const size_t rows = columns.id.size();
    out.bytes.insert(out.bytes.end(), columns.bytes.begin(), columns.bytes.end());
    location.column = "equivalence_class";
    TRY(appendColumn(m_classes, columns.equivalenceClass, out.liveClass, Missing::Error));
    location.column = "variable";
    TRY(appendColumn(m_variables, columns.variable, out.variable, variables));
    location.column = "category";
    m_categoryRows.assign(columns.category.size(), NoCategory);
    for (size_t i = 0; i < columns.category.size(); ++i) {
        if (const uint32_t id = columns.category[i]; id != NoId) {
            location.entry = i;
            m_categoryRows[i] =
                static_cast<uint8_t>(TRY(rowOf(m_variableCategories, id, "category", location)));
        }
    }
    appendOptional<uint8_t>(out.category, m_categoryRows, rows, NoCategory);
    appendOptional(out.address, columns.address, rows, NoId);
    appendOptional(out.flags, columns.flags, rows, uint32_t{0});
    appendOptional(out.nameBase, columns.nameBase, rows, NoId);
    appendOptional(out.nameVertexField, columns.nameVertexField, rows, NoId);
    appendOptional(out.nameSuffix, columns.nameSuffix, rows, NoId);
    return Done{};
}

Result<Done> ProfileBuilder::addLoweredRows(std::span<const uint32_t> tile, const LoweredColumns& columns) {
    Location location{.table = "lowered_variable", .column = "tile"};
    for (size_t begin = 0, end = 0; begin < tile.size(); begin = end) {
        while (end < tile.size() && tile[end] == tile[begin]) {
            ++end;
        }
        if (tile[begin] >= m_profile.target.numTiles) {
            location.entry = begin;
            return errorAt(ErrorCode::OutOfRange, location,
                           "a tile from 0 to " + std::to_string(m_profile.target.numTiles - 1),
                           std::to_string(tile[begin]));
        }
        m_sums.addTo({tile[begin]}, columns.bytes.subspan(begin, end - begin));
    }
    const LoweredVariables& lowered = m_profile.lowered;
    const size_t before = lowered.size();
    m_tileOfRow.reserve(lowered.id.capacity());
    m_tileOfRow.insert(m_tileOfRow.end(), tile.begin(), tile.end());
    TRY(appendLoweredIds({.table = "lowered_variable"}, columns.id));
    TRY(appendLowered(columns, Missing::Any, {.table = "lowered_variable"}));
    for (size_t row = before; row < lowered.size(); ++row) {
        const VariableIndex variable = lowered.variable[row];
        if (variable.value != NoId && m_alwaysLiveClasses[lowered.liveClass[row].index()]) {
            m_profile.variables[variable.index()].alwaysLive = true;
        }
    }
    return Done{};
}

bool ProfileBuilder::groupLoweredByTile(const std::stop_token& stop) {
    LoweredVariables& lowered = m_profile.lowered;
    std::vector<size_t>& tileBegin = lowered.tileBegin;
    tileBegin.assign(m_profile.target.numTiles + 1, 0);
    for (const uint32_t tile : m_tileOfRow) {
        ++tileBegin[tile + 1];
    }
    std::partial_sum(tileBegin.begin(), tileBegin.end(), tileBegin.begin());
    std::vector<uint32_t> rowOf = std::exchange(m_tileOfRow, {});
    if (std::ranges::is_sorted(rowOf)) {
        return true;
    }
    std::vector<size_t> next = tileBegin;
    for (uint32_t& row : rowOf) {
        row = static_cast<uint32_t>(next[row]++);
    }
    std::vector<uint32_t> grouped(rowOf.size());
    const auto group = [&](auto&... columns) {
        return ((!stop.stop_requested() && (permute(columns, rowOf, grouped), true)) && ...);
    };
    if (!group(lowered.id, lowered.bytes, lowered.liveClass, lowered.variable, lowered.address,
               lowered.category, lowered.flags, lowered.nameBase, lowered.nameVertexField,
               lowered.nameSuffix)) {
        return false;
    }
    m_lowered.moveRows(rowOf);
    return true;
}

Result<Done> ProfileBuilder::addProgram(Program program, std::optional<uint32_t> computeSet,
                                        std::span<const uint32_t> children,
                                        std::span<const uint32_t> variables) {
    Location location = at("program", "id", program.id);
    TRY(claimId(m_programs, program.id, m_profile.programs.size(), location));
    program.kind = kindOf(program.type);
    program.computeSet.reset();
    if (computeSet) {
        location.column = "compute_set";
        const uint32_t row = TRY(rowOf(m_computeSets, *computeSet, "compute set", location));
        program.computeSet = ComputeSetIndex{row};
        m_computeSetUses[row] += program.kind == ProgramKind::OnTileExecute ? 1 : 0;
    }
    location.column = "control_code";
    TRY(checkByTile(program.controlCode, location));
    location.column = "code_bytes";
    TRY(checkByTile(program.codeBytes, location));
    location.column = "variables";
    TRY(appendVariables(variables, m_profile.programVariables, location));
    // The estimate counts only the control code of programs without children, and the exchange code of
    // DoExchange programs.
    if (children.empty()) {
        m_sumsOfPrograms.add(program.controlCode);
    }
    if (program.kind == ProgramKind::DoExchange) {
        m_sumsOfPrograms.add(program.codeBytes);
    }
    m_children.append(children);
    m_profile.programs.push_back(std::move(program));
    return Done{};
}

void ProfileBuilder::addVariablesLater() {
    m_variablesLater = true;
    // The lists are at most as long as the file. Reserving addresses for this length takes no memory, and
    // finish() releases the addresses that are not used.
    for (Lists<LoweredIndex>* const lists : {&m_profile.programVariables, &m_profile.operationVariables}) {
        try {
            lists->reserve(0, m_fileBytes / sizeof(LoweredIndex));
            preferLargePages(lists->changeableValues().data(), m_fileBytes);
        } catch (const std::bad_alloc&) {
            return; // the lists then grow as rows are added
        }
    }
}

/// Appends the rows of lowered variables or, if they have not been added yet, their ids.
Result<Done> ProfileBuilder::appendVariables(std::span<const uint32_t> ids, Lists<LoweredIndex>& rows,
                                             const Location& location) const {
    if (!m_variablesLater) {
        return appendRows(m_lowered, ids, rows, "lowered variable", location);
    }
    std::ranges::transform(ids, rows.appendUninitialised(ids.size()).begin(),
                           [](uint32_t id) { return LoweredIndex{id}; });
    return Done{};
}

/// Replaces each id that appendVariables() appended with the row of the lowered variable.
Result<Done> ProfileBuilder::resolveVariables() {
    const auto resolve = [this](Lists<LoweredIndex>& lists, const auto& placeOf) -> Result<Done> {
        constexpr size_t Grain = size_t{1} << 16U;
        const std::span<LoweredIndex> values = lists.changeableValues();
        std::atomic<size_t> unknown = values.size(); // the first position whose id is unknown
        Workers(2).forEach(values.size(), Grain, [&](size_t begin, size_t end, size_t) {
            for (size_t i = begin; i < end; ++i) {
                const uint32_t row = m_lowered.find(values[i].value);
                if (row == NoId) {
                    size_t first = unknown;
                    while (i < first && !unknown.compare_exchange_weak(first, i)) {
                    }
                    return;
                }
                values[i] = {row};
            }
        });
        if (unknown == values.size()) {
            return Done{};
        }
        const auto [list, entry] = lists.placeOf(unknown);
        Location location = placeOf(list);
        location.column = "variables";
        location.entry = entry;
        TRY(rowOf(m_lowered, values[unknown].value, "lowered variable", location));
        return Done{};
    };
    if (!std::exchange(m_variablesLater, false)) {
        return Done{};
    }
    TRY(resolve(m_profile.programVariables,
                [this](size_t program) { return at("program", "id", m_profile.programs[program].id); }));
    return resolve(m_profile.operationVariables, [this](size_t detail) {
        return at("operation_detail", "uid", m_profile.operationDetails[detail].uid);
    });
}

Result<Done> ProfileBuilder::addTileMemory(std::string category, ByTile bytes) {
    if (!m_memoryCategories.insert(category).second) {
        return errorAt(ErrorCode::DuplicateId, {.table = "tile_memory", .column = "category"},
                       "a category that occurs once", category);
    }
    TRY(checkByTile(bytes, {.table = "tile_memory", .column = "bytes_by_tile"}));
    m_profile.tileMemory.push_back({std::move(category), bytes});
    return Done{};
}

Result<Done> ProfileBuilder::addOperationDetail(OperationDetail detail, std::span<const uint32_t> programs,
                                                std::span<const uint32_t> variables) {
    TRY(claimDetail(detail));
    Location location = at("operation_detail", "uid", detail.uid, "programs");
    TRY(appendRows(m_programs, programs, m_profile.operationPrograms, "program", location));
    location.column = "variables";
    TRY(appendVariables(variables, m_profile.operationVariables, location));
    m_profile.operationDetails.push_back(std::move(detail));
    return Done{};
}

Result<Done> ProfileBuilder::addOperationDetail(OperationDetail detail,
                                                std::span<const ProgramIndex> programs,
                                                std::span<const LoweredIndex> variables) {
    TRY(claimDetail(detail));
    m_profile.operationPrograms.append(programs);
    m_profile.operationVariables.append(variables);
    m_profile.operationDetails.push_back(std::move(detail));
    return Done{};
}

Result<Done> ProfileBuilder::claimDetail(const OperationDetail& detail) {
    Location location = at("operation_detail", "uid", detail.uid);
    TRY(claimId(m_details, detail.uid, m_profile.operationDetails.size(), location));
    location.column = "first_step";
    if (detail.firstStep.has_value() != detail.lastStep.has_value()) {
        return errorAt(ErrorCode::WrongType, location, "both or neither of first_step and last_step",
                       "one of them");
    }
    if (!detail.firstStep) {
        return Done{};
    }
    location.column = "last_step";
    const std::string last = std::to_string(detail.lastStep->value);
    if (detail.lastStep->index() >= m_stepPrograms.size()) {
        return errorAt(ErrorCode::OutOfRange, location,
                       "a step below " + std::to_string(m_stepPrograms.size()), last);
    }
    if (*detail.lastStep < *detail.firstStep) {
        return errorAt(ErrorCode::OutOfRange, location,
                       "a step that is not before first_step " + std::to_string(detail.firstStep->value),
                       last);
    }
    return Done{};
}

Result<Done> ProfileBuilder::addOperation(uint32_t uid, std::string name) {
    const Location location = at("operation", "position", m_profile.operations.size(), "uid");
    const uint32_t detail = TRY(rowOf(m_details, uid, "row of operation_detail", location));
    m_profile.operations.push_back({DetailIndex{detail}, std::move(name)});
    return Done{};
}

Result<Done> ProfileBuilder::addExecutionRun(uint32_t id, std::string name) {
    TRY(claimId(m_runs, id, m_profile.executionRuns.size(), at("execution_run", "id", id)));
    m_profile.executionRuns.push_back({id, std::move(name)});
    return Done{};
}

/// No time and no sum of cycles may exceed 2^56: more than a year on any IPU, but far from an overflow.
static constexpr uint64_t MaxCycles = uint64_t{1} << 56U;

static Result<Done> checkCycles(const Location& location, uint64_t from, uint64_t to) {
    if (to < from || to > MaxCycles) {
        return errorAt(ErrorCode::OutOfRange, location,
                       "at least cycles_from " + std::to_string(from) +
                           (to > MaxCycles ? ", up to 2^56" : ""),
                       std::to_string(to));
    }
    return Done{};
}

Result<Done> ProfileBuilder::addExecutionStep(ExecutionStep step, std::optional<uint32_t> program) {
    Location location = at("execution_step", "step", step.step, "run");
    TRY(rowOf(m_runs, step.run, "run", location));
    step.program.reset();
    if (program) {
        location.column = "program";
        step.program = ProgramIndex{TRY(rowOf(m_programs, *program, "program", location))};
    }
    TRY(checkIpu(location, step.ipu));
    location.column = "cycles_to";
    TRY(checkCycles(location, step.cyclesFrom, step.cyclesTo));
    const uint64_t cycles = step.length();
    if (cycles > MaxCycles - std::max(m_stepCycles, step.cyclesFrom)) {
        return errorAt(ErrorCode::OutOfRange, location, "at most 2^56 cycles over all steps", "more");
    }
    m_stepCycles += cycles;
    step.cyclesTo = std::max(step.cyclesTo, step.cyclesFrom + cycles);
    if (m_executed.find(step.step) == NoId) {
        m_executed.insert(step.step, 0);
    }
    m_profile.executionSteps.append(step);
    return Done{};
}

Result<Done> ProfileBuilder::setRunTime(uint32_t run, std::optional<uint64_t> startUs,
                                        std::optional<uint64_t> elapsedUs) {
    ExecutionRun& known =
        m_profile.executionRuns[TRY(rowOf(m_runs, run, "run", at("run_time", "run", run, "run")))];
    known.startUs = startUs;
    known.elapsedUs = elapsedUs;
    return Done{};
}

Result<Done> ProfileBuilder::addRunOnIpu(RunOnIpu run) {
    Location location = at("run_ipu", "run", run.run, "run");
    TRY(rowOf(m_runs, run.run, "run", location));
    TRY(checkIpu(location, run.ipu));
    m_profile.runsOnIpus.push_back(run);
    return Done{};
}

Result<Done> ProfileBuilder::addStepSync(uint32_t step, const std::string& type) {
    TRY(rowOf(m_executed, step, "step", at("step_sync", "step", step, "step")));
    const auto [known, added] =
        m_syncTypes.try_emplace(type, static_cast<uint32_t>(m_profile.syncTypes.size()));
    if (added) {
        m_profile.syncTypes.push_back(type);
    }
    m_profile.stepSyncs.push_back({step, known->second});
    return Done{};
}

Result<Done> ProfileBuilder::addBlock(ExecutionBlock block, uint32_t type) {
    Location location = at("block", "row", m_profile.blocks.size() + 1, "tile");
    const auto outOfRange = [&](std::string_view column, uint64_t maximum, uint64_t actual) {
        location.column = column;
        return errorAt(ErrorCode::OutOfRange, location, "0 to " + std::to_string(maximum),
                       std::to_string(actual));
    };
    if (block.tile >= m_profile.target.numTiles) {
        return outOfRange("tile", m_profile.target.numTiles - 1, block.tile);
    }
    if (type >= BlockTypeCount) {
        return outOfRange("type", BlockTypeCount - 1, type);
    }
    location.column = "cycles_to";
    TRY(checkCycles(location, block.cyclesFrom, block.cyclesTo));
    block.type = static_cast<BlockType>(type);
    m_profile.blocks.push_back(block);
    return Done{};
}

Result<Done> ProfileBuilder::addProgramBytes(uint32_t program, ProgramTraffic bytes) {
    Location location = at("program_bytes", "program", program, "program");
    bytes.program = ProgramIndex{TRY(rowOf(m_programs, program, "program", location))};
    TRY(checkIpu(location, bytes.ipu));
    m_profile.programBytes->push_back(bytes);
    return Done{};
}

Result<Done> ProfileBuilder::checkIpu(Location location, uint32_t ipu) const {
    location.column = "ipu";
    if (ipu >= m_profile.target.numIpus) {
        return errorAt(ErrorCode::OutOfRange, location,
                       "an IPU from 0 to " + std::to_string(m_profile.target.numIpus - 1),
                       std::to_string(ipu));
    }
    return Done{};
}

Result<Done> ProfileBuilder::checkIpuCycles(Location location, uint32_t ipu, ByTile cycles) const {
    TRY(checkIpu(location, ipu));
    location.column = "cycles_by_tile";
    return checkByTile(cycles, location);
}

Result<Done> ProfileBuilder::addEstimatedCycles(uint32_t program, uint32_t ipu, ByTile cycles) {
    const Location location = at("estimated_cycles", "program", program, "program");
    const uint32_t row = TRY(rowOf(m_programs, program, "program", location));
    TRY(checkIpuCycles(location, ipu, cycles));
    m_profile.estimatedCycles.push_back({{row}, ipu, cycles});
    return Done{};
}

Result<Done> ProfileBuilder::addMeasuredCycles(uint32_t step, uint32_t ipu, ByTile cycles) {
    TRY(checkIpuCycles(at("measured_cycles", "step", step), ipu, cycles));
    m_profile.measuredCycles.push_back({step, ipu, cycles});
    return Done{};
}

Result<Done> ProfileBuilder::resolve() {
    if (std::exchange(m_resolved, true)) {
        return Done{};
    }
    TRY(resolveVariables());
    m_profile.programChildren.reserve(m_children.size(), m_children.values().size());
    for (size_t program = 0; program < m_children.size(); ++program) {
        TRY(appendRows(m_programs, m_children[program], m_profile.programChildren, "program",
                       at("program", "id", m_profile.programs[program].id, "children")));
    }
    m_children = {};
    /// Looks up the program with the id ids[row]. Errors name the row by its position.
    const auto programOf = [&](const std::vector<uint32_t>& ids, size_t row, std::string_view table,
                               std::string_view key) -> Result<ProgramIndex> {
        return ProgramIndex{TRY(rowOf(m_programs, ids[row], "program", at(table, key, row, "program")))};
    };
    for (size_t row = 0; row < m_roots.size(); ++row) {
        m_profile.rootPrograms.push_back(TRY(programOf(m_roots, row, "root_program", "position")));
    }
    for (size_t row = 0; row < m_functionPrograms.size(); ++row) {
        m_profile.functionPrograms[row].program =
            TRY(programOf(m_functionPrograms, row, "function_program", "row"));
    }
    m_profile.stepProgram.reserve(m_stepPrograms.size());
    for (size_t row = 0; row < m_stepPrograms.size(); ++row) {
        m_profile.stepProgram.push_back(TRY(programOf(m_stepPrograms, row, "liveness_step", "step")));
    }
    const auto cycle = findCycle(m_profile.programChildren);
    if (!cycle) {
        return Done{};
    }
    const uint32_t id = m_profile.programs[cycle->index()].id;
    return errorAt(ErrorCode::CyclicPrograms, at("program", "id", id, "children"),
                   "a program tree without cycles",
                   "program " + std::to_string(id) + " is its own descendant");
}

Outcome<ProfilePtr> ProfileBuilder::finish(std::stop_token stop) {
    TRY(resolve());
    constexpr size_t SetsAtOnce = 256;
    std::array<TileSums, 2> vertices{m_sumsOfPrograms, m_sumsOfPrograms};
    vertices[1].resize(m_profile.target.numTiles);
    Workers(2).forEach(m_profile.computeSets.size(), SetsAtOnce,
                       [&](size_t begin, size_t end, size_t worker) {
                           for (size_t set = begin; set < end; ++set) {
                               for (const VertexInstances& instances : m_profile.computeSets[set].vertices) {
                                   const uint64_t size = m_profile.vertexTypes[instances.type.index()].size;
                                   vertices[worker].add(instances.count, size * m_computeSetUses[set]);
                               }
                           }
                       });
    m_sums.add(vertices[0]);
    m_sums.add(vertices[1]);
    if (const auto tile = m_sums.overflow()) {
        return errorAt(ErrorCode::OutOfRange, {.table = "tile " + std::to_string(tile->value)},
                       "less than 2^31 bytes of variables, vertices and code on a tile", "more");
    }
    if (stop.stop_requested()) {
        return Cancelled{};
    }
    m_profile.lowered.tileBegin.resize(m_profile.target.numTiles + 1, m_profile.lowered.size());
    m_profile.programVariables.shrink();
    m_profile.operationVariables.shrink();
    m_profile.executionSteps.shrink();
    m_profile.ipuStepBytes.shrink_to_fit();
    m_profile.stepSyncs.shrink_to_fit();
    std::stable_sort(m_profile.stepSyncs.begin(), m_profile.stepSyncs.end(),
                     [](const StepSync& a, const StepSync& b) { return a.step < b.step; });
    if (m_profile.executionSteps.empty() && m_profile.blocks.empty()) {
        addNote({LoadNote::Kind::NoExecution, 0, {}});
    }
    if (m_profile.target.numTiles != m_profile.target.tilesPerIpu) {
        addNote({LoadNote::Kind::SeveralIpusOrReplicas, 0, {}});
    }
    uint64_t withoutSteps = 0;
    for (size_t i = 0; i < m_profile.operationDetails.size(); ++i) {
        const bool hasPrograms = !m_profile.operationPrograms[i].empty();
        withoutSteps += hasPrograms && !m_profile.operationDetails[i].firstStep ? 1 : 0;
    }
    if (withoutSteps > 0) {
        addNote({LoadNote::Kind::OperationsWithoutSteps, withoutSteps, {}});
    }
    auto profile = std::make_shared<const Profile>(std::move(m_profile));
    *this = {};
    return ProfilePtr(std::move(profile));
}

} // namespace tileline
