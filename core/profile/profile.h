// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/inputfile.h"
#include "core/base/lists.h"
#include "core/profile/bytile.h"

#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tileline {

/// An operation of the model (table `operation`). If the same code is called several times under different
/// names, there is an operation for each name, and these operations share one OperationDetail.
struct Operation {
    DetailIndex detail;
    std::string name; ///< as in the profile; core/layers derives PopLiner's name from it
};

/// A position in the source code of the user's program.
struct SourceLocation {
    std::string file;
    std::string function;
    uint32_t line = 0; ///< 0 if unknown

    bool operator==(const SourceLocation&) const = default;
};

/// The fields that Tileline uses from an operation's debug context.
struct OperationDebug {
    /// The bytes that `inputs` and `outputs` take, not counting the characters of the names.
    size_t bytesOfNames() const { return (inputs.size() + outputs.size()) * sizeof(std::string); }

    std::vector<std::string> inputs;       ///< names of the operation's inputs, in order
    std::vector<std::string> outputs;      ///< names of the operation's outputs, in order
    std::string opid;                      ///< in the form "domain.Type:version"; empty if unknown
    std::optional<std::string> instanceId; ///< as text; a whole number is written without a decimal point
    std::optional<std::string> tensorId;   ///< set for a tensor
    std::string elementType;               ///< type of a tensor, such as "FLOAT16"; empty if unknown
    std::string json;                      ///< all fields, as one JSON object
};

/// The details of an operation (table `operation_detail`). The operation's programs and lowered variables are
/// in Profile::operationPrograms and Profile::operationVariables, at the position of the OperationDetail.
struct OperationDetail {
    uint32_t uid = 0;
    /// The first and the last liveness step (inclusive) in which a program of the operation runs; both are
    /// empty if none of its programs runs in any step.
    std::optional<StepIndex> firstStep;
    std::optional<StepIndex> lastStep;
    OperationDebug debug;
    std::optional<SourceLocation> location; ///< empty if unknown, or if no debug information was read
};

/// The software layer that wrote a debug context. A software layer with an unknown name is Other.
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

/// The name that the file gives to a software layer, and the keys under which the layer's contexts state the
/// name and type of an operation. A key that these contexts do not have is empty.
struct ContextLayerNames {
    std::string_view layer;
    std::string_view operationName{};
    std::string_view operationType{};
};
/// All known software layers, in the order of ContextLayer.
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

/// One debug context, reduced to the data that Tileline uses.
struct DebugContext {
    uint64_t id = 0;
    uint64_t parent = 0; ///< id of the parent; 0 for a root
    ContextLayer layer = ContextLayer::Other;
    bool discard = false;
    std::string name;          ///< name of the context, or of the function (poplibs); empty for frameworks
    std::string operationName; ///< op_name (poptorch, xla_op) or opName (onnx)
    std::string
        operationType; ///< opid (popart), opType (onnx), op_type (poptorch, xla_op), opcode (hloinstruction)
    OperationDebug debug;    ///< empty unless operations are derived from the contexts
    SourceLocation location; ///< empty if unknown
};

/// The contexts of a debug.cbor or debug.json. The links to parents form no cycle. A context whose parent is
/// not in the file is a root.
struct DebugContexts {
    std::vector<DebugContext> contexts;
    std::unordered_map<uint64_t, uint32_t> positionOf; ///< context id → position

    const DebugContext* find(uint64_t id) const {
        const auto found = positionOf.find(id);
        return found == positionOf.end() ? nullptr : &contexts[found->second];
    }
};

/// The program types that the estimate distinguishes. All other types have the kind Other; `Program::type` is
/// the name of the type.
enum class ProgramKind : uint8_t { Other, OnTileExecute, DoExchange, Call };

/// A node of the program tree (table `program`).
struct Program {
    uint32_t id = 0; ///< the id that the file uses; unique
    ProgramKind kind = ProgramKind::Other;
    std::string type; ///< name of the program type in libpva
    std::string name;
    std::optional<uint64_t> debugContext;
    std::optional<ComputeSetIndex> computeSet;
    std::optional<uint64_t> repeatCount; ///< number of iterations of a Repeat, if that number is constant
    std::optional<uint32_t> function;    ///< id of the function that a Call calls, if the format names it
    ByTile controlCode;                  ///< bytes by tile, including the control code of child programs
    ByTile codeBytes;                    ///< bytes of exchange code by tile
};

/// One program of a function, and thus a child of every Call program that calls the function.
struct FunctionProgram {
    uint32_t function = 0;
    ProgramIndex program;
};

/// The instances of one vertex type in a compute set.
struct VertexInstances {
    VertexTypeIndex type;
    ByTile count;
};

struct ComputeSet {
    uint32_t id = 0;
    std::string name;
    std::vector<VertexInstances> vertices;
    std::optional<uint64_t> flops; ///< Poplar's estimate, summed over all tiles
};

/// A vertex type (table `vertex_type`). Several vertex types can share a name but differ in size.
struct VertexType {
    uint32_t id = 0;
    std::string name;
    uint32_t size = 0;                   ///< state bytes of one instance
    std::optional<VertexNameIndex> code; ///< position in Profile::vertexCode; empty if there is no code
};

/// The code bytes on each tile for all vertex types that share a name (table `vertex_code`).
struct VertexCode {
    std::string name;
    ByTile bytes;
};

/// The bytes of memory on one tile of an Mk2 or Bow IPU. PopLiner always assumes this size; Tileline takes
/// the size from the profile (MemoryLimits::of).
inline constexpr uint64_t DefaultMemoryPerTile = 638976;

/// The hardware for which the model was compiled (table `target`).
struct Target {
    std::string architecture;
    uint32_t numIpus = 1;
    uint32_t tilesPerIpu = 0;
    uint32_t numTiles = 0; ///< number of tiles of all IPUs and replicas together
    uint64_t bytesPerTile = DefaultMemoryPerTile;
    uint64_t clockHz = 0;
    uint32_t numReplicas = 1;

    /// Whether there are several IPUs, counting those of replicas. Plans require a profile of a single IPU.
    bool hasSeveralIpus() const { return numTiles != tilesPerIpu; }
    /// The number of IPUs that together have `numTiles` tiles, including the IPUs of all replicas.
    uint32_t ipusOfTiles() const { return tilesPerIpu == 0 ? 0 : numTiles / tilesPerIpu; }

    bool operator==(const Target&) const = default;
};

/// A variable as the model's author knows it, before lowering splits it over tiles (table `variable`).
struct Variable {
    uint32_t id = 0;
    std::string name;
    std::optional<uint64_t> debugContext;
    bool alwaysLive = false;
    std::string elementType;                 ///< empty if unknown
    std::string shape;                       ///< empty if unknown
    std::vector<uint64_t> furtherContexts{}; ///< debug contexts after the first one, if there are several
};

/// What Poplar uses a lowered variable for (in profile.pop: table `var_categories`).
struct VariableCategory {
    uint32_t id = 0;
    std::string name; ///< such as variable, vertexCode or stack; others may occur
};

/// Bits of LoweredVariables::flags.
namespace LoweredFlag {
inline constexpr uint32_t Allocated = 1U << 0U; ///< a variable without this flag has no address
inline constexpr uint32_t Constant = 1U << 1U;
inline constexpr uint32_t Executable = 1U << 3U;
inline constexpr uint32_t VertexCode = 1U << 4U;
inline constexpr uint32_t LowMemory = 1U << 5U;
inline constexpr uint32_t StartSection = 1U << 6U;
inline constexpr uint32_t Interleaved = 1U << 7U;
inline constexpr uint32_t UsedByVertices = 1U << 8U;
} // namespace LoweredFlag

/// The value of LoweredVariables::category for variables without a category.
inline constexpr uint8_t NoCategory = 0xFF;

/// The lowered variables (table `lowered_variable`), as parallel columns. A lowered variable is the part of a
/// variable on one tile. The rows are ordered by tile and, within a tile, as in the file. Row i is
/// LoweredIndex{i}.
struct LoweredVariables {
    std::vector<size_t> tileBegin{
        0};                      ///< numTiles + 1 values; tile t has the rows [tileBegin[t], tileBegin[t+1])
    std::vector<uint32_t> id;    ///< ids in the file, unique over all tiles
    std::vector<uint32_t> bytes; ///< size in bytes
    std::vector<ClassIndex> liveClass;   ///< equivalence class, which determines the live steps
    std::vector<VariableIndex> variable; ///< NoId if there is none

    // The columns from here on are not in every format. A column is empty if no lowered variable has a value
    // for it.
    std::vector<uint32_t> address;         ///< byte offset in the tile; NoId if unknown
    std::vector<uint8_t> category;         ///< position in Profile::variableCategories; NoCategory if unknown
    std::vector<uint32_t> flags;           ///< see LoweredFlag
    std::vector<uint32_t> nameBase;        ///< position in `strings`; NoId: no name
    std::vector<uint32_t> nameVertexField; ///< number of the vertex field in the name; NoId: none
    std::vector<uint32_t> nameSuffix;      ///< position in `strings`; NoId: no suffix
    StringPool strings;                    ///< the parts of names, which many variables share

    size_t size() const { return id.size(); }
    uint8_t categoryOf(size_t row) const { return category.empty() ? NoCategory : category[row]; }
    /// Whether a lowered variable has the given flag; returns `unknown` if the format has no flags.
    bool has(uint32_t flag, size_t row, bool unknown) const {
        return flags.empty() ? unknown : (flags[row] & flag) != 0;
    }
    /// Finds the tile of a row by binary search.
    TileId tileOf(LoweredIndex row) const;
    /// The name of the lowered variable itself, which differs from the name of the variable before lowering.
    /// Names are not unique. The result is empty if the name is unknown.
    std::string nameOf(LoweredIndex row) const;
};

struct ExecutionRun {
    uint32_t id = 0;
    std::string name;
    std::optional<uint64_t> startUs{};   ///< microseconds since 1970
    std::optional<uint64_t> elapsedUs{}; ///< microseconds
};

/// The data about one IPU in a run (table `run_ipu`).
struct RunOnIpu {
    uint32_t run = 0; ///< ExecutionRun::id
    uint32_t ipu = 0;
    std::optional<uint64_t> clockHz{};
    std::optional<uint64_t> cyclesFrom{}; ///< from the same cycle counter as the times of blocks
    std::optional<uint64_t> cyclesTo{};
};

/// One step of a run on one IPU (table `execution_step`). A model that ran out of memory has no such steps.
struct ExecutionStep {
    uint32_t run = 0; ///< ExecutionRun::id
    uint32_t step = 0;
    std::optional<ProgramIndex> program; ///< empty for a synchronisation that belongs to no program
    uint32_t ipu = 0;
    uint64_t cyclesFrom = 0;
    uint64_t cyclesTo = 0;
    std::optional<uint32_t> activeTiles;
    std::optional<double> tileBalance;
    std::optional<uint64_t> dataIn;  ///< bytes
    std::optional<uint64_t> dataOut; ///< bytes
    /// The number of cycles of the slowest tile. Tiles start at different times, so cyclesTo - cyclesFrom can
    /// be greater. Empty if the slowest tile takes exactly cyclesTo - cyclesFrom cycles.
    std::optional<uint64_t> cycles{};

    uint64_t length() const { return cycles.value_or(cyclesTo - cyclesFrom); }
};

/// A column with optional values. The column takes no memory until the first row with a value is added.
template <class T>
class OptionalColumn {
public:
    void append(size_t row, const std::optional<T>& value) {
        if (value || !m_values.empty()) {
            m_values.resize(row, None);
            m_values.push_back(value.value_or(None));
        }
    }
    std::optional<T> operator[](size_t row) const {
        return row < m_values.size() && m_values[row] == m_values[row] && m_values[row] != None
                   ? std::optional(m_values[row])
                   : std::nullopt;
    }
    void shrink_to_fit() { m_values.shrink_to_fit(); }
    size_t byteSize() const { return m_values.capacity() * sizeof(T); }

private:
    static constexpr T None = std::numeric_limits<T>::has_quiet_NaN ? std::numeric_limits<T>::quiet_NaN()
                                                                    : std::numeric_limits<T>::max();
    std::vector<T> m_values; ///< may be shorter than the column; rows beyond its end have no value
};

/// The steps of all runs on all IPUs, in the order of the file. There can be millions of steps, so the data
/// is stored in columns. The columns take 32 bytes per step; an optional column takes memory only if a step
/// has a value in it.
class ExecutionSteps {
public:
    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = ExecutionStep;
        using difference_type = std::ptrdiff_t;
        using pointer = const ExecutionStep*;
        using reference = ExecutionStep;

        Iterator(const ExecutionSteps& steps, size_t row)
            : m_steps(&steps)
            , m_row(row) {}
        ExecutionStep operator*() const { return (*m_steps)[m_row]; }
        Iterator& operator++() {
            ++m_row;
            return *this;
        }
        bool operator==(const Iterator& other) const { return m_row == other.m_row; }

    private:
        const ExecutionSteps* m_steps;
        size_t m_row;
    };

    size_t size() const { return m_step.size(); }
    bool empty() const { return m_step.empty(); }
    ExecutionStep operator[](size_t row) const;
    uint32_t run(size_t row) const { return m_run[row]; }
    uint32_t step(size_t row) const { return m_step[row]; }
    uint32_t ipu(size_t row) const { return m_ipu[row]; }
    uint64_t from(size_t row) const { return m_from[row]; }
    uint64_t to(size_t row) const { return m_to[row]; }
    uint64_t length(size_t row) const { return m_cycles[row].value_or(m_to[row] - m_from[row]); }
    std::optional<double> tileBalance(size_t row) const { return m_tileBalance[row]; }
    std::optional<ProgramIndex> program(size_t row) const {
        return m_program[row] == NoId ? std::nullopt : std::optional(ProgramIndex{m_program[row]});
    }
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, size()}; }
    void append(const ExecutionStep& step);
    /// Frees the memory that is reserved for further steps.
    void shrink();
    size_t byteSize() const;

private:
    std::vector<uint32_t> m_run;
    std::vector<uint32_t> m_step;
    std::vector<uint32_t> m_program; ///< NoId if the step has no program
    std::vector<uint32_t> m_ipu;
    std::vector<uint64_t> m_from;
    std::vector<uint64_t> m_to;
    OptionalColumn<uint64_t> m_cycles;
    OptionalColumn<uint32_t> m_activeTiles;
    OptionalColumn<double> m_tileBalance;
    OptionalColumn<uint64_t> m_dataIn;
    OptionalColumn<uint64_t> m_dataOut;
};

/// The kind of synchronisation of a step (table `step_sync`).
struct StepSync {
    uint32_t step = 0; ///< ExecutionStep::step
    uint32_t type = 0; ///< position in Profile::syncTypes
};

/// The kind of a block of light-weight profiling, numbered as in the file.
enum class BlockType : uint8_t { Common, StreamCopy, Overflow, Anonymous, Flush };
inline constexpr uint32_t BlockTypeCount = 5;

/// Something that one tile did, as recorded by light-weight profiling (table `block`). Blocks can be nested.
struct ExecutionBlock {
    uint32_t tile = 0;
    BlockType type{};
    std::optional<uint32_t> block; ///< id of the block, if it has one; can be the id of a program
    uint64_t cyclesFrom = 0;       ///< by the IPU's counter; the counters of IPUs start at different times
    uint64_t cyclesTo = 0;
};

/// Bytes that an IPU exchanges with the host and with other IPUs each time a program runs.
struct ProgramTraffic {
    ProgramIndex program;
    uint32_t ipu = 0;
    uint64_t in = 0;
    uint64_t out = 0;
};

/// The not-always-live bytes on an IPU from `step` until the next IpuStepBytes with the same `ipu`.
struct IpuStepBytes {
    uint32_t ipu = 0;
    StepIndex step;
    uint64_t notAlwaysLive = 0;

    auto operator<=>(const IpuStepBytes&) const = default;
};

/// The cycles that Poplar expects a program to take on each tile of one IPU.
struct EstimatedCycles {
    ProgramIndex program;
    uint32_t ipu = 0;
    ByTile cycles; ///< value 0 is that of the first tile of the IPU
};

/// The cycles that an execution step took on each tile of one IPU.
struct MeasuredCycles {
    uint32_t step = 0; ///< ExecutionStep::step
    uint32_t ipu = 0;
    ByTile cycles; ///< value 0 is that of the first tile of the IPU
};

/// The bytes of one memory category on each tile, as Poplar counted them (table `tile_memory`).
struct TileMemoryCategory {
    /// The name of the category, such as total.includingGaps, alwaysLive or category.vertexCode. The parts of
    /// a category are named category.NAME.REGION.OVERLAP. REGION is interleaved, nonInterleaved or
    /// overflowed. OVERLAP is overlapped if another variable uses the same addresses at another time,
    /// otherwise nonOverlapped.
    std::string name;
    ByTile bytes;

    /// Whether this is a whole category ("category.NAME") rather than a part of a category.
    bool isCategory() const;
};

struct CompilePhase {
    std::string name;
    uint64_t start = 0;    ///< microseconds since a point in time that is the same for all phases
    uint64_t duration = 0; ///< microseconds
};

/// An option of Poplar's engine, and its value when the model was compiled.
struct EngineOption {
    std::string name;
    std::string value;
    bool isDefault = false;
};

/// A fact about a loaded profile that the user should know, although it is not an error.
struct LoadNote {
    enum class Kind {
        OperationsFromDebug,    ///< no operation tables: operations are derived from debug information
        OperationsFromPrograms, ///< no operations of a framework: named programs stand in for operations
        NoDebugInformation,     ///< no debug.cbor beside the profile, or an unreadable one (`detail`: path)
        DebugFromOtherProfile,  ///< the profile refers to none of the contexts in the debug information
        NoExecution,            ///< the model was never run
        SeveralIpusOrReplicas,  ///< num_tiles differs from tiles_per_ipu: the estimate is not valid
        UnknownParentContexts,  ///< debug contexts (`count`) whose parent is not in the file
        OperationsWithoutSteps, ///< there are operations (`count`) whose programs run in no liveness step
        NoOperations, ///< no operations (`count`: 1 if debug information was read; `detail`: unreadable file)
        NoLoweredVariables,  ///< Poplar did not write lowered variables, so no memory can be estimated
        OperationsTruncated, ///< operations come from debug information that ends too early (`detail`: where)
        DebugTruncated, ///< debug information ends too early (`detail`: where): source lines may be missing
        OtherProfileBeside, ///< a Tileline profile of another compilation is beside the file (`detail`: path)
        NewerFormat,        ///< the format has a newer minor version (`detail`) than Tileline knows
        MissingInSource,    ///< the exporter could not get a part of the profile (named in `detail`)
    };
    Kind kind{};
    uint64_t count = 0;
    std::string detail;
};

/// Whether a note makes a plan's figures invalid. A plan with invalid figures is exported only if the user
/// insists.
constexpr bool voidsPlan(LoadNote::Kind kind) {
    return kind == LoadNote::Kind::OperationsTruncated;
}

/// A profile, with all data that was read. A profile is immutable and shared between threads. ProfileBuilder
/// builds the profile, and checks that every index is valid, that every list has its stated length, that
/// steps and tiles are in range, that the program tree has no cycle, and that the bytes on each tile add up
/// to less than 2^31.
struct Profile {
    std::string path;       ///< path of the profile file, as the user gave it
    InputFilePtr file;      ///< the profile file; Tileline does not replace it while this profile exists
    InputFilePtr debugFile; ///< the file with the debug information; null if there is none
    std::vector<std::pair<std::string, std::string>> meta;
    Target target;
    std::vector<EngineOption> engineOptions;
    std::vector<CompilePhase> compilePhases;

    std::vector<Program> programs;
    Lists<ProgramIndex> programChildren;  ///< by program
    Lists<LoweredIndex> programVariables; ///< by program: the lowered variables that it uses
    std::vector<ProgramIndex> rootPrograms;
    std::vector<FunctionProgram> functionPrograms; ///< sorted by function, then in the order of execution
    std::vector<ComputeSet> computeSets;
    std::vector<VertexType> vertexTypes;
    std::vector<VertexCode> vertexCode;

    std::vector<ProgramIndex> stepProgram;   ///< by liveness step
    std::vector<uint64_t> stepNotAlwaysLive; ///< by liveness step: not-always-live bytes, summed over tiles
    /// For a report of several IPUs: the not-always-live bytes of each IPU, with one element for each step in
    /// which they change. Sorted by IPU and step. Empty if the report does not state these bytes.
    std::vector<IpuStepBytes> ipuStepBytes;
    std::vector<uint32_t> equivalenceClassIds; ///< the file's ids
    Lists<StepInterval> equivalenceClasses;    ///< by class: its live intervals, ascending, disjoint

    std::vector<Variable> variables;
    std::vector<VariableCategory> variableCategories;
    LoweredVariables lowered;
    std::vector<TileMemoryCategory> tileMemory;

    std::vector<Operation> operations;
    std::vector<OperationDetail> operationDetails;
    Lists<ProgramIndex> operationPrograms;  ///< by detail
    Lists<LoweredIndex> operationVariables; ///< by detail

    std::vector<ExecutionRun> executionRuns;
    std::vector<RunOnIpu> runsOnIpus;
    ExecutionSteps executionSteps;
    std::vector<StepSync> stepSyncs; ///< sorted by step
    std::vector<std::string> syncTypes;
    std::vector<ExecutionBlock> blocks;
    std::optional<std::vector<ProgramTraffic>> programBytes; ///< empty if the format has no such data
    std::vector<EstimatedCycles> estimatedCycles;
    std::vector<MeasuredCycles> measuredCycles;

    std::shared_ptr<const DebugContexts> debug; ///< null if there was no debug file
    std::vector<LoadNote> notes;

    U32Pool byTile; ///< storage of all ByTile arrays above

    uint32_t stepCount() const { return static_cast<uint32_t>(stepProgram.size()); }
    /// For each program, the liveness steps in which it runs, ascending.
    std::vector<std::vector<uint32_t>> stepsOfPrograms() const;
    /// The first note of the given kind; null if there is none.
    const LoadNote* findNote(LoadNote::Kind kind) const;
    const TileMemoryCategory* findTileMemory(std::string_view category) const;
    /// The value of the given meta key; empty if there is no such key.
    std::string_view metaValue(std::string_view key) const;
    /// Whether the operations come from a framework: false if named programs stand in for operations, or if
    /// there are no operations.
    bool hasFrameworkOperations() const {
        return !operations.empty() && findNote(LoadNote::Kind::OperationsFromPrograms) == nullptr;
    }
};

using ProfilePtr = std::shared_ptr<const Profile>;

} // namespace tileline
