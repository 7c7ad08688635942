// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>

namespace tileline {

/// Columns of the lowered variables of one tile, all of one length. Ids are those of the file. Columns after
/// `variable` may be empty if unknown.
struct LoweredColumns {
    std::span<const uint32_t> id;
    std::span<const uint32_t> bytes;
    std::span<const uint32_t> equivalenceClass;
    std::span<const uint32_t> variable;          ///< NoId: none
    std::span<const uint32_t> address{};         ///< NoId: unknown
    std::span<const uint32_t> category{};        ///< NoId: unknown
    std::span<const uint32_t> flags{};           ///< see LoweredFlag
    std::span<const uint32_t> nameBase{};        ///< from addLoweredString; NoId: no name
    std::span<const uint32_t> nameVertexField{}; ///< NoId: none
    std::span<const uint32_t> nameSuffix{};      ///< from addLoweredString; NoId: none
};

/// Builds a Profile from parts that use the file's own ids, and checks every invariant on the way. Readers,
/// the generator and the tests all use it. Call in this order: target; vertex code, vertex types, compute
/// sets and their vertices; steps, equivalence classes; variables and their categories; lowered variables by
/// ascending tile; programs, root programs and functions; operation details, operations; execution and
/// cycles; finish. Ids must refer to rows added
/// before. Children, root programs, programs of functions and steps are exceptions: they may refer to
/// programs added later, and resolve() looks these up.
///
/// Errors have `item` ("lowered_variable, tile 3, column equivalence_class, entry 17"), `expected` and
/// `actual`; the reader adds the file.
class ProfileBuilder {
public:
    ProfileBuilder();
    ~ProfileBuilder();
    ProfileBuilder(ProfileBuilder&&) noexcept;
    ProfileBuilder& operator=(ProfileBuilder&&) noexcept;

    void setPath(std::string path);
    void setFiles(InputFilePtr profile, InputFilePtr debug);
    void addMeta(std::string key, std::string value);
    Result<Done> setTarget(Target target);
    void addEngineOption(EngineOption option);
    void addCompilePhase(CompilePhase phase);

    /// Store an array in the profile's pool. The caller passes it to one of the functions below, which fail
    /// if it has more entries than there are tiles.
    ByTile storeByTile(std::span<const uint32_t> entries);
    ByTile storeByTile(ByTileEncoder& array);

    Result<Done> addVertexCode(std::string name, ByTile bytes);
    Result<Done> addVertexType(uint32_t id, std::string name, uint32_t size);
    Result<Done> addComputeSet(uint32_t id, std::string name);
    Result<Done> addVertices(uint32_t computeSet, uint32_t vertexType, ByTile count);

    /// Adds the next step. resolve() looks up `program`.
    Result<Done> addStep(uint32_t program, uint64_t notAlwaysLiveBytes);
    /// Must be called after all steps are added. `intervals`: pairs of start and end, ascending.
    Result<Done> addEquivalenceClass(uint32_t id, std::span<const uint32_t> intervals);

    Result<Done> addVariable(Variable variable);
    /// Reserve memory for sizes that a reader knows beforehand, so that large columns never grow by copying:
    /// rows with the summed lengths of their lists.
    void reserveLowered(size_t rows);
    void reservePrograms(size_t rows, size_t children, size_t variables);
    void reserveOperationDetails(size_t rows, size_t programs, size_t variables);
    Result<Done> addVariableCategory(uint32_t id, std::string name);
    /// Adds a part of the names of lowered variables and returns its position.
    uint32_t addLoweredString(std::string_view text);
    /// Adds the lowered variables of one tile, in ascending order of tiles.
    Result<Done> addLoweredVariables(TileId tile, const LoweredColumns& columns);
    /// Adds lowered variables in any order of tiles, for formats that neither group them nor state which
    /// variables are always live: those of which a lowered variable is live in all steps. `tile` is a column
    /// like the others. A variable that is not known counts as none. Call groupLoweredByTile() after the last
    /// ones. It calls advance(fraction) at least every few dozen milliseconds, and returns false if that has
    /// returned false.
    Result<Done> addLoweredRows(std::span<const uint32_t> tile, const LoweredColumns& columns);
    bool groupLoweredByTile(const std::function<bool(double)>& advance);

    /// `variables` are ids of lowered variables and `computeSet` is an id of the file. program.computeSet is
    /// ignored.
    Result<Done> addProgram(Program program, std::optional<uint32_t> computeSet,
                            std::span<const uint32_t> children, std::span<const uint32_t> variables);
    Result<Done> addRootProgram(uint32_t program);
    void addFunctionProgram(uint32_t function, uint32_t program);

    Result<Done> addTileMemory(std::string category, ByTile bytes);

    /// `programs` and `variables` are ids of the file.
    Result<Done> addOperationDetail(OperationDetail detail, std::span<const uint32_t> programs,
                                    std::span<const uint32_t> variables);
    /// `programs` and `variables` are positions in profile().
    Result<Done> addOperationDetail(OperationDetail detail, std::span<const ProgramIndex> programs,
                                    std::span<const LoweredIndex> variables);
    /// Must be called after the operation's detail is added.
    Result<Done> addOperation(uint32_t uid, std::string name);
    /// Sets the place in the user's source of an operation that was added before.
    void setLocation(DetailIndex detail, SourceLocation location);

    Result<Done> addExecutionRun(uint32_t id, std::string name);
    /// `program` is an id of the file. step.program is ignored.
    Result<Done> addExecutionStep(ExecutionStep step, std::optional<uint32_t> program);
    /// `cycles` has an entry for each tile of the IPU.
    Result<Done> addEstimatedCycles(uint32_t program, uint32_t ipu, ByTile cycles);
    Result<Done> addMeasuredCycles(uint32_t step, uint32_t ipu, ByTile cycles);

    void setDebug(std::shared_ptr<const DebugContexts> debug);
    void addNote(LoadNote note);

    /// What was added so far. After resolve(), its program tree is complete.
    const Profile& profile() const;

    /// Looks up the programs of children, roots and steps, and checks for cycles, so that operations can be
    /// derived from the tree. finish() calls it if it has not been called.
    Result<Done> resolve();

    /// Runs the checks that need the whole profile and returns the profile. The builder is empty afterwards.
    Outcome<ProfilePtr> finish(std::stop_token stop = {});

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace tileline
