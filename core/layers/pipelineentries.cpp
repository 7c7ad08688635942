// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/pipelineentries.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace tileline {

namespace {

/// The flow of tensors between the forward operations. A number stands for each tensor id. Operations are
/// given as positions in Layers::operations.
struct Flow {
    std::vector<std::vector<uint32_t>> inputs;  ///< by operation: ids of its inputs
    std::vector<std::vector<uint32_t>> outputs; ///< by operation: ids of its outputs
    std::vector<std::vector<uint32_t>> takers;  ///< by id: operations that have it as an input
    std::vector<std::vector<uint32_t>> makers;  ///< by id: operations that have it as an output

    bool hasIds(size_t operation) const { return !inputs[operation].empty() || !outputs[operation].empty(); }
};

/// Numbers that stand for no entry, and for more than one entry.
constexpr uint32_t Nowhere = NoId;
constexpr uint32_t Several = NoId - 1;

uint32_t joined(uint32_t a, uint32_t b) {
    return a == Nowhere || a == b ? b : b == Nowhere ? a : Several;
}

/// Whether one of rules 2 to 5 (layers.cpp) gives the operation a layer.
bool hasLayer(const LayeredOperation& operation) {
    return operation.inLayer() && operation.note != LayerNote::InputLayerCount &&
           operation.note != LayerNote::Tensor;
}

class EntryFinder {
public:
    EntryFinder(const Profile& profile, const Layers& layers, const Passes& passes,
                const std::vector<uint8_t>& outlined, const std::stop_token& stop)
        : m_profile(profile)
        , m_operations(layers.operations)
        , m_passes(passes)
        , m_outlined(outlined)
        , m_stop(stop)
        , m_output(static_cast<uint32_t>(layers.count()))
        , m_entry(m_operations.size(), Input) {}

    /// By operation: its entry. Input is 0, a layer has its number in the layer list, and Output comes last.
    Outcome<std::vector<uint32_t>> run() {
        for (uint32_t i = 0; i < m_operations.size(); ++i) {
            if (isForward(i) && isNamed(m_operations[i])) {
                m_named.push_back(i);
            }
        }
        if (m_named.empty()) {
            return m_entry;
        }
        TRY(collectFlow());
        TRY(findDependents());
        TRY(findTargets());
        TRY(findLate());
        placeForward();
        TRY(placeBackward());
        return m_entry;
    }
    const Flow& flow() const { return m_flow; }

private:
    static constexpr uint32_t Input = 0;

    bool isForward(size_t operation) const { return !m_passes.isBackward(operation); }
    const OperationDebug& debugOf(size_t operation) const {
        return m_profile.operationDetails[m_operations[operation].detail.index()].debug;
    }
    template <class Use>
    void forEachOutput(size_t operation, const Use& use) const {
        const OperationDebug& debug = debugOf(operation);
        std::ranges::for_each(debug.outputs, use);
        if (debug.tensorId && !debug.tensorId->empty()) {
            use(*debug.tensorId);
        }
    }

    uint32_t numberOf(std::string_view id) {
        return m_ids.try_emplace(id, static_cast<uint32_t>(m_ids.size())).first->second;
    }

    Outcome<Done> collectFlow() {
        m_flow.inputs.resize(m_operations.size());
        m_flow.outputs.resize(m_operations.size());
        for (uint32_t i = 0; i < m_operations.size(); ++i) {
            if (m_stop.stop_requested()) {
                return Cancelled{};
            }
            if (!isForward(i) || m_outlined[i]) {
                continue;
            }
            for (const std::string& id : debugOf(i).inputs) {
                m_flow.inputs[i].push_back(numberOf(id));
            }
            forEachOutput(i, [&](const std::string& id) { m_flow.outputs[i].push_back(numberOf(id)); });
        }
        m_flow.takers.resize(m_ids.size());
        m_flow.makers.resize(m_ids.size());
        for (uint32_t i = 0; i < m_operations.size(); ++i) {
            for (const uint32_t id : m_flow.inputs[i]) {
                m_flow.takers[id].push_back(i);
            }
            for (const uint32_t id : m_flow.outputs[i]) {
                m_flow.makers[id].push_back(i);
            }
        }
        return Done{};
    }

    /// Marks the operations that can be reached from those in `pending`. `ids` lists ids by operation, and
    /// `at` lists operations by id. Operation A reaches operation B if `ids` lists some id for A, `at` lists
    /// B for that id, and `can` accepts B. Each id is followed only once, so the work is proportional to the
    /// number of ids.
    template <class Can>
    Outcome<Done> spread(std::vector<uint32_t> pending, const std::vector<std::vector<uint32_t>>& ids,
                         const std::vector<std::vector<uint32_t>>& at, std::vector<uint8_t>& marked,
                         const Can& can) const {
        std::vector<uint8_t> passed(m_ids.size(), 0);
        while (!pending.empty()) {
            if (m_stop.stop_requested()) {
                return Cancelled{};
            }
            const uint32_t operation = pending.back();
            pending.pop_back();
            for (const uint32_t id : ids[operation]) {
                if (std::exchange(passed[id], 1)) {
                    continue;
                }
                for (const uint32_t next : at[id]) {
                    if (can(next) && !std::exchange(marked[next], 1)) {
                        pending.push_back(next);
                    }
                }
            }
        }
        return Done{};
    }

    Outcome<Done> findDependents() {
        m_depends.resize(m_operations.size(), 0);
        return spread(m_named, m_flow.outputs, m_flow.takers, m_depends, [](uint32_t) { return true; });
    }

    /// For each operation, finds the layer into which its outputs flow. The layer of an id changes at most
    /// twice, from none to one and then to several, so each id becomes pending at most twice.
    Outcome<Done> findTargets() {
        m_leads.assign(m_operations.size(), Nowhere);
        std::vector<uint32_t> idLeads(m_ids.size(), Nowhere);
        std::vector<uint32_t> pending; // ids
        const auto lead = [&](uint32_t operation, uint32_t target) {
            for (const uint32_t id : m_flow.inputs[operation]) {
                if (const uint32_t known = joined(idLeads[id], target); known != idLeads[id]) {
                    idLeads[id] = known;
                    pending.push_back(id);
                }
            }
        };
        for (const uint32_t operation : m_named) {
            lead(operation, m_operations[operation].layer.value);
        }
        while (!pending.empty()) {
            if (m_stop.stop_requested()) {
                return Cancelled{};
            }
            const uint32_t id = pending.back();
            pending.pop_back();
            for (const uint32_t maker : m_flow.makers[id]) {
                const uint32_t known = joined(m_leads[maker], idLeads[id]);
                if (known != m_leads[maker]) {
                    m_leads[maker] = known;
                    if (!isNamed(m_operations[maker])) {
                        lead(maker, known);
                    }
                }
            }
        }
        return Done{};
    }

    Outcome<Done> findLate() {
        m_late.resize(m_operations.size(), 0);
        std::vector<uint32_t> late;
        for (uint32_t i = 0; i < m_operations.size(); ++i) {
            if (!isNamed(m_operations[i]) && m_depends[i] && m_leads[i] == Nowhere) {
                m_late[i] = 1;
                late.push_back(i);
            }
        }
        return spread(std::move(late), m_flow.inputs, m_flow.makers, m_late,
                      [this](uint32_t operation) { return !isNamed(m_operations[operation]); });
    }

    void placeForward() {
        uint32_t before = Input;
        for (uint32_t i = 0; i < m_operations.size(); ++i) {
            if (isForward(i)) {
                m_entry[i] = before = forwardEntry(i, before);
            }
        }
    }

    /// The entry of forward operation `i`. `before` is the entry of the previous forward operation.
    uint32_t forwardEntry(uint32_t i, uint32_t before) const {
        const LayeredOperation& operation = m_operations[i];
        const bool ids = m_flow.hasIds(i);
        if (isNamed(operation)) {
            return operation.layer.value;
        }
        if (!ids && i < m_named.front()) {
            return Input;
        }
        if ((!ids || (m_depends[i] && m_leads[i] == Nowhere)) && i > m_named.back()) {
            return m_output;
        }
        if (ids && !m_depends[i]) {
            if (m_leads[i] == Nowhere) {
                return m_late[i] ? m_output : Input;
            }
            return m_leads[i] == Several || m_leads[i] == FirstLayer ? Input : m_leads[i];
        }
        return hasLayer(operation) ? operation.layer.value : before;
    }

    Outcome<Done> placeBackward() {
        findHomes();
        const bool anyInOutput = std::ranges::find(m_entry, m_output) != m_entry.end();
        uint32_t before = anyInOutput ? m_output : m_output - 1;
        for (uint32_t i = 0; i < m_operations.size(); ++i) {
            if (m_stop.stop_requested()) {
                return Cancelled{};
            }
            if (!isForward(i)) {
                m_entry[i] = before = backwardEntry(i).value_or(before);
            }
        }
        return Done{};
    }

    void findHomes() {
        std::unordered_map<std::string_view, uint32_t> takenIn;
        for (uint32_t i = 0; i < m_operations.size(); ++i) {
            if (isForward(i)) {
                forEachOutput(i, [&](const std::string& id) { m_homes.try_emplace(id, m_entry[i]); });
                for (const std::string& id : debugOf(i).inputs) {
                    takenIn.try_emplace(id, m_entry[i]);
                }
            }
        }
        m_homes.merge(takenIn); // homes that are already in m_homes are kept
    }

    /// The home of an id is the entry of the first forward operation that makes its root (rootOfId) or, if
    /// none does, uses it. Looks only at the marked ids of `ids` or, if `marked` is false, only at the
    /// unmarked ids, and returns their home. Empty if they have several homes or none.
    std::optional<uint32_t> homeOf(const std::vector<std::string>& ids, bool marked) const {
        uint32_t home = Nowhere;
        for (const std::string& id : ids) {
            if (isMarkedId(id) == marked) {
                if (const auto found = m_homes.find(rootOfId(id)); found != m_homes.end()) {
                    home = joined(home, found->second);
                }
            }
        }
        return home == Nowhere || home == Several ? std::nullopt : std::optional(home);
    }

    std::optional<uint32_t> backwardEntry(uint32_t i) const {
        const LayeredOperation& operation = m_operations[i];
        if (isNamed(operation)) {
            return operation.layer.value;
        }
        const OperationDebug& debug = debugOf(i);
        for (const auto& [ids, marked] : {std::pair(&debug.inputs, true), std::pair(&debug.outputs, true),
                                          std::pair(&debug.inputs, false)}) {
            if (const auto home = homeOf(*ids, marked)) {
                return home;
            }
        }
        return hasLayer(operation) ? std::optional(operation.layer.value) : std::nullopt;
    }

    static constexpr uint32_t FirstLayer = 1;

    const Profile& m_profile;
    const std::vector<LayeredOperation>& m_operations;
    const Passes& m_passes;
    const std::vector<uint8_t>& m_outlined;
    const std::stop_token& m_stop;
    uint32_t m_output;
    std::vector<uint32_t> m_named; ///< forward operations whose own names put them in a layer
    std::unordered_map<std::string_view, uint32_t> m_ids; ///< by tensor id: the number that stands for it
    Flow m_flow;
    std::vector<uint8_t> m_depends; ///< by operation
    std::vector<uint32_t> m_leads;  ///< by operation: Nowhere, an entry, or Several
    std::vector<uint8_t> m_late;    ///< by operation
    std::vector<uint32_t> m_entry;  ///< by operation
    std::unordered_map<std::string_view, uint32_t> m_homes;
};

/// Makes the list of the entries that have operations. `entries` contains the entry of each operation, with
/// the numbers that EntryFinder gives. The function replaces these numbers with positions in the list.
LayersPtr listEntries(const Layers& layers, std::vector<uint32_t>& entries) {
    auto list = std::make_shared<Layers>();
    list->list = &PipelineList;
    list->options = layers.options;
    list->warnings = layers.warnings;
    list->operations = layers.operations;
    std::vector<uint32_t> position(layers.count() + 1, 0); // by entry; at first, whether it has operations
    for (const uint32_t entry : entries) {
        position[entry] = 1;
    }
    if (entries.empty()) {
        position.front() = 1; // keeps entry 0, so that the list is not empty
    }
    for (uint32_t entry = 0; entry < position.size(); ++entry) {
        if (std::exchange(position[entry], static_cast<uint32_t>(list->names.size())) == 0) {
            continue;
        }
        const bool input = entry == 0;
        const bool output = entry == layers.count();
        list->kinds.push_back(input ? EntryKind::Input : output ? EntryKind::Output : EntryKind::Layer);
        list->names.push_back(input ? "@input" : output ? "@output" : layers.names[entry]);
    }
    for (size_t i = 0; i < entries.size(); ++i) {
        entries[i] = position[entries[i]];
        list->operations[i].layer = {entries[i]};
        list->operations[i].kind = list->kinds[entries[i]];
    }
    return list;
}

/// By id: the first entry with an operation that makes the id, not counting host operations; NoId if none.
std::vector<uint32_t> firstMakers(const Flow& flow, const std::vector<uint32_t>& entries,
                                  const std::vector<uint8_t>& host) {
    std::vector<uint32_t> first;
    for (const auto& makers : flow.makers) {
        uint32_t entry = NoId;
        for (const uint32_t maker : makers) {
            entry = host[maker] ? entry : std::min(entry, entries[maker]);
        }
        first.push_back(entry);
    }
    return first;
}

} // namespace

Outcome<PipelineEntriesPtr> PipelineEntries::find(const Profile& profile, const Layers& layers, PassMode mode,
                                                  const std::stop_token& stop) {
    std::shared_ptr<PipelineEntries> found(new PipelineEntries(Passes::find(profile, layers, mode)));
    const auto& operations = layers.operations;
    std::vector<uint32_t> listings(profile.operationDetails.size(), 0);
    for (const LayeredOperation& operation : operations) {
        ++listings[operation.detail.index()];
    }
    for (const LayeredOperation& operation : operations) {
        const auto programs = profile.operationPrograms[operation.detail.index()];
        found->m_outlined.push_back(listings[operation.detail.index()] > 1 ? 1 : 0);
        found->m_host.push_back(operation.isTensor ||
                                std::ranges::any_of(programs, [&](ProgramIndex program) {
                                    return profile.programs[program.index()].type.starts_with("StreamCopy");
                                }));
    }
    EntryFinder finder(profile, layers, found->m_passes, found->m_outlined, stop);
    std::vector<uint32_t> entries = TRY(finder.run());
    found->m_layers = listEntries(layers, entries);

    // The number of groups of operations that start() distinguishes.
    constexpr size_t Groups = 5;
    std::vector<std::array<std::optional<StepIndex>, Groups>> starts(found->m_layers->count());
    const std::vector<uint32_t> madeIn = firstMakers(finder.flow(), entries, found->m_host);
    const auto takesFromEarlier = [&](size_t operation) {
        const auto& inputs = finder.flow().inputs[operation];
        return std::ranges::any_of(inputs, [&](uint32_t id) { return madeIn[id] < entries[operation]; });
    };
    for (size_t i = 0; i < operations.size(); ++i) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        const auto& first = profile.operationDetails[operations[i].detail.index()].firstStep;
        if (!first) {
            continue;
        }
        const bool forward = !found->m_passes.isBackward(i);
        const bool named = forward && isNamed(operations[i]);
        const std::array<bool, Groups> in{named && takesFromEarlier(i), named,
                                          forward && !found->m_outlined[i] && !found->m_host[i], forward,
                                          true};
        for (size_t group = 0; group < Groups; ++group) {
            auto& start = starts[entries[i]][group];
            if (in[group]) {
                start = std::min(start.value_or(*first), *first);
            }
        }
    }
    for (const auto& groups : starts) {
        const auto chosen = std::ranges::find_if(groups, [](const auto& start) { return start.has_value(); });
        found->m_starts.push_back(chosen == groups.end() ? std::nullopt : *chosen);
    }
    return PipelineEntriesPtr(std::move(found));
}

} // namespace tileline
