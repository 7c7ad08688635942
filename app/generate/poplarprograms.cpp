// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/poplarprograms.h"

#include <algorithm>
#include <array>
#include <map>

namespace tileline {

namespace {

struct TypeTable {
    std::string_view type;
    std::string_view name;
};
/// Program types that have their own table. Poplar truncates the name of one table.
constexpr std::array<TypeTable, 7> TypeTables{{{"OnTileExecute", "program_type_on_tile_execute"},
                                               {"DoExchange", "program_type_do_exchange"},
                                               {"GlobalExchange", "program_type_global_exchange"},
                                               {"CodeCopy", "program_type_code_copy"},
                                               {"StreamCopyMid", "program_type_stream_copy"},
                                               {"Repeat", "program_type_repeat"},
                                               {"Call", "program_type_call"}}};

std::optional<std::string_view> tableOf(std::string_view type) {
    const auto found = std::find_if(TypeTables.begin(), TypeTables.end(),
                                    [&](const TypeTable& table) { return table.type == type; });
    return found == TypeTables.end() ? std::nullopt : std::optional(found->name);
}

class ProgramTables {
public:
    ProgramTables(const Profile& profile, const PoplarVariant& variant, PoplarTables& tables)
        : m_profile(profile)
        , m_variant(variant)
        , m_tables(tables) {}

    void write() {
        findCycles();
        writeComputeSets();
        writeTypes();
        if (m_variant.compilationSteps) {
            auto steps = m_tables.table("compilation_steps", "id INTEGER PRIMARY KEY, name TEXT");
            steps.row(0, "lowered");
            steps.row(1, "optimised");
        }
        writeExchanges();
        writeStreamCopies();
        writeSimpleTypes();
        writeCalls();
        writePrograms();
    }

private:
    /// All programs of a type, in the order of the type's table.
    const std::vector<ProgramIndex>& ofType(const std::string& type) { return m_byType[type]; }

    /// The compilation steps in which programs are listed: either none, or two, of which the last one counts.
    std::vector<std::optional<uint32_t>> compilationSteps() const {
        return m_variant.compilationSteps ? std::vector<std::optional<uint32_t>>{0, 1}
                                          : std::vector<std::optional<uint32_t>>{std::nullopt};
    }

    size_t tiles() const { return m_profile.target.numTiles; }
    const Program& at(ProgramIndex index) const { return m_profile.programs[index.index()]; }
    uint32_t idOf(ProgramIndex index) const { return at(index).id; }
    std::vector<uint32_t> idsOf(std::span<const ProgramIndex> programs) const {
        std::vector<uint32_t> ids;
        for (const ProgramIndex program : programs) {
            ids.push_back(idOf(program));
        }
        return ids;
    }
    std::optional<uint64_t> contextOf(std::optional<uint64_t> context) const {
        return m_variant.debugContexts ? context : std::nullopt;
    }

    /// The lowered variables of a program, without repetitions, in ascending order of their ids.
    std::vector<LoweredIndex> variablesOf(ProgramIndex program) const {
        std::vector<LoweredIndex> rows;
        if (m_variant.loweredVariables) {
            const auto used = m_profile.programVariables[program.index()];
            rows.assign(used.begin(), used.end());
            const auto id = [&](LoweredIndex row) { return m_profile.lowered.id[row.index()]; };
            std::sort(rows.begin(), rows.end(), [&](auto a, auto b) { return id(a) < id(b); });
            rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
        }
        return rows;
    }

    /// Assigns ids to the arrays of estimated cycles, one id for each IPU.
    void findCycles() {
        auto arrays =
            m_tables.table("compilation_cycles_by_tile", "id INTEGER PRIMARY KEY, cycles_by_tile_rle BLOB");
        uint32_t next = 0;
        for (const EstimatedCycles& estimated : m_profile.estimatedCycles) {
            std::vector<uint32_t>& ids = m_cycles[estimated.program];
            for (; ids.size() <= estimated.ipu; ++next) {
                const bool last = ids.size() == estimated.ipu;
                arrays.row(next, runs(last ? estimated.cycles : ByTile(), m_profile.target.tilesPerIpu));
                ids.push_back(next);
            }
        }
    }
    PoplarBlob cyclesOf(ProgramIndex program) const {
        const auto found = m_cycles.find(program);
        return found == m_cycles.end() ? PoplarBlob() : varints(found->second);
    }

    void writeComputeSets() {
        auto sets =
            m_tables.table("compute_sets", "compute_set INTEGER PRIMARY KEY, name TEXT, "
                                           "vertex_types BLOB, vertex_counts BLOB, edge_count INTEGER, "
                                           "debug_id INTEGER, cycles_by_tile_ids BLOB, "
                                           "var_ids_diff_rle BLOB");
        auto instances = m_tables.table("vertex_instances",
                                        "compute_set INTEGER, vertex_type INTEGER, instances_by_tile BLOB");
        std::vector<std::vector<ProgramIndex>> users(m_profile.computeSets.size());
        for (uint32_t i = 0; i < m_profile.programs.size(); ++i) {
            if (const auto& set = m_profile.programs[i].computeSet) {
                users[set->index()].push_back({i});
            }
        }
        for (size_t i = 0; i < m_profile.computeSets.size(); ++i) {
            const ComputeSet& set = m_profile.computeSets[i];
            std::vector<uint32_t> types;
            std::vector<uint32_t> counts;
            for (const VertexInstances& vertices : set.vertices) {
                types.push_back(m_profile.vertexTypes[vertices.type.index()].id);
                counts.push_back(static_cast<uint32_t>(sumOver(vertices.count)));
                instances.row(set.id, types.back(), runs(vertices.count, tiles()));
            }
            std::vector<uint32_t> variables;
            PoplarBlob cycles;
            std::optional<uint64_t> context;
            for (const ProgramIndex user : users[i]) {
                for (const LoweredIndex row : variablesOf(user)) {
                    variables.push_back(m_profile.lowered.id[row.index()]);
                }
                cycles = cyclesOf(user);
                context = contextOf(at(user).debugContext);
            }
            std::sort(variables.begin(), variables.end());
            variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
            sets.row(set.id, set.name, varints(types), varints(counts), 0, context, cycles,
                     deltas(variables));
        }
    }

    void writeTypes() {
        for (uint32_t i = 0; i < m_profile.programs.size(); ++i) {
            m_byType[m_profile.programs[i].type].push_back({i});
        }
        auto types =
            m_tables.table("program_types", "id INTEGER PRIMARY KEY, name TEXT, program_type_table TEXT");
        uint32_t id = 0;
        for (const auto& [type, programs] : m_byType) {
            m_typeIds[type] = ++id;
            types.row(id, type, tableOf(type));
        }
    }

    /// Writes the variables of one side of an exchange. Sums their bytes by tile.
    uint32_t writeRegions(std::span<const LoweredIndex> rows, std::vector<uint32_t>& bytes) {
        const LoweredVariables& lowered = m_profile.lowered;
        m_targets->row(m_nextRegions);
        for (const LoweredIndex row : rows) {
            const uint32_t size = lowered.bytes[row.index()];
            m_regions->row(m_nextRegions, lowered.id[row.index()], "[0," + std::to_string(size) + ")");
            bytes[lowered.tileOf(row).index()] += size;
        }
        return m_nextRegions++;
    }

    struct Exchange {
        uint32_t source = 0;      ///< regions id
        uint32_t destination = 0; ///< regions id
        PoplarBlob sent;
        PoplarBlob received;
    };
    /// The first half of an exchange's variables are its sources, the others its destinations. If there is
    /// only one, it is both.
    Exchange writeExchange(ProgramIndex program) {
        const std::vector<LoweredIndex> rows = variablesOf(program);
        const std::span<const LoweredIndex> all(rows);
        const size_t sources = (rows.size() + 1) / 2;
        std::vector<uint32_t> sent(tiles());
        std::vector<uint32_t> received(tiles());
        Exchange exchange;
        exchange.source = writeRegions(all.first(sources), sent);
        exchange.destination = writeRegions(rows.size() == 1 ? all : all.subspan(sources), received);
        exchange.sent = runs(sent, tiles());
        exchange.received = runs(received, tiles());
        return exchange;
    }

    void writeExchanges() {
        m_targets.emplace(m_tables.table("exchange_target", "id INTEGER PRIMARY KEY"));
        m_regions.emplace(m_tables.table("exchange_regions", "id INTEGER, var_id INTEGER, regions TEXT, "
                                                             "PRIMARY KEY(id, var_id)"));
        auto internal = m_tables.table("program_type_do_exchange",
                                       "id INTEGER PRIMARY KEY, bytes_received_by_tile_rle BLOB, "
                                       "bytes_sent_by_tile_rle BLOB, code_bytes_by_tile_rle BLOB, "
                                       "cycles_by_tile_rle BLOB, source_vars TEXT, destination_vars TEXT, "
                                       "cycles_by_tile_ids BLOB, source_regions_id INT, "
                                       "destination_regions_id INT");
        uint32_t id = 0;
        for (const ProgramIndex program : ofType("DoExchange")) {
            const Exchange e = writeExchange(program);
            internal.row(id++, e.received, e.sent, runs(at(program).codeBytes, tiles()), nullptr, nullptr,
                         nullptr, cyclesOf(program), e.source, e.destination);
        }
        auto global = m_tables.table("program_type_global_exchange",
                                     "id INTEGER PRIMARY KEY, bytes_received_by_tile_rle BLOB, "
                                     "bytes_sent_by_tile_rle BLOB, source_vars TEXT, destination_vars TEXT, "
                                     "estimated_cycles_by_tile_ids BLOB, source_regions_id INT, "
                                     "destination_regions_id INT, sync_type TEXT, "
                                     "bytes_received_by_ipu_rle BLOB, bytes_sent_by_ipu_rle BLOB");
        id = 0;
        for (const ProgramIndex program : ofType("GlobalExchange")) {
            const Exchange e = writeExchange(program);
            global.row(id++, e.received, e.sent, nullptr, nullptr, cyclesOf(program), e.source, e.destination,
                       "SyncAll", bytesOf(program, &ProgramTraffic::in),
                       bytesOf(program, &ProgramTraffic::out));
        }
        auto code =
            m_tables.table("program_type_code_copy", "id INTEGER PRIMARY KEY, cycles_by_tile_ids BLOB, "
                                                     "destination_regions_id INT");
        id = 0;
        for (const ProgramIndex program : ofType("CodeCopy")) {
            std::vector<uint32_t> bytes(tiles());
            code.row(id++, cyclesOf(program), writeRegions(variablesOf(program), bytes));
        }
    }

    /// Bytes by IPU; empty if the program has none.
    PoplarBlob bytesOf(ProgramIndex program, uint64_t ProgramTraffic::*of) const {
        std::vector<uint32_t> bytes(m_profile.target.numIpus);
        for (const ProgramTraffic& each : m_profile.programBytes.value_or(std::vector<ProgramTraffic>())) {
            if (each.program == program) {
                bytes[each.ipu] = static_cast<uint32_t>(each.*of);
            }
        }
        return runs(bytes, bytes.size());
    }

    void writeStreamCopies() {
        auto copies = m_tables.table("program_type_stream_copy_mid",
                                     "id INTEGER PRIMARY KEY, bytes_received_by_tile_rle BLOB, "
                                     "bytes_sent_by_tile_rle BLOB, estimated_cycles_by_tile_ids BLOB, "
                                     "bytes_received_by_ipu_rle BLOB, bytes_sent_by_ipu_rle BLOB");
        const std::string columns = "stream_copy_mid_id INTEGER, stream TEXT, regions TEXT, "
                                    "is_remote_buffer INTEGER, regions_id INT";
        auto fromHost = m_tables.table("host_exchange_from_host", columns);
        auto toHost = m_tables.table("host_exchange_to_host", columns);
        uint32_t id = 0;
        for (const ProgramIndex program : ofType("StreamCopyMid")) {
            const Exchange e = writeExchange(program);
            copies.row(id, e.received, e.sent, cyclesOf(program), bytesOf(program, &ProgramTraffic::in),
                       bytesOf(program, &ProgramTraffic::out));
            fromHost.row(id, at(program).name + "/in", "abbreviated...", 0, e.destination);
            toHost.row(id, at(program).name + "/out", "abbreviated...", 0, e.source);
            ++id;
        }
    }

    void writeSimpleTypes() {
        auto executes =
            m_tables.table("program_type_on_tile_execute", "id INTEGER PRIMARY KEY, compute_set INTEGER");
        uint32_t id = 0;
        for (const ProgramIndex program : ofType("OnTileExecute")) {
            const auto& set = at(program).computeSet;
            executes.row(id++, set ? std::optional(m_profile.computeSets[set->index()].id) : std::nullopt);
        }
        auto repeats = m_tables.table("program_type_repeat", "id INTEGER PRIMARY KEY, repeat_count INT");
        id = 0;
        for (const ProgramIndex program : ofType("Repeat")) {
            repeats.row(id++, at(program).repeatCount);
        }
    }

    /// The function that a Call names, if any. Programs with the same children call the same function.
    std::optional<uint32_t> functionOf(ProgramIndex program) {
        if (at(program).type != "Call" || m_variant.calls == PoplarCalls::Children) {
            return {};
        }
        if (at(program).function || m_variant.calls == PoplarCalls::AsInProfile) {
            return at(program).function;
        }
        const std::vector<uint32_t> children = idsOf(m_profile.programChildren[program.index()]);
        if (children.empty()) {
            return {};
        }
        const auto isMade = m_functions.try_emplace(children, m_firstMade + m_functions.size()).second;
        if (isMade) {
            for (const uint32_t child : children) {
                m_functionPrograms.emplace_back(m_functions[children], child);
            }
        }
        return m_functions[children];
    }

    void writeCalls() {
        if (m_variant.calls != PoplarCalls::Children) {
            for (const FunctionProgram& part : m_profile.functionPrograms) {
                m_functionPrograms.emplace_back(part.function, idOf(part.program));
                m_firstMade = std::max(m_firstMade, part.function + 1);
            }
        }
        auto calls = m_tables.table("program_type_call",
                                    "compilation_step_id INTEGER, id INTEGER, function_id INTEGER");
        uint32_t id = 0;
        for (const ProgramIndex program : ofType("Call")) {
            const auto function = functionOf(program);
            for (const auto step : compilationSteps()) {
                calls.row(step, id, function);
            }
            ++id;
        }
        auto functions =
            m_tables.table("function_programs", "compilation_step_id INTEGER, id INTEGER, program INTEGER");
        auto roots =
            m_tables.table("control_programs", "compilation_step_id INTEGER, id INTEGER, program INTEGER");
        for (const auto step : compilationSteps()) {
            for (const auto& [function, program] : m_functionPrograms) {
                functions.row(step, function, program);
            }
            for (size_t i = 0; i < m_profile.rootPrograms.size(); ++i) {
                roots.row(step, i, idOf(m_profile.rootPrograms[i]));
            }
        }
    }

    /// The position of a program in its type's own table, if it has one.
    std::optional<uint32_t> variantIndex(ProgramIndex program) {
        const std::string& type = at(program).type;
        const uint32_t position = m_nextOfType[type]++;
        return tableOf(type) ? std::optional(position) : std::nullopt;
    }

    void writePrograms() {
        auto programs =
            m_tables.table("programs", "compilation_step_id INTEGER, id INTEGER, variant INTEGER, "
                                       "variant_index INTEGER, children BLOB, name TEXT, "
                                       "debug_id INTEGER, control_code_bytes_by_tile BLOB");
        for (uint32_t i = 0; i < m_profile.programs.size(); ++i) {
            const Program& program = m_profile.programs[i];
            const auto index = variantIndex({i});
            PoplarBlob children;
            if (!functionOf({i}) || m_variant.calls == PoplarCalls::FunctionsAndChildren) {
                children = varints(idsOf(m_profile.programChildren[i]));
            }
            const PoplarBlob code = runs(program.controlCode, tiles());
            // Most programs have no name of their own; the program of a compute set has the name of the set.
            const bool named = !program.name.empty() &&
                               !(program.computeSet &&
                                 m_profile.computeSets[program.computeSet->index()].name == program.name);
            const auto name = named ? std::optional<std::string_view>(program.name) : std::nullopt;
            for (const auto step : compilationSteps()) {
                // An earlier step has different code, so that tests notice if the wrong step is read.
                const bool last = step.value_or(1) == 1;
                programs.row(step, program.id, m_typeIds[program.type], index, children, name,
                             contextOf(program.debugContext), last ? code : PoplarBlob());
            }
        }
    }

    const Profile& m_profile;
    const PoplarVariant& m_variant;
    PoplarTables& m_tables;
    std::map<std::string, std::vector<ProgramIndex>> m_byType;
    std::map<std::string, uint32_t> m_typeIds;
    std::map<std::string, uint32_t> m_nextOfType;
    std::map<ProgramIndex, std::vector<uint32_t>> m_cycles; ///< ids of arrays
    std::map<std::vector<uint32_t>, uint32_t> m_functions;  ///< fictitious functions by their programs
    std::vector<std::pair<uint32_t, uint32_t>> m_functionPrograms;
    uint32_t m_firstMade = 0; ///< the first id of a fictitious function
    std::optional<PoplarTables::Table> m_targets;
    std::optional<PoplarTables::Table> m_regions;
    uint32_t m_nextRegions = 0;
};

} // namespace

void writePoplarPrograms(const Profile& profile, const PoplarVariant& variant, PoplarTables& tables) {
    ProgramTables(profile, variant, tables).write();
}

} // namespace tileline
