// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/tracelanes.h"

#include "core/memory/origins.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tileline {

namespace {

/// The maximum number of levels in a tree of names; further parts of a name are not shown.
constexpr size_t MaxLevels = 5;
constexpr size_t RowsOfStop = size_t{1} << 14U;

/// The look of a span that stands for steps of several kinds: only their pass counts.
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

/// Builds the levels of a tree of names above the steps of a lane.
class NameTree {
public:
    NameTree(const ExecutionTrace& trace, LaneNaming naming, std::vector<std::string>& names)
        : m_trace(trace)
        , m_naming(naming)
        , m_names(names) {
        plant();
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

    /// A part of a name. Its parent is the part before it.
    struct Node {
        uint32_t parent = 0;
        std::string name{};
        uint32_t children = 0;
        bool ends = false; ///< whether the name of a program ends here
        bool isOneWithChild() const { return children == 1 && !ends; }
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

    /// Makes nodes of the parts of all names, without the last part of each name.
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
            m_nodes[at].ends = m_nodes[at].ends || at > 0;
            m_nodeOf[i] = at;
        }
    }

    uint32_t idOf(const std::string& name) {
        const auto [at, added] = m_ids.try_emplace(name, static_cast<uint32_t>(m_names.size()));
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
            bool common = m_nodes[0].children == 1; // whether all names begin with these parts
            std::string text;
            for (size_t i = 0; i < nodes.size() && path.size() < MaxLevels; ++i) {
                text += (text.empty() ? "" : "/") + nodes[i]->name;
                if (!nodes[i]->isOneWithChild()) {
                    if (!std::exchange(common, false) || nodes[i]->children == 0) {
                        path.push_back(idOf(text));
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
    bool m_copying = false; ///< whether the last step belongs to the last span in m_copies
    std::unordered_map<uint64_t, std::vector<uint32_t>> m_paths; ///< by program and, if byEntry, mark
    std::unordered_map<std::string, uint32_t> m_ids;
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

Outcome<TraceLanes> TraceLanes::find(std::shared_ptr<const ExecutionTrace> trace, uint32_t run,
                                     LaneNaming naming, const TraceFilter& filter,
                                     const std::stop_token& stop) {
    TraceLanes found{std::move(trace)};
    const ExecutionSteps& steps = found.trace->steps();
    NameTree tree(*found.trace, naming, found.names);
    bool any = false;
    size_t seen = 0;
    for (const TraceTrack& track : found.trace->tracks()) {
        if (track.run != run || track.ipu != filter.ipu.value_or(track.ipu)) {
            continue;
        }
        OfIpu& ipu = found.ipus.emplace_back(OfIpu{track.ipu});
        std::map<uint32_t, std::vector<uint32_t>> rows; ///< rows by their lane in the trace
        for (const uint32_t row : found.trace->rowsOf(track)) {
            if (++seen % RowsOfStop == 0 && stop.stop_requested()) {
                return Cancelled{};
            }
            if (steps.length(row) == 0 || steps.to(row) <= steps.from(row) ||
                !filter.passes(found.trace->markOf(row))) {
                continue;
            }
            std::vector<uint32_t>& lane = rows[found.trace->laneOf(row)];
            if (!lane.empty() && steps.from(row) < steps.to(lane.back())) {
                continue; // this step overlaps another one in the last of 2^16 lanes
            }
            if (naming != LaneNaming::Steps && rows.begin()->first == found.trace->laneOf(row)) {
                tree.add(row);
            }
            lane.push_back(row);
            const double from = static_cast<double>(steps.from(row));
            const double to = static_cast<double>(steps.to(row));
            found.from = any ? std::min(found.from, from) : from;
            found.to = any ? std::max(found.to, to) : to;
            any = true;
        }
        for (NameTree::Level& level : tree.take()) {
            ipu.lanes.emplace_back(std::make_shared<StoredSpans>(std::move(level.spans)));
            ipu.rows.push_back(std::move(level.rows));
            ipu.names.push_back(std::move(level.names));
        }
        for (auto& [number, lane] : rows) {
            for (size_t span = 0; span < lane.size(); ++span) {
                if (const auto program = steps.program(lane[span])) {
                    found.firstOf.try_emplace(program->value,
                                              LanePosition{found.ipus.size() - 1, ipu.lanes.size(), span});
                }
            }
            ipu.lanes.emplace_back(std::make_shared<StepSpans>(found.trace, lane));
            ipu.rows.push_back(std::move(lane));
            ipu.names.emplace_back();
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
