// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/trace.h"

#include "core/base/printable.h"
#include "core/execution/cycles.h"

#include <ext/pb_ds/assoc_container.hpp>
#include <ext/pb_ds/tree_policy.hpp>
#include <numeric>
#include <string>
#include <unordered_map>

namespace tileline {

namespace {

constexpr uint64_t MaxEstimatedSteps = uint64_t{1} << 24U;
constexpr uint64_t RowsPerStop = uint64_t{1} << 16U;

/// The kinds of steps by type of program. Types of programs that are not listed have the kind Other.
constexpr std::pair<std::string_view, StepKind> KindsOfTypes[]{{"OnTileExecute", StepKind::Compute},
                                                               {"DoExchange", StepKind::Exchange},
                                                               {"GlobalExchange", StepKind::GlobalExchange},
                                                               {"StreamCopyBegin", StepKind::HostBegin},
                                                               {"StreamCopyMid", StepKind::HostTransfer},
                                                               {"StreamCopyEnd", StepKind::HostEnd},
                                                               {"Sync", StepKind::Sync},
                                                               {"Sans", StepKind::Sync},
                                                               {"SyncAns", StepKind::Sync}};

/// Sets the depths of the blocks of one tile. `ofTile` contains the positions of these blocks, sorted by
/// start. If several blocks have the same start, the longest must come first. Returns the first block that
/// partly overlaps an earlier block (neither contains the other).
std::optional<size_t> nestBlocks(std::span<TraceBlock> blocks, const std::vector<size_t>& ofTile) {
    // The ends of all blocks visited so far. The tree can count how many of them are greater than a value.
    using End = std::pair<uint64_t, size_t>;
    __gnu_pbds::tree<End, __gnu_pbds::null_type, std::less<>, __gnu_pbds::rb_tree_tag,
                     __gnu_pbds::tree_order_statistics_node_update>
        ends;
    std::vector<uint64_t> open; ///< ends of the blocks that contain the current block
    std::optional<size_t> crossing;
    for (size_t i = 0; i < ofTile.size(); ++i) {
        TraceBlock& block = blocks[ofTile[i]];
        const TraceBlock* const before = i == 0 ? nullptr : &blocks[ofTile[i - 1]];
        const bool equal = before != nullptr && before->from == block.from && before->to == block.to;
        block.depth =
            equal ? before->depth : static_cast<uint32_t>(ends.size() - ends.order_of_key({block.to, 0}));
        ends.insert({block.to, i});
        while (!open.empty() && open.back() <= block.from) {
            open.pop_back();
        }
        if (!crossing && !open.empty() && open.back() < block.to) {
            crossing = ofTile[i];
        }
        open.push_back(block.to);
    }
    return crossing;
}

/// Maps the id of each run to the position of the run.
std::unordered_map<uint32_t, uint32_t> positionsById(const std::vector<ExecutionRun>& runs) {
    std::unordered_map<uint32_t, uint32_t> positions;
    for (uint32_t run = 0; run < runs.size(); ++run) {
        positions.emplace(runs[run].id, run);
    }
    return positions;
}

/// For each block of one IPU, finds the run during which the block begins. `blocks` must be sorted by start.
void findRunsOfBlocks(std::span<TraceBlock> blocks, const std::vector<const RunOnIpu*>& runs,
                      const std::unordered_map<uint32_t, uint32_t>& positions, uint64_t first) {
    using Open = std::pair<uint32_t, const RunOnIpu*>; // the position of a run, and the run's data on the IPU
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    auto next = runs.begin(); // runs are sorted by start
    for (TraceBlock& block : blocks) {
        const uint64_t from = block.from + first;
        for (; next != runs.end() && *(*next)->cyclesFrom <= from; ++next) {
            open.emplace(positions.at((*next)->run), *next);
        }
        while (!open.empty() && *open.top().second->cyclesTo <= from) {
            open.pop();
        }
        block.run = open.empty() ? std::nullopt : std::optional(open.top().second->run);
    }
}

} // namespace

StepKind kindOf(const Program& program) {
    const auto* const known =
        std::ranges::find_if(KindsOfTypes, [&](const auto& each) { return each.first == program.type; });
    return known != std::end(KindsOfTypes) ? known->second : StepKind::Other;
}

std::string_view idOf(StepKind kind) {
    constexpr std::array<std::string_view, StepKindCount> Ids{
        "compute", "exchange", "global_exchange", "host_begin", "host_transfer", "host_end", "external_sync",
        "sync",    "other"};
    return Ids[static_cast<size_t>(kind)];
}

bool hasSource(const Profile& profile, TraceSource source) {
    return source == TraceSource::Measured    ? !profile.executionSteps.empty()
           : source == TraceSource::Blocks    ? !profile.blocks.empty()
           : source == TraceSource::Estimated ? !profile.estimatedCycles.empty()
                                              : false;
}

TraceSource firstSourceOf(const Profile& profile) {
    auto source = TraceSource::Measured;
    while (source != TraceSource::None && !hasSource(profile, source)) {
        source = static_cast<TraceSource>(static_cast<uint8_t>(source) + 1);
    }
    return source;
}

bool ProgramMarks::has(StepEntry entry) const {
    return std::ranges::find(entries, entry) != entries.end();
}

Outcome<ExecutionTrace> ExecutionTrace::find(ProfilePtr profile, LayersPtr layers, const Passes& passes,
                                             TraceSource source, const std::stop_token& stop) {
    ExecutionTrace trace;
    trace.m_profile = std::move(profile);
    trace.m_layers = std::move(layers);
    trace.m_source = source;
    trace.m_hasOwnSteps = source != TraceSource::Measured;
    const Profile& all = *trace.m_profile;
    if (source == TraceSource::Estimated) {
        if (uint64_t{all.stepCount()} * all.target.numIpus > MaxEstimatedSteps) {
            return errorAt(ErrorCode::TooLarge, "",
                           "at most " + std::to_string(MaxEstimatedSteps) + " liveness steps × IPUs",
                           std::to_string(uint64_t{all.stepCount()} * all.target.numIpus));
        }
        trace.addEstimates();
    }
    TRY(trace.sortRows(programMarks(all, *trace.m_layers, passes), stop));
    TRY(trace.assignLanes(stop));
    return trace;
}

/// For each liveness step that runs an OnTileExecute or DoExchange program, makes a step on each IPU. On each
/// IPU, a step begins when the step before it ends.
void ExecutionTrace::addEstimates() {
    m_ownRuns.push_back({0, "estimated"});
    const uint32_t ipus = m_profile->target.numIpus;
    std::unordered_map<uint64_t, TileCycles> estimates; ///< by program and IPU
    for (const EstimatedCycles& estimate : m_profile->estimatedCycles) {
        TileCycles& known = estimates[uint64_t{estimate.program.value} << 32U | estimate.ipu];
        const TileCycles cycles = TileCycles::of(estimate.cycles, m_profile->target.tilesPerIpu);
        known = cycles.max >= known.max ? cycles : known;
    }
    std::vector<uint64_t> now(ipus);
    for (uint32_t step = 0; step < m_profile->stepCount(); ++step) {
        const ProgramIndex program = m_profile->stepProgram[step];
        const ProgramKind kind = m_profile->programs[program.index()].kind;
        if (kind != ProgramKind::OnTileExecute && kind != ProgramKind::DoExchange) {
            continue;
        }
        for (uint32_t ipu = 0; ipu < ipus; ++ipu) {
            const auto estimate = estimates.find(uint64_t{program.value} << 32U | ipu);
            const TileCycles cycles = estimate == estimates.end() ? TileCycles() : estimate->second;
            const uint64_t from = now[ipu];
            now[ipu] += cycles.max;
            m_ownSteps.append({.run = 0,
                               .step = step,
                               .program = program,
                               .ipu = ipu,
                               .cyclesFrom = from,
                               .cyclesTo = now[ipu],
                               .activeTiles = {},
                               .tileBalance = cycles.balance(),
                               .dataIn = {},
                               .dataOut = {}});
        }
    }
    m_ownSteps.shrink();
}

/// Finds the tracks. Visits the steps of each track in the order of their ids and finds the kind and entry of
/// each step. Then sorts the steps by start. In most files, the rows already have both orders, so nothing has
/// to be sorted.
Outcome<Done> ExecutionTrace::sortRows(const std::vector<ProgramMarks>& programs,
                                       const std::stop_token& stop) {
    const auto positions = positionsById(runs());
    const ExecutionSteps& all = steps();
    struct Found {
        TraceTrack track;
        uint32_t step = 0; ///< id of the step in the row visited last
        uint64_t from = 0;
        bool isByStep = true;
        bool isByStart = true;
    };
    std::vector<Found> found;
    std::unordered_map<uint64_t, uint32_t> trackOf; ///< position in `found`, by the id of the run and the IPU
    std::array<std::pair<uint64_t, uint32_t>, 64> recent; ///< by IPU (modulo 64): the last look-up in trackOf
    recent.fill({UINT64_MAX, 0});
    std::vector<uint32_t> tracks(all.size());
    for (uint32_t row = 0; row < all.size(); ++row) {
        if (row % RowsPerStop == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        const uint64_t key = uint64_t{all.run(row)} << 32U | all.ipu(row);
        auto& [known, track] = recent[all.ipu(row) % recent.size()];
        if (known != key) {
            known = key;
            const auto [at, added] = trackOf.try_emplace(key, static_cast<uint32_t>(found.size()));
            track = at->second;
            if (added) {
                found.push_back({{positions.at(all.run(row)), all.ipu(row)}});
            }
        }
        Found& of = found[track];
        of.isByStep = of.isByStep && of.step <= all.step(row);
        of.isByStart = of.isByStart && of.from <= all.from(row);
        of.step = all.step(row);
        of.from = all.from(row);
        ++of.track.end; // `end` counts the rows for now
        tracks[row] = track;
    }
    std::vector<uint32_t> sorted(found.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    std::ranges::sort(sorted, {}, [&](uint32_t track) {
        return std::pair(found[track].track.run, found[track].track.ipu);
    });
    uint32_t begin = 0;
    for (const uint32_t track : sorted) {
        TraceTrack& of = found[track].track;
        m_tracks.push_back({of.run, of.ipu, begin, begin + of.end});
        begin = m_tracks.back().end;
        of.end = m_tracks.back().begin; // from now on, `end` is the position of the next row
    }
    m_order.resize(all.size());
    for (uint32_t row = 0; row < all.size(); ++row) {
        m_order[found[tracks[row]].track.end++] = row;
    }
    const auto sortUnless = [&](const auto& isSorted, const auto& keyOf) {
        for (size_t i = 0; i < m_tracks.size(); ++i) {
            if (!isSorted(found[sorted[i]])) {
                std::ranges::stable_sort(
                    std::span(m_order).subspan(m_tracks[i].begin, m_tracks[i].end - m_tracks[i].begin), {},
                    keyOf);
            }
        }
    };
    sortUnless([](const Found& of) { return of.isByStep; }, [&](uint32_t row) { return all.step(row); });
    m_marks.resize(all.size());
    std::vector<StepEntry> before(m_tracks.size());
    if (!forRows(m_tracks, stop, [&](size_t track, uint32_t row) { mark(row, before[track], programs); })) {
        return Cancelled{};
    }
    sortUnless([](const Found& of) { return of.isByStep && of.isByStart; },
               [&](uint32_t row) { return all.from(row); });
    return Done{};
}

std::vector<ProgramMarks> programMarks(const Profile& profile, const Layers& layers, const Passes& passes) {
    std::vector<ProgramMarks> programs(profile.programs.size());
    for (size_t i = 0; i < programs.size(); ++i) {
        programs[i].kind = kindOf(profile.programs[i]);
    }
    for (size_t i = 0; i < layers.operations.size(); ++i) {
        const LayeredOperation& operation = layers.operations[i];
        const auto entry = StepEntry::of(operation.layer, passes.isBackward(i));
        for (const ProgramIndex program : profile.operationPrograms[operation.detail.index()]) {
            ProgramMarks& marks = programs[program.index()];
            if (operation.inLayer() && !marks.has(entry)) {
                marks.entries.push_back(entry);
            }
        }
    }
    return programs;
}

bool isExternalSync(const Profile& profile, uint32_t step) {
    const auto& syncs = profile.stepSyncs;
    const auto sync = std::ranges::lower_bound(syncs, step, {}, &StepSync::step);
    return sync != syncs.end() && sync->step == step &&
           lowerCase(profile.syncTypes[sync->type]).starts_with("external");
}

/// Finds the kind and entry of a step. `before` is the entry of the latest earlier step that takes cycles and
/// whose program belongs to only one entry. If the program of this step belongs to several entries, the step
/// gets one of these entries. It gets `before` if the program belongs to `before`; otherwise the same layer
/// in the other pass, if the program belongs to that; otherwise the first of the program's entries.
void ExecutionTrace::mark(uint32_t row, StepEntry& before, const std::vector<ProgramMarks>& programs) {
    static const ProgramMarks NoProgram{StepKind::Sync};
    const auto program = steps().program(row);
    const ProgramMarks& marks = program ? programs[program->index()] : NoProgram;
    const bool external = marks.kind == StepKind::Sync && isExternalSync(*m_profile, steps().step(row));
    StepEntry entry;
    if (!marks.entries.empty()) {
        const auto [first, last] = std::minmax_element(marks.entries.begin(), marks.entries.end());
        const auto other = StepEntry::of(before.entry(), !before.isBackward());
        if (first->entry() == last->entry()) {
            entry = marks.entries.front();
            before = steps().length(row) > 0 ? entry : before;
        } else if (before && (marks.has(before) || marks.has(other))) {
            entry = marks.has(before) ? before : other;
        } else {
            entry = *std::find_if(marks.entries.begin(), marks.entries.end(),
                                  [first = first->entry()](StepEntry each) { return each.entry() == first; });
        }
    }
    m_marks[row] = StepMark::of(external ? StepKind::ExternalSync : marks.kind, entry);
}

Outcome<Done> ExecutionTrace::assignLanes(const std::stop_token& stop) {
    const TraceClocks clocks(*m_profile);
    struct Ipu {
        LaneAssigner lanes;
        size_t track = SIZE_MAX; ///< position of the IPU's track that was visited last
        uint64_t last = 0;       ///< end of `track` so far, in cycles
        double end = 0;          ///< latest end of the tracks before `track`, in microseconds
    };
    std::vector<Ipu> ipus(m_profile->target.numIpus);
    m_lanes.assign(steps().size(), 0);
    const bool done = forRows(m_tracks, stop, [&](size_t track, uint32_t row) {
        if (steps().length(row) == 0) {
            return;
        }
        Ipu& ipu = ipus[m_tracks[track].ipu];
        const auto time = [&](size_t of, uint64_t cycles) {
            return clocks.microseconds(runs()[m_tracks[of].run].id, m_tracks[of].ipu, cycles);
        };
        if (ipu.track != track) {
            ipu.end = ipu.track == SIZE_MAX ? 0 : std::max(ipu.end, time(ipu.track, ipu.last));
            ipu.lanes.restart(time(track, steps().from(row)) < ipu.end);
            ipu.track = track;
            ipu.last = 0;
        }
        m_lanes[row] = static_cast<uint16_t>(
            std::min<uint32_t>(ipu.lanes.laneOf(steps().from(row), steps().to(row)), UINT16_MAX));
        ipu.last = std::max(ipu.last, steps().to(row));
    });
    return done ? Outcome<Done>(Done{}) : Cancelled{};
}

size_t ExecutionTrace::byteSize() const {
    return m_ownSteps.byteSize() + m_tracks.capacity() * sizeof(TraceTrack) +
           m_order.capacity() * sizeof(uint32_t) + m_marks.capacity() * sizeof(StepMark) +
           m_lanes.capacity() * sizeof(uint16_t);
}

TraceClocks::TraceClocks(const Profile& profile)
    : m_hz(profile.target.clockHz == 0 ? 1e6 : static_cast<double>(profile.target.clockHz)) {
    for (const RunOnIpu& run : profile.runsOnIpus) {
        if (run.clockHz.value_or(0) > 0) {
            m_own[{run.run, run.ipu}] = static_cast<double>(*run.clockHz);
        }
    }
}

double TraceClocks::microseconds(std::optional<uint32_t> run, uint32_t ipu, uint64_t cycles) const {
    const auto own = run ? m_own.find({*run, ipu}) : m_own.end();
    return static_cast<double>(cycles) * 1e6 / (own == m_own.end() ? m_hz : own->second);
}

TraceBlocks traceBlocks(const Profile& profile) {
    TraceBlocks result;
    auto& blocks = result.blocks;
    for (uint32_t i = 0; i < profile.blocks.size(); ++i) {
        const ExecutionBlock& block = profile.blocks[i];
        blocks.push_back({i, block.tile / profile.target.tilesPerIpu, {}, block.cyclesFrom, block.cyclesTo});
    }
    std::ranges::sort(blocks, {}, [&](const TraceBlock& each) {
        return std::tuple(each.ipu, each.from, ~each.to, profile.blocks[each.block].tile, each.block);
    });
    const auto positions = positionsById(profile.executionRuns);
    std::map<uint32_t, std::vector<const RunOnIpu*>> runsOf;
    for (const RunOnIpu& run : profile.runsOnIpus) {
        if (run.cyclesFrom && run.cyclesTo) {
            runsOf[run.ipu].push_back(&run);
        }
    }
    for (size_t begin = 0, end = 0; begin < blocks.size(); begin = end) {
        LaneAssigner lanes;
        std::map<uint32_t, std::vector<size_t>> byTile;
        const uint64_t first = blocks[begin].from;
        for (; end < blocks.size() && blocks[end].ipu == blocks[begin].ipu; ++end) {
            TraceBlock& block = blocks[end];
            block.from -= first;
            block.to -= first;
            block.lane = lanes.laneOf(block.from, block.to);
            byTile[profile.blocks[block.block].tile].push_back(end);
        }
        for (const auto& [tile, list] : byTile) {
            if (const auto crossing = nestBlocks(blocks, list)) {
                result.crossing = std::min(result.crossing.value_or(SIZE_MAX), *crossing);
            }
        }
        auto& runs = runsOf[blocks[begin].ipu];
        std::ranges::stable_sort(runs, {}, [](const RunOnIpu* run) { return *run->cyclesFrom; });
        findRunsOfBlocks(std::span(blocks).subspan(begin, end - begin), runs, positions, first);
    }
    return result;
}

uint32_t LaneAssigner::laneOf(uint64_t from, uint64_t to) {
    for (; !m_busy.empty() && m_busy.top().first <= from; m_busy.pop()) {
        m_free.push(m_busy.top().second);
    }
    uint32_t lane = m_lanes;
    if (m_free.empty()) {
        ++m_lanes;
    } else {
        lane = m_free.top();
        m_free.pop();
    }
    m_busy.emplace(to, lane);
    return lane;
}

void LaneAssigner::restart(bool onOtherLanes) {
    m_busy = {};
    m_free = {};
    for (uint32_t lane = 0; !onOtherLanes && lane < m_lanes; ++lane) {
        m_free.push(lane);
    }
}

} // namespace tileline
