// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/timelinetables.h"

namespace tileline {

Columns<TimelineBlock> timelineColumns() {
    return {{{"cycle", ColumnType::Integer}, &TimelineBlock::cycle},
            {{"ipu", ColumnType::Integer}, &TimelineBlock::ipu},
            {{"stage", ColumnType::Integer}, &TimelineBlock::stage},
            {{"pass"}, [](const auto& block) { return BlockPassIds[static_cast<size_t>(block.pass)]; }},
            {{"micro_batch", ColumnType::Integer}, &TimelineBlock::microBatch},
            {{"from", ColumnType::Cycles}, &TimelineBlock::from},
            {{"to", ColumnType::Cycles}, &TimelineBlock::to}};
}

Table plansTable(const std::vector<NamedTimeline>& plans) {
    using Row = const NamedTimeline&;
    return Columns<NamedTimeline>{
        {{"plan"}, &NamedTimeline::name},
        {{"ipus", ColumnType::Integer}, [](Row row) { return row.timeline.ipus(); }},
        {{"micro_batches", ColumnType::Integer}, [](Row row) { return row.timeline.time().microBatches; }},
        {{"period", ColumnType::Cycles}, [](Row row) { return row.timeline.time().period; }},
        {{"makespan", ColumnType::Cycles}, [](Row row) { return row.timeline.time().makespan; }},
        {{"utilisation", ColumnType::Share}, [](Row row) { return row.timeline.time().utilisation; }},
        {{"bubbles", ColumnType::Share},
         [](Row row) {
             double waiting = 0;
             for (const PipelineTimeline::Sums& of : row.timeline.sums()) {
                 waiting += of.waiting;
             }
             const double all = row.timeline.ipus() * row.timeline.time().makespan;
             return all > 0 ? Cell(waiting / all) : Cell();
         }}}
        .table(plans);
}

Table phasesTable(const PipelineTimeline& timeline) {
    Table table{{{"phase"},
                 {"pipeline_cycles", ColumnType::Integer},
                 {"from", ColumnType::Cycles},
                 {"to", ColumnType::Cycles},
                 {"cycles", ColumnType::Cycles}}};
    const uint64_t main = timeline.time().microBatches;
    const uint64_t end = timeline.cycleCount();
    uint64_t first = 0;
    for (const auto& [name, last] : {std::pair<const char*, uint64_t>{"fill", timeline.fillCycles()},
                                     {"main", main},
                                     {"drain", end},
                                     {"update", end + 1}}) {
        if (first < last) {
            const double from = timeline.cycle(first).from;
            const double to = timeline.cycle(last - 1).to;
            if (first < end || to > from) {
                table.rows.push_back({name, first < end ? Cell(last - first) : Cell(), from, to, to - from});
            }
        }
        first = last;
    }
    return table;
}

Table ipuTimesTable(const PipelineTimeline& timeline) {
    const auto period = timeline.periodSums();
    const auto all = timeline.sums();
    uint32_t slowest = 0;
    for (uint32_t ipu = 1; ipu < timeline.ipus(); ++ipu) {
        slowest = period[ipu].busy > period[slowest].busy ? ipu : slowest;
    }
    const double length = timeline.time().period;
    return Columns<uint32_t>{
        {{"ipu", ColumnType::Integer}, [](uint32_t ipu) { return ipu; }},
        {{"busy", ColumnType::Cycles}, [&](uint32_t ipu) { return period[ipu].busy; }},
        {{"waiting", ColumnType::Cycles}, [&](uint32_t ipu) { return period[ipu].waiting; }},
        {{"transfer", ColumnType::Cycles}, [&](uint32_t ipu) { return period[ipu].transfer; }},
        {{"share_of_period", ColumnType::Share},
         [&](uint32_t ipu) { return length > 0 ? Cell(period[ipu].busy / length) : Cell(); }},
        {{"waits_for_ipu", ColumnType::Integer},
         [&](uint32_t ipu) { return period[ipu].waiting > 1e-9 * length ? Cell(slowest) : Cell(); }},
        {{"busy_in_all", ColumnType::Cycles}, [&](uint32_t ipu) { return all[ipu].busy; }},
        {{"waiting_in_all", ColumnType::Cycles}, [&](uint32_t ipu) { return all[ipu].waiting; }},
        {{"transfer_in_all", ColumnType::Cycles}, [&](uint32_t ipu) { return all[ipu].transfer; }}}
        .table(timeline.ipus());
}

} // namespace tileline
