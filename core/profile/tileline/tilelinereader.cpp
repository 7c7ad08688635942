// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/reading/sourceformats.h"

#include "core/base/parallel.h"
#include "core/profile/reading/valueevents.h"
#include "core/profile/tileline/tilelineformat.h"

#include <algorithm>
#include <array>

namespace tileline {

namespace {

/// Checks that each value of a column is NoId or a position in a list of `count` items.
void checkPositions(TableCursor& rows, int column, std::span<const uint32_t> positions, size_t count) {
    const auto wrong =
        std::ranges::find_if(positions, [&](uint32_t entry) { return entry >= count && entry != NoId; });
    if (wrong != positions.end()) {
        rows.fail(ErrorCode::UnknownId, column, "positions of lowered_string", std::to_string(*wrong));
    }
}

std::optional<StepIndex> stepOf(std::optional<uint32_t> step) {
    return step ? std::optional(StepIndex{*step}) : std::nullopt;
}

/// Reads the tables of a Tileline profile, and passes them to the builder.
class ProfileTables {
public:
    ProfileTables(Schema schema, LoadJob& job)
        : m_schema(std::move(schema))
        , m_job(job)
        , m_builder(job.builder) {}

    /// Two threads share the long tables, each with its own connection.
    Outcome<Done> readAll(const SourcePtr& source) {
        if (auto checked = checkSchema(); !checked) {
            return located(std::move(checked).failure(), "the schema");
        }
        m_job.meter.enter(Phase::ReadingPrograms);
        TRY(readTarget());
        TRY(readNames());
        TRY(readLiveness());
        m_builder.addVariablesLater();
        auto second = TRY(Database::openReadOnly(source, m_job.meter.stop()));
        Outcome<Done> variables = Done{};
        Outcome<Done> programs = Done{};
        Workers(2).forEach(2, 1, [&](size_t task, size_t, size_t) {
            if (task == 0) {
                programs = ProfileTables(m_schema.on(second), m_job).readPrograms();
            } else {
                variables = readVariables();
            }
        });
        TRY(variables);
        TRY(programs);
        TRY(readProgramTree());
        TRY(read(format::TileMemory, &ProfileBuilder::addTileMemory));
        return readExecution();
    }

private:
    Outcome<Done> checkSchema() {
        for (const auto tables : {format::tables(), format::addedTables()}) {
            for (const format::Table* table : tables) {
                TRY(m_schema.check(*table));
            }
        }
        m_job.operationsRead = m_schema.has(format::Operation);
        if (m_job.operationsRead != m_schema.has(format::OperationDetail)) {
            return errorAt(ErrorCode::MissingTable, "operation, operation_detail", "both tables or neither",
                           "one of them");
        }
        return Done{};
    }

    /// Passes the rows of a table to a function of the builder, or to another function (see readRows()). If
    /// the file does not have the table, there are no rows.
    template <class... Columns, class Use>
    Outcome<Done> read(const format::TableOf<Columns...>& table, const Use& use,
                       const char* needed = nullptr) {
        if constexpr (std::is_member_function_pointer_v<Use>) {
            return read(table, std::bind_front(use, &m_builder), needed);
        } else {
            return readRows({m_schema.select(table), table, m_job.meter}, table, m_builder, use, needed);
        }
    }

    Outcome<Done> readTarget() {
        TRY(read(format::Meta, [&](std::string key, std::string value) {
            if (key.starts_with(format::MissingPrefix)) {
                const std::string part = key.substr(format::MissingPrefix.size());
                m_builder.addNote({LoadNote::Kind::MissingInSource, 1, part + ": " + value});
            }
            m_builder.addMeta(std::move(key), std::move(value));
        }));
        TRY(read(
            format::Target, [&](auto... fields) { return m_builder.setTarget({std::move(fields)...}); },
            "one row"));
        TRY(read(format::EngineOption,
                 [&](auto... fields) { m_builder.addEngineOption({std::move(fields)...}); }));
        return read(format::CompilePhase,
                    [&](auto... fields) { m_builder.addCompilePhase({std::move(fields)...}); });
    }

    Outcome<Done> readNames() {
        TRY(read(format::VertexCode, &ProfileBuilder::addVertexCode));
        TRY(read(format::VertexType, &ProfileBuilder::addVertexType));
        return read(format::ComputeSet, &ProfileBuilder::addComputeSet);
    }

    Outcome<Done> readLiveness() {
        const auto addStep = [&](uint64_t, uint32_t program, uint64_t bytes) {
            return m_builder.addStep(program, bytes);
        };
        TRY(read(format::LivenessStep, addStep, "a row for each program step"));
        return read(format::LivenessIpu, [&](uint32_t ipu, uint32_t step, uint64_t bytes) {
            return m_builder.addIpuStepBytes({ipu, {step}, bytes});
        });
    }

    /// Reads equivalence classes, variables, lowered variables and the vertices of compute sets.
    Outcome<Done> readVariables() {
        m_job.meter.enter(Phase::ReadingVariables);
        TRY(read(format::EquivalenceClass, &ProfileBuilder::addEquivalenceClass));
        std::map<uint32_t, std::vector<uint64_t>> contexts;
        TRY(read(format::VariableContext,
                 [&](uint32_t variable, uint64_t context) { contexts[variable].push_back(context); }));
        const auto addVariable = [&](uint32_t id, std::string name, std::optional<uint64_t> context,
                                     bool alwaysLive, std::string elementType, std::string shape) {
            std::vector<uint64_t> further;
            if (auto own = contexts.extract(id)) {
                further = std::move(own.mapped());
                if (further.front() == context) {
                    further.erase(further.begin()); // the table repeats the first context
                }
            }
            return m_builder.addVariable({id, std::move(name), context, alwaysLive, std::move(elementType),
                                          std::move(shape), std::move(further)});
        };
        TRY(read(format::Variable, addVariable));
        if (!contexts.empty()) {
            return errorAt(ErrorCode::UnknownId, "variable_context, column variable", "ids of variables",
                           std::to_string(contexts.begin()->first));
        }
        TRY(read(format::VariableCategory, &ProfileBuilder::addVariableCategory));
        TRY(read(format::LoweredString,
                 [&](uint64_t, const std::string& text) { m_builder.addLoweredString(text); }));
        TRY(readLoweredVariables());
        return read(format::ComputeSetVertex, &ProfileBuilder::addVertices);
    }

    Outcome<Done> readLoweredVariables() {
        TRY(read(format::LoweredVariable,
                 [&](TableCursor& rows, uint32_t tile, auto... lists) -> Result<Done> {
                     const LoweredColumns columns{lists...};
                     const size_t strings = m_builder.profile().lowered.strings.size();
                     checkPositions(rows, 8, columns.nameBase, strings);
                     checkPositions(rows, 10, columns.nameSuffix, strings);
                     if (columns.nameBase.size() != columns.nameVertexField.size() ||
                         columns.nameBase.size() != columns.nameSuffix.size()) {
                         rows.fail(ErrorCode::BlobLength, 8,
                                   "as many values as name_vertex_field and name_suffix have",
                                   std::to_string(columns.nameBase.size()));
                     }
                     return rows.ok() ? m_builder.addLoweredVariables({tile}, columns) : Done{};
                 }));
        if (m_builder.profile().lowered.size() == 0) {
            m_builder.addNote({LoadNote::Kind::NoLoweredVariables, 0, {}});
        }
        return Done{};
    }

    Outcome<Done> readPrograms() {
        using Ids = std::span<const uint32_t>;
        TRY(read(format::Program,
                 [&](uint32_t id, std::string type, std::string name, std::optional<uint64_t> context,
                     std::optional<uint32_t> computeSet, Ids children, ByTile controlCode, ByTile codeBytes,
                     Ids variables, std::optional<uint64_t> repeatCount, std::optional<uint32_t> function) {
                     Program program{.id = id,
                                     .type = std::move(type),
                                     .name = std::move(name),
                                     .debugContext = context,
                                     .computeSet = {},
                                     .repeatCount = repeatCount,
                                     .function = function,
                                     .controlCode = controlCode,
                                     .codeBytes = codeBytes};
                     return m_builder.addProgram(std::move(program), computeSet, children, variables);
                 }));
        return readDetails();
    }

    Outcome<Done> readProgramTree() {
        TRY(read(format::RootProgram,
                 [&](uint64_t, uint32_t program) { m_builder.addRootProgram(program); }));
        std::vector<std::array<uint32_t, 3>> functions;
        TRY(read(format::FunctionProgram, [&](auto... fields) { functions.push_back({fields...}); }));
        std::ranges::sort(functions);
        for (const auto& [function, position, program] : functions) {
            m_builder.addFunctionProgram(function, program);
        }
        TRY(m_builder.resolve());
        m_job.meter.enter(Phase::ReadingOperations);
        return read(format::Operation, [&](uint64_t, uint32_t uid, std::string name) {
            return m_builder.addOperation(uid, std::move(name));
        });
    }

    Outcome<Done> readDetails() {
        using Ids = std::span<const uint32_t>;
        return read(
            format::OperationDetail,
            [&](TableCursor& rows, uint32_t uid, std::optional<uint32_t> firstStep,
                std::optional<uint32_t> lastStep, const std::string& json, Ids programs,
                Ids variables) -> Result<Done> {
                auto debug = readOperationDebug(json);
                if (!debug) {
                    rows.accept(std::move(debug).failure(), 3);
                    return Done{};
                }
                rows.accept(m_job.meter.spend(debug->bytesOfNames()), 3);
                OperationDetail detail{uid, stepOf(firstStep), stepOf(lastStep), *std::move(debug), {}};
                return m_builder.addOperationDetail(std::move(detail), programs, variables);
            });
    }

    Outcome<Done> readExecution() {
        TRY(read(format::ExecutionRun, &ProfileBuilder::addExecutionRun));
        TRY(read(format::RunTime, &ProfileBuilder::setRunTime));
        TRY(read(format::RunIpu, [&](auto... fields) { return m_builder.addRunOnIpu({fields...}); }));
        TRY(read(format::ExecutionStep,
                 [&](uint32_t run, uint32_t step, std::optional<uint32_t> program, auto... rest) {
                     return m_builder.addExecutionStep({run, step, std::nullopt, rest...}, program);
                 }));
        TRY(read(format::StepSync, &ProfileBuilder::addStepSync));
        TRY(read(format::Block, [&](uint32_t tile, uint64_t from, uint64_t to, std::optional<uint32_t> block,
                                    uint32_t type) {
            return m_builder.addBlock({tile, {}, block, from, to}, type);
        }));
        if (m_schema.has(format::ProgramBytes)) {
            m_builder.knowProgramBytes();
        }
        TRY(read(format::ProgramBytes, [&](uint32_t program, uint32_t ipu, uint64_t in, uint64_t out) {
            return m_builder.addProgramBytes(program, {{}, ipu, in, out});
        }));
        TRY(read(format::EstimatedCycles, &ProfileBuilder::addEstimatedCycles));
        return read(format::MeasuredCycles, &ProfileBuilder::addMeasuredCycles);
    }

    Schema m_schema;
    LoadJob& m_job;
    ProfileBuilder& m_builder;
};

} // namespace

std::span<const format::Table* const> format::tables() {
    static const auto all =
        format::listOf(Meta, Target, Program, RootProgram, ComputeSet, ComputeSetVertex, VertexType,
                       VertexCode, LivenessStep, EquivalenceClass, Variable, LoweredVariable, TileMemory,
                       Operation, OperationDetail, ExecutionRun, ExecutionStep);
    return all;
}

std::span<const format::Table* const> format::addedTables() {
    static const auto all = format::listOf(EngineOption, CompilePhase, FunctionProgram, VariableContext,
                                           VariableCategory, LoweredString, EstimatedCycles, MeasuredCycles,
                                           StepSync, RunTime, RunIpu, Block, ProgramBytes, LivenessIpu);
    return all;
}

bool isTileline(std::string_view firstBytes) {
    return isSqlite(firstBytes) && applicationIdOf(firstBytes) == format::ApplicationId;
}

Result<Done> checkTileline(const Source& source, std::string_view firstBytes) {
    const uint32_t version = TRY(checkSqlite(source, firstBytes));
    if (version == format::Version) {
        return Done{};
    }
    return Error{ErrorCode::UnsupportedVersion, source.name(), "user_version",
                 "version " + std::to_string(format::Version) + " of the format",
                 "version " + std::to_string(version)};
}

Outcome<Done> readTileline(const SourcePtr& source, LoadJob& job) {
    auto database = TRY(Database::openReadOnly(source, job.meter.stop()));
    return ProfileTables(Schema(database), job).readAll(source);
}

Outcome<bool> holdsAnotherProfile(const SourcePtr& source, const Profile& profile,
                                  const std::stop_token& stop) {
    auto database = TRY(Database::openReadOnly(source, stop));
    auto row =
        TRY(database.prepare("SELECT architecture, num_ipus, tiles_per_ipu, bytes_per_tile, num_replicas, "
                             "(SELECT total(1) FROM variable), (SELECT total(1) FROM compute_set), "
                             "(SELECT total(1) FROM vertex_type) FROM target")); // count(*) cannot be stopped
    auto found = TRY(row.step());
    if (!found) {
        return true;
    }
    const Target& target = profile.target;
    const uint64_t numbers[] = {
        target.numIpus,           target.tilesPerIpu,         target.bytesPerTile,       target.numReplicas,
        profile.variables.size(), profile.computeSets.size(), profile.vertexTypes.size()};
    bool same = row.text(0) == target.architecture;
    for (int i = 0; i < static_cast<int>(std::size(numbers)); ++i) {
        same = same && static_cast<uint64_t>(row.integer(i + 1)) == numbers[i];
    }
    return !same;
}

} // namespace tileline
