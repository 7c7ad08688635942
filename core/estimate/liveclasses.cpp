// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/liveclasses.h"

#include "core/base/sequences.h"
#include "core/estimate/pipelineuses.h"
#include "core/layers/passes.h"
#include "core/memory/liveness.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace tileline {

namespace {

/// Intervals of steps, ascending and disjoint.
using Runs = std::vector<StepInterval>;

void addTo(std::optional<StepInterval>& hull, StepInterval added) {
    hull = hull ? StepInterval{std::min(hull->start, added.start), std::max(hull->end, added.end)} : added;
}

StepInterval common(StepInterval a, StepInterval b) {
    return {std::max(a.start, b.start), std::min(a.end, b.end)};
}

} // namespace

class LiveClasses::Finder {
public:
    Finder(const Profile& profile, const PipelineEntries& entries, const UseTree& tree)
        : m_profile(profile)
        , m_entries(entries)
        , m_operations(entries.layers()->operations)
        , m_tree(tree)
        , m_hasForward(tree.usedForward())
        , m_result(profile) {}

    Outcome<LiveClasses> find(std::span<const uint32_t> owner, std::span<const uint8_t> weights,
                              const std::stop_token& stop) {
        findSegments();
        findGradients(weights);
        TRY(findForwardEnds(stop));
        m_crosses = mapped(m_profile.equivalenceClasses.size(), [&](uint32_t of) {
            return uint8_t{crosses(m_profile, {of}, m_entries.passes().pivot())};
        });
        std::vector<uint32_t> ownOfRow(owner.size(), 0);
        TRY(forEachRow(m_profile, TileRange::ofModel(m_profile), stop, [&](LoweredIndex row) {
            ownOfRow[row.index()] = ownClassOf(row.index(), owner[row.index()]);
        }));
        if (m_result.m_own.size() > UINT16_MAX - 1) {
            m_result.m_manyOwnOfRow = std::move(ownOfRow);
        } else if (!m_result.m_own.empty()) {
            m_result.m_ownOfRow.assign(ownOfRow.begin(), ownOfRow.end());
        }
        return std::move(m_result);
    }

private:
    enum class Name : uint8_t { Activation, State, Other };
    /// This value in m_forwardEnd means that the end of the variable's last forward use is unknown, because
    /// an outlined operation uses the variable.
    static constexpr uint32_t Open = NoId;

    StepInterval stepsOf(size_t operation) const {
        const OperationDetail& detail = detailOf(operation);
        return {*detail.firstStep, detail.lastStep->next()};
    }
    const OperationDetail& detailOf(size_t operation) const {
        return m_profile.operationDetails[m_operations[operation].detail.index()];
    }
    bool hasSteps(size_t operation) const {
        return detailOf(operation).firstStep && detailOf(operation).lastStep;
    }
    bool isPlain(size_t operation) const {
        return !m_entries.isOutlined(operation) && !m_entries.isHost(operation);
    }

    void findSegments() {
        const Layers& layers = *m_entries.layers();
        std::vector<std::optional<StepInterval>> all(layers.count());
        m_segments.resize(layers.count());
        for (size_t i = 0; i < m_operations.size(); ++i) {
            if (m_entries.passes().isBackward(i) && hasSteps(i)) {
                const size_t entry = m_operations[i].layer.index();
                addTo(all[entry], stepsOf(i));
                if (isPlain(i)) {
                    addTo(m_segments[entry], stepsOf(i));
                }
            }
        }
        for (size_t entry = 0; entry < all.size(); ++entry) {
            m_segments[entry] = m_segments[entry] ? m_segments[entry] : all[entry];
        }
        if (layers.count() > 1 && layers.kinds[0] == EntryKind::Input &&
            layers.kinds[1] == EntryKind::Layer) {
            for (const size_t entry : {0U, 1U}) {
                if (m_segments[1 - entry]) {
                    addTo(m_segments[entry], *m_segments[1 - entry]);
                }
            }
        }
    }

    void findGradients(std::span<const uint8_t> weights) {
        std::unordered_set<std::string_view> weightNames;
        for (size_t i = 0; i < weights.size(); ++i) {
            if (weights[i] != 0 && m_profile.variables[i].alwaysLive) {
                weightNames.insert(m_profile.variables[i].name);
            }
        }
        std::unordered_map<std::string_view, StepIndex> madeUntil;
        for (size_t i = 0; i < m_operations.size(); ++i) {
            if (m_entries.passes().isBackward(i) && isPlain(i) && hasSteps(i)) {
                for (const std::string& id : detailOf(i).debug.outputs) {
                    StepIndex& end = madeUntil.try_emplace(id, StepIndex{0}).first->second;
                    end = std::max(end, stepsOf(i).end);
                }
            }
        }
        for (const Variable& variable : m_profile.variables) {
            const std::string_view mark = lastMarkOf(variable.name);
            m_names.push_back(isActivationName(variable.name) ? Name::Activation
                              : isStateMark(mark)             ? Name::State
                                                              : Name::Other);
            const auto made = madeUntil.find(variable.name);
            const bool ofWeight = mark == GradientMark && weightNames.contains(rootOfId(variable.name));
            m_gradientEnd.push_back(ofWeight && made != madeUntil.end() ? std::optional(made->second)
                                                                        : std::nullopt);
        }
    }

    Outcome<Done> findForwardEnds(const std::stop_token& stop) {
        m_forwardEnd.assign(m_tree.rowCount(), 0);
        for (size_t i = 0; i < m_operations.size(); ++i) {
            if (stop.stop_requested()) {
                return Cancelled{};
            }
            if (m_entries.passes().isBackward(i) || m_entries.isHost(i) ||
                !(m_entries.isOutlined(i) || hasSteps(i))) {
                continue;
            }
            const uint32_t end = m_entries.isOutlined(i) ? Open : stepsOf(i).end.value;
            for (const LoweredIndex row : m_profile.operationVariables[m_operations[i].detail.index()]) {
                if (row.index() < m_forwardEnd.size()) {
                    m_forwardEnd[row.index()] = std::max(m_forwardEnd[row.index()], end);
                }
            }
        }
        return Done{};
    }

    uint32_t ownClassOf(size_t row, uint32_t owner) {
        const VariableIndex variable = m_profile.lowered.variable[row];
        const bool known = variable.value != NoId;
        const Name name = known ? m_names[variable.index()] : Name::Activation;
        const ClassIndex unfreed = m_profile.lowered.liveClass[row];
        if (isAlwaysLive(m_profile, {static_cast<uint32_t>(row)})) {
            return name == Name::State ? number({What::State, unfreed}, [] { return Runs(); }) : 0;
        }
        if (known && m_gradientEnd[variable.index()]) {
            const StepIndex end = *m_gradientEnd[variable.index()];
            return number({What::Gradient, unfreed, end.value}, [&] {
                Runs runs;
                for (const StepInterval& live : m_profile.equivalenceClasses[unfreed.index()]) {
                    add(runs, common(live, {{0}, end}));
                }
                return runs;
            });
        }
        const uint32_t node = m_tree.nodeOf({static_cast<uint32_t>(row)});
        if (name != Name::Activation || owner == NoId || owner == RowUses::Unused ||
            m_crosses[unfreed.index()] == 0 || m_hasForward[node] == 0) {
            return 0;
        }
        return number({What::Activation, unfreed, m_forwardEnd[row], owner, node},
                      [&] { return liveInSegments(unfreed, m_forwardEnd[row], owner, node); });
    }

    Runs liveInSegments(ClassIndex unfreed, uint32_t forwardEnd, uint32_t owner, uint32_t node) const {
        const StepIndex pivot = *m_entries.passes().pivot();
        std::vector<uint32_t> users = m_tree.users(node, UseTree::Backward);
        users.push_back(owner);
        Runs segments;
        for (const uint32_t entry : users) {
            if (m_segments[entry]) {
                segments.push_back(*m_segments[entry]);
            }
        }
        if (segments.empty()) {
            segments.push_back({pivot, {m_profile.stepCount()}});
        }
        std::ranges::sort(segments);
        const bool open = forwardEnd == 0 || forwardEnd == Open;
        const StepIndex end = open ? pivot : std::min(pivot, StepIndex{forwardEnd});
        Runs runs;
        for (const StepInterval& live : m_profile.equivalenceClasses[unfreed.index()]) {
            add(runs, common(live, {{0}, end}));
            for (const StepInterval& segment : segments) {
                // Segments may overlap. Steps that an earlier segment covers are not added again.
                const StepIndex from = runs.empty() ? pivot : std::max(pivot, runs.back().end);
                add(runs, common(common(live, segment), {from, {m_profile.stepCount()}}));
            }
        }
        return runs;
    }

    static void add(Runs& runs, StepInterval added) {
        if (added.empty()) {
            return;
        }
        if (!runs.empty() && runs.back().end == added.start) {
            runs.back().end = added.end;
        } else {
            runs.push_back(added);
        }
    }

    /// Identifies a class in m_own. `what`, the kind of freed memory, decides which of the other members are
    /// used.
    struct Key {
        What what{};
        ClassIndex unfreed;
        uint32_t end = 0;
        uint32_t owner = 0;
        uint32_t node = 0;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        size_t operator()(const Key& key) const {
            return hashOf({static_cast<uint32_t>(key.what), key.unfreed.value, key.end, key.owner, key.node});
        }
    };

    /// Finds or makes the class that `key` identifies. Returns 1 plus the position of the class in m_own. If
    /// freeing the memory leaves the class unchanged, makes no class and returns 0; but State always gets a
    /// class of its own.
    template <class Make>
    uint32_t number(const Key& key, const Make& make) {
        const auto [found, added] = m_numbers.try_emplace(key, 0);
        if (added) {
            const Runs runs = make();
            const auto before = m_profile.equivalenceClasses[key.unfreed.index()];
            if (key.what == What::State || !std::ranges::equal(runs, before)) {
                m_result.m_own.push_back({key.what, key.unfreed});
                m_result.m_intervals.append(runs);
                found->second = static_cast<uint32_t>(m_result.m_own.size());
            }
        }
        return found->second;
    }

    const Profile& m_profile;
    const PipelineEntries& m_entries;
    const std::vector<LayeredOperation>& m_operations;
    const UseTree& m_tree;
    std::vector<uint8_t> m_hasForward; ///< by node of the tree: 1 if there is a forward user
    std::vector<uint8_t> m_crosses;    ///< by class: 1 if its variables are live across the pivot
    LiveClasses m_result;
    std::vector<std::optional<StepInterval>> m_segments; ///< by entry
    std::vector<Name> m_names;                           ///< by variable
    std::vector<std::optional<StepIndex>> m_gradientEnd; ///< by variable
    std::vector<uint32_t>
        m_forwardEnd; ///< by lowered variable: the end of its last forward use, 0 if there is none, or Open
    std::unordered_map<Key, uint32_t, Hash> m_numbers;
};

Outcome<LiveClasses> LiveClasses::find(const Profile& profile, const PipelineEntries& entries,
                                       const UseTree& tree, std::span<const uint32_t> owner,
                                       std::span<const uint8_t> weights, const std::stop_token& stop) {
    return Finder(profile, entries, tree).find(owner, weights, stop);
}

std::optional<ClassIndex> LiveClasses::unfreedGradient(ClassIndex of) const {
    const size_t own = of.index() - profileCount();
    return of.index() >= profileCount() && m_own[own].what == What::Gradient
               ? std::optional(m_own[own].unfreed)
               : std::nullopt;
}

Freed LiveClasses::relevant(const Freed& freed) const {
    const auto any = [&](What what) {
        return frees(freed, what) &&
               std::ranges::any_of(m_own, [&](const Own& own) { return own.what == what; });
    };
    return {any(What::Activation), any(What::Gradient), any(What::State)};
}

size_t LiveClasses::byteSize() const {
    return m_ownOfRow.capacity() * sizeof(uint16_t) + m_manyOwnOfRow.capacity() * sizeof(uint32_t) +
           m_own.capacity() * sizeof(Own) + m_intervals.byteSize();
}

} // namespace tileline
