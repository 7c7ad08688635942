// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/tileline/profilewriter.h"

#include "core/base/temporaryfile.h"
#include "core/profile/reading/database.h"
#include "core/profile/reading/source.h"
#include "core/profile/tileline/tilelineformat.h"

#include <algorithm>

namespace tileline {

namespace {

/// The type in which a column's values are written.
template <class Column>
using Written = decltype(Column::read(std::declval<TableCursor&>(), 0, std::declval<ProfileBuilder&>()));

/// Creates a table and inserts rows. After the first failure, nothing more is written, and finish() returns
/// the failure.
template <class... Columns>
class RowWriter {
public:
    RowWriter(Database& database, const format::TableOf<Columns...>& table, LoadMeter& meter)
        : m_meter(meter) {
        if (auto created = database.run(table.createStatement()); !created) {
            m_failure = std::move(created).failure();
            return;
        }
        std::string sql = "INSERT INTO \"" + std::string(table.name) + "\" VALUES(?";
        for (size_t i = 1; i < sizeof...(Columns); ++i) {
            sql += ", ?";
        }
        if (auto statement = database.prepare(sql + ")")) {
            m_statement = std::move(*statement);
        } else {
            m_failure = std::move(statement).failure();
        }
    }

    void operator()(const Written<Columns>&... values) {
        if (!m_failure && m_meter.stopRequested()) {
            m_failure = Cancelled{};
        }
        if (m_failure) {
            return;
        }
        m_column = 0;
        (write(values, Columns::Nullable), ...);
        if (auto done = m_statement->step(); !done) {
            m_failure = std::move(done).failure();
        }
        m_statement->reset();
        m_meter.advance(std::exchange(m_bytes, 0));
        m_arrays.clear();
    }
    Outcome<Done> finish() { return m_failure ? Outcome<Done>(*std::move(m_failure)) : Done{}; }

private:
    void write(std::integral auto value, bool) { m_statement->bind(++m_column, static_cast<int64_t>(value)); }
    void write(double value, bool) { m_statement->bind(++m_column, value); }
    void write(std::string_view text, bool emptyIsNull) {
        if (text.empty() && emptyIsNull) {
            m_statement->bindNull(++m_column);
        } else {
            m_statement->bind(++m_column, text);
            m_bytes += text.size();
        }
    }
    void write(std::span<const uint32_t> list, bool emptyIsNull) {
        if (list.empty() && emptyIsNull) {
            m_statement->bindNull(++m_column);
        } else {
            m_statement->bindBlob(++m_column, std::as_bytes(list));
            m_bytes += list.size_bytes();
        }
    }
    void write(ByTile array, bool emptyIsNull) {
        write(m_arrays.emplace_back(expanded(array, array.size())), emptyIsNull);
    }
    template <class T>
    void write(const std::optional<T>& value, bool) {
        if (value) {
            write(*value, false);
        } else {
            m_statement->bindNull(++m_column);
        }
    }

    LoadMeter& m_meter;
    std::optional<Statement> m_statement;
    std::optional<Failure> m_failure;
    std::vector<std::vector<uint32_t>> m_arrays; ///< the arrays in the row that is being written
    int m_column = 0;
    uint64_t m_bytes = 0;
};

/// The bytes of the by-tile arrays and of the columns of lowered variables, which make up most of the output.
uint64_t byteSizeOf(const Profile& profile) {
    uint64_t entries = 0;
    const auto add = [&](const auto& list, auto array) {
        for (const auto& element : list) {
            entries += (element.*array).size();
        }
    };
    for (const ComputeSet& set : profile.computeSets) {
        add(set.vertices, &VertexInstances::count);
    }
    add(profile.programs, &Program::controlCode);
    add(profile.programs, &Program::codeBytes);
    add(profile.estimatedCycles, &EstimatedCycles::cycles);
    add(profile.measuredCycles, &MeasuredCycles::cycles);
    const LoweredVariables& lowered = profile.lowered;
    entries += lowered.size() * (lowered.category.empty() ? 4 : 5);
    for (const auto* optional : {&lowered.address, &lowered.flags, &lowered.nameBase,
                                 &lowered.nameVertexField, &lowered.nameSuffix}) {
        entries += optional->size();
    }
    return entries * sizeof(uint32_t) + profile.programVariables.byteSize() +
           profile.operationVariables.byteSize() + profile.operationPrograms.byteSize();
}

/// Writes the tables of one profile. Converts indices back to the file's ids.
class ProfileTableWriter {
public:
    ProfileTableWriter(const Profile& profile, Database& database, LoadMeter& meter)
        : m_profile(profile)
        , m_database(database)
        , m_meter(meter) {}

    Outcome<Done> write() {
        TRY(m_database.run("PRAGMA application_id = " + std::to_string(format::ApplicationId)));
        TRY(m_database.run("PRAGMA user_version = " + std::to_string(format::Version)));
        TRY(m_database.run("BEGIN"));
        TRY(writeTarget());
        TRY(writeVertices());
        TRY(writeLiveness());
        TRY(writeVariables());
        TRY(writeLowered());
        TRY(writePrograms());
        TRY(each(format::TileMemory, m_profile.tileMemory));
        // Stand-ins for operations are not written: a reader makes them again from the debug information.
        if (m_profile.findNote(LoadNote::Kind::OperationsFromPrograms) == nullptr &&
            (!m_profile.operations.empty() || !m_profile.operationDetails.empty())) {
            TRY(writeOperations());
        }
        TRY(writeExecution());
        TRY(writeFunctions());
        return m_database.run("COMMIT");
    }

private:
    /// Writes a table. fill(row) calls row(values...) for each row of the table.
    template <class... Columns, class Fill>
    Outcome<Done> table(const format::TableOf<Columns...>& format, const Fill& fill) {
        RowWriter<Columns...> row(m_database, format, m_meter);
        fill(row);
        return row.finish();
    }

    /// Writes a table: `write` writes the rows for one object. Without objects, an optional table is omitted.
    template <class... Columns, class List, class Write>
    Outcome<Done> each(const format::TableOf<Columns...>& format, const List& entries, const Write& write) {
        if (entries.empty() && format.optional) {
            return Done{};
        }
        return table(format, [&](auto& row) {
            for (const auto& entry : entries) {
                write(row, entry);
            }
        });
    }

    /// Writes a table with one row for each object in `entries`: the values of the object's members.
    template <class... Columns, class T>
    Outcome<Done> each(const format::TableOf<Columns...>& format, const std::vector<T>& entries) {
        return each(format, entries, [](auto& row, const T& entry) {
            if constexpr (sizeof...(Columns) == 2) {
                const auto& [first, second] = entry;
                row(first, second);
            } else {
                const auto& [first, second, third] = entry;
                row(first, second, third);
            }
        });
    }

    Outcome<Done> writeTarget() {
        TRY(each(format::Meta, m_profile.meta));
        TRY(table(format::Target, [&](auto& row) {
            const Target& target = m_profile.target;
            row(target.architecture, target.numIpus, target.tilesPerIpu, target.numTiles, target.bytesPerTile,
                target.clockHz, target.numReplicas);
        }));
        TRY(each(format::EngineOption, m_profile.engineOptions));
        return each(format::CompilePhase, m_profile.compilePhases);
    }

    Outcome<Done> writeVertices() {
        TRY(each(format::VertexCode, m_profile.vertexCode));
        TRY(each(format::VertexType, m_profile.vertexTypes,
                 [](auto& row, const VertexType& type) { row(type.id, type.name, type.size); }));
        TRY(each(format::ComputeSet, m_profile.computeSets,
                 [](auto& row, const ComputeSet& set) { row(set.id, set.name, set.flops); }));
        return each(format::ComputeSetVertex, m_profile.computeSets, [&](auto& row, const ComputeSet& set) {
            for (const VertexInstances& instances : set.vertices) {
                row(set.id, m_profile.vertexTypes[instances.type.index()].id, instances.count);
            }
        });
    }

    Outcome<Done> writeLiveness() {
        TRY(table(format::LivenessStep, [&](auto& row) {
            for (size_t step = 0; step < m_profile.stepProgram.size(); ++step) {
                row(step, idOf(m_profile.stepProgram[step]), m_profile.stepNotAlwaysLive[step]);
            }
        }));
        if (!m_profile.ipuStepBytes.empty()) {
            TRY(each(format::LivenessIpu, m_profile.ipuStepBytes, [](auto& row, const IpuStepBytes& bytes) {
                row(bytes.ipu, bytes.step.value, bytes.notAlwaysLive);
            }));
        }
        return table(format::EquivalenceClass, [&](auto& row) {
            std::vector<uint32_t> list;
            for (size_t i = 0; i < m_profile.equivalenceClasses.size(); ++i) {
                list.clear();
                for (const StepInterval& interval : m_profile.equivalenceClasses[i]) {
                    list.insert(list.end(), {interval.start.value, interval.end.value});
                }
                row(m_profile.equivalenceClassIds[i], list);
            }
        });
    }

    Outcome<Done> writeVariables() {
        TRY(each(format::Variable, m_profile.variables, [](auto& row, const Variable& variable) {
            row(variable.id, variable.name, variable.debugContext, variable.alwaysLive, variable.elementType,
                variable.shape);
        }));
        // Each variable with several contexts gets a row for each of its contexts.
        const auto hasSeveral = [](const Variable& variable) { return !variable.furtherContexts.empty(); };
        if (std::ranges::any_of(m_profile.variables, hasSeveral)) {
            TRY(each(format::VariableContext, m_profile.variables, [&](auto& row, const Variable& variable) {
                if (hasSeveral(variable) && variable.debugContext) {
                    row(variable.id, *variable.debugContext);
                }
                for (const uint64_t context : variable.furtherContexts) {
                    row(variable.id, context);
                }
            }));
        }
        TRY(each(format::VariableCategory, m_profile.variableCategories));
        const StringPool& strings = m_profile.lowered.strings;
        if (strings.size() == 0) {
            return Done{};
        }
        return table(format::LoweredString, [&](auto& row) {
            for (size_t position = 0; position < strings.size(); ++position) {
                row(position, std::string(strings[position]));
            }
        });
    }

    Outcome<Done> writeLowered() {
        const LoweredVariables& lowered = m_profile.lowered;
        return table(format::LoweredVariable, [&](auto& row) {
            std::vector<uint32_t> classes;
            std::vector<uint32_t> variables;
            std::vector<uint32_t> categories;
            for (uint32_t tile = 0; tile + 1 < lowered.tileBegin.size(); ++tile) {
                const size_t begin = lowered.tileBegin[tile];
                const size_t end = lowered.tileBegin[tile + 1];
                classes.clear();
                variables.clear();
                categories.clear();
                for (size_t i = begin; i < end; ++i) {
                    classes.push_back(m_profile.equivalenceClassIds[lowered.liveClass[i].index()]);
                    const VariableIndex variable = lowered.variable[i];
                    variables.push_back(variable.value == NoId ? NoId
                                                               : m_profile.variables[variable.index()].id);
                    if (!lowered.category.empty()) {
                        const uint8_t category = lowered.category[i];
                        categories.push_back(
                            category == NoCategory ? NoId : m_profile.variableCategories[category].id);
                    }
                }
                const auto part = [&](const std::vector<uint32_t>& column) {
                    return column.empty() ? std::span<const uint32_t>()
                                          : std::span(column).subspan(begin, end - begin);
                };
                auto addresses = part(lowered.address);
                if (std::ranges::all_of(addresses, [](uint32_t address) { return address == NoId; })) {
                    addresses = {};
                }
                row(tile, part(lowered.id), part(lowered.bytes), classes, variables, addresses, categories,
                    part(lowered.flags), part(lowered.nameBase), part(lowered.nameVertexField),
                    part(lowered.nameSuffix));
            }
        });
    }

    Outcome<Done> writePrograms() {
        TRY(table(format::Program, [&](auto& row) {
            for (size_t i = 0; i < m_profile.programs.size(); ++i) {
                const Program& program = m_profile.programs[i];
                std::optional<uint32_t> computeSet;
                if (program.computeSet) {
                    computeSet = m_profile.computeSets[program.computeSet->index()].id;
                }
                row(program.id, program.type, program.name, program.debugContext, computeSet,
                    idsOf(m_profile.programChildren[i]), program.controlCode, program.codeBytes,
                    idsOf(m_profile.programVariables[i]), program.repeatCount, program.function);
            }
        }));
        return table(format::RootProgram, [&](auto& row) {
            for (size_t position = 0; position < m_profile.rootPrograms.size(); ++position) {
                row(position, idOf(m_profile.rootPrograms[position]));
            }
        });
    }

    Outcome<Done> writeFunctions() {
        uint32_t position = 0;
        std::optional<uint32_t> last;
        return each(format::FunctionProgram, m_profile.functionPrograms,
                    [&](auto& row, const FunctionProgram& entry) {
                        position = last == entry.function ? position + 1 : 0;
                        last = entry.function;
                        row(entry.function, position, idOf(entry.program));
                    });
    }

    Outcome<Done> writeOperations() {
        const auto stepOf = [](const std::optional<StepIndex>& step) {
            return step ? std::optional(step->value) : std::nullopt;
        };
        TRY(table(format::OperationDetail, [&](auto& row) {
            for (size_t i = 0; i < m_profile.operationDetails.size(); ++i) {
                const OperationDetail& detail = m_profile.operationDetails[i];
                row(detail.uid, stepOf(detail.firstStep), stepOf(detail.lastStep),
                    detail.debug.json.empty() ? "{}" : detail.debug.json,
                    idsOf(m_profile.operationPrograms[i]), idsOf(m_profile.operationVariables[i]));
            }
        }));
        return table(format::Operation, [&](auto& row) {
            for (size_t position = 0; position < m_profile.operations.size(); ++position) {
                const Operation& operation = m_profile.operations[position];
                row(position, m_profile.operationDetails[operation.detail.index()].uid, operation.name);
            }
        });
    }

    Outcome<Done> writeExecution() {
        TRY(each(format::ExecutionRun, m_profile.executionRuns,
                 [](auto& row, const ExecutionRun& run) { row(run.id, run.name); }));
        const auto hasTime = [](const ExecutionRun& run) { return run.startUs || run.elapsedUs; };
        if (std::ranges::any_of(m_profile.executionRuns, hasTime)) {
            TRY(each(format::RunTime, m_profile.executionRuns, [&](auto& row, const ExecutionRun& run) {
                if (hasTime(run)) {
                    row(run.id, run.startUs, run.elapsedUs);
                }
            }));
        }
        TRY(each(format::RunIpu, m_profile.runsOnIpus, [](auto& row, const RunOnIpu& run) {
            row(run.run, run.ipu, run.clockHz, run.cyclesFrom, run.cyclesTo);
        }));
        TRY(each(format::StepSync, m_profile.stepSyncs,
                 [&](auto& row, const StepSync& sync) { row(sync.step, m_profile.syncTypes[sync.type]); }));
        TRY(each(format::Block, m_profile.blocks, [](auto& row, const ExecutionBlock& block) {
            row(block.tile, block.cyclesFrom, block.cyclesTo, block.block, static_cast<uint32_t>(block.type));
        }));
        if (m_profile.programBytes) {
            TRY(table(format::ProgramBytes, [&](auto& row) {
                for (const ProgramTraffic& bytes : *m_profile.programBytes) {
                    row(idOf(bytes.program), bytes.ipu, bytes.in, bytes.out);
                }
            }));
        }
        TRY(each(format::ExecutionStep, m_profile.executionSteps, [&](auto& row, const ExecutionStep& step) {
            row(step.run, step.step, step.program ? std::optional(idOf(*step.program)) : std::nullopt,
                step.ipu, step.cyclesFrom, step.cyclesTo, step.activeTiles, step.tileBalance, step.dataIn,
                step.dataOut, step.cycles);
        }));
        TRY(each(format::EstimatedCycles, m_profile.estimatedCycles,
                 [&](auto& row, const EstimatedCycles& entry) {
                     row(idOf(entry.program), entry.ipu, entry.cycles);
                 }));
        return each(format::MeasuredCycles, m_profile.measuredCycles);
    }

    uint32_t idOf(ProgramIndex program) const { return m_profile.programs[program.index()].id; }
    uint32_t idOf(LoweredIndex row) const { return m_profile.lowered.id[row.index()]; }
    template <class Index>
    std::vector<uint32_t> idsOf(std::span<const Index> entries) const {
        std::vector<uint32_t> ids(entries.size());
        std::ranges::transform(entries, ids.begin(), [&](Index entry) { return idOf(entry); });
        return ids;
    }

    const Profile& m_profile;
    Database& m_database;
    LoadMeter& m_meter;
};

} // namespace

Outcome<Done> writeProfile(const Profile& profile, const std::filesystem::path& path, Progress progress,
                           std::stop_token stop) {
    auto file = TRY(TemporaryFile::beside(path));
    LoadMeter meter(byteSizeOf(profile), std::move(progress), std::move(stop));
    meter.enter(Phase::Writing);
    const auto written = [&]() -> Outcome<Done> {
        auto database = TRY(Database::create(file.path()));
        return ProfileTableWriter(profile, database, meter).write();
    }();
    if (!written) {
        return Failure(written.failure()).inFile(path.string());
    }
    TRY(file.commit());
    return Done{};
}

} // namespace tileline
