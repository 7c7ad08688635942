// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/tracelanes.h"
#include "core/base/sequences.h"

#include "core/memory/origins.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>

namespace tileline {

namespace {

/// The maximum number of levels in a tree of names; further parts of a name are not shown.
constexpr size_t MaxLevels = 5;
/// Programs at a greater depth in the program tree are shown as if they were at this depth.
constexpr uint32_t MaxDepth = 64;
/// Limits for a coarse picture: the number of IPUs, and the numbers of columns of all steps, added up.
constexpr size_t MaxCoarseIpus = 64;
constexpr size_t MaxCoarseParts = 50'000'000;
constexpr size_t RowsOfStop = size_t{1} << 14U;

/// The look of a span that can cover steps of several kinds. The look depends only on the pass.
SpanLook lookOf(StepEntry entry) {
    return !entry ? SpanLook::Other : entry.isBackward() ? SpanLook::Backward : SpanLook::Forward;
}

bool isHost(StepKind kind) {
    return kind == StepKind::HostBegin || kind == StepKind::HostTransfer || kind == StepKind::HostEnd;
}

} // namespace

SpanLook lookOf(StepMark mark) {
    switch (mark.kind()) {
    case StepKind::Exchange:
    case StepKind::GlobalExchange:
        return SpanLook::Exchange;
    case StepKind::HostBegin:
    case StepKind::HostEnd:
    case StepKind::HostTransfer:
        return SpanLook::Host;
    case StepKind::Sync:
        return SpanLook::Sync;
    case StepKind::ExternalSync:
        return SpanLook::Waiting;
    case StepKind::Compute:
    case StepKind::Other:
        break;
    }
    return lookOf(mark.entry());
}

namespace {

/// The steps of a lane, read from the trace without copying them.
class StepSpans : public LaneSpans {
public:
    StepSpans(const std::shared_ptr<const ExecutionTrace>& trace, std::vector<uint32_t> rows)
        : m_trace(trace)
        , m_rows(std::move(rows)) {}
    size_t size() const override { return m_rows.size(); }
    LaneSpan at(size_t span) const override {
        const uint32_t row = m_rows[span];
        return {static_cast<double>(m_trace->steps().from(row)),
                static_cast<double>(m_trace->steps().to(row)), lookOf(m_trace->markOf(row))};
    }

private:
    const std::shared_ptr<const ExecutionTrace> m_trace;
    const std::vector<uint32_t> m_rows;
};

/// Builds the levels that a lane shows above its steps. The levels come from a tree of names.
class NameTree {
public:
    NameTree(const ExecutionTrace& trace, LaneNaming naming, std::vector<std::string>& names)
        : m_trace(trace)
        , m_naming(naming)
        , m_names(names) {
        naming == LaneNaming::Programs ? plantPrograms() : plant();
    }

    void add(uint32_t row) {
        const StepMark mark = m_trace.markOf(row);
        if (mark.kind() == StepKind::ExternalSync) {
            m_open.clear();
            m_copying = false;
            return;
        }
        const auto program = m_trace.steps().program(row);
        if (!program || isSync(mark.kind())) {
            return;
        }
        const std::vector<uint32_t>& path = pathOf(*program, mark);
        const auto [differs, ours] =
            std::mismatch(m_open.begin(), m_open.end(), path.begin(), path.end(),
                          [](const Open& open, uint32_t name) { return open.name == name; });
        const bool same = differs == m_open.end() && ours == path.end();
        m_open.erase(differs, m_open.end());
        const double from = static_cast<double>(m_trace.steps().from(row));
        const double to = static_cast<double>(m_trace.steps().to(row));
        for (Open& open : m_open) {
            LaneSpan& span = m_levels[static_cast<size_t>(&open - m_open.data())].spans[open.span];
            span.to = std::max(span.to, to);
        }
        for (size_t depth = m_open.size(); depth < path.size(); ++depth) {
            m_levels.resize(std::max(m_levels.size(), depth + 1));
            Level& level = m_levels[depth];
            m_open.push_back({path[depth], level.spans.size()});
            level.add({from, to, lookOf(mark.entry())}, row, path[depth]);
        }
        const bool goesOn = std::exchange(m_copying, isHost(mark.kind())) && same;
        if (m_copying && goesOn && mark.kind() != StepKind::HostBegin) {
            m_copies.spans.back().to = std::max(m_copies.spans.back().to, to);
        } else if (m_copying) {
            m_copies.add({from, to, SpanLook::Host}, row, idOf(std::string(StreamCopyName)));
        }
    }

    struct Level {
        std::vector<LaneSpan> spans;
        std::vector<uint32_t> rows;
        std::vector<uint32_t> names;

        void add(const LaneSpan& span, uint32_t row, uint32_t name) {
            spans.push_back(span);
            rows.push_back(row);
            names.push_back(name);
        }
    };
    /// Returns the levels of an IPU from the top down, and empties the tree. The level of stream copies is
    /// the last one, directly above the steps.
    std::vector<Level> take() {
        m_open.clear();
        m_copying = false;
        if (!m_copies.spans.empty()) {
            m_levels.push_back(std::exchange(m_copies, {}));
        }
        return std::exchange(m_levels, {});
    }

private:
    struct Open {
        uint32_t name;
        size_t span;
    };

    /// A node is one part of a name, and its parent the part before it; or both are programs.
    struct Node {
        uint32_t parent = 0;
        std::string name{};
        uint32_t children = 0;
        uint32_t leaves = 0; ///< names that end here without their last part, or childless programs
        bool isOneWithChild() const { return children == 1 && leaves == 0; }
    };

    /// By program: the name from which the tree is built; empty if the program has none.
    std::vector<std::string> namesOfPrograms() const {
        const Profile& profile = m_trace.profile();
        std::vector<std::string> found(profile.programs.size());
        if (m_naming == LaneNaming::Names) {
            for (uint32_t i = 0; i < found.size(); ++i) {
                found[i] = traceName(profile, {i});
            }
        } else if (m_naming == LaneNaming::Modules) {
            for (const LayeredOperation& operation : m_trace.layers().operations) {
                for (const ProgramIndex program : profile.operationPrograms[operation.detail.index()]) {
                    found[program.index()] = operation.name;
                }
            }
        }
        return found;
    }

    /// Makes a tree of the parts of all names. Leaves out the last part of each name.
    void plant() {
        std::map<std::pair<uint32_t, std::string_view>, uint32_t> known;
        const std::vector<std::string> all = namesOfPrograms();
        m_nodeOf.resize(all.size());
        for (size_t i = 0; i < all.size(); ++i) {
            std::string_view rest = all[i];
            uint32_t at = 0;
            for (size_t slash; (slash = rest.find('/')) != std::string_view::npos;
                 rest.remove_prefix(slash + 1)) {
                const auto [node, added] =
                    known.try_emplace({at, rest.substr(0, slash)}, static_cast<uint32_t>(m_nodes.size()));
                if (added) {
                    m_nodes.push_back({at, std::string(rest.substr(0, slash))});
                    ++m_nodes[at].children;
                }
                at = node->second;
            }
            m_nodes[at].leaves += at > 0 ? 1 : 0;
            m_nodeOf[i] = at;
        }
    }

    /// Makes a node for each program. If a depth-first walk of the program tree first reaches program B from
    /// program A, the node of A is the parent of the node of B.
    void plantPrograms() {
        const Profile& profile = m_trace.profile();
        const auto count = static_cast<uint32_t>(profile.programs.size());
        m_nodes.resize(size_t{count} + 1); // the node of program i is node i + 1
        m_nodeOf.resize(count);
        std::vector<uint8_t> isChild(count);
        std::vector<uint8_t> seen(count);
        std::vector<uint32_t> depths(count);
        for (uint32_t program = 0; program < count; ++program) {
            for (const ProgramIndex child : profile.programChildren[program]) {
                isChild[child.index()] = 1;
            }
        }
        std::vector<uint32_t> pending;
        for (uint32_t program = count; program-- > 0;) {
            isChild[program] == 0 ? pending.push_back(program) : void();
        }
        while (!pending.empty()) {
            const uint32_t program = pending.back();
            pending.pop_back();
            if (std::exchange(seen[program], uint8_t{1}) != 0) {
                continue;
            }
            Node& parent = m_nodes[m_nodeOf[program]];
            const auto children = profile.programChildren[program];
            ++(children.empty() ? parent.leaves : parent.children);
            m_nodes[program + 1].parent = m_nodeOf[program];
            const std::string name = programName(profile, {program});
            m_nodes[program + 1].name = name.empty() ? profile.programs[program].type : name;
            for (size_t i = children.size(); i-- > 0;) {
                if (seen[children[i].index()] == 0) {
                    const bool isDeep = depths[program] == MaxDepth;
                    m_nodeOf[children[i].index()] = isDeep ? m_nodeOf[program] : program + 1;
                    depths[children[i].index()] = depths[program] + (isDeep ? 0 : 1);
                    pending.push_back(children[i].value);
                }
            }
        }
    }

    uint32_t idOf(const std::string& name, size_t node = 0) {
        const auto [at, added] = m_ids.try_emplace({node, name}, static_cast<uint32_t>(m_names.size()));
        if (added) {
            m_names.push_back(name);
        }
        return at->second;
    }

    const std::vector<uint32_t>& pathOf(ProgramIndex program, StepMark mark) {
        const bool byEntry = m_naming == LaneNaming::Entries;
        const uint64_t key = uint64_t{program.value} << 32U | (byEntry ? mark.bits : 0);
        const auto [known, added] = m_paths.try_emplace(key);
        std::vector<uint32_t>& path = known->second;
        if (!added) {
            return path;
        }
        if (const StepEntry entry = mark.entry(); byEntry && entry) {
            path = {idOf(entry.isBackward() ? "backward" : "forward"),
                    idOf(m_trace.layers().nameInFiles(entry.entry()).value_or(""))};
        } else if (!byEntry) {
            std::vector<const Node*> nodes;
            for (uint32_t at = m_nodeOf[program.index()]; at != 0; at = m_nodes[at].parent) {
                nodes.insert(nodes.begin(), &m_nodes[at]);
            }
            bool common = m_nodes[0].children == 1; // whether all names begin with the parts up to here
            std::string text;
            for (size_t i = 0; i < nodes.size() && path.size() < MaxLevels; ++i) {
                text += (text.empty() ? "" : "/") + nodes[i]->name;
                if (!nodes[i]->isOneWithChild()) {
                    if (!std::exchange(common, false) || nodes[i]->children == 0) {
                        // With LaneNaming::Programs, different nodes with the same name get different ids.
                        const auto node = static_cast<size_t>(nodes[i] - m_nodes.data());
                        path.push_back(idOf(text, m_naming == LaneNaming::Programs ? node : 0));
                    }
                    text.clear();
                }
            }
        }
        return path;
    }

    const ExecutionTrace& m_trace;
    const LaneNaming m_naming;
    std::vector<std::string>& m_names;
    std::vector<Node> m_nodes{{}};
    std::vector<uint32_t> m_nodeOf; ///< by program
    std::vector<Open> m_open;
    std::vector<Level> m_levels;
    Level m_copies;
    bool m_copying = false; ///< whether the step added last belongs to the last span in m_copies
    std::unordered_map<uint64_t, std::vector<uint32_t>> m_paths; ///< by program and, if named by entry, mark
    std::map<std::pair<size_t, std::string>, uint32_t> m_ids;    ///< by name and, in a tree of programs, node
};

} // namespace

std::string traceName(const Profile& profile, ProgramIndex program) {
    const Program& named = profile.programs[program.index()];
    if (named.name.empty() && named.computeSet) {
        if (const std::string& name = profile.computeSets[named.computeSet->index()].name; !name.empty()) {
            return name;
        }
    }
    return named.name.empty() ? contextName(profile, program) : named.name;
}

TileTimes::TileTimes(const ExecutionTrace& trace) {
    const auto add = [this](const auto& rows, const auto& idOf) {
        m_sorted.reserve(rows.size());
        for (const auto& row : rows) {
            m_sorted.emplace_back(uint64_t{idOf(row)} << 32U | row.ipu, &row.cycles);
        }
    };
    if (trace.source() == TraceSource::Estimated) {
        add(trace.profile().estimatedCycles, [](const EstimatedCycles& row) { return row.program.value; });
    } else {
        add(trace.profile().measuredCycles, [](const MeasuredCycles& row) { return row.step; });
    }
    std::stable_sort(m_sorted.begin(), m_sorted.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
}

ByTile TileTimes::of(const ExecutionTrace& trace, size_t row) const {
    const ExecutionSteps& steps = trace.steps();
    const uint32_t id =
        trace.source() == TraceSource::Estimated ? steps.program(row)->value : steps.step(row);
    const uint64_t key = uint64_t{id} << 32U | steps.ipu(row);
    const auto at = std::lower_bound(m_sorted.begin(), m_sorted.end(), key,
                                     [](const auto& entry, uint64_t wanted) { return entry.first < wanted; });
    return at != m_sorted.end() && at->first == key ? *at->second : ByTile();
}

Outcome<TraceLanes> TraceLanes::find(std::shared_ptr<const ExecutionTrace> trace, std::optional<uint32_t> run,
                                     LaneNaming naming, const TraceFilter& filter,
                                     const std::stop_token& stop) {
    TraceLanes found{std::move(trace)};
    const ExecutionSteps& steps = found.trace->steps();
    std::vector<TraceTrack> tracks;
    std::map<uint32_t, size_t> groups; ///< by IPU
    for (const TraceTrack& track : found.trace->tracks()) {
        if (track.run == run.value_or(track.run) && track.ipu == filter.ipu.value_or(track.ipu)) {
            tracks.push_back(track);
            groups.try_emplace(track.ipu);
        }
    }
    for (auto& [ipu, group] : groups) {
        group = found.ipus.size();
        found.ipus.push_back({ipu});
    }
    const auto groupOf = mapped(tracks, [&](const TraceTrack& track) { return groups[track.ipu]; });
    struct Found {
        std::vector<uint32_t> rows{};
        Lane::Index index{};
        uint64_t end = 0;
    };
    std::vector<std::map<uint32_t, Found>> lanes(
        groups.size()); ///< by IPU, by number of the lane in the trace
    std::vector<LaneSpan> spansOfTracks(tracks.size(), {HUGE_VAL, 0});
    std::vector<uint8_t> seen(found.trace->profile().programs.size());
    found.from = HUGE_VAL;
    const bool done = found.trace->forRows(tracks, stop, [&](size_t track, uint32_t row) {
        const StepMark mark = found.trace->markOf(row);
        const LaneSpan span{static_cast<double>(steps.from(row)), static_cast<double>(steps.to(row)),
                            lookOf(mark)};
        if (steps.length(row) == 0 || span.to <= span.from || !filter.passes(mark)) {
            return;
        }
        Found& lane = lanes[groupOf[track]][found.trace->laneOf(row)];
        if (steps.from(row) < lane.end) {
            return; // steps overlap only in the last of 2^16 lanes; this step is left out
        }
        if (const auto program = steps.program(row);
            program && std::exchange(seen[program->index()], uint8_t{1}) == 0) {
            found.firstOf[program->value] = {groupOf[track], found.trace->laneOf(row), lane.rows.size()};
        }
        lane.rows.push_back(row);
        lane.index.add(span);
        lane.end = steps.to(row);
        spansOfTracks[track].from = std::min(spansOfTracks[track].from, span.from);
        spansOfTracks[track].to = std::max(spansOfTracks[track].to, span.to);
    });
    if (!done) {
        return Cancelled{};
    }
    std::vector<NameTree::Level> runs(groups.size());
    for (size_t track = 0; track < tracks.size(); ++track) {
        const LaneSpan& span = spansOfTracks[track];
        found.from = std::min(found.from, span.from);
        found.to = std::max(found.to, span.to);
        NameTree::Level& level = runs[groupOf[track]];
        if (span.to > span.from && (level.spans.empty() || level.spans.back().to <= span.from)) {
            level.add(span, found.trace->rowsOf(tracks[track]).front(), tracks[track].run);
        }
    }
    found.from = std::min(found.from, found.to);
    found.haveRuns = filter.runs && found.trace->runs().size() > 1;
    for (const ExecutionRun& each : found.haveRuns ? found.trace->runs() : std::vector<ExecutionRun>()) {
        found.names.push_back(each.name.empty() ? "run " + std::to_string(each.id) : each.name);
    }
    NameTree tree(*found.trace, naming, found.names);
    for (size_t group = 0; group < groups.size(); ++group) {
        OfIpu& ipu = found.ipus[group];
        size_t named = 0;
        for (; naming != LaneNaming::Steps && !lanes[group].empty() &&
               named < lanes[group].begin()->second.rows.size();
             ++named) {
            if (named % RowsOfStop == 0 && stop.stop_requested()) {
                return Cancelled{};
            }
            tree.add(lanes[group].begin()->second.rows[named]);
        }
        std::vector<NameTree::Level> levels = tree.take();
        if (found.haveRuns) {
            levels.insert(levels.begin(), std::move(runs[group]));
        }
        for (NameTree::Level& level : levels) {
            ipu.lanes.emplace_back(std::make_shared<StoredSpans>(std::move(level.spans)));
            ipu.rows.push_back(std::move(level.rows));
            ipu.names.push_back(std::move(level.names));
        }
        for (auto& [number, lane] : lanes[group]) {
            ipu.lanes.emplace_back(std::make_shared<StepSpans>(found.trace, lane.rows),
                                   std::move(lane.index));
            ipu.rows.push_back(std::move(lane.rows));
            ipu.names.emplace_back();
        }
    }
    for (auto& [program, at] : found.firstOf) { // replace lane numbers by positions of lanes
        const auto& ofIpu = lanes[at.group];
        const auto lane = ofIpu.find(static_cast<uint32_t>(at.lane));
        at.lane = found.ipus[at.group].lanes.size() - ofIpu.size() +
                  static_cast<size_t>(std::distance(ofIpu.begin(), lane));
    }
    return found;
}

Outcome<TraceLanes> TraceLanes::coarse(const Profile& profile, const std::vector<ProgramMarks>& programs,
                                       std::optional<uint32_t> run, const std::stop_token& stop) {
    using Covered = std::array<double, SpanLookCount>; // by look: share of a column that the look covers
    const ExecutionSteps& steps = profile.executionSteps;
    const auto isShown = [&, id = profile.executionRuns[run.value_or(0)].id](size_t row) {
        return (!run || steps.run(row) == id) && steps.to(row) > steps.from(row) && steps.length(row) > 0;
    };
    uint64_t from = UINT64_MAX;
    uint64_t to = 0;
    for (size_t row = 0; row < steps.size(); ++row) {
        from = isShown(row) ? std::min(from, steps.from(row)) : from;
        to = isShown(row) ? std::max(to, steps.to(row)) : to;
    }
    const auto looks = mapped(programs, [](const ProgramMarks& marks) {
        return tileline::lookOf(
            StepMark::of(marks.kind, marks.entries.empty() ? StepEntry() : marks.entries.front()));
    });
    const double scale = static_cast<double>(CoarseColumns) / std::max(1.0, static_cast<double>(to - from));
    std::vector<std::vector<Covered>> lanes(profile.target.numIpus);
    size_t parts = 0; // sum over the steps: the number of columns that a step covers
    for (size_t row = 0; row < steps.size(); ++row) {
        if (row % RowsOfStop == 0 &&
            (stop.stop_requested() || parts > MaxCoarseParts || lanes.size() > MaxCoarseIpus)) {
            return Cancelled{};
        }
        if (!isShown(row)) {
            continue;
        }
        std::vector<Covered>& lane = lanes[steps.ipu(row)];
        lane.resize(CoarseColumns + 1);
        const auto program = steps.program(row);
        SpanLook look = program ? looks[program->index()] : SpanLook::Sync;
        look = look == SpanLook::Sync && isExternalSync(profile, steps.step(row)) ? SpanLook::Waiting : look;
        const double end = static_cast<double>(steps.to(row) - from) * scale;
        for (double at = static_cast<double>(steps.from(row) - from) * scale; at < end; ++parts) {
            const double next = std::min(end, std::floor(at) + 1);
            lane[static_cast<size_t>(at)][static_cast<size_t>(look)] += next - at;
            at = next;
        }
    }
    TraceLanes found{nullptr};
    found.from = static_cast<double>(from);
    found.to = static_cast<double>(to);
    found.names.emplace_back();
    for (uint32_t ipu = 0; ipu < lanes.size(); ++ipu) {
        std::vector<LaneSpan> spans;
        for (size_t column = 0; column < lanes[ipu].size(); ++column) {
            const Covered& covered = lanes[ipu][column];
            const auto most = std::max_element(covered.begin(), covered.end()) - covered.begin();
            const double all = std::accumulate(covered.begin(), covered.end(), 0.0);
            const double begin = found.from + static_cast<double>(column) / scale;
            if (const double end = begin + std::min(all, 1.0) / scale; end > begin) {
                spans.push_back({begin, end, static_cast<SpanLook>(most)});
            }
        }
        if (const std::vector<uint32_t> none(spans.size()); !spans.empty()) {
            found.ipus.push_back(
                {ipu, {Lane(std::make_shared<StoredSpans>(std::move(spans)))}, {none}, {none}});
        }
    }
    return found;
}

std::string TraceLanes::nameOf(const LanePosition& at) const {
    if (!isStep(at)) {
        return names[ipus[at.group].names[at.lane][at.span]];
    }
    const auto program = trace->steps().program(rowOf(at));
    return program ? traceName(trace->profile(), *program) : std::string();
}

TraceLanes TraceLanes::ofBlocks(const Profile& profile, std::span<const TraceBlock> blocks,
                                const std::function<std::string(const ExecutionBlock&)>& nameOf) {
    TraceLanes found{nullptr};
    std::map<std::pair<uint32_t, uint32_t>, std::vector<LaneSpan>> lanes; ///< by IPU and lane
    std::map<std::pair<uint32_t, uint32_t>, std::pair<std::vector<uint32_t>, std::vector<uint32_t>>> ids;
    for (uint32_t i = 0; i < blocks.size(); ++i) {
        const TraceBlock& block = blocks[i];
        if (block.to > block.from) {
            const ExecutionBlock& ofFile = profile.blocks[block.block];
            const auto key = std::pair(block.ipu, block.lane);
            const double to = static_cast<double>(block.to);
            lanes[key].push_back({static_cast<double>(block.from), to,
                                  ofFile.type == BlockType::StreamCopy ? SpanLook::Host
                                  : ofFile.type == BlockType::Overflow ? SpanLook::Waiting
                                                                       : SpanLook::Other});
            ids[key].first.push_back(i);
            ids[key].second.push_back(static_cast<uint32_t>(found.names.size()));
            found.names.push_back(nameOf(ofFile));
            found.to = std::max(found.to, to);
        }
    }
    for (auto& [key, spans] : lanes) {
        if (found.ipus.empty() || found.ipus.back().ipu != key.first) {
            found.ipus.push_back({key.first});
        }
        OfIpu& ipu = found.ipus.back();
        ipu.lanes.emplace_back(std::make_shared<StoredSpans>(std::move(spans)));
        ipu.rows.push_back(std::move(ids[key].first));
        ipu.names.push_back(std::move(ids[key].second));
    }
    return found;
}

} // namespace tileline
