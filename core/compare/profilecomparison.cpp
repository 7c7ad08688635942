// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/profilecomparison.h"

#include "core/base/sequences.h"
#include "core/execution/cycles.h"
#include "core/memory/datavariables.h"
#include "core/memory/origins.h"
#include "core/memory/roles.h"
#include "core/memory/tilememory.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <unordered_map>
#include <utility>

namespace tileline {

namespace {

/// Selects the first or the second profile's number in a ComparedValue.
using Side = std::optional<int64_t> ComparedValue::*;

/// The number of steps between two checks of the stop token.
constexpr size_t StepsBetweenPolls = 4096;

/// Finds the maximum of any range of a list with only two look-ups.
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
    /// The maximum of the values at the positions `first` to `last`.
    uint64_t of(size_t first, size_t last) const {
        const auto level = static_cast<size_t>(std::bit_width((last - first + 1) / 2));
        return std::max(m_levels[level][first], m_levels[level][last + 1 - (size_t{1} << level)]);
    }

private:
    std::vector<std::vector<uint64_t>> m_levels; ///< level k: the maximum of every range of 2^k values
};

/// Collects the rows of a section: first the numbers of one profile, and then those of the other profile.
class Section {
public:
    explicit Section(ComparedSection empty)
        : m_section(std::move(empty)) {}

    /// Returns the row with the name `name`, and adds it if it does not exist yet.
    ComparedRow& row(const std::string& name, std::string_view kind = {}) {
        const auto [position, isNew] = m_positions.try_emplace(name, m_section.rows.size());
        if (isNew) {
            m_section.rows.push_back(
                {name, std::string(kind), std::vector<ComparedValue>(m_section.measures.size())});
        }
        return m_section.rows[position->second];
    }
    ComparedSection inOrder() && { return std::move(m_section); }
    ComparedSection largestFirst() && {
        const auto size = [main = m_section.main](const ComparedRow& row) {
            return std::abs(row.values[main].difference());
        };
        std::ranges::stable_sort(m_section.rows, std::greater(), size);
        return std::move(m_section);
    }

private:
    ComparedSection m_section;
    std::unordered_map<std::string, size_t> m_positions;
};

/// The numbers that one profile contributes to the sections of a comparison.
class ProfileNumbers {
public:
    ProfileNumbers(const Profile& profile, const Layers& layers, Side side, const std::stop_token& stop)
        : m_profile(profile)
        , m_layers(layers)
        , m_side(side)
        , m_stop(stop)
        , m_series(livenessSeries(profile))
        , m_memory(tileMemoryOf(profile))
        , m_cycles(profile) {}

    const Profile& profile() const { return m_profile; }

    Outcome<Done> addVariables(Section& byRole, Section& byName) const {
        const LoweredVariables& lowered = m_profile.lowered;
        const DataVariables data(m_profile);
        const VariableRoles roles(m_profile, m_layers);
        const auto step = m_series.peakStep();
        const std::vector<uint8_t> live =
            step ? liveClasses(m_profile, *step) : std::vector<uint8_t>(m_profile.equivalenceClasses.size());
        struct Sum {
            uint64_t bytes = 0;
            uint64_t live = 0;
            std::optional<Role> role{}; ///< role of the first variable in the sum
        };
        std::vector<Sum> ofVariable(m_profile.variables.size());
        std::array<Sum, RoleCount> ofRole{};
        TRY(forEachRow(m_profile, TileRange::ofModel(m_profile), m_stop, [&](LoweredIndex row) {
            if (!data.contains(row)) {
                return;
            }
            const Role role = roles.of(row);
            const uint64_t bytes = lowered.bytes[row.index()];
            const uint64_t liveBytes = live[lowered.liveClass[row.index()].index()] != 0 ? bytes : 0;
            const auto addTo = [&](Sum& sum) {
                sum.bytes += bytes;
                sum.live += liveBytes;
                sum.role = sum.role.value_or(role);
            };
            addTo(ofRole[static_cast<size_t>(role)]);
            if (const VariableIndex variable = lowered.variable[row.index()]; variable.value != NoId) {
                addTo(ofVariable[variable.index()]);
            } else {
                add(byName.row(groupName(row.index()), idOf(role)), {bytes, liveBytes});
            }
        }));
        for (size_t i = 0; i < ofVariable.size(); ++i) {
            if (const Sum& sum = ofVariable[i]; sum.role) {
                add(byName.row(m_profile.variables[i].name, idOf(*sum.role)), {sum.bytes, sum.live});
            }
        }
        for (const Sum& sum : ofRole) {
            if (sum.role) {
                add(byRole.row(std::string(idOf(*sum.role))), {sum.bytes, sum.live});
            }
        }
        return Done{};
    }

    void addFigures(Section& section) const {
        const auto add = [&](const char* name, std::optional<uint64_t> value) {
            ComparedRow& row = section.row(name);
            row.isPosition =
                name == std::string_view("peak_step") || name == std::string_view("fullest_tile");
            if (value) {
                addTo(row, 0, *value);
            }
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
        add("total_bytes", optional(sumOf(m_memory.totals)));
        add("fullest_tile_bytes", optional(tiles ? m_memory.totals[fullest] : 0));
        add("fullest_tile", optional(fullest));
        const auto over = [&](uint64_t bytes) { return bytes > target.bytesPerTile; };
        add("tiles_over_memory",
            optional(static_cast<uint64_t>(std::ranges::count_if(m_memory.totals, over))));
        const double cycles =
            sumOf(m_profile.stepProgram, [&](ProgramIndex program) { return m_cycles.of(program); });
        const bool known = m_cycles.known() && cycles > 0;
        add("cycles", known ? std::optional(static_cast<uint64_t>(cycles)) : std::nullopt);
    }

    void addCategories(Section& section) const {
        const size_t fullest = m_memory.peakTile().index();
        for (const TileMemory::Category& category : m_memory.categories) {
            add(section.row(category.name), {sumOf(category.bytes), category.bytes[fullest]});
        }
    }

    Outcome<Done> addOperations(Section& section) const {
        const RangeMaximum live(m_profile.stepNotAlwaysLive);
        const auto cycles = TRY(OperationCycleFigures::find(m_profile, m_layers, m_stop));
        for (size_t i = 0; i < m_layers.operations.size(); ++i) {
            const LayeredOperation& operation = m_layers.operations[i];
            const OperationDetail& detail = m_profile.operationDetails[operation.detail.index()];
            ComparedRow& row = section.row(operation.name);
            addTo(row, 0, 1);
            if (detail.firstStep) {
                std::optional<int64_t>& peak = row.values[1].*m_side;
                const uint64_t own = live.of(detail.firstStep->index(), detail.lastStep->index());
                peak = std::max(peak.value_or(0), static_cast<int64_t>(own));
            }
            if (cycles[i].cycles) {
                addTo(row, 2, static_cast<uint64_t>(std::llround(*cycles[i].cycles)));
            }
        }
        return Done{};
    }

    void addPrograms(Section& section) const {
        for (const Program& program : m_profile.programs) {
            add(section.row(program.type), {1, sumOver(program.codeBytes)});
        }
    }

    void addVertices(Section& section) const {
        for (const VertexCode& code : m_profile.vertexCode) {
            add(section.row(code.name), {sumOver(code.bytes)});
        }
    }

    void addTiles(Section& section) const {
        for (size_t tile = 0; tile < m_memory.tileCount(); ++tile) {
            add(section.row(std::to_string(tile)), {m_memory.totals[tile]});
        }
    }

    void addStep(ComparedRow& row, std::optional<uint32_t> step) const {
        if (step) {
            add(row, {*step, m_profile.stepNotAlwaysLive[*step]});
        }
    }

    /// For each program, the name and type of its steps. Steps of two profiles match if they have the same
    /// name and type.
    Outcome<std::vector<std::pair<std::string, std::string>>> stepNames() const {
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

private:
    void addTo(ComparedRow& row, size_t measure, uint64_t value) const {
        std::optional<int64_t>& number = row.values[measure].*m_side;
        number = number.value_or(0) + static_cast<int64_t>(value);
    }
    /// Adds one number to each measure of the row.
    void add(ComparedRow& row, std::initializer_list<uint64_t> numbers) const {
        size_t measure = 0;
        for (const uint64_t number : numbers) {
            addTo(row, measure++, number);
        }
    }

    /// The name under which lowered variable `row` is compared if it has no unlowered variable: its category.
    std::string groupName(size_t row) const {
        const uint8_t category = m_profile.lowered.categoryOf(row);
        return category == NoCategory ? "(no name)" : "(" + m_profile.variableCategories[category].name + ")";
    }

    const Profile& m_profile;
    const Layers& m_layers;
    Side m_side;
    const std::stop_token& m_stop;
    LivenessSeries m_series;
    TileMemory m_memory;
    ProgramCycles m_cycles;
};

/// Chooses as many pairs (i, partner[i]) as possible such that partner[i] increases with i. Element i of the
/// result is 1 if pair i is chosen. If partner[i] is NoId, there is no pair i. All partners except NoId must
/// be different.
std::vector<uint8_t> ascendingPairs(const std::vector<uint32_t>& partner) {
    /// Element k: the last i of a sequence of k + 1 pairs, chosen so that partner[i] is as low as possible.
    std::vector<uint32_t> ends;
    std::vector<uint32_t> before(partner.size(), NoId);
    for (uint32_t i = 0; i < partner.size(); ++i) {
        if (partner[i] == NoId) {
            continue;
        }
        const auto place =
            std::ranges::lower_bound(ends, partner[i], {}, [&](uint32_t end) { return partner[end]; });
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

/// Pairs the steps of two profiles by name and type, in order. A step without a partner gets its own row.
Outcome<ComparedSection> alignedSteps(const ProfileNumbers& first, const ProfileNumbers& second,
                                      const std::stop_token& stop) {
    const auto firstNames = TRY(first.stepNames());
    const auto secondNames = TRY(second.stepNames());
    const Profile& a = first.profile();
    const Profile& b = second.profile();

    // Each distinct pair of name and type gets a number. `stepsOf` lists the second profile's steps by
    // number.
    std::unordered_map<std::string, uint32_t> numbers;
    const auto numbersOf = [&](const auto& names) {
        return mapped(names, [&](const auto& nameAndType) {
            const auto next = static_cast<uint32_t>(numbers.size());
            return numbers.try_emplace(nameAndType.second + '\n' + nameAndType.first, next).first->second;
        });
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
        ComparedRow& row = section.rows.emplace_back(ComparedRow{name, type, std::vector<ComparedValue>(2)});
        first.addStep(row, inFirst);
        second.addStep(row, inSecond);
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
    constexpr std::array<std::string_view, 6> Ids{"same", "grew", "shrank", "appeared", "went", "moved"};
    return Ids[static_cast<size_t>(change)];
}

ProfileChange ComparedSection::changeOf(const ComparedRow& row) const {
    const auto any = [&](std::optional<int64_t> ComparedValue::*side) {
        return std::ranges::any_of(row.values,
                                   [side](const ComparedValue& value) { return (value.*side).has_value(); });
    };
    if (any(&ComparedValue::first) != any(&ComparedValue::second)) {
        return any(&ComparedValue::first) ? ProfileChange::Went : ProfileChange::Appeared;
    }
    const int64_t difference = row.values[main].difference();
    return difference == 0  ? ProfileChange::Same
           : row.isPosition ? ProfileChange::Moved
           : difference > 0 ? ProfileChange::Grew
                            : ProfileChange::Shrank;
}

const ComparedSection& ProfileComparison::section(std::string_view id) const {
    return *std::ranges::find(sections, id, &ComparedSection::id);
}

std::vector<uint32_t> ProfileComparison::alignedSteps() const {
    std::vector<uint32_t> aligned;
    for (const ComparedRow& row : section("steps").rows) {
        if (const ComparedValue& step = row.values[0]; step.first) {
            aligned.push_back(step.second ? static_cast<uint32_t>(*step.second) : NoId);
        }
    }
    return aligned;
}

std::vector<uint64_t> ProfileComparison::onFirstSteps(std::span<const uint64_t> values) const {
    std::vector<uint64_t> placed;
    uint64_t latest = 0;
    for (const ComparedRow& row : section("steps").rows) {
        const ComparedValue& step = row.values[0];
        latest = step.second ? values[static_cast<size_t>(*step.second)] : latest;
        if (step.first) {
            placed.push_back(latest);
        } else if (!placed.empty()) {
            placed.back() = std::max(placed.back(), latest);
        }
    }
    return placed;
}

Outcome<ProfileComparison> compareProfiles(const Profile& first, const Layers& firstLayers,
                                           const Profile& second, const Layers& secondLayers,
                                           Progress progress, const std::stop_token& stop) {
    const ProfileNumbers a(first, firstLayers, &ComparedValue::first, stop);
    const ProfileNumbers b(second, secondLayers, &ComparedValue::second, stop);
    const auto filled = [&](ComparedSection empty, void (ProfileNumbers::*add)(Section&) const) {
        Section section(std::move(empty));
        (a.*add)(section);
        (b.*add)(section);
        return section;
    };
    Section roles({"roles", "role", "", {"bytes", "live_bytes"}});
    Section variables({"variables", "variable", "role", {"bytes", "live_bytes"}});
    progress.report(Phase::Indexing, 0);
    TRY(a.addVariables(roles, variables));
    progress.report(Phase::Indexing, 0.3);
    TRY(b.addVariables(roles, variables));
    progress.report(Phase::Indexing, 0.6);
    Section operations({"operations", "operation", "", {"listed", "peak_not_always_live", "cycles"}, {}, 1});
    TRY(a.addOperations(operations));
    TRY(b.addOperations(operations));
    progress.report(Phase::Indexing, 0.8);
    ProfileComparison comparison;
    std::vector<ComparedSection>& sections = comparison.sections;
    sections.push_back(filled({"figures", "figure", "", {"value"}}, &ProfileNumbers::addFigures).inOrder());
    sections.push_back(filled({"categories", "category", "", {"bytes", "fullest_tile_bytes"}},
                              &ProfileNumbers::addCategories)
                           .largestFirst());
    sections.push_back(std::move(roles).largestFirst());
    sections.push_back(std::move(variables).largestFirst());
    sections.push_back(std::move(operations).largestFirst());
    sections.push_back(
        filled({"programs", "type", "", {"programs", "exchange_code_bytes"}}, &ProfileNumbers::addPrograms)
            .largestFirst());
    sections.push_back(
        filled({"vertices", "vertex", "", {"code_bytes"}}, &ProfileNumbers::addVertices).largestFirst());
    sections.push_back(TRY(alignedSteps(a, b, stop)));
    sections.push_back(filled({"tiles", "tile", "", {"bytes"}}, &ProfileNumbers::addTiles).inOrder());
    if (first.target.numTiles != second.target.numTiles) {
        comparison.otherTiles = {first.target.numTiles, second.target.numTiles};
    }
    comparison.commonPerCent = commonPerCentOf(comparison.section("variables"));
    progress.report(Phase::Indexing, 1);
    return comparison;
}

} // namespace tileline
