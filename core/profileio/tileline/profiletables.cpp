// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profileio/tileline/profiletables.h"

#include "core/profileio/operationfields.h"
#include "core/profileio/tablecursor.h"
#include "core/profileio/tileline/tilelineformat.h"

#include <algorithm>
#include <numeric>

namespace tileline {

Outcome<std::vector<size_t>> ProfileTables::sizesOf(std::string_view table,
                                                    std::vector<std::string_view> lists) {
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
        const double size = std::clamp(statement->real(column), 0.0, static_cast<double>(m_fileBytes / 4));
        sizes.push_back(static_cast<size_t>(size));
    }
    return sizes;
}

Outcome<Done> ProfileTables::readTarget() {
    TableCursor meta(m_database, format::Meta, m_job.meter);
    while (meta.next()) {
        std::string key = meta.text(0);
        std::string value = meta.text(1);
        if (key.starts_with(format::MissingPrefix)) {
            const std::string part = key.substr(format::MissingPrefix.size());
            m_job.builder.addNote({LoadNote::Kind::MissingInSource, 1, part + ": " + value});
        }
        m_job.builder.addMeta(std::move(key), std::move(value));
    }
    TRY(meta.finish());
    TableCursor cursor(m_database, format::Target, m_job.meter);
    while (cursor.next()) {
        if (cursor.rows() > 1) {
            cursor.fail(ErrorCode::DuplicateId, 0, "one row", "more");
            break;
        }
        Target target;
        target.architecture = cursor.text(0);
        target.numIpus = cursor.u32(1);
        target.tilesPerIpu = cursor.u32(2);
        target.numTiles = cursor.u32(3);
        target.bytesPerTile = cursor.u64(4);
        target.clockHz = cursor.u64(5);
        target.numReplicas = cursor.u32(6);
        if (cursor.ok()) {
            cursor.accept(m_job.builder.setTarget(std::move(target)));
        }
    }
    if (cursor.ok() && cursor.rows() == 0) {
        return Error{ErrorCode::MissingRow, {}, "target", "one row", "none"};
    }
    return cursor.finish();
}

Outcome<Done> ProfileTables::reserveByTile() {
    size_t entries = 0;
    for (const auto& [table, lists] :
         {std::pair(&format::VertexCode, std::vector<std::string_view>{"bytes_by_tile"}),
          std::pair(&format::ComputeSetVertex, std::vector<std::string_view>{"count_by_tile"}),
          std::pair(&format::Program, std::vector<std::string_view>{"control_code", "code_bytes"}),
          std::pair(&format::TileMemory, std::vector<std::string_view>{"bytes_by_tile"})}) {
        auto sizes = TRY(sizesOf(table->name, lists));
        entries += std::accumulate(sizes.begin() + 1, sizes.end(), size_t{0});
    }
    m_job.builder.reserveByTile(std::min<size_t>(entries, m_fileBytes / sizeof(uint32_t)));
    return Done{};
}

Outcome<Done> ProfileTables::readVertices() {
    TRY(reserveByTile());
    TableCursor code(m_database, format::VertexCode, m_job.meter);
    while (code.next()) {
        std::string name = code.text(0);
        const ByTile bytes = code.byTile(1, m_job.builder, false);
        if (code.ok()) {
            code.accept(m_job.builder.addVertexCode(std::move(name), bytes));
        }
    }
    TRY(code.finish());
    TableCursor types(m_database, format::VertexType, m_job.meter);
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
    TableCursor sets(m_database, format::ComputeSet, m_job.meter);
    while (sets.next()) {
        const uint32_t id = sets.u32(0);
        std::string name = sets.text(1);
        if (sets.ok()) {
            sets.accept(m_job.builder.addComputeSet(id, std::move(name)));
        }
    }
    TRY(sets.finish());
    TableCursor vertices(m_database, format::ComputeSetVertex, m_job.meter);
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
    TableCursor steps(m_database, format::LivenessStep, m_job.meter);
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
    TableCursor classes(m_database, format::EquivalenceClass, m_job.meter);
    while (classes.next()) {
        const uint32_t id = classes.u32(0);
        const auto intervals = classes.list(1);
        if (classes.ok()) {
            classes.accept(m_job.builder.addEquivalenceClass(id, intervals));
        }
    }
    return classes.finish();
}

Outcome<Done> ProfileTables::readVariables() {
    TableCursor variables(m_database, format::Variable, m_job.meter);
    while (variables.next()) {
        Variable variable;
        variable.id = variables.u32(0);
        variable.name = variables.text(1);
        variable.debugContext = variables.optionalU64(2);
        variable.alwaysLive = variables.u32(3) != 0;
        variable.elementType = variables.optionalText(4);
        variable.shape = variables.optionalText(5);
        if (variables.ok()) {
            variables.accept(m_job.builder.addVariable(std::move(variable)));
        }
    }
    TRY(variables.finish());
    return readLoweredVariables();
}

Outcome<Done> ProfileTables::readLoweredVariables() {
    auto sizes = TRY(sizesOf(format::LoweredVariable.name, {"id"}));
    m_job.builder.reserveLowered(sizes[1]);
    TableCursor lowered(m_database, format::LoweredVariable, m_job.meter);
    while (lowered.next()) {
        const TileId tile{lowered.u32(0)};
        const auto id = lowered.list(1);
        const auto bytes = lowered.list(2);
        const auto liveClass = lowered.list(3);
        const auto variable = lowered.list(4);
        const auto address = lowered.optionalList(5);
        if (lowered.ok()) {
            lowered.accept(m_job.builder.addLoweredVariables(tile, {.id = id,
                                                                    .bytes = bytes,
                                                                    .equivalenceClass = liveClass,
                                                                    .variable = variable,
                                                                    .address = address}));
        }
    }
    if (lowered.ok() && m_job.builder.profile().lowered.size() == 0) {
        return Error{ErrorCode::NoLoweredVariables, {}, "lowered_variable", "lowered variables", "none"};
    }
    return lowered.finish();
}

Outcome<Done> ProfileTables::readPrograms() {
    auto sizes = TRY(sizesOf(format::Program.name, {"children", "variables"}));
    m_job.builder.reservePrograms(sizes[0], sizes[1], sizes[2]);
    TableCursor cursor(m_database, format::Program, m_job.meter);
    while (cursor.next()) {
        Program program;
        program.id = cursor.u32(0);
        program.type = cursor.text(1);
        program.name = cursor.text(2);
        program.debugContext = cursor.optionalU64(3);
        const auto computeSet = cursor.optionalU32(4);
        const auto children = cursor.optionalList(5);
        program.controlCode = cursor.byTile(6, m_job.builder, true);
        program.codeBytes = cursor.byTile(7, m_job.builder, true);
        const auto variables = cursor.optionalList(8);
        if (cursor.ok()) {
            cursor.accept(m_job.builder.addProgram(std::move(program), computeSet, children, variables));
        }
    }
    TRY(cursor.finish());
    TableCursor roots(m_database, format::RootProgram, m_job.meter);
    while (roots.next()) {
        roots.position(0);
        const uint32_t program = roots.u32(1);
        if (roots.ok()) {
            roots.accept(m_job.builder.addRootProgram(program));
        }
    }
    TRY(roots.finish());
    TRY(m_job.builder.resolve());
    return Done{};
}

Outcome<Done> ProfileTables::readTileMemory() {
    TableCursor cursor(m_database, format::TileMemory, m_job.meter);
    while (cursor.next()) {
        std::string category = cursor.text(0);
        const ByTile bytes = cursor.byTile(1, m_job.builder, false);
        if (cursor.ok()) {
            cursor.accept(m_job.builder.addTileMemory(std::move(category), bytes));
        }
    }
    return cursor.finish();
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
    TableCursor details(m_database, format::OperationDetail, m_job.meter);
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
    TableCursor operations(m_database, format::Operation, m_job.meter);
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
    TableCursor runs(m_database, format::ExecutionRun, m_job.meter);
    while (runs.next()) {
        const uint32_t id = runs.u32(0);
        std::string name = runs.text(1);
        if (runs.ok()) {
            runs.accept(m_job.builder.addExecutionRun(id, std::move(name)));
        }
    }
    TRY(runs.finish());
    TableCursor steps(m_database, format::ExecutionStep, m_job.meter);
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
    return steps.finish();
}

} // namespace tileline
