// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pipelinereference.h"

#include <algorithm>

namespace tileline::test {

namespace {

const std::vector<std::string> Marks{"Gradient___", "Accl___",  "Accl1___",     "Accl2___",
                                     "Accl3___",    "Accum___", "UpdatedVar___"};

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

bool endsWith(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// The position of the suffix `__re`, possibly before `__t` and digits; empty if the id does not have it.
std::optional<size_t> suffixOf(const std::string& id) {
    const size_t found = id.rfind("__re");
    if (found == std::string::npos) {
        return std::nullopt;
    }
    const std::string rest = id.substr(found + 4);
    const bool counted = rest.size() > 3 && rest.substr(0, 3) == "__t" &&
                         rest.find_first_not_of("0123456789", 3) == std::string::npos;
    return rest.empty() || counted ? std::optional(found) : std::nullopt;
}

bool marked(const std::string& id) {
    return suffixOf(id) ||
           std::any_of(Marks.begin(), Marks.end(), [&](const std::string& mark) { return has(id, mark); });
}

std::string root(std::string id) {
    // Removes everything up to the end of the first mark until there is none.
    for (bool found = true; found;) {
        found = false;
        for (const std::string& mark : Marks) {
            if (has(id, mark)) {
                id = id.substr(id.find(mark) + mark.size());
                found = true;
            }
        }
    }
    return id.substr(0, suffixOf(id).value_or(id.size()));
}

std::optional<std::string> afterGradient(const std::string& id) {
    const std::string mark = "Gradient___";
    if (!has(id, mark)) {
        return std::nullopt;
    }
    return id.substr(id.rfind(mark) + mark.size());
}

std::optional<uint32_t> minimumOf(std::optional<uint32_t> a, uint32_t b) {
    return a ? std::min(*a, b) : b;
}

} // namespace

uint64_t ReferencePlan::peakTileBytes() const {
    uint64_t peak = 0;
    for (const ReferenceIpu& ipu : ipus) {
        peak = std::max(peak, ipu.peakTileBytes);
    }
    return peak;
}

PipelineReference::PipelineReference(const Profile& profile, const Layers& layers, PassMode mode)
    : m_profile(profile)
    , m_layers(layers)
    , m_count(layers.operations.size()) {
    std::map<uint32_t, uint32_t> listings;
    for (const LayeredOperation& operation : layers.operations) {
        ++listings[operation.detail.value];
    }
    for (const LayeredOperation& operation : layers.operations) {
        m_outlined.push_back(listings[operation.detail.value] > 1);
        bool host = operation.isTensor;
        for (const ProgramIndex program : profile.operationPrograms[operation.detail.index()]) {
            host = host || profile.programs[program.index()].type.rfind("StreamCopy", 0) == 0;
        }
        m_host.push_back(host);
    }
    findPasses(mode);
    findFlow();
    placeForward();
    placeBackward();
    // Entries without operations are left out.
    const auto outputEntry = static_cast<uint32_t>(layers.count());
    std::set<uint32_t> used(m_entry.begin(), m_entry.end());
    if (used.empty()) {
        used.insert(0);
    }
    std::map<uint32_t, uint32_t> position;
    for (const uint32_t entry : used) {
        position[entry] = static_cast<uint32_t>(m_entryIds.size());
        if (entry == 0) {
            m_entryIds.push_back("@input");
        } else if (entry == outputEntry) {
            m_entryIds.push_back("@output");
        } else {
            const std::string& name = *layers.names[entry];
            m_entryIds.push_back(name[0] == '@' ? "@" + name : name);
        }
    }
    for (uint32_t& entry : m_entry) {
        entry = position[entry];
    }
    findStarts();
    findRows();
    findWeights();
    for (uint32_t row = 0; row < m_rows.size(); ++row) {
        m_gradientEnds.push_back(gradientEndOf(row));
    }
    findCycles();
    Entries all;
    for (uint32_t entry = 0; entry < m_entryIds.size(); ++entry) {
        all.insert(entry);
    }
    for (uint32_t tile = 0; tile < profile.target.tilesPerIpu; ++tile) {
        m_ownedByAll.push_back(owned(all, tile));
    }
}

const OperationDetail& PipelineReference::detailOf(size_t operation) const {
    return m_profile.operationDetails[m_layers.operations[operation].detail.index()];
}

bool PipelineReference::isNamed(size_t operation) const {
    return m_layers.operations[operation].noteText().empty();
}

/// The layer by rules 2 to 5.
std::optional<uint32_t> PipelineReference::ownLayer(size_t operation) const {
    const uint32_t layer = m_layers.operations[operation].layer.value;
    return layer == 0 ? std::nullopt : std::optional(layer);
}

void PipelineReference::findPasses(PassMode mode) {
    for (size_t i = 0; i < m_count; ++i) {
        const OperationDebug& debug = detailOf(i).debug;
        const std::string type = debug.opid.substr(0, debug.opid.find(':'));
        const std::string& name = m_layers.operations[i].name;
        m_marked.push_back(std::any_of(debug.inputs.begin(), debug.inputs.end(), marked) ||
                           std::any_of(debug.outputs.begin(), debug.outputs.end(), marked) ||
                           endsWith(type, "Grad") || has(name, "gradients/") || has(name, "gradient_tape/"));
    }
    m_training = mode == PassMode::Auto ? std::count(m_marked.begin(), m_marked.end(), true) > 0
                                        : mode == PassMode::Training;
    size_t maximum = 0;
    for (size_t turn = 0; turn <= m_count; ++turn) {
        size_t score = 0;
        for (size_t i = 0; i < m_count; ++i) {
            score += i < turn ? (isNamed(i) && !m_marked[i]) : m_marked[i];
        }
        if (score >= maximum) {
            maximum = score;
            m_turn = static_cast<uint32_t>(turn);
        }
    }
    for (size_t i = 0; i < m_count; ++i) {
        m_backward.push_back(m_training && (m_marked[i] || i >= m_turn));
        if (m_training && m_marked[i] && i >= m_turn && detailOf(i).firstStep) {
            m_pivot = minimumOf(m_pivot, detailOf(i).firstStep->value);
        }
    }
}

std::set<std::string> PipelineReference::inputsOf(size_t operation) const {
    const OperationDebug& debug = detailOf(operation).debug;
    return {debug.inputs.begin(), debug.inputs.end()};
}

std::set<std::string> PipelineReference::outputsOf(size_t operation) const {
    const OperationDebug& debug = detailOf(operation).debug;
    std::set<std::string> ids(debug.outputs.begin(), debug.outputs.end());
    if (debug.tensorId && !debug.tensorId->empty()) {
        ids.insert(*debug.tensorId);
    }
    return ids;
}

bool PipelineReference::alreadyRecomputed() const {
    std::optional<uint32_t> gradient;
    size_t computedAgain = 0;
    for (size_t i = 0; i < m_count; ++i) {
        const std::vector<std::string>& outputs = detailOf(i).debug.outputs;
        computedAgain += std::any_of(outputs.begin(), outputs.end(), suffixOf) ? 1 : 0;
        if (std::any_of(outputs.begin(), outputs.end(), afterGradient) && detailOf(i).firstStep) {
            gradient = minimumOf(gradient, detailOf(i).firstStep->value);
        }
    }
    size_t named = 0;
    size_t again = 0;
    for (size_t i = 0; i < m_count; ++i) {
        if (!isNamed(i) || m_marked[i]) {
            continue;
        }
        ++named;
        std::set<uint32_t> programs;
        for (const ProgramIndex program :
             m_profile.operationPrograms[m_layers.operations[i].detail.index()]) {
            programs.insert(program.value);
        }
        std::vector<Window> runs;
        bool running = false;
        for (uint32_t step = 0; step < m_profile.stepCount(); ++step) {
            const bool runsHere = programs.count(m_profile.stepProgram[step].value) > 0;
            if (runsHere && !running) {
                runs.push_back({step, step});
            }
            if (runsHere) {
                runs.back().last = step;
            }
            running = runsHere;
        }
        again += gradient && !runs.empty() && runs.front().last < *gradient && runs.back().first >= *gradient;
    }
    return 3 * again > named || 20 * computedAgain > m_count;
}

void PipelineReference::findFlow() {
    // flows[a][b]: an id flows from a into b.
    std::vector<std::vector<size_t>> takers(m_count);
    for (size_t a = 0; a < m_count; ++a) {
        for (size_t b = 0; b < m_count; ++b) {
            if (m_backward[a] || m_backward[b] || m_outlined[a] || m_outlined[b]) {
                continue;
            }
            const auto outputs = outputsOf(a);
            const auto inputs = inputsOf(b);
            if (std::any_of(outputs.begin(), outputs.end(),
                            [&](const std::string& id) { return inputs.count(id) > 0; })) {
                takers[a].push_back(b);
            }
        }
    }
    m_depends.assign(m_count, false);
    m_late.assign(m_count, false);
    m_leads.assign(m_count, {});
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t a = 0; a < m_count; ++a) {
            for (const size_t b : takers[a]) {
                if ((isNamed(a) || m_depends[a]) && !m_depends[b]) {
                    m_depends[b] = true;
                    changed = true;
                }
                std::set<uint32_t> leads = m_leads[b];
                if (isNamed(b)) {
                    leads = {m_layers.operations[b].layer.value};
                }
                for (const uint32_t layer : leads) {
                    changed = m_leads[a].insert(layer).second || changed;
                }
            }
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t a = 0; a < m_count; ++a) {
            bool late = m_depends[a] && m_leads[a].empty();
            for (const size_t b : takers[a]) {
                late = late || m_late[b];
            }
            if (late && !isNamed(a) && !m_late[a]) {
                m_late[a] = true;
                changed = true;
            }
        }
    }
}

void PipelineReference::placeForward() {
    m_entry.assign(m_count, 0);
    std::vector<size_t> named;
    for (size_t i = 0; i < m_count; ++i) {
        if (!m_backward[i] && isNamed(i)) {
            named.push_back(i);
        }
    }
    if (named.empty()) {
        return;
    }
    const auto output = static_cast<uint32_t>(m_layers.count());
    uint32_t before = 0;
    for (size_t i = 0; i < m_count; ++i) {
        if (m_backward[i]) {
            continue;
        }
        const bool ids = !m_outlined[i] && (!inputsOf(i).empty() || !outputsOf(i).empty());
        uint32_t& entry = m_entry[i];
        if (isNamed(i)) {
            entry = m_layers.operations[i].layer.value;
        } else if (!ids && i < named.front()) {
            entry = 0;
        } else if (!ids && i > named.back()) {
            entry = output;
        } else if (m_depends[i] && m_leads[i].empty() && i > named.back()) {
            entry = output;
        } else if (ids && !m_depends[i] && m_leads[i].size() == 1 && *m_leads[i].begin() != 1) {
            entry = *m_leads[i].begin();
        } else if (ids && !m_depends[i] && m_leads[i].empty() && m_late[i]) {
            entry = output;
        } else if (ids && !m_depends[i]) {
            entry = 0;
        } else {
            entry = ownLayer(i).value_or(before);
        }
        before = entry;
    }
}

void PipelineReference::placeBackward() {
    bool anyNamed = false;
    for (size_t i = 0; i < m_count; ++i) {
        anyNamed = anyNamed || (!m_backward[i] && isNamed(i));
    }
    if (!anyNamed) {
        return;
    }
    const auto output = static_cast<uint32_t>(m_layers.count());
    uint32_t fallback = output - 1;
    for (size_t i = 0; i < m_count; ++i) {
        fallback = !m_backward[i] && m_entry[i] == output ? output : fallback;
    }
    const auto home = [&](const std::string& id) -> std::optional<uint32_t> {
        for (const bool outputs : {true, false}) {
            for (size_t i = 0; i < m_count; ++i) {
                if (!m_backward[i] && (outputs ? outputsOf(i) : inputsOf(i)).count(root(id)) > 0) {
                    return m_entry[i];
                }
            }
        }
        return std::nullopt;
    };
    const auto onlyHome = [&](const std::vector<std::string>& ids, bool withMark) -> std::optional<uint32_t> {
        std::set<uint32_t> homes;
        for (const std::string& id : ids) {
            if (marked(id) == withMark) {
                if (const auto found = home(id)) {
                    homes.insert(*found);
                }
            }
        }
        return homes.size() == 1 ? std::optional(*homes.begin()) : std::nullopt;
    };
    std::optional<uint32_t> before;
    for (size_t i = 0; i < m_count; ++i) {
        if (!m_backward[i]) {
            continue;
        }
        const OperationDebug& debug = detailOf(i).debug;
        std::optional<uint32_t> entry;
        if (isNamed(i)) {
            entry = m_layers.operations[i].layer.value;
        }
        entry = entry ? entry : onlyHome(debug.inputs, true);
        entry = entry ? entry : onlyHome(debug.outputs, true);
        entry = entry ? entry : onlyHome(debug.inputs, false);
        entry = entry ? entry : ownLayer(i);
        entry = entry ? entry : before;
        m_entry[i] = entry.value_or(fallback);
        before = m_entry[i];
    }
}

void PipelineReference::findStarts() {
    for (uint32_t entry = 0; entry < m_entryIds.size(); ++entry) {
        std::optional<uint32_t> groups[5];
        for (size_t i = 0; i < m_count; ++i) {
            if (m_entry[i] != entry || !detailOf(i).firstStep) {
                continue;
            }
            bool fromEarlier = false;
            for (size_t a = 0; a < m_count && !m_outlined[i]; ++a) {
                if (m_backward[a] || m_outlined[a] || m_host[a] || m_entry[a] >= entry) {
                    continue;
                }
                for (const std::string& id : outputsOf(a)) {
                    fromEarlier = fromEarlier || inputsOf(i).count(id) > 0;
                }
            }
            const bool forward = !m_backward[i];
            const bool in[5] = {forward && isNamed(i) && fromEarlier, forward && isNamed(i),
                                forward && !m_outlined[i] && !m_host[i], forward, true};
            for (int group = 0; group < 5; ++group) {
                if (in[group]) {
                    groups[group] = minimumOf(groups[group], detailOf(i).firstStep->value);
                }
            }
        }
        std::optional<uint32_t> start;
        for (const auto& group : groups) {
            start = start ? start : group;
        }
        m_start.push_back(start);
    }
}

void PipelineReference::findRows() {
    const LoweredVariables& lowered = m_profile.lowered;
    m_rows.resize(lowered.tileBegin[m_profile.target.tilesPerIpu]);
    for (uint32_t row = 0; row < m_rows.size(); ++row) {
        const VariableIndex variable = lowered.variable[row];
        const auto intervals = m_profile.equivalenceClasses[lowered.liveClass[row].index()];
        m_rows[row].activation = true;
        if (variable.value != NoId) {
            const std::string& name = m_profile.variables[variable.index()].name;
            m_rows[row].alwaysLive = m_profile.variables[variable.index()].alwaysLive;
            m_rows[row].activation = !marked(name) && !has(name, "Stashed___");
        } else {
            m_rows[row].alwaysLive = intervals.size() == 1 && intervals[0].start.value == 0 &&
                                     intervals[0].end.value == m_profile.stepCount();
        }
    }
    std::vector<bool> seen(m_rows.size(), false);
    for (size_t i = 0; i < m_count; ++i) {
        for (const LoweredIndex row : m_profile.operationVariables[m_layers.operations[i].detail.index()]) {
            if (row.index() >= m_rows.size()) {
                continue;
            }
            Row& used = m_rows[row.index()];
            const bool host = m_host[i] && !m_backward[i];
            if (!seen[row.index()]) {
                seen[row.index()] = true;
                used.host = host;
                used.owner = host ? std::nullopt : std::optional(m_entry[i]);
            }
            used.all.insert(m_entry[i]);
            used.users.push_back(i);
            if (m_backward[i]) {
                used.backward.insert(m_entry[i]);
            } else if (!host) {
                used.forward.insert(m_entry[i]);
            }
        }
    }
}

void PipelineReference::findWeights() {
    std::set<std::string> gradients;
    const auto add = [&](const std::string& text) {
        if (const auto of = afterGradient(text)) {
            gradients.insert(*of);
        }
    };
    for (size_t i = 0; i < m_count; ++i) {
        const OperationDebug& debug = detailOf(i).debug;
        std::for_each(debug.inputs.begin(), debug.inputs.end(), add);
        std::for_each(debug.outputs.begin(), debug.outputs.end(), add);
        add(debug.tensorId.value_or(""));
    }
    for (const Variable& variable : m_profile.variables) {
        add(variable.name);
    }
    for (uint32_t i = 0; i < m_profile.variables.size(); ++i) {
        const std::string& name = m_profile.variables[i].name;
        if (!marked(name) && gradients.count(name) > 0) {
            m_weights.insert(i);
        }
    }
}

bool PipelineReference::crosses(uint32_t row, std::optional<uint32_t> step) const {
    const auto intervals = m_profile.equivalenceClasses[m_profile.lowered.liveClass[row].index()];
    return step && std::any_of(intervals.begin(), intervals.end(), [&](const StepInterval& interval) {
               return interval.start.value < *step && *step < interval.end.value;
           });
}

std::set<uint32_t> PipelineReference::stashed(Recompute recompute, uint32_t first, uint32_t last) const {
    std::set<uint32_t> rows;
    if (!m_pivot) {
        return rows;
    }
    const auto inStage = [&](uint32_t entry) { return first <= entry && entry <= last; };
    for (uint32_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        if (row.alwaysLive || !row.activation ||
            std::none_of(row.forward.begin(), row.forward.end(), inStage)) {
            continue;
        }
        bool stash = false;
        if (recompute == Recompute::Off) {
            stash = std::any_of(row.backward.begin(), row.backward.end(), inStage) && crosses(i, m_pivot);
        } else {
            const bool fromBefore = row.host || (row.owner && *row.owner < first);
            stash = first == 0 ? row.host : fromBefore && crosses(i, m_start[first]);
            if (recompute == Recompute::Layers && row.owner && inStage(*row.owner)) {
                const bool later = std::any_of(row.forward.begin(), row.forward.end(), [&](uint32_t entry) {
                    return inStage(entry) && entry > *row.owner;
                });
                const bool inputHasCheckpoint =
                    !(m_entryIds[*row.owner] == "@input" && inStage(1) && m_entryIds[1] != "@output");
                stash = stash || (later && inputHasCheckpoint && crosses(i, m_start[*row.owner + 1]));
            }
        }
        if (stash) {
            rows.insert(i);
        }
    }
    return rows;
}

std::vector<PipelineReference::Window> PipelineReference::windowsOf(uint32_t first, uint32_t last) const {
    std::vector<Window> windows;
    for (const bool backward : {false, true}) {
        for (const bool all : {false, true}) {
            std::set<uint32_t> starts;
            std::set<uint32_t> ends;
            for (size_t i = 0; i < m_count; ++i) {
                const OperationDetail& detail = detailOf(i);
                if (m_backward[i] == backward && first <= m_entry[i] && m_entry[i] <= last &&
                    detail.firstStep && detail.lastStep && (all || (!m_outlined[i] && !m_host[i]))) {
                    starts.insert(detail.firstStep->value);
                    ends.insert(detail.lastStep->value);
                }
            }
            if (!starts.empty()) {
                windows.push_back({*starts.begin(), *ends.rbegin()});
                break;
            }
        }
    }
    return windows;
}

std::map<std::string, uint64_t> PipelineReference::codeOf(const Entries& entries, uint32_t tile) const {
    std::set<ProgramIndex> programs;
    for (size_t i = 0; i < m_count; ++i) {
        if (entries.count(m_entry[i]) > 0) {
            const auto list = m_profile.operationPrograms[m_layers.operations[i].detail.index()];
            programs.insert(list.begin(), list.end());
        }
    }
    std::map<std::string, uint64_t> bytes{
        {"vertex_state", 0}, {"vertex_code", 0}, {"exchange_code", 0}, {"control_code", 0}};
    std::set<std::string> names;
    for (const ProgramIndex index : programs) {
        const Program& program = m_profile.programs[index.index()];
        bytes["exchange_code"] += program.type == "DoExchange" ? at(program.codeBytes, tile) : 0;
        bytes["control_code"] +=
            m_profile.programChildren[index.index()].empty() ? at(program.controlCode, tile) : 0;
        if (program.type != "OnTileExecute" || !program.computeSet) {
            continue;
        }
        for (const VertexInstances& vertices : m_profile.computeSets[program.computeSet->index()].vertices) {
            const VertexType& type = m_profile.vertexTypes[vertices.type.index()];
            bytes["vertex_state"] += uint64_t{at(vertices.count, tile)} * type.size;
            if (at(vertices.count, tile) > 0) {
                names.insert(type.name);
            }
        }
    }
    for (const VertexCode& code : m_profile.vertexCode) {
        bytes["vertex_code"] += names.count(code.name) > 0 ? at(code.bytes, tile) : 0;
    }
    return bytes;
}

uint64_t PipelineReference::owned(const Entries& entries, uint32_t tile) const {
    uint64_t bytes = 0;
    for (const auto& [category, code] : codeOf(entries, tile)) {
        bytes += code;
    }
    for (size_t row = m_profile.lowered.tileBegin[tile]; row < m_profile.lowered.tileBegin[tile + 1]; ++row) {
        const bool used = std::any_of(m_rows[row].all.begin(), m_rows[row].all.end(),
                                      [&](uint32_t entry) { return entries.count(entry) > 0; });
        bytes += m_rows[row].alwaysLive && used ? m_profile.lowered.bytes[row] : 0;
    }
    return bytes;
}

/// The last mark of a name; empty if there is none.
std::string lastMark(const std::string& name) {
    std::string last;
    size_t at = 0;
    for (const std::string& mark : Marks) {
        if (has(name, mark) && (last.empty() || name.rfind(mark) > at)) {
            at = name.rfind(mark);
            last = mark;
        }
    }
    return last;
}

bool PipelineReference::isState(uint32_t row) const {
    const VariableIndex variable = m_profile.lowered.variable[row];
    const std::string mark =
        variable.value == NoId ? std::string() : lastMark(m_profile.variables[variable.index()].name);
    return m_rows[row].alwaysLive && (mark == "Accl1___" || mark == "Accl2___" || mark == "Accl3___");
}

bool PipelineReference::isHalf(uint32_t row) const {
    const std::string& type = m_profile.variables[m_profile.lowered.variable[row].index()].elementType;
    return std::set<std::string>{"", "FLOAT16", "float16", "Float16", "half", "HALF", "Half"}.count(type) > 0;
}

bool PipelineReference::inSegment(uint32_t entry, uint32_t step, bool& hasAny) const {
    std::vector<uint32_t> segment{entry};
    if (m_entryIds.size() > 1 && m_entryIds[0] == "@input" && m_entryIds[1] != "@output" && entry < 2) {
        segment = {0, 1};
    }
    std::set<uint32_t> steps;
    for (const uint32_t part : segment) {
        std::set<uint32_t> plain;
        std::set<uint32_t> all;
        for (size_t i = 0; i < m_count; ++i) {
            const OperationDetail& detail = detailOf(i);
            if (m_entry[i] != part || !m_backward[i] || !detail.firstStep || !detail.lastStep) {
                continue;
            }
            all.insert({detail.firstStep->value, detail.lastStep->value});
            if (!m_outlined[i] && !m_host[i]) {
                plain.insert({detail.firstStep->value, detail.lastStep->value});
            }
        }
        const std::set<uint32_t>& used = plain.empty() ? all : plain;
        steps.insert(used.begin(), used.end());
    }
    hasAny = hasAny || !steps.empty();
    return !steps.empty() && *steps.begin() <= step && step <= *steps.rbegin();
}

bool PipelineReference::countsAsActivation(uint32_t row, uint32_t step) const {
    const Row& used = m_rows[row];
    if (step >= *m_pivot) {
        bool hasAny = false;
        bool inside = inSegment(*used.owner, step, hasAny);
        for (const uint32_t entry : used.backward) {
            inside = inSegment(entry, step, hasAny) || inside;
        }
        return inside || !hasAny;
    }
    std::set<uint32_t> ends;
    for (const size_t i : used.users) {
        if (!m_backward[i] && !m_host[i]) {
            if (m_outlined[i]) {
                return true;
            }
            if (detailOf(i).lastStep) {
                ends.insert(detailOf(i).lastStep->value);
            }
        }
    }
    return ends.empty() || step <= *ends.rbegin();
}

bool PipelineReference::counts(uint32_t row, const StepInterval& live, uint32_t step,
                               const PipelineOptions& options, bool accumulates) const {
    const Row& used = m_rows[row];
    if (step < live.start.value || step >= live.end.value) {
        return false;
    }
    if (used.alwaysLive) {
        return true;
    }
    if (options.recompute == Recompute::Layers && used.activation && used.owner && !used.forward.empty() &&
        crosses(row, m_pivot)) {
        return countsAsActivation(row, step);
    }
    const auto& end = m_gradientEnds[row];
    return !accumulates || !end || step <= *end;
}

/// The last step in which a lowered variable counts, if it is the gradient of a weight.
std::optional<uint32_t> PipelineReference::gradientEndOf(uint32_t row) const {
    const VariableIndex variable = m_profile.lowered.variable[row];
    if (variable.value == NoId) {
        return std::nullopt;
    }
    const std::string& name = m_profile.variables[variable.index()].name;
    const bool ofWeight = std::any_of(m_weights.begin(), m_weights.end(), [&](uint32_t weight) {
        return m_profile.variables[weight].name == root(name) && m_profile.variables[weight].alwaysLive;
    });
    std::set<uint32_t> ends;
    for (size_t i = 0; i < m_count; ++i) {
        const auto& outputs = detailOf(i).debug.outputs;
        if (m_backward[i] && !m_outlined[i] && !m_host[i] && detailOf(i).lastStep &&
            std::find(outputs.begin(), outputs.end(), name) != outputs.end()) {
            ends.insert(detailOf(i).lastStep->value);
        }
    }
    return lastMark(name) != "Gradient___" || !ofWeight || ends.empty() ? std::nullopt
                                                                        : std::optional(*ends.rbegin());
}

uint64_t PipelineReference::unowned(Unowned choice, uint64_t part, uint32_t tile) const {
    const TileMemoryCategory* const always = m_profile.findTileMemory("alwaysLive");
    if (choice == Unowned::None || always == nullptr) {
        return 0;
    }
    const uint64_t live = at(always->bytes, tile);
    const uint64_t ownedByAll = m_ownedByAll[tile];
    const uint64_t rest = live > ownedByAll ? live - ownedByAll : 0;
    if (choice == Unowned::All) {
        return rest;
    }
    const TileMemoryCategory* const stack = m_profile.findTileMemory("category.stack");
    const uint64_t fixed = std::min<uint64_t>(rest, stack ? at(stack->bytes, tile) : 0);
    uint64_t whole = 0;
    for (const uint64_t bytes : m_ownedByAll) {
        whole += bytes;
    }
    return whole == 0 ? fixed : fixed + (rest - fixed) * part / whole; // cannot overflow, because the tests'
                                                                       // profiles are small
}

ReferencePlan PipelineReference::plan(const PipelineOptions& options,
                                      const std::vector<uint32_t>& splits) const {
    const auto entryCount = static_cast<uint32_t>(m_entryIds.size());
    const uint32_t output = entryCount - 1;
    std::vector<uint32_t> begins{0};
    begins.insert(begins.end(), splits.begin(), splits.end());
    bool first = options.outputOn == OutputOn::First && m_entryIds.back() == "@output" && begins.size() > 1;
    if (first && begins.back() == output) {
        begins.pop_back(); // Output leaves this stage empty
        first = begins.size() > 1;
    }
    std::vector<std::pair<uint32_t, uint32_t>> stages;
    for (size_t i = 0; i < begins.size(); ++i) {
        const uint32_t end = i + 1 < begins.size() ? begins[i + 1] : first ? output : entryCount;
        stages.emplace_back(begins[i], end - 1);
    }
    std::vector<std::vector<uint32_t>> stagesOfIpu;
    for (uint32_t i = 0; i < stages.size(); ++i) {
        stagesOfIpu.push_back({i});
    }
    if (first) {
        stagesOfIpu[0].push_back(static_cast<uint32_t>(stages.size()));
        stages.emplace_back(output, output);
    }
    const auto stageCount = static_cast<uint32_t>(stages.size());
    const auto copies = [&](uint32_t stage) -> uint64_t {
        const uint32_t after = stageCount - 1 - stage;
        switch (options.schedule) {
        case Schedule::PopTorch:
            return after == 0 ? 0 : 2 * after + 1;
        case Schedule::Grouped:
            return 2 * after;
        case Schedule::Interleaved:
            return after;
        default:
            return 0;
        }
    };
    bool anyAccumulator = false;
    for (const Variable& variable : m_profile.variables) {
        anyAccumulator = anyAccumulator || has(variable.name, "Accum___") || has(variable.name, "Accl___");
    }
    ReferencePlan result;
    result.microBatches = stageCount == 1 ? 1 : 64;
    if (options.microBatches) {
        result.microBatches = *options.microBatches;
    }
    while (result.microBatches < (m_training ? 2 * stageCount - 1 : stageCount)) {
        ++result.microBatches;
    }
    const bool alone = stageCount == 1 && result.microBatches == 1;
    const bool accumulate =
        options.accumulators == Accumulators::Add ||
        (options.accumulators == Accumulators::Auto && m_training && !alone && !anyAccumulator);
    std::map<uint32_t, uint32_t> ipuOfEntry;
    for (uint32_t ipu = 0; ipu < stagesOfIpu.size(); ++ipu) {
        ReferenceIpu estimate;
        estimate.pipelineStages = stagesOfIpu[ipu];
        Entries entries;
        std::vector<Window> windows;
        std::vector<std::pair<uint64_t, std::set<uint32_t>>> stashes;
        for (const uint32_t stage : stagesOfIpu[ipu]) {
            for (uint32_t entry = stages[stage].first; entry <= stages[stage].second; ++entry) {
                entries.insert(entry);
                ipuOfEntry[entry] = ipu;
            }
            for (const Window& window : windowsOf(stages[stage].first, stages[stage].second)) {
                windows.push_back(window);
            }
            stashes.emplace_back(copies(stage),
                                 stashed(options.recompute, stages[stage].first, stages[stage].second));
        }
        uint64_t part = 0;
        for (uint32_t tile = 0; tile < m_profile.target.tilesPerIpu; ++tile) {
            part += owned(entries, tile);
        }
        for (uint32_t tile = 0; tile < m_profile.target.tilesPerIpu; ++tile) {
            std::map<std::string, uint64_t> bytes = codeOf(entries, tile);
            bytes["unowned"] = unowned(options.unowned, part, tile);
            bytes["variables"] = bytes["stash"] = bytes["accumulators"] = 0;
            std::vector<uint64_t> live(m_profile.stepCount(), 0);
            std::map<uint32_t, uint64_t> state;
            for (size_t row = m_profile.lowered.tileBegin[tile]; row < m_profile.lowered.tileBegin[tile + 1];
                 ++row) {
                const uint64_t size = m_profile.lowered.bytes[row];
                for (const auto& [factor, rows] : stashes) {
                    bytes["stash"] += rows.count(static_cast<uint32_t>(row)) > 0 ? factor * size : 0;
                }
                if (std::none_of(m_rows[row].all.begin(), m_rows[row].all.end(),
                                 [&](uint32_t entry) { return entries.count(entry) > 0; })) {
                    continue;
                }
                const VariableIndex variable = m_profile.lowered.variable[row];
                const auto at = static_cast<uint32_t>(row);
                if (accumulate && m_rows[row].alwaysLive && m_weights.count(variable.value) > 0) {
                    const bool twice = options.accumulatorType == AccumulatorType::Float && isHalf(at);
                    bytes["accumulators"] += twice ? 2 * size : size;
                }
                if (options.optimizerState == OptimizerState::OffChip && isState(at)) {
                    state[variable.value] += size;
                    continue;
                }
                for (const StepInterval& interval :
                     m_profile.equivalenceClasses[m_profile.lowered.liveClass[row].index()]) {
                    for (uint32_t step = interval.start.value; step < interval.end.value; ++step) {
                        live[step] += counts(at, interval, step, options, accumulate) ? size : 0;
                    }
                }
            }
            uint64_t largestState = 0;
            for (const auto& [variable, size] : state) {
                largestState = std::max(largestState, size);
            }
            std::set<uint32_t> steps;
            for (const Window& window : windows) {
                for (uint32_t step = window.first; step <= window.last; ++step) {
                    steps.insert(step);
                }
            }
            uint32_t peakStep = steps.empty() ? 0 : *steps.begin();
            for (const uint32_t step : steps) {
                if (live[step] > bytes["variables"]) {
                    bytes["variables"] = live[step];
                    peakStep = step;
                }
            }
            bytes["variables"] += steps.empty() ? 0 : largestState;
            uint64_t total = 0;
            for (const auto& [category, size] : bytes) {
                total += size;
                estimate.bytes[category] += size;
            }
            bytes["total"] = total;
            estimate.bytes["total"] += total;
            const uint64_t tiles = m_profile.target.tilesPerIpu;
            bytes["io_tiles"] =
                (total * tiles + tiles - options.ioTiles - 1) / (tiles - options.ioTiles) - total;
            bytes["total"] = total += bytes["io_tiles"];
            if (tile == 0 || total > estimate.peakTileBytes) {
                estimate.peakTileBytes = total;
                estimate.peakTile = tile;
                estimate.peakStep = peakStep;
                estimate.peakBytes = bytes;
            }
        }
        result.ipus.push_back(std::move(estimate));
    }
    for (uint32_t variable = 0; variable < m_profile.variables.size(); ++variable) {
        ReferenceSharedWeight weight{m_profile.variables[variable].name, 0, {}};
        for (uint32_t row = 0; row < m_rows.size(); ++row) {
            if (m_profile.lowered.variable[row].value == variable && m_rows[row].alwaysLive) {
                weight.bytes += m_rows[row].all.empty() ? 0 : m_profile.lowered.bytes[row];
                weight.entries.insert(m_rows[row].all.begin(), m_rows[row].all.end());
            }
        }
        std::set<uint32_t> ipus;
        for (const uint32_t entry : weight.entries) {
            ipus.insert(ipuOfEntry[entry]);
        }
        if (m_weights.count(variable) > 0 && ipus.size() > 1) {
            result.sharedWeights.push_back(std::move(weight));
        }
    }
    addTime(options, stages, result);
    return result;
}

bool PipelineReference::isUpdate(size_t operation) const {
    const OperationDebug& debug = detailOf(operation).debug;
    const std::string type = debug.opid.substr(0, debug.opid.find(':'));
    bool update = endsWith(type, "Update") || endsWith(type, "Updater");
    for (const std::string& id : debug.outputs) {
        for (const char* mark : {"UpdatedVar___", "Accl1___", "Accl2___", "Accl3___"}) {
            update = update || has(id, mark);
        }
    }
    return m_backward[operation] && update;
}

void PipelineReference::findCycles() {
    std::set<uint32_t> ofBackward; // programs
    for (size_t i = 0; i < m_count; ++i) {
        if (m_backward[i] && !isUpdate(i)) {
            for (const ProgramIndex program :
                 m_profile.operationPrograms[m_layers.operations[i].detail.index()]) {
                ofBackward.insert(program.value);
            }
        }
    }
    m_updateCycles.assign(m_entryIds.size(), 0);
    m_forwardCycles.assign(m_entryIds.size(), 0);
    m_backwardCycles.assign(m_entryIds.size(), 0);
    std::map<uint32_t, std::pair<double, uint32_t>> measured;
    for (const ExecutionStep step : m_profile.executionSteps) {
        if (step.program && step.run == m_profile.executionRuns.front().id) {
            auto& [cycles, count] = measured[step.program->value];
            cycles += static_cast<double>(step.cyclesTo - step.cyclesFrom);
            count += step.cyclesTo > step.cyclesFrom ? 1 : 0;
        }
    }
    std::map<uint32_t, uint32_t> estimated;
    for (const EstimatedCycles& estimate : m_profile.estimatedCycles) {
        for (const uint32_t cycles : expanded(estimate.cycles)) {
            estimated[estimate.program.value] = std::max(estimated[estimate.program.value], cycles);
        }
    }
    const auto cyclesOf = [&](ProgramIndex program) -> double {
        const std::string& type = m_profile.programs[program.index()].type;
        if (type != "OnTileExecute" && type != "DoExchange") {
            return 0;
        }
        const auto found = measured.find(program.value);
        if (found != measured.end()) {
            return found->second.first / std::max(found->second.second, 1U);
        }
        const auto estimate = estimated.find(program.value);
        return estimate == estimated.end() ? 0 : estimate->second;
    };
    for (uint32_t entry = 0; entry < m_entryIds.size(); ++entry) {
        for (const int kind : {0, 1, 2}) { // forward, backward, update
            std::set<uint32_t> steps;
            std::set<uint32_t> programs;
            for (size_t i = 0; i < m_count; ++i) {
                const int own = isUpdate(i) ? 2 : m_backward[i] ? 1 : 0;
                if (m_entry[i] != entry || own != kind || m_outlined[i]) {
                    continue;
                }
                const auto list = m_profile.operationPrograms[m_layers.operations[i].detail.index()];
                for (const ProgramIndex program : list) {
                    programs.insert(program.value);
                }
                if (!detailOf(i).firstStep || !detailOf(i).lastStep) {
                    continue;
                }
                for (uint32_t step = detailOf(i).firstStep->value; step <= detailOf(i).lastStep->value;
                     ++step) {
                    if (std::find(list.begin(), list.end(), m_profile.stepProgram[step]) != list.end()) {
                        steps.insert(step);
                    }
                }
            }
            double& cycles = (kind == 2   ? m_updateCycles
                              : kind == 1 ? m_backwardCycles
                                          : m_forwardCycles)[entry];
            const auto counted = [&](uint32_t program) {
                return kind == 2 && ofBackward.count(program) > 0 ? 0 : cyclesOf({program});
            };
            for (const uint32_t step : steps) {
                cycles += counted(m_profile.stepProgram[step].value);
                programs.erase(m_profile.stepProgram[step].value);
            }
            for (const uint32_t program : programs) {
                cycles += counted(program);
            }
        }
    }
    std::map<uint32_t, std::vector<size_t>> listings;
    for (size_t i = 0; i < m_count; ++i) {
        if (m_outlined[i]) {
            listings[m_layers.operations[i].detail.value].push_back(i);
        }
    }
    for (const auto& listing : listings) {
        const std::vector<size_t>& operations = listing.second;
        const auto list = m_profile.operationPrograms[listing.first];
        const auto addAll = [&](bool onlyOfUpdates, const auto& takes) {
            const auto counted = [&](ProgramIndex program) {
                return onlyOfUpdates && ofBackward.count(program.value) > 0 ? 0 : cyclesOf(program);
            };
            std::vector<double> runs;
            std::optional<uint32_t> last;
            double all = 0;
            for (uint32_t step = 0; step < m_profile.stepCount(); ++step) {
                if (std::find(list.begin(), list.end(), m_profile.stepProgram[step]) == list.end()) {
                    continue;
                }
                if (!last || *last + 1 != step) {
                    runs.push_back(0);
                }
                last = step;
                runs.back() += counted(m_profile.stepProgram[step]);
                all += counted(m_profile.stepProgram[step]);
            }
            if (runs.empty()) {
                for (const ProgramIndex program : std::set<ProgramIndex>(list.begin(), list.end())) {
                    all += counted(program);
                }
            }
            for (size_t n = 0; n < operations.size(); ++n) {
                const double cycles = runs.size() == operations.size() ? runs[n]
                                      : runs.size() <= 1               ? all
                                                         : all / static_cast<double>(operations.size());
                takes(operations[n], cycles);
            }
        };
        addAll(false, [&](size_t i, double cycles) {
            if (!isUpdate(i)) {
                (m_backward[i] ? m_backwardCycles : m_forwardCycles)[m_entry[i]] += cycles;
            }
        });
        addAll(true, [&](size_t i, double cycles) {
            if (isUpdate(i)) {
                m_updateCycles[m_entry[i]] += cycles;
            }
        });
    }
}

void PipelineReference::addTime(const PipelineOptions& options,
                                const std::vector<std::pair<uint32_t, uint32_t>>& stages,
                                ReferencePlan& plan) const {
    const auto clock = static_cast<double>(m_profile.target.clockHz);
    for (size_t i = 0; i < stages.size(); ++i) {
        ReferenceStageTime time;
        for (uint32_t entry = stages[i].first; entry <= stages[i].second; ++entry) {
            time.forward += m_forwardCycles[entry];
            time.backward += m_backwardCycles[entry];
            time.update += m_training ? m_updateCycles[entry] : 0;
        }
        const bool last = i + 1 == stages.size();
        if (m_training && options.recompute != Recompute::Off && !last) {
            time.recompute = time.forward;
        }
        if (m_training && options.recompute == Recompute::Layers && last) {
            std::vector<uint32_t> again;
            for (uint32_t entry = stages[i].first; entry <= stages[i].second; ++entry) {
                if (m_entryIds[entry] != "@output") {
                    again.push_back(entry);
                }
            }
            if (!again.empty() && m_entryIds[again.back()] != "@input") {
                again.pop_back();
            }
            for (const uint32_t entry : again) {
                time.recompute += m_forwardCycles[entry];
            }
        }
        plan.stageTimes.push_back(time);
        if (i == 0) {
            continue;
        }
        const uint32_t boundary = stages[i].first;
        uint64_t bytes = 0;
        for (uint32_t row = 0; row < m_rows.size(); ++row) {
            const Row& used = m_rows[row];
            if (!used.alwaysLive && used.activation && used.owner && *used.owner < boundary &&
                used.forward.lower_bound(boundary) != used.forward.end() && crosses(row, m_start[boundary])) {
                bytes += m_profile.lowered.bytes[row];
            }
        }
        plan.transferBytes.push_back(bytes);
        plan.transferCycles.push_back(3000 + static_cast<double>(m_training ? 2 * bytes : bytes) * clock /
                                                 (70.0 * 1024 * 1024 * 1024));
    }
    double slowest = 0;
    for (const ReferenceIpu& ipu : plan.ipus) {
        double cycles = 0;
        for (const uint32_t stage : ipu.pipelineStages) {
            const ReferenceStageTime& time = plan.stageTimes[stage];
            cycles += time.forward + time.backward + time.recompute;
        }
        slowest = std::max(slowest, cycles);
    }
    double transfer = 0;
    for (const double cycles : plan.transferCycles) {
        transfer = std::max(transfer, cycles);
    }
    plan.period = slowest + transfer;
    const auto forwardStages = static_cast<int>(stages.size());
    const int places = m_training ? 2 * forwardStages - 1 : forwardStages;
    const auto batches = static_cast<int>(plan.microBatches);
    for (int cycle = 0; cycle <= batches + places - 2; ++cycle) {
        const auto atWork = [&](int place) { return cycle - place >= 0 && cycle - place < batches; };
        double busiest = 0;
        for (const ReferenceIpu& ipu : plan.ipus) {
            double cycles = 0;
            for (const uint32_t stage : ipu.pipelineStages) {
                const ReferenceStageTime& time = plan.stageTimes[stage];
                const auto forward = static_cast<int>(stage);
                const int backward = 2 * forwardStages - 2 - forward;
                cycles += atWork(forward) ? time.forward : 0;
                cycles += m_training && atWork(backward) ? time.recompute + time.backward : 0;
            }
            busiest = std::max(busiest, cycles);
        }
        double longest = 0;
        for (int i = 0; i + 1 < forwardStages; ++i) {
            const int n =
                (atWork(i) ? 1 : 0) + (m_training && atWork(2 * forwardStages - 2 - (i + 1)) ? 1 : 0);
            const auto bytes = static_cast<double>(plan.transferBytes[static_cast<size_t>(i)]);
            longest =
                n == 0 ? longest : std::max(longest, 3000 + n * bytes * clock / (70.0 * 1024 * 1024 * 1024));
        }
        plan.makespan += busiest + longest;
    }
    for (const ReferenceIpu& ipu : plan.ipus) {
        double update = 0;
        for (const uint32_t stage : ipu.pipelineStages) {
            update += plan.stageTimes[stage].update;
        }
        plan.update = std::max(plan.update, update);
    }
    plan.makespan += plan.update;
    plan.utilisation = plan.makespan > 0 ? batches * plan.period / plan.makespan : 0;
    plan.throughput = plan.makespan > 0 ? batches * clock / plan.makespan : 0;
}

} // namespace tileline::test
