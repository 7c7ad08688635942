// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generate/generatedmodels.h"
#include "tests/testmain.h"

using namespace tileline;
using namespace tileline::test;

namespace {

using Column = std::vector<uint64_t>;

Column column(const Profile& profile, std::string_view category) {
    const TileMemoryCategory* found = profile.findTileMemory(category);
    if (found == nullptr) {
        throw std::runtime_error("no category " + std::string(category));
    }
    const std::vector<uint32_t> bytes = expanded(found->bytes, profile.target.numTiles);
    return {bytes.begin(), bytes.end()};
}

Column sum(const Column& a, const Column& b) {
    Column result = a;
    for (size_t i = 0; i < b.size(); ++i) {
        result[i] += b[i];
    }
    return result;
}

void add(Column& column, ByTile bytes, uint64_t times = 1) {
    for (size_t tile = 0; tile < bytes.size(); ++tile) {
        column[tile] += bytes[tile] * times;
    }
}

/// The bytes of not-always-live variables, by step and then by tile.
std::vector<Column> liveByStep(const Profile& profile) {
    std::vector<Column> steps(profile.stepCount(), Column(profile.target.tilesPerIpu));
    for (size_t tile = 0; tile < profile.target.tilesPerIpu; ++tile) {
        for (size_t row = profile.lowered.tileBegin[tile]; row < profile.lowered.tileBegin[tile + 1]; ++row) {
            if (profile.variables[profile.lowered.variable[row].index()].alwaysLive) {
                continue;
            }
            for (const StepInterval live :
                 profile.equivalenceClasses[profile.lowered.liveClass[row].index()]) {
                for (StepIndex step = live.start; step < live.end; step = step.next()) {
                    steps[step.index()][tile] += profile.lowered.bytes[row];
                }
            }
        }
    }
    return steps;
}

/// The control code of each program, without its children's.
Column ownControlCode(const Profile& profile) {
    Column total(profile.target.tilesPerIpu);
    for (size_t i = 0; i < profile.programs.size(); ++i) {
        add(total, profile.programs[i].controlCode);
        for (const ProgramIndex child : profile.programChildren[i]) {
            for (size_t tile = 0; tile < total.size(); ++tile) {
                total[tile] -= at(profile.programs[child.index()].controlCode, tile);
            }
        }
    }
    return total;
}

} // namespace

/// The sums that Poplar writes agree with the parts.
class TestGeneratedMemory : public QObject {
    Q_OBJECT
private slots:
    void codeAndState_data() { addSmallModels(); }
    void codeAndState() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const ProfilePtr profile = generateOrThrow(smallModel(model, training)).profile;
        Column vertexCode(profile->target.tilesPerIpu);
        Column vertexState = vertexCode;
        Column exchangeCode = vertexCode;
        for (const VertexCode& code : profile->vertexCode) {
            add(vertexCode, code.bytes);
        }
        for (const ComputeSet& set : profile->computeSets) {
            for (const VertexInstances& vertices : set.vertices) {
                add(vertexState, vertices.count, profile->vertexTypes[vertices.type.index()].size);
            }
        }
        for (const Program& program : profile->programs) {
            add(exchangeCode, program.codeBytes);
        }
        QCOMPARE(column(*profile, "category.vertexCode"), vertexCode);
        QCOMPARE(column(*profile, "category.vertexInstanceState"), vertexState);
        QCOMPARE(column(*profile, "category.internalExchangeCode"), exchangeCode);
        QCOMPARE(column(*profile, "category.controlCode"), ownControlCode(*profile));
    }

    void liveness_data() { addSmallModels(); }
    void liveness() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const ProfilePtr profile = generateOrThrow(smallModel(model, training)).profile;
        Column peak(profile->target.tilesPerIpu);
        const std::vector<Column> steps = liveByStep(*profile);
        for (size_t step = 0; step < steps.size(); ++step) {
            uint64_t total = 0;
            for (size_t tile = 0; tile < peak.size(); ++tile) {
                total += steps[step][tile];
                peak[tile] = std::max(peak[tile], steps[step][tile]);
            }
            QCOMPARE(profile->stepNotAlwaysLive[step], total);
        }
        QCOMPARE(column(*profile, "notAlwaysLive"), peak);
        Column variables = peak;
        for (size_t tile = 0; tile < peak.size(); ++tile) {
            for (size_t row = profile->lowered.tileBegin[tile]; row < profile->lowered.tileBegin[tile + 1];
                 ++row) {
                const bool always = profile->variables[profile->lowered.variable[row].index()].alwaysLive;
                variables[tile] += always ? profile->lowered.bytes[row] : 0;
            }
        }
        QCOMPARE(column(*profile, "category.variable"), variables);
    }

    void totals_data() { addSmallModels(); }
    void totals() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const ProfilePtr profile = generateOrThrow(smallModel(model, training)).profile;
        Column total(profile->target.tilesPerIpu);
        for (const TileMemoryCategory& category : profile->tileMemory) {
            if (category.name.starts_with("category.")) {
                add(total, category.bytes);
            }
        }
        QCOMPARE(column(*profile, "total.excludingGaps"), total);
        QCOMPARE(sum(column(*profile, "alwaysLive"), column(*profile, "notAlwaysLive")), total);
        const Column regions =
            sum(sum(column(*profile, "region.interleaved"), column(*profile, "region.nonInterleaved")),
                column(*profile, "region.overflowed"));
        QCOMPARE(column(*profile, "total.includingGaps"), regions);
    }

    void alwaysLiveMeansEveryStep() {
        const ProfilePtr profile = generateOrThrow(smallModel("bert-base", true)).profile;
        const StepInterval everything{{0}, {profile->stepCount()}};
        for (size_t row = 0; row < profile->lowered.size(); ++row) {
            const auto live = profile->equivalenceClasses[profile->lowered.liveClass[row].index()];
            const bool always = profile->variables[profile->lowered.variable[row].index()].alwaysLive;
            QVERIFY(!always || (live.size() == 1 && live.front() == everything));
        }
    }

    void tilesAreUneven() {
        GeneratorOptions options = smallModel("bert-base", false);
        options.tiles = 64;
        const ProfilePtr profile = generateOrThrow(options).profile;
        const Column total = column(*profile, "total.excludingGaps");
        const auto [minimum, maximum] = std::minmax_element(total.begin(), total.end());
        QVERIFY(*maximum * 10 > *minimum * 11);
    }
};

TILELINE_TEST(TestGeneratedMemory)
#include "test_generatedmemory.moc"
