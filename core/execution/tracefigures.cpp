// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/tracefigures.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <unordered_map>

namespace tileline {

namespace {

using Spans = std::vector<std::pair<uint64_t, uint64_t>>;

/// The sum of two numbers of bytes; UINT64_MAX on overflow, which only a malicious file can cause.
uint64_t cappedSum(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/// What an IPU does in a step of this kind: 0 means that it works; i > 0 means that it waits, with the cause
/// WaitCauseIds[i - 1].
size_t useOf(StepKind kind) {
    return kind == StepKind::ExternalSync                             ? 1
           : kind == StepKind::Sync                                   ? 2
           : kind == StepKind::HostBegin || kind == StepKind::HostEnd ? 3
                                                                      : 0;
}

class FigureFinder {
public:
    FigureFinder(const ExecutionTrace& trace, std::optional<std::pair<uint64_t, uint64_t>> range)
        : m_trace(trace)
        , m_steps(trace.steps())
        , m_range(range) {
        const auto& programBytes = trace.profile().programBytes;
        for (const ProgramTraffic& bytes : programBytes ? *programBytes : std::vector<ProgramTraffic>()) {
            auto& [in, out] = m_bytes[uint64_t{bytes.program.value} << 32U | bytes.ipu];
            in = cappedSum(in, bytes.in);
            out = cappedSum(out, bytes.out);
        }
    }

    Outcome<TraceFigures> find(std::optional<uint32_t> onlyRun, const std::stop_token& stop) {
        const auto& operations = m_trace.layers().operations;
        for (uint32_t i = 0; i < operations.size(); ++i) {
            for (const ProgramIndex program :
                 m_trace.profile().operationPrograms[operations[i].detail.index()]) {
                m_operations.try_emplace(uint64_t{program.value} << 32U | operations[i].layer.value, i);
                m_operations.try_emplace(uint64_t{program.value} << 32U | NoId, i);
            }
        }
        const auto& tracks = m_trace.tracks();
        auto track = tracks.begin();
        for (uint32_t run = 0; run < m_trace.runs().size(); ++run) {
            const auto first = track;
            track = std::find_if(first, tracks.end(), [&](const auto& each) { return each.run != run; });
            if (onlyRun && m_trace.runs()[run].id != *onlyRun) {
                continue;
            }
            if (stop.stop_requested()) {
                return Cancelled{};
            }
            addRun(run, {first, track});
        }
        return std::move(m_figures);
    }

private:
    using Tracks = std::span<const TraceTrack>;

    void addRun(uint32_t run, Tracks tracks) {
        RunFigures figures{&m_trace.runs()[run]};
        std::vector<uint32_t> steps;
        std::vector<Spans> working;
        bool waits = false;
        for (const TraceTrack& track : tracks) {
            for (const uint32_t row : rowsOf(track)) {
                steps.push_back(m_steps.step(row));
            }
            figures.ipus.push_back(figuresOf(track));
            working.push_back(useTime(track, figures.ipus.back()));
            waits |= figures.ipus.back().byKind[static_cast<size_t>(StepKind::ExternalSync)] > 0;
            addSums(track);
        }
        sortDistinct(steps);
        figures.steps = steps.size();
        m_figures.runs.push_back(std::move(figures));
        if (waits && !m_range) {
            addWaits(tracks, working);
        }
    }

    /// The rows of those steps of the track that are at least partly in the range.
    std::vector<uint32_t> rowsOf(const TraceTrack& track) const {
        const auto all = m_trace.rowsOf(track);
        std::vector<uint32_t> rows;
        std::ranges::copy_if(all, std::back_inserter(rows), [&](uint32_t row) {
            return !m_range || (m_steps.from(row) < m_range->second &&
                                std::max(m_steps.to(row), m_steps.from(row) + 1) > m_range->first);
        });
        return rows;
    }
    uint64_t from(uint32_t row) const {
        return m_range ? std::max(m_steps.from(row), m_range->first) : m_steps.from(row);
    }
    uint64_t to(uint32_t row) const {
        return m_range ? std::min(m_steps.to(row), m_range->second) : m_steps.to(row);
    }
    /// The step's cycles that are in the range, or all its cycles if there is no range.
    uint64_t length(uint32_t row) const {
        const uint64_t all = m_steps.length(row);
        const uint64_t covered = m_steps.to(row) - m_steps.from(row);
        const uint64_t inRange = all == 0 ? 0 : to(row) - from(row);
        return inRange == covered || covered == 0
                   ? all
                   : static_cast<uint64_t>(
                         std::llround(static_cast<double>(all) * static_cast<double>(inRange) /
                                      static_cast<double>(covered)));
    }

    IpuFigures figuresOf(const TraceTrack& track) const {
        IpuFigures figures{.run = &m_trace.runs()[track.run], .ipu = track.ipu};
        double judged = 0;
        double busy = 0;
        double efficient = 0;
        bool known = true;
        uint64_t in = 0;
        uint64_t out = 0;
        for (const uint32_t row : rowsOf(track)) {
            const StepKind kind = m_trace.markOf(row).kind();
            const uint64_t cycles = length(row);
            ++figures.steps;
            if (cycles == 0) {
                continue;
            }
            figures.from = std::min(figures.from.value_or(UINT64_MAX), from(row));
            figures.to = std::max(figures.to.value_or(0), to(row));
            figures.byKind[static_cast<size_t>(kind)] += cycles;
            if (kind == StepKind::Compute || kind == StepKind::Exchange) {
                const auto balance = m_steps.tileBalance(row);
                const double share = static_cast<double>(cycles) * balance.value_or(0);
                known = known && balance;
                efficient += share;
                if (kind == StepKind::Compute && balance) {
                    judged += static_cast<double>(cycles);
                    busy += share;
                }
            } else if (kind == StepKind::GlobalExchange || kind == StepKind::HostTransfer) {
                const auto bytes = m_bytes.find(uint64_t{m_steps.program(row)->value} << 32U | track.ipu);
                in = cappedSum(in, bytes == m_bytes.end() ? 0 : bytes->second.first);
                out = cappedSum(out, bytes == m_bytes.end() ? 0 : bytes->second.second);
            }
        }
        if (judged > 0) {
            figures.tileBalance = busy / judged;
        }
        if (known && figures.from) {
            figures.parallelEfficiency = efficient / static_cast<double>(figures.span());
        }
        if (m_trace.profile().programBytes) {
            figures.bytesIn = in;
            figures.bytesOut = out;
        }
        return figures;
    }

    /// Counts the cycles in which an IPU works or waits. Returns the intervals in which it works.
    Spans useTime(const TraceTrack& track, IpuFigures& figures) const {
        struct Change {
            uint64_t time;
            uint32_t use;
            bool begins;
        };
        std::vector<Change> changes;
        for (const uint32_t row : rowsOf(track)) {
            if (length(row) > 0) {
                const auto use = static_cast<uint32_t>(useOf(m_trace.markOf(row).kind()));
                changes.push_back({from(row), use, true});
                changes.push_back({to(row), use, false});
            }
        }
        std::ranges::sort(changes, {}, &Change::time);
        Spans working;
        std::array<int64_t, WaitCauseIds.size()> open{}; // by useOf(): number of steps that are running
        for (size_t i = 0; i < changes.size(); ++i) {
            const uint64_t before = i == 0 ? changes[i].time : changes[i - 1].time;
            const uint64_t now = changes[i].time;
            const auto runs = std::ranges::find_if(open, [](int64_t steps) { return steps > 0; });
            const auto use = static_cast<size_t>(runs - open.begin());
            if (use > 0) {
                figures.waitingBy[use - 1] += now - before;
            } else if (now > before) {
                figures.working += now - before;
                if (working.empty() || working.back().second < before) {
                    working.emplace_back(before, before);
                }
                working.back().second = now;
            }
            open[changes[i].use] += changes[i].begins ? 1 : -1;
        }
        return working;
    }

    void addSums(const TraceTrack& track) {
        std::unordered_map<uint64_t, StepSum> sums; ///< by program (upper 32 bits) and mark (lower 32 bits)
        for (const uint32_t row : rowsOf(track)) {
            const auto program = m_steps.program(row);
            const StepMark mark = m_trace.markOf(row);
            StepSum& sum = sums[uint64_t{program ? program->value : NoId} << 32U | mark.bits];
            sum = {m_trace.runs()[track.run].id,
                   track.ipu,
                   program,
                   mark.kind(),
                   mark.entry(),
                   {},
                   sum.steps + 1,
                   sum.cycles + length(row)};
        }
        for (auto& [key, sum] : sums) {
            sum.operation = operationOf(sum);
        }
        const auto& programs = m_trace.profile().programs;
        const auto group = [&](std::vector<StepSum>& groups, const auto& keyOf) {
            std::map<decltype(keyOf(StepSum())), StepSum> sorted;
            for (const auto& [bits, sum] : sums) {
                const auto [to, added] = sorted.try_emplace(keyOf(sum), sum);
                to->second.steps += added ? 0 : sum.steps;
                to->second.cycles += added ? 0 : sum.cycles;
            }
            for (const auto& [key, sum] : sorted) {
                groups.push_back(sum);
            }
        };
        group(m_figures.kinds, [](const StepSum& sum) { return sum.kind; });
        group(m_figures.entries, [](const StepSum& sum) { return sum.entry; });
        group(m_figures.programs, [&](const StepSum& sum) {
            return std::tuple(sum.program ? programs[sum.program->index()].id : NoId, sum.kind,
                              sum.entry.entry());
        });
        const auto computeSetOf = [&](const StepSum& sum) {
            const auto known = sum.program ? programs[sum.program->index()].computeSet : std::nullopt;
            return known ? known->value : NoId;
        };
        group(m_figures.computeSets, computeSetOf);
        std::erase_if(m_figures.computeSets, [&](const StepSum& sum) { return computeSetOf(sum) == NoId; });
        group(m_figures.operations, [](const StepSum& sum) { return sum.operation.value_or(NoId); });
    }
    std::optional<uint32_t> operationOf(const StepSum& sum) const {
        const uint64_t program = uint64_t{sum.program ? sum.program->value : NoId} << 32U;
        auto found = m_operations.find(program | (sum.entry ? sum.entry.entry().value : NoId));
        found = found == m_operations.end() ? m_operations.find(program | NoId) : found;
        return found == m_operations.end() ? std::nullopt : std::optional(found->second);
    }

    /// `working` lists, for each track, when the IPU of the track works.
    void addWaits(Tracks tracks, const std::vector<Spans>& working) {
        const std::vector<End> ends = endsOf(tracks);
        // For each element of `ends`: the position of the last earlier element on another IPU, or its own
        // position if there is none.
        std::vector<size_t> ofOther(ends.size());
        for (size_t i = 1; i < ends.size(); ++i) {
            ofOther[i] = ends[i - 1].ipu != ends[i].ipu ? i - 1
                         : ofOther[i - 1] == i - 1      ? i
                                                        : ofOther[i - 1];
        }
        for (size_t i = 0; i < tracks.size(); ++i) {
            uint64_t covered = 0; // the latest end of the external syncs so far
            auto next = working[i].begin();
            for (const uint32_t row : m_trace.rowsOf(tracks[i])) {
                if (m_trace.markOf(row).kind() != StepKind::ExternalSync || m_steps.length(row) == 0) {
                    continue;
                }
                uint64_t from = std::max(covered, m_steps.from(row));
                covered = std::max(covered, m_steps.to(row));
                while (next != working[i].end() && next->second <= from) {
                    ++next;
                }
                for (auto work = next; from < covered;) {
                    const bool more = work != working[i].end() && work->first < covered;
                    if (const uint64_t to = more ? work->first : covered; from < to) {
                        m_figures.waits.push_back(explained(
                            {m_trace.runs()[tracks[i].run].id, tracks[i].ipu, from, to}, ends, ofOther));
                    }
                    from = more ? (work++)->second : covered;
                }
            }
        }
    }

    /// The end of a step that is not a sync.
    struct End {
        uint64_t time = 0;
        uint32_t ipu = 0;
        uint32_t step = 0;
        uint32_t row = 0;
    };
    /// The ends of all steps that are not syncs, by time. The best explanation of a wait is the last step
    /// that ends no later than the wait does.
    std::vector<End> endsOf(Tracks tracks) const {
        std::vector<End> ends;
        for (const TraceTrack& track : tracks) {
            for (const uint32_t row : m_trace.rowsOf(track)) {
                if (m_steps.length(row) > 0 && !isSync(m_trace.markOf(row).kind())) {
                    ends.push_back({m_steps.to(row), track.ipu, m_steps.step(row), row});
                }
            }
        }
        std::ranges::sort(ends, {}, [](const End& end) { return std::tuple(end.time, ~end.ipu, end.step); });
        return ends;
    }

    Wait explained(Wait wait, const std::vector<End>& ends, const std::vector<size_t>& ofOther) const {
        const auto after = std::ranges::upper_bound(ends, wait.to, {}, &End::time);
        if (after == ends.begin()) {
            return wait;
        }
        auto cause = static_cast<size_t>(after - ends.begin()) - 1;
        cause = ends[cause].ipu == wait.ipu ? ofOther[cause] : cause;
        if (ends[cause].ipu != wait.ipu) {
            wait.causeIpu = ends[cause].ipu;
            wait.step = ends[cause].step;
            wait.causeEnd = ends[cause].time;
            wait.program = m_steps.program(ends[cause].row);
        }
        return wait;
    }

    const ExecutionTrace& m_trace;
    const ExecutionSteps& m_steps;
    const std::optional<std::pair<uint64_t, uint64_t>> m_range;
    /// By program and IPU: the incoming bytes and the outgoing bytes.
    std::unordered_map<uint64_t, std::pair<uint64_t, uint64_t>> m_bytes;
    /// By program and entry: the first operation; with NoId as the entry: the first operation in any entry.
    std::unordered_map<uint64_t, uint32_t> m_operations;
    TraceFigures m_figures;
};

} // namespace

std::vector<WaitSum> foldedWaits(const std::vector<Wait>& waits) {
    std::vector<WaitSum> sums;
    std::map<std::tuple<uint32_t, uint32_t, std::optional<uint32_t>, uint32_t>, size_t> known;
    for (const Wait& wait : waits) {
        const auto [at, added] = known.try_emplace(
            {wait.run, wait.ipu, wait.causeIpu, wait.program ? wait.program->value : NoId}, sums.size());
        if (added) {
            sums.push_back({wait});
        }
        ++sums[at->second].waits;
        sums[at->second].cycles += wait.to - wait.from;
    }
    std::ranges::stable_sort(sums, std::greater(), &WaitSum::cycles);
    return sums;
}

Outcome<TraceFigures> TraceFigures::find(const ExecutionTrace& trace, std::optional<uint32_t> onlyRun,
                                         const std::stop_token& stop,
                                         std::optional<std::pair<uint64_t, uint64_t>> range) {
    return FigureFinder(trace, range).find(onlyRun, stop);
}

} // namespace tileline
