// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/profile.h"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>

namespace tileline {

/// Builds a Profile from parts that use the file's own ids, checking every invariant on the way. Readers,
/// the generator and the tests all go through it. Call in this order: target, vertex code and types, compute
/// sets and their vertices, classes' step count (steps), classes, variables, lowered variables by ascending
/// tile, programs, children and roots, operations, execution, finish. Ids refer to what was added before;
/// children and step programs may refer to programs added later and are resolved by finish().
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
    void addMeta(std::string key, std::string value);
    Result<Done> setTarget(Target target);

    /// A by-tile array in the profile's pool for the caller to fill before it hands it back to one of the
    /// functions below. `entries` more than the number of tiles: an error of those functions.
    std::span<uint32_t> allocateByTile(size_t entries);

    Result<Done> addVertexCode(std::string name, ByTile bytes);
    Result<Done> addVertexType(uint32_t id, std::string name, uint32_t size);
    Result<Done> addComputeSet(uint32_t id, std::string name);
    Result<Done> addVertices(uint32_t computeSet, uint32_t vertexType, ByTile count);

    /// Steps in order; `program` is resolved by finish().
    Result<Done> addStep(uint32_t program, uint64_t notAlwaysLiveBytes);
    /// After all steps. `intervals`: pairs start, end; ascending.
    Result<Done> addEquivalenceClass(uint32_t id, std::span<const uint32_t> intervals);

    Result<Done> addVariable(Variable variable);
    /// Sizes that a reader knows beforehand, so that large columns never grow by copying: rows, the summed
    /// lengths of their lists, and the entries of all by-tile arrays.
    void reserveByTile(size_t entries);
    void reserveLowered(size_t rows);
    void reservePrograms(size_t rows, size_t children, size_t variables);
    void reserveOperationDetails(size_t rows, size_t programs, size_t variables);
    /// The lowered variables of one tile; tiles ascending. Columns of one length; `variable` NoId for none;
    /// `address` empty where unknown.
    Result<Done> addLoweredVariables(TileId tile, std::span<const uint32_t> id,
                                     std::span<const uint32_t> bytes,
                                     std::span<const uint32_t> equivalenceClass,
                                     std::span<const uint32_t> variable, std::span<const uint32_t> address);

    /// `variables` are ids of lowered variables, `computeSet` a file id. program.computeSet is ignored.
    Result<Done> addProgram(Program program, std::optional<uint32_t> computeSet,
                            std::span<const uint32_t> children, std::span<const uint32_t> variables);
    Result<Done> addRootProgram(uint32_t program);

    Result<Done> addTileMemory(std::string category, ByTile bytes);

    /// `programs` and `variables` are file ids.
    Result<Done> addOperationDetail(OperationDetail detail, std::span<const uint32_t> programs,
                                    std::span<const uint32_t> variables);
    /// After the details.
    Result<Done> addOperation(uint32_t uid, std::string name);
    /// Where in the user's source an operation that was added comes from.
    void setLocation(DetailIndex detail, SourceLocation location);

    Result<Done> addExecutionRun(uint32_t id, std::string name);
    Result<Done> addExecutionStep(ExecutionStep step, uint32_t program);

    void setDebug(std::shared_ptr<const DebugContexts> debug);
    void addNote(LoadNote note);

    /// What was added so far. After resolve() it is complete but for the operations.
    const Profile& profile() const;

    /// Resolves children, roots and step programs and checks for cycles, so that operations can be derived
    /// from the tree. finish() calls it if nobody did.
    Result<Done> resolve();

    /// The checks that need the whole. The builder is empty afterwards.
    Outcome<ProfilePtr> finish(std::stop_token stop = {});

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace tileline
