// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generate/generatedmodels.h"
#include "tests/testmain.h"

#include <map>
#include <numeric>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

using Column = std::vector<uint64_t>;

/// A small model of a preset with all traits that change its memory and structure.
GeneratorOptions laidOutModel(const QString& model, bool training) {
    GeneratorOptions options = smallModel(model, training);
    options.layers = 4;
    options.traits.tileLayout = true;
    options.traits.unevenTiles = true;
    options.traits.layerFunction = true;
    options.traits.branches = true;
    options.traits.ipus = 2;
    options.replicas = 2;
    return options;
}

Column memoryOf(const Profile& profile, std::string_view category) {
    Column result(profile.target.numTiles);
    const TileMemoryCategory* found = profile.findTileMemory(category);
    for (size_t tile = 0; found != nullptr && tile < result.size(); ++tile) {
        result[tile] = at(found->bytes, tile);
    }
    return result;
}

bool isAlwaysLive(const Profile& profile, size_t row) {
    const auto live = profile.equivalenceClasses[profile.lowered.liveClass[row].index()];
    return live.size() == 1 && live.front() == StepInterval{{0}, {profile.stepCount()}};
}

bool isAllocated(const Profile& profile, size_t row) {
    return (profile.lowered.flags[row] & LoweredFlag::Allocated) != 0;
}

/// Calls `visit(row, tile)` for every lowered variable that is allocated.
template <class Visit>
void forEachAllocated(const Profile& profile, const Visit& visit) {
    for (size_t tile = 0; tile < profile.target.numTiles; ++tile) {
        for (size_t row = profile.lowered.tileBegin[tile]; row < profile.lowered.tileBegin[tile + 1]; ++row) {
            if (isAllocated(profile, row)) {
                visit(row, tile);
            }
        }
    }
}

/// Whether two lowered variables are live in the same step.
bool liveTogether(const Profile& profile, size_t a, size_t b) {
    for (const StepInterval& x : profile.equivalenceClasses[profile.lowered.liveClass[a].index()]) {
        for (const StepInterval& y : profile.equivalenceClasses[profile.lowered.liveClass[b].index()]) {
            if (x.start < y.end && y.start < x.end) {
                return true;
            }
        }
    }
    return false;
}

size_t countType(const Profile& profile, std::string_view type) {
    return static_cast<size_t>(std::count_if(profile.programs.begin(), profile.programs.end(),
                                             [&](const Program& program) { return program.type == type; }));
}

std::vector<std::string> operationNames(const Profile& profile) {
    std::vector<std::string> names;
    for (const Operation& operation : profile.operations) {
        names.push_back(operation.name);
    }
    return names;
}

size_t countContaining(const std::vector<std::string>& names, const std::string& text) {
    return static_cast<size_t>(std::count_if(names.begin(), names.end(), [&](const std::string& name) {
        return name.find(text) != std::string::npos;
    }));
}

} // namespace

/// What the traits add. The redundant figures of a laid-out profile agree with each other, as in a real one.
class TestGeneratedTraits : public QObject {
    Q_OBJECT
private slots:
    void livenessAgrees_data() { addSmallModels(); }
    void livenessAgrees() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const ProfilePtr profile = generateOrThrow(laidOutModel(model, training)).profile;
        Column always(profile->target.numTiles);
        std::vector<Column> steps(profile->stepCount(), Column(profile->target.numTiles));
        forEachAllocated(*profile, [&](size_t row, size_t tile) {
            const uint32_t bytes = profile->lowered.bytes[row];
            if (isAlwaysLive(*profile, row)) {
                always[tile] += bytes;
                return;
            }
            for (const StepInterval& live :
                 profile->equivalenceClasses[profile->lowered.liveClass[row].index()]) {
                for (StepIndex step = live.start; step < live.end; step = step.next()) {
                    steps[step.index()][tile] += bytes;
                }
            }
        });
        QCOMPARE(memoryOf(*profile, "alwaysLive"), always);
        Column peak(profile->target.numTiles);
        for (size_t step = 0; step < steps.size(); ++step) {
            QCOMPARE(profile->stepNotAlwaysLive[step],
                     std::accumulate(steps[step].begin(), steps[step].end(), uint64_t{0}));
            for (size_t tile = 0; tile < peak.size(); ++tile) {
                peak[tile] = std::max(peak[tile], steps[step][tile]);
            }
        }
        QCOMPARE(memoryOf(*profile, "notAlwaysLive"), peak);
    }

    void addressesAgree_data() { addSmallModels(); }
    void addressesAgree() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const ProfilePtr profile = generateOrThrow(laidOutModel(model, training)).profile;
        std::vector<std::vector<std::pair<uint64_t, size_t>>> rowsOf(profile->target.numTiles);
        forEachAllocated(*profile, [&](size_t row, size_t tile) {
            rowsOf[tile].emplace_back(profile->lowered.address[row], row);
        });
        Column total(profile->target.numTiles);
        Column withGaps(profile->target.numTiles);
        size_t overlaps = 0;
        for (size_t tile = 0; tile < rowsOf.size(); ++tile) {
            auto& rows = rowsOf[tile];
            std::sort(rows.begin(), rows.end());
            for (size_t i = 0; i < rows.size(); ++i) {
                const auto [begin, row] = rows[i];
                const uint64_t end = begin + profile->lowered.bytes[row];
                for (size_t k = i + 1; k < rows.size() && rows[k].first < end; ++k) {
                    if (profile->lowered.bytes[rows[k].second] > 0) {
                        QVERIFY(!liveTogether(*profile, row, rows[k].second));
                        ++overlaps;
                    }
                }
                total[tile] += end - std::min(std::max(begin, withGaps[tile]), end);
                withGaps[tile] = std::max(withGaps[tile], end);
            }
        }
        QVERIFY(overlaps > profile->target.numTiles);
        QCOMPARE(memoryOf(*profile, "total.excludingGaps"), total);
        QCOMPARE(memoryOf(*profile, "total.includingGaps"), withGaps);
        QVERIFY(total != withGaps);
        Column regions(profile->target.numTiles);
        for (const char* region : {"region.interleaved", "region.nonInterleaved", "region.overflowed"}) {
            const Column bytes = memoryOf(*profile, region);
            std::transform(regions.begin(), regions.end(), bytes.begin(), regions.begin(), std::plus<>());
        }
        QCOMPARE(regions, total);
    }

    void categoriesAgree_data() { addSmallModels(); }
    void categoriesAgree() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const ProfilePtr profile = generateOrThrow(laidOutModel(model, training)).profile;
        std::map<std::string, Column> sums;
        forEachAllocated(*profile, [&](size_t row, size_t tile) {
            Column& sum = sums[profile->variableCategories[profile->lowered.category[row]].name];
            sum.resize(profile->target.numTiles);
            sum[tile] += profile->lowered.bytes[row];
        });
        QVERIFY(sums.size() > 7);
        for (const auto& [name, sum] : sums) {
            QCOMPARE(memoryOf(*profile, "category." + name), sum);
            Column parts(profile->target.numTiles);
            for (const char* region : {".interleaved", ".nonInterleaved", ".overflowed"}) {
                for (const char* overlap : {".overlapped", ".nonOverlapped"}) {
                    const Column part = memoryOf(*profile, "category." + name + region + overlap);
                    std::transform(parts.begin(), parts.end(), part.begin(), parts.begin(), std::plus<>());
                }
            }
            QCOMPARE(parts, sum);
        }
        Column state(profile->target.numTiles);
        for (const ComputeSet& set : profile->computeSets) {
            for (const VertexInstances& vertices : set.vertices) {
                for (size_t tile = 0; tile < vertices.count.size(); ++tile) {
                    state[tile] +=
                        uint64_t{vertices.count[tile]} * profile->vertexTypes[vertices.type.index()].size;
                }
            }
        }
        QCOMPARE(sums["vertexInstanceState"], state);
    }

    void muchBelongsToNoOperation() {
        const ProfilePtr profile = generateOrThrow(laidOutModel("bert-base", true)).profile;
        std::vector<bool> owned(profile->lowered.size());
        for (const LoweredIndex row : profile->operationVariables.values()) {
            owned[row.index()] = true;
        }
        size_t nameless = 0;
        size_t prefixed = 0;
        std::map<std::string, std::pair<size_t, size_t>> counts; ///< by category: owned, not owned
        for (uint32_t row = 0; row < profile->lowered.size(); ++row) {
            auto& [yes, no] = counts[profile->variableCategories[profile->lowered.category[row]].name];
            ++(owned[row] ? yes : no);
            nameless += profile->lowered.nameOf({row}).empty();
            prefixed += profile->lowered.nameOf({row}).starts_with("__vertexField_0_vector");
        }
        QCOMPARE(counts["vertexCode"].first, size_t{0});
        QVERIFY(counts["vertexCode"].second > 0);
        QCOMPARE(counts["message"].second, size_t{0});
        QVERIFY(counts["message"].first > 0);
        QVERIFY(counts["variable"].second > 0); // the loop of which no operation is part
        QVERIFY(nameless > 0);
        QCOMPARE(prefixed, size_t{profile->target.numTiles});
        QCOMPARE(profile->target.numTiles, 16U * 2 * 2); // each replica has all of it on tiles of its own
    }

    void aFewTilesAreFarFuller() {
        GeneratorOptions options = smallModel("bert-base", false);
        options.tiles = 128;
        options.traits.unevenTiles = true;
        const ProfilePtr profile = generateOrThrow(options).profile;
        Column total = memoryOf(*profile, "total.excludingGaps");
        std::sort(total.begin(), total.end());
        QVERIFY(total.back() > 2 * total[total.size() / 2]);
        QVERIFY(total[total.size() * 9 / 10] < 2 * total[total.size() / 2]);
    }

    void layersAreCallsOfOneFunction() {
        const ProfilePtr profile = generateOrThrow(laidOutModel("bert-base", false)).profile;
        std::map<uint32_t, size_t> calls;
        for (size_t i = 0; i < profile->programs.size(); ++i) {
            const Program& program = profile->programs[i];
            if (program.kind == ProgramKind::Call) {
                QVERIFY(program.function.has_value());
                QCOMPARE(profile->programChildren[i].size(), size_t{1});
                const FunctionProgram& part = profile->functionPrograms[*program.function];
                QCOMPARE(part.function, *program.function);
                QCOMPARE(part.program, profile->programChildren[i].front());
                ++calls[*program.function];
            }
        }
        QCOMPARE(profile->functionPrograms.size(), size_t{3}); // a layer, and LayerNorm and Gelu within it
        std::multiset<size_t> counts;
        for (const auto& [function, count] : calls) {
            counts.insert(count);
        }
        // LayerNorm and Gelu are called by layer 0 and by the function, which is called by layers 1, 2 and 3.
        QCOMPARE(counts, (std::multiset<size_t>{2, 2, 3}));
        const auto names = operationNames(*profile);
        const std::string once = "bert/encoder/layer.0/attention/self/Softmax";
        const std::string again = "bert/encoder/layer.1/attention/self/Softmax";
        QCOMPARE(countContaining(names, once), size_t{1});
        QCOMPARE(countContaining(names, again), size_t{3});
        QCOMPARE(countContaining(names, "layer.2"), size_t{0});
        bool isScattered = false;
        for (size_t i = 0; i < profile->equivalenceClasses.size(); ++i) {
            isScattered = isScattered || profile->equivalenceClasses[i].size() == 3;
        }
        QVERIFY(isScattered); // what only the function uses is dead between its calls
    }

    void branchesAndLoops() {
        const ProfilePtr profile = generateOrThrow(laidOutModel("gpt", true)).profile;
        QCOMPARE(countType(*profile, "RepeatWhile"), size_t{1});
        QVERIFY(countType(*profile, "OnEveryTileSwitch") > 3);
        QVERIFY(countType(*profile, "WriteUndef") > countType(*profile, "OnEveryTileSwitch"));
        std::set<size_t> alternatives;
        for (size_t i = 0; i < profile->programs.size(); ++i) {
            if (profile->programs[i].type == "OnEveryTileSwitch") {
                alternatives.insert(profile->programChildren[i].size());
            }
            if (profile->programs[i].type == "Repeat") {
                QCOMPARE(profile->programs[i].repeatCount, std::optional<uint64_t>(16));
            }
        }
        QCOMPARE(alternatives, (std::set<size_t>{2, 4}));
    }

    void tiedWeightsAreUsedTwiceAndUpdatedOnce() {
        GeneratorOptions options = smallModel("gpt", true);
        options.traits.tiedWeights = true;
        const ProfilePtr profile = generateOrThrow(options).profile;
        std::set<std::string> users;
        size_t updates = 0;
        for (const OperationDetail& detail : profile->operationDetails) {
            const auto& inputs = detail.debug.inputs;
            if (std::find(inputs.begin(), inputs.end(), "transformer.wte.weight") == inputs.end()) {
                continue;
            }
            updates += detail.debug.json.find("AdamVarUpdate") != std::string::npos;
            for (const Operation& operation : profile->operations) {
                if (profile->operationDetails[operation.detail.index()].uid == detail.uid) {
                    users.insert(operation.name);
                }
            }
        }
        QVERIFY(users.contains("transformer/wte/Gather"));
        QVERIFY(users.contains("lm_head/MatMul"));
        QCOMPARE(updates, size_t{1});
    }

    void twoStacks() {
        GeneratorOptions options = smallModel("bert-base", true);
        options.traits.twoStacks = true;
        const auto names = operationNames(*generateOrThrow(options).profile);
        QVERIFY(countContaining(names, "bert/encoder/layer.1/") > 0);
        QVERIFY(countContaining(names, "bert/decoder/layer.0/") > 0);
        QCOMPARE(countContaining(names, "bert/encoder/layer.2/"), size_t{0});
        QCOMPARE(countContaining(names, "bert/decoder/layer.1/"), size_t{0});
    }

    void gradientNames() {
        const auto named = [](GradientNames which, const std::string& text) {
            GeneratorOptions options = smallModel("bert-base", true);
            options.traits.gradientNames = which;
            return countContaining(operationNames(*generateOrThrow(options).profile), text);
        };
        QVERIFY(named(GradientNames::Operations, "Grad") > 0);
        QCOMPARE(named(GradientNames::Operations, "Grad/Sum"), size_t{0});
        QVERIFY(named(GradientNames::Residual, "Grad/Sum") > 0);
        QCOMPARE(named(GradientNames::None, "Grad"), size_t{0});
    }

    void operationsAreOnSeveralIpus() {
        GeneratorOptions options = smallModel("gpt", true);
        options.traits.ipus = 2;
        const ProfilePtr profile = generateOrThrow(options).profile;
        QCOMPARE(profile->target.numIpus, 2U);
        QCOMPARE(profile->target.numTiles, 32U);
        QVERIFY(countType(*profile, "GlobalExchange") > 0);
        std::array<uint64_t, 2> bytes{};
        std::map<uint32_t, std::set<size_t>> ipusOf; ///< by variable
        for (size_t row = 0; row < profile->lowered.size(); ++row) {
            const size_t ipu = profile->lowered.tileOf({static_cast<uint32_t>(row)}).index() / 16;
            bytes[ipu] += profile->lowered.bytes[row];
            ipusOf[profile->lowered.variable[row].value].insert(ipu);
        }
        QVERIFY(bytes[0] > 0 && bytes[1] > 0);
        QVERIFY(std::all_of(ipusOf.begin(), ipusOf.end(),
                            [](const auto& entry) { return entry.second.size() == 1; }));
    }
};

TILELINE_TEST(TestGeneratedTraits)
#include "test_generatedtraits.moc"
