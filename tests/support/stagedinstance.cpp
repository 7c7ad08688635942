// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stagedinstance.h"

#include "core/plan/settingoptions.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tileline::test {

namespace {

/// The stages of a plan on their IPUs, and how many stages follow each, directly from the definition.
struct PlacedStages {
    std::vector<StageAt> ipus;
    std::vector<size_t> boundaries;
};

PlacedStages stagesOf(size_t layers, bool outputOnFirst, const SplitPlan& plan) {
    std::vector<size_t> begins{0};
    for (const LayerIndex split : plan.splits()) {
        if (!outputOnFirst || split.index() + 1 < layers) {
            begins.push_back(split.index());
        }
    }
    const bool beside = outputOnFirst && begins.size() > 1;
    PlacedStages stages;
    for (size_t i = 0; i < begins.size(); ++i) {
        const size_t end = i + 1 < begins.size() ? begins[i + 1] : layers - (beside ? 1 : 0);
        stages.ipus.push_back({begins[i], end - 1,
                               static_cast<uint32_t>(begins.size() - 1 - i + (beside ? 1 : 0)),
                               beside && i == 0});
        if (i > 0) {
            stages.boundaries.push_back(begins[i]);
        }
    }
    if (beside) {
        stages.boundaries.push_back(layers - 1);
    }
    return stages;
}

void addPeaks(Random& random, StagedInstance& instance, const std::vector<uint32_t>& copies) {
    const size_t layers = instance.costs.layerCount();
    const uint32_t values = 2 + random.below(30);
    const bool growing = random.below(2) == 0;
    std::vector<std::vector<std::pair<uint64_t, uint64_t>>> tiles(layers * layers + layers);
    const auto addLines = [&](size_t slot, size_t entries) {
        for (uint32_t tile = 0; tile < 3; ++tile) {
            tiles[slot].emplace_back(random.below(values) + (growing ? 10 * entries : 0), random.below(4));
        }
        PeakFront front;
        for (uint32_t tile = 0; tile < 3; ++tile) {
            front.add(tiles[slot][tile].first, static_cast<uint32_t>(tiles[slot][tile].second), {tile},
                      [] { return StepIndex{0}; });
        }
        std::vector<PeakLine> lines;
        front.forEachPeak(200, [&](const PeakLine& line) { lines.push_back(line); });
        return lines;
    };
    for (size_t first = 0; first < layers; ++first) {
        for (size_t last = first; last < layers; ++last) {
            instance.costs.setLines(first, last, addLines(first * layers + last, last - first + 1));
        }
        instance.costs.setLinesBesideOutput(first, addLines(layers * layers + first, first + 2));
    }
    instance.peak = [tiles, copies, layers](const StageAt& stage) {
        uint64_t peak = 0;
        for (const auto& [base, slope] :
             tiles[stage.withOutput ? layers * layers + stage.last : stage.first * layers + stage.last]) {
            peak = std::max(peak, base + copies[stage.after] * slope);
        }
        return peak;
    };
}

/// Cycles of entries and of transfers over boundaries. Sometimes a transfer depends on both ends of a stage.
void addTimes(Random& random, StagedInstance& instance) {
    const size_t layers = instance.costs.layerCount();
    const uint32_t values = 1 + random.below(40);
    const bool recomputes = random.below(3) != 0;
    const bool byBothEnds = random.below(4) == 0;
    // Thirds cannot be stored exactly, so sums depend on their order.
    const double unit = random.below(2) == 0 ? 1 : 1.0 / 3;
    std::vector<double> forward;
    std::vector<double> backward;
    std::vector<std::array<double, 2>> transfer; // transfer to the entry, and from the entry before it
    for (size_t entry = 0; entry < layers; ++entry) {
        forward.push_back(unit * random.below(values));
        backward.push_back(unit * random.below(values));
        transfer.push_back({unit * random.below(values), byBothEnds ? unit * random.below(values) : 0});
    }
    instance.time = [=](const StageAt& stage) {
        StageTimes::Time time;
        PipelineTime::Stage cycles;
        for (size_t entry = stage.first; entry <= stage.last; ++entry) {
            cycles.forward += forward[entry];
            cycles.backward += backward[entry];
        }
        cycles.recompute = recomputes && stage.after > 0 ? cycles.forward : 0;
        time.work = cycles.total();
        time.transfer = stage.first > 0 ? transfer[stage.first][0] : 0;
        time.transfer += stage.last + 1 < layers && !stage.withOutput ? transfer[stage.last + 1][1] : 0;
        if (stage.withOutput) {
            time.work += forward[layers - 1] + backward[layers - 1];
            time.transfer = transfer[layers - 1][0];
        }
        return time;
    };
    StageTimes times(layers);
    for (size_t first = 0; first < layers; ++first) {
        for (size_t last = first; last < layers; ++last) {
            times.set(first, last, instance.time({first, last, last + 1 < layers ? 1U : 0U, false}));
        }
        if (first + 1 < layers) {
            times.setBesideOutput(first, instance.time({0, first, 2, true}));
        }
    }
    instance.costs.setTimes(std::move(times));
}

} // namespace

StagedInstance randomInstance(Random& random, size_t layers) {
    StagedInstance instance{IntervalCosts(layers), layers > 1 && random.below(2) == 0, {}, {}};
    std::vector<uint32_t> copies;
    const auto schedule = static_cast<Schedule>(random.below(4));
    for (uint32_t after = 0; after <= MaxIpus; ++after) {
        copies.push_back(stashCopies(schedule, after));
    }
    instance.costs.setPositional(copies, instance.outputOnFirst);
    for (size_t first = 0; first < layers; ++first) {
        instance.costs.setCrossing(first, first == 0 ? 0 : random.below(4));
        instance.costs.setSplitsWeight(first, first > 0 && random.below(8) == 0);
    }
    addPeaks(random, instance, copies);
    addTimes(random, instance);
    return instance;
}

SolveRequest randomStagedRequest(Random& random, size_t layers, Objective objective) {
    SolveRequest request;
    request.objective = objective;
    MemoryLimits memory{1 + random.below(80), {}, random.below(3) == 0 ? random.below(MaxKeepFree) : 0};
    for (uint32_t i = random.below(2) == 0 ? random.below(5) : 0; i > 0; --i) {
        memory.ofIpu.push_back(random.below(80));
    }
    request.constraints = PlanConstraints(layers, 1 + random.below(6), std::move(memory));
    for (uint32_t layer = 1; layer < layers; ++layer) {
        if (random.below(8) == 0) {
            request.constraints = request.constraints.withPinned({layer});
        } else if (random.below(8) == 0) {
            request.constraints = request.constraints.withForbidden({layer});
        }
    }
    request.minLayers = random.below(4) == 0 ? 2 : 1;
    request.maxLayers = random.below(4) == 0 ? 1 + random.below(4) : 0;
    return request;
}

bool obeysStaged(const StagedInstance& instance, const SplitPlan& plan, const SolveRequest& request,
                 size_t ipus) {
    const size_t layers = instance.costs.layerCount();
    const PlacedStages stages = stagesOf(layers, instance.outputOnFirst, plan);
    if (plan.stageCount() > ipus) {
        return false;
    }
    for (uint32_t entry = 1; entry < layers; ++entry) {
        // If Output is on the first IPU, a split before it only takes one of the plan's stages, so plans have
        // it only if it is pinned.
        const bool free = instance.outputOnFirst && entry + 1 == layers;
        const bool split = plan.isSplit({entry});
        const bool pinned = request.constraints.isPinned({entry});
        if ((pinned && !split) || (free && split && !pinned) ||
            (split && !free && request.constraints.isForbidden({entry})) ||
            (split && !free && instance.costs.splitsWeight(entry))) {
            return false;
        }
    }
    return std::all_of(stages.ipus.begin(), stages.ipus.end(), [&](const StageAt& stage) {
        const size_t size = stage.last - stage.first + 1;
        return size >= request.minLayers && (request.maxLayers == 0 || size <= request.maxLayers);
    });
}

PlanRank stagedRankOf(const StagedInstance& instance, const SolveRequest& request, const SplitPlan& plan) {
    const PlacedStages stages = stagesOf(instance.costs.layerCount(), instance.outputOnFirst, plan);
    PlanRank rank;
    rank.stages = stages.ipus.size();
    rank.splits.assign(plan.splits().begin(), plan.splits().end());
    StageTimes::Time longest;
    for (uint32_t ipu = 0; ipu < stages.ipus.size(); ++ipu) {
        const uint64_t peak = instance.peak(stages.ipus[ipu]);
        const uint64_t limit = request.constraints.limitOf({ipu});
        rank.overflow = std::max(rank.overflow, peak > limit ? peak - limit : 0);
        rank.peak = std::max(rank.peak, peak);
        rank.sum += peak;
        const StageTimes::Time time = instance.time(stages.ipus[ipu]);
        longest.work = std::max(longest.work, time.work);
        longest.transfer = std::max(longest.transfer, time.transfer);
    }
    rank.period = longest.work + longest.transfer;
    for (const size_t boundary : stages.boundaries) {
        rank.crossing += instance.costs.crossing(boundary);
    }
    return rank;
}

std::optional<PlanRank> stagedBruteForce(const StagedInstance& instance, const SolveRequest& request) {
    return bestOfAllPlans(instance.costs.layerCount(), request.objective,
                          [&](const SplitPlan& plan) -> std::optional<PlanRank> {
                              if (!obeysStaged(instance, plan, request, request.constraints.ipus())) {
                                  return std::nullopt;
                              }
                              return stagedRankOf(instance, request, plan);
                          });
}

} // namespace tileline::test
