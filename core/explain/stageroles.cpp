// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/stageroles.h"

#include "core/estimate/estimateindex.h"
#include "core/estimate/stagecontents.h"
#include "core/estimate/stageliveness.h"
#include "core/memory/liveness.h"

namespace tileline {

namespace {

constexpr std::array<std::string_view, 4> ChangeIds{"optimizer-off-chip", "half-accumulators",
                                                    "halve-activations", "double-activations"};

/// The value of `bytes` after the changes, in units of half a byte, so that halving an odd number is exact.
uint64_t halves(const ModelChanges& whatIf, Role role, bool ofMicroBatch, uint64_t bytes) {
    if (role == Role::OptimizerState && whatIf.optimizerOffChip) {
        return 0;
    }
    if (role == Role::Accumulators && whatIf.halfAccumulators) {
        return bytes;
    }
    if (ofMicroBatch && whatIf.microBatch != ModelChanges::MicroBatch::Same) {
        return whatIf.microBatch == ModelChanges::MicroBatch::Halved ? bytes : 4 * bytes;
    }
    return 2 * bytes;
}

/// Divides the bytes of tiles among the roles. Each thread has its own object.
struct RoleScan {
    const Profile& profile;
    const HeldRows& held;
    const VariableRoles& roles;
    const ModelChanges& whatIf;
    std::span<const uint8_t> used; ///< by lowered variable: whether the stage uses it
    std::span<const StepInterval> steps;
    const StageTiles& tiles;
    LiveChanges changes{}; ///< in units of half a byte

    RoleBytes bytesOf(uint32_t tile) const {
        const CategoryBytes estimate = tiles.tile(tile);
        RoleBytes bytes;
        bytes[Role::Code] = estimate.vertexCode + estimate.exchangeCode + estimate.controlCode;
        bytes[Role::VertexState] = estimate.vertexState;
        bytes[Role::Stashes] = estimate.stash;
        bytes[Role::Accumulators] = estimate.accumulators;
        bytes[Role::Unowned] = estimate.unowned;
        if (estimate.variables == 0) {
            return bytes; // no variable is counted, for example if the stage runs in no step
        }
        const LoweredVariables& lowered = profile.lowered;
        for (size_t row = lowered.tileBegin[tile]; row < lowered.tileBegin[tile + 1]; ++row) {
            if (used[row] != 0 && held.liveAround(row, tiles.peakStep[tile])) {
                bytes[roles.of({static_cast<uint32_t>(row)})] += lowered.bytes[row];
            }
        }
        return bytes;
    }

    uint64_t changedPeak(uint32_t tile) {
        const CategoryBytes estimate = tiles.tile(tile);
        const uint64_t constant = 2 * (estimate.statics() + estimate.unowned) +
                                  halves(whatIf, Role::Stashes, true, estimate.stash) +
                                  halves(whatIf, Role::Accumulators, false, estimate.accumulators);
        const LoweredVariables& lowered = profile.lowered;
        changes.clear();
        for (size_t row = lowered.tileBegin[tile]; row < lowered.tileBegin[tile + 1]; ++row) {
            if (used[row] == 0) {
                continue;
            }
            const LoweredIndex index{static_cast<uint32_t>(row)};
            const auto bytes = static_cast<int64_t>(
                halves(whatIf, roles.of(index), roles.isOfMicroBatch(index), lowered.bytes[row]));
            for (const StepInterval& live : held.live(row)) {
                for (const StepInterval& interval : steps) {
                    changes.add(live, interval, bytes);
                }
            }
        }
        return (constant + changes.peak().bytes + 1) / 2;
    }
};

/// The results of one thread.
struct Tally {
    RoleBytes bytes;
    ChangedPeak changed;
};

/// Sets `peak` to `other` if `other` is higher, or if `other` is equally high and on an earlier tile.
void raise(ChangedPeak& peak, const ChangedPeak& other) {
    if (std::pair(other.tileBytes, peak.tile) > std::pair(peak.tileBytes, other.tile)) {
        peak = other;
    }
}

} // namespace

std::span<const std::string_view> modelChangeIds() {
    return ChangeIds;
}

bool ModelChanges::add(std::string_view id) {
    const auto setMicroBatch = [this](MicroBatch size) {
        const bool contradicts = microBatch != MicroBatch::Same && microBatch != size;
        microBatch = contradicts ? microBatch : size;
        return !contradicts;
    };
    if (id == ChangeIds[0]) {
        return optimizerOffChip = true;
    }
    if (id == ChangeIds[1]) {
        return halfAccumulators = true;
    }
    return (id == ChangeIds[2] && setMicroBatch(MicroBatch::Halved)) ||
           (id == ChangeIds[3] && setMicroBatch(MicroBatch::Doubled));
}

std::vector<std::string_view> ModelChanges::ids() const {
    std::vector<std::string_view> ids;
    const std::array chosen{optimizerOffChip, halfAccumulators, microBatch == MicroBatch::Halved,
                            microBatch == MicroBatch::Doubled};
    for (size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i]) {
            ids.push_back(ChangeIds[i]);
        }
    }
    return ids;
}

Outcome<StageRoles> rolesOf(const StageEstimator& estimator, const VariableRoles& roles,
                            const PlacedStage& stage, const ModelChanges& whatIf, Workers& workers,
                            std::stop_token stop) {
    const Profile& profile = estimator.profile();
    const StageTiles tiles = TRY(estimator.tilesPlaced(stage, workers, stop));
    const std::vector<uint8_t> used = TRY(rowsUsedBy(estimator, stage, stop));
    const std::vector<StepInterval> steps = stepsOf(estimator, stage);
    const HeldRows held(estimator.index(), stage);

    std::vector<Tally> tallies(workers.count());
    const bool finished = workers.forEach(
        tiles.size(), 8,
        [&](size_t begin, size_t end, size_t worker) {
            RoleScan scan{profile, held, roles, whatIf, used, steps, tiles};
            Tally& tally = tallies[worker];
            for (size_t i = begin; i < end; ++i) {
                const auto tile = static_cast<uint32_t>(i);
                tally.bytes.add(scan.bytesOf(tile));
                raise(tally.changed, {whatIf.any() ? scan.changedPeak(tile) : 0, {tile}});
            }
        },
        stop);
    if (!finished) {
        return Cancelled{};
    }
    StageRoles result;
    ChangedPeak changed = tallies.front().changed;
    for (const Tally& tally : tallies) {
        result.bytes.add(tally.bytes);
        raise(changed, tally.changed);
    }
    size_t fullest = 0;
    for (size_t tile = 1; tile < tiles.size(); ++tile) {
        fullest = tiles.tile(tile).total() > tiles.tile(fullest).total() ? tile : fullest;
    }
    result.peakBytes =
        RoleScan{profile, held, roles, whatIf, used, steps, tiles}.bytesOf(static_cast<uint32_t>(fullest));
    result.peakBytes[Role::IoTiles] = estimator.ioTileBytes(result.peakBytes.total());
    if (whatIf.any()) {
        changed.tileBytes += estimator.ioTileBytes(changed.tileBytes);
        result.changed = changed;
    }
    return result;
}

} // namespace tileline
