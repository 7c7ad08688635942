// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplartables.h"

#include "core/profile/reading/sourceformats.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tileline::poplar {

namespace {

/// No step can have as many live bytes as this.
constexpr int64_t MaxStepBytes = int64_t{1} << 52;
constexpr const char* Remedy =
    "Convert the report with Tileline's exporter, on a machine with the Poplar SDK "
    "that wrote it.";

Outcome<bool> isPoplars(Database& database) {
    auto query = TRY(database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE"));
    query.bind(1, VersionInfo.name);
    return query.step();
}

/// The sum of an array with a number for each tile. No available report shows how Poplar encodes such an
/// array, so the function picks the encoding that yields exactly `tiles` numbers.
std::optional<uint64_t> sumOverTiles(Blob blob, size_t tiles) {
    for (const Encoding encoding : {Encoding::Runs, Encoding::Numbers}) {
        std::vector<uint64_t> entries(blob.empty() ? 0 : tiles);
        const auto count = addArray(blob, encoding, entries);
        if (!blob.empty() && count && *count == tiles) {
            return std::accumulate(entries.begin(), entries.end(), uint64_t{0});
        }
    }
    return std::nullopt;
}

} // namespace

PoplarTables::PoplarTables(Database& database, const SourcePtr& source, LoadJob& job)
    : m_database(database)
    , m_source(source)
    , m_job(job)
    , m_builder(job.builder)
    , m_schema(database)
    , m_blobs(job.builder, job.meter) {
}

Outcome<Done> PoplarTables::readAll() {
    if (auto checked = checkSchema(); !checked) {
        return located(std::move(checked).failure(), "the schema");
    }
    m_job.meter.enter(Phase::ReadingPrograms);
    TRY(readTarget());
    TRY(readVertices());
    m_job.meter.enter(Phase::ReadingLiveness);
    TRY(readLiveness());
    m_job.meter.enter(Phase::ReadingVariables);
    TRY(readVariables());
    m_job.meter.enter(Phase::ReadingPrograms);
    TRY(readPrograms());
    TRY(readMemory());
    m_job.meter.enter(Phase::ReadingOperations);
    return readExecution();
}

Outcome<Done> PoplarTables::checkTable(const format::Table& table) {
    auto checked = m_schema.check(table);
    if (checked || checked.failure().cancelled()) {
        return checked;
    }
    Error error = checked.failure().error();
    if (error.code == ErrorCode::MissingTable || error.code == ErrorCode::MissingColumn) {
        error.remedy = Remedy;
    }
    return error;
}

Outcome<Done> PoplarTables::checkSchema() {
    const std::string versionInfo(VersionInfo.name);
    if (!TRY(isPoplars(m_database))) {
        return errorAt(ErrorCode::NotAProfile, versionInfo, "the table with the version of Poplar's profile",
                       "a database without it");
    }
    TRY(checkTable(VersionInfo));
    const auto check = [&](uint32_t major, uint32_t minor) -> Result<Done> {
        const std::string text = std::to_string(major) + "." + std::to_string(minor);
        if (major != Major) {
            return errorAt(ErrorCode::UnsupportedVersion, versionInfo,
                           "version " + std::to_string(Major) + " of the schema of profile.pop",
                           "version " + text, Remedy);
        }
        if (minor > NewestMinor) {
            m_builder.addNote({LoadNote::Kind::NewerFormat, 1, text});
        }
        return Done{};
    };
    TRY(read(VersionInfo, check, "one row"));
    for (const format::Table* table : tables()) {
        TRY(checkTable(*table));
    }
    return planProgress();
}

/// The progress is measured in rows, not bytes, because a long row takes hardly more time than a short one,
/// and some long tables are not read at all.
Outcome<Done> PoplarTables::planProgress() {
    const auto fileBytes = static_cast<double>(m_source->bytes());
    double cost = 1;
    for (const format::Table* const table : tables()) {
        if (!m_schema.has(*table)) {
            continue;
        }
        auto query = m_database.prepare("SELECT max(rowid) FROM \"" + std::string(table->name) + "\"");
        if (!query) {
            continue; // the table has no rowids
        }
        TRY(query->step());
        cost += std::clamp(static_cast<double>(query->integer(0)), 0.0, fileBytes) * table->rowCost;
    }
    m_bytesOfCost = fileBytes / cost;
    return Done{};
}

Outcome<std::unique_ptr<ColumnScan>> PoplarTables::scan(const format::Table& table) {
    std::vector<ColumnScan::Column> columns;
    for (const format::Column& column : table.columns) {
        columns.push_back(
            {.name = column.name, .nullable = column.optional, .isText = column.name == "name_suffix"});
    }
    auto opened = ColumnScan::open(m_database, m_source, table.name, std::move(columns), m_job.meter.stop());
    return opened ? std::move(opened)
                  : Outcome<std::unique_ptr<ColumnScan>>(located(std::move(opened).failure(), table.name));
}

/// Adds the text in the first row to the profile, as the value of the meta key `key`.
Outcome<Done> PoplarTables::readText(const format::TableOf<OptionalText>& table, const char* key) {
    return read(table, [&](const TableCursor& rows, std::string text) {
        if (rows.rows() == 1 && !text.empty()) {
            m_builder.addMeta(key, std::move(text));
        }
    });
}

Outcome<Done> PoplarTables::readTarget() {
    TRY(readText(PoplarVersion, "poplar_version"));
    TRY(readText(DateTime, "date_time"));
    TRY(readText(CompilationInfo, "compilation_id"));
    TRY(read(GraphInfo, [&](std::optional<uint64_t> edges) {
        if (edges.value_or(0) > 0) { // Poplar writes 0 if it did not count the edges
            m_builder.addMeta("num_edges", std::to_string(*edges));
        }
    }));
    TRY(read(Instrumentation, [&](std::string level, std::optional<uint32_t> exchange) {
        m_builder.addMeta("instrument_compute", level.empty() ? "no" : std::move(level));
        m_builder.addMeta("instrument_external_exchange", exchange.value_or(0) != 0 ? "yes" : "no");
    }));
    TRY(read(CompilationParameters,
             [&](std::string name, std::string value, std::optional<uint32_t> isDefault) {
                 m_builder.addEngineOption({std::move(name), std::move(value), isDefault.value_or(0) != 0});
             }));
    TRY(read(CompilationTrace, [&](auto... fields) { m_builder.addCompilePhase({std::move(fields)...}); }));
    const auto addTarget = [&](std::string architecture, uint32_t numIpus, uint32_t tilesPerIpu,
                               uint32_t numTiles, uint64_t bytesPerTile, uint64_t clockHz,
                               std::optional<uint32_t> numReplicas, std::string type,
                               std::optional<uint64_t> interleaved) {
        if (!type.empty()) {
            m_builder.addMeta("target_type", std::move(type));
        }
        if (interleaved) {
            m_builder.addMeta("interleaved_memory_start", std::to_string(*interleaved));
        }
        return m_builder.setTarget({std::move(architecture), numIpus, tilesPerIpu, numTiles, bytesPerTile,
                                    clockHz, numReplicas.value_or(1)});
    };
    return read(TargetInfo, addTarget, "one row");
}

Outcome<Done> PoplarTables::readVertices() {
    TRY(readVertexTypes());
    TRY(readComputeSets());
    return read(VertexInstances, [&](uint32_t computeSet, uint32_t vertexType, ByTile count) {
        return m_builder.addVertices(computeSet, vertexType, count);
    });
}

/// Reads vertex types and their code. If several types with the same name have code on a tile, only the code
/// of the type with the highest id counts on that tile, as in PopLiner.
Outcome<Done> PoplarTables::readVertexTypes() {
    std::map<uint32_t, VertexType> types;
    TRY(read(VertexTypes, [&](TableCursor& rows, uint32_t id, std::string name, uint32_t size) {
        if (!types.emplace(id, VertexType{id, std::move(name), size, {}}).second) {
            rows.failDuplicate(id);
        }
    }));
    std::map<uint32_t, ByTile> codeOf;
    TRY(read(MemoryByVertexType, [&](TableCursor& rows, uint32_t id, ByTile bytes) {
        if (!types.contains(id)) {
            rows.fail(ErrorCode::UnknownId, 0, "the id of a vertex type", std::to_string(id));
        } else if (!codeOf.emplace(id, bytes).second) {
            rows.failDuplicate(id);
        }
    }));
    std::map<std::string_view, std::vector<ByTile>> codeOfName; // by name: code of the types with this name
    for (const auto& [id, bytes] : codeOf) {
        codeOfName[types.at(id).name].push_back(bytes);
    }
    for (const auto& [name, arrays] : codeOfName) {
        ByTile bytes = arrays.front();
        if (arrays.size() > 1) {
            std::vector<uint32_t> joined(tiles());
            for (const ByTile array : arrays) {
                array.forEachBlock([&](size_t first, std::span<const uint32_t> entries) {
                    for (size_t i = 0; i < entries.size(); ++i) {
                        joined[first + i] = entries[i] != 0 ? entries[i] : joined[first + i];
                    }
                });
            }
            bytes = m_builder.storeByTile(joined);
        }
        if (!bytes.empty()) {
            TRY(m_builder.addVertexCode(std::string(name), bytes));
        }
    }
    for (const auto& [id, type] : types) {
        TRY(m_builder.addVertexType(id, type.name, type.size));
    }
    return Done{};
}

Outcome<Done> PoplarTables::readComputeSets() {
    return read(ComputeSets,
                [&](uint32_t id, std::string name, Blob variables, Blob flops,
                    std::vector<uint64_t> cycles) -> Result<Done> {
                    TRY(m_builder.addComputeSet(id, name, sumOverTiles(flops, tiles())));
                    m_computeSets.add(id, {std::move(name), std::move(cycles), m_computeSetVariables.size(),
                                           countDifferences(variables)});
                    m_computeSetVariables.append(variables);
                    return Done{};
                });
}

Outcome<Done> PoplarTables::readLiveness() {
    std::vector<uint32_t> programs;
    const auto addStep = [&](uint64_t, uint32_t program) { programs.push_back(program); };
    TRY(read(DepthFirstSteps, addStep, "a row for each program step"));
    std::vector<uint64_t> bytes;
    std::vector<IpuDelta> ofIpus;
    TRY(readStepBytes(bytes, ofIpus, programs.size()));
    for (size_t step = 0; step < programs.size(); ++step) {
        TRY(m_builder.addStep(programs[step], bytes[step]));
    }
    TRY(addIpuStepBytes(std::move(ofIpus)));
    return readClasses();
}

Result<Done> PoplarTables::addIpuStepBytes(std::vector<IpuDelta> deltas) {
    std::sort(deltas.begin(), deltas.end());
    int64_t live = 0;
    for (size_t i = 0; i < deltas.size(); ++i) {
        const auto [ipu, step, difference] = deltas[i];
        live = (i > 0 && std::get<0>(deltas[i - 1]) == ipu ? live : 0) + difference;
        const bool last =
            i + 1 == deltas.size() || std::get<0>(deltas[i + 1]) != ipu || std::get<1>(deltas[i + 1]) != step;
        if (live < (last ? 0 : -MaxStepBytes) || live > MaxStepBytes) {
            return errorAt(
                ErrorCode::OutOfRange,
                {.table = NotAlwaysLive.name, .key = "step_id", .row = step, .column = "delta_bytes"},
                "differences that sum to between 0 and 2^52 live bytes on the IPU", std::to_string(live));
        }
        if (last) {
            TRY(m_builder.addIpuStepBytes({ipu, {step}, static_cast<uint64_t>(live)}));
        }
    }
    return Done{};
}

/// Each row states the change in not-always-live bytes from the preceding step to the row's step, on the
/// row's IPU or, if that is NULL, on all IPUs together. A step without a change has no row.
Outcome<Done> PoplarTables::readStepBytes(std::vector<uint64_t>& bytes, std::vector<IpuDelta>& ofIpus,
                                          size_t steps) {
    std::vector<int64_t> together(steps);
    std::vector<int64_t> byIpu(steps);
    const Target& target = m_builder.profile().target;
    const uint32_t ipus = target.hasSeveralIpus() ? target.ipusOfTiles() : 0;
    bool anyTogether = false;
    TRY(read(NotAlwaysLive, [&](TableCursor& rows, uint64_t step, std::optional<uint32_t> ipu,
                                int64_t difference) {
        if (step >= steps) {
            rows.fail(ErrorCode::OutOfRange, 0, "a step below " + std::to_string(steps),
                      std::to_string(step));
            return;
        }
        int64_t& sum = (ipu ? byIpu : together)[step];
        if (difference < -MaxStepBytes || difference > MaxStepBytes || sum < -MaxStepBytes ||
            sum > MaxStepBytes) {
            rows.fail(ErrorCode::OutOfRange, 2, "a change of at most 2^52 bytes", std::to_string(difference));
            return;
        }
        sum += difference;
        if (ipu && ipus > 0) {
            if (*ipu >= ipus) {
                rows.fail(ErrorCode::OutOfRange, 1, "an IPU below " + std::to_string(ipus),
                          std::to_string(*ipu));
                return;
            }
            ofIpus.emplace_back(*ipu, static_cast<uint32_t>(step), difference);
        }
        anyTogether |= !ipu;
    }));
    int64_t live = 0;
    for (const int64_t difference : anyTogether ? together : byIpu) {
        live = live > MaxStepBytes ? live : live + difference;
        if (live < 0 || live > MaxStepBytes) {
            return errorAt(
                ErrorCode::OutOfRange,
                {.table = NotAlwaysLive.name, .key = "step_id", .row = bytes.size(), .column = "delta_bytes"},
                "differences that sum to between 0 and 2^52 live bytes", std::to_string(live));
        }
        bytes.push_back(static_cast<uint64_t>(live));
    }
    return Done{};
}

Outcome<Done> PoplarTables::readClasses() {
    std::vector<uint32_t> classes;
    TRY(read(EqClasses, [&](TableCursor& rows, uint32_t id) {
        if (!m_classes.insert(id, static_cast<uint32_t>(classes.size()))) {
            rows.failDuplicate(id);
        }
        classes.push_back(id);
    }));
    struct Interval {
        uint32_t row; ///< row of the interval's class
        uint32_t from;
        uint32_t to;
    };
    std::vector<Interval> intervals;
    TRY(read(EqClassStep, [&](TableCursor& rows, uint32_t id, uint32_t from, uint32_t to) {
        intervals.push_back({m_classes.find(id), from, to});
        if (intervals.back().row == NoId) {
            rows.failUnknown(0, EqClasses.name, id);
        }
    }));
    std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
        return std::pair(a.row, a.from) < std::pair(b.row, b.from);
    });
    std::vector<uint32_t> list;
    size_t next = 0;
    for (uint32_t row = 0; row < classes.size(); ++row) {
        list.clear();
        for (; next < intervals.size() && intervals[next].row == row; ++next) {
            list.insert(list.end(), {intervals[next].from, intervals[next].to});
        }
        TRY(m_builder.addEquivalenceClass(classes[row], list));
    }
    return Done{};
}

/// Adds a category unless its bytes are 0 on all tiles. If that fails, `cursor` gets the error.
void PoplarTables::addTileMemory(TableCursor& cursor, std::string name, const std::vector<uint64_t>& bytes) {
    const uint64_t maximum = *std::max_element(bytes.begin(), bytes.end());
    if (maximum == 0 || !cursor.ok()) {
        return;
    }
    if (maximum > std::numeric_limits<uint32_t>::max()) {
        cursor.fail(ErrorCode::OutOfRange, -1, "less than 2^32 bytes on a tile", std::to_string(maximum));
        return;
    }
    ByTileEncoder array;
    for (const uint64_t entry : bytes) {
        array.append(1, static_cast<uint32_t>(entry));
    }
    cursor.accept(m_blobs.spend(array.finish()));
    if (cursor.ok()) {
        cursor.accept(m_builder.addTileMemory(std::move(name), m_builder.storeByTile(array)));
    }
}

Outcome<Done> PoplarTables::readMemory() {
    constexpr const char* Totals[] = {"total.excludingGaps", "total.includingGaps", "alwaysLive",
                                      "notAlwaysLive",       "region.interleaved",  "region.nonInterleaved",
                                      "region.overflowed"};
    std::vector<std::vector<uint64_t>> columns(std::size(Totals), std::vector<uint64_t>(tiles()));
    TableCursor byTile = rowsOf(MemoryByTile);
    while (byTile.next()) {
        const uint32_t tile = byTile.u32(0);
        if (tile >= tiles()) {
            byTile.fail(ErrorCode::OutOfRange, 0, "a tile below " + std::to_string(tiles()),
                        std::to_string(tile));
        }
        for (size_t i = 0; byTile.ok() && i < columns.size(); ++i) {
            columns[i][tile] = byTile.optionalU32(static_cast<int>(i) + 1).value_or(0);
        }
    }
    for (size_t i = 0; i < columns.size(); ++i) {
        addTileMemory(byTile, Totals[i], columns[i]);
    }
    TRY(byTile.finish());

    // Each row describes one category, and each column one part of the category. The profile gets every part
    // and the sum of the parts.
    constexpr const char* Parts[] = {"interleaved.nonOverlapped",    "interleaved.overlapped",
                                     "nonInterleaved.nonOverlapped", "nonInterleaved.overlapped",
                                     "overflowed.nonOverlapped",     "overflowed.overlapped"};
    std::vector<uint64_t> part;
    std::vector<uint64_t> sum;
    TableCursor categories = rowsOf(MemoryByCategory);
    while (categories.next()) {
        const std::string name = "category." + categories.text(0);
        sum.assign(tiles(), 0);
        for (size_t i = 0; i < std::size(Parts); ++i) {
            part.assign(tiles(), 0);
            BlobReader::add(categories, static_cast<int>(i) + 1, Encoding::Numbers, part);
            std::transform(part.begin(), part.end(), sum.begin(), sum.begin(), std::plus<>());
            addTileMemory(categories, name + "." + Parts[i], part);
        }
        addTileMemory(categories, name, sum);
    }
    TRY(categories.finish());

    sum.assign(tiles(), 0);
    TableCursor computeSets = rowsOf(MemoryByComputeSet);
    while (computeSets.next()) {
        for (int column = 1; column < static_cast<int>(MemoryByComputeSet.columns.size()); ++column) {
            BlobReader::add(computeSets, column, Encoding::Runs, sum);
        }
    }
    addTileMemory(computeSets, "computeSets", sum);
    return computeSets.finish();
}

/// Adds what `columns` state about each IPU in a run. Ignores arrays that do not have one number per IPU.
Result<Done> PoplarTables::addRunsOnIpus(uint32_t run, const std::array<Blob, 3>& columns) {
    const uint32_t ipus = m_builder.profile().target.numIpus;
    std::array<std::vector<uint64_t>, 3> lists;
    bool any = false;
    for (size_t i = 0; i < columns.size(); ++i) {
        auto list =
            countNumbers(columns[i]) == ipus ? decodeNumbers(columns[i], INT64_MAX) : std::vector<uint64_t>();
        if (list && list->size() == ipus) {
            lists[i] = *std::move(list);
            any = true;
        }
    }
    if (!any) {
        return Done{};
    }
    TRY(m_blobs.spend(uint64_t{ipus} * (sizeof(RunOnIpu) / sizeof(uint32_t))));
    for (uint32_t ipu = 0; ipu < ipus; ++ipu) {
        const auto of = [&](size_t i) {
            return lists[i].empty() ? std::nullopt : std::optional(lists[i][ipu]);
        };
        TRY(m_builder.addRunOnIpu({run, ipu, of(0), of(1), of(2)}));
    }
    return Done{};
}

/// The table `steps` is ordered by run: it begins with the steps of the first run.
Outcome<Done> PoplarTables::readExecution() {
    struct RunSteps {
        uint32_t run;
        uint64_t end; ///< number of steps in this run and all earlier runs together
    };
    std::vector<RunSteps> runs;
    const auto addRun = [&](uint32_t id, std::string name, uint64_t steps, std::optional<uint64_t> startUs,
                            std::optional<uint64_t> elapsedUs, Blob clocks, Blob from,
                            Blob to) -> Result<Done> {
        const uint64_t before = runs.empty() ? 0 : runs.back().end;
        runs.push_back({id, before + std::min(steps, UINT64_MAX - before)});
        TRY(m_builder.addExecutionRun(id, std::move(name)));
        TRY(m_builder.setRunTime(id, startUs, elapsedUs));
        return addRunsOnIpus(id, {clocks, from, to});
    };
    TRY(read(ExecutionRuns, addRun));
    struct RawStep {
        uint32_t run = 0;
        std::optional<uint32_t> program;
        bool executed = false; ///< whether any IPU executed the step
    };
    RowsById<RawStep> steps;
    std::vector<std::pair<uint32_t, std::string>> syncs; ///< by step
    size_t run = 0;
    TRY(read(Steps, [&](TableCursor& rows, uint32_t id, std::optional<uint32_t> program, std::string sync) {
        while (run < runs.size() && rows.rows() > runs[run].end) {
            ++run;
        }
        if (run == runs.size()) {
            rows.fail(ErrorCode::OutOfRange, 0,
                      std::to_string(runs.empty() ? 0 : runs.back().end) + " steps, the sum over all runs",
                      "more");
        } else if (!steps.add(id, RawStep{runs[run].run, program, false})) {
            rows.failDuplicate(id);
        }
        if (const auto own = program ? m_syncOf.find(*program) : m_syncOf.end();
            sync.empty() && own != m_syncOf.end()) {
            const auto type = m_syncs.find(own->second);
            sync = type == m_syncs.end() ? std::string() : type->second;
            rows.accept(m_job.meter.spend(sync.size()), 1);
        }
        if (!sync.empty()) {
            syncs.emplace_back(id, std::move(sync));
        }
    }));
    Arrays cycles;
    TRY(readArrays(MeasuredCyclesByTile, cycles));
    const auto addStep = [&](TableCursor& rows, uint32_t id, uint32_t ipu, uint64_t base, uint64_t from,
                             uint64_t count, std::optional<uint32_t> activeTiles,
                             std::optional<double> tileBalance, std::optional<uint32_t> array,
                             std::optional<uint64_t> to) -> Result<Done> {
        RawStep* const step = steps.find(id);
        if (step == nullptr) {
            rows.failUnknown(0, Steps.name, id);
            return Done{};
        }
        step->executed = true;
        const uint64_t begin = base + from;
        const uint64_t end = std::max(begin + count, base + to.value_or(0));
        TRY(m_builder.addExecutionStep(
            {step->run, id, {}, ipu, begin, end, activeTiles, tileBalance, {}, {}, count}, step->program));
        if (!array || cycles.empty()) {
            return Done{};
        }
        if (const ByTile* const known = cycles.find(*array)) {
            return m_builder.addMeasuredCycles(id, ipu, *known);
        }
        rows.failUnknown(7, MeasuredCyclesByTile.name, *array);
        return Done{};
    };
    TRY(read(StepsByIpu, addStep));
    for (const auto& [id, type] : syncs) {
        if (steps.find(id)->executed) { // a step without a row in StepsByIpu was executed on no IPU
            TRY(m_builder.addStepSync(id, type));
        }
    }
    return read(Blocks,
                [&](uint32_t tile, uint64_t from, uint64_t to, std::optional<uint32_t> block, uint32_t type) {
                    return m_builder.addBlock({tile, {}, block, from, to}, type);
                });
}

} // namespace tileline::poplar

namespace tileline {

bool isPoplar(std::string_view firstBytes) {
    return isSqlite(firstBytes);
}

Result<Done> checkPoplar(const Source& source, std::string_view firstBytes) {
    TRY(checkSqlite(source, firstBytes));
    return Done{};
}

Outcome<Done> readPoplar(const SourcePtr& source, LoadJob& job) {
    auto database = TRY(Database::openReadOnly(source, job.meter.stop()));
    auto done = poplar::PoplarTables(database, source, job).readAll();
    return done || done.failure().cancelled() ? done : poplar::inPoplarNames(done.failure().error());
}

} // namespace tileline
