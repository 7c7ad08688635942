// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profilebuilder.h"

#include "core/base/location.h"
#include "core/profile/idtable.h"
#include "core/profile/programtree.h"
#include "core/profile/tilesums.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

namespace tileline {

namespace {

/// No existing machine has more tiles (a POD1024 has 1.5 million), and an array with an entry for each tile
/// is still cheap.
constexpr uint32_t MaxTiles = uint32_t{1} << 21U;
/// Rows, ids and steps are 32-bit indices.
constexpr size_t MaxRows = NoId - 1;

Error fail(ErrorCode code, const Location& location, std::string expected, std::string actual) {
    return {code, {}, location.text(), std::move(expected), std::move(actual)};
}

ProgramKind kindOf(std::string_view type) {
    if (type == "OnTileExecute") {
        return ProgramKind::OnTileExecute;
    }
    if (type == "DoExchange") {
        return ProgramKind::DoExchange;
    }
    return type == "Call" ? ProgramKind::Call : ProgramKind::Other;
}

/// Checks that every column of lowered variables is as long as the column of ids.
Result<Done> checkLengths(TileId tile, size_t ids,
                          std::initializer_list<std::pair<std::string_view, size_t>> columns) {
    for (const auto& [column, length] : columns) {
        if (length != ids) {
            const Location location{
                .table = "lowered_variable", .key = "tile", .row = tile.value, .column = column};
            return fail(ErrorCode::BlobLength, location,
                        std::to_string(ids) + " entries, as many as in column id",
                        std::to_string(length) + " entries");
        }
    }
    return Done{};
}

Result<Done> checkCount(std::string_view what, uint64_t value, uint64_t minimum, uint64_t maximum) {
    if (value >= minimum && value <= maximum) {
        return Done{};
    }
    return fail(ErrorCode::OutOfRange, {.table = "target", .column = what},
                std::to_string(minimum) + " to " + std::to_string(maximum), std::to_string(value));
}

/// Looks up each id in `table` and appends its row to `rows`.
template <class Index>
Result<Done> appendResolved(const IdTable& table, std::span<const uint32_t> ids, Lists<Index>& rows,
                            std::string_view kind, const Location& location) {
    const std::span<Index> out = rows.appendUninitialised(ids.size());
    for (size_t i = 0; i < ids.size(); ++i) {
        const uint32_t row = table.find(ids[i]);
        if (row == NoId) {
            Location entry = location;
            entry.entry = i;
            return fail(ErrorCode::UnknownId, entry, "the id of a " + std::string(kind),
                        std::to_string(ids[i]));
        }
        out[i] = {row};
    }
    return Done{};
}

/// What an id may be that names nothing.
enum class Missing { Error, NoIdOnly, Any };

/// Looks up each id in `table` and appends its row to `rows`; NoId where `missing` allows that.
template <class Index>
Result<Done> appendColumn(const IdTable& table, std::span<const uint32_t> ids, std::vector<Index>& rows,
                          Missing missing, const Location& location) {
    const size_t before = rows.size();
    rows.resize(before + ids.size());
    for (size_t i = 0; i < ids.size(); ++i) {
        const uint32_t row = missing != Missing::Error && ids[i] == NoId ? NoId : table.find(ids[i]);
        const bool allowed = missing == Missing::Any || (missing == Missing::NoIdOnly && ids[i] == NoId);
        if (row == NoId && !allowed) {
            Location entry = location;
            entry.entry = i;
            return fail(ErrorCode::UnknownId, entry, "an id that the file defines", std::to_string(ids[i]));
        }
        rows[before + i] = {row};
    }
    return Done{};
}

} // namespace

struct ProfileBuilder::State {
    Profile profile;

    IdTable vertexTypes;
    IdTable computeSets;
    IdTable classes;
    IdTable variables;
    IdTable variableCategories;
    IdTable lowered;
    IdTable programs;
    IdTable details;
    IdTable runs;
    std::unordered_map<std::string, uint32_t> vertexNames;
    std::set<std::pair<uint32_t, uint32_t>> vertexRows; ///< compute set and vertex type, positions
    std::set<std::pair<std::string, uint32_t>> countedTypes;
    std::set<std::string, std::less<>> categories;
    std::vector<std::pair<uint32_t, uint32_t>> tileRuns; ///< of addLoweredRows: tile and number of rows
    std::vector<bool> alwaysLiveClasses;
    std::vector<uint8_t> categoryRows;    ///< of the lowered variables that are being added
    std::vector<uint32_t> computeSetUses; ///< by compute set: number of programs that execute it

    Lists<uint32_t> children; ///< the file's ids, until resolve()
    std::vector<uint32_t> roots;
    std::vector<uint32_t> functionPrograms; ///< the file's ids, as in profile.functionPrograms
    std::vector<uint32_t> stepPrograms;
    TileSums sums;
    ByTileEncoder encoder;
    bool resolved = false;

    Result<Done> checkByTile(ByTile array, const Location& location) const;
    Result<uint32_t> rowOf(const IdTable& table, uint32_t id, std::string_view kind,
                           const Location& location) const;
    Result<Done> claimId(IdTable& table, uint32_t id, size_t row, const Location& location);
    Result<Done> checkIntervals(uint32_t id, std::span<const uint32_t> intervals) const;
    Result<Done> checkTile(TileId tile) const;
    Result<Done> appendLoweredIds(Location location, std::span<const uint32_t> id);
    template <class T>
    void appendOptional(std::vector<T>& column, std::span<const T> values, size_t rows, T missing);
    Result<Done> appendLowered(const LoweredColumns& columns, Missing variables, Location location);
    Result<Done> appendCategories(std::span<const uint32_t> ids, size_t rows, Location location);
    template <class T>
    void permute(std::vector<T>& column, const std::vector<uint32_t>& rowOf) const;
    void markAlwaysLive(size_t firstRow);
    Result<Done> claimDetail(const OperationDetail& detail);
    Result<Done> checkIpuCycles(const Location& location, uint32_t ipu, ByTile cycles) const;
    Result<Done> findComputeSet(Program& program, std::optional<uint32_t> id);
    Result<Done> checkCode(const Program& program) const;
    void sumCode(const Program& program, bool isLeaf);
    Result<Done> resolveChildren();
    Result<Done> resolveRoots();
    Result<Done> resolveFunctions();
    Result<Done> resolveSteps();
    Result<Done> checkCycles() const;
    Result<Done> checkDetailSteps(const OperationDetail& detail) const;
    void sumVertexState();
    Result<Done> checkSums();
    void noteWhatIsMissing();
};

Result<Done> ProfileBuilder::State::checkByTile(ByTile array, const Location& location) const {
    if (array.size() <= profile.target.numTiles) {
        return Done{};
    }
    return fail(ErrorCode::OutOfRange, location,
                "at most " + std::to_string(profile.target.numTiles) + " entries, one for each tile",
                std::to_string(array.size()) + " entries");
}

Result<uint32_t> ProfileBuilder::State::rowOf(const IdTable& table, uint32_t id, std::string_view kind,
                                              const Location& location) const {
    const uint32_t row = table.find(id);
    if (row == NoId) {
        return fail(ErrorCode::UnknownId, location, "the id of a " + std::string(kind), std::to_string(id));
    }
    return row;
}

Result<Done> ProfileBuilder::State::claimId(IdTable& table, uint32_t id, size_t row,
                                            const Location& location) {
    if (row >= MaxRows) {
        return fail(ErrorCode::TooLarge, location, "at most " + std::to_string(MaxRows) + " rows", "more");
    }
    if (!table.insert(id, static_cast<uint32_t>(row))) {
        return fail(ErrorCode::DuplicateId, location, "an id that occurs once", std::to_string(id));
    }
    return Done{};
}

ProfileBuilder::ProfileBuilder()
    : m_state(std::make_unique<State>()) {
}
ProfileBuilder::~ProfileBuilder() = default;
ProfileBuilder::ProfileBuilder(ProfileBuilder&&) noexcept = default;
ProfileBuilder& ProfileBuilder::operator=(ProfileBuilder&&) noexcept = default;

void ProfileBuilder::setPath(std::string path) {
    m_state->profile.path = std::move(path);
}

void ProfileBuilder::setFiles(InputFilePtr profile, InputFilePtr debug) {
    m_state->profile.file = std::move(profile);
    m_state->profile.debugFile = std::move(debug);
}

void ProfileBuilder::addMeta(std::string key, std::string value) {
    m_state->profile.meta.emplace_back(std::move(key), std::move(value));
}

Result<Done> ProfileBuilder::setTarget(Target target) {
    const uint32_t tiles = target.numTiles;
    for (const auto& checked : {checkCount("num_tiles", tiles, 1, MaxTiles),
                                checkCount("tiles_per_ipu", target.tilesPerIpu, 1, tiles),
                                checkCount("num_ipus", target.numIpus, 1, tiles),
                                checkCount("num_replicas", target.numReplicas, 1, tiles),
                                checkCount("bytes_per_tile", target.bytesPerTile, 1, TileSums::Limit)}) {
        if (!checked) {
            return checked;
        }
    }
    m_state->profile.target = std::move(target);
    m_state->sums.resize(tiles);
    return Done{};
}

void ProfileBuilder::addEngineOption(EngineOption option) {
    m_state->profile.engineOptions.push_back(std::move(option));
}

void ProfileBuilder::addCompilePhase(CompilePhase phase) {
    m_state->profile.compilePhases.push_back(std::move(phase));
}

ByTile ProfileBuilder::storeByTile(std::span<const uint32_t> entries) {
    m_state->encoder.append(entries);
    return storeByTile(m_state->encoder);
}

ByTile ProfileBuilder::storeByTile(ByTileEncoder& array) {
    return array.storeIn(m_state->profile.byTile);
}

Result<Done> ProfileBuilder::addVertexCode(std::string name, ByTile bytes) {
    State& s = *m_state;
    const auto position = static_cast<uint32_t>(s.profile.vertexCode.size());
    if (!s.vertexNames.emplace(name, position).second) {
        return fail(ErrorCode::DuplicateId, {.table = "vertex_code", .column = "name"},
                    "a name that occurs once", name);
    }
    TRY(s.checkByTile(bytes, {.table = "vertex_code", .column = "bytes_by_tile"}));
    s.profile.vertexCode.push_back({std::move(name), bytes});
    return Done{};
}

Result<Done> ProfileBuilder::addVertexType(uint32_t id, std::string name, uint32_t size) {
    State& s = *m_state;
    auto& types = s.profile.vertexTypes;
    const Location location{.table = "vertex_type", .key = "id", .row = id};
    TRY(s.claimId(s.vertexTypes, id, types.size(), location));
    const auto code = s.vertexNames.find(name);
    const bool hasCode = code != s.vertexNames.end();
    if (hasCode && s.countedTypes.emplace(name, size).second) {
        s.sums.add(s.profile.vertexCode[code->second].bytes);
    }
    types.push_back(
        {id, std::move(name), size, hasCode ? std::optional(VertexNameIndex{code->second}) : std::nullopt});
    return Done{};
}

Result<Done> ProfileBuilder::addComputeSet(uint32_t id, std::string name) {
    State& s = *m_state;
    auto& sets = s.profile.computeSets;
    const Location location{.table = "compute_set", .key = "id", .row = id};
    TRY(s.claimId(s.computeSets, id, sets.size(), location));
    sets.push_back({id, std::move(name), {}});
    s.computeSetUses.push_back(0);
    return Done{};
}

Result<Done> ProfileBuilder::addVertices(uint32_t computeSet, uint32_t vertexType, ByTile count) {
    State& s = *m_state;
    Location location{.table = "compute_set_vertex", .key = "compute_set", .row = computeSet};
    location.column = "compute_set";
    auto set = TRY(s.rowOf(s.computeSets, computeSet, "compute set", location));
    location.column = "vertex_type";
    auto type = TRY(s.rowOf(s.vertexTypes, vertexType, "vertex type", location));
    if (!s.vertexRows.emplace(set, type).second) {
        return fail(ErrorCode::DuplicateId, location, "each vertex type once in a compute set",
                    std::to_string(vertexType));
    }
    location.column = "count_by_tile";
    TRY(s.checkByTile(count, location));
    s.profile.computeSets[set].vertices.push_back({VertexTypeIndex{type}, count});
    return Done{};
}

Result<Done> ProfileBuilder::addStep(uint32_t program, uint64_t notAlwaysLiveBytes) {
    State& s = *m_state;
    if (s.stepPrograms.size() >= MaxRows) {
        return fail(ErrorCode::TooLarge, {.table = "liveness_step"},
                    "at most " + std::to_string(MaxRows) + " steps", "more");
    }
    s.stepPrograms.push_back(program);
    s.profile.stepNotAlwaysLive.push_back(notAlwaysLiveBytes);
    return Done{};
}

Result<Done> ProfileBuilder::State::checkIntervals(uint32_t id, std::span<const uint32_t> intervals) const {
    Location location{.table = "equivalence_class", .key = "id", .row = id, .column = "intervals"};
    if (intervals.size() % 2 != 0) {
        return fail(ErrorCode::BlobLength, location, "pairs of start and end",
                    std::to_string(intervals.size()) + " entries");
    }
    uint32_t previousEnd = 0;
    for (size_t i = 0; i < intervals.size(); i += 2) {
        const uint32_t start = intervals[i];
        const uint32_t end = intervals[i + 1];
        if (start < previousEnd || end <= start || end > stepPrograms.size()) {
            location.entry = i / 2;
            return fail(ErrorCode::OutOfRange, location,
                        "ascending intervals [start, end) within [" + std::to_string(previousEnd) + ", " +
                            std::to_string(stepPrograms.size()) + ")",
                        "[" + std::to_string(start) + ", " + std::to_string(end) + ")");
        }
        previousEnd = end;
    }
    return Done{};
}

Result<Done> ProfileBuilder::addEquivalenceClass(uint32_t id, std::span<const uint32_t> intervals) {
    State& s = *m_state;
    const Location location{.table = "equivalence_class", .key = "id", .row = id};
    TRY(s.claimId(s.classes, id, s.profile.equivalenceClasses.size(), location));
    TRY(s.checkIntervals(id, intervals));
    s.profile.equivalenceClassIds.push_back(id);
    s.alwaysLiveClasses.push_back(intervals.size() == 2 && intervals[0] == 0 &&
                                  intervals[1] == s.stepPrograms.size());
    const auto out = s.profile.equivalenceClasses.appendUninitialised(intervals.size() / 2);
    for (size_t i = 0; i < out.size(); ++i) {
        out[i] = {{intervals[2 * i]}, {intervals[2 * i + 1]}};
    }
    return Done{};
}

Result<Done> ProfileBuilder::addVariable(Variable variable) {
    State& s = *m_state;
    const Location location{.table = "variable", .key = "id", .row = variable.id};
    TRY(s.claimId(s.variables, variable.id, s.profile.variables.size(), location));
    s.profile.variables.push_back(std::move(variable));
    return Done{};
}

void ProfileBuilder::reserveLowered(size_t rows) {
    State& s = *m_state;
    LoweredVariables& lowered = s.profile.lowered;
    lowered.id.reserve(rows);
    lowered.bytes.reserve(rows);
    lowered.liveClass.reserve(rows);
    lowered.variable.reserve(rows);
    s.lowered.reserve(rows);
}

void ProfileBuilder::reservePrograms(size_t rows, size_t children, size_t variables) {
    State& s = *m_state;
    s.profile.programs.reserve(rows);
    s.children.reserve(rows, children);
    s.profile.programVariables.reserve(rows, variables);
    s.programs.reserve(rows);
}

void ProfileBuilder::reserveOperationDetails(size_t rows, size_t programs, size_t variables) {
    State& s = *m_state;
    s.profile.operationDetails.reserve(rows);
    s.profile.operationPrograms.reserve(rows, programs);
    s.profile.operationVariables.reserve(rows, variables);
    s.details.reserve(rows);
}

Result<Done> ProfileBuilder::State::checkTile(TileId tile) const {
    const size_t next = profile.lowered.tileBegin.size() - 1;
    const Location location{.table = "lowered_variable", .column = "tile"};
    if (tile.value >= profile.target.numTiles) {
        return fail(ErrorCode::OutOfRange, location,
                    "a tile from 0 to " + std::to_string(profile.target.numTiles - 1),
                    std::to_string(tile.value));
    }
    if (tile.index() < next) {
        return fail(ErrorCode::DuplicateId, location, "one row a tile, in ascending order",
                    std::to_string(tile.value));
    }
    return Done{};
}

Result<Done> ProfileBuilder::State::appendLoweredIds(Location location, std::span<const uint32_t> id) {
    auto& ids = profile.lowered.id;
    location.column = "id";
    if (id.size() > MaxRows - ids.size()) {
        return fail(ErrorCode::TooLarge, location,
                    "at most " + std::to_string(MaxRows) + " lowered variables", "more");
    }
    if (const auto repeated = lowered.insertRun(id, static_cast<uint32_t>(ids.size()))) {
        location.entry = *repeated;
        return fail(ErrorCode::DuplicateId, location, "an id that occurs once over all tiles",
                    std::to_string(id[*repeated]));
    }
    ids.insert(ids.end(), id.begin(), id.end());
    return Done{};
}

/// Appends to a column that stays empty until a tile has values for it.
template <class T>
void ProfileBuilder::State::appendOptional(std::vector<T>& column, std::span<const T> values, size_t rows,
                                           T missing) {
    if (values.empty()) {
        if (!column.empty()) {
            column.resize(column.size() + rows, missing);
        }
        return;
    }
    if (column.empty()) {
        column.reserve(profile.lowered.id.capacity());
        column.resize(profile.lowered.id.size() - rows, missing);
    }
    column.insert(column.end(), values.begin(), values.end());
}

Result<Done> ProfileBuilder::State::appendCategories(std::span<const uint32_t> ids, size_t rows,
                                                     Location location) {
    location.column = "category";
    categoryRows.assign(ids.size(), NoCategory);
    for (size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] != NoId) {
            location.entry = i;
            categoryRows[i] =
                static_cast<uint8_t>(TRY(rowOf(variableCategories, ids[i], "category", location)));
        }
    }
    appendOptional<uint8_t>(profile.lowered.category, categoryRows, rows, NoCategory);
    return Done{};
}

Result<Done> ProfileBuilder::addVariableCategory(uint32_t id, std::string name) {
    State& s = *m_state;
    auto& categories = s.profile.variableCategories;
    const Location location{.table = "variable_category", .key = "id", .row = id};
    if (categories.size() == NoCategory) {
        return fail(ErrorCode::TooLarge, location, "at most " + std::to_string(NoCategory) + " categories",
                    "more");
    }
    TRY(s.claimId(s.variableCategories, id, categories.size(), location));
    categories.push_back({id, std::move(name)});
    return Done{};
}

uint32_t ProfileBuilder::addLoweredString(std::string_view text) {
    StringPool& strings = m_state->profile.lowered.strings;
    strings.append(text);
    return static_cast<uint32_t>(strings.size() - 1);
}

Result<Done> ProfileBuilder::addLoweredVariables(TileId tile, const LoweredColumns& columns) {
    State& s = *m_state;
    LoweredVariables& lowered = s.profile.lowered;
    TRY(s.checkTile(tile));
    const size_t rows = columns.id.size();
    const auto lengthOf = [rows](std::span<const uint32_t> optional) {
        return optional.empty() ? rows : optional.size();
    };
    TRY(checkLengths(tile, rows,
                     {{"bytes", columns.bytes.size()},
                      {"equivalence_class", columns.equivalenceClass.size()},
                      {"variable", columns.variable.size()},
                      {"address", lengthOf(columns.address)},
                      {"category", lengthOf(columns.category)},
                      {"flags", lengthOf(columns.flags)},
                      {"name_base", lengthOf(columns.nameBase)},
                      {"name_vertex_field", lengthOf(columns.nameVertexField)},
                      {"name_suffix", lengthOf(columns.nameSuffix)}}));
    const Location location{.table = "lowered_variable", .key = "tile", .row = tile.value};
    lowered.tileBegin.resize(tile.index() + 1, lowered.size());
    TRY(s.appendLoweredIds(location, columns.id));
    lowered.tileBegin.push_back(lowered.size());
    s.sums.addTo(tile, columns.bytes);
    return s.appendLowered(columns, Missing::NoIdOnly, location);
}

/// Appends all columns except the ids.
Result<Done> ProfileBuilder::State::appendLowered(const LoweredColumns& columns, Missing missing,
                                                  Location location) {
    LoweredVariables& out = profile.lowered;
    const size_t rows = columns.id.size();
    out.bytes.insert(out.bytes.end(), columns.bytes.begin(), columns.bytes.end());
    location.column = "equivalence_class";
    TRY(appendColumn(classes, columns.equivalenceClass, out.liveClass, Missing::Error, location));
    location.column = "variable";
    TRY(appendColumn(variables, columns.variable, out.variable, missing, location));
    TRY(appendCategories(columns.category, rows, location));
    appendOptional(out.address, columns.address, rows, NoId);
    appendOptional(out.flags, columns.flags, rows, uint32_t{0});
    appendOptional(out.nameBase, columns.nameBase, rows, NoId);
    appendOptional(out.nameVertexField, columns.nameVertexField, rows, NoId);
    appendOptional(out.nameSuffix, columns.nameSuffix, rows, NoId);
    return Done{};
}

Result<Done> ProfileBuilder::addLoweredRows(std::span<const uint32_t> tile, const LoweredColumns& columns) {
    State& s = *m_state;
    Location location{.table = "lowered_variable", .column = "tile"};
    for (size_t begin = 0, end = 0; begin < tile.size(); begin = end) {
        while (end < tile.size() && tile[end] == tile[begin]) {
            ++end;
        }
        if (tile[begin] >= s.profile.target.numTiles) {
            location.entry = begin;
            return fail(ErrorCode::OutOfRange, location,
                        "a tile from 0 to " + std::to_string(s.profile.target.numTiles - 1),
                        std::to_string(tile[begin]));
        }
        s.tileRuns.emplace_back(tile[begin], static_cast<uint32_t>(end - begin));
        s.sums.addTo({tile[begin]}, columns.bytes.subspan(begin, end - begin));
    }
    const size_t before = s.profile.lowered.size();
    TRY(s.appendLoweredIds({.table = "lowered_variable"}, columns.id));
    TRY(s.appendLowered(columns, Missing::Any, {.table = "lowered_variable"}));
    s.markAlwaysLive(before);
    return Done{};
}

/// Sets Variable::alwaysLive for the lowered variables from `firstRow` on.
void ProfileBuilder::State::markAlwaysLive(size_t firstRow) {
    for (size_t row = firstRow; row < profile.lowered.size(); ++row) {
        const VariableIndex variable = profile.lowered.variable[row];
        if (variable.value != NoId && alwaysLiveClasses[profile.lowered.liveClass[row].index()]) {
            profile.variables[variable.index()].alwaysLive = true;
        }
    }
}

/// Moves entry i of a column to position rowOf[i]. Columns that are not used are empty.
template <class T>
void ProfileBuilder::State::permute(std::vector<T>& column, const std::vector<uint32_t>& rowOf) const {
    std::vector<T> grouped(column.size());
    for (size_t i = 0; i < column.size(); ++i) {
        grouped[rowOf[i]] = column[i];
    }
    column = std::move(grouped);
}

bool ProfileBuilder::groupLoweredByTile(const std::function<bool(double)>& advance) {
    State& s = *m_state;
    LoweredVariables& lowered = s.profile.lowered;
    std::vector<size_t>& tileBegin = lowered.tileBegin;
    tileBegin.assign(s.profile.target.numTiles + 1, 0);
    for (const auto& [tile, count] : s.tileRuns) {
        tileBegin[tile + 1] += count;
    }
    std::partial_sum(tileBegin.begin(), tileBegin.end(), tileBegin.begin());
    const auto runs = std::exchange(s.tileRuns, {});
    if (std::is_sorted(runs.begin(), runs.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; })) {
        return true;
    }
    std::vector<uint32_t> rowOf;
    rowOf.reserve(lowered.size());
    std::vector<size_t> next = tileBegin;
    for (const auto& [tile, count] : runs) {
        for (uint32_t i = 0; i < count; ++i) {
            rowOf.push_back(static_cast<uint32_t>(next[tile]++));
        }
    }
    s.lowered = {};
    double part = 0;
    const auto group = [&](auto&... columns) {
        constexpr double Parts = sizeof...(columns) + 1;
        return ((advance(part++ / Parts) && (s.permute(columns, rowOf), true)) && ...) &&
               advance(part / Parts);
    };
    if (!group(lowered.id, lowered.bytes, lowered.liveClass, lowered.variable, lowered.address,
               lowered.category, lowered.flags, lowered.nameBase, lowered.nameVertexField,
               lowered.nameSuffix)) {
        return false;
    }
    s.lowered.reserve(lowered.size());
    s.lowered.insertRun(lowered.id, 0);
    return true;
}

Result<Done> ProfileBuilder::State::findComputeSet(Program& program, std::optional<uint32_t> id) {
    program.computeSet.reset();
    if (!id) {
        return Done{};
    }
    const Location location{.table = "program", .key = "id", .row = program.id, .column = "compute_set"};
    auto row = TRY(rowOf(computeSets, *id, "compute set", location));
    program.computeSet = ComputeSetIndex{row};
    computeSetUses[row] += program.kind == ProgramKind::OnTileExecute ? 1 : 0;
    return Done{};
}

Result<Done> ProfileBuilder::State::checkCode(const Program& program) const {
    Location location{.table = "program", .key = "id", .row = program.id, .column = "control_code"};
    TRY(checkByTile(program.controlCode, location));
    location.column = "code_bytes";
    return checkByTile(program.codeBytes, location);
}

/// Adds the part of a program's code that the estimate counts.
void ProfileBuilder::State::sumCode(const Program& program, bool isLeaf) {
    if (isLeaf) {
        sums.add(program.controlCode);
    }
    if (program.kind == ProgramKind::DoExchange) {
        sums.add(program.codeBytes);
    }
}

Result<Done> ProfileBuilder::addProgram(Program program, std::optional<uint32_t> computeSet,
                                        std::span<const uint32_t> children,
                                        std::span<const uint32_t> variables) {
    State& s = *m_state;
    Location location{.table = "program", .key = "id", .row = program.id};
    TRY(s.claimId(s.programs, program.id, s.profile.programs.size(), location));
    program.kind = kindOf(program.type);
    TRY(s.findComputeSet(program, computeSet));
    TRY(s.checkCode(program));
    location.column = "variables";
    TRY(appendResolved(s.lowered, variables, s.profile.programVariables, "lowered variable", location));
    s.sumCode(program, children.empty());
    s.children.append(children);
    s.profile.programs.push_back(std::move(program));
    return Done{};
}

Result<Done> ProfileBuilder::addRootProgram(uint32_t program) {
    m_state->roots.push_back(program);
    return Done{};
}

void ProfileBuilder::addFunctionProgram(uint32_t function, uint32_t program) {
    m_state->profile.functionPrograms.push_back({function, {}});
    m_state->functionPrograms.push_back(program);
}

Result<Done> ProfileBuilder::addTileMemory(std::string category, ByTile bytes) {
    State& s = *m_state;
    const Location location{.table = "tile_memory", .column = "bytes_by_tile"};
    if (!s.categories.insert(category).second) {
        return fail(ErrorCode::DuplicateId, {.table = "tile_memory", .column = "category"},
                    "a category that occurs once", category);
    }
    TRY(s.checkByTile(bytes, location));
    s.profile.tileMemory.push_back({std::move(category), bytes});
    return Done{};
}

Result<Done> ProfileBuilder::State::checkDetailSteps(const OperationDetail& detail) const {
    Location location{.table = "operation_detail", .key = "uid", .row = detail.uid, .column = "first_step"};
    if (detail.firstStep.has_value() != detail.lastStep.has_value()) {
        return fail(ErrorCode::WrongType, location, "both or neither of first_step and last_step",
                    "one of them");
    }
    if (!detail.firstStep) {
        return Done{};
    }
    location.column = "last_step";
    if (detail.lastStep->index() >= stepPrograms.size()) {
        return fail(ErrorCode::OutOfRange, location, "a step below " + std::to_string(stepPrograms.size()),
                    std::to_string(detail.lastStep->value));
    }
    if (*detail.lastStep < *detail.firstStep) {
        return fail(ErrorCode::OutOfRange, location,
                    "a step that is not before first_step " + std::to_string(detail.firstStep->value),
                    std::to_string(detail.lastStep->value));
    }
    return Done{};
}

Result<Done> ProfileBuilder::addOperationDetail(OperationDetail detail, std::span<const uint32_t> programs,
                                                std::span<const uint32_t> variables) {
    State& s = *m_state;
    Profile& profile = s.profile;
    TRY(s.claimDetail(detail));
    Location location{.table = "operation_detail", .key = "uid", .row = detail.uid, .column = "programs"};
    TRY(appendResolved(s.programs, programs, profile.operationPrograms, "program", location));
    location.column = "variables";
    TRY(appendResolved(s.lowered, variables, profile.operationVariables, "lowered variable", location));
    profile.operationDetails.push_back(std::move(detail));
    return Done{};
}

Result<Done> ProfileBuilder::addOperationDetail(OperationDetail detail,
                                                std::span<const ProgramIndex> programs,
                                                std::span<const LoweredIndex> variables) {
    Profile& profile = m_state->profile;
    TRY(m_state->claimDetail(detail));
    profile.operationPrograms.append(programs);
    profile.operationVariables.append(variables);
    profile.operationDetails.push_back(std::move(detail));
    return Done{};
}

Result<Done> ProfileBuilder::State::claimDetail(const OperationDetail& detail) {
    const Location location{.table = "operation_detail", .key = "uid", .row = detail.uid};
    TRY(claimId(details, detail.uid, profile.operationDetails.size(), location));
    return checkDetailSteps(detail);
}

Result<Done> ProfileBuilder::addOperation(uint32_t uid, std::string name) {
    State& s = *m_state;
    const Location location{
        .table = "operation", .key = "position", .row = s.profile.operations.size(), .column = "uid"};
    auto detail = TRY(s.rowOf(s.details, uid, "row of operation_detail", location));
    s.profile.operations.push_back({DetailIndex{detail}, std::move(name)});
    return Done{};
}

void ProfileBuilder::setLocation(DetailIndex detail, SourceLocation location) {
    m_state->profile.operationDetails[detail.index()].location = std::move(location);
}

Result<Done> ProfileBuilder::addExecutionRun(uint32_t id, std::string name) {
    State& s = *m_state;
    const Location location{.table = "execution_run", .key = "id", .row = id};
    TRY(s.claimId(s.runs, id, s.profile.executionRuns.size(), location));
    s.profile.executionRuns.push_back({id, std::move(name)});
    return Done{};
}

Result<Done> ProfileBuilder::addExecutionStep(ExecutionStep step, std::optional<uint32_t> program) {
    State& s = *m_state;
    Location location{.table = "execution_step", .key = "step", .row = step.step, .column = "run"};
    TRY(s.rowOf(s.runs, step.run, "run", location));
    step.program.reset();
    if (program) {
        location.column = "program";
        step.program = ProgramIndex{TRY(s.rowOf(s.programs, *program, "program", location))};
    }
    location.column = "cycles_to";
    if (step.cyclesTo < step.cyclesFrom) {
        return fail(ErrorCode::OutOfRange, location,
                    "at least cycles_from " + std::to_string(step.cyclesFrom), std::to_string(step.cyclesTo));
    }
    s.profile.executionSteps.push_back(step);
    return Done{};
}

Result<Done> ProfileBuilder::State::checkIpuCycles(const Location& location, uint32_t ipu,
                                                   ByTile cycles) const {
    Location place = location;
    place.column = "ipu";
    if (ipu >= profile.target.numIpus) {
        return fail(ErrorCode::OutOfRange, place,
                    "an IPU from 0 to " + std::to_string(profile.target.numIpus - 1), std::to_string(ipu));
    }
    place.column = "cycles_by_tile";
    return checkByTile(cycles, place);
}

Result<Done> ProfileBuilder::addEstimatedCycles(uint32_t program, uint32_t ipu, ByTile cycles) {
    State& s = *m_state;
    Location location{.table = "estimated_cycles", .key = "program", .row = program, .column = "program"};
    const uint32_t row = TRY(s.rowOf(s.programs, program, "program", location));
    TRY(s.checkIpuCycles(location, ipu, cycles));
    s.profile.estimatedCycles.push_back({{row}, ipu, cycles});
    return Done{};
}

Result<Done> ProfileBuilder::addMeasuredCycles(uint32_t step, uint32_t ipu, ByTile cycles) {
    TRY(m_state->checkIpuCycles({.table = "measured_cycles", .key = "step", .row = step}, ipu, cycles));
    m_state->profile.measuredCycles.push_back({step, ipu, cycles});
    return Done{};
}

void ProfileBuilder::setDebug(std::shared_ptr<const DebugContexts> debug) {
    m_state->profile.debug = std::move(debug);
}

void ProfileBuilder::addNote(LoadNote note) {
    m_state->profile.notes.push_back(std::move(note));
}

const Profile& ProfileBuilder::profile() const {
    return m_state->profile;
}

Result<Done> ProfileBuilder::State::resolveChildren() {
    profile.programChildren = {};
    profile.programChildren.reserve(children.size(), children.values().size());
    for (size_t program = 0; program < children.size(); ++program) {
        const Location location{
            .table = "program", .key = "id", .row = profile.programs[program].id, .column = "children"};
        auto added =
            appendResolved(programs, children[program], profile.programChildren, "program", location);
        if (!added) {
            return added;
        }
    }
    children = {};
    return Done{};
}

Result<Done> ProfileBuilder::State::resolveRoots() {
    for (size_t position = 0; position < roots.size(); ++position) {
        const Location location{
            .table = "root_program", .key = "position", .row = position, .column = "program"};
        auto row = TRY(rowOf(programs, roots[position], "program", location));
        profile.rootPrograms.push_back({row});
    }
    return Done{};
}

Result<Done> ProfileBuilder::State::resolveFunctions() {
    for (size_t row = 0; row < functionPrograms.size(); ++row) {
        const Location location{.table = "function_program", .key = "row", .row = row, .column = "program"};
        profile.functionPrograms[row].program = {
            TRY(rowOf(programs, functionPrograms[row], "program", location))};
    }
    return Done{};
}

Result<Done> ProfileBuilder::State::resolveSteps() {
    profile.stepProgram.reserve(stepPrograms.size());
    for (size_t step = 0; step < stepPrograms.size(); ++step) {
        const Location location{.table = "liveness_step", .key = "step", .row = step, .column = "program"};
        auto row = TRY(rowOf(programs, stepPrograms[step], "program", location));
        profile.stepProgram.push_back({row});
    }
    return Done{};
}

Result<Done> ProfileBuilder::State::checkCycles() const {
    const auto cycle = findCycle(profile.programChildren);
    if (!cycle) {
        return Done{};
    }
    const uint32_t id = profile.programs[cycle->index()].id;
    return fail(ErrorCode::CyclicPrograms, {.table = "program", .key = "id", .row = id, .column = "children"},
                "a program tree without cycles", "program " + std::to_string(id) + " is its own descendant");
}

Result<Done> ProfileBuilder::resolve() {
    State& s = *m_state;
    if (s.resolved) {
        return Done{};
    }
    s.resolved = true;
    TRY(s.resolveChildren());
    TRY(s.resolveRoots());
    TRY(s.resolveFunctions());
    TRY(s.resolveSteps());
    return s.checkCycles();
}

void ProfileBuilder::State::sumVertexState() {
    for (size_t set = 0; set < profile.computeSets.size(); ++set) {
        for (const VertexInstances& instances : profile.computeSets[set].vertices) {
            const uint64_t size = profile.vertexTypes[instances.type.index()].size;
            sums.add(instances.count, size * computeSetUses[set]);
        }
    }
}

Result<Done> ProfileBuilder::State::checkSums() {
    sumVertexState();
    const auto tile = sums.overflow();
    if (!tile) {
        return Done{};
    }
    return fail(ErrorCode::OutOfRange, {.table = "tile " + std::to_string(tile->value)},
                "less than 2^31 bytes of variables, vertices and code on a tile", "more");
}

void ProfileBuilder::State::noteWhatIsMissing() {
    if (profile.executionSteps.empty()) {
        profile.notes.push_back({LoadNote::Kind::NoExecution, 0, {}});
    }
    if (profile.target.numTiles != profile.target.tilesPerIpu) {
        profile.notes.push_back({LoadNote::Kind::SeveralIpusOrReplicas, 0, {}});
    }
    uint64_t withoutSteps = 0;
    for (size_t i = 0; i < profile.operationDetails.size(); ++i) {
        const bool hasPrograms = !profile.operationPrograms[i].empty();
        withoutSteps += hasPrograms && !profile.operationDetails[i].firstStep ? 1 : 0;
    }
    if (withoutSteps > 0) {
        profile.notes.push_back({LoadNote::Kind::OperationsWithoutSteps, withoutSteps, {}});
    }
}

Outcome<ProfilePtr> ProfileBuilder::finish(std::stop_token stop) {
    TRY(resolve());
    State& s = *m_state;
    TRY(s.checkSums());
    if (stop.stop_requested()) {
        return Cancelled{};
    }
    s.profile.lowered.tileBegin.resize(s.profile.target.numTiles + 1, s.profile.lowered.size());
    s.noteWhatIsMissing();
    auto profile = std::make_shared<const Profile>(std::move(s.profile));
    m_state = std::make_unique<State>();
    return ProfilePtr(std::move(profile));
}

} // namespace tileline
