// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/selfchecks.h"

#include "core/memory/liveness.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <mutex>
#include <numeric>
#include <utility>

namespace tileline {

namespace {

/// No real tile has addresses above this limit. A tile with a variable that ends above the limit is not
/// checked byte by byte.
constexpr uint64_t MaxAddress = uint64_t{64} << 20U;
/// If the variables of a tile start and stop being live more often than this, the tile is not checked byte by
/// byte. No real tile reaches this number.
constexpr size_t MaxEvents = size_t{1} << 20U;

/// For some identities: the category of tile_memory that states the bytes to be checked.
constexpr std::pair<Identity, std::string_view> StatedFigures[] = {
    {Identity::AlwaysLive, "alwaysLive"},
    {Identity::NotAlwaysLive, "notAlwaysLive"},
    {Identity::UnionOfAddresses, "total.excludingGaps"},
    {Identity::HighestAddress, "total.includingGaps"},
    {Identity::VertexState, "category.vertexInstanceState"},
    {Identity::ComputeSetMemory, "computeSets"}};

/// The addresses of a lowered variable: [begin, end).
struct Addresses {
    uint64_t begin = 0;
    uint64_t end = 0;
};

/// Two sets of addresses of a tile: the addresses that are in use in the current step, and all that have been
/// in use so far.
class AddressSets {
public:
    /// Empties both sets and makes room for addresses below `end` that are multiples of 1 << `shift`.
    void clear(uint64_t end, uint32_t shift) {
        m_shift = shift;
        m_live.assign((end >> shift) / Bits + 1, 0);
        m_used = m_live;
    }
    /// Adds the addresses of a variable. Returns the first of these addresses that another variable already
    /// uses; empty if there is none.
    std::optional<uint64_t> add(Addresses place) {
        std::optional<uint64_t> common;
        forEachWord(place, [&](size_t word, uint64_t mask) {
            if (const uint64_t both = m_live[word] & mask; both != 0 && !common) {
                common = (word * Bits + static_cast<uint64_t>(std::countr_zero(both))) << m_shift;
            }
            m_live[word] |= mask;
            m_used[word] |= mask;
        });
        return common;
    }
    void remove(Addresses place) {
        forEachWord(place, [this](size_t word, uint64_t mask) { m_live[word] &= ~mask; });
    }
    /// The number of addresses that have been in use so far.
    uint64_t usedBytes() const {
        uint64_t sum = 0;
        for (const uint64_t word : m_used) {
            // Counting bits is slow on processors without an instruction for it. Full and empty words need no
            // counting.
            sum += word == Ones ? Bits : word == 0 ? 0 : static_cast<uint64_t>(std::popcount(word));
        }
        return sum << m_shift;
    }

private:
    static constexpr uint64_t Bits = 64;
    static constexpr uint64_t Ones = ~uint64_t{0};
    /// Calls use(word, mask) for each word that has bits for a variable's addresses; `mask` selects these
    /// bits.
    template <class Use>
    void forEachWord(Addresses place, const Use& use) const {
        if (place.begin >= place.end) {
            return;
        }
        const uint64_t begin = place.begin >> m_shift;
        const uint64_t last = (place.end >> m_shift) - 1;
        const uint64_t lastMask = Ones >> (Bits - 1 - last % Bits);
        uint64_t mask = Ones << begin % Bits;
        for (uint64_t word = begin / Bits; word < last / Bits; ++word) {
            use(word, mask);
            mask = Ones;
        }
        use(last / Bits, mask & lastMask);
    }

    std::vector<uint64_t> m_live;
    std::vector<uint64_t> m_used;
    uint32_t m_shift = 0;
};

/// For each step: the variables of a tile that start or stop being live in the step. In most steps, no
/// variable starts or stops being live; take() skips those steps.
class StepEvents {
public:
    void reserveSteps(size_t steps) {
        m_steps.resize(steps);
        m_touched.resize(steps / 64 + 1);
    }
    /// Adds `bytes` to each step of `live`. If `row` is given, also records when lowered variable `row`
    /// starts and stops being live. Returns false if there are more than MaxEvents records.
    bool add(StepInterval live, uint32_t bytes, std::optional<uint32_t> row) {
        Step& start = touched(live.start);
        Step& end = touched(live.end);
        start.bytes += bytes;
        end.bytes -= bytes;
        if (!row) {
            return true;
        }
        if (m_rows.size() + 2 > MaxEvents) {
            return false;
        }
        link(start.starts, *row);
        link(end.ends, *row);
        return true;
    }
    /// Calls `visit(step, bytes, ends, starts)`, in order, for each step in which an interval starts or ends.
    /// `bytes` is the change in this step. `ends(use)` calls use(row) for each variable that stops being
    /// live; `starts(use)` does so for each variable that becomes live. Afterwards, the object is empty.
    template <class Visit>
    void take(const Visit& visit) {
        for (size_t word = 0; word < m_touched.size(); ++word) {
            for (uint64_t bits = std::exchange(m_touched[word], 0); bits != 0; bits &= bits - 1) {
                const size_t step = word * 64 + static_cast<size_t>(std::countr_zero(bits));
                const Step taken = std::exchange(m_steps[step], {});
                const auto rows = [this](uint32_t first) {
                    return [this, first](const auto& use) {
                        for (uint32_t at = first; at != NoId; at = m_rows[at].second) {
                            use(m_rows[at].first);
                        }
                    };
                };
                visit(step, taken.bytes, rows(taken.ends), rows(taken.starts));
            }
        }
        m_rows.clear();
    }

private:
    struct Step {
        int64_t bytes = 0;
        uint32_t starts = NoId; ///< position in m_rows
        uint32_t ends = NoId;
    };

    Step& touched(StepIndex step) {
        m_touched[step.index() / 64] |= uint64_t{1} << step.index() % 64;
        return m_steps[step.index()];
    }
    void link(uint32_t& first, uint32_t row) {
        m_rows.emplace_back(row, first);
        first = static_cast<uint32_t>(m_rows.size() - 1);
    }

    std::vector<Step> m_steps;
    std::vector<uint64_t> m_touched; ///< steps in which an interval starts or ends, one bit per step
    std::vector<std::pair<uint32_t, uint32_t>> m_rows; ///< a row, and the index of the step's next row
};

/// The memory that a worker reuses for each of its tiles.
struct Scratch {
    AddressSets addresses;
    StepEvents events;
    std::vector<uint64_t> categories; ///< bytes on the tile, by category
    /// By step: how much the not-always-live bytes, summed over the worker's tiles, differ from those of the
    /// previous step. A decrease is stored modulo 2^64.
    std::vector<uint64_t> changes;
};

/// Whether the profile's format has addresses: true if at least one address is not 0.
bool hasAddresses(const LoweredVariables& lowered) {
    return std::ranges::any_of(lowered.address,
                               [](uint32_t address) { return address != 0 && address != NoId; });
}

class SelfChecker {
public:
    SelfChecker(const Profile& profile, Workers& workers)
        : m_profile(profile)
        , m_workers(workers)
        , m_onlyInterval(profile.equivalenceClasses.size()) {
        for (size_t i = 0; i < m_onlyInterval.size(); ++i) {
            const auto intervals = profile.equivalenceClasses[i];
            m_onlyInterval[i] = intervals.size() == 1 ? intervals.front() : StepInterval();
        }
        m_checks[index(Identity::StepBytes)] = profile.lowered.size() > 0;
        if (!hasAddresses(profile.lowered)) {
            return;
        }
        m_checks[index(Identity::SeparateAddresses)] = true;
        m_checks[index(Identity::CategoryBytes)] =
            !profile.lowered.category.empty() &&
            std::ranges::any_of(profile.tileMemory, &TileMemoryCategory::isCategory);
        for (const auto& [identity, name] : StatedFigures) {
            m_checks[index(identity)] = profile.findTileMemory(name) != nullptr;
            m_stated[index(identity)] = statedBytes(name);
        }
        for (const VariableCategory& category : profile.variableCategories) {
            m_categoryBytes.push_back(statedBytes("category." + category.name));
        }
    }

    Outcome<SelfCheckResult> run(const std::stop_token& stop) {
        if (!checks(Identity::StepBytes)) {
            return SelfCheckResult{};
        }
        const auto groupOf = [this](LoweredIndex row) {
            return size_t{isAlwaysLive(m_profile.lowered.liveClass[row.index()].index())};
        };
        checkSteps(
            hasAddresses(m_profile.lowered)
                ? TRY(checkTiles(stop))
                : TRY(liveBytesByGroup(m_profile, TileRange::ofModel(m_profile), 1, groupOf, stop))[0]);
        return collected();
    }

private:
    static constexpr size_t TilesAtOnce = 8;

    /// Checks all tiles. Returns the not-always-live bytes in each step, summed over all tiles.
    Outcome<std::vector<uint64_t>> checkTiles(const std::stop_token& stop) {
        checkVertices();
        std::vector<Scratch> scratch(m_workers.count());
        for (Scratch& ofWorker : scratch) {
            ofWorker.changes.resize(m_profile.stepCount() + 1);
        }
        const auto body = [&](size_t begin, size_t end, size_t worker) {
            for (size_t tile = begin; tile < end; ++tile) {
                checkTile({static_cast<uint32_t>(tile)}, scratch[worker], stop);
            }
        };
        if (!m_workers.forEach(m_profile.target.numTiles, TilesAtOnce, body, stop) || stop.stop_requested()) {
            return Cancelled{};
        }
        std::vector<uint64_t> live(m_profile.stepCount() + 1);
        for (const Scratch& ofWorker : scratch) {
            std::transform(live.begin(), live.end(), ofWorker.changes.begin(), live.begin(), std::plus());
        }
        std::partial_sum(live.begin(), live.end(), live.begin());
        return live;
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
    bool isAllocated(size_t row) const { return m_profile.lowered.has(LoweredFlag::Allocated, row, true); }
    std::optional<Addresses> placeOf(size_t row) const {
        const uint32_t address = m_profile.lowered.address[row];
        if (!isAllocated(row) || address == NoId) {
            return std::nullopt;
        }
        return Addresses{address, uint64_t{address} + m_profile.lowered.bytes[row]};
    }

    /// Records a failure. If an identity fails several times, only the failure at the first step or tile is
    /// kept.
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
    void compare(Identity identity, TileId tile, uint64_t computed) {
        const uint64_t stated = checks(identity) ? at(m_stated[index(identity)], tile.index()) : computed;
        if (stated != computed) {
            fail({.identity = identity, .tile = tile, .stated = stated, .computed = computed});
        }
    }

    void checkSteps(const std::vector<uint64_t>& live) {
        for (uint32_t step = 0; step < m_profile.stepCount(); ++step) {
            if (const uint64_t stated = m_profile.stepNotAlwaysLive[step]; stated != live[step]) {
                fail({.identity = Identity::StepBytes,
                      .step = StepIndex{step},
                      .stated = stated,
                      .computed = live[step]});
            }
        }
    }

    bool isAlwaysLive(size_t liveClass) const {
        return m_onlyInterval[liveClass] == StepInterval{{0}, {m_profile.stepCount()}};
    }
    template <class Use>
    void forEachInterval(size_t liveClass, const Use& use) const {
        if (const StepInterval only = m_onlyInterval[liveClass]; !only.empty()) {
            use(only);
            return;
        }
        for (const StepInterval& interval : m_profile.equivalenceClasses[liveClass]) {
            use(interval);
        }
    }

    void checkVertices() {
        const size_t tiles = m_profile.target.numTiles;
        std::vector<uint64_t> state(tiles);
        for (const ComputeSet& set : m_profile.computeSets) {
            for (const VertexInstances& instances : set.vertices) {
                const uint64_t size = m_profile.vertexTypes[instances.type.index()].size;
                instances.count.forEachBlock([&](size_t first, std::span<const uint32_t> counts) {
                    for (size_t i = 0; i < counts.size(); ++i) {
                        state[first + i] += counts[i] * size;
                    }
                });
            }
        }
        const ByTile stated = statedBytes("category.vertexInstanceState");
        const ByTile descriptors = statedBytes("category.copyDescriptor");
        const ByTile fields = statedBytes("category.vertexFieldData");
        for (uint32_t tile = 0; tile < tiles; ++tile) {
            compare(Identity::VertexState, {tile}, state[tile]);
            compare(Identity::ComputeSetMemory, {tile},
                    uint64_t{at(stated, tile)} + at(descriptors, tile) + at(fields, tile));
        }
    }

    /// The end of the last variable of a tile, and the alignment of all its variables.
    struct Extent {
        uint64_t end = 0;
        uint32_t shift = 0; ///< all addresses are multiples of 1 << shift
        bool isChecked() const { return end <= MaxAddress; }
    };
    /// Finds the extent of a tile, and adds up the bytes of each category.
    Extent extentOf(TileId tile, std::vector<uint64_t>& categories) const {
        const auto& tileBegin = m_profile.lowered.tileBegin;
        const bool counts = checks(Identity::CategoryBytes);
        categories.assign(m_profile.variableCategories.size(), 0);
        Extent extent;
        uint64_t bits = uint64_t{1} << 31U;
        for (size_t row = tileBegin[tile.index()]; row < tileBegin[tile.index() + 1]; ++row) {
            if (const auto place = placeOf(row)) {
                extent.end = std::max(extent.end, place->end);
                bits |= place->begin | place->end;
            }
            if (counts && isAllocated(row) && m_profile.lowered.category[row] != NoCategory) {
                categories[m_profile.lowered.category[row]] += m_profile.lowered.bytes[row];
            }
        }
        extent.shift = static_cast<uint32_t>(std::countr_zero(bits));
        return extent;
    }

    /// Checks a tile, or only a part of it if a stop is requested.
    void checkTile(TileId tile, Scratch& scratch, const std::stop_token& stop) {
        const LoweredVariables& lowered = m_profile.lowered;
        const Extent extent = extentOf(tile, scratch.categories);
        checkCategories(tile, scratch.categories);
        compare(Identity::HighestAddress, tile, extent.end);
        scratch.addresses.clear(extent.isChecked() ? extent.end : 0, extent.shift);
        scratch.events.reserveSteps(m_profile.stepCount() + size_t{1});
        std::optional<uint64_t> common;
        const auto use = [&](size_t row) {
            const auto both = scratch.addresses.add(*placeOf(row));
            common = common ? common : both;
        };
        bool separate = true; ///< whether all variables are checked for shared addresses
        uint64_t always = 0;
        (void)forEachRow(m_profile, tile, stop, [&](LoweredIndex row) {
            const size_t liveClass = lowered.liveClass[row.index()].index();
            const uint32_t bytes = lowered.bytes[row.index()];
            const bool isPlaced = extent.isChecked() && placeOf(row.index());
            if (isAlwaysLive(liveClass)) {
                always += bytes;
                if (isPlaced) {
                    use(row.index());
                }
                return;
            }
            const auto placed = isPlaced ? std::optional(row.value) : std::nullopt;
            forEachInterval(liveClass, [&](StepInterval interval) {
                separate = scratch.events.add(interval, bytes, placed) && separate;
            });
        });
        int64_t live = 0;
        int64_t maximum = 0;
        scratch.events.take([&](size_t step, int64_t bytes, const auto& ends, const auto& starts) {
            scratch.changes[step] += static_cast<uint64_t>(bytes);
            live += bytes;
            maximum = std::max(maximum, live);
            ends([&](uint32_t row) { scratch.addresses.remove(*placeOf(row)); });
            starts(use);
        });
        compare(Identity::AlwaysLive, tile, always);
        compare(Identity::NotAlwaysLive, tile, static_cast<uint64_t>(maximum));
        if (!extent.isChecked() || !separate) {
            return;
        }
        compare(Identity::UnionOfAddresses, tile, scratch.addresses.usedBytes());
        if (common) {
            fail({.identity = Identity::SeparateAddresses, .tile = tile, .computed = *common});
        }
    }

    void checkCategories(TileId tile, const std::vector<uint64_t>& computed) {
        if (!checks(Identity::CategoryBytes)) {
            return;
        }
        const auto& categories = m_profile.variableCategories;
        for (size_t i = 0; i < categories.size(); ++i) {
            const uint64_t stated = at(m_categoryBytes[i], tile.index());
            if (stated != computed[i]) {
                fail({.identity = Identity::CategoryBytes,
                      .tile = tile,
                      .category = categories[i].name,
                      .stated = stated,
                      .computed = computed[i]});
                return;
            }
        }
    }

    const Profile& m_profile;
    Workers& m_workers;
    /// By equivalence class: the only interval of the class; empty if the class has several intervals.
    /// Reading this list is faster than reading equivalenceClasses.
    std::vector<StepInterval> m_onlyInterval;
    std::array<bool, IdentityCount> m_checks{};
    std::array<ByTile, IdentityCount> m_stated; ///< by identity: the bytes that the profile states
    std::vector<ByTile> m_categoryBytes;        ///< by position in Profile::variableCategories
    std::mutex m_mutex;
    std::array<FailedIdentity, IdentityCount> m_failed;
};

} // namespace

Outcome<SelfCheckResult> runSelfChecks(const Profile& profile, Workers& workers, std::stop_token stop) {
    return SelfChecker(profile, workers).run(stop);
}

} // namespace tileline
