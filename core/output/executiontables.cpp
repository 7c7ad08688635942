// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/executiontables.h"

#include <array>
#include <unordered_map>

namespace tileline {

namespace {

constexpr size_t EventsPerStop = size_t{1} << 12U;

constexpr std::array<std::string_view, BlockTypeCount> BlockTypeIds{"common", "stream_copy", "overflow",
                                                                    "anonymous", "flush"};

std::string traceArguments(uint64_t cycles, std::string_view kind, const std::optional<std::string>& entry) {
    return "\"cycles\":" + std::to_string(cycles) + ",\"kind\":\"" + std::string(kind) +
           "\",\"entry\":" + (entry ? jsonString(*entry) : "null");
}

std::optional<std::string> entryName(const Layers& layers, StepEntry entry) {
    return entry ? layers.nameInFiles(entry.entry()) : std::nullopt;
}

} // namespace

std::string_view idOf(BlockType type) {
    return BlockTypeIds[static_cast<size_t>(type)];
}

std::function<std::string(const ExecutionBlock&)> blockNames(const Profile& profile) {
    std::unordered_map<uint32_t, std::string> names; ///< names of programs, by the id of the program
    for (uint32_t i = 0; i < profile.programs.size(); ++i) {
        names.emplace(profile.programs[i].id, traceName(profile, ProgramIndex{i}));
    }
    return [names = std::move(names)](const ExecutionBlock& block) {
        const auto name = block.block ? names.find(*block.block) : names.end();
        return !block.block                                  ? std::string(idOf(block.type))
               : name == names.end() || name->second.empty() ? "block " + std::to_string(*block.block)
                                                             : name->second;
    };
}

Columns<IpuFigures> runColumns() {
    Columns<IpuFigures> columns{
        {{"run", ColumnType::Integer, ColumnText::tr("Run")},
         [](const IpuFigures& row) { return row.run->id; }},
        {{"name", ColumnType::Text, ColumnText::tr("Name")},
         [](const IpuFigures& row) { return row.run->name; }},
        {{"ipu", ColumnType::Integer, ColumnText::tr("IPU")}, &IpuFigures::ipu},
        {{"steps", ColumnType::Integer, ColumnText::tr("Steps")}, &IpuFigures::steps},
        {{"cycles_from", ColumnType::Integer, ColumnText::tr("From")}, &IpuFigures::from},
        {{"cycles_to", ColumnType::Integer, ColumnText::tr("To")}, &IpuFigures::to},
        {{"working", ColumnType::Integer, ColumnText::tr("Working")}, &IpuFigures::working},
        {{"waiting", ColumnType::Integer, ColumnText::tr("Waiting")}, &IpuFigures::waiting}};
    constexpr std::array<const char*, WaitCauseIds.size()> Titles{
        ColumnText::tr("Waits for other IPUs or the host"), ColumnText::tr("Waits at a sync"),
        ColumnText::tr("Waits for the host"), ColumnText::tr("No step")};
    for (size_t cause = 0; cause < WaitCauseIds.size(); ++cause) {
        columns.add({{{std::string("waiting_") + WaitCauseIds[cause], ColumnType::Integer, Titles[cause]},
                      [cause](const IpuFigures& row) { return row.waitingBy[cause]; }}});
    }
    columns.add(
        {{{"tile_balance", ColumnType::Balance, ColumnText::tr("Tile balance")}, &IpuFigures::tileBalance},
         {{"parallel_efficiency", ColumnType::Share, ColumnText::tr("Parallel efficiency")},
          &IpuFigures::parallelEfficiency},
         {{"bytes_in", ColumnType::Bytes, ColumnText::tr("Bytes in")}, &IpuFigures::bytesIn},
         {{"bytes_out", ColumnType::Bytes, ColumnText::tr("Bytes out")}, &IpuFigures::bytesOut}});
    return columns;
}

Columns<StepSum> sumColumns(const ExecutionTrace& trace, SumBy by) {
    const Profile& profile = trace.profile();
    Columns<StepSum> columns{{{"run", ColumnType::Integer, ColumnText::tr("Run")}, &StepSum::run},
                             {{"ipu", ColumnType::Integer, ColumnText::tr("IPU")}, &StepSum::ipu}};
    if (by == SumBy::Program) {
        columns.add({{{"program", ColumnType::Integer, ColumnText::tr("Program")},
                      [&](const StepSum& sum) {
                          return sum.program ? Cell(profile.programs[sum.program->index()].id) : Cell();
                      }},
                     {{"name", ColumnType::Text, ColumnText::tr("Name")}, [&](const StepSum& sum) {
                          return sum.program ? textCell(traceName(profile, *sum.program)) : Cell();
                      }}});
    }
    if (by == SumBy::ComputeSet) {
        columns.add({{{"name", ColumnType::Text, ColumnText::tr("Compute set")}, [&](const StepSum& sum) {
                          const Program& program = profile.programs[sum.program->index()];
                          return textCell(profile.computeSets[program.computeSet->index()].name);
                      }}});
    } else if (by == SumBy::Operation) {
        columns.add({{{"name", ColumnType::Text, ColumnText::tr("Operation")}, [&](const StepSum& sum) {
                          return sum.operation ? textCell(trace.layers().operations[*sum.operation].name)
                                               : Cell();
                      }}});
    } else if (by != SumBy::Entry) {
        columns.add({{{"kind", ColumnType::Step, ColumnText::tr("Kind")},
                      [](const StepSum& sum) { return idOf(sum.kind); }}});
    }
    if (by == SumBy::Entry || by == SumBy::Program) {
        columns.add({{{"entry", ColumnType::Layer, ColumnText::tr("Layer")},
                      [&](const StepSum& sum) { return entryName(trace.layers(), sum.entry); }}});
    }
    if (by == SumBy::Entry) {
        columns.add({{{"pass", ColumnType::Step, ColumnText::tr("Pass")}, [](const StepSum& sum) {
                          return sum.entry ? Cell(sum.entry.isBackward() ? "backward" : "forward") : Cell();
                      }}});
    }
    columns.add({{{"steps", ColumnType::Integer, ColumnText::tr("Steps")}, &StepSum::steps},
                 {{"cycles", ColumnType::Integer, ColumnText::tr("Cycles")}, &StepSum::cycles}});
    return columns;
}

Columns<Wait> waitColumns() {
    return {{{"run", ColumnType::Integer, ColumnText::tr("Run")}, &Wait::run},
            {{"ipu", ColumnType::Integer, ColumnText::tr("IPU")}, &Wait::ipu},
            {{"from", ColumnType::Integer, ColumnText::tr("From")}, &Wait::from},
            {{"to", ColumnType::Integer, ColumnText::tr("To")}, &Wait::to},
            {{"cause_ipu", ColumnType::Integer, ColumnText::tr("Waits for IPU")}, &Wait::causeIpu},
            {{"step", ColumnType::Integer, ColumnText::tr("Step")},
             [](const Wait& wait) { return wait.causeIpu ? Cell(wait.step) : Cell(); }}};
}

Columns<WaitSum> waitSumColumns(const Profile& profile) {
    return {{{"run", ColumnType::Integer, ColumnText::tr("Run")},
             [](const WaitSum& sum) { return sum.first.run; }},
            {{"ipu", ColumnType::Integer, ColumnText::tr("IPU")},
             [](const WaitSum& sum) { return sum.first.ipu; }},
            {{"cause_ipu", ColumnType::Integer, ColumnText::tr("Waits for IPU")},
             [](const WaitSum& sum) { return sum.first.causeIpu; }},
            {{"name", ColumnType::Text, ColumnText::tr("Program")},
             [&](const WaitSum& sum) {
                 return sum.first.program ? textCell(traceName(profile, *sum.first.program)) : Cell();
             }},
            {{"waits", ColumnType::Integer, ColumnText::tr("Waits"),
              ColumnText::tr("How often the IPU waits for this program; a wait that recurs in every "
                             "iteration counts each time")},
             &WaitSum::waits},
            {{"cycles", ColumnType::Integer, ColumnText::tr("Cycles")}, &WaitSum::cycles},
            {{"from", ColumnType::Integer, ColumnText::tr("First from")},
             [](const WaitSum& sum) { return sum.first.from; }}};
}

Columns<TraceBlock> blockColumns(const Profile& profile) {
    const auto ofFile = [&](const TraceBlock& block) -> const ExecutionBlock& {
        return profile.blocks[block.block];
    };
    return {{{"run", ColumnType::Integer, ColumnText::tr("Run")}, &TraceBlock::run},
            {{"ipu", ColumnType::Integer, ColumnText::tr("IPU")}, &TraceBlock::ipu},
            {{"tile", ColumnType::Integer, ColumnText::tr("Tile")},
             [=](const TraceBlock& block) { return ofFile(block).tile; }},
            {{"name", ColumnType::Text, ColumnText::tr("Name")},
             [=, name = blockNames(profile)](const TraceBlock& block) { return name(ofFile(block)); }},
            {{"type", ColumnType::Step, ColumnText::tr("Type")},
             [=](const TraceBlock& block) { return idOf(ofFile(block).type); }},
            {{"from", ColumnType::Integer, ColumnText::tr("From")}, &TraceBlock::from},
            {{"to", ColumnType::Integer, ColumnText::tr("To")}, &TraceBlock::to},
            {{"depth", ColumnType::Integer, ColumnText::tr("Depth")}, &TraceBlock::depth}};
}

Outcome<Done> writeSteps(const ExecutionTrace& trace, std::optional<uint32_t> onlyRun, TraceEvents& events,
                         const std::stop_token& stop) {
    const TraceClocks clocks(trace.profile());
    const ExecutionSteps& steps = trace.steps();
    std::vector<std::string> names(trace.profile().programs.size());
    for (uint32_t i = 0; i < names.size(); ++i) {
        names[i] = traceName(trace.profile(), ProgramIndex{i});
    }
    for (const TraceTrack& track : trace.tracks()) {
        const uint32_t run = trace.runs()[track.run].id;
        size_t written = 0;
        for (const uint32_t row : trace.rowsOf(track)) {
            if (steps.length(row) == 0 || (onlyRun && run != *onlyRun)) {
                continue;
            }
            if (++written % EventsPerStop == 0 && stop.stop_requested()) {
                return Cancelled{};
            }
            const auto program = steps.program(row);
            const std::string_view kind = idOf(trace.markOf(row).kind());
            const bool named = program && !names[program->index()].empty();
            TRY(events.span({track.ipu, trace.laneOf(row), named ? names[program->index()] : kind, kind,
                             clocks.microseconds(run, track.ipu, steps.from(row)),
                             clocks.microseconds(run, track.ipu, steps.to(row))},
                            traceArguments(steps.length(row), kind,
                                           entryName(trace.layers(), trace.markOf(row).entry()))));
        }
    }
    TRY(events.end());
    return Done{};
}

Outcome<Done> writeBlocks(const Profile& profile, std::span<const TraceBlock> blocks, TraceEvents& events,
                          const std::stop_token& stop) {
    const TraceClocks clocks(profile);
    const auto nameOf = blockNames(profile);
    size_t written = 0;
    for (const TraceBlock& block : blocks) {
        if (++written % EventsPerStop == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        const ExecutionBlock& ofFile = profile.blocks[block.block];
        TRY(events.span({block.ipu, block.lane, nameOf(ofFile), idOf(ofFile.type),
                         clocks.microseconds({}, block.ipu, block.from),
                         clocks.microseconds({}, block.ipu, block.to)},
                        traceArguments(block.to - block.from, idOf(ofFile.type), {})));
    }
    TRY(events.end());
    return Done{};
}

} // namespace tileline
