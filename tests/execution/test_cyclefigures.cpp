// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/cycles.h"
#include "tests/support/fixtures.h"
#include "tests/support/profiletext.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

bool closeTo(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

bool closeTo(const std::optional<double>& a, const std::optional<double>& b) {
    return a.has_value() == b.has_value() && (!a || closeTo(*a, *b));
}

/// Cycles and tile balance, computed directly from their definition: lists of all programs that run.
class NaiveCycles {
public:
    struct Figures {
        double cycles = 0;
        double judged = 0;    ///< cycles of programs whose balance is known
        double busy = 0;      ///< the same cycles, each multiplied by its balance
        bool unknown = false; ///< whether the cycles of all programs are unknown

        std::optional<double> balance() const {
            return judged > 0 && judged >= 0.95 * cycles ? std::optional(busy / judged) : std::nullopt;
        }
    };

    NaiveCycles(const Profile& profile, const Layers& layers)
        : m_profile(profile)
        , m_layers(layers) {
        std::map<DetailIndex, size_t> listed;
        for (const LayeredOperation& operation : layers.operations) {
            m_nth.push_back(listed[operation.detail]++);
        }
        for (const LayeredOperation& operation : layers.operations) {
            m_listings.push_back(listed[operation.detail]);
        }
    }

    bool isOutlined(size_t operation) const { return m_listings[operation] > 1; }

    /// The cycles of operations, counting each step once.
    Figures of(const std::set<size_t>& operations) const {
        std::set<uint32_t> steps;
        std::set<ProgramIndex> stepless;
        for (const size_t i : operations) {
            const auto programs = programsOf(i);
            if (!isOutlined(i)) {
                stepless.insert(programs.begin(), programs.end());
            }
        }
        std::vector<std::pair<ProgramIndex, double>> runs; ///< with the part of the run that counts
        for (const size_t i : operations) {
            if (isOutlined(i)) {
                addOutlined(i, runs);
                continue;
            }
            const OperationDetail& detail = m_profile.operationDetails[m_layers.operations[i].detail.index()];
            for (uint32_t step = 0; step < m_profile.stepCount(); ++step) {
                if (detail.firstStep && detail.lastStep && step >= detail.firstStep->value &&
                    step <= detail.lastStep->value && uses(i, m_profile.stepProgram[step])) {
                    steps.insert(step);
                }
            }
        }
        for (const uint32_t step : steps) {
            runs.emplace_back(m_profile.stepProgram[step], 1);
            stepless.erase(m_profile.stepProgram[step]);
        }
        for (const ProgramIndex program : stepless) {
            runs.emplace_back(program, 1);
        }
        return sum(runs);
    }

    /// Whether the operations share no program with one another.
    bool areApart(const std::set<size_t>& operations) const {
        std::set<ProgramIndex> seen;
        for (const size_t i : operations) {
            const std::set<ProgramIndex> programs = programsOf(i);
            for (const ProgramIndex program : programs) {
                if (!isOutlined(i) && !seen.insert(program).second) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Of all programs of the two types, those whose cycles are unknown.
    bool known() const {
        size_t all = 0;
        size_t unknown = 0;
        for (uint32_t i = 0; i < m_profile.programs.size(); ++i) {
            all += takesCycles({i}) ? 1 : 0;
            unknown += takesCycles({i}) && !cyclesOf({i}) ? 1 : 0;
        }
        return static_cast<double>(unknown) <= 0.05 * static_cast<double>(all);
    }

private:
    std::set<ProgramIndex> programsOf(size_t operation) const {
        const auto list = m_profile.operationPrograms[m_layers.operations[operation].detail.index()];
        return {list.begin(), list.end()};
    }
    bool uses(size_t operation, ProgramIndex program) const {
        return programsOf(operation).contains(program);
    }
    bool takesCycles(ProgramIndex program) const {
        const std::string& type = m_profile.programs[program.index()].type;
        return type == "OnTileExecute" || type == "DoExchange";
    }

    void addOutlined(size_t operation, std::vector<std::pair<ProgramIndex, double>>& runs) const {
        std::vector<std::vector<ProgramIndex>> found;
        for (uint32_t step = 0; step < m_profile.stepCount(); ++step) {
            if (uses(operation, m_profile.stepProgram[step])) {
                if (step == 0 || !uses(operation, m_profile.stepProgram[step - 1])) {
                    found.emplace_back();
                }
                found.back().push_back(m_profile.stepProgram[step]);
            }
        }
        if (found.empty()) {
            const auto programs = programsOf(operation);
            found.emplace_back(programs.begin(), programs.end());
        }
        const size_t listings = m_listings[operation];
        for (size_t run = 0; run < found.size(); ++run) {
            const bool mine = found.size() != listings || run == m_nth[operation];
            const bool whole = found.size() == listings || found.size() == 1;
            for (const ProgramIndex program : found[run]) {
                if (mine) {
                    runs.emplace_back(program, whole ? 1.0 : 1.0 / static_cast<double>(listings));
                }
            }
        }
    }

    Figures sum(const std::vector<std::pair<ProgramIndex, double>>& runs) const {
        Figures figures;
        bool any = false;
        bool anyKnown = false;
        for (const auto& [program, part] : runs) {
            const auto cycles = takesCycles(program) ? cyclesOf(program) : std::nullopt;
            const auto balance = balanceOf(program);
            any = any || takesCycles(program);
            anyKnown = anyKnown || cycles;
            figures.cycles += part * cycles.value_or(0);
            figures.judged += balance ? part * cycles.value_or(0) : 0;
            figures.busy += part * cycles.value_or(0) * balance.value_or(0);
        }
        figures.unknown = any && !anyKnown;
        return figures;
    }

    std::vector<ExecutionStep> stepsOf(ProgramIndex program) const {
        std::vector<ExecutionStep> steps;
        for (const ExecutionStep step : m_profile.executionSteps) {
            if (step.program == program && step.run == m_profile.executionRuns.front().id) {
                steps.push_back(step);
            }
        }
        return steps;
    }

    std::optional<double> cyclesOf(ProgramIndex program) const {
        const auto steps = stepsOf(program);
        double sum = 0;
        size_t count = 0; // steps without a length are not in the mean
        for (const ExecutionStep& step : steps) {
            sum += static_cast<double>(step.cyclesTo - step.cyclesFrom);
            count += step.cyclesTo > step.cyclesFrom ? 1 : 0;
        }
        if (!steps.empty()) {
            return sum / static_cast<double>(std::max<size_t>(count, 1));
        }
        std::optional<double> maximum;
        for (const EstimatedCycles& estimate : m_profile.estimatedCycles) {
            if (estimate.program == program) {
                maximum = maximum.value_or(0);
                for (const uint32_t cycles : expanded(estimate.cycles)) {
                    maximum = std::max<double>(*maximum, cycles);
                }
            }
        }
        return maximum;
    }

    std::optional<double> balanceOf(ProgramIndex program) const {
        double mean = 0;
        double maximum = 0;
        const auto add = [&](ByTile cycles) {
            double slowest = 0;
            for (uint32_t tile = 0; tile < m_profile.target.numTiles; ++tile) {
                mean += at(cycles, tile) /
                        static_cast<double>(std::max<size_t>(m_profile.target.tilesPerIpu, cycles.size()));
                slowest = std::max<double>(slowest, at(cycles, tile));
            }
            maximum += slowest;
        };
        const auto steps = stepsOf(program);
        for (const ExecutionStep& step : steps) {
            bool byTile = false;
            for (const MeasuredCycles& measured : m_profile.measuredCycles) {
                if (!byTile && measured.step == step.step && measured.ipu == step.ipu) {
                    byTile = true;
                    add(measured.cycles);
                }
            }
            if (!byTile && step.tileBalance && *step.tileBalance <= 1) {
                const auto cycles = static_cast<double>(step.cyclesTo - step.cyclesFrom);
                mean += cycles * *step.tileBalance;
                maximum += cycles;
            }
        }
        for (const EstimatedCycles& estimate : m_profile.estimatedCycles) {
            if (steps.empty() && estimate.program == program) {
                add(estimate.cycles);
            }
        }
        return maximum > 0 ? std::optional(mean / maximum) : std::nullopt;
    }

    const Profile& m_profile;
    const Layers& m_layers;
    std::vector<size_t> m_nth;      ///< which listing of its detail an operation is
    std::vector<size_t> m_listings; ///< of the operation's detail
};

PipelineEntriesPtr entriesFor(const Profile& profile) {
    return *PipelineEntries::find(profile, **findLayers(profile, {}));
}

ProfilePtr profileOfCycles(uint64_t seed) {
    RandomProfileOptions options;
    options.pipeline = true;
    options.manyCycles = seed % 8 != 0;
    options.training = seed % 4 != 0;
    options.tiles = 1 + static_cast<uint32_t>(seed % 6);
    options.layers = static_cast<uint32_t>(seed / 3 % 6);
    options.steps = 5 + static_cast<uint32_t>(seed % 50);
    options.operations = 3 + static_cast<uint32_t>(seed % 30);
    return randomProfile(seed, options);
}

/// Two operations of layer 0 that share `b`, and outlined code that runs twice. `idle` takes no cycles,
/// `lost` has none.
constexpr auto SmallProfile = "tiles 2\n"
                              "steps a b c idle b c lost\n"
                              "program a OnTileExecute\n"
                              "program b DoExchange\n"
                              "program c OnTileExecute\n"
                              "program idle Sync\n"
                              "program lost OnTileExecute\n"
                              "program main Sequence children a b c idle lost\n"
                              "root main\n"
                              "op layer.0/x programs a b steps 0-1\n"
                              "op layer.0/y programs b idle steps 1-3\n"
                              "op layer.1/z programs c steps 2-5\n"
                              "op layer.1/lost programs lost steps 6-6\n"
                              "again 2\n";

std::string figuresText(const OperationCycleFigures& figures) {
    const auto text = [](const std::optional<double>& value) {
        return value ? QString::number(*value) : QStringLiteral("-");
    };
    return (text(figures.cycles) + QLatin1Char(' ') + text(figures.tileBalance)).toStdString();
}

std::string figuresTexts(const Profile& profile, const Layers& layers) {
    std::string all;
    const auto found = *OperationCycleFigures::find(profile, layers);
    for (const OperationCycleFigures& figures : found) {
        all += (all.empty() ? "" : ", ") + figuresText(figures);
    }
    return all;
}

} // namespace

class TestCycleFigures : public QObject {
    Q_OBJECT
private slots:
    void equalTheDefinition() {
        size_t known = 0;
        size_t unknown = 0;
        size_t balances = 0;
        size_t noBalance = 0;
        size_t outlined = 0;
        size_t lost = 0;
        size_t apart = 0;
        size_t shared = 0;
        size_t updated = 0;
        for (uint64_t seed = 0; seed < 300; ++seed) {
            const ProfilePtr profile = profileOfCycles(seed);
            const PipelineEntriesPtr entries = entriesFor(*profile);
            const Layers& layers = *entries->layers();
            const NaiveCycles naive(*profile, layers);
            const auto byEntry = *EntryCycleFigures::find(*profile, *entries);
            const auto byOperation = *OperationCycleFigures::find(*profile, layers);
            const std::string where = "seed " + std::to_string(seed);
            QCOMPARE(byOperation.size(), layers.operations.size());
            QVERIFY2(byEntry.has_value() == naive.known(), where.c_str());
            if (!byEntry) {
                ++unknown;
                for (const OperationCycleFigures& figures : byOperation) {
                    QVERIFY(!figures.cycles && !figures.tileBalance);
                }
                continue;
            }
            ++known;
            std::map<std::pair<uint32_t, bool>, std::set<size_t>> members;
            std::map<uint32_t, std::set<size_t>> updates;
            for (size_t i = 0; i < byOperation.size(); ++i) {
                const NaiveCycles::Figures expected = naive.of({i});
                const auto cycles = expected.unknown ? std::nullopt : std::optional(expected.cycles);
                const std::string at = where + ", operation " + std::to_string(i);
                QVERIFY2(closeTo(byOperation[i].cycles, cycles), at.c_str());
                QVERIFY2(closeTo(byOperation[i].tileBalance, expected.balance()), at.c_str());
                balances += expected.balance() ? 1 : 0;
                noBalance += expected.cycles > 0 && !expected.balance() ? 1 : 0;
                outlined += naive.isOutlined(i) ? 1 : 0;
                lost += expected.unknown ? 1 : 0;
                const uint32_t entry = layers.operations[i].layer.value;
                if (entries->passes().isUpdate(i)) {
                    updates[entry].insert(i);
                } else {
                    members[{entry, entries->passes().isBackward(i)}].insert(i);
                }
            }
            for (uint32_t entry = 0; entry < layers.count(); ++entry) {
                const std::string at = where + ", entry " + std::to_string(entry);
                NaiveCycles::Figures both;
                for (const bool backward : {false, true}) {
                    const std::set<size_t>& operations = members[{entry, backward}];
                    const NaiveCycles::Figures expected = naive.of(operations);
                    const auto& actual = backward ? byEntry->cycles.backward : byEntry->cycles.forward;
                    QVERIFY2(closeTo(actual[entry], expected.cycles), at.c_str());
                    both.cycles += expected.cycles;
                    both.judged += expected.judged;
                    both.busy += expected.busy;
                    double sum = 0;
                    for (const size_t i : operations) {
                        sum += byOperation[i].cycles.value_or(0);
                    }
                    if (naive.areApart(operations)) {
                        QVERIFY2(closeTo(sum, actual[entry]), at.c_str());
                        apart += operations.size() > 1 ? 1 : 0;
                    } else {
                        QVERIFY2(sum >= actual[entry] * (1 - 1e-9), at.c_str());
                        shared += sum > actual[entry] * (1 + 1e-9) ? 1 : 0;
                    }
                }
                // Updates count only programs that no other backward operation has.
                const double all = naive.of(updates[entry]).cycles;
                QVERIFY2(byEntry->cycles.update[entry] <= all * (1 + 1e-9), at.c_str());
                updated += byEntry->cycles.update[entry] > 0 ? 1 : 0;
                if (updates[entry].empty()) {
                    QVERIFY2(closeTo(byEntry->tileBalance[entry], both.balance()), at.c_str());
                }
            }
        }
        // The special cases must occur, or the test would prove little.
        QVERIFY2(known > 100, std::to_string(known).c_str());
        QVERIFY2(unknown > 20, std::to_string(unknown).c_str());
        QVERIFY2(balances > 500, std::to_string(balances).c_str());
        QVERIFY2(noBalance > 20, std::to_string(noBalance).c_str());
        QVERIFY2(outlined > 100, std::to_string(outlined).c_str());
        QVERIFY2(lost > 5, std::to_string(lost).c_str());
        QVERIFY2(apart > 20, std::to_string(apart).c_str());
        QVERIFY2(shared > 100, std::to_string(shared).c_str());
        QVERIFY2(updated > 20, std::to_string(updated).c_str());
    }

    /// The figures of entries are those used for the time of a plan.
    void equalTheTimeOfPlans() {
        for (uint64_t seed = 1; seed < 60; ++seed) {
            const ProfilePtr profile = profileOfCycles(seed);
            const PipelineEntriesPtr entries = entriesFor(*profile);
            if (const auto figures = *EntryCycleFigures::find(*profile, *entries)) {
                const auto cycles = *EntryCycles::find(*profile, *entries, ProgramCycles(*profile));
                QVERIFY(figures->cycles.forward == cycles.forward);
                QVERIFY(figures->cycles.backward == cycles.backward);
                QCOMPARE(figures->cycles.measured, !ProgramCycles(*profile).anyEstimated());
            }
        }
    }

    void ofAnExample_data() {
        QTest::addColumn<QString>("cycles");
        QTest::addColumn<QString>("expected");
        const QString others = QStringLiteral("estimated c 40 40\nestimated lost 8\n");
        // Operation x has a and b, y has b, z has c once in each of its two calls.
        QTest::newRow("estimated") << QStringLiteral("estimated a 100 50\nestimated b 10\n") + others
                                   << QStringLiteral("110 0.727273, 10 0.5, 40 1, 8 0.5, 40 1");
        // The mean of two steps; the balance weighs them by their cycles.
        QTest::newRow("measured")
            << QStringLiteral(
                   "ran a 0-100 balance 0.5\nran a 100-400 balance 0.9\nran b 400-410 cycles 10 5\n") +
                   others
            << QStringLiteral("210 0.797619, 10 0.75, 40 1, 8 0.5, 40 1");
        // Cycles by tile are preferred to the balance that the profile states.
        QTest::newRow("both") << QStringLiteral(
                                     "ran a 0-100 balance 0.5 cycles 100 100\nestimated b 10 10\n") +
                                     others
                              << QStringLiteral("110 1, 10 1, 40 1, 8 0.5, 40 1");
        QTest::newRow("no balance") << QStringLiteral("ran a 0-100\nestimated b 4 2\n") + others
                                    << QStringLiteral("104 -, 4 0.75, 40 1, 8 0.5, 40 1");
        QTest::newRow("no cycles") << QStringLiteral("estimated a 1\n")
                                   << QStringLiteral("- -, - -, - -, - -, - -");
    }

    void ofAnExample() {
        QFETCH(QString, cycles);
        QFETCH(QString, expected);
        const ProfilePtr profile = profileFromText(SmallProfile + cycles.toStdString());
        QCOMPARE(QString::fromStdString(figuresTexts(*profile, **findLayers(*profile, {}))), expected);
    }

    /// A step that two operations of an entry share counts in each of them, and once in the entry.
    void aSharedStepCountsOnce() {
        const ProfilePtr profile = profileFromText(
            SmallProfile +
            std::string("estimated a 100 50\nestimated b 10 10\nestimated c 40\nestimated lost 8\n"));
        const PipelineEntriesPtr entries = entriesFor(*profile);
        const auto figures = *EntryCycleFigures::find(*profile, *entries);
        QVERIFY(figures && !figures->cycles.measured);
        QCOMPARE(entries->layers()->count(), size_t{2});
        QVERIFY((figures->cycles.forward == std::vector<double>{110, 88}));
        QVERIFY((figures->cycles.backward == std::vector<double>{0, 0}));
        QVERIFY(closeTo(figures->tileBalance[0], std::optional((75 + 10) / 110.0)));
        QVERIFY(closeTo(figures->tileBalance[1], std::optional(0.5)));
    }

    /// The fixtures are measured, so everything that takes cycles has a tile balance.
    void ofTheFixtures() {
        for (const std::string& name : pipelineFixtureNames()) {
            const ProfilePtr profile = loadFixture(name);
            const PipelineEntriesPtr entries = entriesFor(*profile);
            const auto figures = *EntryCycleFigures::find(*profile, *entries);
            QVERIFY(figures && figures->cycles.measured);
            for (const auto& balance : figures->tileBalance) {
                QVERIFY(balance && *balance > 0 && *balance <= 1);
            }
        }
    }

    void stops() {
        const ProfilePtr profile = loadFixture("bert-tiny-inf");
        const PipelineEntriesPtr entries = entriesFor(*profile);
        std::stop_source stop;
        stop.request_stop();
        const auto byEntry = EntryCycleFigures::find(*profile, *entries, stop.get_token());
        QVERIFY(!byEntry && byEntry.failure().cancelled());
        const auto byOperation = OperationCycleFigures::find(*profile, *entries->layers(), stop.get_token());
        QVERIFY(!byOperation && byOperation.failure().cancelled());
    }
};

TILELINE_TEST(TestCycleFigures)
#include "test_cyclefigures.moc"
