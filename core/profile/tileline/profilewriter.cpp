// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/tileline/profilewriter.h"

#include "core/base/temporaryfile.h"
#include "core/profile/reading/database.h"
#include "core/profile/reading/jsontext.h"
#include "core/profile/reading/loadmeter.h"
#include "core/profile/tileline/tilelineformat.h"

#include <algorithm>
#include <deque>

namespace tileline {

namespace {

/// Inserts rows into one table: bind the columns in order, then call row(). After the first failure, nothing
/// more is written, and finish() returns the failure.
class RowWriter {
public:
    RowWriter(Database& database, const format::Table& table, LoadMeter& meter)
        : m_meter(meter) {
        if (auto created = database.run(table.createStatement()); !created) {
            m_failure = std::move(created).failure();
            return;
        }
        auto statement = database.prepare(table.insertStatement());
        if (statement) {
            m_statement = std::move(*statement);
        } else {
            m_failure = std::move(statement).failure();
        }
    }

    bool ok() const { return !m_failure; }

    RowWriter& integer(uint64_t value) {
        if (ok()) {
            m_statement->bind(++m_column, static_cast<int64_t>(value));
        }
        return *this;
    }
    template <class T>
    RowWriter& optional(const std::optional<T>& value) {
        return value ? integer(*value) : null();
    }
    RowWriter& real(const std::optional<double>& value) {
        if (!value) {
            return null();
        }
        if (ok()) {
            m_statement->bind(++m_column, *value);
        }
        return *this;
    }
    RowWriter& null() {
        if (ok()) {
            m_statement->bindNull(++m_column);
        }
        return *this;
    }
    /// The text must live until row().
    RowWriter& text(std::string_view text) {
        if (ok()) {
            m_statement->bind(++m_column, text);
            m_bytes += text.size();
        }
        return *this;
    }
    RowWriter& optionalText(std::string_view value) { return value.empty() ? null() : text(value); }
    /// The list must live until row().
    RowWriter& list(std::span<const uint32_t> list) {
        if (ok()) {
            m_statement->bindBlob(++m_column, std::as_bytes(list));
            m_bytes += list.size_bytes();
        }
        return *this;
    }
    RowWriter& optionalList(std::span<const uint32_t> values) {
        return values.empty() ? null() : list(values);
    }
    RowWriter& byTile(ByTile array) { return list(m_arrays.emplace_back(expanded(array, array.size()))); }
    RowWriter& optionalByTile(ByTile array) { return array.empty() ? null() : byTile(array); }

    void row() {
        if (ok() && m_meter.stopRequested()) {
            m_failure = Cancelled{};
        }
        if (ok()) {
            if (auto done = m_statement->step(); !done) {
                m_failure = std::move(done).failure();
            }
            m_statement->reset();
        }
        m_meter.advance(m_bytes);
        m_arrays.clear();
        m_bytes = 0;
        m_column = 0;
    }
    Outcome<Done> finish() { return ok() ? Outcome<Done>(Done{}) : Outcome<Done>(*std::move(m_failure)); }

private:
    LoadMeter& m_meter;
    std::optional<Statement> m_statement;
    std::optional<Failure> m_failure;
    std::deque<std::vector<uint32_t>> m_arrays; ///< of the row that is being written
    int m_column = 0;
    uint64_t m_bytes = 0;
};

/// The debug fields as JSON. If the original JSON is not known, it is made from the parsed fields.
std::string jsonOf(const OperationDebug& debug) {
    if (!debug.json.empty()) {
        return debug.json;
    }
    JsonText json;
    json.beginMap();
    for (const auto& [key, value] :
         {std::pair("instanceId", &debug.instanceId), std::pair("tensorId", &debug.tensorId)}) {
        if (*value) {
            json.key(key);
            json.text(**value);
        }
    }
    if (!debug.opid.empty()) {
        json.key("opid");
        json.text(debug.opid);
    }
    for (const auto& [key, ids] :
         {std::pair("inputs", &debug.inputs), std::pair("outputs", &debug.outputs)}) {
        if (!ids->empty()) {
            json.key(key);
            json.beginArray();
            for (const std::string& id : *ids) {
                json.text(id);
            }
            json.endArray();
        }
    }
    json.endMap();
    return json.result();
}

/// The bytes of all by-tile arrays as they are written.
uint64_t byTileBytes(const Profile& profile) {
    uint64_t entries = 0;
    for (const ComputeSet& set : profile.computeSets) {
        for (const VertexInstances& instances : set.vertices) {
            entries += instances.count.size();
        }
    }
    for (const Program& program : profile.programs) {
        entries += program.controlCode.size() + program.codeBytes.size();
    }
    for (const EstimatedCycles& estimated : profile.estimatedCycles) {
        entries += estimated.cycles.size();
    }
    for (const MeasuredCycles& measured : profile.measuredCycles) {
        entries += measured.cycles.size();
    }
    return entries * sizeof(uint32_t);
}

uint64_t byteSizeOf(const Profile& profile) {
    const LoweredVariables& lowered = profile.lowered;
    uint64_t columns = lowered.category.empty() ? 4 : 5;
    for (const auto* optional : {&lowered.address, &lowered.flags, &lowered.nameBase,
                                 &lowered.nameVertexField, &lowered.nameSuffix}) {
        columns += optional->empty() ? 0 : 1;
    }
    return byTileBytes(profile) + lowered.size() * columns * sizeof(uint32_t) +
           profile.programVariables.byteSize() + profile.operationVariables.byteSize() +
           profile.operationPrograms.byteSize();
}

/// Writes the tables of one profile. Converts indices back to the file's ids.
class ProfileTableWriter {
public:
    ProfileTableWriter(const Profile& profile, Database& database, LoadMeter& meter)
        : m_profile(profile)
        , m_database(database)
        , m_meter(meter) {}

    Outcome<Done> write() {
        using Step = Outcome<Done> (ProfileTableWriter::*)();
        const Step steps[] = {
            &ProfileTableWriter::begin,
            &ProfileTableWriter::meta,
            &ProfileTableWriter::target,
            &ProfileTableWriter::compilation,
            &ProfileTableWriter::vertices,
            &ProfileTableWriter::computeSets,
            &ProfileTableWriter::liveness,
            &ProfileTableWriter::variables,
            &ProfileTableWriter::variableContexts,
            &ProfileTableWriter::categories,
            &ProfileTableWriter::lowered,
            &ProfileTableWriter::programs,
            &ProfileTableWriter::roots,
            &ProfileTableWriter::tileMemory,
            &ProfileTableWriter::operationDetails,
            &ProfileTableWriter::operations,
            &ProfileTableWriter::executionRuns,
            &ProfileTableWriter::executionSteps,
            &ProfileTableWriter::cycles,
            &ProfileTableWriter::functions,
            &ProfileTableWriter::end,
        };
        for (const Step step : steps) {
            TRY((this->*step)());
        }
        return Done{};
    }

private:
    Outcome<Done> begin() {
        for (const std::string& sql :
             {"PRAGMA application_id = " + std::to_string(format::ApplicationId),
              "PRAGMA user_version = " + std::to_string(format::Version), std::string("BEGIN")}) {
            TRY(m_database.run(sql));
        }
        return Done{};
    }
    Outcome<Done> end() { return m_database.run("COMMIT"); }

    RowWriter table(const format::Table& format) { return {m_database, format, m_meter}; }

    /// Writes a table that is left out if it has no rows.
    template <class T, class Write>
    Outcome<Done> optionalTable(const format::Table& format, const std::vector<T>& entries,
                                const Write& write) {
        if (entries.empty()) {
            return Done{};
        }
        RowWriter rows = table(format);
        for (const T& entry : entries) {
            write(rows, entry);
        }
        return rows.finish();
    }

    Outcome<Done> meta() {
        RowWriter rows = table(format::Meta);
        for (const auto& [key, value] : m_profile.meta) {
            rows.text(key).text(value).row();
        }
        return rows.finish();
    }

    Outcome<Done> target() {
        RowWriter rows = table(format::Target);
        const Target& target = m_profile.target;
        rows.text(target.architecture).integer(target.numIpus).integer(target.tilesPerIpu);
        rows.integer(target.numTiles).integer(target.bytesPerTile).integer(target.clockHz);
        rows.integer(target.numReplicas).row();
        return rows.finish();
    }

    Outcome<Done> compilation() {
        TRY(optionalTable(format::EngineOption, m_profile.engineOptions,
                          [](RowWriter& rows, const EngineOption& option) {
                              rows.text(option.name).text(option.value).integer(option.isDefault).row();
                          }));
        return optionalTable(format::CompilePhase, m_profile.compilePhases,
                             [](RowWriter& rows, const CompilePhase& phase) {
                                 rows.text(phase.name).integer(phase.start).integer(phase.duration).row();
                             });
    }

    Outcome<Done> vertices() {
        RowWriter code = table(format::VertexCode);
        for (const VertexCode& vertex : m_profile.vertexCode) {
            code.text(vertex.name).byTile(vertex.bytes).row();
        }
        TRY(code.finish());
        RowWriter types = table(format::VertexType);
        for (const VertexType& type : m_profile.vertexTypes) {
            types.integer(type.id).text(type.name).integer(type.size).row();
        }
        return types.finish();
    }

    Outcome<Done> computeSets() {
        RowWriter sets = table(format::ComputeSet);
        RowWriter vertices = table(format::ComputeSetVertex);
        for (const ComputeSet& set : m_profile.computeSets) {
            sets.integer(set.id).text(set.name).row();
            for (const VertexInstances& instances : set.vertices) {
                const uint32_t type = m_profile.vertexTypes[instances.type.index()].id;
                vertices.integer(set.id).integer(type).byTile(instances.count).row();
            }
        }
        return sets.ok() ? vertices.finish() : sets.finish();
    }

    Outcome<Done> liveness() {
        RowWriter steps = table(format::LivenessStep);
        for (size_t step = 0; step < m_profile.stepProgram.size(); ++step) {
            steps.integer(step).integer(programId(m_profile.stepProgram[step]));
            steps.integer(m_profile.stepNotAlwaysLive[step]).row();
        }
        TRY(steps.finish());
        RowWriter classes = table(format::EquivalenceClass);
        for (size_t i = 0; i < m_profile.equivalenceClasses.size(); ++i) {
            m_list.clear();
            for (const StepInterval& interval : m_profile.equivalenceClasses[i]) {
                m_list.insert(m_list.end(), {interval.start.value, interval.end.value});
            }
            classes.integer(m_profile.equivalenceClassIds[i]).list(m_list).row();
        }
        return classes.finish();
    }

    Outcome<Done> variables() {
        RowWriter rows = table(format::Variable);
        for (const Variable& variable : m_profile.variables) {
            rows.integer(variable.id).text(variable.name).optional(variable.debugContext);
            rows.integer(variable.alwaysLive ? 1 : 0).optionalText(variable.elementType);
            rows.optionalText(variable.shape).row();
        }
        return rows.finish();
    }

    /// All contexts of the variables that have several.
    Outcome<Done> variableContexts() {
        const auto hasSeveral = [](const Variable& variable) { return !variable.furtherContexts.empty(); };
        if (std::none_of(m_profile.variables.begin(), m_profile.variables.end(), hasSeveral)) {
            return Done{};
        }
        RowWriter rows = table(format::VariableContext);
        for (const Variable& variable : m_profile.variables) {
            if (hasSeveral(variable) && variable.debugContext) {
                rows.integer(variable.id).integer(*variable.debugContext).row();
            }
            for (const uint64_t context : variable.furtherContexts) {
                rows.integer(variable.id).integer(context).row();
            }
        }
        return rows.finish();
    }

    Outcome<Done> categories() {
        TRY(optionalTable(format::VariableCategory, m_profile.variableCategories,
                          [](RowWriter& rows, const VariableCategory& category) {
                              rows.integer(category.id).text(category.name).row();
                          }));
        const StringPool& strings = m_profile.lowered.strings;
        if (strings.size() == 0) {
            return Done{};
        }
        RowWriter rows = table(format::LoweredString);
        for (size_t position = 0; position < strings.size(); ++position) {
            rows.integer(position).text(strings[position]).row();
        }
        return rows.finish();
    }

    Outcome<Done> lowered() {
        RowWriter rows = table(format::LoweredVariable);
        const LoweredVariables& lowered = m_profile.lowered;
        std::vector<uint32_t> classes;
        std::vector<uint32_t> variables;
        std::vector<uint32_t> categories;
        for (size_t tile = 0; tile + 1 < lowered.tileBegin.size(); ++tile) {
            const size_t begin = lowered.tileBegin[tile];
            const size_t count = lowered.tileBegin[tile + 1] - begin;
            classes.clear();
            variables.clear();
            categories.clear();
            for (size_t i = begin; i < begin + count; ++i) {
                classes.push_back(m_profile.equivalenceClassIds[lowered.liveClass[i].index()]);
                const VariableIndex variable = lowered.variable[i];
                variables.push_back(variable.value == NoId ? NoId : m_profile.variables[variable.index()].id);
                if (!lowered.category.empty()) {
                    categories.push_back(lowered.category[i] == NoCategory
                                             ? NoId
                                             : m_profile.variableCategories[lowered.category[i]].id);
                }
            }
            rows.integer(tile).list(std::span(lowered.id).subspan(begin, count));
            rows.list(std::span(lowered.bytes).subspan(begin, count)).list(classes).list(variables);
            rows.optionalList(addresses(begin, count)).optionalList(categories);
            for (const auto* column :
                 {&lowered.flags, &lowered.nameBase, &lowered.nameVertexField, &lowered.nameSuffix}) {
                rows.optionalList(column->empty() ? std::span<const uint32_t>()
                                                  : std::span(*column).subspan(begin, count));
            }
            rows.row();
        }
        return rows.finish();
    }

    /// The addresses of `count` rows from `begin` on; empty if none of them is known.
    std::span<const uint32_t> addresses(size_t begin, size_t count) const {
        if (m_profile.lowered.address.empty()) {
            return {};
        }
        const auto rows = std::span(m_profile.lowered.address).subspan(begin, count);
        const bool any = std::any_of(rows.begin(), rows.end(), [](uint32_t entry) { return entry != NoId; });
        return any ? rows : std::span<const uint32_t>();
    }

    Outcome<Done> programs() {
        RowWriter rows = table(format::Program);
        std::vector<uint32_t> children;
        for (size_t i = 0; i < m_profile.programs.size(); ++i) {
            const Program& program = m_profile.programs[i];
            programIds(m_profile.programChildren[i], children);
            loweredIds(m_profile.programVariables[i], m_list);
            rows.integer(program.id).text(program.type).text(program.name).optional(program.debugContext);
            if (program.computeSet) {
                rows.integer(m_profile.computeSets[program.computeSet->index()].id);
            } else {
                rows.null();
            }
            rows.optionalList(children).optionalByTile(program.controlCode).optionalByTile(program.codeBytes);
            rows.optionalList(m_list).optional(program.repeatCount).optional(program.function).row();
        }
        return rows.finish();
    }

    Outcome<Done> functions() {
        uint32_t position = 0;
        std::optional<uint32_t> last;
        return optionalTable(format::FunctionProgram, m_profile.functionPrograms,
                             [&](RowWriter& rows, const FunctionProgram& entry) {
                                 position = last == entry.function ? position + 1 : 0;
                                 last = entry.function;
                                 rows.integer(entry.function).integer(position);
                                 rows.integer(programId(entry.program)).row();
                             });
    }

    Outcome<Done> roots() {
        RowWriter rows = table(format::RootProgram);
        for (size_t position = 0; position < m_profile.rootPrograms.size(); ++position) {
            rows.integer(position).integer(programId(m_profile.rootPrograms[position])).row();
        }
        return rows.finish();
    }

    Outcome<Done> tileMemory() {
        RowWriter rows = table(format::TileMemory);
        for (const TileMemoryCategory& category : m_profile.tileMemory) {
            rows.text(category.name).byTile(category.bytes).row();
        }
        return rows.finish();
    }

    bool hasOperations() const {
        // Programs that stand in for operations do so again when debug information is read.
        return m_profile.findNote(LoadNote::Kind::OperationsFromPrograms) == nullptr &&
               (!m_profile.operations.empty() || !m_profile.operationDetails.empty());
    }

    Outcome<Done> operationDetails() {
        if (!hasOperations()) {
            return Done{};
        }
        RowWriter rows = table(format::OperationDetail);
        std::vector<uint32_t> programs;
        for (size_t i = 0; i < m_profile.operationDetails.size(); ++i) {
            const OperationDetail& detail = m_profile.operationDetails[i];
            const std::string json = jsonOf(detail.debug);
            programIds(m_profile.operationPrograms[i], programs);
            loweredIds(m_profile.operationVariables[i], m_list);
            rows.integer(detail.uid);
            for (const auto& step : {detail.firstStep, detail.lastStep}) {
                rows.optional(step ? std::optional(step->value) : std::nullopt);
            }
            rows.text(json).list(programs).list(m_list).row();
        }
        return rows.finish();
    }

    Outcome<Done> operations() {
        if (!hasOperations()) {
            return Done{};
        }
        RowWriter rows = table(format::Operation);
        for (size_t position = 0; position < m_profile.operations.size(); ++position) {
            const Operation& operation = m_profile.operations[position];
            rows.integer(position).integer(m_profile.operationDetails[operation.detail.index()].uid);
            rows.text(operation.name).row();
        }
        return rows.finish();
    }

    Outcome<Done> executionRuns() {
        RowWriter rows = table(format::ExecutionRun);
        for (const ExecutionRun& run : m_profile.executionRuns) {
            rows.integer(run.id).text(run.name).row();
        }
        return rows.finish();
    }

    Outcome<Done> executionSteps() {
        RowWriter rows = table(format::ExecutionStep);
        for (const ExecutionStep& step : m_profile.executionSteps) {
            rows.integer(step.run).integer(step.step);
            rows.optional(step.program ? std::optional(programId(*step.program)) : std::nullopt);
            rows.integer(step.ipu);
            rows.integer(step.cyclesFrom).integer(step.cyclesTo).optional(step.activeTiles);
            rows.real(step.tileBalance).optional(step.dataIn).optional(step.dataOut).row();
        }
        return rows.finish();
    }

    Outcome<Done> cycles() {
        TRY(optionalTable(format::EstimatedCycles, m_profile.estimatedCycles,
                          [this](RowWriter& rows, const EstimatedCycles& entry) {
                              rows.integer(programId(entry.program)).integer(entry.ipu);
                              rows.byTile(entry.cycles).row();
                          }));
        return optionalTable(format::MeasuredCycles, m_profile.measuredCycles,
                             [](RowWriter& rows, const MeasuredCycles& entry) {
                                 rows.integer(entry.step).integer(entry.ipu).byTile(entry.cycles).row();
                             });
    }

    uint32_t programId(ProgramIndex program) const { return m_profile.programs[program.index()].id; }
    void programIds(std::span<const ProgramIndex> programs, std::vector<uint32_t>& ids) const {
        ids.clear();
        for (const ProgramIndex program : programs) {
            ids.push_back(programId(program));
        }
    }
    void loweredIds(std::span<const LoweredIndex> rows, std::vector<uint32_t>& ids) const {
        ids.clear();
        for (const LoweredIndex row : rows) {
            ids.push_back(m_profile.lowered.id[row.index()]);
        }
    }

    const Profile& m_profile;
    Database& m_database;
    LoadMeter& m_meter;
    std::vector<uint32_t> m_list;
};

Outcome<Done> fill(const Profile& profile, const std::filesystem::path& file, LoadMeter& meter) {
    auto database = TRY(Database::create(file));
    return ProfileTableWriter(profile, database, meter).write();
}

} // namespace

Outcome<Done> writeProfile(const Profile& profile, const std::filesystem::path& path, Progress progress,
                           std::stop_token stop) {
    auto file = TRY(TemporaryFile::beside(path));
    LoadMeter meter(byteSizeOf(profile), std::move(progress), std::move(stop));
    meter.enter(Phase::Writing);
    if (auto filled = fill(profile, file.path(), meter); !filled) {
        return std::move(filled).failure().inFile(path.string());
    }
    TRY(file.commit());
    return Done{};
}

} // namespace tileline
