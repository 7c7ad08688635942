// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/passes.h"
#include "core/layers/pipelineentries.h"
#include "tests/support/expected.h"
#include "tests/support/fixtures.h"
#include "tests/support/pipelinereference.h"
#include "tests/support/profiletext.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;
using namespace tileline::test;
using Json = nlohmann::json;

namespace {

PipelineEntriesPtr entriesOf(const Profile& profile, PassMode mode = PassMode::Auto) {
    return *PipelineEntries::find(profile, **findLayers(profile, {}), mode);
}

Json idsOf(const Layers& layers) {
    Json list = Json::array();
    for (uint32_t i = 0; i < layers.count(); ++i) {
        list.push_back(layers.idOf({i}));
    }
    return list;
}

/// The entry of each operation, "<" after those of the backward pass.
std::string placesOf(const PipelineEntries& entries) {
    std::string text;
    for (size_t i = 0; i < entries.layers()->operations.size(); ++i) {
        text += i > 0 ? " " : "";
        text += entries.layers()->idOf(entries.layers()->operations[i].layer);
        text += entries.passes().isBackward(i) ? "<" : "";
    }
    return text;
}

ProfilePtr randomSubject(uint64_t seed) {
    RandomProfileOptions options;
    options.pipeline = true;
    options.training = seed % 4 != 0;
    options.tiles = 1;
    options.layers = static_cast<uint32_t>(seed / 3 % 6);
    options.steps = 4 + static_cast<uint32_t>(seed / 7 % 60);
    options.operations = 4 + static_cast<uint32_t>(seed / 11 % 40);
    return randomProfile(seed, options);
}

/// Steps 0 to 9 run program p and each operation has it. The lines of `operations` follow.
ProfilePtr profileOfOperations(const std::string& operations) {
    return profileFromText("tiles 1\nsteps p p p p p p p p p p\nprogram p OnTileExecute\n"
                           "program in StreamCopyBegin\nprogram main Sequence children p in\nroot main\n" +
                           operations);
}

} // namespace

class TestPipelineEntries : public QObject {
    Q_OBJECT
private slots:
    void equalsTheFixtures() {
        for (const std::string& fixture : pipelineFixtureNames()) {
            const Json expected = expectedOf(fixture);
            const ProfilePtr profile = loadFixture(fixture);
            const PipelineEntriesPtr entries = entriesOf(*profile);
            const Layers& layers = *entries->layers();
            QCOMPARE(idsOf(layers).dump(), expected["entries"].dump());
            QCOMPARE(entries->passes().training(), expected["training"].get<bool>());
            Json operations = Json::array();
            for (size_t i = 0; i < layers.operations.size(); ++i) {
                operations.push_back({{"name", layers.operations[i].name},
                                      {"entry", layers.idOf(layers.operations[i].layer)},
                                      {"backward", entries->passes().isBackward(i)},
                                      {"update", entries->passes().isUpdate(i)}});
            }
            QCOMPARE(operations.dump(1), expected["operations"].dump(1));
        }
    }

    /// The operations come from debug.cbor where there are no tables.
    void equalsTheDefinition() {
        size_t backward = 0;
        size_t outputs = 0;
        size_t starts = 0;
        for (uint64_t seed = 0; seed < 400; ++seed) {
            const ProfilePtr profile = randomSubject(seed);
            const LayersPtr layers = *findLayers(*profile, {});
            for (const PassMode mode : {PassMode::Auto, PassMode::Inference, PassMode::Training}) {
                const PipelineReference expected(*profile, *layers, mode);
                const PipelineEntriesPtr actual = *PipelineEntries::find(*profile, *layers, mode);
                const std::string where = "seed " + std::to_string(seed);
                QVERIFY2(idsOf(*actual->layers()) == Json(expected.entries()), where.c_str());
                QCOMPARE(actual->passes().training(), expected.training());
                const auto pivot = actual->passes().pivot();
                QVERIFY((pivot ? std::optional(pivot->value) : std::nullopt) == expected.pivot());
                for (size_t i = 0; i < layers->operations.size(); ++i) {
                    const std::string at = where + ", operation " + std::to_string(i);
                    QVERIFY2(actual->passes().isBackward(i) == expected.isBackward(i), at.c_str());
                    QVERIFY2(actual->layers()->operations[i].layer.value == expected.entryOf(i), at.c_str());
                    backward += expected.isBackward(i) ? 1 : 0;
                }
                for (uint32_t entry = 0; entry < expected.entries().size(); ++entry) {
                    const auto start = actual->start({entry});
                    QVERIFY2((start ? std::optional(start->value) : std::nullopt) == expected.startOf(entry),
                             where.c_str());
                    starts += start ? 1 : 0;
                }
                outputs += expected.entries().back() == "@output" ? 1 : 0;
            }
        }
        // The special cases must occur, or the test would prove little.
        QVERIFY(backward > 1000);
        QVERIFY2(outputs > 100, std::to_string(outputs).c_str());
        QVERIFY(starts > 1000);
    }

    void idsHaveMarksAndRoots() {
        for (const char* id : {"Gradient___w", "a/Accl1___w", "w__re", "w__re__t12", "UpdatedVar___w",
                               "Accum___Gradient___w"}) {
            QVERIFY(isMarkedId(id));
            QCOMPARE(rootOfId(id), std::string_view("w"));
        }
        for (const char* id : {"w__re/x", "w__re__t", "w__re12", "w__re__tx", "__t3", "w__t3", "123", ""}) {
            QVERIFY2(!isMarkedId(id) && !isRecomputedId(id), id);
            QCOMPARE(rootOfId(id), std::string_view(id));
        }
        QVERIFY(isRecomputedId("w__re") && isRecomputedId("w__t3__re__t12"));
        QVERIFY(!isRecomputedId("Gradient___w"));
        QCOMPARE(rootOfId("Gradient___w__t3__re__t12"), std::string_view("w__t3"));
        QVERIFY(!isMarkedId("Gradient__w"));
        QCOMPARE(rootOfId("a/w"), std::string_view("a/w"));
        QVERIFY(gradientOf("Gradient___Gradient___w") == std::optional<std::string_view>("w"));
        QVERIFY(!gradientOf("Accum___w"));
        QVERIFY(isAccumulatorName("x/Accl___w") && !isAccumulatorName("Accl1___w"));
        QVERIFY(isActivationName("w") && !isActivationName("Stashed___w") && !isActivationName("w__re"));
    }

    void forwardFollowsTheTensors() {
        // The mask of layer 0, scheduled before the embedding, the labels of the loss, copies without ids at
        // both ends, a tensor that only layer 1 takes, and an operation between layers whose output goes
        // back.
        const ProfilePtr profile = profileOfOperations(R"(
            op - programs in steps 0-0 tensor tokens
            op copy programs p steps 0-0
            op layer.0/Mask programs p steps 1-1 inputs tokens outputs mask
            op - programs in steps 1-1 tensor labels
            op Embed programs p steps 2-2 inputs tokens outputs e
            op Scale programs p steps 2-2 outputs s
            op layer.0/MatMul programs p steps 3-3 inputs e mask outputs a
            op between programs p steps 4-4 inputs a outputs b
            op layer.1/MatMul programs p steps 5-5 inputs b mask s outputs c
            op Head programs p steps 6-6 inputs c outputs h
            op Loss programs p steps 7-7 inputs h labels outputs l
            op copy programs p steps 8-8)");
        const PipelineEntriesPtr entries = entriesOf(*profile);
        QCOMPARE(placesOf(*entries),
                 std::string("@input @input 0 @output @input 1 0 0 1 @output @output @output"));
        QVERIFY(!entries->passes().profileIsTraining());
        // Nothing flows into layer 0 from an earlier entry but from the host; the embedding is no host.
        QCOMPARE(entries->start({1})->value, 3U);
        QCOMPARE(entries->start({2})->value, 5U);
    }

    void gradientsGoHome() {
        const ProfilePtr profile = profileOfOperations(R"(
            op Embed programs p steps 0-0 inputs tokens table outputs e
            op layer.0/MatMul programs p steps 1-1 inputs e w0 outputs a
            op layer.1/MatMul programs p steps 2-2 inputs a w1 outputs b
            op Loss programs p steps 3-3 inputs b table outputs l
            op - programs p steps 4-4 inputs l outputs Gradient___b
            op - programs p steps 5-5 inputs Gradient___b w1 outputs Gradient___a Gradient___w1
            op - programs p steps 6-6 inputs Gradient___w1 w1 outputs UpdatedVar___w1
            op - programs p steps 7-7 inputs Gradient___e Gradient___a outputs Gradient___table
            op - programs p steps 7-7
            op layer.0/Late programs p steps 8-8)");
        const PipelineEntriesPtr entries = entriesOf(*profile);
        QCOMPARE(placesOf(*entries), std::string("@input 0 1 @output 1< 1< 1< @input< @input< 0<"));
        QCOMPARE(entries->passes().turn(), 4U);
        QCOMPARE(entries->passes().pivot()->value, 4U);
        const PipelineEntriesPtr inference = entriesOf(*profile, PassMode::Inference);
        QVERIFY(!inference->passes().training() && inference->passes().profileIsTraining());
        QVERIFY(!inference->passes().pivot());
    }

    void withoutLayersAllIsInput() {
        const ProfilePtr profile =
            profileOfOperations("op a programs p steps 0-0 outputs x\n"
                                "op b programs p steps 1-1 inputs x outputs Gradient___x");
        QCOMPARE(placesOf(*entriesOf(*profile)), std::string("@input @input<"));
    }

    void layersThatBeginWithAtAreEscaped() {
        LayerOptions options;
        options.layerRegex = "(@input|@x)";
        const ProfilePtr profile =
            profileOfOperations("op a programs p steps 0-0\nop @input/b programs p steps 1-1\n"
                                "op @x/b programs p steps 1-1\n");
        const PipelineEntriesPtr entries = *PipelineEntries::find(*profile, **findLayers(*profile, options));
        QCOMPARE(idsOf(*entries->layers()).dump(), Json({"@input", "@@input", "@@x"}).dump());
        QVERIFY(entries->layers()->findNameInFiles("@input") == std::optional(LayerIndex{0}));
        QVERIFY(entries->layers()->findNameInFiles("@@input") == std::optional(LayerIndex{1}));
        QVERIFY(!entries->layers()->findNameInFiles("@output"));
    }

    void stopsWhenAsked() {
        std::stop_source stopped;
        stopped.request_stop();
        const ProfilePtr profile = loadFixture("pipeline-marked-tiny");
        const auto found =
            PipelineEntries::find(*profile, **findLayers(*profile, {}), PassMode::Auto, stopped.get_token());
        QVERIFY(found.failure().cancelled());
    }
};

TILELINE_TEST(TestPipelineEntries)
#include "test_pipelineentries.moc"
