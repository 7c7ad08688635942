// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/result.h"
#include "core/profile/profile.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <unordered_map>

namespace tileline {

/// Maps the ids of a file to rows. The ids are nearly always 0, 1, 2, ..., so the rows are stored in a plain
/// array, indexed by id. Ids far beyond the number of rows are stored in a hash table, so that a file with
/// the ids 0 and 4,000,000,000 takes a few bytes instead of 16 GB.
class IdTable {
public:
    void reserve(size_t count);
    /// Allows ids up to about twice `count` in m_dense, even while the table has few rows.
    void expect(size_t count) { m_expected = count; }
    /// Returns false and changes nothing if the id is already present.
    bool insert(uint32_t id, uint32_t row) {
        if (id < m_dense.size() && m_dense[id] == NoId && m_sparse.empty()) {
            m_dense[id] = row;
            ++m_count;
            return true;
        }
        return insertFurther(id, row);
    }
    /// Inserts each ids[i] with the row firstRow + i. Stops at the first id that is already present and
    /// returns its position in `ids`.
    std::optional<size_t> insertRun(std::span<const uint32_t> ids, uint32_t firstRow);
    /// Replaces each row with rowOf[row].
    void moveRows(std::span<const uint32_t> rowOf);
    /// The row of an id; NoId if the id is absent.
    uint32_t find(uint32_t id) const {
        if (id < m_dense.size() && m_dense[id] != NoId) {
            return m_dense[id];
        }
        const auto found = m_sparse.empty() ? m_sparse.end() : m_sparse.find(id);
        return found == m_sparse.end() ? NoId : found->second;
    }
    size_t size() const { return m_count; }

private:
    bool insertFurther(uint32_t id, uint32_t row);
    /// Extends m_dense to contain an id. Returns false if the id is far beyond the number of rows.
    bool growDense(uint32_t id);

    std::vector<uint32_t> m_dense; ///< row by id; NoId: the id is absent or in m_sparse
    std::unordered_map<uint32_t, uint32_t> m_sparse;
    size_t m_count = 0;
    size_t m_expected = 0;
};

/// The columns of the lowered variables of one tile, all with the same length. All ids are those of the file.
/// A column declared after `variable` is empty if its values are unknown.
struct LoweredColumns {
    std::span<const uint32_t> id;
    std::span<const uint32_t> bytes;
    std::span<const uint32_t> equivalenceClass;
    std::span<const uint32_t> variable;          ///< NoId: none
    std::span<const uint32_t> address{};         ///< NoId: unknown
    std::span<const uint32_t> category{};        ///< NoId: unknown
    std::span<const uint32_t> flags{};           ///< see LoweredFlag
    std::span<const uint32_t> nameBase{};        ///< from addLoweredString(); NoId: no name
    std::span<const uint32_t> nameVertexField{}; ///< NoId: none
    std::span<const uint32_t> nameSuffix{};      ///< from addLoweredString(); NoId: no suffix
};

/// For each tile, the sum of all bytes that an estimate may add up. Estimates use 32-bit numbers. The limit
/// on the sums guarantees that these numbers never overflow.
class TileSums {
public:
    /// The sum on each tile must be less than this limit.
    static constexpr uint64_t Limit = uint64_t{1} << 31U;

    void resize(size_t tiles) { m_bytes.assign(tiles, 0); }

    /// Adds the bytes of each tile, multiplied by `times`, to the sum of that tile. `bytes` must not have
    /// more values than there are tiles.
    void add(ByTile bytes, uint64_t times = 1) {
        bytes.forEachBlock([&](size_t first, std::span<const uint32_t> entries) {
            for (size_t i = 0; i < entries.size(); ++i) {
                m_bytes[first + i] += entries[i] * static_cast<double>(times);
            }
        });
    }
    /// Adds other sums, tile by tile.
    void add(const TileSums& other) {
        std::ranges::transform(m_bytes, other.m_bytes, m_bytes.begin(), std::plus());
    }
    /// Adds all `bytes` to the sum of one tile.
    void addTo(TileId tile, std::span<const uint32_t> bytes) {
        m_bytes[tile.index()] +=
            static_cast<double>(std::accumulate(bytes.begin(), bytes.end(), uint64_t{0}));
    }
    /// The first tile whose sum reaches the limit; empty if there is none.
    std::optional<TileId> overflow() const {
        const auto found = std::ranges::find_if(m_bytes, [](double sum) { return sum >= Limit; });
        return found == m_bytes.end() ? std::nullopt
                                      : std::optional(TileId{static_cast<uint32_t>(found - m_bytes.begin())});
    }

private:
    std::vector<double> m_bytes; ///< by tile; floating-point, so that huge values cannot wrap around
};

/// Builds a Profile from its parts and checks every invariant of the profile. The parts refer to each other
/// by the ids of the file. The readers, the generator and the tests all use this class. Add the parts in this
/// order: target; vertex code, vertex types, compute sets and their vertices; steps, equivalence classes;
/// variables and their categories; lowered variables by ascending tile; programs, root programs and
/// functions; operation details, operations; execution and cycles; finish. Ids must refer to rows that have
/// already been added. The only exceptions are children, root programs, and the programs of steps and
/// functions. They may be added later, because resolve() looks up their ids.
///
/// Errors have `item` ("lowered_variable, tile 3, column equivalence_class, entry 17"), `expected` and
/// `actual`; the reader adds the file.
class ProfileBuilder {
public:
    void setPath(std::string path) { m_profile.path = std::move(path); }
    void setFiles(InputFilePtr profile, InputFilePtr debug) {
        m_profile.file = std::move(profile);
        m_profile.debugFile = std::move(debug);
    }
    void addMeta(std::string key, std::string value) {
        m_profile.meta.emplace_back(std::move(key), std::move(value));
    }
    /// Limits the number of tiles by the size of the file, because the file has data for each tile.
    void setFileBytes(uint64_t bytes);
    Result<Done> setTarget(Target target);
    void addEngineOption(EngineOption option) { m_profile.engineOptions.push_back(std::move(option)); }
    void addCompilePhase(CompilePhase phase) { m_profile.compilePhases.push_back(std::move(phase)); }

    /// The functions storeByTile() store an array in the profile's pool. The caller passes the result to one
    /// of the functions below, which fail if the array has more values than there are tiles.
    ByTile storeByTile(std::span<const uint32_t> entries) {
        m_encoder.append(entries);
        return storeByTile(m_encoder);
    }
    ByTile storeByTile(ByTileEncoder& array) {
        const std::lock_guard lock(*m_storing);
        return array.storeIn(m_profile.byTile);
    }

    Result<Done> addVertexCode(std::string name, ByTile bytes);
    Result<Done> addVertexType(uint32_t id, std::string name, uint32_t size);
    Result<Done> addComputeSet(uint32_t id, std::string name, std::optional<uint64_t> flops = {});
    Result<Done> addVertices(uint32_t computeSet, uint32_t vertexType, ByTile count);

    /// Adds the next step. `program` is an id, which resolve() looks up later.
    Result<Done> addStep(uint32_t program, uint64_t notAlwaysLiveBytes);
    /// Must be called after all steps are added. `intervals` is a list of start, end, start, end, ..., in
    /// ascending order.
    Result<Done> addEquivalenceClass(uint32_t id, std::span<const uint32_t> intervals);

    Result<Done> addVariable(Variable variable);
    /// A reader that knows the sizes beforehand calls these functions, so that large columns are not copied
    /// as they grow. The arguments are the number of rows and the total lengths of the rows' lists.
    void reserveLowered(size_t rows);
    void reservePrograms(size_t rows, size_t children, size_t variables);
    void reserveOperationDetails(size_t rows, size_t programs, size_t variables);
    Result<Done> addVariableCategory(uint32_t id, std::string name);
    /// Adds a string that occurs in the names of lowered variables, and returns its position.
    uint32_t addLoweredString(std::string_view text) {
        m_profile.lowered.strings.append(text);
        return static_cast<uint32_t>(m_profile.lowered.strings.size() - 1);
    }
    /// Adds the lowered variables of one tile. Tiles must be added in ascending order.
    Result<Done> addLoweredVariables(TileId tile, const LoweredColumns& columns);
    /// Adds lowered variables in any order of tiles, for formats that neither group them by tile nor state
    /// which variables are always live. Marks a variable as always live if one of its lowered variables is
    /// live in all steps. `tile[i]` is the tile of row i of `columns`. A row with an unknown variable id
    /// belongs to no variable. After the last rows, call groupLoweredByTile(), which returns false soon after
    /// a stop is requested.
    Result<Done> addLoweredRows(std::span<const uint32_t> tile, const LoweredColumns& columns);
    bool groupLoweredByTile(const std::stop_token& stop);

    /// From now on, `variables` of programs and operation details may be ids of lowered variables that have
    /// not been added yet; resolve() looks them up. In this case, one thread may add programs and operation
    /// details while another adds vertices, equivalence classes and what follows, up to lowered variables.
    void addVariablesLater();
    /// `computeSet`, `children` and `variables` (lowered variables) are ids of the file. Ignores
    /// program.computeSet.
    Result<Done> addProgram(Program program, std::optional<uint32_t> computeSet,
                            std::span<const uint32_t> children, std::span<const uint32_t> variables);
    void addRootProgram(uint32_t program) { m_roots.push_back(program); }
    void addFunctionProgram(uint32_t function, uint32_t program) {
        m_profile.functionPrograms.push_back({function, {}});
        m_functionPrograms.push_back(program);
    }

    Result<Done> addTileMemory(std::string category, ByTile bytes);

    /// `programs` and `variables` are ids of the file.
    Result<Done> addOperationDetail(OperationDetail detail, std::span<const uint32_t> programs,
                                    std::span<const uint32_t> variables);
    /// `programs` and `variables` are positions in the lists of profile().
    Result<Done> addOperationDetail(OperationDetail detail, std::span<const ProgramIndex> programs,
                                    std::span<const LoweredIndex> variables);
    /// Must be called after the operation's detail is added.
    Result<Done> addOperation(uint32_t uid, std::string name);
    /// Sets the file and line of the user's source from which an operation comes. Must be called after the
    /// operation's detail is added.
    void setLocation(DetailIndex detail, SourceLocation location) {
        m_profile.operationDetails[detail.index()].location = std::move(location);
    }

    /// Sets the element type of a variable that has already been added.
    void setElementType(VariableIndex variable, std::string type) {
        m_profile.variables[variable.index()].elementType = std::move(type);
    }

    Result<Done> addExecutionRun(uint32_t id, std::string name);
    /// Sets the times of a run that has already been added.
    Result<Done> setRunTime(uint32_t run, std::optional<uint64_t> startUs, std::optional<uint64_t> elapsedUs);
    Result<Done> addRunOnIpu(RunOnIpu run);
    /// `program` is an id of the file; step.program is ignored. The step is extended to the end of its
    /// slowest tile. Error: OutOfRange if times run backward, or if a time or the sum of the cycles of all
    /// steps exceeds 2^56.
    Result<Done> addExecutionStep(ExecutionStep step, std::optional<uint32_t> program);
    /// Must be called after the step is added. `type` is Poplar's name for the kind of sync.
    Result<Done> addStepSync(uint32_t step, const std::string& type);
    /// `type` is the number of a BlockType.
    Result<Done> addBlock(ExecutionBlock block, uint32_t type);
    /// Adds an element to Profile::ipuStepBytes. The elements must be added by ascending IPU and step, after
    /// all steps.
    Result<Done> addIpuStepBytes(const IpuStepBytes& bytes);
    /// Must be called if the file's format stores the bytes of programs: gives Profile::programBytes a list,
    /// at first empty.
    void knowProgramBytes() { m_profile.programBytes.emplace(); }
    /// `program` is an id of the file. bytes.program is ignored.
    Result<Done> addProgramBytes(uint32_t program, ProgramTraffic bytes);
    /// `cycles` has a number for each tile of the IPU.
    Result<Done> addEstimatedCycles(uint32_t program, uint32_t ipu, ByTile cycles);
    Result<Done> addMeasuredCycles(uint32_t step, uint32_t ipu, ByTile cycles);

    void setDebug(std::shared_ptr<const DebugContexts> debug) { m_profile.debug = std::move(debug); }
    void addNote(LoadNote note) { m_profile.notes.push_back(std::move(note)); }

    /// The profile as built so far. The program tree is complete once resolve() has been called.
    const Profile& profile() const { return m_profile; }

    /// Looks up the programs that children, roots, functions and steps refer to, and checks that the tree has
    /// no cycles. Operations can then be derived from the tree. finish() calls resolve() if necessary.
    Result<Done> resolve();

    /// Runs the checks that need the whole profile and returns the profile. The builder is empty afterwards.
    Outcome<ProfilePtr> finish(std::stop_token stop = {});

private:
    /// Maximum number of tiles of all IPUs together. The largest machine, a POD1024, has 1.5 million tiles.
    static constexpr uint32_t MaxTiles = uint32_t{1} << 21U;
    /// Maximum number of tiles of one IPU: eleven times as many as a real IPU has. The limit exists because
    /// estimates take memory for each layer on each tile of an IPU.
    static constexpr uint32_t MaxTilesOfIpu = uint32_t{1} << 14U;

    /// The ids that a column may contain although they have no row: none, only NoId, or any id.
    enum class Missing { Error, NoIdOnly, Any };

    Result<Done> checkByTile(ByTile array, const Location& location) const;
    Result<Done> checkIpu(Location location, uint32_t ipu) const;
    Result<Done> checkIpuCycles(Location location, uint32_t ipu, ByTile cycles) const;
    Result<Done> claimDetail(const OperationDetail& detail);
    Result<Done> appendVariables(std::span<const uint32_t> ids, Lists<LoweredIndex>& rows,
                                 const Location& location) const;
    Result<Done> resolveVariables();
    Result<Done> appendLoweredIds(Location location, std::span<const uint32_t> id);
    template <class T>
    void appendOptional(std::vector<T>& column, std::span<const T> values, size_t rows, T missing);
    Result<Done> appendLowered(const LoweredColumns& columns, Missing variables, Location location);

    Profile m_profile;
    IdTable m_vertexTypes;
    IdTable m_computeSets;
    IdTable m_classes;
    IdTable m_variables;
    IdTable m_variableCategories;
    IdTable m_lowered;
    IdTable m_programs;
    IdTable m_details;
    IdTable m_runs;
    IdTable m_executed; ///< ids of execution steps
    std::map<std::string, uint32_t> m_syncTypes;
    uint64_t m_stepCycles = 0; ///< sum of the cycles of all execution steps
    std::map<std::string, uint32_t> m_vertexNames;
    std::set<std::pair<uint32_t, uint32_t>> m_vertexRows; ///< pairs of positions: compute set, vertex type
    std::set<std::pair<std::string, uint32_t>> m_countedTypes;
    std::set<std::string, std::less<>> m_memoryCategories;
    std::vector<uint32_t> m_tileOfRow; ///< by row, in the order of the file; until they are grouped by tile
    std::vector<bool> m_alwaysLiveClasses;
    std::vector<uint8_t> m_categoryRows;    ///< categories of the lowered variables that are being added
    std::vector<uint32_t> m_computeSetUses; ///< by compute set: number of programs that execute it

    Lists<uint32_t> m_children; ///< ids of the file, which resolve() looks up
    std::vector<uint32_t> m_roots;
    std::vector<uint32_t> m_functionPrograms; ///< program ids as the file states them, in the order of
                                              ///< Profile::functionPrograms; resolve() looks them up
    std::vector<uint32_t> m_stepPrograms;
    TileSums m_sums;
    TileSums m_sumsOfPrograms;
    ByTileEncoder m_encoder;
    std::unique_ptr<std::mutex> m_storing =
        std::make_unique<std::mutex>(); ///< held while Profile::byTile grows
    uint32_t m_maxTiles = MaxTiles;
    uint64_t m_fileBytes = 0; ///< 0: unknown
    bool m_variablesLater = false;
    bool m_resolved = false;
};

} // namespace tileline
