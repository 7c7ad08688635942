// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/modulepaths.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;

namespace {

/// A list of entries as the pipeline setting has it. The names before the first one with a layer are those of
/// Input, the names after the last one those of Output; "-" marks a backward operation.
struct NamedModel {
    Profile profile;
    LayersPtr layers;
    Passes passes;
};

NamedModel modelOf(const std::vector<std::string>& names, const LayerOptions& options = {}) {
    Profile profile;
    profile.target.tilesPerIpu = profile.target.numTiles = 1;
    for (const std::string& name : names) {
        const auto index = static_cast<uint32_t>(profile.operations.size());
        OperationDetail detail;
        detail.uid = index;
        if (name.starts_with('-')) {
            detail.debug.inputs = {"Gradient___x"};
        }
        const std::array<ProgramIndex, 1> program = {{{index}}};
        profile.operations.push_back({{index}, name.starts_with('-') ? name.substr(1) : name});
        profile.operationDetails.push_back(std::move(detail));
        profile.programs.emplace_back();
        profile.operationPrograms.append(program);
        profile.operationVariables.append({});
    }
    const LayersPtr found = *findLayers(profile, options);
    Passes passes = Passes::find(profile, *found);
    Layers list = *found;
    list.names.front() = "@input";
    list.kinds.front() = EntryKind::Input;
    list.names.emplace_back("@output");
    list.kinds.push_back(EntryKind::Output);
    bool after = false;
    for (LayeredOperation& operation : list.operations) {
        after = after || operation.layer.value > 0;
        if (operation.layer.value == 0 && after) {
            operation.layer = list.last();
        }
        operation.kind = list.kinds[operation.layer.index()];
    }
    return {std::move(profile), std::make_shared<const Layers>(std::move(list)), std::move(passes)};
}

std::string guessOf(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& path : guessModulePaths(*modelOf(names).layers)) {
        text += (text.empty() ? "" : " ") + (path.empty() ? "?" : path);
    }
    return text;
}

std::optional<MergedLayers> mergedOf(const std::vector<std::string>& names,
                                     const LayerOptions& options = {}) {
    const NamedModel model = modelOf(names, options);
    return *findMergedLayers(*model.layers, model.passes);
}

const std::vector<std::string> TwoStacks{"bert/embeddings/Gather",       "bert/encoder/layer.0/MatMul",
                                         "bert/encoder/layer.1/MatMul",  "bert/decoder/layer.0/MatMul",
                                         "bert/decoder/layer.1/MatMul",  "bert/decoder/layer.0x/MatMul",
                                         "-bert/decoder/layer.1/MatMul", "-bert/encoder/layer.1/MatMul"};

} // namespace

class TestModulePaths : public QObject {
    Q_OBJECT
private slots:
    void guesses_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QString>("paths");
        const auto row = [](const char* name, const QStringList& names, const char* paths) {
            QTest::newRow(name) << names << QString(paths);
        };
        row("common part",
            {"bert/embeddings/words/Gather", "bert/embeddings/LayerNorm/Add", "bert/layer.0/MatMul",
             "qa_outputs/MatMul", "qa_outputs/Add"},
            "bert.embeddings bert.layer.0 qa_outputs");
        row("the module of the layers does not count",
            {"gpt/Mul", "gpt/wte/Gather", "gpt/wpe/Gather", "gpt/layer.0/MatMul", "gpt/ln_f/Add",
             "lm_head/MatMul"},
            "gpt.wte gpt.layer.0 gpt.ln_f");
        row("only in the model itself", {"bert/Gather", "bert/layer.0/MatMul", "Softmax"},
            "? bert.layer.0 ?");
        row("nameless operations say nothing",
            {"Call", "a/b/Gather", "m/layer.0/Add", "gradients/x/y/Mul", "head/x/Mul"},
            "a.b m.layer.0 head.x");
        row("most frequent, first on a tie",
            {"a/layer.0/x", "b/layer.0/x", "b/layer.0/y", "a/layer.1/x", "b/layer.1/x"},
            "? b.layer.0 a.layer.1 ?");
        row("leading slash", {"/m/layer.0/x"}, "? m.layer.0 ?");
        row("nothing", {}, "? ?");
    }
    void guesses() {
        QFETCH(QStringList, names);
        QFETCH(QString, paths);
        std::vector<std::string> all;
        for (const QString& name : names) {
            all.push_back(name.toStdString());
        }
        QCOMPARE(QString::fromStdString(guessOf(all)), paths);
    }
    void twoStacksAreFoundAndSeparated() {
        const auto merged = mergedOf(TwoStacks);
        QVERIFY(merged);
        QCOMPARE(merged->layers, size_t{2});
        QCOMPARE(merged->layer, LayerIndex{1});
        QCOMPARE(merged->modules[0], std::string("bert.encoder.layer.0"));
        QCOMPARE(merged->modules[1], std::string("bert.decoder.layer.0"));
        QVERIFY(merged->interrupted);
        QCOMPARE(QString::fromStdString(merged->expression),
                 QString(R"((?:^|\/)(encoder|decoder)\/(?:[L|l]ayer|blocks|encoder)[\/_\.]?(\d+))"));
        LayerOptions options;
        options.layerRegex = merged->expression;
        QVERIFY(!mergedOf(TwoStacks, options));
        QCOMPARE(modelOf(TwoStacks, options).layers->count(), size_t{6});
    }
    void otherExpressions_data() {
        QTest::addColumn<QString>("regex");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<bool>("separable");
        const QStringList stages{"m/stage.1/x/block0/a", "m/stage.1/x/block1/a", "m/stage.2/x/block0/a",
                                 "m/stage.2/x/block1/a"};
        QTest::newRow("after a slash") << R"(block(\d+))" << stages << true;
        QTest::newRow("alternatives") << R"(/block(\d+)|/never(\d+))" << stages << true;
        QTest::newRow("special characters")
            << R"(block(\d+))" << QStringList{"a+(/block0/a", "a+(/block1/a", "a[/block0/a"} << true;
        QTest::newRow("one stack at the top")
            << LayerOptions().layerRegex.c_str() << QStringList{"layer.0/a", "layer.1/a", "decoder/layer.0/a"}
            << true;
        QTest::newRow("one stack without a name")
            << LayerOptions().layerRegex.c_str()
            << QStringList{"m/layer.0/a", "m/layer.1/a", "m/decoder/layer.0/a"} << true;
        QTest::newRow("the match differs")
            << R"((?:layer|block)(\d+))" << QStringList{"m/layer0/a", "m/layer1/a", "m/block0/a"} << false;
    }
    void otherExpressions() {
        QFETCH(QString, regex);
        QFETCH(QStringList, names);
        QFETCH(bool, separable);
        std::vector<std::string> all;
        for (const QString& name : names) {
            all.push_back(name.toStdString());
        }
        LayerOptions options;
        options.layerRegex = regex.toStdString();
        const auto merged = mergedOf(all, options);
        QVERIFY(merged && merged->interrupted);
        QVERIFY2(merged->expression.empty() != separable, merged->expression.c_str());
        if (separable) {
            options.layerRegex = merged->expression;
            QVERIFY2(!mergedOf(all, options), merged->expression.c_str());
            QCOMPARE(modelOf(all, options).layers->count(), all.size() + 2);
        }
    }
    void modulesSideBySideAreNotInterrupted() {
        // A layer that holds two modules, one after the other, is one run of the model.
        LayerOptions options;
        options.layerRegex = R"(/layer\.(\d)\d)";
        const auto merged = mergedOf({"m/layer.10/a", "m/layer.11/a", "m/layer.20/a"}, options);
        QVERIFY(merged && !merged->interrupted);
        QCOMPARE(merged->layers, size_t{1});
    }
    void backwardOperationsDoNotCount() {
        QVERIFY(!mergedOf({"m/layer.0/a", "m/layer.1/a", "-grad/layer.1/a", "-grad/layer.0/a"}));
        QVERIFY(!mergedOf({}));
    }
    void findingCanBeStopped() {
        const NamedModel model = modelOf(TwoStacks);
        std::stop_source source;
        source.request_stop();
        const auto found = findMergedLayers(*model.layers, model.passes, source.get_token());
        QVERIFY(!found && found.failure().cancelled());
    }
};

TILELINE_TEST(TestModulePaths)
#include "test_modulepaths.moc"
