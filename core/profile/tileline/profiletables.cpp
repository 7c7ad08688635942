// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/tileline/profiletables.h"

#include "core/profile/reading/operationfields.h"
#include "core/profile/reading/tableschema.h"
#include "core/profile/tileline/tilelineformat.h"

#include <algorithm>

namespace tileline {

TableCursor ProfileTables::cursor(const format::Table& table) {
    const auto open = [&]() -> Outcome<std::optional<Statement>> {
        const auto& absent = m_absent.at(&table);
        if (!absent) {
            return std::optional<Statement>();
        }
        auto statement = TRY(m_database.prepare(table.selectStatement(*absent)));
        return std::optional(std::move(statement));
    };
    return {open(), table, m_job.meter};
}

Outcome<std::vector<size_t>> ProfileTables::sizesOf(std::string_view table,
                                                    const std::vector<std::string_view>& lists) {
    std::string sql = "SELECT count(*)";
    for (const std::string_view list : lists) {
        sql.append(", total(length(\"").append(list).append("\")) / 4");
    }
    auto statement = m_database.prepare(sql.append(" FROM \"").append(table).append("\""));
    if (!statement) {
        return located(std::move(statement).failure(), table);
    }
    if (auto row = statement->step(); !row) {
        return located(std::move(row).failure(), table);
    }
    std::vector<size_t> sizes;
    for (int column = 0; column <= static_cast<int>(lists.size()); ++column) {
        const double size = std::clamp(statement->real(column), 0.0, static_cast<double>(m_fileBytes) / 4);
        sizes.push_back(static_cast<size_t>(size));
    }
    return sizes;
}

Outcome<Done> ProfileTables::readTarget() {
    TableCursor meta = cursor(format::Meta);
    while (meta.next()) {
        std::string key = meta.text(0);
        std::string value = meta.text(1);
        if (key.starts_with(format::MissingPrefix)) {
            std::string part = key.substr(format::MissingPrefix.size());
            m_job.builder.addNote({LoadNote::Kind::MissingInSource, 1, part.append(": ").append(value)});
        }
        m_job.builder.addMeta(std::move(key), std::move(value));
    }
    TRY(meta.finish());
    TableCursor rows = cursor(format::Target);
    while (rows.next()) {
        if (rows.rows() > 1) {
            rows.fail(ErrorCode::DuplicateId, 0, "one row", "more");
            break;
        }
        Target target;
        target.architecture = rows.text(0);
        target.numIpus = rows.u32(1);
        target.tilesPerIpu = rows.u32(2);
        target.numTiles = rows.u32(3);
        target.bytesPerTile = rows.u64(4);
        target.clockHz = rows.u64(5);
        target.numReplicas = rows.u32(6);
        if (rows.ok()) {
            rows.accept(m_job.builder.setTarget(std::move(target)));
        }
    }
    if (rows.ok() && rows.rows() == 0) {
        return Error{ErrorCode::MissingRow, {}, "target", "one row", "none"};
    }
    TRY(rows.finish());
    return readCompilation();
}

Outcome<Done> ProfileTables::readCompilation() {
    TableCursor options = cursor(format::EngineOption);
    while (options.next()) {
        EngineOption option{options.text(0), options.text(1), options.u32(2) != 0};
        if (options.ok()) {
            m_job.builder.addEngineOption(std::move(option));
        }
    }
    TRY(options.finish());
    TableCursor phases = cursor(format::CompilePhase);
    while (phases.next()) {
        CompilePhase phase{phases.text(0), phases.u64(1), phases.u64(2)};
        if (phases.ok()) {
            m_job.builder.addCompilePhase(std::move(phase));
        }
    }
    return phases.finish();
}

Outcome<Done> ProfileTables::readVertices() {
    TableCursor code = cursor(format::VertexCode);
    while (code.next()) {
        std::string name = code.text(0);
        const ByTile bytes = code.byTile(1, m_job.builder, false);
        if (code.ok()) {
            code.accept(m_job.builder.addVertexCode(std::move(name), bytes));
        }
    }
    TRY(code.finish());
    TableCursor types = cursor(format::VertexType);
    while (types.next()) {
        const uint32_t id = types.u32(0);
        std::string name = types.text(1);
        const uint32_t size = types.u32(2);
        if (types.ok()) {
            types.accept(m_job.builder.addVertexType(id, std::move(name), size));
        }
    }
    TRY(types.finish());
    return readComputeSets();
}

Outcome<Done> ProfileTables::readComputeSets() {
    TableCursor sets = cursor(format::ComputeSet);
    while (sets.next()) {
        const uint32_t id = sets.u32(0);
        std::string name = sets.text(1);
        if (sets.ok()) {
            sets.accept(m_job.builder.addComputeSet(id, std::move(name)));
        }
    }
    TRY(sets.finish());
    TableCursor vertices = cursor(format::ComputeSetVertex);
    while (vertices.next()) {
        const uint32_t set = vertices.u32(0);
        const uint32_t type = vertices.u32(1);
        const ByTile count = vertices.byTile(2, m_job.builder, false);
        if (vertices.ok()) {
            vertices.accept(m_job.builder.addVertices(set, type, count));
        }
    }
    return vertices.finish();
}

Outcome<Done> ProfileTables::readLiveness() {
    TableCursor steps = cursor(format::LivenessStep);
    while (steps.next()) {
        const uint64_t step = steps.u64(0);
        const uint32_t program = steps.u32(1);
        const uint64_t bytes = steps.u64(2);
        if (steps.ok() && step != steps.rows() - 1) {
            steps.fail(ErrorCode::OutOfRange, 0, "steps 0, 1, 2, ... without a gap",
                       "step " + std::to_string(step) + " as row " + std::to_string(steps.rows() - 1));
        }
        if (steps.ok()) {
            steps.accept(m_job.builder.addStep(program, bytes));
        }
    }
    if (steps.ok() && steps.rows() == 0) {
        return Error{ErrorCode::MissingRow, {}, "liveness_step", "a row for each program step", "none"};
    }
    TRY(steps.finish());
    TableCursor classes = cursor(format::EquivalenceClass);
    while (classes.next()) {
        const uint32_t id = classes.u32(0);
        const auto intervals = classes.list(1);
        if (classes.ok()) {
            classes.accept(m_job.builder.addEquivalenceClass(id, intervals));
        }
    }
    return classes.finish();
}

Outcome<std::vector<std::pair<uint32_t, uint64_t>>> ProfileTables::readContexts() {
    std::vector<std::pair<uint32_t, uint64_t>> contexts;
    TableCursor rows = cursor(format::VariableContext);
    while (rows.next()) {
        const uint32_t variable = rows.u32(0);
        contexts.emplace_back(variable, rows.u64(1));
    }
    TRY(rows.finish());
    // Those of one variable stay in order.
    std::stable_sort(contexts.begin(), contexts.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    return contexts;
}

Outcome<Done> ProfileTables::readVariables() {
    auto contexts = TRY(readContexts());
    size_t contextsUsed = 0;
    TableCursor variables = cursor(format::Variable);
    while (variables.next()) {
        Variable variable;
        variable.id = variables.u32(0);
        variable.name = variables.text(1);
        variable.debugContext = variables.optionalU64(2);
        variable.alwaysLive = variables.u32(3) != 0;
        variable.elementType = variables.optionalText(4);
        variable.shape = variables.optionalText(5);
        const auto own =
            std::equal_range(contexts.begin(), contexts.end(), std::pair(variable.id, uint64_t{0}),
                             [](const auto& a, const auto& b) { return a.first < b.first; });
        for (auto context = own.first; context != own.second; ++context) {
            if (context == own.first && context->second == variable.debugContext) {
                continue; // the list begins with the first one
            }
            variable.furtherContexts.push_back(context->second);
        }
        contextsUsed += static_cast<size_t>(own.second - own.first);
        if (variables.ok()) {
            variables.accept(m_job.builder.addVariable(std::move(variable)));
        }
    }
    TRY(variables.finish());
    if (contextsUsed != contexts.size()) {
        return Error{ErrorCode::UnknownId,
                     {},
                     "variable_context, column variable",
                     "ids of variables",
                     std::to_string(contexts.size() - contextsUsed) + " others"};
    }
    TRY(readCategoriesAndStrings());
    return readLoweredVariables();
}

Outcome<Done> ProfileTables::readCategoriesAndStrings() {
    TableCursor categories = cursor(format::VariableCategory);
    while (categories.next()) {
        const uint32_t id = categories.u32(0);
        std::string name = categories.text(1);
        if (categories.ok()) {
            categories.accept(m_job.builder.addVariableCategory(id, std::move(name)));
        }
    }
    TRY(categories.finish());
    TableCursor strings = cursor(format::LoweredString);
    while (strings.next()) {
        if (strings.u64(0) != strings.rows() - 1) {
            strings.fail(ErrorCode::OutOfRange, 0, "positions 0, 1, 2, ... without a gap", "a gap");
        }
        const std::string text = strings.text(1);
        if (strings.ok()) {
            m_job.builder.addLoweredString(text);
        }
    }
    return strings.finish();
}

namespace {

/// Checks that each entry of a column is a position in a list of `count` entries, or NoId.
void checkPositions(TableCursor& rows, int column, std::span<const uint32_t> positions, size_t count) {
    const auto wrong = std::find_if(positions.begin(), positions.end(),
                                    [&](uint32_t entry) { return entry >= count && entry != NoId; });
    if (wrong != positions.end()) {
        rows.fail(ErrorCode::UnknownId, column, "positions of lowered_string", std::to_string(*wrong));
    }
}

} // namespace

Outcome<Done> ProfileTables::readLoweredVariables() {
    auto sizes = TRY(sizesOf(format::LoweredVariable.name, {"id"}));
    m_job.builder.reserveLowered(sizes[1]);
    TableCursor lowered = cursor(format::LoweredVariable);
    while (lowered.next()) {
        const TileId tile{lowered.u32(0)};
        const auto id = lowered.list(1);
        const auto bytes = lowered.list(2);
        const auto liveClass = lowered.list(3);
        const auto variable = lowered.list(4);
        const auto address = lowered.optionalList(5);
        const auto category = lowered.optionalList(6);
        const auto flags = lowered.optionalList(7);
        const auto nameBase = lowered.optionalList(8);
        const auto nameVertexField = lowered.optionalList(9);
        const auto nameSuffix = lowered.optionalList(10);
        const size_t strings = m_job.builder.profile().lowered.strings.size();
        checkPositions(lowered, 8, nameBase, strings);
        checkPositions(lowered, 10, nameSuffix, strings);
        if (nameBase.size() != nameVertexField.size() || nameBase.size() != nameSuffix.size()) {
            lowered.fail(ErrorCode::BlobLength, 8, "as many entries as in name_vertex_field and name_suffix",
                         std::to_string(nameBase.size()));
        }
        if (lowered.ok()) {
            lowered.accept(m_job.builder.addLoweredVariables(tile, {.id = id,
                                                                    .bytes = bytes,
                                                                    .equivalenceClass = liveClass,
                                                                    .variable = variable,
                                                                    .address = address,
                                                                    .category = category,
                                                                    .flags = flags,
                                                                    .nameBase = nameBase,
                                                                    .nameVertexField = nameVertexField,
                                                                    .nameSuffix = nameSuffix}));
        }
    }
    if (lowered.ok() && m_job.builder.profile().lowered.size() == 0) {
        m_job.builder.addNote({LoadNote::Kind::NoLoweredVariables, 0, {}});
    }
    return lowered.finish();
}

Outcome<Done> ProfileTables::readPrograms() {
    auto sizes = TRY(sizesOf(format::Program.name, {"children", "variables"}));
    m_job.builder.reservePrograms(sizes[0], sizes[1], sizes[2]);
    TableCursor rows = cursor(format::Program);
    while (rows.next()) {
        Program program;
        program.id = rows.u32(0);
        program.type = rows.text(1);
        program.name = rows.text(2);
        program.debugContext = rows.optionalU64(3);
        const auto computeSet = rows.optionalU32(4);
        const auto children = rows.optionalList(5);
        program.controlCode = rows.byTile(6, m_job.builder, true);
        program.codeBytes = rows.byTile(7, m_job.builder, true);
        const auto variables = rows.optionalList(8);
        program.repeatCount = rows.optionalU64(9);
        program.function = rows.optionalU32(10);
        if (rows.ok()) {
            rows.accept(m_job.builder.addProgram(std::move(program), computeSet, children, variables));
        }
    }
    TRY(rows.finish());
    TableCursor roots = cursor(format::RootProgram);
    while (roots.next()) {
        roots.position(0);
        const uint32_t program = roots.u32(1);
        if (roots.ok()) {
            roots.accept(m_job.builder.addRootProgram(program));
        }
    }
    TRY(roots.finish());
    TRY(readFunctions());
    TRY(m_job.builder.resolve());
    return Done{};
}

Outcome<Done> ProfileTables::readFunctions() {
    TableCursor rows = cursor(format::FunctionProgram);
    while (rows.next()) {
        const uint32_t function = rows.u32(0);
        (void)rows.u32(1); // the rows are sorted by it
        const uint32_t program = rows.u32(2);
        if (rows.ok()) {
            m_job.builder.addFunctionProgram(function, program);
        }
    }
    return rows.finish();
}

Outcome<Done> ProfileTables::readTileMemory() {
    TableCursor rows = cursor(format::TileMemory);
    while (rows.next()) {
        std::string category = rows.text(0);
        const ByTile bytes = rows.byTile(1, m_job.builder, false);
        if (rows.ok()) {
            rows.accept(m_job.builder.addTileMemory(std::move(category), bytes));
        }
    }
    return rows.finish();
}

namespace {

std::optional<StepIndex> stepOf(std::optional<uint32_t> step) {
    return step ? std::optional(StepIndex{*step}) : std::nullopt;
}

} // namespace

Outcome<Done> ProfileTables::readOperations() {
    if (!m_job.operationsRead) {
        return Done{};
    }
    auto sizes = TRY(sizesOf(format::OperationDetail.name, {"programs", "variables"}));
    m_job.builder.reserveOperationDetails(sizes[0], sizes[1], sizes[2]);
    TableCursor details = cursor(format::OperationDetail);
    while (details.next()) {
        OperationDetail detail;
        detail.uid = details.u32(0);
        detail.firstStep = stepOf(details.optionalU32(1));
        detail.lastStep = stepOf(details.optionalU32(2));
        auto debug = readOperationDebug(details.text(3));
        if (details.ok() && !debug) {
            details.fail(debug.failure().code, 3, debug.failure().expected, debug.failure().actual);
        }
        const auto programs = details.list(4);
        const auto variables = details.list(5);
        if (details.ok()) {
            detail.debug = std::move(*debug);
            details.accept(m_job.builder.addOperationDetail(std::move(detail), programs, variables));
        }
    }
    TRY(details.finish());
    TableCursor operations = cursor(format::Operation);
    while (operations.next()) {
        operations.position(0);
        const uint32_t uid = operations.u32(1);
        std::string name = operations.text(2);
        if (operations.ok()) {
            operations.accept(m_job.builder.addOperation(uid, std::move(name)));
        }
    }
    return operations.finish();
}

Outcome<Done> ProfileTables::readExecution() {
    TableCursor runs = cursor(format::ExecutionRun);
    while (runs.next()) {
        const uint32_t id = runs.u32(0);
        std::string name = runs.text(1);
        if (runs.ok()) {
            runs.accept(m_job.builder.addExecutionRun(id, std::move(name)));
        }
    }
    TRY(runs.finish());
    TableCursor steps = cursor(format::ExecutionStep);
    while (steps.next()) {
        ExecutionStep step;
        step.run = steps.u32(0);
        step.step = steps.u32(1);
        const auto program = steps.optionalU32(2);
        step.ipu = steps.u32(3);
        step.cyclesFrom = steps.u64(4);
        step.cyclesTo = steps.u64(5);
        step.activeTiles = steps.optionalU64(6);
        step.tileBalance = steps.optionalReal(7);
        step.dataIn = steps.optionalU64(8);
        step.dataOut = steps.optionalU64(9);
        if (steps.ok()) {
            steps.accept(m_job.builder.addExecutionStep(step, program));
        }
    }
    TRY(steps.finish());
    return readCycles();
}

Outcome<Done> ProfileTables::readCycles() {
    TableCursor estimated = cursor(format::EstimatedCycles);
    while (estimated.next()) {
        const uint32_t program = estimated.u32(0);
        const uint32_t ipu = estimated.u32(1);
        const ByTile cycles = estimated.byTile(2, m_job.builder, false);
        if (estimated.ok()) {
            estimated.accept(m_job.builder.addEstimatedCycles(program, ipu, cycles));
        }
    }
    TRY(estimated.finish());
    TableCursor measured = cursor(format::MeasuredCycles);
    while (measured.next()) {
        const uint32_t step = measured.u32(0);
        const uint32_t ipu = measured.u32(1);
        const ByTile cycles = measured.byTile(2, m_job.builder, false);
        if (measured.ok()) {
            measured.accept(m_job.builder.addMeasuredCycles(step, ipu, cycles));
        }
    }
    return measured.finish();
}

} // namespace tileline
