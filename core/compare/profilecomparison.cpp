// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/profilecomparison.h"

#include "core/execution/cycles.h"
#include "core/memory/datavariables.h"
#include "core/memory/liveness.h"
#include "core/memory/origins.h"
#include "core/memory/roles.h"
#include "core/memory/tilememory.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace tileline {

namespace {

/// Rows of steps or programs that a loop passes between two looks at its stop token.
constexpr size_t StepsBetweenPolls = 4096;

uint64_t sumOfTiles(ByTile bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), uint64_t{0});
}

/// The maximum of any range of a list, by looking at two entries.
class RangeMaximum {
public:
    explicit RangeMaximum(std::vector<uint64_t> values)
        : m_levels{std::move(values)} {
        for (size_t width = 1; 2 * width <= m_levels.front().size(); width *= 2) {
            const std::vector<uint64_t>& half = m_levels.back();
            std::vector<uint64_t> level(half.size() - width);
            for (size_t i = 0; i < level.size(); ++i) {
                level[i] = std::max(half[i], half[i + width]);
            }
            m_levels.push_back(std::move(level));
        }
    }
    /// Of [first, last].
    uint64_t of(size_t first, size_t last) const {
        const auto level = static_cast<size_t>(std::bit_width((last - first + 1) / 2));
        return std::max(m_levels[level][first], m_levels[level][last + 1 - (size_t{1} << level)]);
    }

private:
    std::vector<std::vector<uint64_t>> m_levels; ///< of ranges of 1, 2, 4, ... entries
};

/// The numbers of one profile, section by section.
using Numbers = std::vector<std::optional<int64_t>>;
struct Thing {
    std::string name;
    std::string kind;
    Numbers numbers;
};

/// Collects things with the same name.
class Things {
public:
    Thing& at(const std::string& name, const std::string& kind, size_t measures) {
        const auto [position, isNew] = m_positions.try_emplace(name, m_things.size());
        if (isNew) {
            m_things.push_back({name, kind, Numbers(measures)});
        }
        return m_things[position->second];
    }
    std::vector<Thing> take() && { return std::move(m_things); }

private:
    std::unordered_map<std::string, size_t> m_positions;
    std::vector<Thing> m_things;
};

void addTo(std::optional<int64_t>& sum, uint64_t value) {
    sum = sum.value_or(0) + static_cast<int64_t>(value);
}

/// What one profile contributes.
class ProfileNumbers {
public:
    ProfileNumbers(const Profile& profile, const Layers& layers, const std::stop_token& stop)
        : m_profile(profile)
        , m_layers(layers)
        , m_stop(stop)
        , m_series(livenessSeries(profile))
        , m_memory(tileMemoryOf(profile))
        , m_cycles(profile) {}

    Outcome<Done> read();
    std::vector<Thing> figures() const;
    std::vector<Thing> categories() const;
    std::vector<Thing>& roles() { return m_roles; }
    std::vector<Thing>& variables() { return m_variables; }
    Outcome<std::vector<Thing>> operations() const;
    std::vector<Thing> programs() const;
    std::vector<Thing> vertices() const;
    std::vector<Thing> tiles() const;
    /// By program: the name and the type that a step of it is known by.
    Outcome<std::vector<std::pair<std::string, std::string>>> stepNames() const;
    const Profile& profile() const { return m_profile; }

private:
    Outcome<Done> readVariables();
    std::string groupName(size_t row) const;

    const Profile& m_profile;
    const Layers& m_layers;
    const std::stop_token& m_stop;
    LivenessSeries m_series;
    TileMemory m_memory;
    ProgramCycles m_cycles;
    std::vector<Thing> m_roles;
    std::vector<Thing> m_variables;
};

/// What the lowered variables without an unlowered one are called: after their category.
std::string ProfileNumbers::groupName(size_t row) const {
    const LoweredVariables& lowered = m_profile.lowered;
    const uint8_t category = lowered.categoryOf(row);
    return category == NoCategory ? "(no name)" : "(" + m_profile.variableCategories[category].name + ")";
}

Outcome<Done> ProfileNumbers::read() {
    return readVariables();
}

Outcome<Done> ProfileNumbers::readVariables() {
    const LoweredVariables& lowered = m_profile.lowered;
    const DataVariables data(m_profile);
    const VariableRoles roles(m_profile, m_layers);
    const auto step = m_series.peakStep();
    const std::vector<uint8_t> live =
        step ? liveClasses(m_profile, *step) : std::vector<uint8_t>(m_profile.equivalenceClasses.size());
    struct VariableSum {
        uint64_t bytes = 0;
        uint64_t live = 0;
        Role role{};
        bool any = false;
    };
    std::vector<VariableSum> byVariable(m_profile.variables.size());
    std::array<VariableSum, RoleCount> byRole{};
    Things things;
    for (size_t row = 0; row < lowered.size(); ++row) {
        if (row % RowsBetweenPolls == 0 && m_stop.stop_requested()) {
            return Cancelled{};
        }
        const LoweredIndex index{static_cast<uint32_t>(row)};
        if (!data.contains(index)) {
            continue;
        }
        const Role role = roles.of(index);
        const uint64_t bytes = lowered.bytes[row];
        const uint64_t liveBytes = live[lowered.liveClass[row].index()] != 0 ? bytes : 0;
        byRole[static_cast<size_t>(role)].any = true;
        byRole[static_cast<size_t>(role)].bytes += bytes;
        byRole[static_cast<size_t>(role)].live += liveBytes;
        if (lowered.variable[row].value == NoId) {
            Thing& group = things.at(groupName(row), std::string(idOf(role)), 2);
            addTo(group.numbers[0], bytes);
            addTo(group.numbers[1], liveBytes);
            continue;
        }
        VariableSum& sum = byVariable[lowered.variable[row].index()];
        sum.role = sum.any ? sum.role : role;
        sum.any = true;
        sum.bytes += bytes;
        sum.live += liveBytes;
    }
    for (size_t i = 0; i < byVariable.size(); ++i) {
        const VariableSum& sum = byVariable[i];
        if (sum.any) {
            Thing& variable = things.at(m_profile.variables[i].name, std::string(idOf(sum.role)), 2);
            addTo(variable.numbers[0], sum.bytes);
            addTo(variable.numbers[1], sum.live);
        }
    }
    m_variables = std::move(things).take();
    for (size_t i = 0; i < RoleCount; ++i) {
        if (byRole[i].any) {
            m_roles.push_back(
                {std::string(idOf(static_cast<Role>(i))),
                 {},
                 {static_cast<int64_t>(byRole[i].bytes), static_cast<int64_t>(byRole[i].live)}});
        }
    }
    return Done{};
}

std::vector<Thing> ProfileNumbers::figures() const {
    std::vector<Thing> things;
    const auto add = [&](const char* name, std::optional<uint64_t> value) {
        things.push_back({name, {}, {value ? std::optional(static_cast<int64_t>(*value)) : std::nullopt}});
    };
    const Target& target = m_profile.target;
    add("ipus", target.numIpus);
    add("replicas", target.numReplicas);
    add("tiles", target.numTiles);
    add("memory_per_tile", target.bytesPerTile);
    add("steps", m_profile.stepCount());
    add("programs", m_profile.programs.size());
    add("operations", m_profile.operations.size());
    add("variables", m_profile.variables.size());
    add("lowered_variables", m_profile.lowered.size());
    const auto step = m_series.peakStep();
    add("always_live_bytes", m_series.alwaysLive);
    add("peak_live_bytes", step ? std::optional(m_series.total(*step)) : std::nullopt);
    add("peak_step", step ? std::optional<uint64_t>(step->value) : std::nullopt);
    const bool tiles = m_memory.tileCount() > 0;
    const auto optional = [&](uint64_t value) { return tiles ? std::optional(value) : std::nullopt; };
    const size_t fullest = m_memory.peakTile().index();
    add("total_bytes",
        optional(std::accumulate(m_memory.totals.begin(), m_memory.totals.end(), uint64_t{0})));
    add("fullest_tile_bytes", optional(tiles ? m_memory.totals[fullest] : 0));
    add("fullest_tile", optional(fullest));
    add("tiles_over_memory", optional(static_cast<uint64_t>(std::count_if(
                                 m_memory.totals.begin(), m_memory.totals.end(),
                                 [&](uint64_t bytes) { return bytes > target.bytesPerTile; }))));
    double cycles = 0;
    for (const ProgramIndex program : m_profile.stepProgram) {
        cycles += m_cycles.of(program);
    }
    const bool known = m_cycles.known() && cycles > 0;
    add("cycles", known ? std::optional(static_cast<uint64_t>(cycles)) : std::nullopt);
    return things;
}

std::vector<Thing> ProfileNumbers::categories() const {
    std::vector<Thing> things;
    const size_t fullest = m_memory.peakTile().index();
    for (const TileMemory::Category& category : m_memory.categories) {
        const uint64_t sum = std::accumulate(category.bytes.begin(), category.bytes.end(), uint64_t{0});
        things.push_back(
            {category.name, {}, {static_cast<int64_t>(sum), static_cast<int64_t>(category.bytes[fullest])}});
    }
    return things;
}

Outcome<std::vector<Thing>> ProfileNumbers::operations() const {
    const RangeMaximum live(m_profile.stepNotAlwaysLive);
    const auto cycles = TRY(OperationCycleFigures::find(m_profile, m_layers, m_stop));
    Things things;
    for (size_t i = 0; i < m_layers.operations.size(); ++i) {
        const LayeredOperation& operation = m_layers.operations[i];
        const OperationDetail& detail = m_profile.operationDetails[operation.detail.index()];
        Thing& thing = things.at(operation.name, {}, 3);
        addTo(thing.numbers[0], 1);
        if (detail.firstStep) {
            const auto peak =
                static_cast<int64_t>(live.of(detail.firstStep->index(), detail.lastStep->index()));
            thing.numbers[1] = std::max(thing.numbers[1].value_or(0), peak);
        }
        if (cycles[i].cycles) {
            addTo(thing.numbers[2], static_cast<uint64_t>(std::llround(*cycles[i].cycles)));
        }
    }
    return std::move(things).take();
}

std::vector<Thing> ProfileNumbers::programs() const {
    Things things;
    for (const Program& program : m_profile.programs) {
        Thing& thing = things.at(program.type, {}, 2);
        addTo(thing.numbers[0], 1);
        addTo(thing.numbers[1], sumOfTiles(program.codeBytes));
    }
    return std::move(things).take();
}

std::vector<Thing> ProfileNumbers::vertices() const {
    Things things;
    for (const VertexCode& code : m_profile.vertexCode) {
        addTo(things.at(code.name, {}, 1).numbers[0], sumOfTiles(code.bytes));
    }
    return std::move(things).take();
}

std::vector<Thing> ProfileNumbers::tiles() const {
    std::vector<Thing> things;
    for (size_t tile = 0; tile < m_memory.tileCount(); ++tile) {
        things.push_back({std::to_string(tile), {}, {static_cast<int64_t>(m_memory.totals[tile])}});
    }
    return things;
}

Outcome<std::vector<std::pair<std::string, std::string>>> ProfileNumbers::stepNames() const {
    std::vector<uint32_t> operationOf(m_profile.programs.size(), NoId);
    for (uint32_t i = 0; i < m_layers.operations.size(); ++i) {
        if (m_stop.stop_requested()) {
            return Cancelled{};
        }
        for (const ProgramIndex program :
             m_profile.operationPrograms[m_layers.operations[i].detail.index()]) {
            operationOf[program.index()] = std::min(operationOf[program.index()], i);
        }
    }
    std::vector<std::pair<std::string, std::string>> names(m_profile.programs.size());
    std::vector<uint8_t> named(names.size(), 0);
    for (size_t step = 0; step < m_profile.stepProgram.size(); ++step) {
        if (step % StepsBetweenPolls == 0 && m_stop.stop_requested()) {
            return Cancelled{};
        }
        const ProgramIndex program = m_profile.stepProgram[step];
        if (named[program.index()] != 0) {
            continue;
        }
        named[program.index()] = 1;
        const uint32_t operation = operationOf[program.index()];
        const std::string name = programName(m_profile, program);
        names[program.index()] = {operation == NoId ? name
                                                    : m_layers.operations[operation].name +
                                                          (name.empty() ? "" : ": " + name),
                                  m_profile.programs[program.index()].type};
    }
    return names;
}

/// The numbers of two profiles as one section.
ComparedSection joinedSection(std::string_view id, std::string_view thing, std::string_view kind,
                              std::vector<std::string_view> measures, const std::vector<Thing>& first,
                              const std::vector<Thing>& second, bool largestFirst, size_t main = 0) {
    ComparedSection section{id, thing, kind, std::move(measures), {}, main};
    std::unordered_map<std::string_view, size_t> positions;
    const auto add = [&](const std::vector<Thing>& things, std::optional<int64_t> ComparedValue::*side) {
        for (const Thing& one : things) {
            const auto [position, isNew] = positions.try_emplace(one.name, section.rows.size());
            if (isNew) {
                section.rows.push_back({one.name, one.kind, std::vector<ComparedValue>(one.numbers.size())});
            }
            for (size_t i = 0; i < one.numbers.size(); ++i) {
                section.rows[position->second].values[i].*side = one.numbers[i];
            }
        }
    };
    add(first, &ComparedValue::first);
    add(second, &ComparedValue::second);
    if (largestFirst) {
        std::stable_sort(
            section.rows.begin(), section.rows.end(), [main](const ComparedRow& a, const ComparedRow& b) {
                return std::abs(a.values[main].difference()) > std::abs(b.values[main].difference());
            });
    }
    return section;
}

/// The largest set of the pairs (i, partner[i]) in which both ascend, as flags. Partners are distinct; NoId:
/// none.
std::vector<uint8_t> ascendingPairs(const std::vector<uint32_t>& partner) {
    std::vector<uint32_t> ends; ///< by length - 1: the entry with which the best run of that length ends
    std::vector<uint32_t> before(partner.size(), NoId);
    for (uint32_t i = 0; i < partner.size(); ++i) {
        if (partner[i] == NoId) {
            continue;
        }
        const auto place =
            std::lower_bound(ends.begin(), ends.end(), partner[i],
                             [&](uint32_t end, uint32_t value) { return partner[end] < value; });
        before[i] = place == ends.begin() ? NoId : *(place - 1);
        if (place == ends.end()) {
            ends.push_back(i);
        } else {
            *place = i;
        }
    }
    std::vector<uint8_t> chosen(partner.size(), 0);
    for (uint32_t i = ends.empty() ? NoId : ends.back(); i != NoId; i = before[i]) {
        chosen[i] = 1;
    }
    return chosen;
}

/// Aligns the steps of two profiles.
Outcome<ComparedSection> alignedSteps(const ProfileNumbers& first, const ProfileNumbers& second,
                                      const std::stop_token& stop) {
    const auto firstNames = TRY(first.stepNames());
    const auto secondNames = TRY(second.stepNames());
    const Profile& a = first.profile();
    const Profile& b = second.profile();

    // A number for each name and type, then the steps of the second profile that have it.
    std::unordered_map<std::string, uint32_t> numbers;
    const auto numbersOf = [&](const auto& names) {
        std::vector<uint32_t> result;
        result.reserve(names.size());
        std::string key;
        for (const auto& [name, type] : names) {
            key.assign(type).append(1, '\n').append(name);
            result.push_back(numbers.try_emplace(key, static_cast<uint32_t>(numbers.size())).first->second);
        }
        return result;
    };
    const std::vector<uint32_t> firstNumbers = numbersOf(firstNames);
    const std::vector<uint32_t> secondNumbers = numbersOf(secondNames);
    std::vector<std::vector<uint32_t>> stepsOf(numbers.size());
    for (uint32_t step = 0; step < b.stepCount(); ++step) {
        stepsOf[secondNumbers[b.stepProgram[step].index()]].push_back(step);
    }
    std::vector<uint32_t> partner(a.stepCount(), NoId);
    std::vector<size_t> next(numbers.size(), 0);
    for (uint32_t step = 0; step < a.stepCount(); ++step) {
        const uint32_t number = firstNumbers[a.stepProgram[step].index()];
        if (next[number] < stepsOf[number].size()) {
            partner[step] = stepsOf[number][next[number]++];
        }
    }
    const std::vector<uint8_t> chosen = ascendingPairs(partner);

    ComparedSection section{"steps", "operation", "program", {"step", "not_always_live"}, {}, 1};
    const auto add = [&](std::optional<uint32_t> inFirst, std::optional<uint32_t> inSecond) {
        const auto& [name, type] = inFirst ? firstNames[a.stepProgram[*inFirst].index()]
                                           : secondNames[b.stepProgram[*inSecond].index()];
        std::vector<ComparedValue> values(2);
        if (inFirst) {
            values[0].first = *inFirst;
            values[1].first = static_cast<int64_t>(a.stepNotAlwaysLive[*inFirst]);
        }
        if (inSecond) {
            values[0].second = *inSecond;
            values[1].second = static_cast<int64_t>(b.stepNotAlwaysLive[*inSecond]);
        }
        section.rows.push_back({name, type, std::move(values)});
    };
    uint32_t at = 0;
    for (uint32_t step = 0; step < a.stepCount(); ++step) {
        if (step % StepsBetweenPolls == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        if (chosen[step] == 0) {
            add(step, {});
            continue;
        }
        for (; at < partner[step]; ++at) {
            add({}, at);
        }
        add(step, at++);
    }
    for (; at < b.stepCount(); ++at) {
        add({}, at);
    }
    return section;
}

uint64_t commonPerCentOf(const ComparedSection& variables) {
    int64_t all = 0;
    int64_t common = 0;
    for (const ComparedRow& row : variables.rows) {
        const ComparedValue& bytes = row.values.front();
        const int64_t sum = bytes.first.value_or(0) + bytes.second.value_or(0);
        all += sum;
        common += bytes.first && bytes.second ? sum : 0;
    }
    return all == 0 ? 100
                    : static_cast<uint64_t>(100.0 * static_cast<double>(common) / static_cast<double>(all));
}

} // namespace

std::string_view idOf(ProfileChange change) {
    constexpr std::array<std::string_view, 5> Ids{"same", "grew", "shrank", "appeared", "went"};
    return Ids[static_cast<size_t>(change)];
}

ProfileChange ComparedSection::changeOf(const ComparedRow& row) const {
    const auto any = [&](std::optional<int64_t> ComparedValue::*side) {
        return std::any_of(row.values.begin(), row.values.end(),
                           [side](const ComparedValue& value) { return (value.*side).has_value(); });
    };
    if (any(&ComparedValue::first) != any(&ComparedValue::second)) {
        return any(&ComparedValue::first) ? ProfileChange::Went : ProfileChange::Appeared;
    }
    const int64_t difference = row.values[main].difference();
    return difference == 0  ? ProfileChange::Same
           : difference > 0 ? ProfileChange::Grew
                            : ProfileChange::Shrank;
}

const ComparedSection& ProfileComparison::section(std::string_view id) const {
    return *std::find_if(sections.begin(), sections.end(),
                         [id](const ComparedSection& section) { return section.id == id; });
}

Outcome<ProfileComparison> compareProfiles(const Profile& first, const Layers& firstLayers,
                                           const Profile& second, const Layers& secondLayers,
                                           Progress progress, const std::stop_token& stop) {
    ProfileNumbers a(first, firstLayers, stop);
    ProfileNumbers b(second, secondLayers, stop);
    progress.report(Phase::Indexing, 0);
    TRY(a.read());
    progress.report(Phase::Indexing, 0.3);
    TRY(b.read());
    progress.report(Phase::Indexing, 0.6);
    ProfileComparison comparison;
    std::vector<ComparedSection>& sections = comparison.sections;
    sections.push_back(joinedSection("figures", "figure", "", {"value"}, a.figures(), b.figures(), false));
    sections.push_back(joinedSection("categories", "category", "", {"bytes", "fullest_tile_bytes"},
                                     a.categories(), b.categories(), true));
    sections.push_back(
        joinedSection("roles", "role", "", {"bytes", "live_bytes"}, a.roles(), b.roles(), true));
    sections.push_back(joinedSection("variables", "variable", "role", {"bytes", "live_bytes"}, a.variables(),
                                     b.variables(), true));
    const auto firstOperations = TRY(a.operations());
    const auto secondOperations = TRY(b.operations());
    sections.push_back(joinedSection("operations", "operation", "",
                                     {"listed", "peak_not_always_live", "cycles"}, firstOperations,
                                     secondOperations, true, 1));
    progress.report(Phase::Indexing, 0.8);
    sections.push_back(joinedSection("programs", "type", "", {"programs", "exchange_code_bytes"},
                                     a.programs(), b.programs(), true));
    sections.push_back(
        joinedSection("vertices", "vertex", "", {"code_bytes"}, a.vertices(), b.vertices(), true));
    sections.push_back(TRY(alignedSteps(a, b, stop)));
    sections.push_back(joinedSection("tiles", "tile", "", {"bytes"}, a.tiles(), b.tiles(), false));
    comparison.otherTiles = first.target.numTiles != second.target.numTiles;
    comparison.commonPerCent = commonPerCentOf(comparison.section("variables"));
    progress.report(Phase::Indexing, 1);
    return comparison;
}

} // namespace tileline
