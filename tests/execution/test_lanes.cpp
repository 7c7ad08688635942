// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/tracefigures.h"
#include "core/execution/tracelanes.h"
#include "core/memory/origins.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/fixtures.h"
#include "tests/support/random.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <cmath>
#include <map>
#include <numeric>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

/// Spans with gaps, most of them short.
std::vector<LaneSpan> randomSpans(Random& random, size_t count) {
    std::vector<LaneSpan> spans;
    double at = random.below(20);
    for (size_t i = 0; i < count; ++i) {
        const double length = 1 + random.below(random.below(20) == 0 ? 500 : 6);
        spans.push_back({at, at + length, static_cast<SpanLook>(random.below(SpanLookCount))});
        at += length + (random.below(3) == 0 ? random.below(30) : 0);
    }
    return spans;
}

} // namespace

/// The drawn pieces of lanes, compared with a computation that looks at every span.
class TestLanes : public QObject {
    Q_OBJECT

private slots:
    void piecesAreWhatTheSpansCover() {
        Random random(7);
        for (int round = 0; round < 300; ++round) {
            const std::vector<LaneSpan> spans = randomSpans(random, random.below(400));
            const Lane lane(std::make_shared<StoredSpans>(spans));
            const double end = spans.empty() ? 100 : spans.back().to + 10;
            const double from = random.below(static_cast<uint32_t>(end));
            const double to = from + 1 + random.below(static_cast<uint32_t>(end));
            // With so many pixels, no column has too many spans to look at them one by one.
            const int width = 50 + static_cast<int>(random.below(300));
            const double scale = width / (to - from);
            const auto pieces = lane.pieces(from, to, width);
            std::set<size_t> seen;
            size_t next = 0; // the first span that is not in a piece yet
            while (next < spans.size() && spans[next].to <= from) {
                ++next;
            }
            for (size_t i = 0; i < pieces.size(); ++i) {
                const Lane::Piece& piece = pieces[i];
                QVERIFY(piece.left < piece.right && piece.right <= width + 1);
                QVERIFY(i == 0 || pieces[i - 1].left <= piece.left);
                if (piece.span && (spans[*piece.span].to - spans[*piece.span].from) * scale >= 1) {
                    QCOMPARE(*piece.span, next);
                    QVERIFY(piece.look == spans[next].look);
                    QVERIFY(std::abs(piece.left - (std::max(spans[next].from, from) - from) * scale) < 1e-6);
                    QVERIFY(std::abs(piece.right - (std::min(spans[next].to, to) - from) * scale) < 1e-6);
                    ++next;
                    continue;
                }
                // All spans that end in this column of pixels.
                const double limit = from + (piece.left + 1) / scale;
                std::array<double, SpanLookCount> covered{};
                double sum = 0;
                size_t count = 0;
                for (; next < spans.size() && (count == 0 || spans[next].to <= limit); ++next, ++count) {
                    const double length = spans[next].to - spans[next].from;
                    covered[static_cast<size_t>(spans[next].look)] += length;
                    sum += length;
                }
                QVERIFY(count > 0);
                QCOMPARE(covered[static_cast<size_t>(piece.look)],
                         *std::max_element(covered.begin(), covered.end()));
                QVERIFY(std::abs(piece.covered - std::min(1.0, sum * scale)) < 1e-6);
                QVERIFY(piece.span.has_value() == (count == 1));
            }
            QVERIFY(next == spans.size() || spans[next].from >= to);
            QVERIFY(pieces.size() <= static_cast<size_t>(2 * width + 2));
        }
    }

    /// When zoomed far out, a column has so many spans that only blocks of them are counted.
    void columnsOfManySpans() {
        Random random(9);
        const std::vector<LaneSpan> spans = randomSpans(random, 60'000);
        const Lane lane(std::make_shared<StoredSpans>(spans));
        const double end = spans.back().to;
        constexpr int Width = 50;
        const double scale = Width / end;
        std::vector<double> covered(Width, 0);
        for (const LaneSpan& span : spans) {
            covered[std::min<size_t>(Width - 1, static_cast<size_t>((span.to - 0.5) * scale))] +=
                (span.to - span.from) * scale;
        }
        const auto pieces = lane.pieces(0, end, Width);
        QVERIFY(pieces.size() == Width || pieces.size() == Width + 1);
        double sum = 0;
        for (const Lane::Piece& piece : pieces) {
            QCOMPARE(piece.right, piece.left + 1);
            const auto column = static_cast<size_t>(piece.left);
            QVERIFY(column >= Width || std::abs(piece.covered - covered[column]) < 0.05);
            sum += piece.covered;
        }
        const double all = std::accumulate(covered.begin(), covered.end(), 0.0);
        QVERIFY(std::abs(sum - all) < 0.01 * all);
    }

    /// A lane without gaps looks busy everywhere, wherever its columns are cut.
    void aBusyLaneHasNoStreaks() {
        std::vector<LaneSpan> spans;
        for (int i = 0; i < 30'000; ++i) {
            spans.push_back({2.0 * i, 2.0 * i + 2, SpanLook::Exchange});
        }
        const Lane lane(std::make_shared<StoredSpans>(spans));
        for (const int width : {100, 333, 521, 700}) {
            const auto pieces = lane.pieces(0, 60'000, width);
            for (size_t i = 0; i + 1 < pieces.size(); ++i) {
                QCOMPARE(pieces[i].covered, 1.0);
            }
        }
    }

    void theSpanAtATime() {
        Random random(8);
        const std::vector<LaneSpan> spans = randomSpans(random, 200);
        const Lane lane(std::make_shared<StoredSpans>(spans));
        for (double time = 0; time < spans.back().to + 5; time += 0.5) {
            std::optional<size_t> expected;
            for (size_t i = 0; i < spans.size(); ++i) {
                expected = spans[i].from <= time && time < spans[i].to ? i : expected;
            }
            QCOMPARE(lane.spanAt(time), expected);
        }
        QVERIFY(Lane(std::make_shared<StoredSpans>(std::vector<LaneSpan>())).pieces(0, 10, 5).empty());
        QVERIFY(lane.pieces(5, 5, 100).empty());
    }

    /// Each step with a length is on one lane, and each name covers the steps below it.
    void lanesOfATrace() {
        const auto trace = traceOfTwoIpus();
        for (const LaneNaming naming : {LaneNaming::Steps, LaneNaming::Names, LaneNaming::Entries,
                                        LaneNaming::Modules, LaneNaming::Programs}) {
            std::set<uint32_t> rows;
            for (uint32_t run = 0; run < trace->runs().size(); ++run) {
                const TraceLanes lanes = *TraceLanes::find(trace, run, naming, {.runs = true});
                QCOMPARE(lanes.ipus.size(), size_t{2});
                for (LanePosition at; at.group < 2; ++at.group) {
                    const TraceLanes::OfIpu& ipu = lanes.ipus[at.group];
                    for (at.lane = 0; at.lane < ipu.lanes.size(); ++at.lane) {
                        double end = -1;
                        for (at.span = 0; at.span < ipu.lanes[at.lane].size(); ++at.span) {
                            const LaneSpan span = ipu.lanes[at.lane].at(at.span);
                            QVERIFY(span.from >= end && span.to > span.from);
                            QVERIFY(lanes.from <= span.from && span.to <= lanes.to);
                            end = span.to;
                            if (lanes.isStep(at)) {
                                QVERIFY(rows.insert(lanes.rowOf(at)).second);
                                QVERIFY(trace->steps().ipu(lanes.rowOf(at)) == ipu.ipu);
                            } else if (at.lane == 0) {
                                QVERIFY(lanes.haveRuns); // the bar of the run
                                QCOMPARE(lanes.nameOf(at), trace->runs()[run].name);
                                QCOMPARE(ipu.lanes[at.lane].size(), size_t{1});
                            } else {
                                QVERIFY(!lanes.nameOf(at).empty());
                                // A stream copy is right above its phases; its parent can be higher.
                                const bool copy = lanes.nameOf(at) == StreamCopyName;
                                for (size_t above = at.lane; above > 1; --above) {
                                    const auto parent = ipu.lanes[above - 1].spanAt(span.from);
                                    QVERIFY(parent || copy);
                                    if (parent) {
                                        QVERIFY(ipu.lanes[above - 1].at(*parent).to >= span.to);
                                        break;
                                    }
                                }
                            }
                        }
                    }
                    QVERIFY(naming == LaneNaming::Steps || !lanes.isStep({at.group, 1, 0}));
                }
                for (const auto& [program, first] : lanes.firstOf) {
                    QVERIFY(trace->steps().program(lanes.rowOf(first)) == ProgramIndex{program});
                }
            }
            size_t expected = 0;
            for (size_t row = 0; row < trace->steps().size(); ++row) {
                expected += trace->steps().length(row) > 0 ? 1 : 0;
            }
            QCOMPARE(rows.size(), expected);
        }
    }

    /// The lanes of all runs, with a bar for each run from its first step to its last.
    void lanesOfAllRuns() {
        const auto trace = traceOfTwoIpus();
        const TraceLanes lanes = *TraceLanes::find(trace, std::nullopt, LaneNaming::Steps, {.runs = true});
        QVERIFY(trace->runs().size() > 1 && lanes.ipus.size() == 2);
        const ExecutionSteps& steps = trace->steps();
        size_t shown = 0;
        for (const TraceLanes::OfIpu& ipu : lanes.ipus) {
            QCOMPARE(ipu.lanes[0].size(), trace->runs().size());
            for (size_t run = 0; run < trace->runs().size(); ++run) {
                uint64_t from = UINT64_MAX;
                uint64_t to = 0;
                for (size_t row = 0; row < steps.size(); ++row) {
                    if (steps.run(row) == trace->runs()[run].id && steps.ipu(row) == ipu.ipu &&
                        steps.length(row) > 0) {
                        from = std::min(from, steps.from(row));
                        to = std::max(to, steps.to(row));
                    }
                }
                QCOMPARE(ipu.lanes[0].at(run).from, static_cast<double>(from));
                QCOMPARE(ipu.lanes[0].at(run).to, static_cast<double>(to));
                QCOMPARE(lanes.names[ipu.names[0][run]], trace->runs()[run].name);
            }
            for (size_t lane = 1; lane < ipu.lanes.size(); ++lane) {
                shown += ipu.lanes[lane].size();
            }
        }
        size_t expected = 0;
        for (size_t row = 0; row < steps.size(); ++row) {
            expected += steps.length(row) > 0 ? 1 : 0;
        }
        QCOMPARE(shown, expected);
    }

    /// The names above a step are programs on its path in the program tree.
    void lanesOfTheProgramTree() {
        const auto trace = traceOfTwoIpus();
        const Profile& profile = trace->profile();
        std::vector<std::set<uint32_t>> parents(profile.programs.size());
        for (uint32_t program = 0; program < profile.programs.size(); ++program) {
            for (const ProgramIndex child : profile.programChildren[program]) {
                parents[child.index()].insert(program);
            }
        }
        // Whether a path, from the bottom up, leads over programs with these names.
        const auto leadsTo = [&](uint32_t program, std::vector<std::string> wanted) {
            std::set<uint32_t> at{program};
            while (!at.empty() && !wanted.empty()) {
                std::set<uint32_t> above;
                bool found = false;
                for (const uint32_t each : at) {
                    for (const uint32_t parent : parents[each]) {
                        const std::string own = programName(profile, {parent});
                        const std::string name = own.empty() ? profile.programs[parent].type : own;
                        above.insert(parent);
                        found |= wanted.back() == name || wanted.back().ends_with("/" + name);
                    }
                }
                found ? wanted.pop_back() : void();
                at = std::move(above);
            }
            return wanted.empty();
        };
        const TraceLanes lanes = *TraceLanes::find(trace, 0, LaneNaming::Programs);
        size_t checked = 0;
        size_t deepest = 0;
        for (LanePosition at; at.group < 2; ++at.group) {
            const TraceLanes::OfIpu& ipu = lanes.ipus[at.group];
            at.lane = 0;
            while (!lanes.isStep(at)) {
                ++at.lane;
            }
            for (at.span = 0; at.span < ipu.lanes[at.lane].size(); ++at.span) {
                const auto program = trace->steps().program(lanes.rowOf(at));
                const LaneSpan span = ipu.lanes[at.lane].at(at.span);
                std::vector<std::string> names;
                for (size_t above = 0; above < at.lane; ++above) {
                    const auto name = ipu.lanes[above].spanAt(span.from);
                    if (name && lanes.nameOf({at.group, above, *name}) != StreamCopyName) {
                        names.push_back(lanes.nameOf({at.group, above, *name}));
                    }
                }
                if (program && !isSync(trace->markOf(lanes.rowOf(at)).kind())) {
                    ++checked;
                    deepest = std::max(deepest, names.size());
                    QVERIFY2(leadsTo(program->value, names), names.empty() ? "" : names.back().c_str());
                }
            }
        }
        QVERIFY(checked > 100 && deepest > 0);
    }

    /// A coarse picture, against the sum over all steps for each column.
    void coarseLanes() {
        const auto trace = traceOfTwoIpus();
        const Profile& profile = trace->profile();
        const ExecutionSteps& steps = trace->steps();
        const auto programs = programMarks(profile, trace->layers(), Passes::find(profile, trace->layers()));
        for (const std::optional<uint32_t> run : {std::optional(1U), std::optional<uint32_t>()}) {
            const TraceLanes lanes = *TraceLanes::find(trace, run, LaneNaming::Steps);
            const TraceLanes coarse = *TraceLanes::coarse(profile, programs, run);
            QCOMPARE(coarse.from, lanes.from);
            QCOMPARE(coarse.to, lanes.to);
            QCOMPARE(coarse.ipus.size(), lanes.ipus.size());
            const double width = (lanes.to - lanes.from) / TraceLanes::CoarseColumns;
            for (const TraceLanes::OfIpu& ipu : coarse.ipus) {
                std::vector<std::array<double, SpanLookCount>> covered(TraceLanes::CoarseColumns);
                for (size_t row = 0; row < steps.size(); ++row) {
                    if (steps.ipu(row) != ipu.ipu || steps.length(row) == 0 ||
                        (run && steps.run(row) != trace->runs()[*run].id)) {
                        continue;
                    }
                    // Of a program with several entries, only the first is known.
                    StepMark mark = trace->markOf(row);
                    const auto program = steps.program(row);
                    if (program && !programs[program->index()].entries.empty()) {
                        mark = StepMark::of(mark.kind(), programs[program->index()].entries.front());
                    }
                    for (size_t column = 0; column < covered.size(); ++column) {
                        const double begin = lanes.from + static_cast<double>(column) * width;
                        const double both = std::min(begin + width, static_cast<double>(steps.to(row))) -
                                            std::max(begin, static_cast<double>(steps.from(row)));
                        covered[column][static_cast<size_t>(lookOf(mark))] += std::max(0.0, both);
                    }
                }
                size_t span = 0;
                for (size_t column = 0; column < covered.size(); ++column) {
                    const double sum = std::accumulate(covered[column].begin(), covered[column].end(), 0.0);
                    const double begin = lanes.from + static_cast<double>(column) * width;
                    const bool isHere = span < ipu.lanes[0].size() &&
                                        std::abs(ipu.lanes[0].at(span).from - begin) < width / 2;
                    QVERIFY(isHere || sum < 1e-3 * width);
                    if (isHere) {
                        const LaneSpan shown = ipu.lanes[0].at(span++);
                        const double most = *std::max_element(covered[column].begin(), covered[column].end());
                        QVERIFY(std::abs(shown.to - shown.from - std::min(sum, width)) < 1e-3 * width);
                        QVERIFY(covered[column][static_cast<size_t>(shown.look)] > most - 1e-3 * width);
                    }
                }
                QCOMPARE(span, ipu.lanes[0].size());
            }
        }
    }

    /// The sums by compute set and by operation, and the folded waits, against a look at every row.
    void furtherSums() {
        const auto trace = traceOfTwoIpus();
        const Profile& profile = trace->profile();
        const ExecutionSteps& steps = trace->steps();
        const TraceFigures figures = *TraceFigures::find(*trace);
        using Key = std::tuple<uint32_t, uint32_t, uint32_t>; // run, IPU, and what is added up
        std::map<Key, std::pair<uint64_t, uint64_t>> computeSets;
        std::map<Key, std::pair<uint64_t, uint64_t>> operations;
        for (size_t row = 0; row < steps.size(); ++row) {
            const auto program = steps.program(row);
            const auto add = [&](auto& sums, uint32_t key) {
                auto& [count, cycles] = sums[{steps.run(row), steps.ipu(row), key}];
                ++count;
                cycles += steps.length(row);
            };
            if (program && profile.programs[program->index()].computeSet) {
                add(computeSets, profile.programs[program->index()].computeSet->value);
            }
            std::optional<uint32_t> any;
            std::optional<uint32_t> ofEntry;
            const StepEntry entry = trace->markOf(row).entry();
            for (uint32_t i = 0; program && i < trace->layers().operations.size(); ++i) {
                const LayeredOperation& operation = trace->layers().operations[i];
                for (const ProgramIndex each : profile.operationPrograms[operation.detail.index()]) {
                    if (each == *program) {
                        any = any.value_or(i);
                        ofEntry = entry && operation.layer == entry.entry() && !ofEntry ? i : ofEntry;
                    }
                }
            }
            add(operations, ofEntry ? *ofEntry : any.value_or(NoId));
        }
        QVERIFY(computeSets.size() > 10 && operations.size() > 10);
        const auto equal = [&](const std::vector<StepSum>& sums, const auto& expected, const auto& keyOf) {
            return std::equal(sums.begin(), sums.end(), expected.begin(), expected.end(),
                              [&](const StepSum& sum, const auto& each) {
                                  return Key(sum.run, sum.ipu, keyOf(sum)) == each.first &&
                                         std::pair(sum.steps, sum.cycles) == each.second;
                              });
        };
        QVERIFY(equal(figures.computeSets, computeSets, [&](const StepSum& sum) {
            return profile.programs[sum.program->index()].computeSet->value;
        }));
        QVERIFY(equal(figures.operations, operations,
                      [](const StepSum& sum) { return sum.operation.value_or(NoId); }));

        std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, std::vector<uint64_t>> waits;
        for (const Wait& wait : figures.waits) {
            uint32_t program = NoId;
            for (size_t row = 0; row < steps.size() && wait.causeIpu; ++row) {
                if (steps.step(row) == wait.step && steps.ipu(row) == *wait.causeIpu) {
                    program = steps.program(row)->value;
                }
            }
            QCOMPARE(wait.program ? wait.program->value : NoId, program);
            waits[{wait.run, wait.ipu, wait.causeIpu.value_or(NoId), program}].push_back(wait.to - wait.from);
        }
        const std::vector<WaitSum> folded = foldedWaits(figures.waits);
        QCOMPARE(folded.size(), waits.size());
        QVERIFY(folded.size() < figures.waits.size());
        for (const WaitSum& sum : folded) {
            const auto& all = waits.at({sum.first.run, sum.first.ipu, sum.first.causeIpu.value_or(NoId),
                                        sum.first.program ? sum.first.program->value : NoId});
            QCOMPARE(sum.waits, all.size());
            QCOMPARE(sum.cycles, std::accumulate(all.begin(), all.end(), uint64_t{0}));
            QCOMPARE(sum.first.to - sum.first.from, all.front());
        }
    }

    /// The sums of a part of a run, against a look at every step; the share of a step that lies there counts.
    void sumsOfARange() {
        const auto trace = traceOfTwoIpus();
        const uint32_t run = trace->runs()[0].id;
        const ExecutionSteps& steps = trace->steps();
        const auto whole = TraceFigures::find(*trace, run);
        const uint64_t first = *whole->runs[0].ipus[0].from;
        const uint64_t last = *whole->runs[0].ipus[0].to;
        Random random(5);
        for (int round = 0; round < 20; ++round) {
            const uint64_t from = first + random.below(static_cast<uint32_t>(last - first));
            const uint64_t to = from + 1 + random.below(static_cast<uint32_t>(last - from));
            const auto figures = TraceFigures::find(*trace, run, {}, std::pair(from, to));
            QVERIFY(figures && figures->waits.empty());
            for (const IpuFigures& ipu : figures->runs[0].ipus) {
                std::array<uint64_t, StepKindCount> byKind{};
                uint64_t count = 0;
                std::set<uint64_t> working;
                for (size_t row = 0; row < steps.size(); ++row) {
                    const uint64_t low = std::max(from, steps.from(row));
                    const uint64_t high = std::min(to, steps.to(row));
                    if (steps.run(row) == run && steps.ipu(row) == ipu.ipu && low < high &&
                        steps.length(row) > 0) {
                        const double share = static_cast<double>(high - low) /
                                             static_cast<double>(steps.to(row) - steps.from(row));
                        byKind[static_cast<size_t>(trace->markOf(row).kind())] += static_cast<uint64_t>(
                            std::llround(share * static_cast<double>(steps.length(row))));
                        ++count;
                        QVERIFY(low >= ipu.from && high <= ipu.to);
                    }
                }
                QVERIFY(ipu.steps >= count);
                QVERIFY(ipu.byKind == byKind);
                QVERIFY(ipu.span() <= to - from && ipu.working <= ipu.span());
            }
        }
        const auto all = TraceFigures::find(*trace, run, {}, std::pair(uint64_t{0}, last + 1));
        QCOMPARE(all->runs[0].ipus[0].working, whole->runs[0].ipus[0].working);
        QVERIFY(all->runs[0].ipus[0].byKind == whole->runs[0].ipus[0].byKind);
    }

    /// Only what passes a filter; and the three phases of a stream copy have one parent.
    void filtersAndStreamCopies() {
        const auto trace = traceOfTwoIpus();
        const TraceLanes exchanges =
            *TraceLanes::find(trace, 0, LaneNaming::Steps, {.kind = StepKind::Exchange, .ipu = 1});
        QVERIFY(exchanges.ipus.size() == 1 && exchanges.ipus[0].ipu == 1);
        QVERIFY(exchanges.ipus[0].lanes[0].size() > 0);
        for (const uint32_t row : exchanges.ipus[0].rows[0]) {
            QVERIFY(trace->markOf(row).kind() == StepKind::Exchange);
        }
        size_t copies = 0;
        const TraceLanes named = *TraceLanes::find(trace, 0, LaneNaming::Names);
        for (LanePosition at; at.group < named.ipus.size(); ++at.group) {
            const TraceLanes::OfIpu& ipu = named.ipus[at.group];
            for (at.lane = 0; at.lane < ipu.lanes.size(); ++at.lane) {
                for (at.span = 0; at.span < ipu.lanes[at.lane].size(); ++at.span) {
                    if (named.isStep(at) || named.nameOf(at) != StreamCopyName) {
                        continue;
                    }
                    ++copies;
                    const LaneSpan copy = ipu.lanes[at.lane].at(at.span);
                    size_t phases = 0; // steps in the lane beneath
                    for (size_t span = 0; span < ipu.lanes[at.lane + 1].size(); ++span) {
                        const LaneSpan beneath = ipu.lanes[at.lane + 1].at(span);
                        if (beneath.from >= copy.from && beneath.to <= copy.to) {
                            const StepKind kind =
                                trace->markOf(named.rowOf({at.group, at.lane + 1, span})).kind();
                            QVERIFY(kind == StepKind::HostBegin || kind == StepKind::HostTransfer ||
                                    kind == StepKind::HostEnd);
                            ++phases;
                        }
                    }
                    QVERIFY(phases > 0);
                }
            }
        }
        QVERIFY(copies > 0);
    }

private:
    static std::shared_ptr<const ExecutionTrace> traceOfTwoIpus() {
        GeneratorOptions options = smallModel("bert-base", true);
        options.traits.ipus = 2;
        options.traits.measuredTrace = true;
        const TemporaryDirectory directory;
        if (!writeModel(generateOrThrow(options), directory.path())) {
            throw std::runtime_error("not written");
        }
        const ProfilePtr profile = loadOrThrow({directory.path()});
        const LayersPtr layers = *findLayers(*profile, {});
        return std::make_shared<ExecutionTrace>(
            *ExecutionTrace::find(profile, layers, Passes::find(*profile, *layers), TraceSource::Measured));
    }
};

TILELINE_TEST(TestLanes)
#include "test_lanes.moc"
