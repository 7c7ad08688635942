// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/layers.h"
#include "tests/generate/generatedmodels.h"
#include "tests/testmain.h"

#include <map>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

size_t countOps(const Layers& layers, LayerNote note) {
    return static_cast<size_t>(std::count_if(layers.operations.begin(), layers.operations.end(),
                                             [&](const LayeredOperation& op) { return op.note == note; }));
}

LayersPtr layersOf(const Profile& profile) {
    auto layers = findLayers(profile, {});
    if (!layers) {
        throw std::runtime_error(describe(layers.failure().error()));
    }
    return *layers;
}

} // namespace

/// Checks the properties that make a generated profile resemble a real one.
class TestGeneratedStructure : public QObject {
    Q_OBJECT
private slots:
    void everyLayerIsFound_data() { addSmallModels(); }
    void everyLayerIsFound() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const GeneratedModel generated = generateOrThrow(smallModel(model, training));
        const LayersPtr layers = layersOf(*generated.profile);
        QCOMPARE(layers->count(), size_t{4});
        QCOMPARE(layers->names.back(), std::optional<std::string>("2"));
        QVERIFY(layers->warnings.empty());
        QVERIFY(countOps(*layers, LayerNote::Matched) > 0);
        QVERIFY(countOps(*layers, LayerNote::InputLayerCount) > 0);
    }

    void transformersHaveEveryKindOfOperation_data() {
        QTest::addColumn<QString>("model");
        QTest::newRow("bert") << "bert-base";
        QTest::newRow("gpt") << "gpt";
    }
    void transformersHaveEveryKindOfOperation() {
        QFETCH(QString, model);
        for (const bool training : {false, true}) {
            const GeneratedModel generated = generateOrThrow(smallModel(model, training));
            const LayersPtr layers = layersOf(*generated.profile);
            QVERIFY(countOps(*layers, LayerNote::Tensor) > 0);
            QVERIFY(countOps(*layers, LayerNote::InputNames) > 0);
            QVERIFY(countOps(*layers, LayerNote::FollowingOp) > 0);
            QCOMPARE(countOps(*layers, LayerNote::InputsRegex) > 0, model == "bert-base");
        }
    }

    void embeddingsAndHeadAreOutsideLayers() {
        const GeneratedModel generated = generateOrThrow(smallModel("bert-large", true));
        const LayersPtr layers = layersOf(*generated.profile);
        std::set<std::string> outside;
        for (const LayeredOperation& op : layers->operations) {
            if (!op.inLayer()) {
                outside.insert(op.name);
            }
        }
        QVERIFY(outside.contains("bert/embeddings/position_embeddings/Gather"));
        QVERIFY(outside.contains("qa_outputs/Add"));
        QVERIFY(outside.contains("loss/Nll"));
    }

    void functionsAreShared() {
        const GeneratedModel generated = generateOrThrow(smallModel("bert-base", true));
        const Profile& profile = *generated.profile;
        std::map<uint32_t, size_t> callers;
        for (size_t i = 0; i < profile.programs.size(); ++i) {
            for (const ProgramIndex child : profile.programChildren[i]) {
                callers[child.value] += profile.programs[i].kind == ProgramKind::Call;
            }
        }
        QVERIFY(
            std::any_of(callers.begin(), callers.end(), [](const auto& entry) { return entry.second == 3; }));
        size_t scattered = 0;
        for (size_t i = 0; i < profile.equivalenceClasses.size(); ++i) {
            scattered += profile.equivalenceClasses[i].size() == 3;
        }
        QVERIFY(scattered > 0); // scratch variables, live during each of three calls
    }

    void oneVertexNameHasSeveralSizes_data() { addSmallModels(); }
    void oneVertexNameHasSeveralSizes() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const GeneratedModel generated = generateOrThrow(smallModel(model, training));
        std::map<std::string, std::set<uint32_t>> sizes;
        for (const VertexType& type : generated.profile->vertexTypes) {
            QVERIFY(type.code.has_value());
            sizes[type.name].insert(type.size);
        }
        QVERIFY(std::any_of(sizes.begin(), sizes.end(),
                            [](const auto& entry) { return entry.second.size() > 1; }));
    }

    void controlCodeIncludesChildren_data() { addSmallModels(); }
    void controlCodeIncludesChildren() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const GeneratedModel generated = generateOrThrow(smallModel(model, training));
        const Profile& profile = *generated.profile;
        for (size_t i = 0; i < profile.programs.size(); ++i) {
            for (size_t tile = 0; tile < profile.target.numTiles; ++tile) {
                uint64_t children = 0;
                for (const ProgramIndex child : profile.programChildren[i]) {
                    children += at(profile.programs[child.index()].controlCode, tile);
                }
                const bool parent = !profile.programChildren[i].empty();
                QVERIFY(!parent || at(profile.programs[i].controlCode, tile) > children);
            }
        }
    }

    void programTreeHasWhatPoplarHas() {
        const GeneratedModel generated = generateOrThrow(smallModel("gpt", true));
        std::set<std::string> types;
        for (const Program& program : generated.profile->programs) {
            types.insert(program.type);
        }
        const std::set<std::string> expected{"Call",          "DoExchange",    "OnTileExecute",
                                             "Repeat",        "Sequence",      "StreamCopyBegin",
                                             "StreamCopyEnd", "StreamCopyMid", "Sync"};
        QCOMPARE(types, expected);
        QCOMPARE(generated.profile->rootPrograms.size(), size_t{3});
    }

    void trainingKeepsActivations() {
        const auto longest = [](bool training) {
            const GeneratedModel generated = generateOrThrow(smallModel("bert-base", training));
            uint32_t steps = 0;
            for (const Variable& variable : generated.profile->variables) {
                if (variable.name == "bert/encoder/layer.0/attention/self/Softmax:0") {
                    const auto& lowered = generated.profile->lowered;
                    const auto row = std::find(lowered.variable.begin(), lowered.variable.end(),
                                               VariableIndex{variable.id}) -
                                     lowered.variable.begin();
                    const auto live =
                        generated.profile->equivalenceClasses[lowered.liveClass[size_t(row)].index()];
                    steps = live.back().end.value - live.front().start.value;
                }
            }
            return steps;
        };
        QVERIFY(longest(false) > 0);
        QVERIFY(longest(true) > 10 * longest(false));
    }

    void contextsHaveParentsAndSources_data() { addSmallModels(); }
    void contextsHaveParentsAndSources() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        const GeneratedModel generated = generateOrThrow(smallModel(model, training));
        const DebugContexts& debug = *generated.debug;
        size_t before = 0;
        size_t located = 0;
        for (size_t i = 0; i < debug.contexts.size(); ++i) {
            const DebugContext& context = debug.contexts[i];
            QVERIFY(context.parent == 0 || debug.find(context.parent) != nullptr);
            before += context.parent != 0 && i < debug.positionOf.at(context.parent);
            located += context.location.line > 0 && context.location.file.ends_with(".py");
        }
        QVERIFY(before > debug.contexts.size() / 2); // children come before their parents
        QVERIFY(located > 0);
        for (const Program& program : generated.profile->programs) {
            QVERIFY(debug.find(program.debugContext.value()) != nullptr);
        }
    }
};

TILELINE_TEST(TestGeneratedStructure)
#include "test_generatedstructure.moc"
