// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/selfchecks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <numeric>

namespace tileline {

namespace {

/// Addresses above this are not those of a tile. They are not checked byte by byte.
constexpr uint64_t MaxAddress = uint64_t{64} << 20U;
/// Starts and ends of variables on a tile. Tiles with more do not occur, and are not checked for variables
/// that share addresses.
constexpr size_t MaxEvents = size_t{1} << 20U;

/// A set of addresses.
class AddressSet {
public:
    void clear(uint64_t end) { m_words.assign(end / 64 + 1, 0); }

    /// Adds [begin, end). Returns the first address that was in the set before, if there is one.
    std::optional<uint64_t> add(uint64_t begin, uint64_t end) {
        std::optional<uint64_t> common;
        forEachWord(begin, end, [&](size_t word, uint64_t mask) {
            if (const uint64_t both = m_words[word] & mask; both != 0 && !common) {
                common = word * 64 + static_cast<uint64_t>(std::countr_zero(both));
            }
            m_words[word] |= mask;
        });
        return common;
    }
    void remove(uint64_t begin, uint64_t end) {
        forEachWord(begin, end, [&](size_t word, uint64_t mask) { m_words[word] &= ~mask; });
    }
    uint64_t count() const {
        uint64_t sum = 0;
        for (const uint64_t word : m_words) {
            sum += static_cast<uint64_t>(std::popcount(word));
        }
        return sum;
    }

private:
    template <class Visit>
    static void forEachWord(uint64_t begin, uint64_t end, const Visit& visit) {
        while (begin < end) {
            const uint64_t next = std::min(end, (begin / 64 + 1) * 64);
            const uint64_t bits = next - begin;
            const uint64_t ones = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
            visit(begin / 64, ones << (begin % 64));
            begin = next;
        }
    }

    std::vector<uint64_t> m_words;
};

/// What a worker needs for a tile.
struct Scratch {
    AddressSet used;
    AddressSet live;
    std::vector<int64_t> steps;
    std::vector<uint64_t> categories;
    /// Start and end of variables: the step, whether it is a start, and the row.
    std::vector<std::pair<uint64_t, uint32_t>> events;
};

/// The addresses of a lowered variable: [begin, end).
struct Addresses {
    uint64_t begin = 0;
    uint64_t end = 0;
};

/// Whether a format has addresses: some are not 0.
bool hasAddresses(const LoweredVariables& lowered) {
    return std::any_of(lowered.address.begin(), lowered.address.end(),
                       [](uint32_t address) { return address != 0 && address != NoId; });
}

class SelfChecker {
public:
    SelfChecker(const Profile& profile, Workers& workers)
        : m_profile(profile)
        , m_workers(workers)
        , m_alwaysLive(profile.equivalenceClasses.size()) {
        for (size_t i = 0; i < m_alwaysLive.size(); ++i) {
            const auto intervals = profile.equivalenceClasses[i];
            m_alwaysLive[i] = intervals.size() == 1 && intervals.front().start.value == 0 &&
                              intervals.front().end.value == profile.stepCount();
        }
        m_checks[index(Identity::StepBytes)] = profile.lowered.size() > 0;
        if (!hasAddresses(profile.lowered)) {
            return;
        }
        const auto has = [&](const char* name) { return profile.findTileMemory(name) != nullptr; };
        const bool hasCategories = !profile.lowered.category.empty() &&
                                   std::any_of(profile.tileMemory.begin(), profile.tileMemory.end(),
                                               [](const auto& category) { return category.isCategory(); });
        m_checks[index(Identity::AlwaysLive)] = has("alwaysLive");
        m_checks[index(Identity::NotAlwaysLive)] = has("notAlwaysLive");
        m_checks[index(Identity::UnionOfAddresses)] = has("total.excludingGaps");
        m_checks[index(Identity::HighestAddress)] = has("total.includingGaps");
        m_checks[index(Identity::SeparateAddresses)] = true;
        m_checks[index(Identity::CategoryBytes)] = hasCategories;
        m_checks[index(Identity::VertexState)] = has("category.vertexInstanceState");
        m_checks[index(Identity::ComputeSetMemory)] = has("computeSets");
        m_stated = {statedBytes("alwaysLive"), statedBytes("notAlwaysLive"),
                    statedBytes("total.excludingGaps"), statedBytes("total.includingGaps")};
        for (const VariableCategory& category : profile.variableCategories) {
            m_categoryBytes.push_back(statedBytes("category." + category.name));
        }
    }

    Outcome<SelfCheckResult> run(const std::stop_token& stop) {
        if (!checks(Identity::StepBytes)) {
            return SelfCheckResult{};
        }
        TRY(checkSteps(stop));
        if (hasAddresses(m_profile.lowered)) {
            TRY(checkTiles(stop));
        }
        return collected();
    }

private:
    static constexpr size_t TilesAtOnce = 8;
    static constexpr size_t RowsBetweenStops = 1 << 16;

    Outcome<Done> checkTiles(const std::stop_token& stop) {
        checkVertices();
        std::vector<Scratch> scratch(m_workers.count());
        const auto body = [&](size_t begin, size_t end, size_t worker) {
            for (size_t tile = begin; tile < end; ++tile) {
                checkTile({static_cast<uint32_t>(tile)}, scratch[worker], stop);
            }
        };
        if (!m_workers.forEach(m_profile.target.numTiles, TilesAtOnce, body, stop) || stop.stop_requested()) {
            return Cancelled{};
        }
        return Done{};
    }

    SelfCheckResult collected() const {
        SelfCheckResult result;
        for (size_t i = 0; i < IdentityCount; ++i) {
            if (m_checks[i]) {
                result.checked.push_back(static_cast<Identity>(i));
            }
            if (m_failed[i].places > 0) {
                result.failed.push_back(m_failed[i]);
            }
        }
        return result;
    }

    static size_t index(Identity identity) { return static_cast<size_t>(identity); }
    bool checks(Identity identity) const { return m_checks[index(identity)]; }
    ByTile statedBytes(std::string_view category) const {
        const TileMemoryCategory* const found = m_profile.findTileMemory(category);
        return found == nullptr ? ByTile{} : found->bytes;
    }
    bool isAllocated(size_t row) const {
        return m_profile.lowered.flags.empty() ||
               (m_profile.lowered.flags[row] & LoweredFlag::Allocated) != 0;
    }
    std::optional<Addresses> placeOf(size_t row) const {
        const uint32_t address = m_profile.lowered.address[row];
        if (!isAllocated(row) || address == NoId) {
            return std::nullopt;
        }
        return Addresses{address, uint64_t{address} + m_profile.lowered.bytes[row]};
    }

    /// Keeps the failure at the first place.
    void fail(FailedIdentity failure) {
        const std::lock_guard lock(m_mutex);
        FailedIdentity& kept = m_failed[index(failure.identity)];
        const uint64_t places = kept.places + 1;
        const bool first =
            kept.places == 0 || std::pair(failure.step, failure.tile) < std::pair(kept.step, kept.tile);
        if (first) {
            kept = std::move(failure);
        }
        kept.places = places;
    }
    void compare(Identity identity, TileId tile, uint64_t stated, uint64_t computed) {
        if (checks(identity) && stated != computed) {
            fail({.identity = identity, .tile = tile, .stated = stated, .computed = computed});
        }
    }

    Outcome<Done> checkSteps(const std::stop_token& stop) {
        const LoweredVariables& lowered = m_profile.lowered;
        std::vector<int64_t> byClass(m_alwaysLive.size());
        for (size_t row = 0; row < lowered.size(); ++row) {
            if (row % RowsBetweenStops == 0 && stop.stop_requested()) {
                return Cancelled{};
            }
            byClass[lowered.liveClass[row].index()] += lowered.bytes[row];
        }
        std::vector<int64_t> change(m_profile.stepCount() + 1);
        for (size_t i = 0; i < byClass.size(); ++i) {
            addIntervals(change, i, byClass[i]);
        }
        int64_t live = 0;
        for (uint32_t step = 0; step < m_profile.stepCount(); ++step) {
            live += change[step];
            const uint64_t stated = m_profile.stepNotAlwaysLive[step];
            if (stated != static_cast<uint64_t>(live)) {
                fail({.identity = Identity::StepBytes,
                      .step = StepIndex{step},
                      .stated = stated,
                      .computed = static_cast<uint64_t>(live)});
            }
        }
        return Done{};
    }

    /// Adds `bytes` to the differences between steps, where a class is live. Always-live classes do not
    /// count.
    void addIntervals(std::vector<int64_t>& change, size_t liveClass, int64_t bytes) const {
        if (m_alwaysLive[liveClass]) {
            return;
        }
        for (const StepInterval& interval : m_profile.equivalenceClasses[liveClass]) {
            change[interval.start.index()] += bytes;
            change[interval.end.index()] -= bytes;
        }
    }

    void checkVertices() {
        const size_t tiles = m_profile.target.numTiles;
        std::vector<uint64_t> state(tiles);
        for (const ComputeSet& set : m_profile.computeSets) {
            for (const VertexInstances& instances : set.vertices) {
                const uint64_t size = m_profile.vertexTypes[instances.type.index()].size;
                size_t tile = 0;
                for (const uint32_t count : instances.count) {
                    state[tile] += count * size;
                    ++tile;
                }
            }
        }
        const ByTile stated = statedBytes("category.vertexInstanceState");
        const ByTile computeSets = statedBytes("computeSets");
        const ByTile descriptors = statedBytes("category.copyDescriptor");
        const ByTile fields = statedBytes("category.vertexFieldData");
        for (uint32_t tile = 0; tile < tiles; ++tile) {
            compare(Identity::VertexState, {tile}, at(stated, tile), state[tile]);
            compare(Identity::ComputeSetMemory, {tile}, at(computeSets, tile),
                    uint64_t{at(stated, tile)} + at(descriptors, tile) + at(fields, tile));
        }
    }

    /// Checks only a part of the tile if a stop is requested.
    void checkTile(TileId tile, Scratch& scratch, const std::stop_token& stop) {
        const auto& tileBegin = m_profile.lowered.tileBegin;
        const size_t begin = tileBegin[tile.index()];
        const size_t end = tileBegin[tile.index() + 1];
        checkLiveness(tile, begin, end, scratch, stop);
        checkCategories(tile, begin, end, scratch);
        checkAddresses(tile, begin, end, scratch);
    }

    void checkLiveness(TileId tile, size_t begin, size_t end, Scratch& scratch, const std::stop_token& stop) {
        const LoweredVariables& lowered = m_profile.lowered;
        scratch.steps.assign(m_profile.stepCount() + 1, 0);
        uint64_t always = 0;
        for (size_t row = begin; row < end && !stop.stop_requested(); ++row) {
            const size_t liveClass = lowered.liveClass[row].index();
            always += m_alwaysLive[liveClass] ? lowered.bytes[row] : 0;
            addIntervals(scratch.steps, liveClass, lowered.bytes[row]);
        }
        int64_t live = 0;
        int64_t maximum = 0;
        for (const int64_t change : scratch.steps) {
            live += change;
            maximum = std::max(maximum, live);
        }
        compare(Identity::AlwaysLive, tile, at(m_stated.alwaysLive, tile.index()), always);
        compare(Identity::NotAlwaysLive, tile, at(m_stated.notAlwaysLive, tile.index()),
                static_cast<uint64_t>(maximum));
    }

    void checkCategories(TileId tile, size_t begin, size_t end, Scratch& scratch) {
        if (!checks(Identity::CategoryBytes)) {
            return;
        }
        const auto& categories = m_profile.variableCategories;
        scratch.categories.assign(categories.size(), 0);
        for (size_t row = begin; row < end; ++row) {
            const uint8_t category = m_profile.lowered.category[row];
            if (category != NoCategory && isAllocated(row)) {
                scratch.categories[category] += m_profile.lowered.bytes[row];
            }
        }
        for (size_t i = 0; i < categories.size(); ++i) {
            const uint64_t stated = at(m_categoryBytes[i], tile.index());
            if (stated != scratch.categories[i]) {
                fail({.identity = Identity::CategoryBytes,
                      .tile = tile,
                      .category = categories[i].name,
                      .stated = stated,
                      .computed = scratch.categories[i]});
                return;
            }
        }
    }

    void checkAddresses(TileId tile, size_t begin, size_t end, Scratch& scratch) {
        uint64_t highest = 0;
        for (size_t row = begin; row < end; ++row) {
            if (const auto place = placeOf(row)) {
                highest = std::max(highest, place->end);
            }
        }
        compare(Identity::HighestAddress, tile, at(m_stated.withGaps, tile.index()), highest);
        if (highest > MaxAddress) {
            return;
        }
        scratch.used.clear(highest);
        scratch.live.clear(highest);
        scratch.events.clear();
        std::optional<uint64_t> common;
        bool separate = true; ///< whether to look for common addresses
        for (size_t row = begin; row < end; ++row) {
            const auto place = placeOf(row);
            if (!place) {
                continue;
            }
            scratch.used.add(place->begin, place->end);
            const size_t liveClass = m_profile.lowered.liveClass[row].index();
            if (m_alwaysLive[liveClass]) {
                const auto both = scratch.live.add(place->begin, place->end);
                common = common ? common : both;
                continue;
            }
            const auto intervals = m_profile.equivalenceClasses[liveClass];
            if (scratch.events.size() + 2 * intervals.size() > MaxEvents) {
                separate = false;
                continue;
            }
            for (const StepInterval& interval : intervals) {
                // At the same step, what ends comes before what begins.
                scratch.events.emplace_back(2 * uint64_t{interval.start.value} + 1,
                                            static_cast<uint32_t>(row));
                scratch.events.emplace_back(2 * uint64_t{interval.end.value}, static_cast<uint32_t>(row));
            }
        }
        compare(Identity::UnionOfAddresses, tile, at(m_stated.withoutGaps, tile.index()),
                scratch.used.count());
        if (!separate) {
            return;
        }
        std::sort(scratch.events.begin(), scratch.events.end());
        for (size_t i = 0; i < scratch.events.size() && !common; ++i) {
            const auto& [time, row] = scratch.events[i];
            const Addresses place = *placeOf(row);
            if (time % 2 == 1) {
                common = scratch.live.add(place.begin, place.end);
            } else {
                scratch.live.remove(place.begin, place.end);
            }
        }
        if (common) {
            fail({.identity = Identity::SeparateAddresses, .tile = tile, .computed = *common});
        }
    }

    const Profile& m_profile;
    Workers& m_workers;
    std::vector<bool> m_alwaysLive; ///< by class
    std::array<bool, IdentityCount> m_checks{};
    struct Stated {
        ByTile alwaysLive;
        ByTile notAlwaysLive;
        ByTile withoutGaps;
        ByTile withGaps;
    };
    Stated m_stated;
    std::vector<ByTile> m_categoryBytes; ///< by position in Profile::variableCategories
    std::mutex m_mutex;
    std::array<FailedIdentity, IdentityCount> m_failed;
};

} // namespace

Outcome<SelfCheckResult> runSelfChecks(const Profile& profile, Workers& workers, std::stop_token stop) {
    return SelfChecker(profile, workers).run(stop);
}

} // namespace tileline
