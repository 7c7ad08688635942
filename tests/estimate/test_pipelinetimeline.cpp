// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/pipelinetimeline.h"
#include "core/estimate/stageplacement.h"
#include "tests/support/random.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

using namespace tileline;
using namespace tileline::test;

namespace {

/// A pipeline of random times.
struct RandomPipeline {
    EntryCycles cycles;
    std::vector<EntryKind> kinds;
    std::vector<size_t> splits;
    std::vector<uint64_t> bytes;
    PipelineOptions options;
    TimeOptions link;
    bool training = true;
    uint64_t clock = 1'000'000;

    explicit RandomPipeline(Random& random) {
        training = random.below(4) > 0;
        const uint32_t entries = 1 + random.below(9);
        kinds.assign(entries, EntryKind::Layer);
        if (entries > 2 && random.below(3) > 0) {
            kinds.front() = EntryKind::Input;
            kinds.back() = EntryKind::Output;
        }
        const auto some = [&] { return random.below(5) == 0 ? 0.0 : 0.25 * random.below(4000); };
        for (uint32_t entry = 0; entry < entries; ++entry) {
            cycles.forward.push_back(some());
            cycles.backward.push_back(training ? some() : 0);
            cycles.update.push_back(some());
            if (entry > 0 && random.below(2) == 0) {
                splits.push_back(entry);
            }
        }
        options.recompute = static_cast<Recompute>(random.below(3));
        options.outputOn = static_cast<OutputOn>(1 + random.below(2));
        options.microBatches = 1 + random.below(40);
        link.linkIdleCycles = random.below(3) == 0 ? 0 : 100;
        link.linkBytesPerSecond = 250'000;
    }

    StagePlacement placement() const {
        std::vector<LayerIndex> at;
        for (const size_t split : splits) {
            at.push_back({static_cast<uint32_t>(split)});
        }
        return placeStages(*SplitPlan::make(kinds.size(), at), kinds, options);
    }
    PipelineTimeline timeline(const StagePlacement& placed) const {
        const PipelineTime time = timeOf(cycles, kinds, placed, bytes, training, options, clock, link);
        return {time, PipelineCycles(time, placed, bytes, training, clock, link)};
    }
};

bool equalTimes(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

/// The values that identify a block: cycle, ipu, stage, pass, micro-batch (-1 for an update).
using BlockKey = std::tuple<int64_t, int64_t, int64_t, int, int64_t>;

/// The timeline according to the specification, independent of the code: cycle by cycle, IPU by IPU.
struct NaiveTimeline {
    std::map<BlockKey, std::pair<double, double>> blocks;
    std::map<int64_t, std::tuple<double, double, int64_t>> transfers; ///< from, to, boundary
    std::vector<std::pair<double, double>> cycles;
    double end = 0;

    NaiveTimeline(const RandomPipeline& s, const StagePlacement& placed) {
        const auto F = static_cast<int64_t>(placed.stages.size());
        const int64_t N = static_cast<int64_t>(placed.ipus.size());
        const int64_t P = s.training ? 2 * F - 1 : F;
        const int64_t G = std::max<int64_t>(*s.options.microBatches, P);
        std::vector<std::array<double, 4>> parts; // of a stage, by pass
        for (int64_t i = 0; i < F; ++i) {
            std::array<double, 4> sum{};
            const LayerRange range = placed.stages[static_cast<size_t>(i)];
            uint32_t lastLayer = UINT32_MAX;
            for (uint32_t e = range.first.value; e <= range.last.value; ++e) {
                lastLayer = s.kinds[e] == EntryKind::Layer ? e : lastLayer;
            }
            for (uint32_t e = range.first.value; e <= range.last.value; ++e) {
                sum[0] += s.cycles.forward[e];
                sum[2] += s.training ? s.cycles.backward[e] : 0;
                sum[3] += s.training ? s.cycles.update[e] : 0;
                const bool again = i < F - 1 ? s.options.recompute != Recompute::Off
                                             : s.options.recompute == Recompute::Layers && e != lastLayer &&
                                                   s.kinds[e] != EntryKind::Output;
                sum[1] += s.training && again ? s.cycles.forward[e] : 0;
            }
            parts.push_back(sum);
        }
        const auto forwardOf = [&](int64_t place) { return place < F ? place : 2 * F - 2 - place; };
        const auto ipuOf = [&](int64_t place) { return forwardOf(place) < N ? forwardOf(place) : 0; };
        for (int64_t t = 0; t <= G + P - 2; ++t) {
            const auto works = [&](int64_t place) { return 0 <= t - place && t - place < G; };
            double longest = 0;
            for (int64_t ipu = 0; ipu < N; ++ipu) {
                double at = end;
                for (int64_t place = 0; place < P; ++place) {
                    for (int pass = 0; pass < 3; ++pass) {
                        const bool has = pass == 0 ? place < F : s.training && place >= F - 1;
                        const double length =
                            has ? parts[static_cast<size_t>(forwardOf(place))][static_cast<size_t>(pass)] : 0;
                        if (ipuOf(place) == ipu && works(place) && length > 0) {
                            blocks[{t, ipu, place, pass, t - place}] = {at, at + length};
                            at += length;
                        }
                    }
                }
                longest = std::max(longest, at - end);
            }
            double transfer = 0;
            int64_t boundary = 0;
            for (int64_t i = 0; i + 1 < F; ++i) {
                const int n = (works(i) ? 1 : 0) + (s.training && works(2 * F - 3 - i) ? 1 : 0);
                const double length =
                    n == 0 ? 0
                           : s.link.linkIdleCycles + static_cast<double>(s.bytes[static_cast<size_t>(i)]) *
                                                         n * static_cast<double>(s.clock) /
                                                         s.link.linkBytesPerSecond;
                if (length > transfer) {
                    transfer = length;
                    boundary = i;
                }
            }
            if (transfer > 0) {
                transfers[t] = {end + longest, end + longest + transfer, boundary};
            }
            cycles.emplace_back(end, end + longest + transfer);
            end += longest + transfer;
        }
        double update = 0;
        for (int64_t ipu = 0; ipu < N; ++ipu) {
            double at = end;
            for (int64_t place = F - 1; place < P; ++place) {
                const double length = parts[static_cast<size_t>(forwardOf(place))][3];
                if (ipuOf(place) == ipu && length > 0) {
                    blocks[{G + P - 1, ipu, place, 3, -1}] = {at, at + length};
                    at += length;
                }
            }
            update = std::max(update, at - end);
        }
        end += update;
    }
};

} // namespace

class TestPipelineTimeline : public QObject {
    Q_OBJECT

private slots:
    /// Blocks, transfers, cycles, sums and the end of random pipelines, recomputed naively.
    void equalsWhatTheSpecificationSays() {
        Random random(7);
        std::array<int, 6> seen{};
        for (int round = 0; round < 600; ++round) {
            RandomPipeline subject(random);
            const StagePlacement placed = subject.placement();
            for (size_t i = 1; i < placed.stages.size(); ++i) {
                subject.bytes.push_back(random.below(3) * 50);
            }
            const PipelineTimeline timeline = subject.timeline(placed);
            const NaiveTimeline expected(subject, placed);
            QCOMPARE(timeline.cycleCount(), uint64_t{expected.cycles.size()});
            const std::string where = "round " + std::to_string(round);
            QVERIFY2(equalTimes(expected.end, timeline.time().makespan), where.c_str());
            QVERIFY(equalTimes(timeline.cycle(timeline.cycleCount()).to, timeline.time().makespan));
            std::vector<double> doneAt(timeline.ipus(), 0);
            std::vector<double> busy(timeline.ipus(), 0);
            double transferred = 0;
            size_t blocks = 0;
            size_t transfers = 0;
            for (uint64_t t = 0; t <= timeline.cycleCount(); ++t) {
                const PipelineTimeline::Cycle cycle = timeline.cycle(t);
                if (t < timeline.cycleCount()) {
                    QVERIFY(equalTimes(cycle.from, expected.cycles[t].first));
                    QVERIFY(equalTimes(cycle.to, expected.cycles[t].second));
                }
                transferred += cycle.to - cycle.transferFrom;
                if (cycle.transferFrom < cycle.to) {
                    const auto found = expected.transfers.find(static_cast<int64_t>(t));
                    QVERIFY(found != expected.transfers.end());
                    QVERIFY(equalTimes(cycle.transferFrom, std::get<0>(found->second)));
                    QCOMPARE(int64_t{cycle.boundary}, std::get<2>(found->second));
                    ++transfers;
                }
                BlockKey before{-1, 0, 0, 0, 0};
                for (const TimelineBlock& block : timeline.blocks(t)) {
                    const BlockKey which{block.cycle, block.ipu, block.stage, static_cast<int>(block.pass),
                                         block.microBatch ? int64_t{*block.microBatch} : -1};
                    const auto found = expected.blocks.find(which);
                    QVERIFY(found != expected.blocks.end());
                    QVERIFY(equalTimes(block.from, found->second.first));
                    QVERIFY(equalTimes(block.to, found->second.second));
                    QVERIFY(before < which);
                    QVERIFY(doneAt[block.ipu] <= block.from + 1e-6);
                    before = which;
                    doneAt[block.ipu] = block.to;
                    busy[block.ipu] += block.to - block.from;
                    ++blocks;
                    ++seen[static_cast<size_t>(block.pass)];
                }
            }
            QCOMPARE(blocks, expected.blocks.size());
            QCOMPARE(transfers, expected.transfers.size());
            const auto sums = timeline.sums();
            for (uint32_t ipu = 0; ipu < timeline.ipus(); ++ipu) {
                QVERIFY(equalTimes(sums[ipu].busy, busy[ipu]));
                QVERIFY(equalTimes(sums[ipu].transfer, transferred));
                QVERIFY(equalTimes(sums[ipu].busy + sums[ipu].waiting + sums[ipu].transfer, expected.end));
                QVERIFY(equalTimes(timeline.periodSums()[ipu].busy + timeline.periodSums()[ipu].waiting +
                                       timeline.periodSums()[ipu].transfer,
                                   timeline.time().period));
            }
            seen[4] += placed.outputOnFirst() ? 1 : 0;
            seen[5] += subject.training ? 0 : 1;
        }
        QVERIFY(*std::min_element(seen.begin(), seen.end()) > 50);
    }

    /// A cycle is looked up, no matter how many micro-batches there are.
    void manyMicroBatchesCostNothing() {
        Random random(3);
        RandomPipeline subject(random);
        subject.splits = {};
        subject.options.microBatches = UINT32_MAX;
        const StagePlacement placed = subject.placement();
        const PipelineTimeline timeline = subject.timeline(placed);
        QCOMPARE(timeline.cycleCount(), uint64_t{UINT32_MAX});
        QVERIFY(equalTimes(timeline.cycle(timeline.cycleCount()).to, timeline.time().makespan));
        for (const TimelineBlock& block : timeline.blocks(UINT32_MAX - 1)) {
            QCOMPARE(*block.microBatch, UINT32_MAX - 1);
        }
    }
};

TILELINE_TEST(TestPipelineTimeline)
#include "test_pipelinetimeline.moc"
