// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/inputfile.h"
#include "core/base/lists.h"
#include "core/profile/bytile.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tileline {

/// One entry of the list of operations (table `operation`). The same code can be called several times, under
/// different names: then several entries share a detail.
struct Operation {
    DetailIndex detail;
    std::string name; ///< as in the profile; core/layers derives PopLiner's name from it
};

/// A place in the user's source.
struct SourceLocation {
    std::string file;
    std::string function;
    uint32_t line = 0; ///< 0 if unknown

    bool operator==(const SourceLocation&) const = default;
};

/// The fields of an operation's debug context that Tileline uses.
struct OperationDebug {
    std::vector<std::string> inputs;       ///< names of its inputs, in order
    std::vector<std::string> outputs;      ///< names of its outputs, in order
    std::string opid;                      ///< "domain.Type:version"; empty if unknown
    std::optional<std::string> instanceId; ///< as text; whole numbers have no decimal point
    std::optional<std::string> tensorId;   ///< set for a tensor
    std::string elementType;               ///< of a tensor: "FLOAT16"; empty if unknown
    std::string json;                      ///< all fields, as one JSON object
};

/// What is known about an operation (table `operation_detail`). Its programs and lowered variables are in
/// Profile::operationPrograms and Profile::operationVariables, at the same position.
struct OperationDetail {
    uint32_t uid = 0;
    /// First and last liveness step in which one of its programs runs (inclusive); empty if none of them runs
    /// in any step.
    std::optional<StepIndex> firstStep;
    std::optional<StepIndex> lastStep;
    OperationDebug debug;
    std::optional<SourceLocation> location; ///< from the debug information, if it was read
};

/// The software layer that wrote a debug context. Layers with unknown names are Other.
enum class ContextLayer : uint8_t {
    Other,
    Poptorch,
    Onnx,
    Popart,
    PopartBuilder,
    Popxl,
    Poplibs,
    XlaOp,
    HloInstruction,
    Poplar
};

/// What a layer is called in the file, and the fields in its contexts that hold the name and the type of the
/// operation. Empty if there is none.
struct ContextLayerNames {
    std::string_view layer;
    std::string_view operationName{};
    std::string_view operationType{};
};
/// By ContextLayer.
inline constexpr std::array<ContextLayerNames, 10> ContextLayers{{{""},
                                                                  {"poptorch", "op_name", "op_type"},
                                                                  {"onnx", "opName", "opType"},
                                                                  {"popart", "", "opid"},
                                                                  {"popartbuilder"},
                                                                  {"popxl"},
                                                                  {"poplibs"},
                                                                  {"xla_op", "op_name", "op_type"},
                                                                  {"hloinstruction", "", "opcode"},
                                                                  {"poplar"}}};
constexpr const ContextLayerNames& namesOf(ContextLayer layer) {
    return ContextLayers[static_cast<size_t>(layer)];
}

/// One debug context, reduced to what Tileline uses.
struct DebugContext {
    uint64_t id = 0;
    uint64_t parent = 0; ///< id of the parent; 0: a root
    ContextLayer layer = ContextLayer::Other;
    bool discard = false;
    std::string name;          ///< its own name, or the function of poplibs that made it; not of frameworks
    std::string operationName; ///< op_name (poptorch, xla_op) or opName (onnx)
    std::string
        operationType; ///< opid (popart), opType (onnx), op_type (poptorch, xla_op), opcode (hloinstruction)
    OperationDebug debug;    ///< empty unless operations are derived from the contexts
    SourceLocation location; ///< empty if unknown
};

/// The contexts of a debug.cbor or debug.json. Parents form no cycle. A context whose parent is unknown is a
/// root.
struct DebugContexts {
    std::vector<DebugContext> contexts;
    std::unordered_map<uint64_t, uint32_t> positionOf; ///< context id → position

    const DebugContext* find(uint64_t id) const {
        const auto found = positionOf.find(id);
        return found == positionOf.end() ? nullptr : &contexts[found->second];
    }
};

/// The program types that the estimate treats differently. Other type names can occur; `Program::type` has
/// the name.
enum class ProgramKind : uint8_t { Other, OnTileExecute, DoExchange, Call };

/// A node of the program tree (table `program`).
struct Program {
    uint32_t id = 0; ///< the id that the file uses; unique
    ProgramKind kind = ProgramKind::Other;
    std::string type; ///< libpva's program type name
    std::string name;
    std::optional<uint64_t> debugContext;
    std::optional<ComputeSetIndex> computeSet;
    std::optional<uint64_t> repeatCount; ///< of a Repeat with a constant count
    std::optional<uint32_t> function;    ///< id of the function that a Call calls, if the format names it
    ByTile controlCode;                  ///< bytes; includes the control code of the children
    ByTile codeBytes;                    ///< bytes of exchange code
};

/// One of the programs of a function. The Call programs that name it have these programs as their children.
struct FunctionProgram {
    uint32_t function = 0;
    ProgramIndex program;
};

/// Instances of one vertex type in a compute set.
struct VertexInstances {
    VertexTypeIndex type;
    ByTile count;
};

struct ComputeSet {
    uint32_t id = 0;
    std::string name;
    std::vector<VertexInstances> vertices;
};

/// Several types can have the same name but different sizes.
struct VertexType {
    uint32_t id = 0;
    std::string name;
    uint32_t size = 0;                   ///< state bytes of one instance
    std::optional<VertexNameIndex> code; ///< the entry of Profile::vertexCode with that name, if there is one
};

/// Code bytes of the vertices with one name on each tile (table `vertex_code`).
struct VertexCode {
    std::string name;
    ByTile bytes;
};

/// Memory of one Mk2 or Bow tile in bytes. PopLiner knows no other; Tileline asks the profile
/// (MemoryLimits::of).
inline constexpr uint64_t DefaultMemoryPerTile = 638976;

/// What the model was compiled for (table `target`).
struct Target {
    std::string architecture;
    uint32_t numIpus = 1;
    uint32_t tilesPerIpu = 0;
    uint32_t numTiles = 0; ///< over all IPUs and replicas
    uint64_t bytesPerTile = DefaultMemoryPerTile;
    uint64_t clockHz = 0;
    uint32_t numReplicas = 1;

    bool operator==(const Target&) const = default;
};

/// A variable before lowering, as the model's author knows it (table `variable`).
struct Variable {
    uint32_t id = 0;
    std::string name;
    std::optional<uint64_t> debugContext;
    bool alwaysLive = false;
    std::string elementType;                 ///< empty if unknown
    std::string shape;                       ///< empty if unknown
    std::vector<uint64_t> furtherContexts{}; ///< if it has several debug contexts: those after the first
};

/// What Poplar uses a lowered variable for (profile.pop: table `var_categories`).
struct VariableCategory {
    uint32_t id = 0;
    std::string name; ///< variable, vertexCode, stack, ... (the set is open)
};

/// Bits of LoweredVariables::flags.
namespace LoweredFlag {
inline constexpr uint32_t Allocated = 1U << 0U; ///< if not, the variable has a size but no place in memory
inline constexpr uint32_t Constant = 1U << 1U;
inline constexpr uint32_t Executable = 1U << 3U;
inline constexpr uint32_t VertexCode = 1U << 4U;
inline constexpr uint32_t LowMemory = 1U << 5U;
inline constexpr uint32_t StartSection = 1U << 6U;
inline constexpr uint32_t Interleaved = 1U << 7U;
inline constexpr uint32_t UsedByVertices = 1U << 8U;
} // namespace LoweredFlag

/// LoweredVariables::category of a variable without one.
inline constexpr uint8_t NoCategory = 0xFF;

/// The parts of variables that lie on tiles (table `lowered_variable`), as parallel columns ordered by tile;
/// within a tile in the file's order. Row i is LoweredIndex{i}.
struct LoweredVariables {
    std::vector<size_t> tileBegin{
        0};                      ///< numTiles + 1 entries: rows of tile t are [tileBegin[t], tileBegin[t+1])
    std::vector<uint32_t> id;    ///< the file's ids, unique over all tiles
    std::vector<uint32_t> bytes; ///< size in bytes
    std::vector<ClassIndex> liveClass;   ///< equivalence class
    std::vector<VariableIndex> variable; ///< NoId if there is none

    // Columns that not every format has. They are empty if no tile has any value.
    std::vector<uint32_t> address;         ///< byte offset in the tile; NoId if unknown
    std::vector<uint8_t> category;         ///< position in Profile::variableCategories; NoCategory if unknown
    std::vector<uint32_t> flags;           ///< see LoweredFlag
    std::vector<uint32_t> nameBase;        ///< position in `strings`; NoId: no name
    std::vector<uint32_t> nameVertexField; ///< number of the vertex field that is part of the name, or NoId
    std::vector<uint32_t> nameSuffix;      ///< position in `strings`; NoId: no suffix
    StringPool strings;                    ///< the parts of names, which many variables share

    size_t size() const { return id.size(); }
    uint8_t categoryOf(size_t row) const { return category.empty() ? NoCategory : category[row]; }
    /// Whether it has a flag; `unknown` if the format has no flags.
    bool has(uint32_t flag, size_t row, bool unknown) const {
        return flags.empty() ? unknown : (flags[row] & flag) != 0;
    }
    /// Tile of a row, by binary search.
    TileId tileOf(LoweredIndex row) const;
    /// The name of the variable itself, which is not that of the variable before lowering. Names are not
    /// unique. Empty if unknown.
    std::string nameOf(LoweredIndex row) const;
};

struct ExecutionRun {
    uint32_t id = 0;
    std::string name;
};

/// One step of a run on one IPU (table `execution_step`). A model that ran out of memory has no such steps.
struct ExecutionStep {
    uint32_t run = 0; ///< ExecutionRun::id
    uint32_t step = 0;
    std::optional<ProgramIndex> program; ///< none: a synchronisation that belongs to no program
    uint32_t ipu = 0;
    uint64_t cyclesFrom = 0;
    uint64_t cyclesTo = 0;
    std::optional<uint64_t> activeTiles;
    std::optional<double> tileBalance;
    std::optional<uint64_t> dataIn;  ///< bytes
    std::optional<uint64_t> dataOut; ///< bytes
};

/// Cycles that Poplar expects a program to take on each tile of one IPU.
struct EstimatedCycles {
    ProgramIndex program;
    uint32_t ipu = 0;
    ByTile cycles; ///< entry 0 is for the first tile of the IPU
};

/// Cycles that an execution step took on each tile of one IPU.
struct MeasuredCycles {
    uint32_t step = 0; ///< ExecutionStep::step
    uint32_t ipu = 0;
    ByTile cycles; ///< entry 0 is for the first tile of the IPU
};

/// Bytes per tile of one memory category, as Poplar counted them (table `tile_memory`).
struct TileMemoryCategory {
    /// total.includingGaps, alwaysLive, category.vertexCode, ... (the set is open). The parts of a category
    /// have the names category.NAME.REGION.OVERLAP: the region is one of interleaved, nonInterleaved and
    /// overflowed; the overlap is one of overlapped, if another variable uses the same addresses at another
    /// time, and nonOverlapped.
    std::string name;
    ByTile bytes;

    /// Whether this is a whole category, "category.NAME".
    bool isCategory() const;
};

/// A phase of the compilation.
struct CompilePhase {
    std::string name;
    uint64_t start = 0;    ///< microseconds since some start that all phases share
    uint64_t duration = 0; ///< microseconds
};

/// An option of Poplar's engine that the model was compiled with.
struct EngineOption {
    std::string name;
    std::string value;
    bool isDefault = false;
};

/// Something about the load that the user should know although the file has no error.
struct LoadNote {
    enum class Kind {
        OperationsFromDebug,    ///< no operation tables: operations are derived from debug information
        OperationsFromPrograms, ///< no framework left any: named programs stand in for operations
        NoDebugInformation,     ///< no debug.cbor beside the profile (`detail`: one that is not readable)
        DebugFromOtherProfile,  ///< the profile refers to none of the contexts in the debug information
        NoExecution,            ///< the model was never run
        SeveralIpusOrReplicas,  ///< num_tiles differs from tiles_per_ipu: the estimate is not valid
        UnknownParentContexts,  ///< debug contexts whose parent is not in the file (count)
        OperationsWithoutSteps, ///< operations with programs, none of which occurs in a liveness step (count)
        NoOperations,       ///< no layers; debug information is there (count 1), or not (count 0; `detail` as
                            ///< above)
        NoLoweredVariables, ///< Poplar was not asked to write them: no estimate
        OperationsTruncated, ///< operations come from debug information that ends too early (`detail`: where)
        DebugTruncated,      ///< debug information ends too early (`detail`: where): no source lines
        OtherProfileBeside,  ///< `detail` is the path of a Tileline profile beside it, of another compilation
        NewerFormat,         ///< a newer minor version of the format (named in `detail`) than is known
        MissingInSource,     ///< the exporter could not get a part of the profile (named in `detail`)
    };
    Kind kind{};
    uint64_t count = 0;
    std::string detail;
};

/// Whether the figures of a plan are not valid because of a note, so that exporting it has to be asked for.
constexpr bool voidsPlan(LoadNote::Kind kind) {
    return kind == LoadNote::Kind::OperationsTruncated;
}

/// A profile: everything that was read. Immutable and shared between threads. ProfileBuilder makes it and
/// checks its invariants: every index is valid, lists have the lengths that the fields state, steps and tiles
/// are in range, the program tree has no cycle, and the bytes on a tile sum to less than 2^31.
struct Profile {
    std::string path;       ///< path of the profile file, as the user gave it
    InputFilePtr file;      ///< that file, so that nothing replaces it while the profile is in use
    InputFilePtr debugFile; ///< null if there was none
    std::vector<std::pair<std::string, std::string>> meta;
    Target target;
    std::vector<EngineOption> engineOptions;
    std::vector<CompilePhase> compilePhases;

    std::vector<Program> programs;
    Lists<ProgramIndex> programChildren;  ///< by program
    Lists<LoweredIndex> programVariables; ///< by program: the lowered variables that it uses
    std::vector<ProgramIndex> rootPrograms;
    std::vector<FunctionProgram> functionPrograms; ///< by function; the programs of one in order
    std::vector<ComputeSet> computeSets;
    std::vector<VertexType> vertexTypes;
    std::vector<VertexCode> vertexCode;

    std::vector<ProgramIndex> stepProgram;     ///< by liveness step
    std::vector<uint64_t> stepNotAlwaysLive;   ///< by liveness step: not-always-live bytes, summed over tiles
    std::vector<uint32_t> equivalenceClassIds; ///< the file's ids
    Lists<StepInterval> equivalenceClasses;    ///< by class: when its variables are live, ascending, disjoint

    std::vector<Variable> variables;
    std::vector<VariableCategory> variableCategories;
    LoweredVariables lowered;
    std::vector<TileMemoryCategory> tileMemory;

    std::vector<Operation> operations;
    std::vector<OperationDetail> operationDetails;
    Lists<ProgramIndex> operationPrograms;  ///< by detail
    Lists<LoweredIndex> operationVariables; ///< by detail

    std::vector<ExecutionRun> executionRuns;
    std::vector<ExecutionStep> executionSteps;
    std::vector<EstimatedCycles> estimatedCycles;
    std::vector<MeasuredCycles> measuredCycles;

    std::shared_ptr<const DebugContexts> debug; ///< null if there was no debug file
    std::vector<LoadNote> notes;

    U32Pool byTile; ///< storage of all ByTile arrays above

    uint32_t stepCount() const { return static_cast<uint32_t>(stepProgram.size()); }
    /// By program: the liveness steps in which it runs, ascending.
    std::vector<std::vector<uint32_t>> stepsOfPrograms() const;
    /// The first note of a kind; null if there is none.
    const LoadNote* findNote(LoadNote::Kind kind) const;
    const TileMemoryCategory* findTileMemory(std::string_view category) const;
    /// The value of a meta key; empty if there is no such key.
    std::string_view metaValue(std::string_view key) const;
    /// Whether the operations are those of a framework. Otherwise named programs stand in for them, or there
    /// are none.
    bool hasFrameworkOperations() const {
        return !operations.empty() && findNote(LoadNote::Kind::OperationsFromPrograms) == nullptr;
    }
};

using ProfilePtr = std::shared_ptr<const Profile>;

} // namespace tileline
